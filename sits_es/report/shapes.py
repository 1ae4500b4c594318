"""A table with shapes on it, before anybody draws it: things with corners, areas round them, lines between places.

Like every scene it knows no rule system: what things and areas are called, and what is said of them, are words.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from sits_es.report.scenes import MapWords, Marker

#: A place on the table: to the right and up, in the system's unit of length.
Corner = tuple[float, float]

#: How an area is meant: `open` is its outline alone, `plain` is filled, `strong` is what an answer is about.
Weight = Literal["open", "plain", "strong"]


@frozen(kw_only=True)
class Outline(Marker):
    """A thing with a shape. corners: in order, three or more; front: a smaller shape in it, where its front is."""

    corners: tuple[Corner, ...]
    front: tuple[Corner, ...] = ()


@frozen(kw_only=True)
class Area:
    """An area of a thing. of: the thing's name; name: its own; corners: in order, three or more.

    label: words that stand in it, or nothing; facts: what the legend says of it.
    """

    name: str
    of: str
    corners: tuple[Corner, ...]
    weight: Weight = "plain"
    label: str = ""
    facts: tuple[str, ...] = ()


@frozen(kw_only=True)
class Overlap:
    """What of a thing lies inside an area of another. thing: its name; of, area: whose area, and which.

    parts: the corners of each part.
    """

    thing: str
    of: str
    area: str
    parts: tuple[tuple[Corner, ...], ...]


@frozen(kw_only=True)
class ShapeLine:
    """A straight line. name: what it is; of: the thing that it belongs to, or nothing; ends: where it begins and ends.

    facts: what the legend says of it; one without facts is not in the legend.
    """

    name: str
    ends: tuple[Corner, Corner]
    of: str = ""
    facts: tuple[str, ...] = ()


@frozen(kw_only=True)
class ShapeScene:
    """A table seen from above: its things and areas in the order of the legend, areas on top of those before them.

    ruler: the length of the line that shows the scale, above 0. edges: lower left and upper right of what is shown at
    the least, such as a table's corners.
    """

    things: tuple[Outline, ...]
    areas: tuple[Area, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    strokes: tuple[ShapeLine, ...] = ()
    words: MapWords = field(factory=MapWords)
    ruler: int = 100
    edges: tuple[Corner, Corner] | None = None
