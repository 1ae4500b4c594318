"""Rings of planets: who is in one, and who has flown through. Rule: P2.223; their shape by house."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from sits_es.rules.sfb_n3d.sums.places import Place


@frozen
class PlanetRing:
    """A ring, level around its planet's centre.

    inner, outer: its radii from the centre, thickness: half of it above and half below the centre; all in thirds of a
    kilometre, 0 up, inner at most outer. Its bounds belong to it. Rule: house.
    """

    centre: Place
    inner: int
    outer: int
    thickness: int = 0

    def holds(self, place: Place) -> bool:
        """Whether a place is in the ring."""
        return self.crossed(place, place)

    def crossed(self, before: Place, after: Place) -> bool:
        """Whether the straight way from one place to another touches the ring, however thin it is."""
        start, way = before - self.centre, after - before
        times = _within(6 * start.y, 6 * way.y, self.thickness)
        if times is None:
            return False
        level = way.x * way.x + way.z * way.z
        # where the way passes nearest to the axis, and its two ends in the ring's level: nothing is nearer or farther
        turning = Fraction(-(start.x * way.x + start.z * way.z), level) if level else times[0]
        nearest = min(max(turning, times[0]), times[1])
        squares = [
            9 * ((start.x + at * way.x) ** 2 + (start.z + at * way.z) ** 2) for at in (times[0], nearest, times[1])
        ]
        return min(squares) <= self.outer**2 and max(squares) >= self.inner**2


def _within(start: int, way: int, bound: int) -> tuple[Fraction, Fraction] | None:
    """Between which parts of a way, 0 to 1, start + part x way is within a bound of 0; None when never."""
    if not way:
        return (Fraction(0), Fraction(1)) if abs(start) <= bound else None
    first, last = sorted((Fraction(-bound - start, way), Fraction(bound - start, way)))
    first, last = max(first, Fraction(0)), min(last, Fraction(1))
    return (first, last) if first <= last else None
