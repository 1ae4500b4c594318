"""What keeping and reading a record costs: a real squadron action, by the way that commands go.

The game of 4,484 events is the one with which every release is tested; for the longer one its squadrons sail on.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import median

from sits_es.events import Event
from sits_es.game.events import OrdersSealed
from sits_es.game.fold import Fold
from sits_es.game.state import pack
from sits_es.service.session import Session
from sits_es.store.chain import ChainedRow, chained
from sits_es.store.codec import Codec
from sits_es.store.sqlite.schema import OBJECTS
from tests.benchmarks import grown_stores as grown
from tests.benchmarks.library import Library, mapped
from tests.benchmarks.stopwatch import Measured, processor_time, side_by_side, spent, timed, times_as_long
from tests.shared.played_demos import played_folder

GAME = "squadron"

INSERT = (
    "INSERT INTO stored_events (originator_id, originator_version, topic, state, previous, digest, command_id, "
    "recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


#: The last event of what is counted by the library's side: in the turns before, all weapons are fired.
COUNTED = 1500

#: Lengths of the squadron action that rows ask for; each goes on from the one before.
LENGTHS = (4000, 6800, 10_000)


def long_squadron(work: Path, events: int) -> Path:
    """A folder with the squadron action of one of those lengths, made once for all rows: copy it before you write."""
    shorter = [each for each in LENGTHS if each < events]
    return grown.Stores(work.parent / "stores").squadron(events, shorter)


@contextmanager
def squadron(work: Path) -> Iterator[Session]:
    """A session with the stored squadron action in a folder of its own."""
    folder = work / "squadron"
    folder.mkdir(exist_ok=True)
    shutil.copy(played_folder("squadron") / "sits.db", folder / "sits.db")
    with Session(folder) as session:
        yield session


def replay(work: Path, rounds: int) -> Measured:
    """A game read with every link of its chain proved and folded, against `repository.get` with the same fold."""
    with squadron(work) as session:
        facts = session.open_game(GAME).facts(0, COUNTED)

        def verified() -> Fold:
            return Fold().add_all(recorded.event for recorded in session.store.read(GAME, upto=COUNTED))

        with closing(Library.begin(work / "library.db", facts)) as library:
            library.put(0, len(facts))
            theirs = library.get().fold
            if theirs is not None:
                theirs.game.walk = verified().game.walk  # the library's own facts say no exchange
            if theirs is None or pack(theirs.game) != pack(verified().game):
                raise AssertionError("the two sides come to different games")
            folded, ours = side_by_side(rounds, library.get, verified)
    return Measured("verified replay with the fold, times repository.get", times_as_long(folded, ours))


def codec(work: Path, rounds: int) -> Measured:
    """Writing a game's events with the proof that each reads back, as every append makes it, and reading them.

    Against the library's default mapper; without the proof is what it can't be better than.
    """
    ours = Codec()
    with squadron(work) as session:
        facts = session.open_game(GAME).facts(0, COUNTED)
    readers, write = ours.readers, ours._encoder.encode
    stored, exchanges = ours.encode_all(facts), _exchanges(facts)
    topics = {type(fact): topic for fact, (topic, _) in zip(facts, stored, strict=True)}

    def proved() -> None:
        for first, last in exchanges:
            for topic, state in ours.encode_all(facts[first:last]):
                readers[topic](state)

    def unproved() -> None:
        for fact in facts:
            readers[topics[type(fact)]](write(fact))

    if [readers[topic](state) for topic, state in stored] != facts:
        raise AssertionError("the events do not come back as they were")
    theirs, taken, bare = side_by_side(rounds, mapped(facts), proved, unproved)
    floor = times_as_long(theirs, bare)
    return Measured("codec with its proof, times the default mapper", times_as_long(theirs, taken), floor=floor)


def snapshot(work: Path, rounds: int) -> Measured:
    """A game of 10,000 events as it stands 50 events after a snapshot, against reading and decoding its events.

    The session was just opened and has read nothing, as in every command: of what it takes, half is what is done once
    for a file, statements made ready and pages read for the first time, a fifth the board, a quarter the 50 events. In
    a session that has read something it is 50 to 60 times.
    """
    folder = long_squadron(work, 10_000)
    with Session(folder) as session:
        head = session.open_game(GAME).head.version
        kept = max(
            each.snapshot.version for each in session.store.snapshots(GAME) if each.snapshot.version + 50 <= head
        )
        upto = kept + 50
        whole = Fold().add_all(session.open_game(GAME).facts(0, upto))
    ratios, took = [], []
    with Session(folder) as reader:

        def plain() -> int:
            return sum(1 for _ in reader.store.read(GAME, upto=upto))

        for _ in range(rounds):
            with Session(folder) as session:
                read, folded = processor_time(plain), processor_time(lambda: session.open_game(GAME).fold(upto))
                if pack(session.open_game(GAME).fold(upto).game) != pack(whole.game):
                    raise AssertionError("the snapshot comes to another game")
            ratios.append(read / folded)
            took.append(folded)
    note = f"{spent(median(took))} for event {upto}"
    return Measured("snapshot and tail of 50, times the plain read", median(ratios), note)


def append(work: Path, rounds: int) -> Measured:
    """A game's exchanges appended as commands do it, each in one transaction, against the library's `events.put`.

    With everything that belongs to it: codec and proof, chain, ids, triggers, the head, and snapshots of the turns.
    Raw inserts of the same rows are what it can't be better than. All wait for the disk as well, once an exchange: the
    longer that takes, the nearer the ratios by the clock come to 1, so it is processor time that has a goal.
    """
    with squadron(work) as session:
        facts, name = session.open_game(GAME).facts(), GAME
        exchanges = _exchanges(facts)
        folds = _folds(facts, exchanges)
    rows = chained(bytes(32), name, -1, Codec().encode_all(facts), recorded_at="2026-01-01T00:00:00+00:00")
    taken = []
    for number in range(max(1, rounds // 3)):
        with (
            Session(work / f"append-{number}") as ours,
            closing(plain_file(work / f"raw-{number}.db")) as raw,
            closing(Library.begin(work / f"library-{number}.db", facts)) as library,
        ):
            for (first, last), fold in zip(exchanges, folds, strict=True):
                theirs = timed(partial(library.put, first, last))
                bare = timed(partial(_insert, raw, rows[first:last]))
                mine = timed(partial(_append, ours, facts[first:last], rows[first], fold))
                taken.append((theirs, bare, mine))
            if ours.open_game(name).head.digest != rows[-1][5].hex():
                raise AssertionError("the two sides hold different rows")
    measured = median(theirs.processor / mine.processor for theirs, _, mine in taken)
    floor = median(theirs.processor / bare.processor for theirs, bare, _ in taken)
    clock = median(theirs.clock / mine.clock for theirs, _, mine in taken)
    return Measured("append, everything on, times events.put", measured, f"{clock:.2f} by the clock", floor)


def _insert(raw: sqlite3.Connection, rows: list[ChainedRow]) -> None:
    raw.execute("BEGIN IMMEDIATE")
    raw.executemany(INSERT, rows)
    raw.execute("COMMIT")


def _append(ours: Session, facts: list[Event], row: ChainedRow, fold: Fold) -> None:
    """Facts that begin with a row's."""
    if row[1] == 0:
        ours.begin(GAME, facts, command_id=row[5])
    else:
        ours.open_game(GAME).append(facts, after=row[1] - 1, fold=fold, command_id=row[5])


def _exchanges(facts: list[Event]) -> list[tuple[int, int]]:
    """Where set-up and each exchange begin and end."""
    firsts = [
        number
        for number, fact in enumerate(facts)
        if isinstance(fact, OrdersSealed) and not isinstance(facts[number - 1], OrdersSealed)
    ]
    return list(zip([0, *firsts], [*firsts, len(facts)], strict=True))


def _folds(facts: list[Event], exchanges: list[tuple[int, int]]) -> list[Fold]:
    """The game behind set-up and behind each exchange."""
    fold, folds = Fold(), []
    for first, last in exchanges:
        fold.add_all(facts[first:last])
        folds.append(fold)
        fold = fold.copy()
    return folds


def plain_file(path: Path) -> sqlite3.Connection:
    """A file with the same table, written by hand, as safely: the log is flushed at every commit."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute(OBJECTS["stored_events"])
    return db
