"""The plots of SFB 'n3D: the units and bodies from above, from the east and from the south."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.report.scenes import MapWords, PlanePoint, PlotMarker, PlotScene, Pointer, short_labels
from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.state import Board, Body, Unit
from sits_es.rules.sfb_n3d.sums.motion import step
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
from sits_es.rules.sfb_n3d.sums.places import Place

#: How a place lies on each plane, to the right and upward: x is to the north, y up, z to the west. Rule: C1.12.
PLANES: Final[Mapping[str, Callable[[Place], PlanePoint]]] = {
    "from above, north up": lambda place: PlanePoint(-place.z, place.x),
    "from the east, up is up": lambda place: PlanePoint(place.x, place.y),
    "from the south, up is up": lambda place: PlanePoint(-place.z, place.y),
}
ABOVE, EAST, SOUTH = PLANES

_KINDS: Final = ("planet", "gas giant", "moon", "star", "hole")


def plot(board: Board, plane: str = ABOVE) -> PlotScene:
    """The units on the map and the bodies but asteroids and rings, on one plane, in kilometres."""
    on_plane = PLANES[plane]
    units, bodies = board.out(), [body for _, body in sorted(board.bodies.items()) if body.kind in _KINDS]
    labels = short_labels([unit.name for unit in units] + [body.name for body in bodies])
    markers = [_unit(unit, labels[unit.name], on_plane, plane == ABOVE) for unit in units]
    markers += [_body(body, labels[body.name], on_plane) for body in bodies]
    words = MapWords(
        unit="unit",
        measure="km",
        pointer="heading" if plane == ABOVE else "",
        course="one turn at this speed",
        course_in_short="in a turn",
        compass="north" if plane == ABOVE else "",
    )
    return PlotScene(tuple(markers), words)


def _unit(unit: Unit, label: str, on_plane: Callable[[Place], PlanePoint], above: bool) -> PlotMarker:
    way = step(unit.facing, unit.speed, unit.inertia)
    course = unit.place + Place(*(part * IMPULSES for part in (way.x, way.y, way.z)))
    facts = [f"at {unit.place}", str(unit.facing), f"speed {written(unit.speed)}"]
    return PlotMarker(
        label=label,
        name=unit.name,
        side=unit.side,
        # yaw counts to the left, azimuths clockwise
        pointer=Pointer(str(unit.facing), -unit.facing.yaw / WHOLE % 360) if above else None,
        place=on_plane(unit.place),
        course=None if course == unit.place else on_plane(course),
        facts=tuple(facts),
    )


def _body(body: Body, label: str, on_plane: Callable[[Place], PlanePoint]) -> PlotMarker:
    kind = "black hole" if body.kind == "hole" else body.kind
    return PlotMarker(label=label, name=body.name, place=on_plane(body.place), facts=(f"{kind} at {body.place}",))
