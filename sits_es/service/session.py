"""A session with the games in one folder, and each game that it opens: read once, folded once, and handed on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from sits_es.disk import reason_of, require_place
from sits_es.errors import NO_CREATION, NoGamesError, NotAllowedError, NotNowError, UnreadableError, UnsoundError
from sits_es.events import Event
from sits_es.game.events import GameCreated
from sits_es.orders.names import same
from sits_es.rules import find_events, system
from sits_es.sentences import shell
from sits_es.service.history import History, last_recorded_by, time_of
from sits_es.service.names import Aliases
from sits_es.service.snapshots import fingerprint, folded, known_secret, made_secret
from sits_es.store import GameStore, Head, Recorded, Snapshot

if TYPE_CHECKING:
    from sits_es.game.fold import Fold
    from sits_es.rules.moments import Moment
    from sits_es.rules.system import System
    from sits_es.store.branches import Ancestry


#: Events that are folded on sooner than a snapshot is found and read.
SOON: Final = 50
#: So many folds of an open game are kept, those that were asked for last.
MOST_KEPT: Final = 100


def wall_clock() -> str:
    """The time that is written beside events: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Session:
    """The games in a folder, for a `with` block. server: a database that holds the record in place of its file."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], str] = wall_clock,
        *,
        server: str | None = None,
        file: Path | None = None,
        read_only: bool = False,
    ) -> None:
        """The first that is written makes the folder. Raises UnreadableError if there can be no such folder.

        file: a store that is not the folder's own; read_only: nothing is written. Neither uses a snapshot.
        """
        try:
            require_place(folder)
        except OSError as fault:
            said = f"Games can't be kept in {folder}: {reason_of(fault)}. Name a folder in SITS_HOME."
            raise UnreadableError(said) from fault
        self.folder = folder
        self.server = server
        self.clock = clock
        find_events()
        #: Whether this is no store of one's own, or nothing is written: then no snapshot counts.
        self.looks = read_only or file is not None
        secret = None if self.looks else known_secret(folder)
        self.store = GameStore.open(server or file or folder / "sits.db", secret=secret, looking=read_only)
        self.aliases = Aliases(self.store, folder if file is None else None)
        #: What is wrong with a game by its rules; asked where the program stumbles over one.
        self.rule_faults: Callable[[OpenGame], Iterable[str]] = lambda _: ()
        #: By stream, as they were last opened.
        self._open: dict[str, OpenGame] = {}

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
        """Raise UnreadableError if the program stumbled over facts that make no sense; otherwise it is a bug.

        Somebody changed them, or no rules give them: then there is much that can't be told, printed or counted.
        """
        from sits_es.game.fold import STUMBLES

        if not isinstance(fault, STUMBLES):
            return
        if faults := self.faults():
            raise UnreadableError(f"The record is damaged. {faults[0]}") from fault
        for opened in [*self._open.values()]:
            if found := next(iter(self.rule_faults(opened)), None):
                raise UnreadableError(f"{found} A damaged record can't answer that.") from fault

    def faults(self, seen: Callable[[Recorded], object] | None = None) -> list[str]:
        """What is wrong with the bytes of any game, in words. seen: is given each event that is sound.

        An event that is what was written and that this program can't read is not among them.
        """
        reports, strays = self.store.audit_all(seen=seen)
        found = [each for each in [*(report.bad for report in reports), *strays] if each is not None]
        return [str(each) for each in found if each.fault != "undecodable"]

    def names(self) -> list[str]:
        """Every game here, forks included, in order of name."""
        return [branch.stream for branch in self.store.streams()]

    def has(self, name: str) -> bool:
        """Whether there is a game of that name."""
        return self.store.knows(self.aliases.resolve(name))

    def open_game(self, name: str, at: str | None = None) -> OpenGame:
        """Open a game as it stands; opened again, it has what others wrote meanwhile.

        at: a point as `OpenGame.version_of` reads it, after which this session sees nothing. Raises as that does, and
        NotAllowedError, which lists the games here, for an unknown name.
        """
        stream = self.aliases.resolve(name)
        if stream != name and self.store.knows(stream):
            name = same(name, [stream, self.aliases.label(stream), self.aliases.shown(stream)]) or name
        return self.open_stream(stream, at, name)

    def open_stream(self, stream: str, at: str | None = None, name: str | None = None) -> OpenGame:
        """Open a branch by its id, as `open_game` does. name: as the player typed it; by default the id."""
        found = self._open.get(stream)
        if found is None:
            self._require(stream, name or stream)
        name = name or stream
        if found is None or found.stale:
            found = self._open[stream] = OpenGame(self, stream, name)
        if at is not None:
            try:
                version = found.version_of(at)
            except UnsoundError as fault:
                if not fault.version:
                    raise
                # what came before that event can be read: it is looked for there
                version = found.upto(fault.version - 1).version_of(at)
            found = self._open[stream] = found.upto(version)
        return found if found.name == name else replace(found, name=name)

    def _require(self, stream: str, name: str) -> None:
        """Raise NotAllowedError, which lists the games here, for an unknown stream. name: as the player typed it."""
        if not self.store.knows(stream):
            known = sorted(self.aliases.all_shown(self.names()).values())
            listed = f"Games here: {', '.join(known)}." if known else "There are no games here yet; try: sits demo"
            refusal = NotAllowedError if known else NoGamesError
            raise refusal(f"There is no game {name} in {self.store.place or self.folder}. {listed}")

    def display_name(self, branch: str) -> str:
        """What people see in place of a branch's name; the name itself where there is no such branch."""
        return self.aliases.label(branch)

    def begin(self, name: str, facts: Sequence[Event], *, command_id: bytes | None = None) -> OpenGame:
        """Write a game's first facts, and open it."""
        self.store.append(name, facts, after=-1, command_id=command_id, recorded_at=self.clock())
        return self.open_stream(name)


