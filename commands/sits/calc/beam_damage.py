"""What a graser, a laser or energy torpedoes do at a range: `beam`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Annotated, Final

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import within
from commands.sits.calc.ruled_by import OfGame, OfMoment, OfTables, RuledBy, ruled_by
from commands.sits.calc.words import band_text

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.beam_table import BeamKind
    from sits_es.rules.sits.tables.values import BeamBlock, TorpedoRow

BeamName = Annotated[str, typer.Argument(metavar="KIND", help="graser, laser or energy-torpedo.")]
Size = Annotated[
    str, typer.Argument(metavar="SIZE", help="Size of a graser or laser, such as 60; type of energy torpedoes: 2ET.")
]
Range = Annotated[int, typer.Option("--range", metavar="HEXES", help="Range in hexes.")]
ClosureRate = Annotated[
    str | None, typer.Option("--closure", metavar="RATE", help="Rate of closure in hexes per segment, such as 3.5.")
]
Launchers = Annotated[
    int | None, typer.Option("--launchers", metavar="NUMBER", help="Energy torpedo launchers that fire, 1 if not said.")
]

#: The weapons that the tables have, with the words that they may be asked for in.
KINDS: Final[dict[str, BeamKind | None]] = {"graser": "graser", "laser": "laser", "energy-torpedo": None}

#: What marks cells of a block whose source is not that of most of them, in the order in which they come.
MARKS: Final = "*'^"


def beam(
    kind: BeamName,
    size: Size,
    hexes: Range,
    closure: ClosureRate = None,
    launchers: Launchers = None,
    game: OfGame = None,
    at: OfMoment = None,
    tables: OfTables = None,
) -> Answer:
    """Look up the damage of one graser or laser by its size, or of energy torpedoes by type and launchers that fire.

    Grasers and lasers need the rate of closure; torpedoes do not.
    """
    from commands.calc.shell import wrong_usage
    from sits_es.errors import UnreadableError
    from sits_es.sentences import quoted

    name = kind.lower()
    if name not in KINDS:
        raise UnreadableError(f"{quoted(kind)} is not a beam weapon. Write graser, laser or energy-torpedo.")
    within("The range", hexes, 0)
    of_size = KINDS[name]
    if of_size is None:
        return _torpedoes(ruled_by(game, tables, at), size, hexes, launchers)
    if launchers is not None:
        raise wrong_usage(f"--launchers counts energy torpedoes: a {name} fires alone, so leave it out.")
    if closure is None:
        raise wrong_usage(f"A {name} needs --closure, the rate of closure in hexes per segment.")
    if not (size.isascii() and size.isdigit()):
        raise UnreadableError(f"{quoted(size)} is not a size of {name}. Write a whole number, such as 60.")
    return _beam(ruled_by(game, tables, at), of_size, int(size), hexes, closure)


def read_rate(text: str) -> Decimal:
    """A rate of closure such as 12 or 3.5, dropped to the half hex below; UnreadableError for anything else."""
    from sits_es.errors import UnreadableError
    from sits_es.sentences import quoted

    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text.strip()):
        raise UnreadableError(f"{quoted(text)} is not a rate of closure. Write hexes per segment from 0 up: 12 or 3.5.")
    return (Decimal(text.strip()) * 2).to_integral_value(ROUND_FLOOR) / 2


def _beam(by: RuledBy, kind: BeamKind, size: int, hexes: int, closure: str) -> Answer:
    from sits_es.rules.sits.tables.beam_table import beam_block, beam_damage
    from sits_es.sentences import counted

    speed = read_rate(closure)
    block = beam_block(by.tables, kind, size)
    band = block.band(int(speed * 2))
    damage = beam_damage(block, hexes, band)
    dropped = "" if Decimal(closure.strip()) == speed else f"{closure.strip()}, dropped to the half hex, is {speed}. "
    steps: list[str | Rows] = [
        f"{dropped}A closure of {speed} is in band {band}, {band_text(block.bands[band - 1], ' hexes per segment')}."
    ]
    if hexes > block.reach:
        steps.append(f"Range {hexes} is out of reach: a {kind} of size {size} reaches {block.reach}.")
    steps += _block(by, kind, block, hexes, band)
    return by.answer(
        f"A {kind} of size {size} at range {hexes} does {counted(damage, 'point')} of damage.",
        steps,
        _rule(by, kind, block, hexes, band),
        {"damage": damage},
    )


def _block(by: RuledBy, kind: BeamKind, block: BeamBlock, hexes: int, band: int) -> Iterator[str | Rows]:
    """The block of a size, its row and column marked, and its cells that come from elsewhere than most."""
    sources = [
        [by.source(f"{kind}_damage", str(block.size), row, column) for column in range(len(block.bands))]
        for row in range(len(block.rows))
    ]
    found = [source for row in sources for source in row]
    kinds = sorted(dict.fromkeys(found), key=lambda source: -found.count(source))
    marks = dict(zip(kinds[1:], MARKS, strict=False))
    yield f"The block of size {block.size}; > marks row and column, each column headed by its lowest closure:"
    yield Rows(
        ("Range", *(f"{'>' if at == band else ''}{column.first}" for at, column in enumerate(block.bands, 1))),
        [
            (
                f"{'>' if at == hexes else ''}{at}",
                *(f"{cell}{marks.get(sources[at][column], '')}" for column, cell in enumerate(row)),
            )
            for at, row in enumerate(block.rows)
        ],
        frozenset(range(len(block.bands) + 1)),
    )
    yield from (f"{mark} {source}; the others: {kinds[0]}." for source, mark in marks.items())


def _rule(by: RuledBy, kind: BeamKind, block: BeamBlock, hexes: int, band: int) -> str:
    """Where the damage comes from, and the bands where they are no longer the card's."""
    table = f'"{kind.capitalize()} Damage"'
    key: tuple[str | int, ...] = (f"{kind}_damage", str(block.size))
    if hexes <= block.reach:
        key = (*key, hexes, band - 1)
    found = by.source(*key)
    rule = found
    if found == "card":
        rule = f"card, {table}"
    elif found.startswith("derived"):
        rule = f"{found}, where the card's {table} can't be read"
    elif by.owns(*key):
        rule = f"{found}, {kind}_damage.{block.size}"
    bands = by.source("rate_of_closure", "bands")
    return rule if bands == "card" or block.bands != by.tables.closure_bands else f"{rule}; bands: {bands}"


