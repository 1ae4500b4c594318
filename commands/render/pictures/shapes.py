"""Shapes on a table as every rendering has them: what is shown, whether a spot is inside, and where words go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from commands.render.pictures.figures import Figure, figure_of
from sits_es.report.scenes import Area, Corner, Outline, ShapeScene


@frozen
class Extent:
    """The part of a table that is shown: its edges, in the system's units."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def across(self) -> float:
        """How wide it is, more than 0."""
        return max(self.right - self.left, 1.0)

    @property
    def up(self) -> float:
        """How high it is, more than 0."""
        return max(self.top - self.bottom, 1.0)


def extent_of(scene: ShapeScene) -> Extent:
    """The edges of what is to be seen: those wanted, and everything that stands or reaches somewhere."""
    spots = list(_spots(scene)) or [(0.0, 0.0)]
    across, up = [x for x, _ in spots], [y for _, y in spots]
    return Extent(min(across), min(up), max(across), max(up))


def _spots(scene: ShapeScene) -> Iterator[Corner]:
    yield from scene.edges or ()
    for thing in scene.things:
        yield from thing.corners
    for area in scene.areas:
        yield from area.corners
    for stroke in scene.strokes:
        yield from stroke.ends


def figure(scene: ShapeScene, thing: Outline) -> Figure:
    """A thing with the shape and the colour of its side."""
    return figure_of(scene.things, thing)


def owner(scene: ShapeScene, name: str) -> Outline | None:
    """The thing of a name, if there is one."""
    return next((thing for thing in scene.things if thing.name == name), None)


def holds(corners: Sequence[Corner], spot: Corner) -> bool:
    """Whether a spot is inside a shape; one on its edge may count as either."""
    return is_between(crossings(corners, spot[1]), spot[0])


def crossings(corners: Sequence[Corner], y: float) -> list[float]:
    """Where the edges of a shape cross a height, in no order; none where it lies above or below."""
    found: list[float] = []
    before_x, before_y = corners[-1]
    for corner_x, corner_y in corners:
        if (corner_y > y) != (before_y > y):
            found.append(corner_x + (y - corner_y) * (before_x - corner_x) / (before_y - corner_y))
        before_x, before_y = corner_x, corner_y
    return found


def is_between(crossed: Sequence[float], x: float) -> bool:
    """Whether a spot of that height is inside: it has an odd number of edges to its right."""
    return sum(x < edge for edge in crossed) % 2 == 1


def middle(corners: Sequence[Corner]) -> Corner:
    """The middle of a shape, by its area; of a line's length of corners, their mean."""
    twice = x = y = 0.0
    before_x, before_y = corners[-1]
    for corner_x, corner_y in corners:
        part = before_x * corner_y - corner_x * before_y
        twice += part
        x += part * (before_x + corner_x)
        y += part * (before_y + corner_y)
        before_x, before_y = corner_x, corner_y
    if abs(twice) < 1e-9:
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    return x / (3 * twice), y / (3 * twice)


def area_said(area: Area) -> str:
    """What the legend says of an area."""
    return ", ".join((f"{area.of}: {area.name}", *area.facts))


def lines_said(scene: ShapeScene) -> Iterator[str]:
    """What the legend says of each line that it has."""
    return (f"{stroke.name}: {', '.join(stroke.facts)}" for stroke in scene.strokes if stroke.facts)
