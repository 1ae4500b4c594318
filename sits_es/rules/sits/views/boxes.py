"""Damage tracks as rows of boxes; the state of a box is told by what stands in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sits_es.report.blocks import Boxes, BoxRow, Phrase, ReportLine
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import MOUNT_TRACKS, SHIP_TRACKS
from sits_es.rules.sits.sums.tracks import WHOLE
from sits_es.rules.sits.views.board import SHAPES, TONES, box, row

#: Columns of the longest name of a track, and a space.
_LABELS: Final = 19


def legend() -> ReportLine:
    """What the shapes mean."""
    said = [Phrase("Boxes: ")]
    for mark, (_, meaning) in SHAPES.items():
        said += [] if mark == WHOLE else [Phrase(", ")]
        said += [Phrase(f"[{box(mark, '4')}]", TONES[mark]), Phrase(f" {meaning}")]
    return ReportLine(said, 2, 7)


def tracks(board: Board, ship: Ship) -> Iterator[Boxes]:
    """Every track of the ship: its own first, then each mount's under the mount's name."""
    ship_class = board.class_of(ship)

    def under(title: str, labels: Iterable[tuple[str, str]]) -> Boxes:
        rows = (BoxRow(label, row(ship_class, name, ship.boxes[name])) for label, name in labels if name in ship.boxes)
        return Boxes(title, rows, labels=_LABELS, paired=True)

    yield under("Damage tracks", ((track, track) for track in SHIP_TRACKS))
    for mount in ship_class.mounts:
        yield under(mount.name, ((system, mount.track(system)) for system in MOUNT_TRACKS))


def changes(before: Board, after: Board) -> Iterator[tuple[str, str, tuple[Phrase, ...], tuple[Phrase, ...]]]:
    """(ship, track, boxes before, boxes after) for every track that is not as it was, ship by ship."""
    for name in sorted(before.ships):
        was, now = before.ships[name], after.ships[name]
        ship_class = before.class_of(was)
        for track in ship_class.tracks:
            if was.boxes[track] != now.boxes[track]:
                yield name, track, row(ship_class, track, was.boxes[track]), row(ship_class, track, now.boxes[track])
