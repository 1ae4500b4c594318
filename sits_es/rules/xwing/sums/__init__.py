"""The sums of X-Wing's arcs: geometry on values, each in one place, for recorded games and `sits calc xwing` alike."""

__all__ = [
    "arcs",
    "areas",
    "bases",
    "closest",
    "drawn",
    "firing_arcs",
    "named_places",
    "numbers",
    "paper",
    "ranges",
    "relations",
    "rims",
    "turrets",
]
