"""Orders handed in from the stepper: played where all sit at one table, sealed where a game goes by mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from commands.home import open_desk, seated
from sits_es.disk import is_there, read_text
from sits_es.errors import NotAllowedError, NotNowError
from sits_es.sentences import either, listed
from sits_es.service.names import order_file
from sits_es.service.orders import played_lines, players_due, read_order_files
from sits_es.service.play import play
from sits_es.service.session import OpenGame


class Handing(NamedTuple):
    """What would be done with order files. asked: whether to; do: does it, and says what came of it."""

    asked: str
    do: Callable[[], str]


def handing(opened: OpenGame, player: str | None, written: Mapping[str, Path]) -> Handing:
    """What can be done with the orders that the editor wrote. player: whose, if that was said; written: by player.

    Raises NotNowError for a game that is over, NotAllowedError if there is no file or one has a mistake.
    """
    fold = opened.fold()
    if fold.game.ended is not None:
        raise NotNowError(f"{opened.called} is over: {fold.game.ended}")
    by_mail = fold.game.play != "hot seat" and not fold.game.what_if
    me = seated(opened) if by_mail else player
    due = players_due(opened) if me is None or not by_mail else (me,)
    paths = {each: written.get(each, Path(order_file(opened.called, each))) for each in due}
    texts = [(str(path), read_text(path)) for path in paths.values() if is_there(path)]
    if not texts:
        raise NotAllowedError(f"There is no {either(paths.values())} yet. Write orders: o")
    if by_mail:
        return Handing(
            f"Seal {texts[0][0]} for {opened.called}? Until the next letters are written, you can "
            "take the orders back.",
            lambda: _sealed(*texts[0]),
        )
    orders = read_order_files(fold, texts, played_lines(opened))

    def played() -> str:
        rules, before = opened.rules, opened.head.version
        labels = [rules.label(each.moment) for each in play(opened, orders)]
        return f"Played: {labels[0]} to {labels[-1]}, events #{before + 1} to #{opened.reopen().head.version}."

    return Handing(f"Play {opened.called} with {listed(name for name, _ in texts)}? It can't be undone.", played)


def _sealed(source: str, text: str) -> str:
    from sits_es.post.orders import game_of, give

    with open_desk() as desk:
        receipt = give(game_of(desk, source, text), source, text)
    return f"{receipt.words} To write the letters: sits mail out"
