"""Events of no game: every kind of field that a fact may have, in a registry of their own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Literal, NewType, cast

from attrs import field, frozen
from attrs.validators import ge

from sits_es.events import Data, Event, Registry
from sits_es.store import GameStore
from sits_es.store.branches import version_of
from sits_es.store.sqlite.datastore import Datastore

SAMPLES = Registry()

#: By which a store knows its own snapshots.
SECRET = bytes(range(32))
Ship = NewType("Ship", str)


@frozen(kw_only=True)
class Spot:
    a: int
    c: int
    up: int = 0


@frozen(kw_only=True)
class Hit:
    track: str
    boxes: int = field(validator=ge(1))


@SAMPLES.event("sample.Moved")
@frozen(kw_only=True)
class Moved(Event):
    ship: Ship
    to: Spot
    path: tuple[Spot, ...] = ()


@SAMPLES.event("sample.Noted")
@frozen(kw_only=True)
class Noted(Event):
    text: str
    side: Literal["red", "green"] = "red"
    number: int | None = None
    loud: bool = False
    counts: dict[str, int] = field(factory=dict)
    plain: dict[str, Any] = field(factory=dict)
    pair: tuple[int, str] = (0, "")
    hits: tuple[Hit, ...] = ()
    at: Spot | None = None


@SAMPLES.event("sample.Counted")
@frozen(kw_only=True)
class Counted(Event):
    number: int


@SAMPLES.event("sample.Targeted", 3)
@frozen(kw_only=True)
class Targeted(Event):
    """Version 1 called the target `at`; version 2 had no range."""

    target: str
    distance: int
    spots: tuple[Spot, ...] = ()


@SAMPLES.upcaster("sample.Targeted", 1)
def _(data: Data) -> Data:
    return {"target": data["at"], "spots": data["spots"]}


@SAMPLES.upcaster("sample.Targeted", 2)
def _(data: Data) -> Data:
    return {**data, "distance": 0}


@SAMPLES.event("sample.Either")
@frozen(kw_only=True)
class Either(Event):
    """A union of two attrs classes, which msgspec does not read."""

    what: Spot | Hit


def numbers(count: int, start: int = 0) -> list[Event]:
    """Numbered facts, the plainest there are."""
    return [Counted(number=number) for number in range(start, start + count)]


def a_store(path: Path | str = ":memory:") -> GameStore:
    return GameStore.open(path, registry=SAMPLES, secret=SECRET)


@contextmanager
def behind_its_back(path: Path) -> Iterator[sqlite3.Connection]:
    """The store's file in the hands of somebody who first drops its triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        triggers = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for trigger in triggers:
            db.execute(f"DROP TRIGGER {trigger}")
        yield db


def file_of(store: GameStore) -> Datastore:
    """A store's file, which the store itself knows as a log and no more."""
    return cast("Datastore", store._log)


def cursor_of(store: GameStore, *, commit: bool = False) -> AbstractContextManager[sqlite3.Cursor]:
    """A transaction on a store's file, as SQLite knows it."""
    return file_of(store).work(commit=commit)


def effort(store: GameStore, work: Callable[[], object]) -> int:
    """How many steps SQLite takes for a piece of work: the same on every machine, as no time is."""
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    def ask(progress: Callable[[], int] | None) -> None:
        with cursor_of(store) as cursor:
            cursor.connection.set_progress_handler(progress, 1)

    ask(step)
    work()
    ask(None)
    return steps


def command_in(store: GameStore, stream: str, command_id: bytes) -> int | None:
    """Version of the first event that a command wrote in a branch, or None when it has written none."""
    with store._reading() as log:
        return version_of(log, stream, command_id)
