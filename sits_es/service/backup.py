"""Backups of a player's folder, made while nobody writes in it: the record, letters, keys, settings.

A backup is a folder of games itself: it can be opened (SITS_HOME) and audited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from sits_es.disk import copy, is_there, private_folder, reason_of, to_disk, unfinished
from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.sentences import counted
from sits_es.service import quarantine
from sits_es.service.audit import Store, audit_stores
from sits_es.service.progress import Progress, counter, silent
from sits_es.service.quarantine import Evidence
from sits_es.service.session import Session
from sits_es.store import Head
from sits_es.store.sqlite.faults import faults_of_file
from sits_es.store.sqlite.files import copy_file, is_used_by_others, kept_from_writers
from sits_es.store.sqlite.shelf import FILE as GAME_LIST

#: The record; what a folder that plays by mail has beside it; and where its keys lie.
RECORD: Final = "sits.db"
LETTERS: Final = "mail.db"
#: All databases that can't be worked out again; the last has the player's own list of games.
BESIDE_RECORD: Final = (LETTERS, GAME_LIST)
KEPT: Final = (RECORD, *BESIDE_RECORD)
KEYS: Final = "keys"
SETTINGS: Final = "sits.toml"
#: What only saves time, and would tell of events that a restored record never had.
VIEWS: Final = "read.db"
#: How files are called that SQLite has beside a database.
BESIDE: Final = ("-wal", "-shm", "-journal")
#: Seconds for which a backup waits for other programs to finish what they write.
WAIT: Final = 5.0


class Backup(Struct, frozen=True, kw_only=True):
    """A folder that was copied or restored. heads: where games end; aside: where replaced files are, if any.

    evidence: what was set aside, in words.
    """

    folder: str
    heads: Mapping[str, Head]
    by_mail: bool
    aside: str | None = None
    evidence: tuple[str, ...] = ()

    @property
    def games(self) -> str:
        """How many games and events it holds, in words."""
        events = sum(head.version + 1 for head in self.heads.values())
        return f"{counted(len(self.heads), 'game')} with {counted(events, 'event')}"


def back_up(folder: Path, target: Path, done: Progress = silent) -> Backup:
    """Copy a player's folder into a new one, and check the copy. Other programs wait meanwhile.

    Raises NotAllowedError if the target exists, or there is nothing to copy, NotNowError while another program
    writes, UnreadableError for a damaged record: no copy is left then.
    """
    if is_there(target):
        raise NotAllowedError(f"{target} already exists, and a backup never overwrites anything. Name a new folder.")
    if not (folder / RECORD).is_file():
        raise NotAllowedError(f"There is no record in {folder}, so there is nothing to back up.")
    try:
        with unfinished(target) as made:
            copied = made / target.name
            with _nobody_writes(folder):
                _copy(folder, copied)
                before = heads_of(folder / RECORD)
            heads = _checked(copied, done, called=target)
            if heads != before:
                raise UnreadableError(f"The copy of {folder} is incomplete and was removed.")
            copied.rename(target)
            try:
                to_disk(target.parent)
            except OSError:
                target.rename(copied)
                raise
    except OSError as fault:
        raise NotNowError(
            f"{target} cannot be written: {reason_of(fault)}. The unfinished copy was removed."
        ) from fault
    return Backup(folder=str(target), heads=heads, by_mail=(target / LETTERS).is_file())


def restore(
    backup: Path, folder: Path, *, older: bool = False, set_aside: bool = False, done: Progress = silent
) -> Backup:
    """Restore a player's folder from a backup. Replaced files are kept aside; nothing is deleted.

    older: even if games here have events that the backup lacks; set_aside: even if games in it are not sound by their
    rules, which are then set aside as evidence. Otherwise NotAllowedError names them. Raises UnreadableError for a
    damaged backup.
    """
    if not (backup / RECORD).is_file():
        said = f"{backup} is a file, not a folder." if backup.is_file() else f"There is no record in {backup}."
        raise NotAllowedError(f"{said} Name a folder that `sits backup` wrote.")
    heads = _checked(backup, silent)
    if not older and (lost := _lost(folder, backup, heads)):
        raise NotAllowedError([*lost, "Nothing was changed. To restore the backup anyway: --force"])
    (audited,) = audit_stores([Store(backup / RECORD)], done=done)
    unsound = [game for game in audited.games if game.faults]
    if unsound and not set_aside:
        faults = dict.fromkeys(fault for game in unsound for fault in game.faults)
        raise NotAllowedError([*faults, "Nothing was changed. To restore the backup without these games: --set-aside"])
    aside = next(path for number in range(1, 10_000) if not (path := folder / f"replaced-{number}").exists())
    try:
        with unfinished(folder / "restoring") as ready:
            _copy(backup, ready)
            _nobody_uses(folder)
            replaced = _keep_aside(folder, aside)
            _replace(ready, folder)
    except OSError as fault:
        look = f"The old files are in {aside}. Try again." if aside.exists() else "Nothing was changed."
        raise NotNowError(f"{backup} cannot be restored into {folder}: {reason_of(fault)}. {look}") from fault
    evidence = list(_set_aside(folder, [game.game for game in unsound]))
    return Backup(
        folder=str(folder),
        heads={name: head for name, head in heads.items() if not any(name in each.heads for each in evidence)},
        by_mail=(folder / LETTERS).is_file(),
        aside=str(aside) if replaced else None,
        evidence=tuple(each.done() for each in evidence),
    )


def _set_aside(folder: Path, games: Iterable[str]) -> Iterator[Evidence]:
    """Set games of a restored folder aside, each with what leaves it."""
    for game in games:
        with Session(folder) as session:
            evidence = quarantine.plan(session, game) if session.store.knows(game) else None
        if evidence is not None:
            quarantine.set_aside(folder, None, evidence, lambda _: None)
            yield evidence


def heads_of(file: Path) -> dict[str, Head]:
    """Where the streams of a store end."""
    with Session.over(file) as session:
        return session.store.heads()


@contextmanager
def _nobody_writes(folder: Path) -> Iterator[None]:
    """Keep other programs from writing to any database of a folder. Raises NotNowError while one of them does."""
    with ExitStack() as held:
        for name in KEPT:
            path = folder / name
            if path.is_file():
                held.enter_context(kept_from_writers(path, WAIT))
        yield


def _nobody_uses(folder: Path) -> None:
    """Raise NotNowError if another program has a database of a folder open; a damaged one counts as not open."""
    for name in (*KEPT, VIEWS):
        path = folder / name
        if path.is_file() and is_used_by_others(path, WAIT):
            raise NotNowError(
                f"Another program has {path} open. Nothing was changed. End all other programs that use it, then try "
                "again."
            )


def _copy(folder: Path, target: Path) -> None:
    """Copy what a folder keeps into a new private one, databases by SQLite's own backup."""
    private_folder(target)
    for name in KEPT:
        if (folder / name).is_file():
            copy_file(folder / name, target / name)
    for path in [folder / SETTINGS, *sorted((folder / KEYS).glob("*"))]:
        if path.is_file():
            copied = target / path.relative_to(folder)
            private_folder(copied.parent)
            copy(path, copied)
    to_disk(target)


