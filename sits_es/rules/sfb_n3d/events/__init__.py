"""Facts of SFB 'n3D. Places in kilometres, angles, speeds and points in ten-thousandths, inertia in ten-millionths."""

__all__ = [
    "codes",
    "fire",
    "motion",
    "terrain",
    "webs",
]
