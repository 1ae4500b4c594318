"""`sits calc`: the sums of SITS, each with the worked steps that `sits explain` shows of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from commands.calc import Answer, Asked, Rows, ShownBelow, drawn, numbers, one_of, option, whole, within, word, words
from commands.sits.tables import By
from sits_es.errors import UnreadableError
from sits_es.rules.sits.sums import beams, chart, sight, walls
from sits_es.rules.sits.sums import missiles as salvoes
from sits_es.rules.sits.sums import variance as dice
from sits_es.rules.sits.sums.movement_grid import fill_grid, grid_steps
from sits_es.rules.sits.tables import printed_charts as charts
from sits_es.rules.sits.tables.section import source
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.sentences import counted, listed, quoted
from sits_es.space import attitude as attitudes
from sits_es.space.arcs import Facing, default_arc, facing, ship_window
from sits_es.space.attitude import ROLL_STEPS, Attitude, markers
from sits_es.space.avid import Window, opposite, read_window, ring_of
from sits_es.space.bearing import bearing as bearing_to
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import PAIRS_RULE, Vectors, read_vectors, vectors_in_words
from sits_es.space.vectors import consolidate as consolidated

if TYPE_CHECKING:
    from sits_es.report.scenes import AvidScene


def window_option(name: str, what: str, says: str) -> Asked:
    """An option that is a window. what: is called so in a refusal."""
    return option(name, "WINDOW", says, lambda text: read_window(text, what))


def read_faces(text: str) -> tuple[int, int, int]:
    """Faces of a variance roll, also as the flyer writes them: [2,0,7]. Raises UnreadableError."""
    match text.translate(str.maketrans("[],|", "    ")).split():
        case [first, second, third] if re.fullmatch("[0-9]{3}", first + second + third):
            return int(first), int(second), int(third)
    right = "Write three faces, 0 to 9 each, the key pair first: 2 0 7."
    raise UnreadableError(f"{quoted(text)} is not a variance roll. {right}")


def read_rate(text: str) -> Decimal:
    """A rate of closure. Raises UnreadableError."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text.strip()):
        raise UnreadableError(
            f"{quoted(text)} is not a rate of closure. Write hexes per segment, 0 or more: 12 or 3.5."
        )
    return Decimal(text.strip())


def read_two(typed: list[str]) -> tuple[HexVector, HexVector]:
    """Vectors of two ships, each in quotes. BadParameter for another number of them."""
    if len(typed) != 2:
        raise typer.BadParameter(
            'Give the target\'s vectors and the shooter\'s, each in quotes, such as "4A" "20D 3+".'
        )
    return read_vectors(typed[0]).net(), read_vectors(typed[1]).net()


def read_plots(text: str) -> list[tuple[Window, HexVector]]:
    """Plots such as `A: 3A 1B; A+: 3A 3+`, by window. UnreadableError says what is wrong."""
    found = []
    for part in text.split(";"):
        window, colon, vectors = part.partition(":")
        if not colon:
            raise UnreadableError(
                f"{quoted(part.strip())} is not a plot. Write a window, a colon and vectors, such as A: 3A 1B."
            )
        found.append((read_window(window), read_vectors(vectors).net()))
    return found


#: The most that a box of a sidewall may say and a lance may have, and all variance rolls.
MOST: Final = 100
ROLLS: Final = 1000

VectorWords = Annotated[
    Vectors, words("VECTORS", "Vectors such as 6F 3D 1A, in quotes or not; `still` for none.", read_vectors)
]
NOSE: Final = window_option("--nose", "nose", "The window that the nose points to.")
Nose = Annotated[Window, NOSE]
PIVOT_TO: Final = "window to pivot to"
ROLL: Final = whole("--roll", "Steps of 30 degrees, clockwise seen from astern, 0 to 11.", 0, ROLL_STEPS - 1)
RollStep = Annotated[int, ROLL]
Rating = Annotated[
    int | None,
    whole("--rating", "The ship's pivot or roll rating, to see when each step is done.", 1, charts.MOST_RATING),
]
ShowPicture = Annotated[bool, typer.Option("--picture", help="Draw the AVID below the answer.")]
SvgFile = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Draw the AVID as an SVG file.")]
READINGS: Final = ("strikes", "stops")
ByReading = Annotated[
    Literal["strikes", "stops"] | None,
    option(
        "--reading",
        "READING",
        "strikes or stops: what the chart's number means; by default as in the game.",
        one_of("reading", READINGS),
    ),
]

