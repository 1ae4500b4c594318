"""What acceleration dots can become: `plots`."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from commands.sits.calc.page import Answer
from commands.sits.calc.words import within, written

Dots = Annotated[int, typer.Argument(metavar="DOTS", help="Acceleration dots in one window.")]
InWindow = Annotated[str, typer.Argument(metavar="WINDOW", help="The window that they are in, such as A+.")]

#: More dots than any ship gains in one chart; the plots of more would fill a book.
MOST_DOTS: Final = 100


def plots(dots: Dots, window: InWindow) -> Answer:
    """List the plots that the rules allow for so many acceleration dots in one window, and the default among them."""
    from sits_es.rules.sits.play.plots import default_plot, in_words
    from sits_es.rules.sits.play.plots import plots as allowed
    from sits_es.sentences import counted
    from sits_es.space.avid import read_window

    place = read_window(window)
    number = within("The number of dots", dots, 0, MOST_DOTS)
    found = allowed(number, place)
    return Answer(
        f"{counted(number, 'dot')} in {place}: {counted(len(found), 'plot')}.",
        [
            f"{in_words(found)}.",
            f"Default, the nearest to the middle of {place}: {written(default_plot(number, place))}.",
        ],
        "house, after the second edition: the range table read backwards, in the window's ring and bearing",
        {"plots": sorted(str(plot) for plot in found)},
    )
