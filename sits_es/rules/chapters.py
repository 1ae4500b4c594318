"""A rule system laid out by the chapters of its rulebook: a folder each, and in it a module for each way to look at it.

    facts.py   orders and facts as they are stored, each with what it does to the board
    rules.py   why an order can't be given, and what comes of it
    told.py    how its facts are told: sentence, short form, working

Whoever reads a game imports the facts, whoever plays one the rules, whoever shows one what is told. What a module says
of a fact is a class named after nothing but the fact, `class _Flew(Told[StarshipFlew])`, and is found beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Generic, Self, TypeVar, get_args

from sits_es.events import REGISTRY, Event

F = TypeVar("F", bound=Event)


class About(Generic[F]):
    """What a chapter says of one fact. BESIDE: the module, beside the fact's own, in which such classes stand.

    A family of them, such as all that tell, sets BESIDE and keeps a table of its own. Several facts of which the same
    is said are named together, `Told[FireOrdered | LaunchOrdered]`, or by a base that they share, `Told[Order]`.
    """

    BESIDE: ClassVar[str]
    _FAMILY: ClassVar[dict[type[Event], Any]]

    def __init__(self, fact: F) -> None:
        self.fact = fact

    def __init_subclass__(cls) -> None:
        if "BESIDE" in vars(cls):
            cls._FAMILY = {}
        for base in vars(cls).get("__orig_bases__", ()):
            for kind in (each for argument in get_args(base) for each in get_args(argument) or (argument,)):
                if isinstance(kind, type):
                    cls._FAMILY[kind] = cls

    @classmethod
    def row(cls, kind: type[Event]) -> Any:
        """The class that says it. Raises KeyError if there is none."""
        if kind not in cls._FAMILY and kind.__module__.endswith(".facts"):
            import_module(f"{kind.__module__.removesuffix('facts')}{cls.BESIDE}")
        for each in kind.__mro__:
            if each in cls._FAMILY:
                return cls._FAMILY[each]
        raise KeyError(f"{kind.__module__.removesuffix('facts')}{cls.BESIDE} has no class for {kind.__name__}.")

    @classmethod
    def of(cls, fact: F) -> Self:
        """What is said of a fact. Raises KeyError if nothing of the kind is."""
        found = cls.row(type(fact))(fact)
        if not isinstance(found, cls):
            raise KeyError(type(fact))
        return found


def chapters_of(package: str) -> tuple[str, ...]:
    """The modules that hold the facts of a rule system, in the order of its chapters."""
    return tuple(f"{package}.{chapter}.facts" for chapter in import_module(package).CHAPTERS)


@cache
def facts_of(package: str) -> tuple[type[Event], ...]:
    """Every order and fact of a rule system, chapter by chapter, in the order in which they stand there."""
    stored = dict(REGISTRY.defined_in(chapters_of(package)))
    for name in stored:
        _require_prefix(package, name)
    named = set(stored.values())
    return tuple(
        each
        for chapter in chapters_of(package)
        for each in vars(import_module(chapter)).values()
        if isinstance(each, type) and each in named and each.__module__ == chapter
    )


def _require_prefix(package: str, name: str) -> None:
    # facts are found again by the first word of their names: others could be written, and never be read
    prefix = package.rpartition(".")[2]
    if name.partition(".")[0] != prefix:
        raise RuntimeError(f"Stored names of {package} begin with {prefix}; {name} doesn't.")


class _Applied(dict[type[Event], Callable[[Any, Any], None]]):
    """What takes a fact of a rule system and changes a working board by it; KeyError for a kind that is not its own.

    Each is found when it is first asked for, so that nobody waits for chapters that a game never meets.
    """

    def __init__(self, package: str) -> None:
        super().__init__()
        self._package = package

    def __missing__(self, kind: type[Any]) -> Callable[[Any, Any], None]:
        if not kind.__module__.startswith(f"{self._package}."):
            raise KeyError(kind)
        _require_prefix(self._package, REGISTRY.stored_name(kind).name)
        found: Callable[[Any, Any], None] = kind.apply
        self[kind] = found
        return found


@cache
def applied_of(package: str) -> Mapping[type[Event], Callable[[Any, Any], None]]:
    """What takes a fact of a rule system and changes a working board by it, by the fact's class."""
    return _Applied(package)
