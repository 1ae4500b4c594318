"""What people are shown, before anybody draws it: what a rule system says of its own events and boards.

A system's report is reached by its name: the package rules.<system>.report.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sits_es.events import Event
    from sits_es.report.luck import Luck
    from sits_es.report.working import Happening, Working


__all__ = ["Plain", "Report", "report_of"]


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


class Plain:
    """What is said of any system, where it says nothing itself."""

    def standing(self, board: Any) -> dict[str, Any]:  # noqa: ARG002 - for systems that reckon
        """Nothing besides its rows."""
        return {}

    def explain(self, happening: Happening) -> Working:  # noqa: ARG002 - for systems that explain
        """Nothing but the fact itself."""
        from sits_es.report.working import Working

        return Working(rule="")

    def luck(self, events: Iterable[Event]) -> list[Luck]:  # noqa: ARG002 - for systems that can tell good from bad
        """No kind of roll is good or bad."""
        return []

    def differences(self, one: Any, other: Any) -> list[tuple[str, str, str, str]]:  # noqa: ARG002
        """Nothing besides the events."""
        return []


@cache
def report_of(system_name: str) -> Report:
    """The report of a rule system: its package rules.<system>.report, or what is said of any."""
    name = f"sits_es.rules.{system_name}.report"
    if find_spec(name) is None:
        return Plain()
    package = import_module(name)
    found: Report = getattr(package, "REPORT", package)
    return found
