"""Arcs, ranges and relations by looking at many points of a base, one after the other: no geometry library, no areas.

Whatever is asked of a point is answered by its bearing and by how far it is from the base that looks: other formulas
than those of the program. Slow, and blind to what is smaller than the space between two points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np
from attrs import frozen

from sits_es.rules.xwing.sums.bases import Base, Placement, placed, read_base

#: Points along each side of a base: all of them together fill it.
SIDE: Final = 30
#: Points along each edge.
EDGE: Final = 250
#: What the tokens print, in degrees: from mm along the edge and half of the edge.
HALF_ANGLES: Final = {
    "small": math.degrees(math.atan2(17.15, 20)),
    "medium": math.degrees(math.atan2(26.45, 30)),
    "large": math.degrees(math.atan2(35.71, 40)),
}
#: Huge bases as they are sold, and two that nobody sells: very broad, and so narrow that its bullseye arc is broader.
HUGE: Final = (read_base("80x195", 41), read_base("300x35", 70), read_base("14x250", "1.5"))
BASES: Final = (*map(read_base, ("small", "medium", "large")), *HUGE)

Points = tuple[np.ndarray, np.ndarray]


@frozen
class Sampled:
    """What points show. area: mm2 by arc; hit: arcs in which a point lies well inside; near: mm by arc, to the closest
    point found; distance: of the bases, in mm; ahead, astern: mm2 on each side of the midway line.
    """

    area: dict[str, float]
    hit: frozenset[str]
    near: dict[str, float]
    distance: float
    ahead: float
    astern: float


def places(number: int, seed: int) -> Iterator[tuple[Placement, Placement]]:
    """Pairs of bases, most of them within range of each other, some overlapping, some square to each other."""
    random = Random(seed)  # noqa: S311 - a table, not a secret
    for each in range(number):
        far, way = random.uniform(0, 430), random.uniform(0, 2 * math.pi)
        x, y = random.uniform(-450, 450), random.uniform(-450, 450)
        facings = [random.uniform(0, 360) if each % 4 else 90.0 * random.randrange(4) for _ in range(2)]
        one = placed(random.choice(BASES), _text(x), _text(y), _text(facings[0]))
        there = _text(x + far * math.sin(way)), _text(y + far * math.cos(way))
        yield one, placed(random.choice(BASES), *there, _text(facings[1]))


def _text(number: float) -> str:
    return f"{number:.4f}"


def sampled(one: Placement, other: Placement, off: float = 0.0) -> Sampled:
    """What points show of the other base. off: degrees by which the arc lines are misread, to try the check itself."""
    right, ahead = _seen(one, _to_table(other, _grid(other.base)))
    cell = float(other.base.width * other.base.length) / SIDE**2
    arcs = _arcs(one.base, right, ahead, off, 0.0)
    well = _arcs(one.base, right, ahead, off, 0.01)
    edge_right, edge_ahead = _seen(one, _to_table(other, _edge(other.base)))
    gap = _gap(one.base, edge_right, edge_ahead)
    on_edge = _arcs(one.base, edge_right, edge_ahead, off, 0.0)
    edge_well = _arcs(one.base, edge_right, edge_ahead, off, 0.01)
    near = _gap(one.base, right, ahead) <= 300
    return Sampled(
        {arc: float(held.sum()) * cell for arc, held in arcs.items()},
        frozenset(arc for arc, held in well.items() if held.any() or edge_well[arc].any()),
        {arc: float(gap[held].min()) for arc, held in on_edge.items() if held.any()},
        _distance(one, other),
        float((near & (ahead > 0)).sum()) * cell,
        float((near & (ahead < 0)).sum()) * cell,
    )


def _grid(base: Base) -> Points:
    steps = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    right, ahead = np.meshgrid(steps * float(base.width), steps * float(base.length))
    return right.ravel(), ahead.ravel()


def _edge(base: Base) -> Points:
    wide, long = float(base.width) / 2, float(base.length) / 2
    run = np.linspace(-1, 1, EDGE)
    whole = np.ones(EDGE)
    right = np.concatenate([run * wide, run * wide, -whole * wide, whole * wide])
    ahead = np.concatenate([whole * long, -whole * long, run * long, run * long])
    return right, ahead


def _to_table(placement: Placement, points: Points) -> Points:
    """By bearing and length, as a protractor and a ruler would have it."""
    far, bearing = np.hypot(*points), np.arctan2(*points) + math.radians(float(placement.facing))
    return float(placement.x) + far * np.sin(bearing), float(placement.y) + far * np.cos(bearing)


def _seen(one: Placement, points: Points) -> Points:
    x, y = points[0] - float(one.x), points[1] - float(one.y)
    far, bearing = np.hypot(x, y), np.arctan2(x, y) - math.radians(float(one.facing))
    return far * np.sin(bearing), far * np.cos(bearing)


def _gap(base: Base, right: np.ndarray, ahead: np.ndarray) -> np.ndarray:
    """How far points are from a base; 0 in it."""
    across = np.maximum(np.abs(right) - float(base.width) / 2, 0)
    along = np.maximum(np.abs(ahead) - float(base.length) / 2, 0)
    found: np.ndarray = np.hypot(across, along)
    return found


def _arcs(base: Base, right: np.ndarray, ahead: np.ndarray, off: float, margin: float) -> dict[str, np.ndarray]:
    """Which points each arc holds. margin: mm by which they have to be inside."""
    gap = _gap(base, right, ahead)
    out = (gap > margin) & (gap < 300 - margin)
    bearing = np.degrees(np.arctan2(right, ahead))
    half = (HALF_ANGLES[base.name] if base.half_angle is None else float(base.half_angle)) + off
    slack = np.degrees(margin / np.maximum(np.hypot(right, ahead), 1))
    front = np.abs(bearing) < half - slack
    rear = np.abs(bearing) > 180 - half + slack
    side = (np.abs(bearing) > half + slack) & (np.abs(bearing) < 180 - half - slack)
    before = (np.abs(right) < 7.5 - margin) & (ahead > float(base.length) / 2)
    return {
        "front": front & out,
        "right": side & (right > 0) & out,
        "rear": rear & out,
        "left": side & (right < 0) & out,
        "bullseye": before & front & out,
        "full-front": (ahead > margin) & out,
        "full-rear": (ahead < -margin) & out,
    }


def _distance(one: Placement, other: Placement) -> float:
    """Of two bases that don't overlap the closest points are a corner of one and some point of the other."""
    found = math.inf
    for here, there in ((one, other), (other, one)):
        wide, long = float(there.base.width) / 2, float(there.base.length) / 2
        corners = np.array([-wide, wide, wide, -wide]), np.array([long, long, -long, -long])
        found = min(found, float(_gap(here.base, *_seen(here, _to_table(there, corners))).min()))
        edge = _gap(here.base, *_seen(here, _to_table(there, _edge(there.base))))
        if (edge == 0).any():
            return 0.0
    return found
