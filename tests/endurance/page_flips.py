"""Databases of which bytes, pages or the end were changed: no traceback, and no other answer without a word."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Final
from unittest.mock import patch

from tests.endurance.memory import in_memory
from tests.shared.commands_told import Told, run
from tests.shared.duels import BLUE, RED, SCENARIO
from tests.stored_games.recipe import copy

#: A page of SQLite's.
PAGE: Final = 4096
DOCTOR: Final = ("doctor",)
WHOLE: Final = ("audit", "all")
#: What is asked of a folder with a damaged database.
ASKED: Final = (
    ("games",),
    ("show", "duel"),
    ("show", "what-if"),
    ("audit", "list", "duel"),
    ("audit", "list", "duel", "Fearless"),
    ("audit", "verify", "duel"),
    WHOLE,
    ("explain", "duel", "40"),
    ("stats", "duel", "luck"),
    ("replay", "duel", "1.2", "1.3"),
    ("diff", "duel", "what-if"),
    DOCTOR,
    ("play", "what-if", "red.orders", "blue.orders", "--to", "1.4"),
)
#: What is asked where the drawer is damaged, in the order in which a player would.
ASKED_BY_MAIL: Final = (
    ("mail", "status"),
    ("mail", "in"),
    ("mail", "status", "duel"),
    ("orders", "new", "duel", "--as", "red", "-o", "new.orders"),
    ("orders", "seal", "new.orders"),
    ("mail", "out"),
    ("mail", "log", "duel", "--check"),
    ("games",),
    ("show", "duel"),
    DOCTOR,
    WHOLE,
)


@cache
def begun() -> Path:
    """A folder with a game and a fork of it, and everything that is worked out from them."""
    folder = Path(mkdtemp(prefix="sits-flips-"))
    (folder / "duel.toml").write_text(SCENARIO, encoding="utf-8")
    (folder / "red.orders").write_text(RED, encoding="utf-8")
    (folder / "blue.orders").write_text(BLUE, encoding="utf-8")
    with at_home(folder):
        for words in (
            ("new", "duel.toml", "--name", "duel"),
            ("play", "duel", "red.orders", "blue.orders", "--to", "1.break"),
            ("fork", "duel", "--at", "1.3", "--name", "what-if"),
            *ASKED[:6],
        ):
            assert run(*words).code == 0, words
    return folder


@contextmanager
def at_home(folder: Path, home: str = "games") -> Iterator[None]:
    """Where commands are run. home: the folder of games."""
    with patch.dict(os.environ, {"SITS_HOME": home}), chdir(folder):
        yield


@cache
def sound() -> dict[tuple[str, ...], Told]:
    """What is answered where nothing is damaged."""
    with in_memory() as folder:
        shutil.copytree(begun(), folder / "sound")
        with at_home(folder / "sound"):
            return {words: run(*words) for words in ASKED}


def flip(content: bytearray, chance: Random) -> str:
    """Damage a file. What was done, in words."""
    at = chance.randrange(len(content))
    page = at - at % PAGE
    way: Callable[[], None]
    name, way = chance.choice(
        [
            (f"bit {at}", lambda: content.__setitem__(at, content[at] ^ 1 << chance.randrange(8))),
            (f"byte {at}", lambda: content.__setitem__(at, chance.randrange(256))),
            (f"bytes from {at}", lambda: content.__setitem__(slice(at, at + 8), chance.randbytes(8))),
            (f"page at {page}", lambda: content.__setitem__(slice(page, page + PAGE), chance.randbytes(PAGE))),
            (f"no page at {page}", lambda: content.__setitem__(slice(page, page + PAGE), bytes(PAGE))),
            (f"the end from {at}", lambda: content.__delitem__(slice(at, None))),
        ]
    )
    way()
    return name


def flipped(name: str, seed: int) -> list[str]:
    """Ask a folder of which one database is damaged. What must not be, in words.

    A view may say something else than the record where the doctor then finds it.
    """
    chance, others = Random(f"{name} {seed}"), list[str]()  # noqa: S311 -- to be the same, not secret
    with in_memory() as folder:
        home = folder / "damaged"
        shutil.copytree(begun(), home)
        damaged = home / "games" / name
        content = bytearray(damaged.read_bytes())
        done = f"{name} {seed}, {flip(content, chance)}"
        damaged.write_bytes(content)
        with at_home(home):
            for words in ASKED:
                try:
                    told = run(*words)
                except AssertionError as fault:
                    return [f"{done}: sits {' '.join(words)}: {fault.__cause__!r}"]
                if told.code and not told.out + told.err:
                    return [f"{done}: sits {' '.join(words)}: refused without a word"]
                if words == DOCTOR and told.code and name == "read.db":
                    return []
                if not told.code and not _is_sound(told, words):
                    others.append(f"{done}: sits {' '.join(words)}: {told.out[-300:]!r}")
    return others


def _is_sound(told: Told, words: tuple[str, ...]) -> bool:
    """Whether an answer is that of a sound folder, but for what it says itself of what only saves time."""
    return [*_of_the_record(told)] == [*_of_the_record(sound()[words])]


def _of_the_record(told: Told) -> Iterator[str]:
    """Lines of an answer, but for those about snapshots, of which a damaged one is dropped by whoever meets it."""
    dropped = " did not match the record and was dropped; "
    return (line for line in told.out.splitlines() if dropped not in line and not line.startswith("Snapshots: "))


def flipped_by_mail(name: str, seed: int) -> list[str]:
    """Ask a folder of a game by mail of which the drawer is damaged.

    What it says of letters can't be known from anywhere else, so answers may differ. The record does not.
    """
    chance, found = Random(f"{name} {seed}"), list[str]()  # noqa: S311 -- to be the same, not secret
    with in_memory() as folder:
        home = folder / "damaged"
        copy("duel", home)
        damaged = home / "red" / name
        damaged.chmod(0o600)
        content = bytearray(damaged.read_bytes())
        done = f"{name} {seed}, {flip(content, chance)}"
        damaged.write_bytes(content)
        with at_home(home, "red"):
            for words in ASKED_BY_MAIL:
                try:
                    told = run(*words)
                except AssertionError as fault:
                    return [f"{done}: sits {' '.join(words)}: {fault.__cause__!r}"]
                if told.code and not told.out + told.err:
                    return [f"{done}: sits {' '.join(words)}: refused without a word"]
                if words == WHOLE and told.code:
                    found.append(f"{done}: {told.err}")
    return found


def flips(seed: int, count: int) -> list[str]:
    """Bytes, pages or the end of each database are changed. What must not be, in words."""
    ways = [(flipped, "sits.db"), (flipped, "read.db"), (flipped_by_mail, "mail.db")]
    return [fault for each in range(seed, seed + count) for way, name in ways for fault in way(name, each)]
