"""Numbers and windows as the sentences of SITS write them."""

from __future__ import annotations

from collections.abc import Iterable

from sits_es.space.avid import Window


def added(values: Iterable[int]) -> str:
    """Numbers of a sum as it is written down, one or more: `20 - 3 + 9`."""
    first, *rest = values
    return str(first) + "".join(f" {'-' if value < 0 else '+'} {abs(value)}" for value in rest)


def held(total: int, percent: int) -> str:
    """A percentage, with the sum it came from where that lay beyond 0 to 100."""
    return f"{percent}%" if total == percent else f"{total}, held to {percent}%"


def through(window: Window | None) -> str:
    """Where something is seen or comes in; None is the same hex at the same altitude."""
    return "from the same place" if window is None else f"through {window}"
