"""Dice and the kill chart (`variance`, `kills`), `closure`, `missiles`, `beam`, and sidewalls (`lance`, `wall`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from commands.calc import Answer, Rows, within
from commands.sits.calc import band_text, vectors_of, written
from commands.sits.calc.bearing import own_cells
from commands.sits.tables import OfGame, OfMoment, OfTables, RuledBy, ruled, ruled_by
from sits_es.errors import UnreadableError
from sits_es.sentences import counted, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sits_es.rules.sits.tables.beam_table import BeamKind
    from sits_es.rules.sits.tables.missiles import Kills
    from sits_es.rules.sits.tables.values import BeamBlock, KillChart, MissileRow


HowMany = Annotated[int, typer.Argument(metavar="COUNT", help="Missiles, shots or points of damage.")]
Percent = Annotated[int, typer.Argument(metavar="PERCENT", help="Effectiveness; held to 0 to 100.")]
Faces = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FACE FACE FACE]", help="Faces 0 to 9, the key pair first.", show_default=False),
]
Distribution = Annotated[bool, typer.Option("--distribution", help="How many of the 1,000 rolls give each sum.")]

#: Signs that may come between faces, as the flyer writes them: [2,0,7].
_BETWEEN: Final = str.maketrans("[],|", "    ")

#: Columns of the longest bar.
_BAR: Final = 40


#: Where the kill chart is described.
CHART: Final = 'flyer, "Introduction to Missile Defense" (the kill chart, derived by rounding)'


def kills(
    count: HowMany, percent: Percent, game: OfGame = None, at: OfMoment = None, tables: OfTables = None
) -> Answer:
    """Read the kill chart: hundreds, tens and ones looked up apart, each rounded half up, and added.

    Where a game has a kill chart of its own, that is read instead.

    sits calc kills 136 28
    """
    from sits_es.rules.sits.tables.missiles import kills as looked_up

    within("The number to look up", count, 0)
    # the sum needs no tables, and starts without them
    by = None if game is None and tables is None and at is None else ruled_by(game, at, tables)
    chart = None if by is None else by.tables.kill_chart
    found = looked_up(count, percent, chart)
    result, steps = f"{count} at {percent} percent: {found.total}.", lookups(percent, found, chart)
    data = {"kills": found.total, "parts": [killed for _, killed in found.parts]}
    if by is None:
        return Answer(result, steps, CHART, data)
    return by.answer(result, steps, by.cited(CHART, "kill_chart", found.percent), data)


def lookups(percent: int, found: Kills, chart: KillChart | None) -> list[str | Rows]:
    """What was looked up, part by part, and the sum. percent: before it was held; chart: the game's own."""
    held = [] if found.percent == percent else [f"{percent} percent is held to {found.percent}."]
    parts = [f"{part} at {found.percent} percent{_share(part, killed, found, chart)}." for part, killed in found.parts]
    return [*held, *parts, f"{' + '.join(str(killed) for _, killed in found.parts)} = {found.total}."]


def _share(part: int, killed: int, found: Kills, chart: KillChart | None) -> str:
    """What a part comes to: by the sum 28, or 8.40, rounded 8; on a chart what stands in the row."""
    if chart is None:
        whole, rest = divmod(part * found.percent, 100)
        return f": {whole}.{rest:02}, rounded {killed}" if rest else f": {whole}"
    row = f", in the row from {chart.lowest(found.percent)} percent"
    if part > 100:
        return f"{row}: {part // 100} x {killed * 100 // part} = {killed}, each hundred as one (house)"
    return f"{row}: {killed}"


def variance(faces: Faces = None, distribution: Distribution = False) -> Answer:
    """Add up a variance roll, 3d10v, from the faces thrown, the key pair first; or show how all 1,000 rolls fall.

    sits calc variance 2 0 7
    sits calc variance --distribution
    """
    if distribution:
        if faces:
            raise typer.BadParameter("Give three faces or --distribution, not both.")
        return _all_rolls()
    if not faces:
        raise typer.BadParameter("Give three faces, the key pair first, such as 2 0 7, or --distribution.")
    return _one_roll(" ".join(faces))


