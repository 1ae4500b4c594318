"""Damage notes: hull trauma, system strain, critical hits and what came of them, and what players entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import astuple, frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.exchanges import Walk
from sits_es.rules.star_wars.events import harm
from sits_es.rules.star_wars.orders import forms
from sits_es.rules.star_wars.story import tell
from sits_es.store import Recorded


@frozen
class NoteRow:
    """One note, numbered from 1 in the order of the record. starship: who it is about.

    turn, segment: of the exchange, or of the entry. kind: trauma, strain, shields, critical, mended, lost, shut-down,
    restored, note. points: of trauma or strain, more or less; of shields, what they are now; None for all else.
    critical: its number in the game, None where there is none. note: the fact as a sentence, or a player's own words.
    """

    stream: str
    number: int
    turn: int
    segment: int
    starship: str
    kind: str
    points: int | None
    critical: int | None
    note: str


#: Kind of note, and the fields that hold its points and its critical hit, by the class of the fact.
KINDS: Final[Mapping[type[Event], tuple[str, str | None, str | None]]] = {
    harm.TraumaSuffered: ("trauma", "trauma", None),
    harm.StrainSuffered: ("strain", "strain", None),
    harm.CriticalSuffered: ("critical", None, "critical"),
    harm.StarshipLost: ("lost", None, None),
    harm.StarshipShutDown: ("shut-down", None, None),
    harm.StarshipRestored: ("restored", None, None),
    forms.TraumaEntered: ("trauma", "change", None),
    forms.StrainEntered: ("strain", "change", None),
    forms.ShieldsEntered: ("shields", "shields", None),
    forms.CriticalEntered: ("critical", None, "critical"),
    forms.CriticalMended: ("mended", None, "critical"),
    forms.NoteEntered: ("note", None, None),
}


def note_of(event: Event) -> tuple[str, str, int | None, int | None, str] | None:
    """Starship, kind, points, critical hit and note of a fact that belongs among them; None for any other."""
    found = KINDS.get(type(event))
    if found is None or not isinstance(event, forms.OfStarship):
        return None
    kind, points, critical = found
    own_words = event.text if isinstance(event, forms.CriticalEntered | forms.NoteEntered) else tell(event)
    return event.starship, kind, _whole(event, points), _whole(event, critical), own_words


def _whole(event: Event, field: str | None) -> int | None:
    return None if field is None else int(getattr(event, field))


class NoteRows:
    """The rows of a game's damage notes at work: the exchange at hand, and how many notes there are."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._walk = Walk(*kept["walk"]) if kept else Walk()
        self._number = int(kept["number"]) if kept else 0

    def take(self, events: Sequence[Recorded]) -> list[NoteRow]:
        """A row for each note."""
        return [row for recorded in events for row in self._rows(recorded.event)]

    def _rows(self, event: Event) -> Iterator[NoteRow]:
        self._walk = self._walk.past(event)
        if (note := note_of(event)) is not None:
            self._number += 1
            yield NoteRow(self._stream, self._number, self._walk.turn, self._walk.segment, *note)

    def kept(self) -> Data:
        """The exchange at hand, and how many notes there are."""
        return {"walk": list(astuple(self._walk)), "number": self._number}


DAMAGE_NOTES = ReadModel(
    name="star_wars.damage_notes",
    version=1,
    table=Table("star_wars_damage_notes", NoteRow, ("stream", "number")),
    rows=NoteRows,
)
