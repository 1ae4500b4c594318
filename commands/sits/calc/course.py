"""Vectors and courses: `consolidate`, the movement `grid`, `plots` of acceleration dots, and a ship's `course`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from commands.calc import Answer, Rows, within
from commands.sits.calc import RollStep, VectorWords, read_attitude, vectors_of, written
from commands.sits.tables import RuledBy, ruled
from sits_es.errors import UnreadableError
from sits_es.sentences import counted, listed, quoted

if TYPE_CHECKING:
    from commands.sits.calc.paper import Leg
    from sits_es.rules.sits.events.motion import ThrustBroke
    from sits_es.rules.sits.orders.forms import Order, PlotChoice
    from sits_es.rules.sits.play.movement import MovementGrid
    from sits_es.space.hexes import HexVector


def consolidate(words: VectorWords) -> Answer:
    """Consolidate vectors into their one canonical form, step by step.

    sits calc consolidate 6F 3D 1A
    sits calc consolidate "14F 3B 6+ 10D 2- 4A 2C" --json
    """
    from sits_es.space.vectors import consolidate as consolidated

    given = vectors_of(words)
    done = consolidated(given)
    return Answer(
        f"{written(given)} comes to {written(done.vector)}.",
        done.steps or ["There is nothing to consolidate."],
        'card, "Resolve Vectors 180 Degrees Apart" and "120 Degrees Apart"; flyer, "Copy the smaller vector"',
        {"vector": str(done.vector), "steps": list(done.steps)},
    )


@ruled
def grid(by: RuledBy, words: VectorWords) -> Answer:
    """Fill out the movement grid of vectors in hexes per turn: where the ship moves in each of the eight segments.

    sits calc grid 6B 5C 3+
    sits calc grid "13A 1-" --json
    """
    from sits_es.rules.sits.play.movement import fill_grid
    from sits_es.rules.sits.tables.values import SEGMENTS

    vectors = vectors_of(words).net()
    filled = fill_grid(vectors, by.tables)
    segments = range(1, SEGMENTS + 1)
    table = [
        (str(segment), *(str(row.hexes(segment) or "-") for row in filled.rows), str(move) or "none")
        for segment, move in zip(segments, filled.moves, strict=True)
    ]
    heads = ("Segment", *(f"{row.speed}{row.direction}" for row in filled.rows), "Move")
    steps: list[str | Rows] = [
        *_splits(filled),
        *(row.in_words() for row in filled.rows),
        Rows(heads, table, frozenset(range(len(filled.rows) + 1))),
    ]
    return by.answer(
        f"Movement grid of {written(filled.vector)}:",
        steps,
        _grid_rule(by, filled),
        {"moves": [str(move) for move in filled.moves]},
    )


def _splits(filled: MovementGrid) -> Iterator[str]:
    """Which patterns of the remainder grids apply."""
    larger, smaller, up = _remainders(filled)
    if filled.vector.horizontals():
        yield f"Horizontal split {larger}|{smaller}, the larger vector first."
    if up is not None:
        total = larger + smaller
        less = f" less 8 = {total - 8}" if total >= 8 else ""
        yield f"Vertical split {total % 8}|{up}: horizontal remainders {larger} + {smaller} = {total}{less}."


def _remainders(filled: MovementGrid) -> tuple[int, int, int | None]:
    """Remainders of the larger and smaller horizontal vector, 0 without one, and of the vertical one."""
    across = [row.remainder for row in filled.rows if row.direction not in "+-"]
    larger, smaller = (*across, 0, 0)[:2]
    return larger, smaller, next((row.remainder for row in filled.rows if row.direction in "+-"), None)


def _grid_rule(by: RuledBy, filled: MovementGrid) -> str:
    """Where the patterns that apply come from."""
    used, own = _patterns(filled), own_patterns(by, filled)
    rules = [f"{by.own}, movement_grid ({', '.join(own)})"] if own else []
    if len(own) < len(used):
        named = " and ".join(f'"{part.capitalize()} Movement Grid"' for part, _ in used)
        rules.append(f"{by.source('movement_grid')}, {named}")
    return "; ".join(rules)


def _patterns(filled: MovementGrid) -> list[tuple[str, str]]:
    """The patterns that apply: grid and split."""
    larger, smaller, up = _remainders(filled)
    upward = [] if up is None else [("vertical", f"{(larger + smaller) % 8}|{up}")]
    return [("horizontal", f"{larger}|{smaller}"), *upward]


def own_patterns(by: RuledBy, filled: MovementGrid) -> list[str]:
    """Those of the patterns that apply which are the game's own, such as horizontal 5|0."""
    return [f"{part} {split}" for part, split in _patterns(filled) if by.owns("movement_grid", part, split)]


Dots = Annotated[int, typer.Argument(metavar="DOTS", help="Acceleration dots in one window.")]
InWindow = Annotated[str, typer.Argument(metavar="WINDOW", help="The window that they are in, such as A+.")]