def _one_roll(text: str) -> Answer:
    from sits_es.rules.sits.tables.missiles import variance as added

    words = text.translate(_BETWEEN).split()
    if len(words) != 3 or not all(len(word) == 1 and word in "0123456789" for word in words):
        raise UnreadableError(
            f"{quoted(text)} is not a variance roll. Write three faces, 0 to 9 each, the key pair first: 2 0 7."
        )
    first, second, third = (int(word) for word in words)
    total = added((first, second, third))
    pair = f"The key pair shows {first} and {second}"
    zeros = "equal, so every 0 counts 10" if first == second else "not equal, so every 0 counts 0"
    counts = [face or (10 if first == second else 0) for face in (first, second, third)]
    return Answer(
        f"[{first},{second},{third}] is {total}.",
        [f"{pair}: {zeros}.", f"{' + '.join(map(str, counts))} = {total}."],
        'flyer, "Introduction to Missile Defense" (3d10v)',
        {"variance": total, "faces": [first, second, third]},
    )


def _all_rolls() -> Answer:
    from sits_es.rules.sits.tables.missiles import distribution as counts

    found = counts()
    most, rolls = max(found.values()), sum(found.values())
    mean = sum(total * count for total, count in found.items())
    left = rolls
    rows = []
    for total, count in found.items():
        rows.append((str(total), str(count), f"{left / 10:.1f}%", "#" * max(round(_BAR * count / most), 1)))
        left -= count
    return Answer(
        f"3d10v, all {rolls:,} rolls: {mean / rolls:.2f} on average.",
        [Rows(("Sum", "Rolls", "This or more", ""), rows, frozenset((0, 1, 2)), bars=True)],
        'flyer, "Introduction to Missile Defense" (3d10v)',
        {"distribution": {str(total): found.get(total, 0) for total in range(max(found) + 1)}},
    )


Two = Annotated[
    list[str],
    typer.Argument(metavar="TARGET SHOOTER", help="Vectors of the target, then of the shooter, each in quotes."),
]


@ruled
def closure(by: RuledBy, ships: Two) -> Answer:
    """Find the rate of closure from the vectors of the target and of the shooter, in hexes per turn, each in quotes.

    sits calc closure "4A" "20D 3+"
    sits calc closure still 12B
    """
    from sits_es.rules.sits.tables.beam_table import closure as rate

    if len(ships) != 2:
        raise typer.BadParameter(
            'Give the target\'s vectors and the shooter\'s, each in quotes, such as "4A" "20D 3+".'
        )
    target, shooter = (vectors_of([words]).net() for words in ships)
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


@ruled
def missiles(by: RuledBy, hexes: LaunchRange) -> Answer:
    """Look up a range on the missile range table: most salvoes at one target in a turn, and the range modifier.

    It also lists what one missile of each type does.

    sits calc missiles 13
    sits calc missiles 110 --json
    """
    from sits_es.rules.sits.tables.missiles import missile_row

    within("The range", hexes, 0)
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

    most = Fraction(row.max_salvoes)
    if most.denominator > 1:
        return f"one salvo at a target every {most.denominator} turns ({row.max_salvoes} a turn)"
    return f"at most {counted(most.numerator, 'salvo')} at a target in a turn"


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


@ruled
def beam(
    by: RuledBy,
    kind: BeamName,
    size: Size,
    hexes: Range,
    closure: ClosureRate = None,
    launchers: Launchers = None,
) -> Answer:
    """Look up the damage of one graser or laser by its size, or of energy torpedoes by type and launchers that fire.

    Grasers and lasers need the rate of closure; torpedoes do not.

    sits calc beam graser 60 --range 1 --closure 12
    sits calc beam energy-torpedo 2ET --range 1 --launchers 4
    """
    name = kind.lower()
    if name not in KINDS:
        raise UnreadableError(f"{quoted(kind)} is not a beam weapon. Write graser, laser or energy-torpedo.")
    within("The range", hexes, 0)
    of_size = KINDS[name]
    if of_size is None:
        return _torpedoes(by, size, hexes, launchers)
    if launchers is not None:
        raise typer.BadParameter(f"--launchers counts energy torpedoes: a {name} fires alone, so leave it out.")
    if closure is None:
        raise typer.BadParameter(f"A {name} needs --closure, the rate of closure in hexes per segment.")
    if not (size.isascii() and size.isdigit()):
        raise UnreadableError(f"{quoted(size)} is not a size of {name}. Write a whole number, such as 60.")
    return _beam(by, of_size, int(size), hexes, closure)


