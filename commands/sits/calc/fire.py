"""Fire: `closure`, what a beam does at it (`beam`), and what the range at launch allows and costs (`missiles`)."""

from __future__ import annotations

import re
from decimal import ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Annotated, Final

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import within
from commands.sits.calc.words import vectors_of, written

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.beam_table import BeamKind
    from sits_es.rules.sits.tables.values import MissileRow, Tables


Two = Annotated[
    list[str],
    typer.Argument(metavar="TARGET SHOOTER", help="Vectors of the target, then of the shooter, each in quotes."),
]


def closure(ships: Two) -> Answer:
    """Find the rate of closure from the vectors of the target and of the shooter, in hexes per turn, each in quotes."""
    from commands.calc.shell import wrong_usage
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


BeamName = Annotated[str, typer.Argument(metavar="KIND", help="graser, laser or energy-torpedo.")]
Size = Annotated[str, typer.Argument(metavar="SIZE", help="Size of the weapon, or the energy torpedo's type.")]
Range = Annotated[int, typer.Option("--range", metavar="HEXES", help="Range in hexes.")]
ClosureRate = Annotated[
    str | None, typer.Option("--closure", metavar="RATE", help="Rate of closure in hexes per segment, such as 3.5.")
]

#: The weapons that the tables have, with the words that they may be asked for in.
KINDS: Final = ("graser", "laser", "energy-torpedo")


def beam(kind: BeamName, size: Size, hexes: Range, closure: ClosureRate = None) -> Answer:
    """Look up the damage of one graser or laser, or of energy torpedoes by the tubes that fire together.

    Grasers and lasers need the rate of closure; torpedoes do not.
    """
    from commands.calc.shell import wrong_usage
    from sits_es.errors import UnreadableError
    from sits_es.rules.sits.tables.tables import card_tables
    from sits_es.sentences import quoted

    name = kind.lower()
    if name not in KINDS:
        raise UnreadableError(f"{quoted(kind)} is not a beam weapon. Write graser, laser or energy-torpedo.")
    within("The range", hexes, 0)
    tables = card_tables()
    if name == "energy-torpedo":
        return _torpedo(tables, size, hexes)
    if closure is None:
        raise wrong_usage(f"A {name} needs --closure, the rate of closure in hexes per segment.")
    if not (size.isascii() and size.isdigit()):
        raise UnreadableError(f"{quoted(size)} is not a size of {name}. Write a whole number, such as 60.")
    return _beam(tables, "graser" if name == "graser" else "laser", int(size), hexes, closure)


def _beam(tables: Tables, kind: BeamKind, size: int, hexes: int, closure: str) -> Answer:
    from sits_es.rules.sits.tables.beam_table import beam_block, beam_damage
    from sits_es.sentences import counted

    speed = read_rate(closure)
    block = beam_block(tables, kind, size)
    band = sum(speed >= column.first for column in block.bands)
    damage, longest = beam_damage(block, hexes, band), block.reach
    bands = range(1, len(block.bands) + 1)
    heads = ("Range", *(f"{'>' if column == band else ''}{block.bands[column - 1].first}" for column in bands))
    rows = [
        (
            f"{'>' if row == hexes else ''}{row}",
            *(str(beam_damage(block, row, column)) for column in bands),
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


def _torpedo(tables: Tables, type_: str, hexes: int) -> Answer:
    from sits_es.rules.sits.tables.beam_table import torpedo_row
    from sits_es.sentences import counted

    found = torpedo_row(tables, type_)
    damage = found.damage if hexes <= found.reach else 0
    rows = [(row.type, str(row.reach), str(row.damage)) for row in tables.energy_torpedo]
    steps: list[str | Rows] = [
        Rows(("Type", "Reach", "Damage"), rows, frozenset((1, 2))),
        "A standing sidewall stops them all (house, after the second edition).",
    ]
    return Answer(
        f"An energy torpedo of type {found.type} at range {hexes} does {counted(damage, 'point')} of damage.",
        steps,
        'card, "Energy Torpedos"',
        {"damage": damage},
    )


def read_rate(text: str) -> Decimal:
    """A rate of closure such as 12 or 3.5, dropped to the half hex below; UnreadableError for anything else."""
    from sits_es.errors import UnreadableError
    from sits_es.sentences import quoted

    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text.strip()):
        raise UnreadableError(f"{quoted(text)} is not a rate of closure. Write hexes per segment from 0 up: 12 or 3.5.")
    return (Decimal(text.strip()) * 2).to_integral_value(ROUND_FLOOR) / 2


LaunchRange = Annotated[int, typer.Argument(metavar="RANGE", help="Range at launch in hexes.")]


def missiles(hexes: LaunchRange) -> Answer:
    """Look up a range on the missile range table: most salvoes at one target in a turn, and the range modifier."""
    from sits_es.rules.sits.tables.missiles import missile_row
    from sits_es.rules.sits.tables.tables import card_tables

    tables = card_tables()
    row = missile_row(tables, within("The range", hexes, 0))
    damage = [(kind.size, str(kind.laser_head), str(kind.nuke)) for kind in tables.missile_damage]
    return Answer(
        f"Range {hexes}: {_salvoes(row)}, range modifier {row.range_modifier}.",
        [
            f"Range {hexes} is on the row {f'{row.first} up' if row.last is None else f'{row.first} to {row.last}'}.",
            "The modifier is added to the missile quality level; higher favours the defender.",
            "Damage of each missile that gets through:",
            Rows(("Missile", "Laser head", "Nuke"), damage, frozenset((1, 2))),
        ],
        'card, "Missile Range Table" and "Damage"',
        {"max_salvoes": row.max_salvoes, "range_modifier": row.range_modifier},
    )


def _salvoes(row: MissileRow) -> str:
    from fractions import Fraction

    from sits_es.sentences import counted

    most = Fraction(row.max_salvoes)
    if most.denominator > 1:
        return f"one salvo at a target every {most.denominator} turns ({row.max_salvoes} a turn)"
    return f"at most {counted(most.numerator, 'salvo')} at a target in a turn"
