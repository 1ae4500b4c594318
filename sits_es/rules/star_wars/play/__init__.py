"""What comes of a slot: manoeuvre and action, a side that is named, and what is spent of a roll."""

__all__ = [
    "acting",
    "attack",
    "dice_pools",
    "flying",
    "harm",
    "initiative",
    "procedure",
    "resolution",
    "sides",
    "skills",
    "spending",
]