def read_rate(text: str) -> Decimal:
    """A rate of closure such as 12 or 3.5, dropped to the half hex below; UnreadableError for anything else."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text.strip()):
        raise UnreadableError(f"{quoted(text)} is not a rate of closure. Write hexes per segment from 0 up: 12 or 3.5.")
    return (Decimal(text.strip()) * 2).to_integral_value(ROUND_FLOOR) / 2


def _beam(by: RuledBy, kind: BeamKind, size: int, hexes: int, closure: str) -> Answer:
    from sits_es.rules.sits.tables.beam_table import beam_block, beam_damage

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
    """Launchers of one type, written in capitals or not."""
    from sits_es.rules.sits.tables.beam_table import torpedo_row

    firing = within("The number of launchers", 1 if launchers is None else launchers, 1)
    known = {row.type.casefold(): row.type for row in by.tables.energy_torpedo}
    row = torpedo_row(by.tables, known.get(type_.casefold(), type_))
    damage = row.damage * firing if hexes <= row.reach else 0
    what = f"{counted(firing, 'energy torpedo')} of type {row.type} at range {hexes}"
    steps = [f"{counted(firing, 'launcher')} x {row.damage} = {row.damage * firing}."] if launchers else []
    if hexes > row.reach:
        steps = [f"Range {hexes} is out of reach: they reach {row.reach}."]
    return by.answer(
        f"{what} {'does' if firing == 1 else 'do'} {counted(damage, 'point')} of damage.",
        [
            Rows(
                ("Type", "Reach", "Damage", "Source"),
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


Reads = Literal["strikes", "stops"]
ByReading = Annotated[
    str | None,
    typer.Option(
        "--reading", metavar="READING", help="strikes or stops: what the chart's number does; else as the game has it."
    ),
]
Quality = Annotated[int, typer.Option("--quality", metavar="PERCENT", help="The lance's quality on its ship's card.")]
WallBoxes = Annotated[
    str, typer.Option("--wall", metavar="BOXES", help="The sidewall's boxes from left to right: 14,16,19.")
]
OneBox = Annotated[
    int | None, typer.Option("--box", metavar="NUMBER", help="The box in force, from 1; without it all of them.")
]

#: The most that a box of a sidewall may say, and the best lance.
MOST: Final = 100

#: All variance rolls.
ROLLS: Final = 1000


@ruled
def lance(
    by: RuledBy,
    quality: Quality,
    wall: WallBoxes,
    box: OneBox = None,
    reading: ByReading = None,
) -> Answer:
    """Find how a grav lance fares against each box of a sidewall, over all 1,000 variance rolls.

    sits calc lance --quality 10 --wall 14,16,19,23,30,40,55
    sits calc lance --quality 10 --wall 55,40,30,23 --box 2 --reading stops
    """
    from sits_es.rules.sits.tables.missiles import distribution

    read = read_reading(reading, by)
    boxes = read_wall(wall)
    within("The lance's quality", quality, 0, MOST)
    chosen = range(1, len(boxes) + 1) if box is None else (within("The box in force", box, 1, len(boxes)),)
    # sits rules 7 (house)
    strengths, rolls = boxes[::-1] if read == "strikes" else boxes, distribution()
    found = []
    for each in chosen:
        number, strength = boxes[each - 1], strengths[each - 1]
        needs = max(strength - quality + 1, 0)
        falls = sum(count for total, count in rolls.items() if total >= needs)
        found.append({"box": each, "number": number, "strength": strength, "needs": needs, "rolls": falls})
    return by.answer(
        _result(quality, found, box),
        [
            Rows(
                ("Box", "Number", "Strength", "Variance", "Rolls", "Chance", ""),
                [_row(each) for each in found],
                frozenset(range(6)),
                bars=True,
            ),
            "A lance brings the wall down when quality and variance together are greater than its strength.",
            _how_compared(read, found, boxes),
            *_against(read, boxes),
        ],
        'card, "Grav Lance"' + ("; the mirrored strength is house (sits rules 7)" if read == "strikes" else ""),
        {"boxes": found, "of": ROLLS, "quality": quality, "reading": read},
        parts="rules",
    )


def _result(quality: int, found: Sequence[dict[str, int]], box: int | None) -> str:
    if box is None:
        return f"A grav lance of quality {quality} at each box of the sidewall, over all {ROLLS:,} variance rolls:"
    return (
        f"A grav lance of quality {quality} brings the sidewall down in {found[0]['rolls']} of {ROLLS:,} variance "
        f"rolls while box {box} is in force."
    )


def _row(found: dict[str, int]) -> tuple[str, ...]:
    rolls = found["rolls"]
    bar = "#" * max(round(_BAR * rolls / ROLLS), 1) if rolls else ""
    told = str(found["box"]), str(found["number"]), str(found["strength"]), f"{found['needs']} up", str(rolls)
    return (*told, f"{rolls / 10:.1f}%", bar)


def _how_compared(read: Reads, found: Sequence[dict[str, int]], boxes: Sequence[int]) -> str:
    """Which number of the track is the strength."""
    if read == "stops":
        return "The chart's number is stopped, so a high number is a strong wall: the strength is the number in force."
    shown, last = found[0], len(boxes) + 1
    return (
        "The chart's number strikes, so a low number is a strong wall: the strength is that of the box as far from the "
        f"other end (house). For box {shown['box']} that is box {last - shown['box']}, {shown['strength']}."
    )


def _against(read: Reads, boxes: tuple[int, ...]) -> Iterator[str]:
    """A wall that was made for the other reading is said to be."""
    from sits_es.rules.sits.ship.walls import GOES, made_for

    if (made := made_for(boxes)) not in {None, read}:
        so = f"as those of a wall made for {made} do: read as {read}, damage makes it better"
        yield f"These numbers {GOES[made]}, {so}."


def read_wall(text: str) -> tuple[int, ...]:
    """The boxes of a sidewall, left to right, from `14,16,19`. A GameError says what is wrong."""
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in words):
        raise UnreadableError(f"{quoted(text)} is not a sidewall. Write its boxes from left to right: 14,16,19.")
    return tuple(within("A box of the sidewall", int(word), 0, MOST) for word in words)


def read_reading(text: str | None, by: RuledBy) -> Reads:
    """What the chart's number does, as said or as the game has it. UnreadableError for any other word."""
    if text is None:
        return by.options.sidewall
    if text == "strikes":
        return "strikes"
    if text == "stops":
        return "stops"
    raise UnreadableError(f"{quoted(text)} is not a reading of sidewalls. Write strikes or stops.")


