"""What a system's report says of the luck of a game: rows of what dice gave and what they give on average."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from attrs import frozen

#: Distances from the average, in units of what is usual, and how rare more than that is among many games.
RARE = ((3.0, "about 1 game in 370"), (2.0, "about 1 game in 22"), (1.0, "about 1 game in 3"))


@frozen(kw_only=True)
class Luck:
    """One kind of roll of one player. rolls: how many, 1 up; observed and mean: what they came to, and the average.

    square: mean squared distance from the average; better: 1 when more is good for the player, -1 when it is bad.
    """

    player: str
    kind: str
    rolls: int
    observed: int
    mean: Fraction
    square: Fraction
    better: int

    @property
    def distance(self) -> float:
        """How far from the average, in units of what is usual; positive is good for the player."""
        return self.better * float(self.observed - self.mean) / sqrt(self.square) if self.square else 0.0


def in_words(distance: float) -> str:
    """What a distance from the average means to a player."""
    how = "luck" if distance > 0 else "bad luck"
    for least, rare in RARE:
        if abs(distance) >= least:
            strong = {3.0: "very much ", 2.0: "much ", 1.0: "some "}[least]
            return f"{strong}{how}: as far off in {rare}"
    return "about what dice give"
