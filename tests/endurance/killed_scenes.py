"""The commands that are killed: what each is given in, and what is asked behind it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Final
from unittest.mock import patch

from attrs import field, frozen

from sits_es.post.desk import Desk
from sits_es.post.log.packets import Seal
from sits_es.post.replica import replica_of
from sits_es.service import scenario
from tests.shared.commands_told import run
from tests.shared.curt import Curt
from tests.shared.duels import BLUE, RED, SCENARIO
from tests.shared.postal import GAME, cruisers, sheet, thrust

ORDERS: Final = ("red.orders", "blue.orders")
#: The same for the fork.
OTHER_ORDERS: Final = ("red-2.orders", "blue-2.orders")


@frozen(kw_only=True)
class Scene:
    """A command, where it is given and what is asked behind it.

    begin: makes the folder; home: of the games, in it; asked: what must be answered as it is where nobody kills;
    then: what is wrong with the whole folder in the end.
    """

    words: tuple[str, ...]
    begin: Callable[[Path], None]
    home: str = "games"
    asked: tuple[tuple[str, ...], ...] = field(default=(("games",),))
    then: Callable[[], Iterator[str]] = field(default=lambda: iter(()))


def has_begun(folder: Path, *more: tuple[str, ...]) -> None:
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


def was_played(folder: Path) -> None:
    has_begun(folder, ("play", "duel", *ORDERS, "--to", "1.4"), ("fork", "duel", "--at", "1.3", "--name", "what-if"))


def was_seen(folder: Path) -> None:
    was_played(folder)
    _all_well(folder, "games", ("audit", "list", "duel"), ("play", "what-if", *OTHER_ORDERS, "--to", "1.4"))


def _unseen(folder: Path) -> None:
    was_seen(folder)
    (folder / "games" / "read.db").unlink()


def _backed_up(folder: Path) -> None:
    """A backup from before the last exchange."""
    was_played(folder)
    _all_well(folder, "games", ("backup", "kept"), ("play", "duel", *ORDERS, "--to", "1.5"), ("games",))


def _carried(folder: Path) -> None:
    """A bundle of a game with its branches, for another folder, in which there is a game."""
    was_played(folder)
    _all_well(folder, "games", ("export", "duel", "--all", "-o", "whole.bundle"))
    _all_well(folder, "other", ("new", "duel.toml", "--name", "mine"), ("games",))


def _due(folder: Path) -> None:
    """Two by mail of whom blue has sealed and written, and red has not."""
    table = cruisers(folder, ("red", "blue"), terms={"hours": 9999})
    table.give("blue", thrust("blue"))
    table.round()
    table.collect("red")
    with table.desk("red") as desk:
        (folder / "red.orders").write_text(sheet(replica_of(desk, GAME), "red", thrust("red")), encoding="utf-8")


def _sealed(folder: Path) -> None:
    _due(folder)
    _all_well(folder, "red", ("orders", "seal", "red.orders"))


def _answered(folder: Path) -> None:
    """Red has sealed as well, and blue's opening is in red's inbox."""
    _sealed(folder)
    _all_well(folder, "red", ("mail", "out"))
    carry(folder, "red", "blue")
    _all_well(folder, "blue", ("mail", "in", "--quiet"))
    carry(folder, "blue", "red")


def carry(folder: Path, who: str, to: str) -> int:
    """Bring somebody's letters to another's inbox; how many there were."""
    letters = list((folder / who / "out").glob("*.eml"))
    for letter in letters:
        letter.rename(folder / to / "in" / f"{who} {letter.name}")
    return len(letters)


def _together() -> Iterator[str]:
    """What is wrong once red's and blue's letters are carried: what red did is nowhere lost, and done once."""
    for _ in range(9):
        if not carry(Path(), "red", "blue") + carry(Path(), "blue", "red"):
            break
        for who in ("blue", "red"):
            with at(Path(), who):
                run("mail", "in", "--quiet")
    found = {}
    for who in ("red", "blue"):
        with Desk(Path(who), printer=Curt) as desk:
            replica = replica_of(desk, GAME)
            found[who] = replica.digests()
            seals = [each for each in replica.held.pool.values() if isinstance(each.body, Seal)]
            if replica.course.moment.segment != 2 or seals or len(replica.held.logs) > 1:
                yield f"{who} is at {replica.course.moment}, with {len(seals)} seals that are not in the log"
    if found["red"] != found["blue"]:
        yield "red's record is another than blue's"


def _sent_together() -> Iterator[str]:
    """The same once red's letters are written."""
    with at(Path(), "red"):
        run("mail", "out")
    yield from _together()


SEARCHED: Final = (("games",), ("audit", "list", "duel", "Fearless"), ("show", "duel"))
SCENES: Final = {
    "new": Scene(words=("new", "duel.toml", "--name", "other"), begin=has_begun, asked=(("games",), ("show", "other"))),
    "play": Scene(words=("play", "duel", *ORDERS, "--to", "1.4"), begin=has_begun, asked=SEARCHED),
    "fork": Scene(
        words=("fork", "duel", "--at", "1.2", "--name", "other"),
        begin=was_played,
        asked=(("games",), ("show", "other")),
    ),
    "play a fork": Scene(
        words=("play", "what-if", *OTHER_ORDERS, "--to", "1.5"),
        begin=was_played,
        asked=(*SEARCHED, ("diff", "duel", "what-if")),
    ),
    "catch up": Scene(words=("audit", "list", "what-if", "Fearless"), begin=was_seen, asked=SEARCHED),
    "rebuild": Scene(words=("audit", "list", "duel", "Fearless"), begin=_unseen, asked=SEARCHED),
    "backup": Scene(words=("backup", "kept"), begin=was_played, asked=(("games",), ("audit", "all", "kept"))),
    "restore": Scene(words=("restore", "kept", "--force"), begin=_backed_up, asked=SEARCHED),
    "import": Scene(
        words=("import", "whole.bundle"), begin=_carried, home="other", asked=(("games",), ("show", "what-if"))
    ),
    "delete": Scene(
        words=("games", "delete", "what-if", "--yes"), begin=was_seen, asked=(*SEARCHED, ("audit", "all", "."))
    ),
    "orders seal": Scene(
        words=("orders", "seal", "red.orders"), begin=_due, home="red", asked=(("mail", "status"),), then=_sent_together
    ),
    "mail out": Scene(words=("mail", "out"), begin=_sealed, home="red", then=_together),
    "mail in": Scene(words=("mail", "in"), begin=_answered, home="red", then=_together),
}


@contextmanager
def at(folder: Path, home: str) -> Iterator[None]:
    """Where commands are run. A game that is begun again has the same id, so that the records can be compared."""
    drawn = patch.object(scenario, "os", SimpleNamespace(urandom=bytes))
    with patch.dict(os.environ, {"SITS_HOME": home}), chdir(folder), drawn:
        yield
