"""What facts do to a board, by class of fact: each part of the fold fills a table of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sits_es.events import Event
from sits_es.rules.sfb_n3d.state import Board

E = TypeVar("E", bound=Event)
BoardHandler = Callable[[Board, Any], None]


class HandlerTable(dict[type[Event], BoardHandler]):
    """Handlers by class of event, each on a working board, in place."""

    def does(self, cls: type[E]) -> Callable[[Callable[[Board, E], None]], Callable[[Board, E], None]]:
        """Take up what a class of facts does to a board."""

        def take_up(handler: Callable[[Board, E], None]) -> Callable[[Board, E], None]:
            self[cls] = handler
            return handler

        return take_up
