"""Places of SFB 'n3D for tests: read as players write them, and drawn by Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from sits_es.rules.sfb.sums.places import Place, read_place

#: Places near enough to each other for fields, and as far as a map reaches; in kilometres.
NEAR = st.builds(Place, *[st.integers(-60_000, 60_000)] * 3)
PLACES = NEAR | st.builds(Place, *[st.integers(-(10**8), 10**8)] * 3)


def strand(text: str) -> tuple[Place, Place]:
    """Read two places with a space between them, in hexes."""
    one, other = text.split()
    return read_place(one), read_place(other)
