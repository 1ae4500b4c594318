"""Scenario files of SFB 'n3D: what a game begins with, and how it ends."""

__all__ = [
    "asteroids",
    "bundled",
    "classes",
    "ending",
    "layouts",
    "naming",
    "options",
    "reading",
    "scenario",
    "terrain",
    "units",
    "webs",
]
