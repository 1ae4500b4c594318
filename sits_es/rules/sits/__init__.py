"""The Saganami Island Tactical Simulator, first edition, and the texts that come with it: tables, templates."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

__all__ = ["supplied"]

_ROOM: Final = files(__package__)


def supplied(*path: str) -> str:
    """The text of a file that comes with the rules, by its folders and its name."""
    return _ROOM.joinpath(*path).read_text(encoding="utf-8")