#: Mounts of a ship in the order in which they are named. Rule: sits rules 4.
MOUNTS: Final[tuple[Facing, ...]] = ("forward", "aft", "port", "starboard")

#: The six ends of a ship, with what the flyer marks them with on the AVID.
ENDS: Final = {
    "nose": "triangle",
    "stern": "semicircle",
    "port": "angle bracket",
    "starboard": "angle bracket",
    "top": "",
    "bottom": "",
}

_AVID: Final = 'flyer, "The AVID"; how each end is read into a window is a house rule'


def consolidate(given: VectorWords) -> Answer:
    """Consolidate vectors into their one canonical form, step by step.

    sits calc consolidate 6F 3D 1A
    sits calc consolidate "14F 3B 6+ 10D 2- 4A 2C" --json
    """
    done = consolidated(given)
    return Answer(
        f"{vectors_in_words(given)} comes to {vectors_in_words(done.vector)}.",
        done.steps or ["There is nothing to consolidate."],
        'card, "Resolve Vectors 180 Degrees Apart" and "120 Degrees Apart"; flyer, "Copy the smaller vector"; '
        + PAIRS_RULE,
        {"vector": str(done.vector)},
    )


def bearing(
    by: By,
    target: Annotated[
        Vectors, words("VECTORS", "Where the target is, seen from the ship, such as 6B 3+.", read_vectors)
    ],
    nose: Annotated[Window | None, NOSE] = None,
    roll: Annotated[int | None, ROLL] = None,
    picture: ShowPicture = False,
    svg: SvgFile = None,
) -> Answer:
    """Find a target's range, ring and window; with --nose, also the ship's own window, facing hit, wedge and mounts.

    The target's place is written as vectors from the ship: 6B 3+ is six hexes toward B and three levels up. Without
    --nose only the map's windows are given.

    sits calc bearing 6B 3+
    sits calc bearing "6B 3+" --nose A+ --roll 0
    sits calc bearing "2B 5-" --nose A/B+ --roll 2
    sits calc bearing 3D 7- --picture
    """
    if nose is None and roll is not None:
        raise typer.BadParameter("--roll turns a ship about its nose: give the nose too, such as --nose A.")
    way = target.net()
    seen = bearing_to(way, by.tables.range_table)
    window = seen.window
    other = None if window is None else opposite(window)
    result = f"Range {seen.range}, seen through {window}; the target sees the ship through {other}."
    if window is None:
        result = "Range 0: both ships are in the same hex at the same altitude, and no window shows the target."
    steps = [] if window is None else [f"H is {way.hexes} and V is {abs(way.up)}.", *sight.seen_words(by.tables, way)]
    data: dict[str, Any] = {"range": seen.range, "ring": seen.ring, "window": window, "opposite": other}
    rule, title, ship = 'flyer, "Calculating Bearing and Range"', f"Target at {vectors_in_words(way)}", None
    if nose is not None:
        ship = Attitude(nose, roll or 0)
        title += f", ship with {ship}"
        rule += ', "Weapon Firing Arcs"; default arcs and facings are house rules'
        own = None if window is None else ship_window(ship, window)
        mounts = [mount for mount in MOUNTS if own is None or own in default_arc(mount)]
        side, wedge = None if own is None else facing(own), own is not None and ring_of(own) in ("green", "purple")
        data |= {"ship_window": own, "facing": side, "wedge": wedge, "mounts": mounts}
        if window is None or own is None:
            steps.append("Every mount bears; the defender chooses which facing is hit (house).")
        else:
            steps += [sight.framed("The ship", ship, window, own), sight.wedge_words(own)]
            steps.append(f"{sight.facing_words(own)}; the nearest is {side}, so a shot from there hits it.")
            steps.append(f"Mounts that bear, by the default arcs: {listed(mounts)}.")
    targets = {} if window is None else {"target": window}
    return Answer(result, steps, rule, data, _avid(title, ship, targets, svg, below=picture))


