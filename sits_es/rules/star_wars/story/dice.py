"""What dice show: narrative dice in words, hundred-sided ones as 1 to 100."""

from __future__ import annotations

from sits_es.dice import DiceRolled
from sits_es.rules.star_wars.sums.dice_in_words import face_in_words
from sits_es.rules.star_wars.sums.narrative_dice import FACES


def kind_of(rolled: DiceRolled) -> str | None:
    """The kind of a narrative die, by the last word of its purpose (`gunnery: ability`); None for any other die."""
    kind = rolled.purpose.rpartition(": ")[2]
    return kind if kind in FACES and rolled.sides == len(FACES[kind]) else None


def faces_of(rolled: DiceRolled) -> tuple[str, ...]:
    """What narrative dice show, by the faces' names such as `sa`; none for any other dice."""
    kind = kind_of(rolled)
    return () if kind is None else tuple(FACES[kind][face] for face in rolled.faces)


def faces_in_words(rolled: DiceRolled) -> tuple[str, ...]:
    """What dice show, such as `success and advantage`; of dice that are not narrative ones numbers from 1."""
    if kind_of(rolled) is None:
        return tuple(str(face + 1) for face in rolled.faces)
    return tuple(map(face_in_words, faces_of(rolled)))
