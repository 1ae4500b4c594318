"""A session with the games in one folder: each branch is read once, folded once, and handed to everyone who asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sits_es.errors import NoGamesError, NotAllowedError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameCreated
from sits_es.rules import find_events, system
from sits_es.service.files import make_home
from sits_es.service.history import BranchCache, History, last_recorded_by, numbered, time_of
from sits_es.service.names import Aliases, branch_labels
from sits_es.service.snapshots import fingerprint, known_secret, made_secret
from sits_es.store import GameStore, Head, Recorded, Snapshot

if TYPE_CHECKING:
    from sits_es.game.fold import Fold
    from sits_es.rules.moments import Moment
    from sits_es.rules.system import System


def wall_clock() -> str:
    """The time that is written beside events: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Session:
    """The games in a folder. Use it in a `with` block.

    Folds that it hands out are shared: take a copy to go on from one. server: the address of a PostgreSQL database that
    holds the record in place of the folder's own file; all else stays in the folder.
    """

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], str] = wall_clock,
        *,
        server: str | None = None,
        file: Path | None = None,
        read_only: bool = False,
    ) -> None:
        """file: a store that is not the folder's own; read_only: nothing is written. Neither uses a snapshot."""
        self.folder = folder
        self.server = server
        self.clock = clock
        find_events()
        secret = None if file or read_only else known_secret(folder)
        self.store = GameStore.open(server or file or folder / "sits.db", secret=secret, looking=read_only)
        self.aliases = Aliases(self.store, folder if file is None else None)
        self._known: dict[str, BranchCache] = {}
        #: Where branches end for this session whose later events are hidden.
        self._ends: dict[str, Head] = {}

    @classmethod
    def open(cls, folder: Path, server: str | None = None) -> Self:
        """Open the games of a folder; a missing folder is made."""
        make_home(folder)
        return cls(folder, server=server)

    @classmethod
    def over(cls, file: Path) -> Self:
        """Open any store's file to look into it: everything is worked out from its events alone."""
        return cls(file.parent, file=file)

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if isinstance(fault, Exception):
                self._explain_corruption(fault)
        finally:
            self.close()

    def _explain_corruption(self, fault: Exception) -> None:
        """Raise UnreadableError where the program stumbled over facts that somebody changed; otherwise it is a bug."""
        from sits_es.game.verify import STUMBLES

        if isinstance(fault, STUMBLES) and (faults := self.faults()):
            raise UnreadableError(f"The record is damaged. {faults[0]}") from fault

    def faults(self, seen: Callable[[Recorded], object] | None = None) -> list[str]:
        """What is wrong with the bytes of any game, in words. seen: is given each event that is sound."""
        reports, strays = self.store.audit_all(seen=seen)
        return [str(each) for each in [*(report.bad for report in reports), *strays] if each is not None]

    def names(self) -> list[str]:
        """Every game here, forks included, in order of name."""
        return [branch.stream for branch in self.store.streams()]

    def has(self, name: str) -> bool:
        """Whether there is a game of that name."""
        return self.store.knows(self.aliases.resolve(name))

    def require(self, name: str) -> str:
        """The id of a game. Raises NotAllowedError, which lists the games here, for an unknown name."""
        if not self.has(name):
            known = [self.aliases.name(each) or each for each in self.names()]
            listed = f"Games here: {', '.join(known)}." if known else "There are no games here yet; try: sits demo"
            refusal = NotAllowedError if known else NoGamesError
            raise refusal(f"There is no game {name} in {self.store.place or self.folder}. {listed}")
        return self.aliases.resolve(name)

    def head(self, name: str) -> Head:
        """Where a game's record ends, as this session knows it. Raises NotAllowedError for an unknown game."""
        return self._of(name).head

    def _of(self, name: str) -> BranchCache:
        """What was read of a branch; all is read again once another program has written to it."""
        name = self.aliases.resolve(name)
        head = self._ends.get(name) or self.store.head(name)
        if head.version < 0:
            self.require(name)
        if (known := self._known.get(name)) is None or known.head != head:
            known = self._known[name] = BranchCache(self.store, head)
        return known

    # the record

    def events(self, name: str, first: int = 0, last: int | None = None) -> list[Recorded]:
        """Events of a branch from one version to another, by default all."""
        return self._of(name).between(first, last)

    def display_name(self, branch: str) -> str:
        """What people see in place of a branch's name."""
        stream = self.aliases.resolve(branch)
        return branch_labels(self.store, self.created(stream).game).get(stream, stream) if self.has(stream) else stream

    def facts(self, name: str, first: int = 0, last: int | None = None) -> list[Event]:
        """The same events without their versions and times."""
        return [recorded.event for recorded in self.events(name, first, last)]

    def created(self, name: str) -> GameCreated:
        """A game's first fact. Raises UnreadableError where the record begins with something else."""
        (first,) = self.facts(name, 0, 0)
        if not isinstance(first, GameCreated):
            raise UnreadableError("The record is empty: it does not begin with a game's creation.")
        return first

    def rules(self, name: str) -> System:
        """The rule system of a game."""
        return system(self.created(name).system)

    def fold(self, name: str, upto: int | None = None) -> Fold:
        """A game as it stands, or as it stood after an event."""
        return self._of(name).fold(upto)

    def inherit_cache(self, name: str, parent: str, after: int) -> None:
        """Fold a branch from its parent's fold at the event where it left."""
        self._of(name).folds.setdefault(after, self.fold(parent, after))

    def known_fold(self, name: str, version: int) -> Fold | None:
        """A game as it stood after an event, if this session has folded it there already."""
        return self._of(name).folds.get(version)

    def history(self, name: str) -> History:
        """The exchanges of a branch, the one that is owed last."""
        known = self._of(name)
        if known.history is None:
            known.history = History(known, self.rules(name), lambda: known.fold().game)
        return known.history

    def hide_later(self, name: str, where: str | None) -> None:
        """Hide what came later: from now on this session sees the branch as it stood then.

        where: as `version_of` reads it; None hides nothing. Raises as that does.
        """
        if where is not None:
            name = self.require(name)
            version = self.version_of(name, where)
            self._ends[name] = Head(name, version, self.store.digest_at(name, version) or "")

    def viewed_end(self, name: str) -> Head | None:
        """Where a branch ends for this session, if later events are hidden."""
        return self._ends.get(self.aliases.resolve(name))

    def at(self, name: str, where: str | None) -> tuple[Fold, int]:
        """A game as it stood (`version_of` reads `where`) or stands, and the version of its last event then."""
        version = self.head(name).version if where is None else self.version_of(name, where)
        return self.fold(name, version), version

    def moment(self, name: str, version: int) -> Moment:
        """The exchange at hand after an event; once the game is over, the last one played."""
        game = self.fold(name, version).game
        last = self.history(name).holding(version) if game.ended is not None else None
        return game.moment if last is None else last.moment

    def version_of(self, name: str, where: str) -> int:
        """The event that a player means by a moment (2.5), an event (#120) or a time (2026-03-01T18:00, or a day).

        For a moment it is the last event before its orders are played, for a time the last one written by then. Raises
        UnreadableError for any other text, NotNowError for what is yet to come.
        """
        if where.startswith("#"):
            return self.event_number(name, where)
        when = time_of(where)
        if when is None:
            return self.history(name).read_at(where).opened
        return last_recorded_by(self.display_name(name), self.events(name), when, where)

    def event_number(self, name: str, which: str) -> int:
        """The version of an event, given as 120 or #120. Raises NotAllowedError where there is none."""
        return numbered(name, which, self.head(name).version)

    def append(
        self,
        name: str,
        facts: Sequence[Event],
        *,
        after: int,
        fold: Fold | None = None,
        command_id: bytes | None = None,
    ) -> Head:
        """Write facts, all or none. fold: the game after them, if known; the end of a turn leaves a snapshot."""
        snapshot = None
        if fold is not None and fold.game.moment.turn > self.fold(name, after).game.moment.turn:
            from sits_es.game.state import pack

            snapshot = Snapshot(after + len(facts), fingerprint(), pack(fold.game))
            if not self.store.keeps_snapshots and (secret := made_secret(self.folder)) is not None:
                self.store.keep_snapshots(secret)
        head = self.store.append(
            self.aliases.resolve(name),
            facts,
            after=after,
            command_id=command_id,
            recorded_at=self.clock(),
            snapshot=snapshot,
        )
        if (known := self._known.get(head.stream)) and known.head.version == after == head.version - len(facts):
            known.head, known.history = head, None
            if fold is not None:
                # the ones before it stay: reports show the game before and after
                known.folds[head.version] = fold
        return head

    def begin(self, name: str, facts: Sequence[Event], *, command_id: bytes | None = None) -> Fold:
        """Write a game's first facts and fold them."""
        self.store.append(name, facts, after=-1, command_id=command_id, recorded_at=self.clock())
        return self.fold(name)

    def branch(self, name: str, parent: str, at_version: int, facts: Sequence[Event]) -> None:
        """Open a branch after an event of its parent and write its first facts, all or none."""
        self.store.fork(name, parent, at_version, facts, recorded_at=self.clock())