def _avid(
    title: str, ship: Attitude | None, targets: Mapping[str, Window], svg: Path | None, *, below: bool
) -> ShownBelow | None:
    """The AVID, if it is asked for. title: of the SVG file. targets: names -> the map's windows that show them."""

    def scene() -> AvidScene:
        from sits_es.rules.sits.views.scenes import avid_scene

        return avid_scene(ship, targets)

    return drawn(title, scene, svg, "AVID", below=below)


def range_(
    by: By,
    hexes: Annotated[int, whole("H", "Hexes apart on the map.", 0)],
    levels: Annotated[int, typer.Argument(metavar="V", help="Difference in altitude, in levels.")],
) -> Answer:
    """Read the Range Angle Lookup Table: range and ring of a target H hexes away and V levels above or below.

    sits calc range 6 3
    sits calc range 4 21
    """
    high, ring = abs(levels), None
    found, steps = by.tables.range_table.range(hexes, high), [f"{sight.range_words(by.tables, hexes, high)}."]
    if hexes or high:
        ring, why = sight.ring_words(by.tables, hexes, high)
        steps.append(f"{why}: {ring} ring.")
    return Answer(
        f"Range {found}, {ring} ring."
        if ring
        else "Range 0: both ships are in the same place, and no ring shows the target.",
        steps,
        'card, "Range Angle Lookup Table"; flyer, "Calculating Bearing and Range"',
        {"range": found, "ring": ring},
    )


def grid(by: By, vectors: VectorWords) -> Answer:
    """Fill out the movement grid for vectors in hexes per turn: where the ship moves in each of the eight segments.

    sits calc grid 6B 5C 3+
    sits calc grid "13A 1-" --json
    """
    vector = vectors.net()
    return Answer(
        f"Movement grid of {vectors_in_words(vector)}:",
        [*grid_steps(vector, by.tables)],
        'card, "Horizontal Movement Grid" and "Vertical Movement Grid"; sits rules 6',
        {"moves": [str(move) for move in fill_grid(vector, by.tables).moves]},
    )


#: More dots than any ship gains in one chart; the plots of more would fill a book.
MOST_DOTS: Final = 100


def plots(
    by: By,
    dots: Annotated[int, whole("DOTS", "Acceleration dots in one window.", 0, MOST_DOTS)],
    window: Annotated[Window, word("WINDOW", "The window that the dots are in, such as A+.", read_window)],
) -> Answer:
    """List the plots that the rules allow for acceleration dots in one window, and the default.

    sits calc plots 4 A+
    sits calc plots 4 +++
    """
    from sits_es.rules.sits.motion.facts import WindowDots
    from sits_es.rules.sits.sums.plots import default_plot_of, plot_in_words, plots_of

    found, default = plots_of(by.tables, dots, window), default_plot_of(by.tables, dots, window)
    return Answer(
        f"{counted(dots, 'dot')} in {window}: {counted(len(found), 'plot')}.",
        [plot_in_words(by.tables, WindowDots(window=window, dots=dots, plot=default, named=False))],
        "house, after the second edition: the range table read backwards, in the window's ring and bearing",
        {"plots": sorted(str(plot) for plot in found)},
    )


def attitude(nose: Nose, roll: RollStep = 0, picture: ShowPicture = False, svg: SvgFile = None) -> Answer:
    """Find the windows of a ship's six ends: nose, stern, port, starboard, top and bottom.

    sits calc attitude --nose A- --roll 1
    sits calc attitude --nose --- --picture
    """
    ship = Attitude(nose, roll)
    title, data = f"A ship with {ship}", {end: str(getattr(markers(ship), end)) for end in ENDS}
    rows = [(end, data[end], f"({mark})" if mark else "") for end, mark in ENDS.items()]
    shown = _avid(title, ship, {}, svg, below=picture)
    return Answer(f"{title}:", [Rows(("Marker", "Window", ""), rows)], _AVID, data, shown)


def pivot(
    by: By,
    nose: Nose,
    to: Annotated[Window, window_option("--to", PIVOT_TO, "The window to pivot the nose to.")],
    roll: RollStep = 0,
    rating: Rating = None,
) -> Answer:
    """Pivot the nose to another window: the windows on the way, and the final roll.

    sits calc pivot --nose A --roll 0 --to B+
    sits calc pivot --nose A+ --to D- --rating 2
    """
    from sits_es.rules.sits.sums.pace import pivot_steps

    start = Attitude(nose, roll)
    found = attitudes.pivot(start, to)
    when, steps, data = _due(by, "pivot", rating, found.windows)
    return Answer(
        f"From {nose} to {to}: {counted(found.windows, 'window')}, ending with roll {found.end.roll}{when}.",
        [*pivot_steps("The ship", start, to, found.path), *steps],
        'flyer, "The AVID" (180 degrees are six windows); the path and the roll left are house rules',
        {"windows": found.windows, "path": [each.nose for each in found.path], "roll": found.end.roll, **data},
    )


