"""Rule systems, each a package of its own below this one, reached by name through `system`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from sits_es.errors import NoRulesError, UnreadableError
from sits_es.events import REGISTRY
from sits_es.rules.chapters import chapters_of
from sits_es.rules.system import System

__all__ = ["find_events", "short_name", "system", "system_called", "system_names", "usual_system"]


def system_names() -> tuple[str, ...]:
    """Names of the rule systems that are installed: the packages here."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


def system_called(text: str) -> str:
    """The name of the rule system that a person calls so: by its name, or by the SHORT that its package may say.

    A name may be written with hyphens. What is stored is the name. Raises UnreadableError for any other text, with the
    names there are.
    """
    shorts = {name: getattr(import_module(f"{__name__}.{name}"), "SHORT", None) for name in system_names()}
    whole = text.replace("-", "_")
    meant = [whole] if whole in shorts else [name for name, short in shorts.items() if short == text]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise UnreadableError(f"{text} is short for several rule systems. Write {' or '.join(meant)}.")
    known = ", ".join(f"{name} ({short})" if short not in (None, name) else name for name, short in shorts.items())
    raise UnreadableError(f"There is no rule system {text}. Installed: {known}.")


def short_name(name: str) -> str:
    """What people may call the rule system of that name: its SHORT, or the name itself where it has none."""
    return getattr(import_module(f"{__name__}.{name}"), "SHORT", None) or name


def prefix_of(name: str) -> str:
    """The first word of the stored names of a rule system's facts."""
    prefix: str = import_module(f"{__name__}.{name}").PREFIX
    return prefix


def usual_system() -> str | None:
    """The system that is meant where nobody says which: the one that its package says to be USUAL, or the only one.

    None where that leaves several.
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
            f"The game follows version {version} of the rules of {name}; this program knows them up to version "
            f"{found.version}. Install a newer release."
        )
    return found


@cache
def _loaded(name: str) -> System:
    if name not in system_names():
        raise NoRulesError(f"There is no rule system {name}. Installed: {', '.join(system_names())}.")
    found: System = import_module(f"{__name__}.{name}.{name}").SYSTEM
    _tell_home(import_module(f"{__name__}.{name}"))
    return found


def find_events() -> None:
    """Tell the registry where each system's facts are defined: PREFIX is the first word of their stored names.

    In each of a package's CHAPTERS a module `facts` holds some.
    """
    REGISTRY.home("dice", ("sits_es.dice",))
    for name in system_names():
        _tell_home(import_module(f"{__name__}.{name}"))


def _tell_home(package: ModuleType) -> None:
    REGISTRY.home(package.PREFIX, chapters_of(package.__name__))


find_events()
