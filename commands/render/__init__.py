"""What the commands show: tables, sheets and pictures, and no rules.

How a rule system looks on a screen is reached by its name: the package commands.<system>.render.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sits_es.events import Event


class Views(Protocol):
    """What the views of a system offer. Boards are the system's own."""

    def board_view(
        self, board: Any, *, ascii_only: bool, width: int, with_avids: bool, player: str | None
    ) -> RenderableType:
        """A board as it stands.

        with_avids: every unit's sphere as well, with what it sees; player: whose units are shown in full, None for all.
        """
        ...

    def map_svg(self, board: Any, title: str) -> str:
        """The map of a board as an SVG file."""
        ...

    def segment_report(self, before: Any, events: Sequence[Event], after: Any, *, ascii_only: bool) -> RenderableType:
        """What one exchange brought."""
        ...

    def turn_report(
        self, played: Iterable[tuple[Any, Sequence[Event], Any]], *, ascii_only: bool, width: int
    ) -> RenderableType:
        """What a run of exchanges brought."""
        ...

    def step_view(
        self, events: Sequence[Event], telling: Callable[[Event], str | None], *, ascii_only: bool
    ) -> RenderableType:
        """Facts under the headings of the procedure's steps."""
        ...


@cache
def views_of(system_name: str) -> Views:
    """The views of a rule system."""
    found: Views = import_module(f"commands.{system_name}.render")
    return found