def _due(
    by: By, which: Literal["pivot", "roll"], rating: int | None, windows: int
) -> tuple[str, list[str], dict[str, Any]]:
    """When the windows of a pivot or roll are done: as the end of the result, as a step, and for programs."""
    from sits_es.rules.sits.sums.pace import due_in_words, segments_due

    if rating is None:
        return "", [], {}
    due = segments_due(by.tables, which, rating, windows)
    words = due_in_words(by.tables, which, rating, due)
    return f" after {counted(due[-1], 'segment')}", [words], {"segments": list(due)}


def roll(
    by: By,
    side: Annotated[
        Literal["port", "starboard"],
        word("SIDE", "port or starboard, clockwise seen from astern.", one_of("side", ("port", "starboard"))),
    ],
    steps: Annotated[int, whole("STEPS", "Steps of 30 degrees, 1 to 11.", 1, ROLL_STEPS - 1)],
    nose: Nose,
    roll: RollStep = 0,
    rating: Rating = None,
) -> Answer:
    """Roll to port or starboard: the roll after each step, and the windows that the sides and the top then show.

    sits calc roll starboard 3 --nose A
    sits calc roll port 2 --nose A+ --roll 5 --rating 1
    """
    from sits_es.rules.sits.sums.pace import roll_step

    start = Attitude(nose, roll)
    path = [attitudes.roll(start, side, step) for step in range(1, steps + 1)]
    ends = [markers(each) for each in path]
    rows = [
        (counted(step, "step"), str(then.roll), end.port, end.starboard, end.top)
        for step, (then, end) in enumerate(zip(path, ends, strict=True), 1)
    ]
    when, more, data = _due(by, "roll", rating, steps)
    return Answer(
        f"{counted(steps, 'step')} to {side} from roll {roll}: roll {path[-1].roll}{when}.",
        [roll_step(start, side, steps), Rows(("After", "Roll", "Port", "Starboard", "Top"), rows), *more],
        _AVID,
        {"path": [each.roll for each in path], "roll": path[-1].roll, **data},
    )


def closure(
    by: By,
    ships: Annotated[
        tuple[HexVector, HexVector],
        Asked(
            typer.Argument(metavar="TARGET SHOOTER", help="Vectors of the target and of the shooter, each in quotes."),
            read_two,
            list[str],
        ),
    ],
) -> Answer:
    """Find the rate of closure from the vectors of the target and the shooter, in hexes per turn.

    sits calc closure "4A" "20D 3+"
    sits calc closure still 12B
    """
    (target, shooter), tables = ships, by.tables
    found = beams.closure(target, shooter, tables)
    blocks = {"graser": tables.graser_damage, "laser": tables.laser_damage}
    others = [
        f"{kind} {block.size}" for kind in blocks for block in blocks[kind] if block.bands != tables.closure_bands
    ]
    return Answer(
        f"Closure {found.text} hexes per segment, band {found.band} of {len(tables.closure_bands)}.",
        [
            *found.steps(tables, "the target", "the shooter"),
            beams.column_words(tables, tables.closure_bands, found.half_hexes_per_segment),
            *([f"Blocks with columns of their own, for sits calc beam: {listed(others)}."] if others else []),
        ],
        'card, "Rate of Closure"; sits rules 7',
        {"per_turn": found.per_turn, "per_segment": found.text, "band": found.band},
    )


#: Where a nose points that is not named; ten turns ahead; more thrust than any ship has.
AHEAD: Final = Window("A")
MOST_SEGMENTS: Final = 80
MOST_THRUST: Final = 100


