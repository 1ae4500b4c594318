"""Rule systems, each a package of its own below this one, reached by name through `system`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from sits_es.errors import UnreadableError
from sits_es.rules.system import System

__all__ = ["system", "system_names"]


def system_names() -> tuple[str, ...]:
    """Names of the rule systems that are installed: the packages here."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


@cache
def system(name: str) -> System:
    """The rule system of that name: SYSTEM of the module that bears its package's name.

    Importing it registers its events. Raises UnreadableError for an unknown name.
    """
    if name not in system_names():
        raise UnreadableError(f"There is no rule system {name}. Installed: {', '.join(system_names())}.")
    found: System = import_module(f"{__name__}.{name}.{name}").SYSTEM
    return found
