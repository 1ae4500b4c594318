"""Bands of numbers, as the card's ranges and rates of closure are: from here to there, the last one open."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Final, TypeVar

from sits_es.rules.sits.tables.cells import Cells
from sits_es.toml import ABSENT, KeyPath

#: Said of bands that leave a gap.
GAP: Final = (
    "leaves a gap. Begin at 0, begin each {} above the end of the one before,{} and leave the last without an end."
)

N = TypeVar("N")


def band(cells: Cells, row: KeyPath, read: Callable[[KeyPath], N]) -> tuple[N, N | None]:
    """The ends of a band; the last one has no end."""
    last = (*row, "to")
    return read((*row, "from")), None if cells.get(last) is ABSENT else read(last)


def gap_at(step: Decimal, ends: list[tuple[Decimal | int, Decimal | int | None]]) -> int | None:
    """The first of these bands, 0 up, that doesn't begin where it should or ends wrongly; None where all follow.

    They follow each other from 0 in steps, without gap or overlap, and only the last is open.
    """
    expected: Decimal | None = Decimal(0)
    for place, (first, last) in enumerate(ends):
        unsteady = any(isinstance(end, Decimal) and end % step for end in (first, last))
        if unsteady or expected is None or first != expected or (last is not None and last < first):
            return place
        expected = None if last is None else Decimal(last) + step
    return None if expected is None else len(ends) - 1


def ends(first: str | int, last: str | int | None) -> dict[str, str | int]:
    """A band as data hold it."""
    return {"from": first} if last is None else {"from": first, "to": last}
