"""Facts of X-Wing. Places are decimals in millimetres kept as text, facings degrees clockwise from up the table.

What means the same in many of them:

ship: its name; target: name of the ship that is attacked; weapon: its name; weapons: of its card; player: id of its
player; side: name of its side; entry: its number in the round, 1 up; stands: whether the attack counts.

Rule: rules.md.
"""

__all__ = [
    "entered",
    "followed",
    "setup",
]
