"""Damage tracks: every ship's tracks as they stand after the last event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import orjson
from attrs import frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import GameCreated
from sits_es.rules.sits.events.damage import BoxDestroyed, RepairTried, WallDisabled
from sits_es.rules.sits.events.miracles import BoxesReopened
from sits_es.rules.sits.events.motion import ShipPlaced
from sits_es.rules.sits.ship.reader import from_data
from sits_es.rules.sits.ship.tracks import marked, put_down, tried
from sits_es.rules.sits.state import HIT, WHOLE
from sits_es.store import Recorded

#: The facts that change a track.
MARKING = frozenset({GameCreated, ShipPlaced, BoxDestroyed, RepairTried, WallDisabled, BoxesReopened})


@frozen
class TrackRow:
    """One track. place: its place on the card, from 1; boxes: their values from left to right.

    marks: one sign a box, "." whole, "x" hit, "t" hit and tried once, "#" beyond repair, "d" disabled. rating: value of
    the leftmost whole box, None where there is none.
    """

    stream: str
    ship: str
    track: str
    place: int
    boxes: tuple[int, ...]
    marks: str
    rating: int | None


@frozen
class Track:
    """A track of a class. place: its place on the card, from 1; boxes: their values from left to right."""

    place: int
    boxes: tuple[int, ...]


@lru_cache(maxsize=8)
def tracks_of(classes: str) -> Mapping[str, Mapping[str, Track]]:
    """Tracks by class and name, from the classes that a game's first event holds, as JSON. Many games share theirs."""
    cards = {name: from_data(data) for name, data in orjson.loads(classes).items()}
    return {
        name: {track: Track(place, boxes) for place, (track, boxes) in enumerate(card.tracks.items(), start=1)}
        for name, card in cards.items()
    }


def marks_after(marks: str, event: BoxDestroyed | RepairTried | WallDisabled | BoxesReopened) -> str:
    """A track's marks after what happened to it."""
    match event:
        case BoxDestroyed(box=box):
            return marked(marks, box, HIT)
        case RepairTried(box=box, repaired=repaired, lost=lost):
            return tried(marks, box, repaired=repaired, lost=lost)
        case WallDisabled():
            return put_down(marks)
        case BoxesReopened(boxes=boxes):
            for box in boxes:
                marks = marked(marks, box, HIT)
            return marks


class TrackRows:
    """The rows of a game's damage tracks at work: the tracks of its classes, and the class and marks of each ship."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        classes, ships = (kept["classes"], kept["ships"]) if kept else ({}, {})
        self._classes: Mapping[str, Mapping[str, Track]] = {
            name: {track: Track(place, tuple(boxes)) for track, place, boxes in tracks}
            for name, tracks in classes.items()
        }
        self._ships: dict[str, tuple[str, dict[str, str]]] = {
            ship: (kind, marks) for ship, (kind, marks) in ships.items()
        }

    def take(self, events: Sequence[Recorded]) -> Iterable[TrackRow]:
        """The rows of the tracks that these events mark."""
        happened = (recorded.event for recorded in events)
        touched = dict.fromkeys(track for event in happened if type(event) in MARKING for track in self._mark(event))
        return [self._row(ship, track) for ship, track in touched]

    def _mark(self, event: Event) -> Iterable[tuple[str, str]]:
        """Let an event change the marks; returns ship and name of the tracks that it marks."""
        match event:
            case BoxDestroyed() | RepairTried() | WallDisabled() | BoxesReopened():
                marks = self._ships[event.ship][1]
                marks[event.track] = marks_after(marks[event.track], event)
                return ((event.ship, event.track),)
            case ShipPlaced(ship=ship, ship_class=kind):
                fresh = {track: WHOLE * len(each.boxes) for track, each in self._classes[kind].items()}
                self._ships[ship] = (kind, fresh)
                return [(ship, track) for track in fresh]
            case GameCreated(classes=classes):
                self._classes = tracks_of(orjson.dumps(classes).decode())
        return ()

    def _row(self, ship: str, name: str) -> TrackRow:
        kind, marks = self._ships[ship]
        track, box = self._classes[kind][name], marks[name].find(WHOLE)
        rating = None if box < 0 else track.boxes[box]
        return TrackRow(self._stream, ship, name, track.place, track.boxes, marks[name], rating)

    def kept(self) -> Data:
        """The tracks of the classes, and the class and marks of each ship."""
        return {
            "classes": {
                name: [(track, each.place, each.boxes) for track, each in tracks.items()]
                for name, tracks in self._classes.items()
            },
            "ships": self._ships,
        }


DAMAGE_TRACKS = ReadModel(
    name="sits.damage_tracks",
    version=2,
    table=Table("sits_damage_tracks", TrackRow, ("stream", "ship", "track")),
    rows=TrackRows,
)
