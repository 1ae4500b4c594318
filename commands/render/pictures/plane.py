"""Fitting a plane into a picture: how many of the system's units a step of it stands for, and what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from attrs import frozen

from commands.render.pictures.figures import Figure, figure_of
from commands.render.pictures.hex_map import scales
from sits_es.report.scenes import PlanePoint, PlotScene


@frozen
class Edges:
    """The part of a plane that is shown: its edges, in the system's units."""

    left: int
    bottom: int
    right: int
    top: int


@frozen
class Drawing:
    """A thing, where it stands, and where its course leads."""

    figure: Figure
    place: PlanePoint
    course: PlanePoint | None = None


def frame_of(scene: PlotScene) -> Edges:
    """The edges of what is to be seen: the corners wanted, and everything that stands or will stand somewhere."""
    places = [drawing.place for drawing in drawings(scene)] + list(scene.corners or ())
    across, up = [place.x for place in places] or [0], [place.y for place in places] or [0]
    return Edges(min(across), min(up), max(across), max(up))


def drawings(scene: PlotScene) -> Iterator[Drawing]:
    """Things first, then the places where they will be, each in the order of the scene."""
    now = (Drawing(figure_of(scene.markers, each), each.place, each.course) for each in scene.markers)
    later = (
        Drawing(figure_of(scene.markers, each, later=True), each.future)
        for each in scene.markers
        if each.future not in (None, each.place)
    )
    return chain(now, later)


def scale_for(units: int, steps: int) -> int:
    """The finest scale, 1, 2, 5, 10 and so on, at which so many units go into so many steps (1 up)."""
    return next(scale for scale in scales() if -(-units // scale) < steps)


def measured(number: int, scene: PlotScene) -> str:
    """A length with its unit."""
    return f"{number} {scene.words.measure}".strip()