def course(
    by: By,
    vectors: VectorWords,
    nose: Annotated[Window, window_option("--nose", "nose", "The window that the nose points to at first.")] = AHEAD,
    roll: RollStep = 0,
    thrust: Annotated[
        Sequence[int] | None,
        option(
            "--thrust",
            "POINTS",
            "Thrust; 4,4,0 sets it segment by segment, and the last value is kept.",
            numbers("a thrust", MOST_THRUST),
        ),
    ] = None,
    segments: Annotated[int, whole("--segments", "Segments to look ahead, 1 to 80.", 1, MOST_SEGMENTS)] = 8,
    first: Annotated[int, whole("--first", "The segment of the turn to start from.", 1, SEGMENTS)] = 1,
    pivot_to: Annotated[
        Window | None, window_option("--pivot-to", PIVOT_TO, "A pivot that begins in the first segment.")
    ] = None,
    pace: Annotated[
        int,
        whole(
            "--pace", "The ship's pivot rating: segments per window, unless a chart says otherwise.", 1, MOST_SEGMENTS
        ),
    ] = 1,
    plot: Annotated[
        Sequence[tuple[Window, HexVector]] | None,
        option("--plot", "PLOTS", 'Plots for the first thrust break, such as "A: 3A 1B; A+: 3A 3+".', read_plots),
    ] = None,
) -> Answer:
    """Predict a ship's path from its vectors, attitude and thrust, segment by segment, with thrust breaks.

    The thrust chart starts empty, and places are counted from where the ship is now. If you name no plot, the
    default is used.

    sits calc course "4A 1+" --nose A --thrust 4 --segments 8
    sits calc course 12A --thrust 16 --pivot-to B --pace 2 --plot "A: 3A 1B"
    """
    from commands.sits.course import flight, ordered

    orders = ordered(thrust or (), pivot_to, plot or ())
    return flight(by, vectors.net(), Attitude(nose, roll), orders, segments=segments, first=first, pace=pace)


def beam(
    by: By,
    kind: Annotated[
        Literal["graser", "laser", "energy-torpedo"],
        word(
            "KIND",
            "graser, laser or energy-torpedo.",
            one_of("beam weapon", ("graser", "laser", "energy-torpedo")),
        ),
    ],
    size: Annotated[
        str,
        typer.Argument(
            metavar="SIZE", help="Size of a graser or laser, such as 60, or type of energy torpedo, such as 2ET."
        ),
    ],
    hexes: Annotated[int, whole("--range", "Range in hexes.", 0)],
    closure: Annotated[
        Decimal | None, option("--closure", "RATE", "Rate of closure in hexes per segment, such as 3.5.", read_rate)
    ] = None,
    launchers: Annotated[
        int | None, whole("--launchers", "Energy torpedo launchers that fire; by default 1.", 1)
    ] = None,
) -> Answer:
    """Look up the damage of one graser or laser by size, or of energy torpedoes by type and number of launchers.

    Grasers and lasers need the rate of closure; torpedoes do not.

    sits calc beam graser 60 --range 1 --closure 12
    sits calc beam energy-torpedo 2ET --range 1 --launchers 4
    """
    if kind == "energy-torpedo":
        return _torpedoes(by, size, hexes, launchers or 1)
    if launchers is not None:
        raise typer.BadParameter(f"--launchers counts energy torpedoes: a {kind} fires alone, so leave it out.")
    if closure is None:
        raise typer.BadParameter(f"A {kind} needs --closure, the rate of closure in hexes per segment.")
    if not re.fullmatch("[0-9]{1,9}", size):
        raise UnreadableError(f"{quoted(size)} is not the size of a {kind}. Write a whole number, such as 60.")
    fired = beams.battery(by.tables, kind, int(size), 1, hexes, int(closure * 2))
    dropped = f"{closure}, rounded down to half a hex: " if closure * 2 % 1 else ""
    column, cell, _ = fired.steps(by.tables)
    return Answer(
        f"A {kind} of size {size} at range {hexes} does {counted(fired.damage, 'point')} of damage.",
        [f"{dropped}{column}", cell],
        f'card, "{kind.capitalize()} Damage" and "Rate of Closure"; sits rules 7',
        {"damage": fired.damage},
    )


