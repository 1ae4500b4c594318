"""Texts that come with the rules of SITS: the tables, the grammar of orders, templates."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

_ROOM: Final = files("sits_es.rules.sits")


def supplied(*path: str) -> str:
    """The text of a file that comes with the rules, by its folders and its name."""
    return _ROOM.joinpath(*path).read_text(encoding="utf-8")
