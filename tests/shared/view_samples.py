"""What the fixtures of the views' tests give, as types."""

from __future__ import annotations

from collections.abc import Callable

from sits_es.events import Event
from sits_es.rules.sits.state import Board

#: A view, and a width if it is not 80, as the lines that a reader sees.
Page = Callable[..., list[str]]

#: A board, a ship's name and fields of it by name, as the board with those fields changed.
Change = Callable[..., Board]

Facts = tuple[Event, ...]
Run = list[tuple[Board, Facts, Board]]
