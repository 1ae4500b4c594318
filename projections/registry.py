"""Which read models a game has: those of every game, and those of its rule system, reached by the system's name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from projections.audit_log import audit_log
from projections.games import games
from projections.read_model import ReadModel
from projections.turns import turns
from sits_es.events import Event
from sits_es.game.story import teller
from sits_es.rules import system


def _nobody(_: Event) -> str | None:
    return None


@cache
def projections_for(system_name: str) -> tuple[ReadModel, ...]:
    """The read models of games under a rule system. Raises UnreadableError for a system that is not installed.

    The package projections.<system> may add its own as PROJECTIONS, and unit_of to say whose fact an event is.
    """
    rules, own = system(system_name), _package(system_name)
    return (
        games(rules),
        turns(),
        audit_log(teller(rules), getattr(own, "unit_of", _nobody)),
        *own_models(system_name),
    )


def own_models(system_name: str) -> tuple[ReadModel, ...]:
    """The read models that are a rule system's own."""
    models: tuple[ReadModel, ...] = getattr(_package(system_name), "PROJECTIONS", ())
    return models


def _package(system_name: str) -> ModuleType | None:
    name = f"{__package__}.{system_name}"
    return import_module(name) if find_spec(name) else None
