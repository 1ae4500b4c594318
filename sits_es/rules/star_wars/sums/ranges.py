"""Range bands: how far apart two starships count as being. Rule: rules.md, Range bands."""

from __future__ import annotations

from typing import Final

from sits_es.rules.star_wars.starship_class import Band

#: The range bands from near to far, and the outer limit of each in hexes. Rule: seed, "Range Band"; 0 is the same hex.
BANDS: Final[dict[Band, int]] = {"close": 1, "short": 2, "medium": 5, "long": 10, "extreme": 20}


def band_of(hexes: int) -> Band | None:
    """The range band of a distance in hexes, 0 up; None beyond the last band: out of range."""
    return next((band for band, limit in BANDS.items() if hexes <= limit), None)


def reaches(weapon: Band, hexes: int) -> bool:
    """Whether a weapon of this range band reaches a target so many hexes away, 0 up. Rule: base game."""
    return hexes <= BANDS[weapon]


def limits(band: Band) -> tuple[int, int]:
    """The nearest and the furthest hex of a band, both in it: medium is 3 to 5."""
    names = list(BANDS)
    at = names.index(band)
    return (BANDS[names[at - 1]] + 1 if at else 0), BANDS[band]
