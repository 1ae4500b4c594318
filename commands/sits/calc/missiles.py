"""What the range at launch allows and costs: `missiles`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from commands.sits.calc.page import Answer, Rows
from commands.sits.calc.words import within

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.values import MissileRow

Range = Annotated[int, typer.Argument(metavar="RANGE", help="Range at launch in hexes.")]


def missiles(hexes: Range) -> Answer:
    """Look up a range on the missile range table: most salvoes at one target in a turn, and the range modifier."""
    from sits_es.rules.sits.tables.missile_table import missile_row
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
