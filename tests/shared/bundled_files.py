"""Scenarios that come with a rule system, and its template of one, by the name of its package."""

from __future__ import annotations

from collections.abc import Mapping

from sits_es.rules.supplied import BUNDLED, BundledScenario, scenarios_in, text_in


def bundled_of(system: str) -> Mapping[str, BundledScenario]:
    """Every bundled scenario by name."""
    return scenarios_in(f"sits_es.rules.{system}")


def template_of(system: str) -> str:
    """A scenario file with comments."""
    return text_in(f"sits_es.rules.{system}", *BUNDLED, "template.toml")
