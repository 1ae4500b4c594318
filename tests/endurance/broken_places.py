"""Places where games cannot be kept as they should: full and read-only disks, files that are gone, short or swapped."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from attrs import frozen

from tests.endurance.memory import in_memory
from tests.endurance.page_flips import at_home, begun
from tests.shared.commands_told import Told, run

PLAY: Final = ("play", "what-if", "red.orders", "blue.orders", "--to", "1.5")
DOCTOR: Final = ("doctor",)
READING: Final = (
    ("games",),
    ("show", "duel"),
    ("audit", "list", "duel"),
    ("audit", "list", "duel", "Fearless"),
    ("audit", "all"),
    ("explain", "duel", "40"),
    ("replay", "duel", "1.2", "1.3"),
)
EVENTS: Final = (
    "SELECT originator_id, originator_version, topic, state, previous, digest FROM stored_events ORDER BY 1, 2"
)
#: Number of the user to whom nothing belongs.
NOBODY: Final = 65534

Events = list[tuple[Any, ...]]
Answers = dict[tuple[str, ...], Told]
FULL: Final = "There is no room left on the disk that holds "
SHUT: Final = "cannot be opened for writing. Nothing was written."
BUSY: Final = "Another program is still writing to the game store. Nothing was written; try again."
#: What is wrong with a folder while commands are given there.
Trouble = Callable[[Path], AbstractContextManager[object]]


@frozen(kw_only=True)
class Place:
    """A folder of games with something wrong.

    trouble: brings it about, and takes it away again where it can be. told: whether commands that read must answer
    as in a sound folder; otherwise they may refuse, or answer and say on standard error what is wrong, and the doctor
    has to find it. plays: whether a command that writes is carried out; None: either; says: how it is refused.
    lost: whether events are gone.
    """

    trouble: Trouble
    told: bool = True
    plays: bool | None = False
    says: str = ""
    lost: bool = False


def _events(home: Path) -> Events:
    """All that is on record."""
    with closing(sqlite3.connect(home / "sits.db")) as db:
        return db.execute(EVENTS).fetchall()


def changed(name: str, change: Callable[[Path], object]) -> Trouble:
    """A file that is not what it was. What lies beside it is left alone."""
    return lambda home: nullcontext(change(home / name))


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _half(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def _garbage(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 64)


def _foreign(path: Path) -> None:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE recipes (name TEXT)")


def _swapped(path: Path) -> None:
    """Another player's store, in which there is no game of these names."""
    path.unlink()
    with at_home(path.parents[1], "others"):
        run("new", "duel.toml", "--name", "convoy")
    shutil.copy(path.parents[1] / "others" / "sits.db", path)


@contextmanager
def with_log(home: Path, spoil: Callable[[Path], object]) -> Iterator[None]:
    """The last exchange stands in the write-ahead log alone, as where a program was killed; then the log is spoilt."""
    path = home / "sits.db"
    before = path.read_bytes()
    with closing(sqlite3.connect(path)) as keeper:
        # a reader that stays keeps the log from being taken in
        keeper.execute("BEGIN")
        keeper.execute("SELECT COUNT(*) FROM stored_events").fetchone()
        with at_home(home.parent):
            played = run("play", "what-if", "red.orders", "blue.orders", "--to", "1.4")
            run("games")
        if played.code:
            raise RuntimeError(played.err)
        kept = {each: home.joinpath(each).read_bytes() for each in ("sits.db-wal", "sits.db-shm")}
    path.write_bytes(before)
    for each, content in kept.items():
        home.joinpath(each).write_bytes(content)
    spoil(home)
    yield


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Another program is writing and does not finish."""
    with closing(sqlite3.connect(home / "sits.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def read_only_folder(home: Path) -> Iterator[None]:
    """Nothing can be written, not even by the superuser, who goes by another name here."""
    paths = [home, *home.rglob("*")]
    modes = [(path, path.stat().st_mode) for path in paths]
    for above in (home.parent, *home.parents[1:3]):
        above.chmod(above.stat().st_mode | 0o055)
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        for path, mode in modes:
            path.chmod(mode)


def others_reach_the_program() -> bool:
    """Whether another user can get at the program, as whom nothing can be written: only the superuser needs one."""
    above = {each for place in (Path(sys.prefix, "lib"), Path(__file__)) for each in place.resolve().parents}
    return os.geteuid() != 0 or all(each.stat().st_mode & 0o001 for each in above)


def can_mount() -> bool:
    """Whether disks of any size can be had here."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        return False
    with in_memory() as folder:
        made = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder)], check=False, capture_output=True)
        if made.returncode == 0:
            subprocess.run(["umount", str(folder)], check=True)
        return made.returncode == 0


