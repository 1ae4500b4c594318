"""What else can be entered of a ship, what follows from all that is entered, and how a game ends. Rule: house."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.rules.last_side import last_side
from sits_es.rules.refusals import Reason, Reasons, Refusal
from sits_es.rules.supplied import Ending
from sits_es.rules.system import Outcome
from sits_es.rules.xwing.attacks.facts import AttackDeclared
from sits_es.rules.xwing.attacks.rules import proofs
from sits_es.rules.xwing.board import Board, Ship
from sits_es.rules.xwing.entries.facts import (
    CriticalEntered,
    DamageEntered,
    DamageRegained,
    EntryCounted,
    NoteEntered,
    RoundEndEntered,
    ShipLost,
    ShipRemoved,
)
from sits_es.rules.xwing.entry_rules import EntryRules, OfAnyShip
from sits_es.rules.xwing.fact import OfShip
from sits_es.sentences import counted


class _Losing(EntryRules[DamageEntered]):
    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        del board
        for what, lost, left in (("shield", self.fact.shields, ship.shields), ("hull", self.fact.hull, ship.hull)):
            if lost > left:
                has = f"{left} hull" if what == "hull" else counted(left, what)
                yield Refusal(f"{ship.name} has {has} left, so it can't lose {lost}.")

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[DamageEntered, str]]:
        del board
        if ship.stand is not None:
            yield DamageEntered(ship=ship.name, shields=min(ship.shields, 1), hull=1), ""


class _Regaining(EntryRules[DamageRegained]):
    def of_any(self, board: Board, ship: Ship) -> bool:
        """Of a ship that lost its hull by an attack that does not stand."""
        overturned = any(each.target == ship.name and each.ruled and not each.ruled[0] for each in board.attacks)
        return ship.gone == "lost" and overturned

    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        del board
        for what, more, left, most in (
            ("shield", self.fact.shields, ship.shields, ship.most_shields),
            ("hull", self.fact.hull, ship.hull, ship.most_hull),
        ):
            if left + more > most:
                has = f"{left} of {most} hull" if what == "hull" else f"{left} of {counted(most, what)}"
                yield Refusal(f"{ship.name} has {has}, so it can't regain {more}.")


class _Critical(EntryRules[CriticalEntered]):
    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[CriticalEntered, str]]:
        del board
        if ship.stand is not None:
            yield CriticalEntered(ship=ship.name, text="TEXT"), ""


class _Removing(EntryRules[ShipRemoved]):
    in_play = False

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[ShipRemoved, str]]:
        del board
        if ship.stand is not None:
            yield ShipRemoved(ship=ship.name, text=""), ""


class _Noting(OfAnyShip[NoteEntered]):
    """Words can always be entered."""


class _EndingTheRound(OfAnyShip[RoundEndEntered]):
    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        if board.ending:
            yield Refusal(f"{ship.name}: the round already ends with this entry. Keep one end round.")


# what follows


def enter(board: Board, player: str, entered: Sequence[OfShip]) -> list[Event]:
    """The proof of each attack, ships that are lost, and the entry itself; each has changed the board."""
    del player
    followed: list[Event] = []
    for fact in _following(board, entered):
        fact.apply(board)
        followed.append(fact)
    return followed


def _following(board: Board, entered: Sequence[OfShip]) -> Iterator[AttackDeclared | ShipLost | EntryCounted]:
    yield from proofs(board, entered)
    for name in dict.fromkeys(fact.ship for fact in entered if isinstance(fact, DamageEntered)):
        if board.ships[name].sinks:
            yield ShipLost(ship=name)
    yield EntryCounted(turn=board.turn, entry=board.entry, last=board.ending)


# the end of a game

#: Why it is over, in words.
ENDINGS: Final = Reasons(
    {
        "last-side": Reason((str,), lambda _, side: f"Only {side} has ships left."),
        "no-side": Reason((), lambda _: "No ship is left."),
    }
)


def ending(board: Board) -> Ending:
    """How long a game lasts and who wins it, as `outcome` has it."""
    del board
    return Ending(
        length="no last round", terms=("The last side with ships left wins, whether they are placed or not.",)
    )


def outcome(board: Board) -> Outcome | None:
    """How the game ended, or None while it goes on.

    The last side with ships wins, placed or not. While no ship was ever placed the game goes on.
    """
    ships = board.ships.values()
    if all(ship.stand is None for ship in ships):
        return None
    return last_side((ship.side for ship in ships), (ship.side for ship in board.left()))
