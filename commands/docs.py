"""Verbs for reading: docs, and the rules."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from commands import completion
from commands.options import reading, rules_option
from commands.output import Form, in_ascii, say, show_json, show_view
from sits_es.errors import NotAllowedError

if TYPE_CHECKING:
    from sits_es.service.documentation import DocumentPage


@reading
def docs(
    form: Form,
    page: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PAGE]", autocompletion=completion.pages, help="Name of a page; by default all pages are listed."
        ),
    ] = None,
) -> None:
    """Read the documentation: a first turn, orders, mail, scenarios, settings, and what programs need.

    A terminal shows the page formatted; a pipe or a file gets its Markdown.

    sits docs
    sits docs first turn
    sits docs json > json.md
    """
    from sits_es.service.documentation import find_page, pages

    found = [find_page(page)] if page else pages()
    if form.as_json:
        show_json([each.as_json() for each in found])
    elif not page:
        _list(form)
    else:
        _show(found[0], form)


def _show(page: DocumentPage, form: Form) -> None:
    from commands.render.markdown import PageOfText

    if sys.stdout.isatty() or form.width is not None:
        show_view(PageOfText(page.shown), form)
    else:
        typer.echo(in_ascii(page.shown) if form.ascii_only else page.shown, nl=False)


def _list(form: Form) -> None:
    from sits_es.report.blocks import Fields, Heading
    from sits_es.service.documentation import pages

    rows = [(page.name, page.about) for page in pages()]
    form.show([Heading("Documentation", major=True), Fields(rows, indent=2)])
    say(f"\nRead one: sits docs {rows[0][0]}. For help with a command: sits COMMAND --help")


@reading
def rules(
    form: Form,
    section: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SECTION]",
            autocompletion=completion.sections,
            help="A section's number or the start of its heading; by default, all sections are listed.",
        ),
    ] = None,
    system: Annotated[
        str | None,
        rules_option("The rule system; by default the usual one."),
    ] = None,
) -> None:
    """Read the rules as this program plays them, section by section; explanations cite them.

    sits rules
    sits rules 8.5
    sits rules bearing
    sits rules dice --rules starwars
    """
    from sits_es.rules import require_installed, system_names, usual_system
    from sits_es.rules.rulebook import rulebook_of, set_out

    name = require_installed(system) if system else usual_system()
    if name is None:
        raise NotAllowedError(f"Say whose rules: {' or '.join(f'--rules {each}' for each in system_names())}")
    book = rulebook_of(name)
    found = book.find(" ".join(section)) if section else book.sections
    if form.as_json:
        about = "\n".join(passage.told for passage in book.about)
        told = [each.as_json() for each in found]
        show_json({"system": name, "title": book.title, "about": about, "sections": told})
    elif section:
        form.show(set_out(found))
    else:
        form.show(book.blocks())
        say(f"\nRead one: sits rules {book.example}" + (f" --rules {system}" if system else ""))
