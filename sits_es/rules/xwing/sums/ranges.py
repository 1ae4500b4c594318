"""Range bands: 100, 200 and 300 mm, limits inclusive. Rule: rules.md, Range bands."""

from __future__ import annotations

from typing import Final

from sits_es.rules.xwing.sums.numbers import shortened

#: The last mm of the bands 1, 2 and 3.
BANDS: Final = (100, 200, 300)
#: The end of the last band, and with it of every arc.
FARTHEST_RANGE: Final = BANDS[-1]
#: How near a length has to be to a limit to be on it, in mm. Rule: rules.md, Range bands.
NEAR: Final = 0.000001
#: More than any sum here is rounded by, and far less than places as people write them differ by, in mm or mm2. It is
#: added to both limits, so that what meets one exactly is never decided by rounding, on whatever computer. Rule: house.
ROUNDING: Final = 0.000000001


def band(distance: float) -> int | None:
    """The range band of a distance in mm, 0 up: 0 for touching or overlapping bases, None beyond 300 mm."""
    if distance <= NEAR + ROUNDING:
        return 0
    return next((number for number, limit in enumerate(BANDS, 1) if distance <= limit + NEAR + ROUNDING), None)


def told(distance: float) -> str:
    """A distance in mm, 0 up, with 3 decimals at most, or as many as show on which side of a limit it is: 300.0001."""
    return next(
        (text for places in (3, 6) if band(float(text := shortened(distance, places))) == band(distance)),
        shortened(distance, 9),
    )


def range_in_words(band: int | None) -> str:
    """`range 2`, `beyond range 3`."""
    return "beyond range 3" if band is None else f"range {band}"


def apart(distance: float) -> str:
    """How far apart two bases are, in mm, and the range band, as a step."""
    return f"The closest points of their bases are {told(distance)} mm apart: {range_in_words(band(distance))}."