def _torpedoes(by: By, kind: str, hexes: int, firing: int) -> Answer:
    """Launchers of one type, written in capitals or not."""
    known = {row.type.casefold(): row.type for row in by.tables.energy_torpedo}
    row = beams.torpedo_row(by.tables, known.get(kind.casefold(), kind))
    fired = beams.Torpedoes(row, firing, hexes)
    return Answer(
        f"{counted(firing, 'energy torpedo')} of type {row.type} at range {hexes} {'does' if firing == 1 else 'do'} "
        f"{counted(fired.damage, 'point')} of damage.",
        [*fired.steps(by.tables), "A standing sidewall stops all energy torpedoes (house, after the second edition)."],
        'card, "Energy Torpedos"; sits rules 7',
        {"damage": fired.damage},
    )


def lance(
    by: By,
    quality: Annotated[int, whole("--quality", "The lance's quality on its ship's card.", 0, MOST)],
    wall: Annotated[
        tuple[int, ...],
        option("--wall", "BOXES", "The sidewall's boxes from left to right: 14,16,19.", numbers("a sidewall", MOST)),
    ],
    box: Annotated[int | None, whole("--box", "The box in force, counted from 1; by default every box.", 1)] = None,
    reading: ByReading = None,
) -> Answer:
    """Find how often a grav lance brings a sidewall down at each of its boxes, over all 1,000 variance rolls.

    sits calc lance --quality 10 --wall 14,16,19,23,30,40,55
    sits calc lance --quality 10 --wall 55,40,30,23 --box 2 --reading stops
    """
    from sits_es.rules.sits.cards.walls import GOES, made_for

    read = reading or by.options.sidewall
    at = range(len(wall)) if box is None else (within("The box in force", box, 1, len(wall)) - 1,)
    found, rows, against = [], [], []
    for each in at:
        strength = walls.lance_strength(read, wall, each)
        needs = max(strength - quality + 1, 0)
        falls = sum(count for total, count in dice.distribution().items() if total >= needs)
        found.append({"box": each + 1, "number": wall[each], "strength": strength, "needs": needs, "rolls": falls})
        rows.append((str(each + 1), str(wall[each]), str(strength), f"{needs} up", *_chance(falls, falls, ROLLS)))
    result = f"at each box of the sidewall, over all {ROLLS:,} variance rolls:"
    if box is not None:
        falls = found[0]["rolls"]
        result = f"brings the sidewall down in {falls} of {ROLLS:,} variance rolls while box {box} is in force."
    if (made := made_for(wall)) not in {None, read}:
        so = f"as in a wall made for {made}: read as {read}, the wall would improve with damage"
        against = [f"These numbers {GOES[str(made)]}, {so}."]
    heads = ("Box", "Number", "Strength", "Variance", "Rolls", "Chance", "")
    return Answer(
        f"A grav lance of quality {quality} {result}",
        [
            Rows(heads, rows, frozenset(range(6)), bars=True),
            "A lance brings the wall down when quality and variance together are greater than the wall's strength.",
            walls.strength_words(read, wall, at[0]),
            *against,
        ],
        'card, "Grav Lance"; sits rules 7',
        {"boxes": found, "of": ROLLS, "quality": quality, "reading": read},
    )


def _chance(rolls: int, reached: int, most: int) -> tuple[str, str, str]:
    """Cells for how many rolls do something: their number, the chance of those `reached`, a bar as of `most`."""
    return str(rolls), f"{reached / 10:.1f}%", "#" * max(round(40 * rolls / most), 1) if rolls else ""


def wall(
    by: By,
    damage: Annotated[int, whole("DAMAGE", "Damage points that meet the sidewall.", 0)],
    strength: Annotated[int, whole("--strength", "The sidewall's number in force.", 0, MOST)],
    variance: Annotated[int, whole("--variance", "The variance roll, 0 to 30.", 0, 30)],
    bonus: Annotated[int, whole("--bonus", "The rolled-ship bonus, if it applies.", -MOST, MOST)] = 0,
    reading: ByReading = None,
) -> Answer:
    """Find what a sidewall lets through on the kill chart, by its number, the rolled-ship bonus and a variance roll.

    sits calc wall 40 --strength 14 --variance 9
    sits calc wall 40 --strength 14 --bonus -12 --variance 9
    """
    passed = walls.met(by.tables.kill_chart, reading or by.options.sidewall, damage, strength, bonus, variance)
    strikes = passed.strikes
    return Answer(
        f"{counted(damage, 'point')} at a sidewall: {strikes} {'strikes' if strikes == 1 else 'strike'} the hull.",
        [*passed.steps(by.tables)],
        'flyer, "The sidewall layer"; sits rules 8.5',
        {"percent": passed.charted.percent, "charted": passed.charted.total, "strikes": strikes},
    )


