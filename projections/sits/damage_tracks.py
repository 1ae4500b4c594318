"""Damage tracks: every ship's tracks as they stand after the last event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, field, frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import GameCreated
from sits_es.rules.sits.events.damage import BoxDestroyed, RepairTried, WallDisabled
from sits_es.rules.sits.events.miracles import BoxesReopened
from sits_es.rules.sits.events.motion import ShipPlaced
from sits_es.rules.sits.ship.reader import from_data
from sits_es.rules.sits.ship.tracks import disabled, marked, tried
from sits_es.rules.sits.state import HIT, WHOLE
from sits_es.store import Recorded


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
    """A track of a class: values of its boxes from left to right."""

    name: str
    boxes: tuple[int, ...]


@frozen
class TrackState:
    """classes: class -> its tracks, in the order of the card; ships: ship -> track -> its row."""

    stream: str
    classes: dict[str, tuple[Track, ...]] = field(factory=dict)
    ships: dict[str, dict[str, TrackRow]] = field(factory=dict)


def tracks_of(classes: Mapping[str, Data]) -> dict[str, tuple[Track, ...]]:
    """Tracks by class, from the classes that a game's first event holds."""
    cards = {name: from_data(data) for name, data in classes.items()}
    return {name: tuple(Track(*track) for track in card.tracks.items()) for name, card in cards.items()}


def with_marks(row: TrackRow, marks: str) -> TrackRow:
    """The row with its boxes marked anew, and the rating that follows from it."""
    box = marks.find(WHOLE)
    return evolve(row, marks=marks, rating=None if box < 0 else row.boxes[box])


def fresh_rows(stream: str, ship: str, tracks: Sequence[Track]) -> dict[str, TrackRow]:
    """The rows of an undamaged ship, by track."""
    return {
        track.name: with_marks(
            TrackRow(stream, ship, track.name, place, track.boxes, "", None), WHOLE * len(track.boxes)
        )
        for place, track in enumerate(tracks, start=1)
    }


def marks_after(marks: str, event: BoxDestroyed | RepairTried | WallDisabled | BoxesReopened) -> str:
    """A track's marks after what happened to it."""
    match event:
        case BoxDestroyed(box=box):
            return marked(marks, box, HIT)
        case RepairTried(box=box, repaired=repaired, lost=lost):
            return tried(marks, box, repaired=repaired, lost=lost)
        case WallDisabled():
            return disabled(marks)
        case BoxesReopened(boxes=boxes):
            for box in boxes:
                marks = marked(marks, box, HIT)
            return marks


def step(state: TrackState, recorded: Recorded) -> tuple[TrackState, Iterable[TrackRow]]:
    """The tracks after an event, and the rows it changes."""
    event: Event = recorded.event
    match event:
        case GameCreated(classes=classes):
            return evolve(state, classes=tracks_of(classes)), ()
        case ShipPlaced(ship=ship, ship_class=ship_class):
            rows = fresh_rows(state.stream, ship, state.classes[ship_class])
            return evolve(state, ships={**state.ships, ship: rows}), rows.values()
        case BoxDestroyed() | RepairTried() | WallDisabled() | BoxesReopened():
            old = state.ships[event.ship]
            row = with_marks(old[event.track], marks_after(old[event.track].marks, event))
            return evolve(state, ships={**state.ships, event.ship: {**old, event.track: row}}), (row,)
    return state, ()


DAMAGE_TRACKS = ReadModel(
    name="sits.damage_tracks",
    version=1,
    table=Table("sits_damage_tracks", TrackRow, ("stream", "ship", "track")),
    new=TrackState,
    step=step,
    state=TrackState,
)
