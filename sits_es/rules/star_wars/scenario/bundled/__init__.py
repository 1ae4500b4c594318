"""Scenarios that come with the program: a folder each, with scenario.toml and perhaps order files to play it with."""

from __future__ import annotations

from sits_es.rules.star_wars import supplied
from sits_es.rules.supplied import BundledScenario, scenarios_in

__all__ = ["bundled", "template"]


def bundled() -> dict[str, BundledScenario]:
    """Every bundled scenario by name, with its order files by theirs."""
    return dict(scenarios_in("sits_es.rules.star_wars"))


def template() -> str:
    """A scenario file with comments, to be filled in; it can be read as it is."""
    return supplied("scenario", "bundled", "template.toml")
