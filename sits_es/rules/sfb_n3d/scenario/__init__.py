"""Scenario files of SFB 'n3D: what a game begins with, and how it ends."""

__all__ = [
    "asteroids",
    "bundled",
    "classes",
    "ending",
    "layouts",
    "options",
    "reading",
    "scenario",
    "taken_names",
    "terrain",
    "units",
    "webs",
]
