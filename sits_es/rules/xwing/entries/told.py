"""Damage, words, ships that leave and the end of a round as they are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.told import VITAL, Told
from sits_es.rules.xwing.entries.facts import (
    CriticalEntered,
    DamageEntered,
    DamageRegained,
    EntryCounted,
    NoteEntered,
    OnDisplay,
    RoundEndEntered,
    ShipLost,
    ShipRemoved,
)
from sits_es.rules.xwing.fact import OfShip
from sits_es.rules.xwing.words import ENTERED, LOST, ROUND_END, amounts
from sits_es.sentences import listed, without_full_stop

if TYPE_CHECKING:
    from sits_es.report.blocks import Block

F = TypeVar("F", bound=OfShip)
D = TypeVar("D", bound=OnDisplay)


class Entered(Told[F]):
    """What a player entered: its player's word counts."""

    def working(self, at: Context) -> Working:
        """Players say it."""
        del at
        return Working(rule=ENTERED)


class _Display(Entered[D]):
    """What a display has less or more. verb: what happens; sign: of the amounts."""

    verb: str
    sign: int

    def sentence(self) -> str:
        return f"{self.fact.ship} {self.verb} {listed(amounts(self.fact.shields, self.fact.hull))}."

    def working(self, at: Context) -> Working:
        kinds = {kind: many for kind in ("shields", "hull") if (many := getattr(self.fact, kind))}
        ship = None if at.board is None else at.board.ships[self.fact.ship]
        left = {} if ship is None else {kind: getattr(ship, kind) for kind in kinds}
        plus = "-" if self.sign < 0 else "+"
        return Working(
            rule=ENTERED,
            modifiers=tuple(
                Modifier(name=kind, value=f"{plus}{many}", rule="its display") for kind, many in kinds.items()
            ),
            steps=tuple(
                f"{kind.capitalize()}: {has} {plus} {kinds[kind]} = {has + self.sign * kinds[kind]}."
                for kind, has in left.items()
            ),
        )


class _Damage(_Display[DamageEntered]):
    weight, loss, note = VITAL, True, "damage"
    verb, sign = "loses", -1


class _Regained(_Display[DamageRegained]):
    note = "regained"
    verb, sign = "regains", 1


class _Critical(Entered[CriticalEntered]):
    weight, loss, note = VITAL, True, "critical"

    def sentence(self) -> str:
        return f"{self.fact.ship} takes a critical hit: {without_full_stop(self.fact.text)}."


class _Removed(Entered[ShipRemoved]):
    weight, loss, note = VITAL, True, "removed"

    def sentence(self) -> str:
        said = f": {without_full_stop(self.fact.text)}" if self.fact.text else ""
        return f"{self.fact.ship} is removed{said}."


class _Note(Entered[NoteEntered]):
    note = "note"

    def sentence(self) -> str:
        return f"Note on {self.fact.ship}: {without_full_stop(self.fact.text)}."


class _RoundEnd(Entered[RoundEndEntered]):
    def sentence(self) -> str:
        return f"{self.fact.ship}'s player ends the round."


class _Lost(Told[ShipLost]):
    weight, loss, note = VITAL, True, "lost"

    def sentence(self) -> str:
        return f"{self.fact.ship} is lost: it has no hull left."

    def working(self, at: Context) -> Working:
        del at
        return Working(rule=LOST, steps=(f"{self.fact.ship} has 0 hull left.",))


class _Counted(Told[EntryCounted]):
    """The next heading tells of it."""

    weight = None

    def sentence(self) -> str:
        over = ", and the round is over" if self.fact.last else ""
        return f"Entry {self.fact.entry} of round {self.fact.turn} is complete{over}."

    def in_full(self, at: Context) -> Iterator[Block]:
        del at
        yield from ()

    def working(self, at: Context) -> Working:
        del at
        turn, entry = (self.fact.turn + 1, 1) if self.fact.last else (self.fact.turn, self.fact.entry + 1)
        return Working(rule=ROUND_END, steps=(f"Next comes round {turn}, entry {entry}.",))
