"""A game store beside a plain model of it in memory: whatever is done, in whatever order, both say the same."""

from __future__ import annotations

from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, NamedTuple

import pytest
from attrs import Factory, define
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.service.names import Aliases
from sits_es.store import GameStore, Head, Snapshot
from sits_es.store.checkpoints import Checkpoint
from sits_es.store.sqlite.shelf import call
from tests.shared.store_samples import Counted, command_in

GAMES = ("duel", "convoy")
CODES = ("one", "two")
#: What a player calls games: two of these come on record sooner or later.
OWN = ("friday", "club night", GAMES[1], "what-if 1")
NOBODY = "0" * 64


class Kept(NamedTuple):
    """An event of the model. owner: the stream that wrote it; command: what caused it, on a command's first event."""

    owner: str
    number: int
    digest: str
    command: bytes | None


@define
class Model:
    """What a store should hold: every branch with all its events, inherited ones too, and snapshots by their keys."""

    branches: dict[str, list[Kept]] = Factory(dict)
    snapshots: dict[tuple[str, int, str], bytes] = Factory(dict)

    def add(self, stream: str, inherited: list[Kept], numbers: list[int], command: bytes | None) -> None:
        """Chain numbers on to what a branch inherits or holds."""
        line = list(inherited)
        for place, number in enumerate(numbers):
            previous = line[-1].digest if line else NOBODY
            digest = _digest(previous, stream, len(line), f'{{"number":{number}}}')
            line.append(Kept(stream, number, digest, command if place == 0 else None))
        self.branches[stream] = line

    def caused(self, stream: str, command: bytes | None) -> int | None:
        """Which event of a branch a command wrote first."""
        line = self.branches.get(stream, [])
        return next((at for at, kept in enumerate(line) if command is not None and kept.command == command), None)

    def head(self, stream: str) -> Head:
        """Where a branch ends."""
        line = self.branches.get(stream, [])
        return Head(stream, len(line) - 1, line[-1].digest if line else NOBODY)

    def snapshot(self, stream: str, code: str, upto: int) -> Snapshot | None:
        """The newest snapshot that a branch can use."""
        line = self.branches[stream][: upto + 1]
        for version in range(len(line) - 1, -1, -1):
            state = self.snapshots.get((line[version].owner, version, code))
            if state is not None:
                return Snapshot(version, code, state)
        return None


def _digest(previous: str, stream: str, version: int, content: str) -> str:
    """The chain as it is documented, written once more."""
    parts = [stream.encode(), version.to_bytes(8, "big"), b"sample.Counted/1", content.encode()]
    sized = [part if at == 1 else len(part).to_bytes(4, "big") + part for at, part in enumerate(parts)]
    return sha256(bytes.fromhex(previous) + b"".join(sized)).hexdigest()


