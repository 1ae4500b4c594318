"""The thrust break: acceleration dots become vectors, and the vectors are added and consolidated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.rules.sits.play.plots import check_plot, default_plot
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import Vectors, consolidate, vectors_in_words


@frozen
class Plotted:
    """The dots of one window and the vectors they became. dots: 1 up."""

    window: Window
    dots: int
    vector: HexVector


@frozen
class Break:
    """What a thrust break does, as a player works it out by hand.

    plots: in the order of the dots. steps: the consolidation in words, none when nothing was left to do.
    vector: the new velocity, hexes per turn.
    """

    plots: tuple[Plotted, ...]
    steps: tuple[str, ...]
    vector: HexVector


def plot_problems(ship: str, dots: Iterable[tuple[Window, int]], chosen: Mapping[Window, HexVector]) -> Iterator[str]:
    """Say what is wrong with the plots a ship names for its dots and what is allowed; silent when all are legal."""
    counts = dict(dots)
    for window, vector in chosen.items():
        if window in counts:
            yield from check_plot(ship, counts[window], window, vector)
        else:
            where = ", ".join(counts) or "no window"
            plot = vectors_in_words(vector)
            yield f"{ship}: {plot} is plotted in {window}, where there are no dots. Dots are in {where}."


def apply_dots(vector: HexVector, dots: Iterable[tuple[Window, int]], chosen: Mapping[Window, HexVector]) -> Break:
    """Turn dots into vectors window by window, add them to a velocity in hexes per turn, and consolidate.

    chosen: plots that the player named; a window without one takes its default. NotAllowedError names every chosen
    plot that is not allowed. Rule: card, "Thrust Break Condition"; rules/sits.md 5.7 and 6.
    """
    counts = tuple(dots)
    if problems := tuple(plot_problems("Thrust break", counts, chosen)):
        raise NotAllowedError(problems)
    plots = tuple(Plotted(window, n, chosen.get(window, default_plot(n, window))) for window, n in counts)
    total = sum((Vectors.of(plotted.vector) for plotted in plots), Vectors.of(vector))
    done = consolidate(total)
    return Break(plots, done.steps, done.vector)
