"""What the commands show: tables, sheets and pictures, and no rules.

How a rule system looks on a screen is reached by its name: the package commands.<system>.render.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from sits_es.errors import NotAllowedError
from sits_es.game.story import teller
from sits_es.rules import system

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


class PlainViews:
    """How any system looks that has no views of its own: each fact as a sentence, each number by its name."""

    def __init__(self, system_name: str) -> None:
        self._system = system_name

    def board_view(self, board: Any, **_: Any) -> RenderableType:
        """What its report says of a board."""
        from rich.text import Text

        from sits_es.report import report_of

        told = [f"{name}: {value}" for name, value in report_of(self._system).standing(board).items()]
        return Text("\n".join(told))

    def map_svg(self, board: Any, title: str) -> str:
        """There is no map to draw. Raises NotAllowedError."""
        del board, title
        raise NotAllowedError("The rule system of this game draws no map. Leave out --svg.")

    def segment_report(self, before: Any, events: Sequence[Event], after: Any, **_: Any) -> RenderableType:
        """Each fact as a sentence."""
        del before, after
        return self.step_view(events, teller(system(self._system)))

    def turn_report(self, played: Iterable[tuple[Any, Sequence[Event], Any]], **_: Any) -> RenderableType:
        """Each exchange as that."""
        from rich.console import Group

        return Group(*(self.segment_report(*each) for each in played))

    def step_view(self, events: Sequence[Event], telling: Callable[[Event], str | None], **_: Any) -> RenderableType:
        """Each fact as it is told."""
        from rich.text import Text

        return Text("\n".join(told for event in events if (told := telling(event)) is not None))


@cache
def views_of(system_name: str) -> Views:
    """The views of a rule system: its package commands.<system>.render, or what any has."""
    if find_spec(f"commands.{system_name}") is None:
        return PlainViews(system_name)
    found: Views = import_module(f"commands.{system_name}.render")
    return found
