"""Vectors: `consolidate`, how they are spread over a turn (`grid`), and what acceleration dots can become (`plots`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import within
from commands.sits.calc.ruled_by import OfGame, OfMoment, OfTables, RuledBy, ruled_by
from commands.sits.calc.words import VectorWords, vectors_of, written

if TYPE_CHECKING:
    from sits_es.rules.sits.play.movement import MovementGrid


def consolidate(words: VectorWords) -> Answer:
    """Consolidate vectors into their one canonical form, step by step."""
    from sits_es.space.vectors import consolidate as consolidated

    given = vectors_of(words)
    done = consolidated(given)
    return Answer(
        f"{written(given)} comes to {written(done.vector)}.",
        done.steps or ["There is nothing to consolidate."],
        'card, "Resolve Vectors 180 Degrees Apart" and "120 Degrees Apart"; flyer, "Copy the smaller vector"',
        {"vector": str(done.vector), "steps": list(done.steps)},
    )


def grid(words: VectorWords, game: OfGame = None, at: OfMoment = None, tables: OfTables = None) -> Answer:
    """Fill out the movement grid of vectors in hexes per turn: where the ship moves in each of the eight segments."""
    from sits_es.rules.sits.play.movement import fill_grid
    from sits_es.rules.sits.tables.values import SEGMENTS

    vectors = vectors_of(words).net()
    by = ruled_by(game, tables, at)
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


def plots(dots: Dots, window: InWindow, game: OfGame = None, at: OfMoment = None, tables: OfTables = None) -> Answer:
    """List the plots that the rules allow for so many acceleration dots in one window, and the default among them."""
    from sits_es.rules.sits.play.plots import default_plot_of, in_words, plots_of
    from sits_es.sentences import counted
    from sits_es.space.avid import read_window

    place = read_window(window)
    number = within("The number of dots", dots, 0, MOST_DOTS)
    by = ruled_by(game, tables, at)
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
