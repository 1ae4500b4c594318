"""Stores wherever they lie, checked again: every byte of every game, and every exchange derived from its orders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from sits_es.errors import GameError, NotAllowedError
from sits_es.sentences import counted, listed
from sits_es.service.audit import Audited
from sits_es.service.audit_all import AuditedStore, end_quietly, keyboard_waits, parted, verify_part
from sits_es.service.progress import Progress, silent
from sits_es.service.session import Session

#: Where the tables of a database are described.
_BEGINNING = 65536


@frozen(kw_only=True)
class RecheckedStore:
    """What was found in one store. refused: why it can't be read at all, in words."""

    store: str
    found: AuditedStore
    refused: str = ""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.found.sound and not self.refused

    def lines(self) -> Iterator[tuple[str, bool]]:
        """What is said of it, line by line, and whether each is good news."""
        yield f"{self.store}:", True
        for game in self.found.games:
            yield f"  {game.in_a_line()}", not game.faults
        for stray in self.found.strays:
            yield f"  {stray}", False
        if self.refused:
            yield f"  {self.refused}", False
        elif not self.found.games:
            yield "  no game", True

    def as_json(self) -> dict[str, Any]:
        """For programs. refused: null where the store can be read."""
        return {
            "store": self.store,
            "ok": self.sound,
            "refused": self.refused or None,
            "games": [each.as_json() for each in self.found.games],
            "strays": list(self.found.strays),
        }


@frozen
class _Part:
    """A part of the work: branches of one store, and how many events of theirs there are."""

    store: Path
    streams: tuple[str, ...]
    events: int


def stores_in(places: Sequence[Path]) -> list[Path]:
    """The stores at these places: each a store's file, or a folder in which they are looked for.

    Raises NotAllowedError for places where there is none, all of them at once.
    """
    found: list[Path] = []
    faults = []
    for place in places:
        stores = [place] if place.is_file() else sorted(path for path in place.rglob("*.db") if _is_store(path))
        if not stores:
            there = "no store of games" if place.exists() else "nothing"
            faults.append(f"There is {there} at {place}. Name a store's file, such as var/sits.db, or a folder.")
        found += stores
    if faults:
        raise NotAllowedError(faults)
    return list(dict.fromkeys(found))


def _is_store(path: Path) -> bool:
    """Whether a file is a store, or should be one by its name: what is damaged must not be passed over.

    Nothing is opened: not even files beside it come into being.
    """
    if path.name == "sits.db":
        return True
    try:
        with path.open("rb") as file:
            begins = file.read(_BEGINNING)
    except OSError:
        return False
    return begins.startswith(b"SQLite format 3\0") and b"CREATE TABLE stored_events" in begins


def cores() -> int:
    """How many processes can work here at the same time."""
    return os.cpu_count() or 1


#: Another process pays for its start where it has so many bytes to check: about 15,000 events.
WORTH_A_PROCESS = 5_000_000


def recheck(stores: Sequence[Path], jobs: int, done: Progress = silent) -> list[RecheckedStore]:
    """Check stores, in the order given. Nothing in the stores is changed.

    jobs: processes that share the work, 1 up; fewer where there is too little of it for so many. done: told of events
    that were checked, part by part.
    """
    sizes = {path: path.stat().st_size if path.is_file() else 0 for path in stores}
    jobs = min(jobs, 1 + sum(sizes.values()) // WORTH_A_PROCESS)
    found: dict[Path, RecheckedStore] = {}
    games: dict[Path, list[Audited]] = {path: [] for path in stores}
    refused: dict[Path, str] = {}
    whole = checked = 0

    def parts() -> Iterator[_Part]:
        # the largest first, so that nobody has one left when the others are done
        nonlocal whole
        for path in sorted(stores, key=lambda path: (-sizes[path], path)):
            found[path], some = _looked_into(path, jobs)
            whole += sum(part.events for part in some)
            done(0, whole)
            yield from sorted(some, key=lambda part: -part.events)

    for part, audited, why in _checked(parts(), jobs):
        games[part.store] += audited
        refused[part.store] = refused.get(part.store) or why
        checked += part.events
        done(checked, whole)
    return [
        evolve(
            found[path],
            found=evolve(found[path].found, games=tuple(sorted(games[path], key=lambda each: each.game))),
            refused=refused.get(path) or found[path].refused,
        )
        for path in stores
    ]


def _looked_into(path: Path, jobs: int) -> tuple[RecheckedStore, list[_Part]]:
    """A store with what belongs to no game, and the parts in which its games are checked."""
    nothing = AuditedStore(games=(), strays=())
    try:
        with Session.over(path) as session:
            branches = session.store.streams()
            sizes = {each.stream: each.own for each in branches}
            # more parts than processes, so that nobody waits for the last one to end
            parts = [
                _Part(path, tuple(part), sum(sizes[stream] for stream in part)) for part in parted(branches, jobs * 4)
            ]
            strays = tuple(map(str, session.store.strays()))
    except GameError as refusal:
        return RecheckedStore(store=str(path), found=nothing, refused=str(refusal)), []
    return RecheckedStore(store=str(path), found=evolve(nothing, strays=strays)), parts


def _checked(parts: Iterator[_Part], jobs: int) -> Iterator[tuple[_Part, list[Audited], str]]:
    """Check parts, each as soon as somebody is free: what was found, or why it can't be read.

    All parts are asked for before the first is told of, and while others check those that came before.
    """
    first = list(islice(parts, 2))
    if jobs == 1 or len(first) < 2:
        for part in [*first, *parts]:
            yield part, *_check(part)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=end_quietly) as pool:
        with keyboard_waits():
            work = {pool.submit(_check, part): part for part in chain(first, parts)}
        for each in as_completed(work):
            yield work[each], *each.result()


def _check(part: _Part) -> tuple[list[Audited], str]:
    try:
        with Session.over(part.store) as session:
            return verify_part(session, part.streams)[0], ""
    except GameError as refusal:
        return [], str(refusal)


def in_words(stores: Sequence[RecheckedStore]) -> str:
    """What it comes to."""
    bad = [store.store for store in stores if not store.sound]
    said = f"something is wrong in {listed(bad)}" if bad else "all are sound"
    games = sum(len(store.found.games) for store in stores)
    return f"{counted(len(stores), 'store')} with {counted(games, 'game')} checked; {said}."
