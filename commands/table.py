"""A player's games: the record and what is read from it, in one folder."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from commands.exchanges import Exchange, exchange_at, exchanges
from commands.output import typed
from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.events import REGISTRY, Event
from sits_es.game.events import GameCreated, GameForked, OrdersRevealed, SeedMade
from sits_es.game.fold import Fold
from sits_es.game.moments import Moment, read_moment
from sits_es.game.packing import pack, unpack
from sits_es.game.state import Game
from sits_es.game.verify import STUMBLES
from sits_es.mail.private import read_private, write_private
from sits_es.rules import system, system_names
from sits_es.store import GameStore, Head, Recorded, Snapshot

if TYPE_CHECKING:
    from sqlite_utils import Database

#: The packages whose code decides what a fold comes to.
FOLDING = ("game", "rules", "space", "orders", "events.py", "dice.py")


def home() -> Path:
    """The folder of a player's games: SITS_HOME, or var below the current folder."""
    return Path(os.environ.get("SITS_HOME") or "var")


@cache
def fingerprint() -> str:
    """SHA-256 over the code that folds a game: a snapshot of other code is never used."""
    root = Path(__file__).parent.parent / "sits_es"
    found = [path for name in FOLDING for path in ([root / name] if name.endswith(".py") else (root / name).rglob("*"))]
    digest = hashlib.sha256()
    for path in sorted(path for path in found if path.suffix in (".py", ".toml", ".lark")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def now() -> str:
    """The wall clock, for the column beside the record: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def snapshot_secret(folder: Path) -> bytes | None:
    """The secret by which a player's programs know their own snapshots, 32 bytes; made where there is none yet.

    None, and so no snapshots, where nothing can be kept secret: on a disk that is only read, or where others look in.
    """
    path = folder / "keys" / "snapshots.secret"
    try:
        with suppress(NotAllowedError):
            # another program of the same player's may have made it this very moment
            if not path.exists():
                write_private(path, os.urandom(32))
        secret = read_private(path)
    except (GameError, OSError):
        return None
    return secret if len(secret) == 32 else None


class Table:
    """The games in a folder. Use it in a `with` block."""

    def __init__(self, folder: Path, clock: Callable[[], str] = now) -> None:
        self.folder = folder
        self.clock = clock
        for name in system_names():
            system(name)
        REGISTRY.check()
        self.store = GameStore.open(folder / "sits.db", secret=snapshot_secret(folder))

    @classmethod
    def open(cls, folder: Path | None = None) -> Self:
        """Open the games of a folder, by default the player's own; it is made where it is missing."""
        place = folder or home()
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            reason = (fault.strerror or "it cannot be made").lower()
            raise UnreadableError(f"No games can be kept in {place}: {reason}. Name a folder in SITS_HOME.") from fault
        return cls(place)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if isinstance(fault, STUMBLES):
                self._blame_the_record(fault)
        finally:
            self.store.close()

    def _blame_the_record(self, fault: Exception) -> None:
        """Where the program stumbled over facts that somebody changed, say which; over a sound record it is a bug."""
        reports, strays = self.store.audit_all()
        bad = next((each for each in [*(report.bad for report in reports), *strays] if each is not None), None)
        if bad is not None:
            raise UnreadableError(f"The record is damaged. {bad}") from fault

    def must_know(self, name: str) -> str:
        """The name, when there is a game of that name. Raises NotAllowedError that lists the games there are."""
        known = [branch.stream for branch in self.store.streams()]
        if name not in known:
            listed = f"Games here: {', '.join(known)}." if known else "There are no games here yet; try: sits demo"
            raise NotAllowedError(f"There is no game {name} in {self.folder}. {listed}")
        return name

    def record(self, name: str, upto: int | None = None) -> list[Recorded]:
        """The whole record of a game, inherited events first."""
        return list(self.store.read(self.must_know(name), upto=upto))

    def fold(self, name: str, upto: int | None = None) -> Fold:
        """A game as it stands, or as it stood after an event, from the newest snapshot that helps."""
        self.must_know(name)
        fold, after = self._from_snapshot(name, upto)
        return fold.add_all(recorded.event for recorded in self.store.read(name, after=after, upto=upto))

    def _from_snapshot(self, name: str, upto: int | None) -> tuple[Fold, int]:
        """A fold from the newest snapshot and that event's version; an empty one and -1 where none can be read."""
        kept = self.store.snapshot(name, fingerprint(), upto=upto)
        if kept is None:
            return Fold(), -1
        created = next(self.store.read(name, upto=0)).event
        try:
            if isinstance(created, GameCreated):
                return Fold(unpack(kept.state, created)), kept.version
        except UnreadableError:
            # snapshots only save time: without this one everything is folded
            pass
        return Fold(), -1

    def exchanges(self, name: str) -> list[Exchange]:
        """The exchanges of a game, the one that is owed last."""
        record = self.record(name)
        return exchanges(record, steps_of(record))

    def at(self, name: str, where: str | None) -> tuple[Fold, int]:
        """A game as it stood at a moment (2.5), after an event (#120), or as it stands; with that event's version."""
        head = self.store.head(self.must_know(name)).version
        version = head if where is None else self.version_of(name, where)
        return self.fold(name, None if version == head else version), version

    def version_of(self, name: str, where: str) -> int:
        """The event after which a game stood at a moment: the last one before that moment's orders.

        Raises UnreadableError for a text that is neither a moment nor an event, NotNowError for one not reached yet.
        """
        return self.event_number(name, where) if where.startswith("#") else self.exchange(name, where).opened

    def event_number(self, name: str, which: str) -> int:
        """The version of an event, given as 120 or #120. Raises NotAllowedError for one that is not on record."""
        head = self.store.head(self.must_know(name)).version
        digits = which.removeprefix("#")
        # more digits than any record has events are not even read as a number
        if not (digits.isascii() and digits.isdecimal()) or int(digits[:9]) > head:
            raise NotAllowedError(
                f"{name} has no event {which}. Its events are #0 to #{head}; list them: sits audit {typed(name)}"
            )
        return int(digits)

    def exchange(self, name: str, where: str) -> Exchange:
        """The exchange of a moment such as 2.5."""
        record = self.record(name)
        steps = steps_of(record)
        return exchange_at(exchanges(record, steps), read_moment(where, steps), steps, name)

    def append(
        self,
        name: str,
        facts: Sequence[Event],
        *,
        after: int,
        command_id: bytes | None = None,
        fold: Fold | None = None,
    ) -> Head:
        """Write facts, all or none. fold: the game before them, brought on by them; a turn's end keeps its snapshot."""
        snapshot = None
        if fold is not None:
            before = fold.game.moment
            fold.add_all(facts)
            if fold.game.moment.turn > before.turn:
                snapshot = Snapshot(after + len(facts), fingerprint(), pack(fold.game))
        return self.store.append(
            name, facts, after=after, command_id=command_id, recorded_at=self.clock(), snapshot=snapshot
        )

    def read_models(self) -> Database:
        """The read models, caught up with the record."""
        from projections.opening import open_read_models

        return open_read_models(self.folder / "read.db", self.store)

    def lines_played(self, name: str) -> dict[tuple[str, int], tuple[str, ...]]:
        """What was ordered in the exchanges of the turn at hand that are over: (player, segment) -> sealed lines."""
        fold = self.fold(name)
        facts = (recorded.event for recorded in self.store.read(name))
        return {
            (fact.player, fact.segment): fact.lines
            for fact in facts
            if isinstance(fact, OrdersRevealed) and fact.turn == fold.game.moment.turn
        }

    def kept_seeds(self, game: Game) -> dict[Moment, bytes]:
        """Seeds of the parent's exchanges, for a what-if fork; empty for any other game."""
        return self._seeds(game.parent) if game.what_if and game.parent is not None else {}

    def _seeds(self, name: str) -> dict[Moment, bytes]:
        """Seeds of a branch's exchanges; those to which a what-if has not come yet, it would take from its parent."""
        found: dict[Moment, bytes] = {}
        origin: GameForked | None = None
        for fact in (recorded.event for recorded in self.store.read(name)):
            if isinstance(fact, SeedMade):
                found[Moment(fact.turn, fact.segment)] = bytes.fromhex(fact.seed)
            elif isinstance(fact, GameForked):
                origin = fact
        return self._seeds(origin.parent) | found if origin is not None and origin.what_if else found


def steps_of(record: Sequence[Recorded]) -> tuple[str, ...]:
    """Names of a turn's exchanges, by the rule system of a game's record."""
    created = record[0].event
    return system(created.system).steps if isinstance(created, GameCreated) else ()
