"""When dials are owed, why one can't be set, and what comes of them all. Rule: rules.md, Dials."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.dice import Dice
from sits_es.events import Event
from sits_es.rules.moments import Moment
from sits_es.rules.refusals import Refusal
from sits_es.rules.system import Owed
from sits_es.rules.xwing.board import Board, Ship
from sits_es.rules.xwing.dials.facts import DialOrdered, DialsRevealed
from sits_es.rules.xwing.entry_rules import EntryRules, why_not
from sits_es.rules.xwing.fact import OfShip
from sits_es.rules.xwing.moves.rules import ending_in_words, flight, templates_of
from sits_es.sentences import listed


def owed(board: Board, players: Sequence[str]) -> Owed | None:
    """The dials of the round, while they are sealed: of whoever has a ship on the table."""
    if not board.dials_owed:
        return None
    having = {ship.player for ship in board.placed()}
    return Owed(
        moment=Moment(board.turn, board.entry),
        orders_by=tuple(player for player in players if player in having),
        steps=(1,),
    )


def resolve(board: Board, orders: Mapping[str, Sequence[OfShip]], dice: Dice) -> list[Event]:
    """All dials are revealed. One that can't be set comes to nothing, and its ship is among those that have none."""
    del dice
    work = board.copy()
    for player, given in orders.items():
        for order in given:
            if not any(why_not(work, player, order)):
                EntryRules.of(order).take(work)
    dials = tuple((ship.name, ship.shows) for ship in work.placed() if ship.shows is not None)
    unset = tuple(ship.name for ship in work.placed() if ship.shows is None and not ship.huge)
    revealed = DialsRevealed(dials=dials, unset=unset)
    revealed.apply(board)
    return [revealed]


def advance(board: Board) -> None:
    """The first entry of the round comes."""
    board.entry += 1


def unordered(board: Board, player: str, orders: Sequence[OfShip]) -> Iterator[tuple[str, Refusal]]:
    """Ships that would have no dial."""
    dials = {each.ship for each in orders if isinstance(each, DialOrdered)}
    for ship in board.placed() if board.dials_owed else ():
        if ship.player == player and not ship.huge and ship.name not in dials:
            yield ship.name, Refusal(f"{ship.name} has no dial.", warns=True)


def forecast(board: Board, player: str, orders: Mapping[int, Sequence[OfShip]]) -> list[str]:
    """Where each dial leads while nobody else moves."""
    del player
    return [
        f"{dial.ship}: {dial.template} {ending_in_words(board, ship, flight(board, ship, dial.template))}"
        for given in orders.values()
        for dial in given
        if isinstance(dial, DialOrdered) and (ship := board.ships.get(dial.ship)) is not None and ship.stand is not None
    ]


class _Setting(EntryRules[DialOrdered]):
    on_table = True

    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        template = self.fact.template
        if not board.dials_owed:
            yield Refusal(f"{ship.name}: no dial is owed now. {_when(board)}")
        elif ship.huge:
            yield Refusal(f"{ship.name} is huge and uses no templates here. Leave its dial out.")
        elif ship.shows is not None:
            yield Refusal(f"{ship.name}: its dial is set twice. Keep only one of the two lines.")
        elif template not in templates_of(ship):
            yield Refusal(f"{ship.name}: its dial has no {template}. It has {listed(templates_of(ship))}.", "template")

    def take(self, board: Board) -> None:
        """Its dial is set."""
        board.ships[self.fact.ship].shows = self.fact.template

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[DialOrdered, str]]:
        """Each of its templates, with where it leads while nobody else moves."""
        if board.dials_owed and ship.stand is not None and not ship.huge:
            for template in templates_of(ship):
                found = flight(board, ship, template)
                yield DialOrdered(ship=ship.name, template=template), ending_in_words(board, ship, found)


def _when(board: Board) -> str:
    """When dials are owed."""
    if not board.sealed:
        return "Dials are not sealed in this game: enter a move by its template, such as 2 straight."
    when = "Dials are sealed when a round begins; in the first round, once every ship is placed."
    return f"{when} Use sits record GAME FILE to enter moves."