def _torpedoes(by: RuledBy, type_: str, hexes: int, launchers: int | None) -> Answer:
    """Launchers of one type; in a game of rules pack 1 so many tubes that fire together, as its table has rows for."""
    from sits_es.rules.sits.tables.beam_table import torpedoes_together
    from sits_es.sentences import counted

    firing = within("The number of launchers", 1 if launchers is None else launchers, 1)
    if by.pack.torpedoes_by_type:
        row = _row_of_type(by, type_)
        damage = row.damage * firing if hexes <= row.reach else 0
        what = f"{counted(firing, 'energy torpedo')} of type {row.type} at range {hexes}"
        steps = [f"{counted(firing, 'launcher')} x {row.damage} = {row.damage * firing}."] if launchers else []
    else:
        tubes = _tubes(type_, launchers)
        row = torpedoes_together(by.tables, tubes)
        damage = row.damage if hexes <= row.reach else 0
        what = f"{counted(tubes, 'tube')} of energy torpedoes at range {hexes}"
        steps = ["The rows are tubes that fire together; more than there are rows for fire as the last."]
        firing = tubes
    if hexes > row.reach:
        steps = [f"Range {hexes} is out of reach: they reach {row.reach}."]
    return by.answer(
        f"{what} {'does' if firing == 1 else 'do'} {counted(damage, 'point')} of damage.",
        [
            Rows(
                ("Type" if by.pack.torpedoes_by_type else "Tubes", "Reach", "Damage", "Source"),
                [
                    (each.type, str(each.reach), str(each.damage), by.source("energy_torpedo", each.type))
                    for each in by.tables.energy_torpedo
                ],
                frozenset((1, 2)),
            ),
            *steps,
            "A standing sidewall stops them all (house, after the second edition).",
        ],
        by.cited('card, "Energy Torpedos"', "energy_torpedo", row.type),
        {"damage": damage},
    )


def _row_of_type(by: RuledBy, type_: str) -> TorpedoRow:
    """The row of a type, in capitals or not. NotAllowedError for one that the table does not have."""
    from sits_es.rules.sits.tables.beam_table import torpedo_row

    known = {row.type.casefold(): row.type for row in by.tables.energy_torpedo}
    return torpedo_row(by.tables, known.get(type_.casefold(), type_))


def _tubes(text: str, launchers: int | None) -> int:
    """How many tubes fire together, in a game of rules pack 1. UnreadableError for anything but a number."""
    from commands.calc.shell import wrong_usage
    from sits_es.errors import UnreadableError
    from sits_es.sentences import quoted

    if launchers is not None:
        raise wrong_usage("In rules pack 1 energy torpedoes go by tubes: write their number for SIZE, no --launchers.")
    if not re.fullmatch("[0-9]{1,3}", text) or not int(text):
        raise UnreadableError(
            f"{quoted(text)} is not a number of tubes. In rules pack 1 energy torpedoes go by tubes firing together: "
            "write from 1 up, such as 2."
        )
    return int(text)
