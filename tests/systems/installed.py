"""Rule systems of tests, put beside those that are installed, and taken away again without a trace."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sits_es.rules
from projections.read_models import projections_for
from sits_es.events import REGISTRY
from sits_es.game import play
from sits_es.post import record
from sits_es.report import report_of
from sits_es.rules import chapters, supplied, system_names, told

#: What remembers systems by name, and must not know those of a test when it is over.
CACHES: tuple[Callable[..., Any], ...] = (
    sits_es.rules._loaded,
    report_of,
    projections_for,
    play._form,
    chapters.applied_of,
    chapters.facts_of,
    told.marked,
    supplied.scenarios_in,
)


def _forget() -> None:
    for each in CACHES:
        each.cache_clear()  # type: ignore[attr-defined]  # all of them are caches
    record._CODEC.readers.clear()  # which remembers events by class
    record._CODEC._writers.clear()


@contextmanager
def installed(*folders: Path) -> Iterator[None]:
    """Install the rule systems in some folders: nothing of the program but its own path for packages is touched."""
    known, places = set(system_names()), list(sits_es.rules.__path__)
    REGISTRY.names()  # what is imported later would be taken away again with what is installed
    for name in known:
        sits_es.rules.system(name)
    classes, names, upcasters = dict(REGISTRY._classes), dict(REGISTRY._names), dict(REGISTRY._upcasters)
    homes = dict(REGISTRY._homes)
    sits_es.rules.__path__ += [str(folder) for folder in folders]
    _forget()
    try:
        yield
    finally:
        for name in set(system_names()) - known:
            for module in [each for each in sys.modules if f"{each}.".startswith(f"sits_es.rules.{name}.")]:
                del sys.modules[module]
            vars(sits_es.rules).pop(name, None)
        sits_es.rules.__path__[:] = places
        REGISTRY._classes, REGISTRY._names, REGISTRY._upcasters = classes, names, upcasters
        REGISTRY._homes = homes
        _forget()
