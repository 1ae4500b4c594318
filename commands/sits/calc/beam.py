"""What a beam does: `beam`."""

from __future__ import annotations

import re
from decimal import ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Annotated, Final

import typer

from commands.sits.calc.closure import band_text
from commands.sits.calc.page import Answer, Rows
from commands.sits.calc.words import within

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.beam_table import BeamKind
    from sits_es.rules.sits.tables.values import Tables

Kind = Annotated[str, typer.Argument(metavar="KIND", help="graser, laser or energy-torpedo.")]
Size = Annotated[int, typer.Argument(metavar="SIZE", help="Size of the weapon, or tubes that fire together.")]
Range = Annotated[int, typer.Option("--range", metavar="HEXES", help="Range in hexes.")]
ClosureRate = Annotated[
    str | None, typer.Option("--closure", metavar="RATE", help="Rate of closure in hexes per segment, such as 3.5.")
]

#: The weapons that the tables have, with the words that they may be asked for in.
KINDS: Final = ("graser", "laser", "energy-torpedo")


def beam(kind: Kind, size: Size, hexes: Range, closure: ClosureRate = None) -> Answer:
    """Look up the damage of one graser or laser, or of energy torpedoes by the tubes that fire together.

    Grasers and lasers need the rate of closure; torpedoes do without.
    """
    from commands.sits.calc.shell import wrong_usage
    from sits_es.errors import UnreadableError
    from sits_es.rules.sits.tables.tables import card_tables

    name = kind.lower()
    if name not in KINDS:
        raise UnreadableError(f'"{kind}" is no beam weapon. Write graser, laser or energy-torpedo.')
    within("The range", hexes, 0)
    tables = card_tables()
    if name == "energy-torpedo":
        return _torpedo(tables, size, hexes)
    if closure is None:
        raise wrong_usage(f"A {name} needs --closure, the rate of closure in hexes per segment.")
    return _beam(tables, "graser" if name == "graser" else "laser", size, hexes, closure)


def _beam(tables: Tables, kind: BeamKind, size: int, hexes: int, closure: str) -> Answer:
    from sits_es.rules.sits.tables.beam_table import beam_damage, reach
    from sits_es.sentences import counted

    speed = read_rate(closure)
    band = sum(speed >= column.first for column in tables.closure_bands)
    damage, longest = beam_damage(tables, kind, size, hexes, band), reach(tables, kind, size)
    bands = range(1, len(tables.closure_bands) + 1)
    heads = ("Range", *(f"{'>' if column == band else ''}{tables.closure_bands[column - 1].first}" for column in bands))
    rows = [
        (
            f"{'>' if row == hexes else ''}{row}",
            *(str(beam_damage(tables, kind, size, row, column)) for column in bands),
        )
        for row in range(longest + 1)
    ]
    dropped = "" if Decimal(closure.strip()) == speed else f"{closure.strip()}, dropped to the half hex, is {speed}. "
    steps: list[str | Rows] = [f"{dropped}A closure of {speed} is in band {band}, {band_text(band)} hexes per segment."]
    if hexes > longest:
        steps.append(f"Range {hexes} is out of reach: a {kind} of size {size} reaches {longest}.")
    steps.append(f"The block of size {size}; > marks row and column, each column headed by its lowest closure:")
    steps.append(Rows(heads, rows, frozenset(range(len(heads)))))
    source = 'card, "Graser Damage"'
    if kind == "laser":
        source = 'card, "Laser Damage" (its numbers are lost: size x range factor x band factor, house)'
    return Answer(
        f"A {kind} of size {size} at range {hexes} does {counted(damage, 'point')} of damage.",
        steps,
        source,
        {"damage": damage},
    )


def _torpedo(tables: Tables, tubes: int, hexes: int) -> Answer:
    from sits_es.rules.sits.tables.beam_table import torpedo_damage
    from sits_es.sentences import counted

    damage = torpedo_damage(tables, tubes, hexes)
    rows = [(str(row.tubes), str(row.reach), str(row.damage)) for row in tables.energy_torpedo]
    steps: list[str | Rows] = [
        Rows(("Tubes", "Reach", "Damage"), rows, frozenset((0, 1, 2))),
        "A standing sidewall stops them all (house, after the second edition).",
    ]
    together = "1 energy torpedo" if tubes == 1 else f"{tubes} energy torpedoes together"
    does = "does" if tubes == 1 else "do"
    return Answer(
        f"{together} at range {hexes} {does} {counted(damage, 'point')} of damage.",
        steps,
        'card, "Energy Torpedos"',
        {"damage": damage},
    )


def read_rate(text: str) -> Decimal:
    """A rate of closure such as 12 or 3.5, dropped to the half hex below; UnreadableError for anything else."""
    from sits_es.errors import UnreadableError

    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text.strip()):
        raise UnreadableError(f'"{text}" is no rate of closure. Write hexes per segment from 0 up, such as 3.5.')
    return (Decimal(text.strip()) * 2).to_integral_value(ROUND_FLOOR) / 2