#: More dots than any ship gains in one chart; the plots of more would fill a book.
MOST_DOTS: Final = 100


@ruled
def plots(by: RuledBy, dots: Dots, window: InWindow) -> Answer:
    """List the plots that the rules allow for so many acceleration dots in one window, and the default among them.

    sits calc plots 4 A+
    sits calc plots 4 +++
    """
    from sits_es.rules.sits.play.plots import default_plot_of, in_words, plots_of
    from sits_es.space.avid import read_window

    place = read_window(window)
    number = within("The number of dots", dots, 0, MOST_DOTS)
    found, default = plots_of(by.tables, number, place), default_plot_of(by.tables, number, place)
    why = "the first of the table" if by.owns("plots", place, number) else f"the nearest to the middle of {place}"
    return by.answer(
        f"{counted(number, 'dot')} in {place}: {counted(len(found), 'plot')}.",
        [
            f"{in_words(found)}.",
            f"Default, {why}: {written(default)}.",
        ],
        by.cited(
            "house, after the second edition: the range table read backwards, in the window's ring and bearing",
            "plots",
            place,
            number,
        ),
        {"plots": sorted(str(plot) for plot in found)},
    )


FirstNose = Annotated[
    str, typer.Option("--nose", metavar="WINDOW", help="The window that the nose points to at first.")
]
Thrust = Annotated[
    str,
    typer.Option("--thrust", metavar="POINTS", help="Thrust; 4,4,0 for one segment after the other, the last kept."),
]
SegmentsAhead = Annotated[int, typer.Option("--segments", metavar="NUMBER", help="Segments to look ahead, 1 to 80.")]
First = Annotated[int, typer.Option("--first", metavar="SEGMENT", help="The segment of the turn to begin with.")]
PivotTo = Annotated[
    str | None, typer.Option("--pivot-to", metavar="WINDOW", help="A pivot that begins in the first segment.")
]
Pace = Annotated[
    int,
    typer.Option(
        "--pace", metavar="SEGMENTS", help="Its pivot rating: segments for each window, if no chart says else."
    ),
]
Plot = Annotated[
    str | None,
    typer.Option("--plot", metavar="PLOTS", help='Plots of the first thrust break, such as "A: 3A 1B; A+: 3A 3+".'),
]

#: Ten turns ahead, and more thrust than any ship has.
MOST_SEGMENTS: Final = 80
MOST_THRUST: Final = 100


@ruled
def course(
    by: RuledBy,
    words: VectorWords,
    nose: FirstNose = "A",
    roll: RollStep = 0,
    thrust: Thrust = "0",
    segments: SegmentsAhead = 8,
    first: First = 1,
    pivot_to: PivotTo = None,
    pace: Pace = 1,
    plot: Plot = None,
) -> Answer:
    """Predict a ship's path from its vectors, attitude and thrust, segment by segment, thrust breaks and all.

    The thrust chart starts empty, and places are counted from where the ship is now. A plot that is not named is
    the default one.

    sits calc course "4A 1+" --nose A --thrust 4 --segments 8
    sits calc course 12A --thrust 16 --pivot-to B --pace 2 --plot "A: 3A 1B"
    """
    from commands.sits.calc.paper import follow, paper_board
    from sits_es.rules.sits.tables.values import SEGMENTS

    number = within("The number of segments", segments, 1, MOST_SEGMENTS)
    thrusts = read_thrusts(thrust)
    vectors, attitude = vectors_of(words).net(), read_attitude(nose, roll)
    board = paper_board(
        vectors,
        attitude,
        by.tables,
        thrust=MOST_THRUST,
        pace=within("The number of segments for a window", pace, 1, MOST_SEGMENTS),
        segment=within("The first segment", first, 1, SEGMENTS),
    )
    path = list(follow(board, number, _orders(thrusts, pivot_to, plot)))
    last = path[-1]
    table = [
        (
            f"{leg.turn}.{leg.segment}",
            str(leg.thrust),
            str(leg.grid + leg.displaced) or "none",
            written(leg.moved),
            _story(leg),
        )
        for leg in path
    ]
    where = f"{last.moved} from here" if last.moved else "back here"
    return by.answer(
        f"After {counted(number, 'segment')} the ship is {where}, its vectors {written(last.vectors)}.",
        [Rows(("When", "Thrust", "Moves", "From here", "How"), table, frozenset((1,)))],
        "; ".join(_rules(by, vectors, path, None if pivot_to is None else pace)),
        {"vector": str(last.vectors), "moved": str(last.moved), "path": [_data(leg) for leg in path]},
    )


