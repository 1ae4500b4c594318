"""Damage notes: attacks and what was said of them, what displays lost and regained, ships that are out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.rules.xwing.events import entered, followed
from sits_es.rules.xwing.story import tell
from sits_es.store import Recorded


@frozen
class NoteRow:
    """One note, numbered from 1 in the order of the record. unit: the ship; segment: the entry of the round.

    kind: attack, dispute, ruling, damage, regained, critical, note, removed, lost. shields, hull: what was lost or
    regained; attack: its number; each None where there is none. note: the fact as a sentence.
    """

    stream: str
    number: int
    turn: int
    segment: int
    unit: str
    kind: str
    shields: int | None
    hull: int | None
    attack: int | None
    note: str


#: Kind of note by the class of the fact.
KINDS: Final[Mapping[type[Event], str]] = {
    followed.AttackDeclared: "attack",
    entered.DisputeEntered: "dispute",
    entered.RulingEntered: "ruling",
    entered.DamageEntered: "damage",
    entered.DamageRegained: "regained",
    entered.CriticalEntered: "critical",
    entered.NoteEntered: "note",
    entered.ShipRemoved: "removed",
    followed.ShipLost: "lost",
}


class NoteRows:
    """The rows of a game's damage notes at work: the entry at hand, and how many notes there are."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._turn, self._segment = (int(kept["turn"]), int(kept["segment"])) if kept else (1, 1)
        self._number = int(kept["number"]) if kept else 0

    def take(self, events: Sequence[Recorded]) -> list[NoteRow]:
        """A row for each note."""
        rows = []
        for recorded in events:
            match recorded.event:
                case followed.EntryCounted(turn=turn, entry=entry, last=last):
                    self._turn, self._segment = (turn + 1, 1) if last else (turn, entry + 1)
                case event if (kind := KINDS.get(type(event))) is not None:
                    rows.append(self._row(event, kind))
        return rows

    def _row(self, fact: Event, kind: str) -> NoteRow:
        self._number += 1
        return NoteRow(
            stream=self._stream,
            number=self._number,
            turn=self._turn,
            segment=self._segment,
            unit=str(getattr(fact, "ship", "")),
            kind=kind,
            shields=getattr(fact, "shields", None),
            hull=getattr(fact, "hull", None),
            attack=getattr(fact, "attack", None),
            note=tell(fact),
        )

    def kept(self) -> Data:
        """The entry at hand, and how many notes there are."""
        return {"turn": self._turn, "segment": self._segment, "number": self._number}


DAMAGE_NOTES = ReadModel(
    name="xwing.damage_notes",
    version=1,
    table=Table("xwing_damage_notes", NoteRow, ("stream", "number")),
    rows=NoteRows,
)
