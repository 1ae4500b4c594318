"""Six-sided dice, as a refusal says what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def die_problems(dice: Iterable[int], rule: str) -> Iterator[str]:
    """Say of each die that shows no 1 to 6 which it is, counted from 1. rule: the rule that asks for the dice."""
    for number, face in enumerate(dice, 1):
        if not 1 <= face <= 6:
            yield f"Die {number} cannot show {face}. A die shows 1 to 6 ({rule})."
