"""The read models of Star Wars: the map, every flight, and damage notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import define, evolve, field, frozen

from projections.model import OneGame, ReadModel, Table
from sits_es.events import Event
from sits_es.game.events import GameStarted, SegmentClosed
from sits_es.game.exchanges import Walk
from sits_es.rules.star_wars.events import harm, motion
from sits_es.rules.star_wars.orders import forms
from sits_es.rules.star_wars.story import tell, unit_of

__all__ = ["DAMAGE_NOTES", "MAP", "MOVEMENT", "PROJECTIONS", "unit_of"]


@define
class MapRow:
    """One starship on the map after an exchange; turn and segment are 0 for how it began. Lost ones are in no row.

    q, r: its hex, as in space.hexes; facing: side A to F; speed: 0 up.
    """

    stream: str
    turn: int
    segment: int
    starship: str
    side: str
    q: int
    r: int
    facing: str
    speed: int


@define
class MapRows(OneGame):
    """The rows of a game's map at work: starships as they stand."""

    now: dict[str, MapRow] = field(factory=dict)

    def rows_of(self, event: Event) -> list[MapRow]:
        """The rows of all starships when an exchange is over."""
        match event:
            case GameStarted():
                return self._rows(0, 0)
            case SegmentClosed(turn=turn, segment=segment):
                return self._rows(turn, segment)
            case motion.StarshipPlaced(starship=name):
                stands = (event.side, event.q, event.r, event.facing, event.speed)
                self.now[name] = MapRow(self.stream, 0, 0, name, *stands)
            case motion.StarshipFlew(starship=name):
                row = self.now[name]
                row.q, row.r, row.facing = event.q, event.r, event.facing
            case motion.SpeedChanged(starship=name, speed=speed):
                self.now[name].speed = speed
            case harm.StarshipShutDown(starship=name):
                self.now[name].speed = 0
            case harm.StarshipLost(starship=name):
                self.now.pop(name, None)
        return []

    def _rows(self, turn: int, segment: int) -> list[MapRow]:
        return [evolve(row, turn=turn, segment=segment) for row in self.now.values()]


MAP = ReadModel(
    name="star_wars.map",
    version=2,
    table=Table("star_wars_map", MapRow, ("stream", "turn", "segment", "starship")),
    rows=MapRows,
    in_force=("turn", "segment"),
)


@frozen
class FlightRow:
    """One Fly manoeuvre, in the exchange in which it was carried out. Hexes by q and r, as in space.hexes.

    steps: as ordered, such as `F F R F L`; facing: at its end, side A to F; hexes: entered; movement: that they took.
    """

    stream: str
    turn: int
    segment: int
    starship: str
    steps: str
    from_q: int
    from_r: int
    to_q: int
    to_r: int
    facing: str
    hexes: int
    movement: int


@define
class _OfExchanges(OneGame):
    """Rows that name their exchange, or their entry: the one at hand."""

    walk: Walk = field(factory=Walk)

    def rows_of(self, event: Event) -> Iterator[Any]:
        """The rows of an event, which may be the first of another exchange."""
        self.walk = self.walk.past(event)
        return self._rows(event)

    def _rows(self, event: Event) -> Iterator[Any]:
        """The rows of an event of the exchange at hand."""
        raise NotImplementedError


@define
class FlightRows(_OfExchanges):
    """The rows of a game's flights at work: also where every starship is."""

    at: dict[str, tuple[int, int]] = field(factory=dict)

    def _rows(self, event: Event) -> Iterator[FlightRow]:
        match event:
            case motion.StarshipPlaced(starship=name, q=q, r=r):
                self.at[name] = (q, r)
            case motion.StarshipFlew() as flew:
                from_q, from_r = self.at[flew.starship]
                self.at[flew.starship] = (flew.q, flew.r)
                yield FlightRow(
                    stream=self.stream,
                    turn=self.walk.turn,
                    segment=self.walk.segment,
                    starship=flew.starship,
                    steps=" ".join(flew.steps),
                    from_q=from_q,
                    from_r=from_r,
                    to_q=flew.q,
                    to_r=flew.r,
                    facing=flew.facing,
                    hexes=len(flew.path),
                    movement=flew.movement,
                )


MOVEMENT = ReadModel(
    name="star_wars.movement",
    version=2,
    table=Table("star_wars_movement", FlightRow, ("stream", "turn", "segment", "starship")),
    rows=FlightRows,
)


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


@define
class NoteRows(_OfExchanges):
    """The rows of a game's damage notes at work: also how many notes there are."""

    number: int = 0

    def _rows(self, event: Event) -> Iterator[NoteRow]:
        if (note := note_of(event)) is not None:
            self.number += 1
            yield NoteRow(self.stream, self.number, self.walk.turn, self.walk.segment, *note)


DAMAGE_NOTES = ReadModel(
    name="star_wars.damage_notes",
    version=2,
    table=Table("star_wars_damage_notes", NoteRow, ("stream", "number")),
    rows=NoteRows,
)

PROJECTIONS = (MAP, MOVEMENT, DAMAGE_NOTES)
