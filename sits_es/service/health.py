"""What the doctor finds: faults of the record, and on the machine little room, open secrets and wrong clocks."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from attrs import Factory, define
from msgspec import Struct

from sits_es.disk import UNFINISHED, open_to_others
from sits_es.errors import GameError, UnsoundError
from sits_es.keys.private import open_secrets
from sits_es.rules import system, system_names
from sits_es.sentences import counted, listed, shell, size_in_words
from sits_es.service.audit import last_faults, snapshots_of, usable, wrong_snapshots
from sits_es.service.backup import BESIDE_RECORD
from sits_es.service.progress import Progress, counter, silent
from sits_es.service.session import Session
from sits_es.store import Recorded
from sits_es.store.sqlite.faults import SQLITE_VERSION, faults_of_file, known_faults

#: Packages whose versions matter when something looks wrong.
PACKAGES = ("sits-es", "eventsourcing", "attrs", "cattrs", "msgspec", "sqlite-utils", "typer", "rich", "lark")
#: Where so many bytes are left, a command that writes is soon refused.
LITTLE_ROOM: Final = 20_000_000
#: Clocks of machines that agree may differ by so much.
TOLERANCE: Final = timedelta(hours=1)
#: So many odd times are told one by one.
MOST_TOLD: Final = 3


class Health(Struct, frozen=True, kw_only=True):
    """Versions by package, rule systems, what each game waits for, the machine, and everything that is wrong.

    room, used: bytes; views: how far the read models are, in words; snapshots: how many this release can use, and
    wrong_snapshots: those that do not match the record or that somebody else made, as BRANCH #EVENT; notes: to be
    known; problems: to be seen to.
    """

    versions: dict[str, str]
    systems: tuple[str, ...]
    folder: str
    room: int
    used: int
    views: str
    snapshots: int
    wrong_snapshots: tuple[str, ...]
    notes: tuple[str, ...]
    games: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]

    def in_words(self) -> str:
        """For people."""
        kept = f"{self.snapshots} kept" if self.snapshots else "none kept"
        lines = [f"{name} {number}" for name, number in self.versions.items()]
        lines += ["Rule systems:", *(f"  {name} ({system(name).edition})" for name in self.systems)]
        lines.append(f"Room: {size_in_words(self.room)} free on the disk, {size_in_words(self.used)} used by the games")
        lines += [f"Views: {self.views}", f"Snapshots: {kept}"]
        lines.append(f"Games are kept in {self.folder}")
        lines += [f"  {name}: {owed}" for name, owed in self.games] or ["  none yet; try: sits demo"]
        lines += [f"Note: {note}" for note in self.notes]
        mind = f" See the {'note' if len(self.notes) == 1 else 'notes'} above." if self.notes else ""
        lines += [f"Problem: {problem}" for problem in self.problems] or [f"No damage found.{mind}"]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        machine = ("room", "used", "views", "snapshots", "wrong_snapshots", "notes")
        return {
            "versions": self.versions,
            "systems": list(self.systems),
            "folder": self.folder,
            "machine": {name: getattr(self, name) for name in machine},
            "games": [{"name": name, "owed": owed} for name, owed in self.games],
            "problems": list(self.problems),
        }


@define
class Clocks:
    """Notes odd times of events, stream by stream in order. now: the present."""

    _now: datetime
    _last: dict[str, datetime] = Factory(dict)
    _odd: list[str] = Factory(list)

    @classmethod
    def of(cls, now: str) -> Clocks:
        """Clocks that go by this present, ISO 8601."""
        return cls(datetime.fromisoformat(now))

    def see(self, recorded: Recorded) -> None:
        """Take the next event."""
        if recorded.recorded_at is None:
            return
        where = f"#{recorded.version} of {recorded.stream}"
        try:
            time = datetime.fromisoformat(recorded.recorded_at)
            late, before = time - self._now, self._last.get(recorded.stream, time)
            back = before - time
        except (ValueError, TypeError):
            self._odd.append(f"{where} has no readable time.")
            return
        self._last[recorded.stream] = time
        if late > TOLERANCE:
            self._odd.append(f"{where} was recorded at {recorded.recorded_at}, which is in the future.")
        elif back > TOLERANCE:
            self._odd.append(f"{where} was recorded at {recorded.recorded_at}, before the event that it follows.")

    def notes(self) -> list[str]:
        """What was odd: a wrong clock changes no record, but deadlines go by it."""
        told = [f"Event {odd} A clock was wrong." for odd in self._odd[:MOST_TOLD]]
        more = len(self._odd) - MOST_TOLD
        return [*told, f"The times of {counted(more, 'more event')} are odd too."] if more > 0 else told


def _snapshots(session: Session, names: Iterable[str]) -> tuple[int, list[str]]:
    """How many snapshots these branches have for this release, and which do not match or were made by somebody else."""
    kept, wrong = 0, list[str]()
    for name in names:
        snapshots = snapshots_of(session, name, own=True)
        kept += sum(map(usable, snapshots))
        facts = ((each.version, each.event) for each in session.store.read(name))
        wrong += [f"{name} #{each.snapshot.version}" for each in wrong_snapshots(snapshots, facts)]
    return kept, wrong


def _strangers(wrong: Sequence[str]) -> Iterator[str]:
    """What to say of snapshots that are not this program's own, or not what the record gives."""
    if wrong:
        was, them = ("was", "it") if len(wrong) == 1 else ("were", "them")
        games = dict.fromkeys(each.rpartition(" ")[0] for each in wrong)
        drop = "sits audit all" if len(games) > 1 else f"sits audit verify {shell(*games)}"
        yield (
            f"{counted(len(wrong), 'snapshot')} ({', '.join(wrong)}) {was} made by another program or machine, or "
            f"from another record. Such snapshots are ignored; to drop {them}: {drop}"
        )


