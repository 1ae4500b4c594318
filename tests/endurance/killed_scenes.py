"""The commands that are killed: what each is given in, and what is asked behind it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

from attrs import field, frozen

from tests.shared.commands_told import run
from tests.shared.duels import BLUE, RED, SCENARIO
from tests.stored_games.recipe import copy

ORDERS: Final = ("red.orders", "blue.orders")
#: The same for the fork.
OTHER_ORDERS: Final = ("red-2.orders", "blue-2.orders")


@frozen(kw_only=True)
class Scene:
    """A command, where it is given and what is asked behind it.

    begin: makes the folder; home: of the games, in it; asked: what must be answered as it is where nobody kills.
    """

    words: tuple[str, ...]
    begin: Callable[[Path], None]
    home: str = "games"
    asked: tuple[tuple[str, ...], ...] = field(default=(("games",),))


def _begun(folder: Path, *more: tuple[str, ...]) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "duel.toml").write_text(SCENARIO, encoding="utf-8")
    for name, other, text in zip(ORDERS, OTHER_ORDERS, (RED, BLUE), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
        (folder / other).write_text(text.replace("game duel", "game what-if"), encoding="utf-8")
    _all_well(folder, "games", ("new", "duel.toml", "--name", "duel"), ("games",), *more)


def _all_well(folder: Path, home: str, *commands: tuple[str, ...]) -> None:
    with at(folder, home):
        for words in commands:
            told = run(*words)
            if told.code:
                raise RuntimeError(f"sits {' '.join(words)}: {told.err}")


def _played(folder: Path) -> None:
    _begun(folder, ("play", "duel", *ORDERS, "--to", "1.4"), ("fork", "duel", "--at", "1.3", "--name", "what-if"))


def _seen(folder: Path) -> None:
    _played(folder)
    _all_well(folder, "games", ("audit", "duel"), ("play", "what-if", *OTHER_ORDERS, "--to", "1.4"))


def _unseen(folder: Path) -> None:
    _seen(folder)
    (folder / "games" / "read.db").unlink()


def _backed_up(folder: Path) -> None:
    """A backup from before the last exchange."""
    _played(folder)
    _all_well(folder, "games", ("backup", "kept"), ("play", "duel", *ORDERS, "--to", "1.5"), ("games",))


def _carried(folder: Path) -> None:
    """A bundle of a game with its branches, for another folder, in which there is a game."""
    _played(folder)
    _all_well(folder, "games", ("export", "duel", "--branches", "-o", "whole.bundle"))
    _all_well(folder, "other", ("new", "duel.toml", "--name", "mine"), ("games",))


def _by_mail(folder: Path) -> None:
    copy("duel", folder)


SEARCHED: Final = (("games",), ("audit", "duel", "--search", "Fearless"), ("show", "duel"))
SCENES: Final = {
    "new": Scene(words=("new", "duel.toml", "--name", "other"), begin=_begun, asked=(("games",), ("show", "other"))),
    "play": Scene(words=("play", "duel", *ORDERS, "--to", "1.4"), begin=_begun, asked=SEARCHED),
    "fork": Scene(
        words=("fork", "duel", "--at", "1.2", "--name", "other"), begin=_played, asked=(("games",), ("show", "other"))
    ),
    "play a fork": Scene(
        words=("play", "what-if", *OTHER_ORDERS, "--to", "1.5"),
        begin=_played,
        asked=(*SEARCHED, ("diff", "duel", "what-if")),
    ),
    "catch up": Scene(words=("audit", "what-if", "--search", "Fearless"), begin=_seen, asked=SEARCHED),
    "rebuild": Scene(words=("audit", "duel", "--search", "Fearless"), begin=_unseen, asked=SEARCHED),
    "backup": Scene(words=("backup", "kept"), begin=_played, asked=(("games",), ("audit", "--all", "kept"))),
    "restore": Scene(words=("restore", "kept", "--older"), begin=_backed_up, asked=SEARCHED),
    "import": Scene(
        words=("import", "whole.bundle"), begin=_carried, home="other", asked=(("games",), ("show", "what-if"))
    ),
    "delete": Scene(
        words=("games", "delete", "what-if", "--yes"), begin=_seen, asked=(*SEARCHED, ("audit", "--all", "."))
    ),
    "mail in": Scene(
        words=("mail", "in"),
        begin=_by_mail,
        home="red",
        asked=(*SEARCHED, ("mail", "status"), ("mail", "prove", "duel")),
    ),
}


@contextmanager
def at(folder: Path, home: str) -> Iterator[None]:
    """Where commands are run."""
    with patch.dict(os.environ, {"SITS_HOME": home}), chdir(folder):
        yield
