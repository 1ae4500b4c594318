"""Fire: how fast two ships close (`closure`), and what the range at launch allows and costs (`missiles`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import within
from commands.sits.calc.bearing import own_cells
from commands.sits.calc.ruled_by import OfGame, OfMoment, OfTables, RuledBy, ruled_by
from commands.sits.calc.words import band_text, vectors_of, written

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.values import MissileRow

Two = Annotated[
    list[str],
    typer.Argument(metavar="TARGET SHOOTER", help="Vectors of the target, then of the shooter, each in quotes."),
]


def closure(ships: Two, game: OfGame = None, at: OfMoment = None, tables: OfTables = None) -> Answer:
    """Find the rate of closure from the vectors of the target and of the shooter, in hexes per turn, each in quotes."""
    from commands.calc.shell import wrong_usage
    from sits_es.rules.sits.tables.beam_table import closure as rate

    if len(ships) != 2:
        raise wrong_usage('Give the target\'s vectors and the shooter\'s, each in quotes, such as "4A" "20D 3+".')
    target, shooter = (vectors_of([words]).net() for words in ships)
    by = ruled_by(game, tables, at)
    bands, found = by.tables.closure_bands, rate(target, shooter, by.tables)
    apart, height = found.relative.hexes, abs(found.relative.up)
    rule = by.cited('card, "Rate of Closure"', "rate_of_closure", "bands")
    if "ralt.ranges" in own_cells(by, apart, height):
        rule += f"; {by.own}, ralt.ranges"
    return by.answer(
        f"Closure {found.text} hexes per segment, band {found.band} of {len(bands)}.",
        [
            f"Target {written(target)} less shooter {written(shooter)}: add {written(-shooter)}.",
            *found.steps,
            f"Relative vectors: {written(found.relative)}.",
            f"{apart} horizontally and {height} vertically are {found.per_turn} hexes per turn on the range table.",
            f"{found.per_turn} / 8, dropped to the half hex, is {found.text} hexes per segment.",
            f"Band {found.band} is the column {band_text(bands[found.band - 1])}.",
            *_other_bands(by),
        ],
        rule,
        {"per_turn": found.per_turn, "per_segment": found.text, "band": found.band},
    )


def _other_bands(by: RuledBy) -> Iterator[str]:
    """Blocks of damage that were printed under other rates of closure have columns of their own."""
    kinds = (("graser", by.tables.graser_damage), ("laser", by.tables.laser_damage))
    for kind, blocks in kinds:
        if other := [str(block.size) for block in blocks if block.bands != by.tables.closure_bands]:
            yield f"Columns of other rates of closure: {kind} {', '.join(other)}. For those ask sits calc beam."


LaunchRange = Annotated[int, typer.Argument(metavar="RANGE", help="Range at launch in hexes.")]


def missiles(hexes: LaunchRange, game: OfGame = None, at: OfMoment = None, tables: OfTables = None) -> Answer:
    """Look up a range on the missile range table: most salvoes at one target in a turn, and the range modifier.

    It also lists what one missile of each type does.
    """
    from sits_es.rules.sits.tables.missiles import missile_row

    within("The range", hexes, 0)
    by = ruled_by(game, tables, at)
    row = missile_row(by.tables, hexes)
    # a game's first event has them by name, the card from the lightest to the heaviest
    types = sorted(by.tables.missile_damage, key=lambda each: (each.laser_head, each.nuke))
    damage = [
        (each.size, str(each.laser_head), str(each.nuke), by.source("missile_damage", each.size)) for each in types
    ]
    key = ("missile_range", hexes, "range_mod")
    blank = "" if by.source(*key) == "card" else "; a blank modifier is 0"
    return by.answer(
        f"Range {hexes}: {_salvoes(row)}, range modifier {row.range_modifier}.",
        [
            f"Range {hexes} is on the row {f'{row.first} up' if row.last is None else f'{row.first} to {row.last}'}.",
            "The modifier is added to the missile quality level; higher favours the defender.",
            "Damage of each missile that gets through:",
            Rows(("Missile", "Laser head", "Nuke", "Source"), damage, frozenset((1, 2))),
        ],
        by.cited(f'card, "Missile Range Table" and "Damage"{blank}', *key),
        {"max_salvoes": row.max_salvoes, "range_modifier": row.range_modifier},
    )


def _salvoes(row: MissileRow) -> str:
    from fractions import Fraction

    from sits_es.sentences import counted

    most = Fraction(row.max_salvoes)
    if most.denominator > 1:
        return f"one salvo at a target every {most.denominator} turns ({row.max_salvoes} a turn)"
    return f"at most {counted(most.numerator, 'salvo')} at a target in a turn"
