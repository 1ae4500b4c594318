"""What a rule system has of its own, for type checkers: its board, and the base of its orders and of entered facts.

Where neither is named, as in `System`, any will do: the program that plays games of every system looks inside none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sits_es.events import Event

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Board = TypeVar("Board", default=Any)
    Order = TypeVar("Order", bound=Event, default=Any)
else:
    from typing import TypeVar

    Board = TypeVar("Board")
    Order = TypeVar("Order", bound=Event)
