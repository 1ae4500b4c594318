"""A page of Markdown for a terminal: headings at the left edge, commands and what they print exactly as they stand."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.rule import Rule
from rich.text import Text
from rich.theme import Theme

#: Words that stand out, on a dark terminal and on a light one.
_STRONG: Final = Theme(dict.fromkeys((f"markdown.{name}" for name in ("code", "h1", "h2", "h3")), "bold"))


class _LeftHeading(Heading):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console, options
        self.text.justify = "left"
        yield Rule(self.text, align="left", style="none") if self.tag == "h1" else self.text


class _AsItStands(CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console, options
        for line in str(self.text).rstrip("\n").split("\n"):
            yield Text(line, style="bold" if line.startswith("$ ") else "", overflow="fold")


class PageOfText(Markdown):
    """A page. Its links stand as their words; what follows them says where they lead."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _LeftHeading,
        "fence": _AsItStands,
        "code_block": _AsItStands,
    }

    def __init__(self, text: str) -> None:
        super().__init__(text, hyperlinks=False)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(_STRONG):
            yield from super().__rich_console__(console, options)
