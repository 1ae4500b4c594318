"""Lines of text on the screen, drawn as they are: what everything that the stepper shows is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip
from textual.widget import Widget

REVERSED: Final = Style(reverse=True)


class Bare(LineFilter):
    """Leaves nothing of how text looks but what is reversed: what is at hand has no other sign."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """A line without the rest."""
        del background
        return [Segment(part.text, REVERSED if part.style and part.style.reverse else None) for part in segments]


class TextLines(Widget):
    """Lines that are shown from one on. top: the first that is seen, 0 up."""

    DEFAULT_CSS = "TextLines { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self.top = 0
        self.shown: list[Text] = []
        self._drawer = Console(width=400, markup=False, highlight=False, emoji=False)

    def show(self, lines: Sequence[Text]) -> None:
        """Show other lines."""
        self.shown = list(lines)
        self.scroll_lines(0)

    def scroll_lines(self, by: int) -> None:
        """Show what is some lines further on."""
        most = max(0, len(self.shown) - max(1, self.content_size.height))
        self.top = min(max(self.top + by, 0), most)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line of it."""
        width, at = self.content_size.width, self.top + y
        if at >= len(self.shown):
            return Strip.blank(width)
        parts = self.shown[at].render(self._drawer)
        segments = (Segment(part.text, part.style) for part in parts if part.text != "\n")
        # neighbours of one style in one piece: a third of what goes over the wire
        return Strip(Segment.simplify(segments)).adjust_cell_length(width)