def missiles(by: By, hexes: Annotated[int, whole("RANGE", "Range at launch in hexes.", 0)]) -> Answer:
    """Look up a range in the missile range table: the most salvoes at one target in a turn, and the range modifier.

    It also lists what one missile of each type does.

    sits calc missiles 13
    sits calc missiles 110 --json
    """
    row = salvoes.missile_row(by.tables, hexes)
    most = Fraction(row.max_salvoes)
    allowed = f"at most {counted(most.numerator, 'salvo')} at a target in a turn"
    if most.denominator > 1:
        allowed = f"one salvo at a target every {most.denominator} turns ({row.max_salvoes} a turn)"
    # a game's first event has them by name, the card from the lightest to the heaviest
    damage = [
        (each.size, str(each.laser_head), str(each.nuke), source(by.tables, "missile_damage", each.size))
        for each in sorted(by.tables.missile_damage, key=lambda each: (each.laser_head, each.nuke))
    ]
    return Answer(
        f"Range {hexes}: {allowed}, range modifier {row.range_modifier}.",
        [
            salvoes.salvo_words(by.tables, row, hexes),
            "The modifier is added to the missile quality level; a higher one favours the defender.",
            "Damage of each missile that gets through:",
            Rows(("Missile", "Laser head", "Nuke", "Source"), damage, frozenset((1, 2))),
        ],
        'card, "Missile Range Table" and "Damage"; sits rules 8.1',
        {"max_salvoes": row.max_salvoes, "range_modifier": row.range_modifier},
    )


def kills(
    by: By,
    count: Annotated[int, whole("COUNT", "Missiles, shots or damage points.", 0)],
    percent: Annotated[int, typer.Argument(metavar="PERCENT", help="Effectiveness; limited to 0 to 100.")],
) -> Answer:
    """Read the kill chart: hundreds, tens and ones are looked up separately, each rounded half up, and added.

    sits calc kills 136 28
    """
    found = chart.kills(count, percent, by.tables.kill_chart)
    return Answer(
        f"{count} at {percent} percent: {found.total}.",
        [*found.steps(by.tables, "in all")],
        'flyer, "Introduction to Missile Defense" (the kill chart); its rounding: sits rules 8.3 (house)',
        {"kills": found.total, "parts": [*found.kills]},
    )


_DICE: Final = 'flyer, "Introduction to Missile Defense" (3d10v)'


def variance(
    faces: Annotated[
        tuple[int, int, int] | None, words("[FACE FACE FACE]", "Faces 0 to 9, the key pair first.", read_faces)
    ] = None,
    distribution: Annotated[
        bool, typer.Option("--distribution", help="How many of the 1,000 rolls give each sum.")
    ] = False,
) -> Answer:
    """Add up a variance roll, 3d10v, from the faces thrown, the key pair first; or show how all 1,000 rolls fall.

    sits calc variance 2 0 7
    sits calc variance --distribution
    """
    if distribution:
        if faces:
            raise typer.BadParameter("Give three faces or --distribution, not both.")
        return _all_rolls(dice.distribution())
    if not faces:
        raise typer.BadParameter("Give three faces, the key pair first, such as 2 0 7, or --distribution.")
    total, steps = dice.variance(faces), dice.variance_steps(faces)
    return Answer(f"[{','.join(map(str, faces))}] is {total}.", steps, _DICE, {"variance": total, "faces": [*faces]})


def _all_rolls(found: Mapping[int, int]) -> Answer:
    """How often each sum comes, and it or more. found: sum -> rolls."""
    mean, left, rows = sum(total * count for total, count in found.items()) / ROLLS, ROLLS, []
    for total, count in found.items():
        rows.append((str(total), *_chance(count, left, max(found.values()))))
        left -= count
    return Answer(
        f"3d10v, all {ROLLS:,} rolls: {mean:.2f} on average.",
        [Rows(("Sum", "Rolls", "This or more", ""), rows, frozenset((0, 1, 2)), bars=True)],
        _DICE,
        {"distribution": {str(total): found.get(total, 0) for total in range(max(found) + 1)}},
    )
