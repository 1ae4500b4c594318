"""Damage notes: what each unit met that players settle on their displays, and what they entered from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import TurnClosed
from sits_es.rules.sfb_n3d.events import fire, terrain
from sits_es.rules.sfb_n3d.events.motion import ImpulseBegun
from sits_es.rules.sfb_n3d.orders import forms
from sits_es.rules.sfb_n3d.story import tell
from sits_es.store import Recorded


@frozen
class NoteRow:
    """One note, numbered from 1 in the order of the record. unit: who takes it; impulse: of the last that happened.

    kind: fire, seeking, explosion, sphere, hazard, body, damage, lost. points: whole points where the rules or a player
    give them, None where the printed tables do; note: the fact as a sentence, or a player's own words.
    """

    stream: str
    number: int
    turn: int
    impulse: int
    unit: str
    kind: str
    points: int | None
    note: str


#: Kind of note, and the field that names who takes it, by the class of the fact.
KINDS: Final[Mapping[type[Event], tuple[str, str]]] = {
    fire.WeaponFired: ("fire", "target"),
    fire.SeekerStruck: ("seeking", "target"),
    fire.ExplosionFelt: ("explosion", "unit"),
    fire.SphereStruck: ("sphere", "target"),
    terrain.HazardMet: ("hazard", "unit"),
    terrain.PlanetReached: ("body", "unit"),
    forms.DamageEntered: ("damage", "unit"),
    forms.LossEntered: ("lost", "unit"),
    fire.UnitLost: ("lost", "unit"),
}


def note_of(event: Event) -> tuple[str, str, int | None, str] | None:
    """Unit, kind, points and note of a fact that belongs among them; None for any other."""
    found = KINDS.get(type(event))
    if found is None:
        return None
    kind, who = found
    unit = str(getattr(event, who))
    match event:
        case fire.ExplosionFelt(damage=damage):
            return unit, kind, damage, tell(event)
        case forms.DamageEntered(points=points, note=note):
            return unit, kind, points, note
    return unit, kind, None, tell(event)


class NoteRows:
    """The rows of a game's damage notes at work: the turn and the impulse at hand, and how many notes there are."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._turn, self._impulse = (int(kept["turn"]), int(kept["impulse"])) if kept else (1, 0)
        self._number = int(kept["number"]) if kept else 0

    def take(self, events: Sequence[Recorded]) -> list[NoteRow]:
        """A row for each note."""
        return [row for recorded in events for row in self._rows(recorded.event)]

    def _rows(self, event: Event) -> Iterator[NoteRow]:
        match event:
            case ImpulseBegun(impulse=impulse):
                self._impulse = impulse
            case TurnClosed(turn=turn):
                self._turn, self._impulse = turn + 1, 0
            case _:
                if (note := note_of(event)) is not None:
                    self._number += 1
                    yield NoteRow(self._stream, self._number, self._turn, self._impulse, *note)

    def kept(self) -> Data:
        """The turn and the impulse at hand, and how many notes there are."""
        return {"turn": self._turn, "impulse": self._impulse, "number": self._number}


DAMAGE_NOTES = ReadModel(
    name="sfb_n3d.damage_notes",
    version=1,
    table=Table("sfb_damage_notes", NoteRow, ("stream", "number")),
    rows=NoteRows,
)
