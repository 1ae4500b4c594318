"""Names for a shell that completes what a player types: games, and what is in them.

Nothing is written, and of a game only the set-up is folded, however long it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sits_es.game.fold import Fold
from sits_es.report import report_of
from sits_es.service.graphs import LUCK, RANGE
from sits_es.service.session import OpenGame, Session


@contextmanager
def open_read_only(folder: Path) -> Iterator[Session | None]:
    """The games of a folder for one `with` block, read only; None if there are none."""
    if not (folder / "sits.db").is_file():
        yield None
        return
    with Session(folder, read_only=True) as session:
        yield session


def games(session: Session) -> list[str]:
    """Every game and branch, as its player calls it."""
    return sorted(session.aliases.all_shown(session.names()).values())


def players(opened: OpenGame) -> list[str]:
    """The players of a game. Raises NotAllowedError for an unknown game."""
    return sorted(_set_up(opened).game.players)


def units(opened: OpenGame) -> list[str]:
    """The units with which a game began. Raises NotAllowedError for an unknown game."""
    found = _set_up(opened).game
    return sorted(report_of(found.system).units(found.board))


def moments(opened: OpenGame) -> list[str]:
    """The moments that were played, in order. Raises NotAllowedError for an unknown game."""
    history = opened.history
    return list(dict.fromkeys(history.rules.label(each.moment) for each in history.played()))


def turns(opened: OpenGame) -> list[str]:
    """The turns in which something was played. Raises NotAllowedError for an unknown game."""
    history = opened.history
    return [str(turn) for turn in dict.fromkeys(each.moment.turn for each in history.played())]


def measures(opened: OpenGame) -> list[str]:
    """The graphs that a game has, by its set-up. Raises NotAllowedError for an unknown game."""
    found = _set_up(opened).game
    report = report_of(found.system)
    words = [f"{measure.name} by side" for measure in report.measures(found.board)]
    return list(dict.fromkeys([*words, *(tally.what for tally in report.tallies(found.board)), LUCK, RANGE]))


def _set_up(opened: OpenGame) -> Fold:
    return opened.fold(opened.history.set_up - 1)
