"""Damage tracks as rows of boxes; the state of a box is told by its shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group
from rich.text import Text

from commands.sits.render.page import ReportLine
from sits_es.rules.sits.report.board import SHAPES, box, row
from sits_es.rules.sits.ship.ship_class import MOUNT_TRACKS, SHIP_TRACKS
from sits_es.rules.sits.state import Board, Ship

#: A page of tracks: columns of its margin, of a label, of one of two rows abreast, and of the whole.
_MARGIN, _LABEL, _ABREAST, _WIDE = 4, 19, 38, 74


def legend() -> ReportLine:
    """What the shapes mean."""
    return ReportLine(
        "Boxes: " + ", ".join(f"{box(mark, '4')} {meaning}" for mark, (_, meaning) in SHAPES.items()), 2, 7
    )


def tracks(board: Board, ship: Ship) -> Group:
    """Every track of the ship: its own first, then each mount's under the mount's name."""
    ship_class = board.class_of(ship)

    def cells(labels: Iterable[tuple[str, str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
        return ((label, row(ship_class, name, ship.boxes[name])) for label, name in labels if name in ship.boxes)

    blocks = [Text("  Damage tracks", style="bold"), *_page(cells((track, track) for track in SHIP_TRACKS))]
    for mount in ship_class.mounts:
        blocks.append(Text(f"  {mount.name}", style="bold"))
        blocks += _page(cells((system, mount.track(system)) for system in MOUNT_TRACKS))
    return Group(*blocks)


def _page(cells: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[Text]:
    """Labelled rows, two abreast where both are short enough."""
    left = ""
    for label, boxes in cells:
        for line in labelled(label, boxes, _LABEL, _WIDE):
            if left and len(left) < _ABREAST and len(line) <= _ABREAST - 2:
                yield _set(f"{left:<{_ABREAST}}{line}")
                left = ""
                continue
            if left:
                yield _set(left)
            left = line
    if left:
        yield _set(left)


def _set(line: str) -> Text:
    return Text(" " * _MARGIN + line)


def labelled(label: str, boxes: Iterable[str], margin: int, width: int) -> Iterator[str]:
    """A label and its boxes, broken between boxes; margin: columns that the label takes, width: of the whole."""
    line = f"{label:<{margin}}"
    for one in boxes:
        if len(line) + len(one) > width:
            yield line
            line = " " * margin
        line += one
    yield line


def changes(before: Board, after: Board) -> Iterator[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    """(ship, track, boxes before, boxes after) for every track that is not as it was, ship by ship."""
    for name in sorted(before.ships):
        was, now = before.ships[name], after.ships[name]
        ship_class = before.class_of(was)
        for track in ship_class.tracks:
            if was.boxes[track] != now.boxes[track]:
                yield name, track, row(ship_class, track, was.boxes[track]), row(ship_class, track, now.boxes[track])
