"""Verbs about starship cards: list, new, check, show."""

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

app = group("Starship cards: list, write, check and show their files.")


@app.command("list", epilog=examples("sits starship list", "sits starship list --starships my-starships --json"))
@reading
def list_starships(
    form: Form,
    starships: Annotated[
        Path | None,
        typer.Option(
            "--starships", "--units", "--ships", help="A folder with your own cards; var/starships by default."
        ),
    ] = None,
) -> None:
    """List the cards there are: the samples that come with the program, and your own."""
    list_cards("starwars", starships, form)


@app.command(
    epilog=examples(
        "sits starship new -o my-patrol.toml",
        'sits starship new --like "Sample corvette" -o var/starships/old-corvette.toml',
    )
)
def new(
    like: Annotated[
        str | None, typer.Option("--like", metavar="CLASS", help="Start from this sample starship.")
    ] = None,
    out: NewFile = None,
) -> None:
    """Write a card with comments, to be filled in from one of your own."""
    from sits_es.rules.star_wars.cards.sample_cards import sample_files, template

    write_new(template_like(template(), like, "sample starship", sample_files()), out, "sits starship check")


@app.command(epilog=examples("sits starship check my-patrol.toml", "sits starship check var/starships/*.toml --json"))
def check(
    files: Annotated[list[Path], typer.Argument(help="Starship cards.")],
    as_json: Json = False,
) -> None:
    """Check starship cards; every mistake is named at once, by key and line."""
    from sits_es.rules.star_wars.cards.reader import read_starship

    check_files(files, lambda text, source: read_starship(text, source).name, as_json=as_json)


@app.command(
    epilog=examples('sits starship show "Sample corvette"', "sits starship show my-patrol.toml --ascii --width 100")
)
@one_picture
def show(
    form: Form,
    starship_class: Annotated[
        str,
        typer.Argument(
            metavar="CLASS", autocompletion=completion.classes("starwars"), help="Name of a class, or a card's file."
        ),
    ],
    starships: Annotated[
        Path | None,
        typer.Option(
            "--starships", "--units", "--ships", help="A folder with your own starship cards; var/starships by default."
        ),
    ] = None,
) -> None:
    """Show a card: what it withstands, its shields and crew, its weapons with their arcs."""
    from sits_es.rules.star_wars.cards.reader import read_starship, to_data
    from sits_es.rules.star_wars.cards.sample_cards import known_classes
    from sits_es.rules.star_wars.star_wars import SYSTEM

    found = find_card(starship_class, starships, SYSTEM, read_starship, known_classes)
    if form.as_json:
        show_json(to_data(found))
        return
    from sits_es.rules.star_wars.cards.card import starship_card

    form.show(starship_card(found))
