"""How bars lie on a page: how far they reach, and whose they are."""

from __future__ import annotations

from typing import Final

from sits_es.report.graphs import BarScene

#: The least number that a whole side stands for, so that small ones look small.
LEAST_REACH: Final = 3.0


def most_of(scene: BarScene) -> float:
    """The number that a whole side stands for."""
    return max([LEAST_REACH, *(abs(bar.number) for bar in scene.bars)])


def whose_of(scene: BarScene) -> tuple[str, ...]:
    """Whose bars there are, in the order in which they take colours."""
    return scene.whose or tuple(dict.fromkeys(bar.whose for bar in scene.bars))
