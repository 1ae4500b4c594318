from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from attrs import define, field, frozen
from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from projections.model import OneGame, ReadModel, Table, _with_json
from sits_es.canonical import canonical
from sits_es.events import Event
from sits_es.game.events import TurnClosed
from sits_es.store import Recorded


@frozen
class Sum:
    """Turns of one kind so far: even or odd."""

    stream: str
    kind: int
    total: int = 0
    turns: tuple[int, ...] = ()
    note: str | None = None
    even: bool = False


@define
class Sums(OneGame):
    """The sums of one game at work."""

    rows: dict[str, Sum] = field(factory=dict)

    def take(self, events: Sequence[Recorded]) -> Iterator[Sum]:
        for recorded in events:
            event = recorded.event
            assert isinstance(event, TurnClosed)
            even = event.turn % 2 == 0
            kind = 2 if even else 1
            old = self.rows.get(str(kind)) or Sum(self.stream, kind)
            turns = (*old.turns, event.turn)
            row = Sum(old.stream, kind, old.total + event.turn, turns, str(recorded.version), even)
            self.rows[str(kind)] = row
            yield row


SUMS = ReadModel(name="sums", version=1, table=Table("sums", Sum, ("stream", "kind")), rows=Sums)


def record(events: Iterable[Event], stream: str = "duel") -> list[Recorded]:
    return [Recorded(stream, version, event) for version, event in enumerate(events)]


def contents(db: Database) -> dict[str, list[dict[str, Any]]]:
    return {name: sorted(db.table(name).rows, key=str) for name in SUMS.tables}


def test_the_last_row_of_each_key_is_saved_with_all_its_columns() -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        SUMS.apply(record(TurnClosed(turn=turn) for turn in (1, 3, 2)), db)
        assert list(db.table("sums").rows) == [
            {"stream": "duel", "kind": 1, "total": 4, "turns": "[1,3]", "note": "1", "even": 0},
            {"stream": "duel", "kind": 2, "total": 2, "turns": "[2]", "note": "2", "even": 1},
        ]


texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(value=st.dictionaries(texts, st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), texts)))
def test_lists_and_dicts_stand_in_their_columns_in_the_one_canonical_form(value: dict[str, Any]) -> None:
    row = (1, value, tuple(value.values()), "text")
    assert _with_json(row, [1, 2]) == (1, canonical(row[1]).decode(), canonical(row[2]).decode(), "text")


def test_the_tables_are_made_once_with_types_and_key() -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        SUMS.start(db)
        columns = {column.name: column.type for column in db.table("sums").columns}
        assert columns == {
            "stream": "TEXT",
            "kind": "INTEGER",
            "total": "INTEGER",
            "turns": "TEXT",
            "note": "TEXT",
            "even": "INTEGER",
        }
        assert db.table("sums").pks == ["stream", "kind"]


def test_an_empty_batch_changes_nothing() -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        SUMS.apply([], db)
        assert contents(db) == {"sums": [], "sums_state": []}


@given(turns=st.lists(st.integers(1, 9), max_size=30), cuts=st.sets(st.integers(0, 30)))
def test_however_events_are_cut_into_batches_the_tables_are_the_same(turns: list[int], cuts: set[int]) -> None:
    events = record(TurnClosed(turn=turn) for turn in turns)
    ends = [0, *sorted(end for end in cuts if end < len(events)), len(events)]
    with Database(memory=True) as whole, Database(memory=True) as cut:
        for db in (whole, cut):
            SUMS.start(db)
        SUMS.apply(events, whole)
        for start, end in pairwise(ends):
            SUMS.apply(events[start:end], cut)
        assert contents(cut) == contents(whole)


def test_games_do_not_mix() -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        SUMS.apply(record([TurnClosed(turn=1)], "a"), db)
        SUMS.apply(record([TurnClosed(turn=3)], "b"), db)
        assert [(row["stream"], row["total"]) for row in db.table("sums").rows] == [("a", 1), ("b", 3)]


def test_a_rule_that_fails_leaves_nothing_of_its_batch() -> None:
    with Database(memory=True) as db:
        SUMS.start(db)

        class Stranger(Event):
            pass

        with pytest.raises(AssertionError):
            SUMS.apply(record([TurnClosed(turn=1), Stranger()]), db)
        assert contents(db) == {"sums": [], "sums_state": []}
