"""The verb about the documentation: docs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from commands import completion
from commands.output import Ascii, Json, Width, say, show_json
from commands.output import show as show_view
from commands.pager import NoPager

if TYPE_CHECKING:
    from sits_es.service.documentation import DocumentPage


def docs(
    page: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PAGE]", autocompletion=completion.pages, help="Its name; without it, all pages are listed."
        ),
    ] = None,
    _unpaged: NoPager = False,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Read the documentation: a first turn, orders, mail, scenarios, settings, and what programs need.

    On a terminal a page is set out to its width; into a pipe or a file it goes as the Markdown that it is.
    """
    from sits_es.service.documentation import find_page, pages

    found = [find_page(page)] if page else pages()
    if as_json:
        show_json([each.as_json() for each in found])
    elif not page:
        _list(ascii_only=ascii_only, width=width)
    else:
        _show(found[0], ascii_only=ascii_only, width=width)


def _show(page: DocumentPage, *, ascii_only: bool, width: int | None) -> None:
    from commands.render.markdown import IN_ASCII, InAscii, PageOfText

    if sys.stdout.isatty() or width is not None:
        drawn = PageOfText(page.shown)
        show_view(InAscii(drawn) if ascii_only else drawn, width)
    else:
        typer.echo(page.shown.translate(IN_ASCII) if ascii_only else page.shown, nl=False)


def _list(*, ascii_only: bool, width: int | None) -> None:
    from commands.render.blocks import draw
    from sits_es.report.blocks import Fields, Heading
    from sits_es.service.documentation import pages

    rows = [(page.name, page.about) for page in pages()]
    show_view(draw([Heading("Documentation", major=True), Fields(rows, indent=2)], ascii_only=ascii_only), width)
    say(f"\nRead one: sits docs {rows[0][0]}. Of one command: sits COMMAND --help")
