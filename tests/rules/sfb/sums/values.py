"""Places, facings and the rest for properties."""

from __future__ import annotations

from hypothesis import strategies as st

from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place

distances = st.integers(-1_000_000, 1_000_000) | st.integers(-3, 3)
places = st.builds(Place, x=distances, y=distances, z=distances)
angles = st.integers(0, 3_599_999) | st.sampled_from(range(0, 3_600_000, 50_000))
facings = st.builds(Facing, pitch=angles, yaw=angles, roll=angles)
level = st.builds(Facing, yaw=angles)
turned = st.integers(-1_800_000, 1_800_000)
turns = st.builds(Turn, pitch=turned, yaw=turned, roll=turned)
speeds = st.integers(0, 400_000)
part = st.integers(-50_000_000, 50_000_000)
inertias = st.builds(Inertia, x=part, y=part, z=part)