def _checked(folder: Path, done: Progress, *, called: Path | None = None) -> dict[str, Head]:
    """Check every byte of a copy: where its games end. Raises UnreadableError for a damaged one.

    called: what the copy will be, where that is said of it; such a one is thrown away.
    """
    faults = [fault for name in KEPT for fault in faults_of_file(folder / name)]
    with Session.over(folder / RECORD) as session:
        faults += session.faults(counter(sum(each.own for each in session.store.streams()), done))
        heads = session.store.heads()
    if faults:
        if called is None:
            raise UnreadableError([*faults, f"So don't rely on the backup {folder}."])
        said = [fault.replace(str(folder), f"The copy {called}") for fault in faults]
        raise UnreadableError([*said, f"{called} was removed, because it cannot be relied on."])
    return heads


def _lost(folder: Path, backup: Path, heads: Mapping[str, Head]) -> list[str]:
    """What games in a folder hold and a backup lacks, in words."""
    if not (folder / RECORD).is_file():
        return []
    try:
        here = heads_of(folder / RECORD)
    except GameError:
        return []  # a record that can't be read is what a backup is put back for
    lost = []
    with Session.over(backup / RECORD) as session:
        for stream, head in here.items():
            kept = heads.get(stream)
            if kept is None:
                lost.append(f"{stream} is not in {backup}.")
            elif kept.version < head.version:
                lost.append(f"{stream} goes up to event #{head.version} here, but only to #{kept.version} in {backup}.")
            elif session.store.digest_at(stream, head.version) != head.digest:
                lost.append(f"Event #{head.version} of {stream} here differs from the one in {backup}.")
    return lost


def _keep_aside(folder: Path, aside: Path) -> bool:
    """Give all files that a folder keeps a second name, aside. SQLite's files beside them, and views, are removed."""
    kept = [path for path in _kept_in(folder) if path.is_file()]
    for path in kept:
        second = aside / path.relative_to(folder)
        private_folder(second.parent)
        try:
            second.hardlink_to(path)
        except OSError:
            copy(path, second)  # a file system without such links
    for each in {path.parent for path in kept}:
        to_disk(aside / each.relative_to(folder))
    for path in kept:
        if path.name == VIEWS or path.name.endswith(BESIDE):
            path.unlink()
    return bool(kept)


def _kept_in(folder: Path) -> Iterator[Path]:
    """The files that belong to a player, and SQLite's files beside databases."""
    yield folder / SETTINGS
    yield from sorted((folder / KEYS).glob("*"))
    for name in (VIEWS, GAME_LIST, LETTERS, RECORD):
        yield folder / name
        yield from (folder / f"{name}{ending}" for ending in BESIDE)


def _replace(ready: Path, folder: Path) -> None:
    """Replace files one by one: if the program is killed, each file is still whole."""
    for path in _kept_in(ready):
        if path.is_file():
            target = folder / path.relative_to(ready)
            private_folder(target.parent)
            path.replace(target)
            to_disk(target.parent)
