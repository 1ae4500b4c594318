import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from projections.audit_log import AuditRow, audit_log, search
from projections.catch_up import catch_up
from sits_es.dice import DiceRolled
from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameStarted, PlayerJoined, SegmentClosed, TurnClosed
from sits_es.game.story import tell, teller
from sits_es.rules import system
from sits_es.store import GameStore
from tests.projections.test_game_rows import CREATED
from tests.shared.rows import each_row

GAME: tuple[Event, ...] = (
    PlayerJoined(player="red", name="Anna", side="north"),
    GameStarted(),
    DiceRolled(
        actor="Fearless", purpose="ECM variance", object="port-graser through B/C+", index=0, sides=10, faces=(2, 0, 7)
    ),
    DiceRolled(actor="Sirius", purpose="repair", object="port-tubes through B", index=0, sides=10, faces=(4,)),
    SegmentClosed(turn=1, segment=1),
    TurnClosed(turn=1),
)


def actor_of(event: Event) -> str | None:
    return event.actor if isinstance(event, DiceRolled) else None


LOG = audit_log(teller(system("sits")), actor_of)


@pytest.fixture(scope="module")
def log() -> Iterator[Database]:
    """The log of two games, the second of one event beside its creation."""
    with GameStore.open(":memory:") as store, Database(memory=True) as db:
        for name, events in (("duel", GAME), ("other", GAME[:1])):
            store.append(name, [CREATED, *events], after=-1)
            catch_up(db, store, name, [LOG])
        yield db


def found(log: Database, text: str, stream: str = "duel") -> list[int]:
    """Events by their place in GAME, which follows the creation."""
    return [row.version - 1 for row in search(log, stream, text)]


def test_an_event_is_logged_with_its_place_its_unit_and_its_sentence(log: Database) -> None:
    (row,) = search(log, "duel", "repair")
    assert len(row.digest) == 64
    assert row == AuditRow(
        version=4,
        name="dice.Rolled",
        turn=1,
        segment=1,
        unit="Sirius",
        sentence="Sirius rolls 1d10 for repair (port-tubes through B): 4.",
        digest=row.digest,
        recorded_at=None,
    )


@each_row(
    ("text", "versions"),
    [
        ("anna", [0]),
        ("Fear", [2]),  # the beginning of a longer word
        ("rolls", [2, 3]),
        ("rolls sirius", [3]),  # every word must be there
        ("rolls anna", []),
        ("B/C+", [2]),
        ("port-graser", [2]),
        ("port", [2, 3]),
        ("dice.Rolled", [2, 3]),
        ("1.1", [1, 4]),
        ("1d", []),  # two letters are a word of their own
        ('"Turn 1"', [5]),
        ("no OR sirius", []),  # OR is a word like any other
        ("sirius AND", []),
        ("sirius*", [3]),
        ("sirius )", [3]),
        ("name:sirius", []),
        ("sirius; DROP TABLE audit_log", []),
    ],
)
def test_a_search_finds_the_events_that_hold_every_word(log: Database, text: str, versions: list[int]) -> None:
    assert found(log, text) == versions


def test_a_search_looks_into_one_game_only(log: Database) -> None:
    assert found(log, "anna", "other") == [0]
    assert found(log, "repair", "other") == []


@pytest.mark.parametrize("text", ["", '"', " * ( ) ", "--"])
def test_a_search_without_a_word_is_refused(log: Database, text: str) -> None:
    words = " ".join(text.split())
    refusal = f'There is no word to search for in "{words}". Write one or more words, such as the name of a unit.'
    with pytest.raises(UnreadableError, match=f"^{re.escape(refusal)}$"):
        found(log, text)


@given(text=st.text())
@example('a"b')
@example("x NEAR(y, 2)")
@example("^sirius")
@example("{a b}: c")
@example("\0sirius\0")
@example("\u0bf0 \u00bc")
def test_whatever_a_player_types_is_searched_for_or_refused(log: Database, text: str) -> None:
    try:
        rows = list(search(log, "duel", text))
    except UnreadableError as refusal:
        assert str(refusal).startswith("There is no word to search for")  # noqa: PT017 - either end is right
    else:
        assert all(0 <= row.version <= len(GAME) for row in rows)


@given(version=st.integers(0, len(GAME) - 1), data=st.data())
def test_every_event_is_found_by_any_word_of_its_sentence(log: Database, version: int, data: st.DataObject) -> None:
    words = [word for word in tell(GAME[version], system("sits")).split() if any(mark.isalnum() for mark in word)]
    assert version in found(log, data.draw(st.sampled_from(words)))


@settings(max_examples=30, deadline=None)
@given(turns=st.lists(st.tuples(st.sampled_from(["duel", "other", "third"]), st.integers(1, 4)), max_size=12))
def test_games_whose_rows_lie_between_each_other_are_searched_each_by_itself(turns: list[tuple[str, int]]) -> None:
    rolled = GAME[2:4]
    written = dict.fromkeys(("duel", "other", "third"), 0)
    with GameStore.open(":memory:") as store, closing(Database(memory=True)) as db:
        for stream in written:
            store.append(stream, [CREATED], after=-1)
        for stream, count in turns:
            start = written[stream]
            store.append(stream, [rolled[number % 2] for number in range(start, start + count)], after=start)
            catch_up(db, store, stream, [LOG])
            written[stream] += count
        for stream, count in written.items():
            assert found(db, "rolls", stream) == list(range(count))
            assert found(db, "Fearless", stream) == list(range(0, count, 2))


def test_before_the_first_game_there_is_nothing_to_find() -> None:
    with closing(Database(memory=True)) as db:
        assert found(db, "rolls") == []


def test_the_log_of_a_stored_game_repeats_its_digests_and_times() -> None:
    with GameStore.open(":memory:") as store, Database(memory=True) as db:
        head = store.append("duel", [CREATED, *GAME], after=-1, recorded_at="2024-05-01T12:00:00Z")
        catch_up(db, store, "duel", [LOG])
        (row,) = search(db, "duel", "Turn 1 is over")
        assert (row.version, row.digest, row.recorded_at) == (6, head.digest, "2024-05-01T12:00:00Z")


@settings(max_examples=20, deadline=None)
@given(cut=st.integers(0, len(GAME)))
def test_the_search_is_the_same_however_the_log_was_filled(log: Database, cut: int) -> None:
    with GameStore.open(":memory:") as store, Database(memory=True) as db:
        store.append("duel", [CREATED, *GAME[:cut]], after=-1)
        catch_up(db, store, "duel", [LOG])
        store.append("duel", GAME[cut:], after=cut)
        catch_up(db, store, "duel", [LOG])
        for word in ("rolls", "over", "Anna"):
            assert found(db, word) == found(log, word)
