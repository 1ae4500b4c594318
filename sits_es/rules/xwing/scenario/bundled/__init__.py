"""Scenarios that come with the program: a folder each, with scenario.toml and perhaps facts to enter with it."""

from __future__ import annotations

from sits_es.rules.supplied import BundledScenario, scenarios_in
from sits_es.rules.xwing import supplied

__all__ = ["bundled", "template"]


def bundled() -> dict[str, BundledScenario]:
    """Every bundled scenario by name, with its files of facts by theirs."""
    return dict(scenarios_in(__name__))


def template() -> str:
    """A scenario file with comments, to be filled in; it can be read as it is."""
    return supplied("scenario", "bundled", "template.toml")