@contextmanager
def _disk(home: Path) -> Iterator[None]:
    """The folder on a small disk of its own."""
    aside = home.with_name("aside")
    home.rename(aside)
    home.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(home)], check=True)
    try:
        shutil.copytree(aside, home, dirs_exist_ok=True)
        yield
        shutil.rmtree(aside)
        shutil.copytree(home, aside)
    finally:
        subprocess.run(["umount", str(home)], check=True)
        home.rmdir()
        aside.rename(home)


@contextmanager
def read_only_disk(home: Path) -> Iterator[None]:
    """The whole disk can only be read."""
    with _disk(home):
        subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)
        yield
        subprocess.run(["mount", "-o", "remount,rw", str(home)], check=True)


def full_disk(kilobytes: int) -> Trouble:
    """A disk on which there is so much room left."""

    @contextmanager
    def trouble(home: Path) -> Iterator[None]:
        with _disk(home):
            left = shutil.disk_usage(home).free - 1024 * kilobytes
            (home / "filler").write_bytes(bytes(left))
            yield
            (home / "filler").unlink()

    return trouble


def full_store(pages: int) -> Trouble:
    """A store that can take so many pages more, as on a full disk; read models have room."""

    @contextmanager
    def trouble(home: Path) -> Iterator[None]:
        opened, most = sqlite3.connect, (home / "sits.db").stat().st_size // 4096 + pages

        def connect(name: Any, *words: Any, **more: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = opened(name, *words, **more)
            if str(name).endswith("sits.db"):
                connection.execute(f"PRAGMA max_page_count={most}")
            return connection

        with patch.object(sqlite3, "connect", connect):
            yield

    return trouble


def _each(change: Callable[[Path], object], *names: str) -> Callable[[Path], None]:
    """The same change of several files."""

    def spoil(home: Path) -> None:
        for name in names:
            change(home / name)

    return spoil


def log(spoil: Callable[[Path], object]) -> Trouble:
    """A spoilt write-ahead log, with the last exchange in it."""
    return lambda home: with_log(home, spoil)


SHUT_FOLDER: Final = "a read-only folder"
PLACES: Final = {
    "a full store": Place(trouble=full_store(0), says=FULL),
    "a store with room for two pages": Place(trouble=full_store(2), says=FULL),
    "a held lock": Place(trouble=locked, says=BUSY),
    SHUT_FOLDER: Place(trouble=read_only_folder, says=SHUT),
    "no read models": Place(trouble=changed("read.db", Path.unlink), plays=True),
    "empty read models": Place(trouble=changed("read.db", _empty), plays=True),
    "half of the read models": Place(trouble=changed("read.db", _half), told=False, plays=True),
    "garbage for read models": Place(trouble=changed("read.db", _garbage), told=False, plays=True),
    "read models in a database of another program": Place(trouble=changed("read.db", _foreign), plays=True),
    "no index of the log": Place(trouble=log(_each(Path.unlink, "sits.db-shm")), plays=True),
    "garbage for the index of the log": Place(trouble=log(_each(_garbage, "sits.db-shm")), plays=True),
    "no log": Place(trouble=log(_each(Path.unlink, "sits.db-wal", "sits.db-shm")), told=False, plays=True, lost=True),
    "garbage for the log": Place(trouble=log(_each(_garbage, "sits.db-wal")), told=False, plays=True, lost=True),
    "an empty store": Place(trouble=changed("sits.db", _empty), told=False, lost=True),
    "half of a store": Place(trouble=changed("sits.db", _half), told=False, plays=None, lost=True),
    "garbage for a store": Place(trouble=changed("sits.db", _garbage), told=False, lost=True),
    "a database of another program": Place(trouble=changed("sits.db", _foreign), told=False, lost=True),
    "another store": Place(trouble=changed("sits.db", _swapped), told=False, lost=True),
}
#: Where disks can be made.
DISKS: Final = {
    "a read-only disk": Place(trouble=read_only_disk, says=SHUT),
    **{
        f"{room} kB of room": Place(trouble=full_disk(room), plays=None, says=FULL)
        for room in (0, 4, 32, 64, 100, 200, 400)
    },
}


def tried(name: str) -> list[str]:
    """Give commands in such a place, and look what is there when the trouble is over. What must not be, in words."""
    place = (PLACES | DISKS)[name]
    with in_memory() as folder:
        sound = shutil.copytree(begun(), folder / "sound")
        broken = shutil.copytree(begun(), folder / "broken")
        for each in (sound, broken):
            for side in ("red", "blue"):
                orders = each / f"{side}.orders"
                orders.write_text(orders.read_text("utf-8").replace("game duel", "game what-if"), encoding="utf-8")
        before = _events(sound / "games")
        if "log" in name:
            with at_home(sound):
                run("play", "what-if", "red.orders", "blue.orders", "--to", "1.4")
            before = _events(sound / "games")
        with at_home(sound):
            wanted: Answers = {words: run(*words) for words in READING}
            # also so that all is imported by then: another user may not get at every library
            run(*DOCTOR)
            run(*PLAY)
        after = _events(sound / "games")
        with at_home(broken):
            try:
                with place.trouble(broken / "games"):
                    told: Answers = {words: run(*words) for words in (*READING, DOCTOR)}
                    played = run(*PLAY)
                    while_there = run("games")
            except AssertionError as fault:
                return [f"{name}: {fault.__cause__!r}"]
            found = list(_of_readers(place, wanted, told)) + list(_of_writers(place, played))
            if while_there.code and not while_there.err:
                found.append("refused without a word")
            if not place.lost:
                found += _of_the_record(before, _events(broken / "games"), after, played)
            if place.told and (doctor := run(*DOCTOR)).code:
                found.append(f"afterwards the doctor says: {doctor.out}")
    return [f"{name}: {fault}" for fault in found]


def _of_readers(place: Place, wanted: Answers, told: Answers) -> Iterator[str]:
    for words, answer in told.items():
        if answer.code and not answer.err and words != DOCTOR:
            yield f"sits {' '.join(words)} is refused without a word"
        if words == DOCTOR:
            if not place.told and not answer.code:
                yield "the doctor finds nothing"
            continue
        other = (answer.code, answer.out) != (wanted[words].code, wanted[words].out)
        if other and (place.told or not (answer.code or answer.err or told[DOCTOR].code)):
            yield f"sits {' '.join(words)} answers {answer}"


def _of_writers(place: Place, played: Told) -> Iterator[str]:
    if played.code and not played.err:
        yield "playing is refused without a word"
    if played.code and place.says not in played.err:
        yield f"playing is refused by other words: {played.err}"
    if place.plays is not None and place.plays != (played.code == 0):
        yield f"playing ends with {played.code}: {played.err}"


def _of_the_record(before: Events, found: Events, after: Events, played: Told) -> Iterator[str]:
    """Whole exchanges alone are written: all of them, or, where there was no room for more, the first ones."""
    if played.code == 0 and found != after:
        yield "what was played is not on record"
    if not set(before) <= set(found) <= set(after):
        yield "other events are on record"
    elif run("audit", "all").code:
        yield "the record is not sound"


def places(first: int, count: int) -> list[str]:
    """Places where games cannot be kept as they should be, one after the other. What must not be, in words."""
    names = [*PLACES, *(DISKS if can_mount() else ())]
    names = [name for name in names if name != SHUT_FOLDER or others_reach_the_program()]
    return [fault for number in range(first, first + count) for fault in tried(names[(number - 1) % len(names)])]
