"""The areas of a base's arcs, about its own middle with the bow up: wedges between lines, without what lies beneath it.

Here no area has an end yet: that each ends 300 mm from the base is `rims`'. Rule: the printed page, "Standard
Arcs", "Bullseye Arc", "Full Arcs"; rules.md, Standard arcs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules.xwing.sums.bases import Base, Point, corners_of
from sits_es.rules.xwing.sums.ranges import FARTHEST_RANGE, ROUNDING
from sits_es.sentences import unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Every arc, in the order in which answers name them.
ARCS: Final = ("front", "right", "rear", "left", "bullseye", "full-front", "full-rear")
#: The arcs between the printed lines, clockwise from the bow.
STANDARD: Final = ARCS[:4]
#: The arcs on either side of the midway line, ahead first.
FULL: Final = ARCS[5:]
#: The arc opposite to each standard one.
OPPOSITE: Final = dict(zip(STANDARD, (*STANDARD[2:], *STANDARD[:2]), strict=True))
#: How wide the bullseye arc is, in mm: as wide as the range ruler. Rule: rules.md, Standard arcs.
BULLSEYE: Final = 15.0
#: An overlap has to be greater than this to be one, in mm2: touching is not inside. Rule: rules.md, In an arc.
TOUCHING: Final = 0.000001 + ROUNDING

#: Farther out than any part of a base that is partly within range 3.
_OUT: Final = 4096.0


def read_arcs(text: str) -> tuple[str, ...]:
    """Arcs as people write them, commas or blanks between them, in the order of ARCS. Raises UnreadableError."""
    words = text.lower().replace(",", " ").split()
    if wrong := [word for word in words if word not in ARCS]:
        raise UnreadableError(unknown("arc", word, ARCS) for word in wrong)
    return in_order(words)


def in_order(arcs: Iterable[str]) -> tuple[str, ...]:
    """Arcs in the order of ARCS, each once."""
    given = set(arcs)
    return tuple(arc for arc in ARCS if arc in given)


def in_words(arc: str) -> str:
    """An arc as people say it: front arc, full front arc."""
    return f"{arc.replace('-', ' ')} arc"


def need_lines(base: Base, arcs: Iterable[str]) -> None:
    """Refuse standard arcs of a huge base whose arc lines nobody has given. Raises NotAllowedError."""
    wanted = [arc for arc in arcs if arc in STANDARD]
    if base.slope is None and wanted:
        raise NotAllowedError(
            f"A huge base such as {base.name} has no printed arc lines: its {wanted[0]} arc is not known. Give the "
            "base's half_angle, in degrees from the bow to each line, in a file of places."
        )


def outline(arc: str, base: Base) -> tuple[Point, ...]:
    """The corners of an arc as far out as matters, what lies beneath the base not yet taken away.

    Raises NotAllowedError for a standard arc of a huge base without a half_angle.
    """
    need_lines(base, (arc,))
    right, ahead = _line(base.slope)
    half, edge, end = BULLSEYE / 2, float(base.length / 2), float(base.length / 2) + FARTHEST_RANGE
    return {
        "front": ((0, 0), (-right, ahead), (-right, _OUT), (right, _OUT), (right, ahead)),
        "right": ((0, 0), (right, ahead), (_OUT, ahead), (_OUT, -ahead), (right, -ahead)),
        "rear": ((0, 0), (right, -ahead), (right, -_OUT), (-right, -_OUT), (-right, -ahead)),
        "left": ((0, 0), (-right, -ahead), (-_OUT, -ahead), (-_OUT, ahead), (-right, ahead)),
        "bullseye": ((-half, edge), (-half, end), (half, end), (half, edge)),
        "full-front": ((-_OUT, 0), (-_OUT, _OUT), (_OUT, _OUT), (_OUT, 0)),
        "full-rear": ((_OUT, 0), (_OUT, -_OUT), (-_OUT, -_OUT), (-_OUT, 0)),
    }[arc]


def _line(slope: float | None) -> Point:
    """Where the right arc line ahead meets the edge of a large square: to the right and ahead."""
    if slope is None:
        return 0, 0
    return (_OUT * slope, _OUT) if slope <= 1 else (_OUT, _OUT / slope)


@lru_cache(maxsize=64)
def area(arc: str, base: Base) -> Any:
    """An arc's area as a shapely polygon, prepared for being asked often. Raises NotAllowedError as `outline` does."""
    import shapely

    found = shapely.difference(shapely.Polygon(outline(arc, base)), own(base))
    if arc == "bullseye" and base.slope is not None:  # it is inside the front arc
        found = shapely.intersection(found, area("front", base))
    shapely.prepare(found)
    return found


@lru_cache(maxsize=64)
def own(base: Base) -> Any:
    """The base itself as a shapely polygon."""
    import shapely

    found = shapely.Polygon(corners_of(base))
    shapely.prepare(found)
    return found