def _rules(by: RuledBy, vectors: HexVector, path: list[Leg], pace: int | None) -> Iterator[str]:
    """Where the steps of a path come from, and the charts that are not the card's. pace: of a pivot, None without."""
    from sits_es.rules.sits.play.movement import fill_grid

    yield 'card, "Resolve Thrust", "Move Ships" and "Thrust Break Condition"'
    thrusts = sorted({leg.thrust for leg in path if leg.thrust})
    charted = [each for each in thrusts if any(by.owns("thrust_chart", part, each) for part in ("dots", "hexes"))]
    if len(charted) < len(thrusts) or not thrusts:
        yield "the thrust chart is a house rule"
    flown = [vectors, *(leg.broke.after for leg in path[:-1] if leg.broke is not None)]
    noses = {leg.attitude.nose for leg in path if leg.thrust}
    own = {
        "movement_grid": any(own_patterns(by, fill_grid(each, by.tables)) for each in flown),
        "pivot_chart": pace is not None and by.owns("pivot_chart", pace),
        "plots": any(by.owns("plots", nose, dots) for nose in noses for dots in range(1, MOST_THRUST)),
        "thrust_chart": bool(charted),
    }
    if used := [section for section, is_own in own.items() if is_own]:
        yield f"{by.own}: {', '.join(used)}"


def read_thrusts(text: str) -> tuple[int, ...]:
    """Thrusts of the segments to come, from `4` or `4,4,0`. UnreadableError or NotAllowedError says what is wrong."""
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdecimal() for word in words):
        raise UnreadableError(
            f"{quoted(text)} is not a thrust. Write points from 0 up, one for each segment: 4 or 4,4,0."
        )
    return tuple(within("The thrust", int(word), 0, MOST_THRUST) for word in words)


def read_plots(text: str) -> tuple[PlotChoice, ...]:
    """Plots such as `A: 3A 1B; A+: 3A 3+`. UnreadableError says what is wrong."""
    from sits_es.rules.sits.orders.forms import PlotChoice
    from sits_es.space.avid import read_window
    from sits_es.space.vectors import read_vectors

    found = []
    for part in text.split(";"):
        window, colon, vectors = part.partition(":")
        if not colon:
            raise UnreadableError(
                f"{quoted(part.strip())} is not a plot. Write a window, a colon and vectors, such as A: 3A 1B."
            )
        found.append(PlotChoice(window=read_window(window), vector=read_vectors(vectors).net()))
    return tuple(found)


def _orders(thrusts: tuple[int, ...], pivot_to: str | None, plot: str | None) -> dict[int, list[Order]]:
    """The orders of a course, by how many segments have gone before. A thrust is ordered where it changes."""
    from commands.sits.calc.paper import SHIP
    from sits_es.rules.sits.orders.forms import PivotOrdered, PlotOrdered, ThrustOrdered
    from sits_es.space.avid import read_window

    orders: dict[int, list[Order]] = {0: []}
    for gone, (before, now) in enumerate(pairwise((0, *thrusts))):
        if now != before:
            orders.setdefault(gone, []).append(ThrustOrdered(ship=SHIP, thrust=now))
    if pivot_to is not None:
        orders[0].append(PivotOrdered(ship=SHIP, to=read_window(pivot_to, "window to pivot to")))
    if plot is not None:
        orders[0].append(PlotOrdered(ship=SHIP, plots=read_plots(plot)))
    return orders


def _story(leg: Leg) -> str:
    """How a segment's place comes about."""
    return "; ".join(_parts(leg))


def _parts(leg: Leg) -> Iterator[str]:

    if leg.displaced:
        yield f"grid {leg.grid or 'none'}, thrust {leg.displaced}"
    for gained in leg.dots:
        yield f"{counted(gained.dots, 'dot')} in {gained.window}, {gained.total} there"
    if leg.turned is not None:
        yield f"nose to {leg.turned.nose}, roll {leg.turned.roll}"
    if leg.broke is not None:
        yield _break(leg.broke)


def _break(broke: ThrustBroke) -> str:

    plotted = ", ".join(f"{dots.window} {written(dots.plot)}" for dots in broke.dots)
    gives = f": {plotted}" if plotted else ""
    return f"thrust break ({listed(broke.reasons)}){gives}: {written(broke.after)}"


def _data(leg: Leg) -> dict[str, Any]:
    now = leg.turned or leg.attitude
    return {
        "turn": leg.turn,
        "segment": leg.segment,
        "thrust": leg.thrust,
        "nose": now.nose,
        "roll": now.roll,
        "grid": str(leg.grid),
        "displaced": str(leg.displaced),
        "moved": str(leg.moved),
        "dots": {gained.window: gained.dots for gained in leg.dots},
        "vector": str(leg.vectors),
        "break": None if leg.broke is None else _break_data(leg.broke),
    }


def _break_data(broke: ThrustBroke) -> dict[str, Any]:
    from sits_es.rules.sits.story.codes import step_in_words

    return {
        "reasons": list(broke.reasons),
        "plots": {dots.window: {"dots": dots.dots, "plot": str(dots.plot)} for dots in broke.dots},
        "steps": [step_in_words(step) for step in broke.steps],
    }
