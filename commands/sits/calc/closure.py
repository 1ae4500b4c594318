"""How fast two ships close: `closure`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.sits.calc.page import Answer
from commands.sits.calc.words import vectors_of, written

Two = Annotated[
    list[str],
    typer.Argument(metavar="TARGET SHOOTER", help="Vectors of the target, then of the shooter, each in quotes."),
]


def closure(ships: Two) -> Answer:
    """Find the rate of closure from the vectors of the target and of the shooter, in hexes per turn, each in quotes."""
    from commands.sits.calc.shell import wrong_usage
    from sits_es.rules.sits.tables.beam_table import closure as rate
    from sits_es.rules.sits.tables.tables import card_tables

    if len(ships) != 2:
        raise wrong_usage('Give the target\'s vectors and the shooter\'s, each in quotes, such as "4A" "20D 3+".')
    target, shooter = (vectors_of([words]).net() for words in ships)
    tables = card_tables()
    found = rate(target, shooter, tables)
    apart, height = found.relative.hexes, abs(found.relative.up)
    return Answer(
        f"Closure {found.text} hexes per segment, band {found.band} of {len(tables.closure_bands)}.",
        [
            f"Target {written(target)} less shooter {written(shooter)}: add {written(-shooter)}.",
            *found.steps,
            f"Relative vectors: {written(found.relative)}.",
            f"{apart} horizontally and {height} vertically are {found.per_turn} hexes per turn on the range table.",
            f"{found.per_turn} / 8, dropped to the half hex, is {found.text} hexes per segment.",
            f"Band {found.band} is the column {band_text(found.band)}.",
        ],
        'card, "Rate of Closure"',
        {"per_turn": found.per_turn, "per_segment": found.text, "band": found.band},
    )


def band_text(band: int) -> str:
    """The rates of closure, in hexes per segment, of a column of the beam tables, from 1."""
    from sits_es.rules.sits.tables.tables import card_tables

    column = card_tables().closure_bands[band - 1]
    return f"from {column.first} up" if column.last is None else f"{column.first} to {column.last}"