def _not_by_the_rules(session: Session, names: Iterable[str]) -> Iterator[str]:
    """What of each branch's last exchange does not follow from its orders and dice; all others are for an audit."""
    for name in names:
        try:
            yield from last_faults(session.open_stream(name))
        except GameError as fault:
            yield f"{name}: its last exchange cannot be recomputed ({fault}). Look into it: sits audit verify {name}"


def examine(
    session: Session,
    of_views: Sequence[str] = (),
    views: Mapping[str, int] | str = "none here",
    done: Progress = silent,
    waits: Mapping[str, str] | None = None,
) -> Health:
    """Look at everything; what cannot be read is a problem to report.

    of_views: what is wrong with the read models; views: by how many events they are behind, by game, or else in words.
    waits: for whom games by mail wait, as their mail knows, by branch.
    """
    clocks = Clocks.of(session.clock())
    versions = {"Python": platform.python_version(), "SQLite": SQLITE_VERSION} | dict([session.store.engine()])
    problems = list(session.store.health())
    count = counter(sum(each.own for each in session.store.streams()), done)

    def seen(recorded: Recorded) -> None:
        clocks.see(recorded)
        count(recorded)

    reports, strays = session.store.audit_all(seen=seen)
    # what can't be read though its bytes are sound is told below, by the game that stops there
    damaged = [report for report in reports if report.bad is not None and report.bad.fault != "undecodable"]
    # a branch that leaves a damaged game has its fault
    problems += dict.fromkeys(str(each) for each in [*(report.bad for report in damaged), *strays])
    bad = {report.stream for report in damaged}
    names, folder = session.names(), session.folder
    games = dict.fromkeys(names, "the record is damaged")
    for name in (name for name in names if name not in bad):
        try:
            games[name] = _owed(session, name, waits or {})
        except UnsoundError as fault:
            games[name] = f"its record makes no sense from event #{fault.version} on"
            problems.append(str(fault))
            bad.add(name)
    sound = [name for name in names if name not in bad]
    problems += _not_by_the_rules(session, sound)
    kept, wrong = _snapshots(session, sound)
    problems += _strangers(wrong)
    shown = session.aliases.all_shown(games)
    room = shutil.disk_usage(folder if folder.is_dir() else Path()).free
    problems += [*of_views, *(fault for name in BESIDE_RECORD for fault in faults_of_file(folder / name))]
    problems += [*open_secrets(folder / "keys"), *_opened(folder)]
    if room < LITTLE_ROOM:
        left = size_in_words(room)
        problems.append(f"Only {left} is free on the disk that holds {folder}: it will soon be full.")
    return Health(
        versions=versions | {name: version(name) for name in PACKAGES},
        systems=system_names(),
        folder=str(session.store.place or folder),
        room=room,
        used=sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()),
        views=views if isinstance(views, str) else _lags(views, bad),
        snapshots=kept,
        wrong_snapshots=tuple(wrong),
        notes=(*(known_faults() if session.server is None else ()), *clocks.notes(), *_left(folder)),
        games=tuple((shown[name], said) for name, said in games.items()),
        problems=tuple(problems),
    )


def _lags(views: Mapping[str, int], bad: Collection[str]) -> str:
    """How far the read models are, in words. bad: games that nothing can read to their ends."""
    behind = ", ".join(f"{name} by {counted(count, 'event')}" for name, count in views.items() if name not in bad)
    told = f"behind in {behind}; the next command that needs them will update them" if behind else "up to date"
    short = sorted(name for name in views if name in bad)
    return f"{told}; for {listed(short)} they hold only what is sound" if short else told


def _opened(folder: Path) -> list[str]:
    """What others on this machine may read or change besides keys, in words, and what to do."""
    found = ["the folder itself" if name == "." else name for name in open_to_others(folder)]
    found = [name for name in found if not name.startswith("keys")]
    if not found:
        return []
    more = [f"{counted(len(found) - MOST_TOLD, 'more file')}"] if len(found) > MOST_TOLD else []
    names = listed([*found[:MOST_TOLD], *more])
    return [f"Others on this machine can read or change {names} in {folder}. Run: chmod -R go= {shell(str(folder))}"]


def _left(folder: Path) -> list[str]:
    """What commands that were stopped have left, in words."""
    found = sorted(folder.rglob(f"*{UNFINISHED}"))
    return [f"If no command is running, you can delete {path}, which a stopped command left behind." for path in found]


def _owed(session: Session, name: str, waits: Mapping[str, str]) -> str:
    game = session.open_stream(name).fold().game
    if (now := session.aliases.current(name)) != name:
        return f"set aside, for {session.display_name(now)}"
    if game.ended is not None:
        return f"over: {game.ended}"
    return waits.get(name, game.waits)
