"""Plots: the vectors that acceleration dots in one window can become."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import isqrt, sqrt
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sits_es.events import Coded
from sits_es.rules.sits.tables.plot_table import plots_entered
from sits_es.rules.sits.tables.values import Tables
from sits_es.sentences import counted, either
from sits_es.space.avid import Window, centre, hemisphere, ring_of
from sits_es.space.bearing import ring_seen
from sits_es.space.hexes import DIRECTIONS, STILL, HexVector
from sits_es.space.sphere import TOLERANCE, Direction, angle
from sits_es.space.vectors import Subtraction, Vectors, consolidate, vectors_in_words

if TYPE_CHECKING:
    from sits_es.rules.sits.motion.facts import WindowDots

#: How far `b` hexes may stand beside `a` of a larger direction, for a bearing through that side; half is a corner's.
#: Rule: flyer, "three times as far away"; in the green ring there are only sides (house).
SIDE_RATIO: Final = {"amber": 3, "blue": 3, "green": 1}


@lru_cache(maxsize=4096)
def plots(n: int, window: Window) -> tuple[HexVector, ...]:
    """Every plot that the sum of the rules allows for `n` dots (0 up, ValueError below) in a window.

    A plot has range n, lies in the window's ring and bears through its side or corner; three to one counts as both.
    One dot in an amber or blue corner may take either side of it, one in a green window is one level up or down.
    Order: horizontals from the fewest hexes up, then verticals from level outward.
    Rule: sits rules 6, after the second edition: the plotting grid is the range table read backwards.
    """
    if n < 0:
        message = f"dots count from 0 up: {n}"
        raise ValueError(message)
    if n == 0:
        return (STILL,)
    ring, sign = ring_of(window), hemisphere(window)
    found = []
    for hexes, levels in _ranges(n):
        if ring_seen(hexes, levels) == ring:
            heights = (levels * sign,) if sign else dict.fromkeys((levels, -levels))
            found += [flat + HexVector(up=up) for flat in _horizontals(window, hexes) for up in heights]
    return tuple(dict.fromkeys(found)) or _lone_dot(window)


def _ranges(n: int) -> Iterator[tuple[int, int]]:
    """Hexes and levels apart, each 0 up, whose range is n. Rule: card, Range Angle Lookup Table."""
    for hexes in range(n + 1):
        across = n * n - hexes * hexes
        lowest, highest = isqrt(across - 1) + 1 if across else 0, isqrt(across + 2 * n)
        yield from ((hexes, up) for up in range(lowest, min(highest, n) + 1))


def _horizontals(window: Window, hexes: int) -> Iterator[HexVector]:
    """The ways to split horizontal hexes between two adjacent directions so that they bear through the window."""
    bearing = window.rstrip("+-")
    if not bearing:
        pairs = [
            (side, DIRECTIONS[(at + 1) % 6], hexes - b, b)
            for at, side in enumerate(DIRECTIONS)
            for b in range(max(hexes, 1))
        ]
    elif len(bearing) == 1:
        at, ratio = DIRECTIONS.index(bearing), SIDE_RATIO[ring_of(window)]
        pairs = [
            (bearing, DIRECTIONS[(at + turn) % 6], hexes - b, b)
            for b in range(hexes + 1)
            if hexes - b >= ratio * b
            for turn in (1, -1)
        ]
    else:
        one, other = bearing.split("/")
        pairs = [(one, other, hexes - b, b) for b in range(hexes + 1) if 3 * b >= hexes - b and 3 * (hexes - b) >= b]
    for one, other, a, b in pairs:
        yield HexVector.unit(one).times(a) + HexVector.unit(other).times(b)


def _lone_dot(window: Window) -> tuple[HexVector, ...]:
    """The plots of one dot where no hex and no level bears through the window."""
    if ring_of(window) == "green":
        return (HexVector(up=hemisphere(window)),)
    bearing = window.rstrip("+-")
    signs = window[len(bearing) :]
    return tuple(plot for side in sorted(bearing.split("/")) for plot in plots(1, Window(side + signs)))


@lru_cache(maxsize=4096)
def default_plot(n: int, window: Window) -> HexVector:
    """The plot taken when the player names none: the one nearest in angle to the window's centre.

    Of equally near ones the one whose directions, the larger first, come first in the order A..F.
    Rule: sits rules 6.
    """
    if n == 0:
        return STILL
    toward = centre(window)
    angles = [(angle(_direction(plot), toward), plot) for plot in plots(n, window)]
    nearest = min(degrees for degrees, _ in angles) + TOLERANCE
    return min((plot for degrees, plot in angles if degrees <= nearest), key=_rank)


def _direction(plot: HexVector) -> Direction:
    """A plot as a direction north, east and up, hexes being as wide as levels are high."""
    return plot.a - plot.c / 2, plot.c * sqrt(3) / 2, float(plot.up)


def _rank(plot: HexVector) -> tuple[tuple[int, ...], str]:
    ways = plot.components()
    return tuple((DIRECTIONS + "+-").index(way) for way, _ in ways), str(plot)


def own_vectors(tables: Tables, window: Window) -> frozenset[HexVector]:
    """Every plot that rows of the game's own have for a window, for whatever number of dots."""
    found = (plots_entered(tables, row.dots, window) for row in tables.plot_rows)
    return frozenset(plot for plots in found if plots is not None for plot in plots)


