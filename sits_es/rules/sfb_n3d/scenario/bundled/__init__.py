"""Scenarios that come with the program: a folder each, with scenario.toml and perhaps order files to play it with."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sits_es.rules.sfb_n3d import supplied
from sits_es.rules.system import BundledScenario

__all__ = ["bundled", "template"]


@cache
def _bundles() -> tuple[tuple[str, BundledScenario], ...]:
    found = []
    for folder in sorted((entry for entry in files(__package__).iterdir() if entry.is_dir()), key=lambda e: e.name):
        scenario = folder.joinpath("scenario.toml")
        if not scenario.is_file():
            continue
        orders = sorted((file for file in folder.iterdir() if file.name.endswith(".orders")), key=lambda f: f.name)
        texts = {file.name: file.read_text(encoding="utf-8") for file in orders}
        found.append((folder.name, BundledScenario(text=scenario.read_text(encoding="utf-8"), orders=texts)))
    return tuple(found)


def bundled() -> dict[str, BundledScenario]:
    """Every bundled scenario by name, with its order files by theirs."""
    return dict(_bundles())


def template() -> str:
    """A scenario file with comments, to be filled in; it can be read as it is."""
    return supplied("scenario", "bundled", "template.toml")