class StoreMachine(RuleBasedStateMachine):
    """What a store can be asked, in any order. Each kind of store says how it is opened, copied and brought back."""

    streams: Bundle[str] = Bundle("streams")
    copies: Bundle[tuple[Any, Model]] = Bundle("copies")

    store: GameStore

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.next = 0
        self.forks = 0
        #: What games are called here: a store and its copies know nothing of it.
        self.called: dict[str, str] = {}
        self.list = Path(mkdtemp(prefix="sits-list-"))
        self.store = self.open()

    def open(self) -> GameStore:
        """Open the one store of this run."""
        raise NotImplementedError

    def copy(self) -> Any:
        """Copy the store while it is open."""
        raise NotImplementedError

    def bring_back(self, copy: Any) -> None:
        """Put a copy in the store's place; it is not open."""
        raise NotImplementedError

    def numbers(self, count: int) -> list[int]:
        """Numbers that no event has yet."""
        self.next += count
        return list(range(self.next - count, self.next))

    @initialize(target=streams)
    def begin(self) -> str:
        self._append(GAMES[0], self.numbers(2), -1, None)
        return GAMES[0]

    @rule(target=streams)
    def begin_another(self) -> str:
        self._append(GAMES[1], self.numbers(1), self.model.head(GAMES[1]).version, None)
        return GAMES[1]

    def _append(self, stream: str, numbers: list[int], after: int, command: bytes | None, **more: Any) -> None:
        facts = [Counted(number=number) for number in numbers]
        head = self.store.append(stream, facts, after=after, command_id=command, **more)
        if self.model.caused(stream, command) is None:
            self.model.add(stream, self.model.branches.get(stream, []), numbers, command)
        assert head == self.model.head(stream)

    @rule(stream=streams, count=st.integers(0, 3), command=st.one_of(st.none(), st.binary(min_size=4, max_size=4)))
    def append(self, stream: str, count: int, command: bytes | None) -> None:
        self._append(stream, self.numbers(count), self.model.head(stream).version, command if count else None)

    @rule(stream=streams)
    def give_the_same_command_twice(self, stream: str) -> None:
        before = self.model.head(stream).version
        command = f"{stream} {self.next}".encode()
        self._append(stream, self.numbers(1), before, command)
        self._append(stream, self.numbers(2), before, command)
        assert command_in(self.store, stream, command) == before + 1

    @rule(stream=streams, off=st.sampled_from([-2, -1, 1, 5]))
    def come_second(self, stream: str, off: int) -> None:
        seen = self.model.head(stream).version + off
        with pytest.raises(NotNowError, match="Nothing was written"):
            self.store.append(stream, [Counted(number=self.next)], after=seen)

    @rule(target=streams, parent=streams, part=st.floats(0, 1), count=st.integers(1, 2))
    def fork(self, parent: str, part: float, count: int) -> str:
        self.forks += 1
        child, numbers = f"what-if {self.forks}", self.numbers(count)
        at = round(part * self.model.head(parent).version)
        head = self.store.fork(child, parent, at, [Counted(number=number) for number in numbers])
        self.model.add(child, self.model.branches[parent][: at + 1], numbers, None)
        assert head == self.model.head(child)
        return child

    @rule(stream=streams, parent=streams)
    def fork_under_a_name_that_is_taken(self, stream: str, parent: str) -> None:
        with pytest.raises(NotAllowedError, match="There is already a game named"):
            self.store.fork(stream, parent, 0, [Counted(number=0)])

    @rule(parent=streams, off=st.integers(1, 3))
    def fork_after_an_event_that_is_not_there(self, parent: str, off: int) -> None:
        with pytest.raises(NotAllowedError, match="cannot be forked after event"):
            self.store.fork("never", parent, self.model.head(parent).version + off, [Counted(number=0)])

    @rule(stream=streams, after=st.integers(-1, 12), upto=st.one_of(st.none(), st.integers(-1, 12)))
    def read_as_of(self, stream: str, after: int, upto: int | None) -> None:
        line = self.model.branches[stream]
        end = len(line) if upto is None else min(upto + 1, len(line))
        read = [
            (each.stream, each.version, each.event, each.digest)
            for each in self.store.read(stream, after=after, upto=upto)
        ]
        assert read == [
            (line[at].owner, at, Counted(number=line[at].number), line[at].digest) for at in range(after + 1, end)
        ]

    @rule(stream=streams, part=st.floats(0, 1), code=st.sampled_from(CODES))
    def keep_a_snapshot(self, stream: str, part: float, code: str) -> None:
        version = round(part * self.model.head(stream).version)
        state = f"{stream} {version} {self.next}".encode()
        self.store.save_snapshot(stream, Snapshot(version, code, state))
        self.model.snapshots[self.model.branches[stream][version].owner, version, code] = state

    @rule(stream=streams, code=st.sampled_from(CODES))
    def append_with_a_snapshot(self, stream: str, code: str) -> None:
        before = self.model.head(stream).version
        snapshot = Snapshot(before + 1, code, f"{stream} {before}".encode())
        self._append(stream, self.numbers(2), before, None, snapshot=snapshot)
        self.model.snapshots[stream, before + 1, code] = snapshot.state

    @rule(stream=streams, code=st.sampled_from(CODES), part=st.floats(0, 1))
    def find_the_newest_snapshot(self, stream: str, code: str, part: float) -> None:
        last = self.model.head(stream).version
        upto = round(part * last)
        assert self.store.snapshot(stream, code, upto=upto) == self.model.snapshot(stream, code, upto)
        assert self.store.snapshot(stream, code) == self.model.snapshot(stream, code, last)

    @precondition(lambda self: self.model.snapshots)
    @rule()
    def drop_all_snapshots(self) -> None:
        assert self.store.drop_snapshots() == len(self.model.snapshots)
        self.model.snapshots.clear()

    @rule(stream=streams, name=st.one_of(st.none(), st.sampled_from(OWN)))
    def rename(self, stream: str, name: str | None) -> None:
        if name in self.called.values() or name in self.model.branches:
            name = None
        call(self.list, stream, name)
        self.called.pop(stream, None)
        if name is not None:
            self.called[stream] = name

    @rule()
    def restart(self) -> None:
        self.store.close()
        self.store = self.open()

    @rule(target=copies)
    def keep_a_copy(self) -> tuple[Any, Model]:
        return self.copy(), deepcopy(self.model)

    @rule(kept=copies)
    def restore(self, kept: tuple[Any, Model]) -> None:
        copy, model = kept
        # branches that were opened since stay in the bundle: this restores only what still holds all of them
        if model.branches.keys() == self.model.branches.keys():
            self.store.close()
            self.bring_back(copy)
            self.model = deepcopy(model)
            self.store = self.open()

    @rule(stream=streams, part=st.floats(0, 1))
    def audit_against_an_earlier_checkpoint(self, stream: str, part: float) -> None:
        line = self.model.branches[stream]
        size = round(part * len(line))
        saved = self.store.checkpoint(stream, size=size)
        report = self.store.audit(stream, saved)
        assert (report.bad, report.events, report.digest) == (None, len(line), line[-1].digest)
        root = _root([bytes.fromhex(kept.digest) for kept in line])
        assert report.checkpoint == Checkpoint(self.store.origin(stream), len(line), root)
        assert [each.size for each in report.confirmed] == [size]

    @invariant()
    def all_ends_are_the_same(self) -> None:
        assert self.store.heads() == {stream: self.model.head(stream) for stream in self.model.branches}
        for stream in self.model.branches:
            assert self.store.head(stream) == self.model.head(stream)

    @invariant()
    def every_game_is_found_by_its_name_on_record_and_by_the_players_own(self) -> None:
        own = Aliases(self.store, self.list)
        for stream in self.model.branches:
            name = self.called.get(stream)
            # whoever is on record under a name comes before what a player calls so
            seen = None if name in self.model.branches else name
            assert own.name(stream) == seen
            assert own.resolve(stream) == stream
            assert seen is None or own.resolve(seen) == stream
        assert set(own.taken()) == {*self.model.branches, *self.called.values()}

    def teardown(self) -> None:
        """The whole store is sound, and belongs to the model to the last row."""
        reports, strays = self.store.audit_all()
        assert [report.bad for report in reports] + strays == [None] * len(self.model.branches)
        assert self.store.health() == []
        self.store.close()
        rmtree(self.list)


def _root(leaves: list[bytes]) -> bytes:
    """RFC 6962's tree as it is printed there, by halves."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\1" + _root(leaves[:half]) + _root(leaves[half:])).digest()