def plots_of(tables: Tables, n: int, window: Window) -> tuple[HexVector, ...]:
    """Every plot that the rules of a game allow for `n` dots (0 up, ValueError below) in a window.

    By the game's own row, the default first, else by the sum. The sum reads the card's range table backwards also in a
    game with a range table of its own: plots to go with that one are entered as rows (house). Rule: sits rules 6, 12.
    """
    own = plots_entered(tables, n, window)
    return plots(n, window) if own is None else own


def default_plot_of(tables: Tables, n: int, window: Window) -> HexVector:
    """The plot taken when the player names none: the first of the game's own row, else the sum's `default_plot`."""
    own = plots_entered(tables, n, window)
    return default_plot(n, window) if own is None else own[0]


def in_words(allowed: Iterable[HexVector]) -> str:
    """Plots as a player reads them: `4A, 3A 1B or 3A 1F, each alone or with 1+ or 1-`."""
    verticals: dict[HexVector, list[str]] = {}
    for plot in allowed:
        flat = HexVector(plot.a, plot.c)
        verticals.setdefault(flat, []).append(str(plot - flat))
    groups: dict[tuple[str, ...], list[str]] = {}
    for flat, ups in verticals.items():
        groups.setdefault(tuple(ups), []).append(str(flat))
    return "; or ".join(_group(flats, ups) for ups, flats in groups.items())


def _group(flats: list[str], ups: tuple[str, ...]) -> str:
    """Horizontals that all go with the same verticals."""
    if len(ups) == 1:
        return either([f"{flat} {ups[0]}".strip() or "still" for flat in flats])
    each = f"{either(flats)}, each" if len(flats) > 1 else flats[0]
    alone = "alone or with " if "" in ups else "with "
    return f"{each} {alone}{either([up for up in ups if up])}"


class Plotted(Struct, frozen=True):
    """The dots of one window and the vectors they became. dots: 1 up."""

    window: Window
    dots: int
    vector: HexVector


class Break(Struct, frozen=True):
    """What a thrust break does, as a player works it out by hand.

    plots: in the order of the dots. steps: the consolidation, none when nothing was left to do.
    vector: the new velocity, hexes per turn.
    """

    plots: tuple[Plotted, ...]
    steps: tuple[Subtraction, ...]
    vector: HexVector


def plot_problems(
    dots: Iterable[tuple[Window, int]], chosen: Mapping[Window, HexVector], tables: Tables
) -> Iterator[Coded]:
    """Say what is wrong with the plots that a ship names for its dots; silent when all are legal."""
    counts = dict(dots)
    for window, vector in chosen.items():
        if window not in counts:
            yield Coded("no-dots-there", (vectors_in_words(vector), window, *counts))
        elif vector not in (allowed := plots_of(tables, counts[window], window)):
            plot = (vectors_in_words(vector), counts[window], window)
            own = plots_entered(tables, counts[window], window)
            yield (
                Coded("no-plot", plot)
                if own is None
                else Coded("not-in-own-plots", (*plot, *map(vectors_in_words, allowed)))
            )


def apply_dots(
    vector: HexVector, dots: Iterable[tuple[Window, int]], chosen: Mapping[Window, HexVector], tables: Tables
) -> Break:
    """Turn dots into vectors window by window, add them to a velocity in hexes per turn, and consolidate.

    chosen: plots that the player named; a window without one takes its default. ValueError for one that is not allowed.
    Rule: card, "Thrust Break Condition"; sits rules 5.7 and 6.
    """
    counts = tuple(dots)
    if problems := tuple(plot_problems(counts, chosen, tables)):
        raise ValueError(f"plots that are not allowed: {problems}")
    plotted = tuple(
        Plotted(window, n, chosen[window] if window in chosen else default_plot_of(tables, n, window))
        for window, n in counts
    )
    total = sum((Vectors.of(each.vector) for each in plotted), Vectors.of(vector))
    done = consolidate(total)
    return Break(plotted, done.subtractions, done.vector)


# the same on paper


def plot_in_words(tables: Tables, each: WindowDots) -> str:
    """The plot that the dots of a window became, and those that were allowed."""
    from sits_es.rules.sits.tables.section import OWN, source

    whose = source(tables, "plots", each.window, each.dots)
    why = "the first of its row" if whose == OWN else "nearest to the window's centre"
    how = "as its player named it" if each.named else f"the default, {why}"
    allowed = in_words(plots_of(tables, each.dots, each.window))
    dots = counted(each.dots, "dot")
    return f"{dots} in {each.window}: {vectors_in_words(each.plot)}, {how}; allowed are {allowed} (plots: {whose})."


def moved_in_words(tables: Tables, nose: Window, before: int, after: int) -> str:
    """The default plots of so many hexes in the nose's window, before and after. Rule: sits rules 6 (house)."""
    from sits_es.rules.sits.tables.section import source

    by_default = (default_plot_of(tables, number, nose) for number in (before, after))
    had, has = (vectors_in_words(plot) for plot in by_default)
    whose = source(tables, "plots", nose, after)
    return f"Default plots in the nose's window, {nose}: {before} is {had}, {after} is {has} (plots: {whose})."