class OpenGame(Struct, eq=False):
    """A game, or a branch of one, as a session opened it: each event is read once, each fold made once.

    stream: its id, which is its name on record; name: as the player typed it; hides: whether events after its head are
    hidden. Folds that it hands out are shared: take a copy to go on from one.
    """

    session: Session
    stream: str
    name: str
    hides: bool = False
    _head: Head | None = None
    _events: dict[int, Recorded] = {}
    _folds: dict[int, Fold] = {}
    _history: History | None = None
    _line: Ancestry | None = None

    @property
    def head(self) -> Head:
        """Its last event that is not hidden, read when first asked for. UnreadableError if it is not as recorded."""
        if self._head is None:
            self._head = self.store.head(self.stream)
        return self._head

    @property
    def stale(self) -> bool:
        """Whether more was written since its head was read; never where later events are hidden."""
        read = self._head  # what was not read yet is not read here either: it may be damaged
        return read is not None and not self.hides and read != self.store.head(self.stream)

    @property
    def store(self) -> GameStore:
        """The store that holds its record."""
        return self.session.store

    @property
    def called(self) -> str:
        """What people see in place of its id."""
        return self.session.aliases.label(self.stream)

    @property
    def created(self) -> GameCreated:
        """Its first fact. Raises UnreadableError if the record begins with something else."""
        first = next(iter(self.facts(0, 0)), None)
        if not isinstance(first, GameCreated):
            raise UnsoundError(self.stream, 0, *NO_CREATION)
        return first

    @property
    def rules(self) -> System:
        """Its rule system."""
        return system(self.created.system)

    @property
    def history(self) -> History:
        """Its exchanges, the one that is owed last."""
        if self._history is None:
            self._history = History(self)
        return self._history

    def require_played(self, then: str) -> None:
        """Raise NotNowError for a line that a rewind has left. then: what to type for GAME."""
        aliases = self.session.aliases
        if (now := aliases.current(self.stream)) != self.stream:
            then = then.replace("GAME", shell(aliases.label(now)))
            raise NotNowError(f"{self.called} is no longer played; the game goes on as {aliases.label(now)}: {then}")

    def upto(self, version: int) -> OpenGame:
        """The game as it stood after an event, with all that came later hidden."""
        end = Head(self.stream, version, self.store.digest_at(self.stream, version) or "")
        return OpenGame(self.session, self.stream, self.name, _head=end, hides=True)

    def reopen(self) -> OpenGame:
        """The game with what others wrote since it was opened."""
        return self.session.open_stream(self.stream, name=self.name)

    # the record

    def read(self, wanted: Iterable[int]) -> None:
        """Read events that were not read yet, a run at a time. wanted: versions in order."""
        runs: list[tuple[int, int]] = []
        for version in wanted:
            if version not in self._events:
                after = runs.pop()[0] if runs and runs[-1][1] == version - 1 else version - 1
                runs.append((after, version))
        if runs:
            for each in self.store.read_runs(self.line(runs[0][0]), runs):
                self._events[each.version] = each

    def line(self, after: int) -> Ancestry:
        """The branches that it consists of, for events from a version on; the store is asked once, or once more."""
        known = self._line
        if known is None or not (known.spans and known.spans[0].after < max(after, 0)):
            self._line = known = self.store.ancestry(self.stream, after if known is None else -1)
        return known

    def events(self, first: int = 0, last: int | None = None) -> list[Recorded]:
        """Events from one version to another, both included; by default all."""
        wanted = range(first, (self.head.version if last is None else min(last, self.head.version)) + 1)
        self.read(wanted)
        return [self._events[version] for version in wanted]

    def stored(self, first: int, last: int) -> Iterator[tuple[int, Event]]:
        """Facts from one version to another, both included, with their versions, as far as they can be read.

        Raises UnsoundError once the first that can't be read is come to.
        """
        unreadable = None
        try:
            self.read(range(first, last + 1))
        except UnsoundError as fault:
            unreadable = fault
        for version in range(first, last + 1):
            if unreadable is not None and version not in self._events:
                raise unreadable
            yield version, self._events[version].event

    def facts(self, first: int = 0, last: int | None = None) -> list[Event]:
        """The same events without their versions and times."""
        return [recorded.event for recorded in self.events(first, last)]

    def fold(self, upto: int | None = None) -> Fold:
        """The game as it stands, or stood after an event: folded on from the newest fold or snapshot before that.

        Raises UnsoundError if its record makes no sense: it can be folded up to the event before the one named.
        """
        version = self.head.version if upto is None else upto
        fold = self._folds.pop(version, None)
        if fold is None:
            fold = self._folded(version)
        self._folds[version] = fold
        while len(self._folds) > MOST_KEPT:
            del self._folds[next(iter(self._folds))]
        return fold

    def _folded(self, version: int) -> Fold:
        from sits_es.game.fold import Fold, on_record

        fold = self._folded_on(Fold(), version)
        with on_record(self.stream, version):
            fold.game.waits  # noqa: B018 -- a board that can't say it makes no sense either
        return fold

    def _folded_on(self, fold: Fold, version: int) -> Fold:
        nearest = max((done for done in self._folds if done < version), default=-1)
        if nearest < 0 or version - nearest > SOON:
            found = folded(self.store, self.stream, version, self.stored, nearest)
            if found is not None:
                return found
        fold = self._folds[nearest].copy() if nearest >= 0 else fold
        return fold.read(self.stream, self.stored(nearest + 1, version))

    def known_fold(self, version: int) -> Fold | None:
        """The game as it stood after an event, if it was folded there already."""
        return self._folds.get(version)

    def keep(self, version: int, fold: Fold) -> None:
        """Keep the game as somebody folded it up to an event; nobody may change it any more."""
        self._folds.setdefault(version, fold)

    # points

    def moment(self, version: int) -> Moment:
        """The exchange at hand after an event; once the game is over, the last one played."""
        game = self.fold(version).game
        return (game.walk.place if game.ended is not None else None) or game.moment

    def version_of(self, where: str | None) -> int:
        """The event that a player means by a moment (2.5), an event (#120) or a time (2026-03-01T18:00, or a day).

        For a moment it is the last event before its orders are played, for a time the last one written by then; None
        means the head. Raises UnreadableError for any other text, NotNowError for what is yet to come.
        """
        if where is None:
            return self.head.version
        if where.startswith("#"):
            return self.event_number(where)
        when = time_of(where)
        if when is None:
            return self.history.read_at(where).opened
        return last_recorded_by(self.called, self.events(), when, where)

    def event_number(self, which: str) -> int:
        """The version of an event, given as 120 or #120. Raises NotAllowedError for one beyond the head."""
        digits = which.removeprefix("#")
        # more digits than any record has events are not even read as a number
        if not (digits.isascii() and digits.isdecimal()) or int(digits[:9]) > self.head.version:
            raise NotAllowedError(
                f"{self.name} has no event {which}. Its events are #0 to #{self.head.version}; "
                f"list them: sits audit list {shell(self.name)}"
            )
        return int(digits)

    # writing

    def append(
        self, facts: Sequence[Event], *, after: int, fold: Fold | None = None, command_id: bytes | None = None
    ) -> Head:
        """Write facts, all or none. fold: the game after them, if known; the end of a turn leaves a snapshot."""
        snapshot = None
        if fold is not None and fold.game.moment.turn > self.fold(after).game.moment.turn:
            from sits_es.game.state import pack

            snapshot = Snapshot(after + len(facts), fingerprint(), pack(fold.game))
            if not self.store.keeps_snapshots and (secret := made_secret(self.session.folder)) is not None:
                self.store.keep_snapshots(secret)
        head = self.store.append(
            self.stream,
            facts,
            after=after,
            command_id=command_id,
            recorded_at=self.session.clock(),
            snapshot=snapshot,
        )
        # who never asked for the head may have read events before it
        if head.version == after + len(facts) and (self._head is None or self._head.version == after):
            self._head, self._history, self._line = head, None, None
            if fold is not None:
                # the ones before it stay: reports show the game before and after
                self._folds[head.version] = fold
        return head

    def branch(self, name: str, after: int, facts: Sequence[Event]) -> None:
        """Open a branch after one of its events, and write the branch's first facts, all or none."""
        self.store.fork(name, self.stream, after, facts, recorded_at=self.session.clock())
