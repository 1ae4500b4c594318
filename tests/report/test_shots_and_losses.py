"""The facts to which whoever watches a game again is taken are facts that there are."""

from __future__ import annotations

import pytest

from sits_es.events import REGISTRY
from sits_es.report import Report, report_of
from sits_es.rules import find_events, system_names


@pytest.mark.parametrize("name", sorted(system_names()))
def test_shots_and_losses_are_stored_names_of_the_systems_own_facts(name: str) -> None:
    find_events()
    report = report_of(name)
    assert report.shots
    assert report.losses
    assert not report.shots & report.losses
    for stored in report.shots | report.losses:
        _, kind = REGISTRY.current(stored)
        assert kind.__module__.startswith(f"sits_es.rules.{name}.")


def test_a_system_that_says_nothing_has_neither() -> None:
    assert (Report().shots, Report().losses) == (frozenset(), frozenset())
