"""Every roll of an exchange as rows: who, what for, the faces as thrown, and what they came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

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
