"""Scenario files of X-Wing: who plays, which ships take part, and how a game ends."""

__all__ = [
    "arc_lists",
    "bundled",
    "displays",
    "ending",
    "scenario",
    "weapon_lists",
]
