"""Tables in tests: one test goes through all rows of a table, and its failure shows every row that failed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from types import TracebackType
from typing import Any, Final

import pytest

#: So many characters of a row are shown beside its failure.
SHOWN: Final = 300


def each_row(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make one test of a function and a table, where `pytest.mark.parametrize` makes a test of each row.

    names: of the function's arguments that the columns hold, "old, new" or ("old", "new"). rows: a value each where
    there is one name. All rows are gone through with the same fixtures, whatever fails.
    """
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = [(row,) if len(columns) == 1 else tuple(row) for row in rows]

    def made(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def through(**fixtures: Any) -> None:
            assert table, "the table has no rows"
            failures: list[BaseException] = []
            for number, row in enumerate(table, 1):
                with _Gathered(failures, f"in row {number}: {', '.join(map(repr, row))[:SHOWN]}"):
                    test(**fixtures, **dict(zip(columns, row, strict=True)))
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(table)} rows failed", failures)

        whole = signature(test)
        left = [argument for name, argument in whole.parameters.items() if name not in columns]
        vars(through)["__signature__"] = whole.replace(parameters=left)
        return through

    return made


class _Gathered:
    """Puts a failure beside the others, with a note of the row; an interruption or a skip goes on its way."""

    def __init__(self, failures: list[BaseException], note: str) -> None:
        self._failures = failures
        self._note = note

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> bool:
        if not isinstance(value, (Exception, pytest.fail.Exception)):
            return False
        value.add_note(self._note)
        self._failures.append(value)
        return True


def long_beyond(count: int, values: Iterable[Any]) -> list[Any]:
    """Values for `pytest.mark.parametrize` or a fixture: all but the first so many only where long tests run."""
    few = list(values)
    return [*few[:count], *(pytest.param(value, marks=pytest.mark.long) for value in few[count:])]
