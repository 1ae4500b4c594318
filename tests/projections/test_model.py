from itertools import pairwise
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from projections.model import ReadModel
from sits_es.canonical import canonical


class Sum(NamedTuple):
    """Turns of one kind so far: even or odd."""

    kind: int
    total: int
    turns: tuple[int, ...]
    more: dict[str, Any]
    note: str | None
    even: bool


SUMS = ReadModel(name="test.sums", version=1, row=Sum, keys=1, rows=lambda _: ())
ODD = Sum(1, 4, (1, 3), {"b": 1, "a": None}, None, even=False)
EVEN = Sum(2, 2, (2,), {}, "2", even=True)


def test_a_row_is_saved_with_all_its_columns_and_read_as_its_class_has_it() -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        SUMS.save(db, "duel", [ODD, EVEN])
        assert list(db.table("test_sums").rows) == [
            {"stream": "duel", "kind": 1, "total": 4, "turns": "[1,3]", "more": '{"a":null,"b":1}', "note": None}
            | {"even": 0},
            {"stream": "duel", "kind": 2, "total": 2, "turns": "[2]", "more": "{}", "note": "2", "even": 1},
        ]
        assert SUMS.holding(db, "duel") == [ODD, EVEN]


texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(value=st.dictionaries(texts, st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), texts)))
def test_lists_and_dicts_stand_in_their_columns_in_the_one_canonical_form(value: dict[str, Any]) -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        row = ODD._replace(turns=tuple(value.values()), more=value)
        SUMS.save(db, "duel", [row])
        (kept,) = db.table("test_sums").rows
        assert (kept["turns"], kept["more"]) == (canonical(row.turns).decode(), canonical(value).decode())


def test_the_table_is_made_with_types_and_key() -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        columns = {column.name: column.type for column in db.table("test_sums").columns}
        assert columns == {
            "stream": "TEXT",
            "kind": "INTEGER",
            "total": "INTEGER",
            "turns": "TEXT",
            "more": "TEXT",
            "note": "TEXT",
            "even": "INTEGER",
        }
        assert db.table("test_sums").pks == ["stream", "kind"]


def test_nothing_is_saved_where_there_is_nothing() -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        SUMS.save(db, "duel", [])
        assert list(db.table("test_sums").rows) == []


def test_games_do_not_mix() -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        SUMS.save(db, "a", [ODD])
        SUMS.save(db, "b", [ODD._replace(total=5)])
        assert [row.total for stream in ("a", "b", "c") for row in SUMS.holding(db, stream)] == [4, 5]


@given(totals=st.lists(st.integers(1, 9), min_size=2, max_size=9))
def test_a_later_row_of_the_same_key_stands_in_the_place_of_the_earlier(totals: list[int]) -> None:
    with Database(memory=True) as db:
        SUMS.start(db)
        for earlier, later in pairwise(totals):
            SUMS.save(db, "duel", [ODD._replace(total=earlier)])
            SUMS.save(db, "duel", [ODD._replace(total=later), EVEN])
        assert [row.total for row in SUMS.holding(db, "duel")] == [totals[-1], 2]
