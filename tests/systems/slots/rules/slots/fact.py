"""Facts of Slots. starship: its name; player: id of its player; side: name of its side; zone: of the track, 0 up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from sits_es.events import Event

if TYPE_CHECKING:
    from .board import Board


@frozen(kw_only=True)
class OfStarship(Event):
    """Something of one starship."""

    starship: str

    def apply(self, board: Board) -> None:
        """An order moves nothing by itself."""
