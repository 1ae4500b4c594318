"""Rule systems, each a package of its own below this one, reached by name through `system`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from sits_es.errors import NoRulesError
from sits_es.events import REGISTRY
from sits_es.rules.chapters import chapters_of
from sits_es.rules.system import System

__all__ = ["find_events", "require_installed", "system", "system_names", "usual_system"]


def system_names() -> tuple[str, ...]:
    """Names of the rule systems that are installed: the packages here."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


def require_installed(name: str) -> str:
    """The name of a rule system, which must be here. Raises NoRulesError with those that are."""
    if name not in system_names():
        raise NoRulesError(f"There is no rule system {name}. Installed: {', '.join(system_names())}.")
    return name


def usual_system() -> str | None:
    """The system that is meant where nobody says which: the one that its package says to be USUAL, or the only one.

    None if that leaves several.
    """
    names = system_names()
    usual = [name for name in names if getattr(import_module(f"{__name__}.{name}"), "USUAL", False)] or names
    return usual[0] if len(usual) == 1 else None


def system(name: str, version: int | None = None) -> System:
    """The rule system of that name: SYSTEM of the module that has its package's name.

    version: of the rules that a game began with, 1 up. Raises NoRulesError for an unknown name, and for a version that
    this program does not know.
    """
    found = _loaded(name)
    if version is not None and not 1 <= version <= found.version:
        raise NoRulesError(
            f"The game uses version {version} of the {name} rules; this program has them only up to version "
            f"{found.version}. Install a newer release."
        )
    return found


@cache
def _loaded(name: str) -> System:
    require_installed(name)
    found: System = import_module(f"{__name__}.{name}.{name}").SYSTEM
    _tell_home(name)
    return found


def find_events() -> None:
    """Tell the registry where each system's facts are defined: their stored names begin with the system's.

    In each of a package's CHAPTERS a module `facts` holds some.
    """
    REGISTRY.home("dice", ("sits_es.dice",))
    for name in system_names():
        _tell_home(name)


def _tell_home(name: str) -> None:
    REGISTRY.home(name, chapters_of(f"{__name__}.{name}"))


find_events()