Damage = Annotated[int, typer.Argument(metavar="DAMAGE", help="Points of damage that meet the sidewall.")]
Strength = Annotated[int, typer.Option("--strength", metavar="PERCENT", help="The sidewall's number in force.")]
Bonus = Annotated[int, typer.Option("--bonus", metavar="PERCENT", help="The rolled-ship bonus, where it counts.")]
Varied = Annotated[int, typer.Option("--variance", metavar="SUM", help="The variance roll, 0 to 30.")]


@ruled
def wall(
    by: RuledBy,
    damage: Damage,
    strength: Strength,
    variance: Varied,
    bonus: Bonus = 0,
    reading: ByReading = None,
) -> Answer:
    """Find what a sidewall lets through: its number, the rolled-ship bonus and a variance roll, on the kill chart.

    sits calc wall 40 --strength 14 --variance 9
    sits calc wall 40 --strength 14 --bonus -12 --variance 9
    """
    from sits_es.rules.sits.tables.missiles import kills

    read = read_reading(reading, by)
    within("The damage", damage, 0)
    within("The sidewall's number", strength, 0, MOST)
    within("The bonus", bonus, -MOST, MOST)
    within("The variance roll", variance, 0, 30)
    percent, sign = strength + bonus + variance, "-" if bonus < 0 else "+"
    charted = kills(damage, percent, by.tables.kill_chart)
    strikes = charted.total if read == "strikes" else damage - charted.total
    data: dict[str, Any] = {"percent": charted.percent, "charted": charted.total, "strikes": strikes}
    comes = "strikes the hull" if read == "strikes" else f"is stopped: {damage} - {charted.total} = {strikes}"
    return by.answer(
        f"{counted(damage, 'point')} at a sidewall: {strikes} {'strikes' if strikes == 1 else 'strike'} the hull.",
        [
            f"Strength {strength} {sign} {abs(bonus)} bonus + {variance} variance = {percent} percent.",
            *lookups(percent, charted, by.tables.kill_chart),
            f"Read as {read}, the chart's number {comes}.",
        ],
        by.cited('flyer, "The sidewall layer" (sits rules 8.5)', "kill_chart", charted.percent),
        data,
    )
