"""Asteroids, debris and devices on the table, as polygons or circles. Rule: rules.md, Objects."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Any, Final

from msgspec import Struct

from sits_es.rules.xwing.sums.areas import TOUCHING
from sits_es.rules.xwing.sums.bases import Point
from sits_es.rules.xwing.sums.ranges import NEAR, ROUNDING

#: Kinds of objects.
KINDS: Final = ("asteroid", "debris", "device")
#: Corners of a circle where it is drawn.
_ROUND: Final = 48


class Lying(Struct, frozen=True):
    """An object on the table. corners: of a polygon, in order, or none; middle, radius: of a circle, in mm."""

    corners: tuple[Point, ...] = ()
    middle: Point = (0.0, 0.0)
    radius: float = 0.0

    @property
    def outline(self) -> tuple[Point, ...]:
        """Its corners; of a circle, those to draw it with."""
        if self.corners:
            return self.corners
        x, y = self.middle
        turns = (2 * pi * part / _ROUND for part in range(_ROUND))
        return tuple((x + self.radius * sin(each), y + self.radius * cos(each)) for each in turns)

    def beneath(self, shape: Any) -> bool:
        """Whether a shapely polygon on the table overlaps it: more than a touch, as with arcs."""
        import shapely

        if self.corners:
            return float(shapely.intersection(shapely.Polygon(self.corners), shape).area) > TOUCHING
        return float(shapely.distance(shapely.Point(self.middle), shape)) < self.radius - NEAR - ROUNDING

    def crossed_by(self, line: tuple[Point, Point]) -> bool:
        """Whether a line on the table runs through it: more than a touch."""
        import shapely

        way = shapely.LineString(line)
        if self.corners:
            shape = shapely.Polygon(self.corners)
            along = float(shapely.intersection(shape.exterior, way).length)
            return float(shapely.intersection(shape, way).length) - along > NEAR + ROUNDING
        return float(shapely.distance(shapely.Point(self.middle), way)) < self.radius - NEAR - ROUNDING


def whole(corners: Iterable[Point]) -> bool:
    """Whether corners make a polygon whose edges do not cross and that has an area."""
    import shapely

    found = shapely.Polygon(tuple(corners))
    return bool(shapely.is_valid(found)) and float(found.area) > TOUCHING
