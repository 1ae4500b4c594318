"""What the rules make of one entry: why it can't be entered, and what is offered to be; and of all that is entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, TypeVar

from sits_es.events import Event
from sits_es.rules.chapters import About, facts_of
from sits_es.rules.refusals import Refusal
from sits_es.rules.xwing.board import Board, Ship
from sits_es.rules.xwing.entries.facts import ShipLost
from sits_es.rules.xwing.fact import OfShip
from sits_es.sentences import listed, unknown

F = TypeVar("F", bound=OfShip)

#: Everything that people enter, chapter by chapter.
ENTRIES: Final = tuple(each for each in facts_of(__package__ or "") if issubclass(each, OfShip) and each.entered)
#: Why a ship is out of the game, in words.
FATES: Final = {"lost": "it has no hull left", "removed": "it was removed"}


class EntryRules(About[F]):
    """The rules of one kind of entry. on_table: it needs a ship that is placed; in_play: all that have to be placed."""

    BESIDE = "rules"

    on_table: ClassVar[bool] = False
    in_play: ClassVar[bool] = True

    def of_any(self, board: Board, ship: Ship) -> bool:
        """Whether it can be entered of a ship that is out of the game."""
        del board, ship
        return False

    def follows(self, board: Board, ship: Ship) -> Iterator[OfShip]:
        """What follows from it at once, on the board that it has changed."""
        del board, ship
        yield from ()

    def take(self, board: Board) -> None:
        """Let it change a board."""
        self.fact.apply(board)
        at_once(board, self.fact)

    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        """Every reason why it can't be entered of a player's own ship. board: as the entries before it leave it."""
        del board, ship
        yield from ()

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[OfShip, str]]:
        """Entries of this kind to be offered, each with a word on it; whoever asks leaves out what can't be entered."""
        del board, ship
        yield from ()


class OfAnyShip(EntryRules[F]):
    """What may be entered of a ship that is out of the game too: what was said, and what becomes of attacks."""

    in_play = False

    def of_any(self, board: Board, ship: Ship) -> bool:
        """It can."""
        del board, ship
        return True


def why_not(board: Board, player: str, entry: OfShip) -> Iterator[Refusal]:
    """Every reason why a player can't make an entry: of whose ship it is, how that is, and what its rules say."""
    own = [name for name, each in sorted(board.ships.items()) if each.player == player]
    ship, rules = board.ships.get(entry.ship), EntryRules.of(entry)
    if ship is None:
        yield Refusal(unknown("ship", entry.ship, own or sorted(board.ships)), "ship")
    elif ship.player != player:
        yield Refusal(f"{ship.name} is {ship.player}'s. {player} enters facts about {listed(own)}.", "ship")
    elif board.dials_owed and type(entry) in ENTRIES:
        yield Refusal(dials_first(board))
    elif ship.gone is not None and not rules.of_any(board, ship):
        yield Refusal(f"{ship.name} is out of the game: {FATES[ship.gone]}.")
    elif ship.stand is None and rules.on_table:
        yield Refusal(f"{ship.name} is not placed yet. Place the ship first: place at X,Y facing DEGREES.")
    elif rules.in_play and (waiting := board.still_to_place):
        missing = f"{listed(waiting)} {'is' if len(waiting) == 1 else 'are'} not placed yet"
        yield Refusal(f"Place or remove every ship first: {missing}. Then seal the dials of round {board.turn}.")
    else:
        yield from rules.why_not(board, ship)


def dials_first(board: Board) -> str:
    """Why nothing is entered yet."""
    sealed = "Each player orders theirs in secret, such as dial 2 bank left, and all are revealed together"
    return f"Seal the dials of round {board.turn} first. {sealed}."


def entry_problems(board: Board, player: str, entered: Sequence[OfShip]) -> Iterator[Refusal]:
    """Every reason why a player can't enter these facts, each seen on the board that those before it have made."""
    if board.dials_owed:
        yield Refusal(dials_first(board))
        return
    board = board.copy()
    for at, entry in enumerate(entered):
        found = list(why_not(board, player, entry))
        yield from (Refusal(each.message, each.field, at) for each in found)
        if not found and at + 1 < len(entered):
            _take(board, entry)


def problems(board: Board, step: int, order: OfShip, given: Sequence[OfShip]) -> Iterator[Refusal]:
    """The same for one of the entries of a file that is only checked. given: all of them, in order."""
    del step
    board = board.copy()
    for entry in given[: given.index(order)] if order in given else ():
        if not list(why_not(board, owner_of(board, entry), entry)):
            _take(board, entry)
    yield from why_not(board, owner_of(board, order), order)


def owner_of(board: Board, entry: OfShip) -> str:
    """Whose ship an entry is of; empty for a ship that is unknown."""
    return board.ships[entry.ship].player if entry.ship in board.ships else ""


def at_once(board: Board, entered: OfShip) -> list[Event]:
    """What follows from an entry before the next one; each has changed the board."""
    followed: list[Event] = []
    for fact in EntryRules.of(entered).follows(board, board.ships[entered.ship]):
        fact.apply(board)
        followed.append(fact)
    return followed


def _take(board: Board, entry: OfShip) -> None:
    """Let an entry change the board, and lose a ship that has no hull left by it."""
    EntryRules.of(entry).take(board)
    if board.ships[entry.ship].sinks:
        ShipLost(ship=entry.ship).apply(board)
