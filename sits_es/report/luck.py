"""Every roll of an exchange as rows, and what a system's report says of the luck of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import Final

from msgspec import Struct

from sits_es.dice import DiceRolled
from sits_es.events import Event

#: The heads of the rows of `rolls`.
HEADS: Final = ("Who", "For", "Faces", "Came to")


def rolls(
    facts: Iterable[Event], faces: Callable[[DiceRolled], str], came_to: Callable[[Event], str]
) -> Iterator[tuple[str, str, str, str]]:
    """Rows of rolls, in the order thrown; those of one name and for one fact share a row.

    faces: what dice show, as a text; came_to: what the fact that dice decide says of it, or nothing.
    """
    thrown: list[DiceRolled] = []
    for fact in facts:
        if isinstance(fact, DiceRolled):
            thrown.append(fact)
        elif thrown:
            yield from _rows(thrown, faces, came_to(fact))
            thrown = []
    yield from _rows(thrown, faces, "")


def _rows(
    thrown: Iterable[DiceRolled], faces: Callable[[DiceRolled], str], came_to: str
) -> Iterator[tuple[str, str, str, str]]:
    rows = [
        (actor, f"{purpose} ({about})" if about else purpose, "; ".join(map(faces, of_name)))
        for (actor, purpose, about), of_name in groupby(thrown, lambda roll: (roll.actor, roll.purpose, roll.object))
    ]
    for number, row in enumerate(rows, 1):
        yield *row, came_to if number == len(rows) else ""


#: Distances from the average, in units of what is usual; how strong that is, and in how many games it is exceeded.
RARE = ((3.0, "extremely ", "1 game in 370"), (2.0, "very ", "1 game in 22"), (1.0, "", "1 game in 3"))


class Luck(Struct, frozen=True, kw_only=True):
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


class Throw(Struct, frozen=True, kw_only=True):
    """One outcome against all that could have been. observed: what it came to; mean: what it is on average.

    square: the mean squared distance from the average. kind: of roll, of which more is good, or bad where `better` is
    -1; among: by which kinds are put in order where that is not the kind itself.
    """

    player: str
    kind: str
    observed: int
    mean: Fraction
    square: Fraction
    better: int = 1
    among: str = ""


def lucks(throws: Iterable[Throw]) -> list[Luck]:
    """What each player's dice came to, by kind of roll: players in order of id, and of each the kinds in theirs."""
    found: dict[tuple[str, str], list[Throw]] = {}
    for each in throws:
        found.setdefault((each.player, each.kind), []).append(each)
    rows = sorted(found.items(), key=lambda row: (row[0][0], row[1][0].among or row[0][1]))
    return [
        Luck(
            player=player,
            kind=kind,
            rolls=len(rolls),
            observed=sum(roll.observed for roll in rolls),
            mean=sum((roll.mean for roll in rolls), Fraction()),
            square=sum((roll.square for roll in rolls), Fraction()),
            better=rolls[0].better,
        )
        for (player, kind), rolls in rows
    ]


def in_words(distance: float) -> str:
    """What a distance from the average means to a player."""
    how = "lucky" if distance > 0 else "unlucky"
    for least, strong, rare in RARE:
        if abs(distance) >= least:
            return f"{strong}{how} ({rare})"
    return "about average"
