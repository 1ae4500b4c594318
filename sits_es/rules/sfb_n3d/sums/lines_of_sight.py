"""Whether a planet or a small moon is in the way of a line of sight. Rule: P2.1."""

from __future__ import annotations

from sits_es.rules.sfb_n3d.sums.places import Place
from sits_es.rules.sfb_n3d.sums.segments import squared_to_place


def passes(one: Place, other: Place, centre: Place, radius: int) -> bool:
    """Whether the line between two places passes nearer to a centre than a radius, in thirds of a kilometre.

    A line that touches passes by. A place inside sees nothing outside. Rule: P2.1; touching by house.
    """
    return 9 * squared_to_place(one, other, centre) < radius * radius
