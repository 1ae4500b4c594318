"""What grows with a record, as `tests.benchmarks.growth` measures it, in games that are short enough to be counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from sits_es.events import REGISTRY
from tests.benchmarks.bench import Bench, Sizes
from tests.benchmarks.grown_stores import Stores
from tests.benchmarks.stopwatch import Figure, Measure, Measured

#: A long game is ten times as long as a short one.
SIZES: Final = Sizes(events=(1000, 10_000, 10_000), turns=2)


def grown(what: str, measure: Callable[[Bench], Figure]) -> Measure:
    """A row of the table of growth as a row of the table of speed."""

    def measured(work: Path, rounds: int) -> Measured:
        REGISTRY.names()  # whoever meets a chapter first would be measured importing it
        found = measure(Bench(stores=Stores(work.parent / "stores"), work=work, sizes=SIZES, rounds=rounds))
        if found.processor is None:
            raise AssertionError(f"nothing was found of {what}")
        return Measured(what, found.processor, found.note)

    return measured
