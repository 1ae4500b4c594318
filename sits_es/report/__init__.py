"""What people are shown, before anybody draws it: what a rule system says of its own events and boards.

A system's report is reached by its name: the package rules.<system>.report.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sits_es.events import Event
    from sits_es.report.luck import Luck
    from sits_es.report.working import Happening, Working


__all__ = ["Report", "report_of"]


class Report(Protocol):
    """What the report package of a system offers. Boards are the system's own."""

    def standing(self, board: Any) -> dict[str, Any]:
        """What the system reckons from a board besides its rows, for programs: the points so far and the like."""
        ...

    def explain(self, happening: Happening) -> Working:
        """How one event comes about."""
        ...

    def luck(self, events: Iterable[Event]) -> list[Luck]:
        """What each player's dice came to, by kind of roll."""
        ...

    def differences(self, one: Any, other: Any) -> list[tuple[str, str, str, str]]:
        """What differs between two boards: unit, what, in the one, in the other."""
        ...


@cache
def report_of(system_name: str) -> Report:
    """The report package of a rule system."""
    found: Report = import_module(f"sits_es.rules.{system_name}.report")
    return found
