"""The verb about the rules themselves: rules."""

from __future__ import annotations

from typing import Annotated

import typer

from commands import completion
from commands.output import Ascii, Json, Width, say, show_json
from commands.output import show as show_view
from commands.pager import NoPager
from sits_es.errors import NotAllowedError


def rules(
    section: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SECTION]",
            autocompletion=completion.sections,
            help="Its number, or how its heading begins; without one, all are listed.",
        ),
    ] = None,
    system: Annotated[
        str | None,
        typer.Option("--system", autocompletion=completion.systems, help="The rule system; without it, the usual one."),
    ] = None,
    _unpaged: NoPager = False,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Read the rules as this program plays them, section by section: what explanations cite."""
    from commands.render.blocks import draw
    from sits_es.rules import system_called, system_names, usual_system
    from sits_es.rules.rulebook import rulebook_of, set_out

    name = system_called(system) if system else usual_system()
    if name is None:
        raise NotAllowedError(f"Say whose rules: {' or '.join(f'--system {each}' for each in system_names())}")
    book = rulebook_of(name)
    found = book.find(" ".join(section)) if section else book.sections
    if as_json:
        about = "\n".join(passage.told for passage in book.about)
        told = [each.as_json() for each in found]
        show_json({"system": name, "title": book.title, "about": about, "sections": told})
    elif section:
        show_view(draw(set_out(found), ascii_only=ascii_only), width)
    else:
        show_view(draw(book.blocks(), ascii_only=ascii_only), width)
        say(f"\nRead one: sits rules {book.example}" + (f" --system {system}" if system else ""))
