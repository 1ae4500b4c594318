"""Ship classes: the verbs about their cards, of which SITS lists everybody's, and checks its own by tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.card import CardFiles, CardRules, OwnCards, card_group, list_cards
from commands.files import check as check_files
from commands.options import Json, OneSystem, reading
from commands.output import Form


def _rules() -> CardRules:
    from sits_es.rules.sits.cards.reader import read_ship, to_data
    from sits_es.rules.sits.cards.samples import known_classes, sample_files, template
    from sits_es.rules.sits.sits import SYSTEM
    from sits_es.rules.sits.views.panels import ship_card

    return CardRules(SYSTEM, read_ship, known_classes, sample_files, template, to_data, ship_card)


@reading
def list_ships(form: Form, rules: OneSystem = None, ships: OwnCards = None) -> None:
    """List what can be flown, in every rule system: the samples that come with the program, and your own."""
    # a folder has the files of one game
    list_cards(rules or ("sits" if ships is not None else None), ships, form)


def check(
    files: CardFiles,
    tables: Annotated[
        Path | None, typer.Option("--tables", help="A file of tables of your own; the bundled ones by default.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check class files; every mistake is named at once, by key and line.

    The sizes of their weapons, and the types of their missiles and torpedoes, must be in the tables.
    """
    from sits_es.disk import read_text
    from sits_es.rules.sits.cards.reader import read_ship
    from sits_es.rules.sits.tables.tables import card_tables, read_tables_file

    in_force = card_tables() if tables is None else read_tables_file(read_text(tables), str(tables))
    check_files(files, lambda text, source: read_ship(text, source, in_force).name, as_json=as_json)


app = card_group(
    "ship",
    "its tracks as boxes, its arcs on the sphere, its hit rows",
    "Sample Light Cruiser",
    _rules,
    list=list_ships,
    check=check,
)
