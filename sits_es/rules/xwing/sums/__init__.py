"""The sums of X-Wing's arcs: geometry on values, each in one place, for recorded games and `sits calc xwing` alike."""

__all__ = [
    "arcs",
    "areas",
    "bases",
    "firing_arcs",
    "numbers",
    "ranges",
    "relations",
    "rims",
    "turrets",
]
