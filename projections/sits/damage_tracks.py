"""Damage tracks: every ship's tracks as they stand after the last event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import GameCreated
from sits_es.rules.sits.events.damage import BoxDestroyed, RepairTried, WallDisabled
from sits_es.rules.sits.events.motion import ShipPlaced
from sits_es.rules.sits.ships.ship_class import MOUNT_TRACKS, SHIP_TRACKS
from sits_es.rules.sits.state import HIT, LOST, TRIED, WHOLE
from sits_es.rules.sits.tracks import disabled, marked
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
class TrackState:
    """classes: class -> track -> boxes, as the game's first event gives them; ships: ship -> track -> its row."""

    stream: str
    classes: dict[str, dict[str, tuple[int, ...]]] = field(factory=dict)
    ships: dict[str, dict[str, TrackRow]] = field(factory=dict)


def track_boxes(classes: Mapping[str, Data]) -> dict[str, dict[str, tuple[int, ...]]]:
    """Boxes by class and track, from the plain data of ship classes."""
    return {name: {track: tuple(boxes) for track, boxes in data["tracks"].items()} for name, data in classes.items()}


def with_marks(row: TrackRow, marks: str) -> TrackRow:
    """The row with its boxes marked anew, and the rating that follows from it."""
    box = marks.find(WHOLE)
    return evolve(row, marks=marks, rating=None if box < 0 else row.boxes[box])


def on_the_card(track: str) -> tuple[int, str, int]:
    """A key that sorts tracks as a card shows them: those of the ship, then mount by mount."""
    if track in SHIP_TRACKS:
        return 0, "", SHIP_TRACKS.index(track)
    system = max((name for name in MOUNT_TRACKS if track.endswith(f"-{name}")), key=len, default="")
    place = MOUNT_TRACKS.index(system) if system else len(MOUNT_TRACKS)
    return 1, track.removesuffix(system), place


def fresh_rows(stream: str, ship: str, tracks: Mapping[str, tuple[int, ...]]) -> dict[str, TrackRow]:
    """The rows of an undamaged ship, by track."""
    return {
        track: with_marks(TrackRow(stream, ship, track, place, tracks[track], "", None), WHOLE * len(tracks[track]))
        for place, track in enumerate(sorted(tracks, key=on_the_card), start=1)
    }


def marks_after(marks: str, event: BoxDestroyed | RepairTried | WallDisabled) -> str:
    """A track's marks after what happened to it."""
    match event:
        case BoxDestroyed(box=box):
            return marked(marks, box, HIT)
        case RepairTried(box=box, repaired=repaired, lost=lost):
            return marked(marks, box, WHOLE if repaired else LOST if lost else TRIED)
        case WallDisabled():
            return disabled(marks)


def step(state: TrackState, recorded: Recorded) -> tuple[TrackState, Iterable[TrackRow]]:
    """The tracks after an event, and the rows it changes."""
    event: Event = recorded.event
    match event:
        case GameCreated(classes=classes):
            return evolve(state, classes=track_boxes(classes)), ()
        case ShipPlaced(ship=ship, ship_class=ship_class):
            rows = fresh_rows(state.stream, ship, state.classes[ship_class])
            return evolve(state, ships={**state.ships, ship: rows}), rows.values()
        case BoxDestroyed() | RepairTried() | WallDisabled():
            old = state.ships[event.ship]
            row = with_marks(old[event.track], marks_after(old[event.track].marks, event))
            return evolve(state, ships={**state.ships, event.ship: {**old, event.track: row}}), (row,)
    return state, ()


DAMAGE_TRACKS = ReadModel(
    name="sits.damage_tracks",
    version=1,
    table=Table("damage_tracks", TrackRow, ("stream", "ship", "track")),
    new=TrackState,
    step=step,
    state=TrackState,
)
