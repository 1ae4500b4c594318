"""What the dice of Slots show, and what they count."""

from __future__ import annotations

from collections.abc import Iterable

from sits_es.dice import DiceRolled

#: What a die of an attack and one for initiative shows, of eight faces.
FACES = ("blank", "blank", "blank", "success", "success", "success", "threat", "triumph")
INITIATIVE_FACES = ("late", "late", "late", "early", "early", "early", "late", "first")


def counts(faces: Iterable[int]) -> tuple[int, int, int]:
    """How many successes, threats and blanks dice show; a triumph is two successes."""
    shown = [FACES[face] for face in faces]
    return shown.count("success") + 2 * shown.count("triumph"), shown.count("threat"), shown.count("blank")


def faces_in_words(rolled: DiceRolled) -> tuple[str, ...]:
    """What the dice show: both kinds have eight sides, and the roll's name says which they are."""
    shown = INITIATIVE_FACES if rolled.purpose == "initiative" else FACES
    return tuple(shown[face] for face in rolled.faces)
