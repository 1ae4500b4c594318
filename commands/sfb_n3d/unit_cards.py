"""Verbs about unit cards: list, new, check, show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands import completion
from commands.files import check as check_files
from commands.files import find_card, list_cards, template_like, write_new
from commands.options import Json, NewFile, one_picture, reading
from commands.output import Form, show_json
from commands.verbs import examples, group

app = group("Unit cards: list, write, check and show their files.")


@app.command("list", epilog=examples("sits unit list", "sits unit list --units my-units --json"))
@reading
def list_units(
    form: Form,
    units: Annotated[
        Path | None, typer.Option("--units", "--ships", help="A folder with your own cards; var/units by default.")
    ] = None,
) -> None:
    """List the cards there are: the samples that come with the program, and your own."""
    list_cards("sfb", units, form)


@app.command(
    epilog=examples(
        "sits unit new -o my-cruiser.toml", 'sits unit new --like "Sample drone" -o var/units/slow-drone.toml'
    )
)
def new(
    like: Annotated[str | None, typer.Option("--like", metavar="CLASS", help="Start from this sample unit.")] = None,
    out: NewFile = None,
) -> None:
    """Write a card with comments, to be filled in from one of your own."""
    from sits_es.rules.sfb_n3d.cards.sample_cards import sample_files, template

    write_new(template_like(template(), like, "sample unit", sample_files()), out, "sits unit check")


@app.command(epilog=examples("sits unit check my-cruiser.toml", "sits unit check var/units/*.toml --json"))
def check(
    files: Annotated[list[Path], typer.Argument(help="Unit cards.")],
    as_json: Json = False,
) -> None:
    """Check unit cards; every mistake is named at once, by key and line."""
    from sits_es.rules.sfb_n3d.cards.reader import read_unit

    check_files(files, lambda text, source: read_unit(text, source).name, as_json=as_json)


@app.command(epilog=examples('sits unit show "Sample cruiser"', "sits unit show my-cruiser.toml --ascii --width 100"))
@one_picture
def show(
    form: Form,
    unit_class: Annotated[
        str,
        typer.Argument(
            metavar="CLASS", autocompletion=completion.classes("sfb"), help="Name of a class, or a card's file."
        ),
    ],
    units: Annotated[
        Path | None,
        typer.Option("--units", "--ships", help="A folder with your own unit cards; var/units by default."),
    ] = None,
) -> None:
    """Show a card: how far it turns, its weapons with their arcs, its launchers."""
    from sits_es.rules.sfb_n3d.cards.reader import read_unit, to_data
    from sits_es.rules.sfb_n3d.scenario.classes import known_classes
    from sits_es.rules.sfb_n3d.sfb_n3d import SYSTEM

    found = find_card(unit_class, units, SYSTEM, read_unit, known_classes)
    if form.as_json:
        show_json(to_data(found))
        return
    from sits_es.rules.sfb_n3d.cards.card import unit_card

    form.show(unit_card(found))
