"""What the doctor finds."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from attrs import frozen

from sits_es.game.events import GameCreated
from sits_es.rules import system, system_names
from sits_es.service.machine import Clocks, Machine, looked_over
from sits_es.service.progress import HowFar, counter, nobody
from sits_es.service.session import Session
from sits_es.store import Recorded
from sits_es.store.sqlite.datastore import SQLITE_VERSION

#: Packages whose versions matter when something looks wrong.
PACKAGES = ("sits-es", "eventsourcing", "attrs", "cattrs", "msgspec", "sqlite-utils", "typer", "rich", "lark")


@frozen(kw_only=True)
class Health:
    """Versions by package, rule systems, games with what they wait for, and everything wrong with the databases."""

    versions: dict[str, str]
    systems: tuple[str, ...]
    folder: str
    machine: Machine
    games: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]

    def in_words(self) -> str:
        """For people."""
        lines = [f"{name} {number}" for name, number in self.versions.items()]
        lines += ["Rule systems:", *(f"  {name} ({system(name).edition})" for name in self.systems)]
        lines += self.machine.lines()
        lines.append(f"Games are kept in {self.folder}")
        lines += [f"  {name}: {owed}" for name, owed in self.games] or ["  none yet; try: sits demo"]
        lines += [f"Problem: {problem}" for problem in self.problems] or ["The store is healthy."]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "versions": self.versions,
            "systems": list(self.systems),
            "folder": self.folder,
            "machine": self.machine.as_json(),
            "games": [{"name": name, "owed": owed} for name, owed in self.games],
            "problems": list(self.problems),
        }


def examine(session: Session, beside: Sequence[str] = (), views: str = "none here", done: HowFar = nobody) -> Health:
    """Look at everything. A store that cannot be read is a problem to report, not a refusal.

    beside: what is wrong with other databases in the folder; views: how far the read models are, in words; done: told
    of events.
    """
    clocks = Clocks.of(session.clock())
    versions = {"Python": platform.python_version(), "SQLite": SQLITE_VERSION} | dict([session.store.engine()])
    problems = list(session.store.health())
    count = counter(sum(each.own for each in session.store.streams()), done)

    def seen(recorded: Recorded) -> None:
        clocks.see(recorded)
        count(recorded)

    reports, strays = session.store.audit_all(seen=seen)
    problems += [str(each) for each in [*(report.bad for report in reports), *strays] if each is not None]
    bad = {report.stream for report in reports if not report.sound}
    names = session.names()
    machine = looked_over(session, views, clocks, [name for name in names if name not in bad])
    return Health(
        versions=versions | {name: version(name) for name in PACKAGES},
        systems=system_names(),
        folder=str(session.store.place or session.folder),
        machine=machine,
        games=tuple((name, "the record is damaged" if name in bad else _owed(session, name)) for name in names),
        problems=(*problems, *beside, *machine.problems),
    )


def _owed(session: Session, name: str) -> str:
    if not isinstance(next(iter(session.facts(name, 0, 0)), None), GameCreated):
        return "it does not begin as a game"
    game = session.fold(name).game
    if game.ended is not None:
        return f"over: {game.ended}"
    if (owed := game.owed) is None or not owed.orders_by:
        return game.waits
    return f"orders for {owed.label} are owed by {', '.join(sorted(owed.orders_by))}"
