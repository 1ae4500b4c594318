"""Reading events that somebody took or changed: refused where it comes to them, with the first one's number."""

from pathlib import Path

import pytest

from sits_es.errors import UnreadableError
from tests.shared.store_samples import a_store, behind_its_back, numbers


@pytest.mark.parametrize(
    ("statement", "bad"),
    [
        ("UPDATE stored_events SET state = '{\"number\":9}' WHERE originator_version = 3", 3),
        ("UPDATE stored_events SET state = x'7b7d' WHERE originator_version = 4", 4),
        ("UPDATE stored_events SET previous = x'00' WHERE originator_version = 0", 0),
        ("DELETE FROM stored_events WHERE originator_version = 5", 5),
    ],
)
def test_a_reading_stops_at_the_first_broken_link(tmp_path: Path, statement: str, bad: int) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("duel", numbers(10), after=-1)
        with behind_its_back(tmp_path / "sits.db") as db:
            db.execute(statement)
        with pytest.raises(UnreadableError) as refused:
            list(store.read("duel"))
        assert str(refused.value) == (
            f"The record of duel is broken at event {bad}: that event has been changed. "
            "`sits audit verify duel` says what is wrong."
        )


@pytest.mark.parametrize("version", [0, 5, 9])
def test_no_reading_passes_over_an_event_that_is_gone(tmp_path: Path, version: int) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("duel", numbers(10), after=-1)
        store.fork("fork", "duel", 9, numbers(3))
        with behind_its_back(tmp_path / "sits.db") as db:
            db.execute("DELETE FROM stored_events WHERE originator_id = 'duel' AND originator_version = ?", (version,))
        for stretch in ({}, {"after": version - 1, "upto": version}, {"after": version}):
            with pytest.raises(UnreadableError, match=f"^The record of fork is broken at event {version}: "):
                list(store.read("fork", **stretch))


@pytest.mark.parametrize(
    ("change", "bad"),
    [
        ("UPDATE stored_events SET topic = CAST(x'ff' || topic AS TEXT) WHERE originator_version = 3", 3),
        ("UPDATE stored_events SET topic = CAST(topic || x'ff' AS TEXT) WHERE originator_version = 0", 0),
        ("UPDATE stored_events SET originator_version = 70 WHERE originator_version = 7", 7),
        ("UPDATE stored_events SET originator_version = 10.5 WHERE originator_version = 7", 7),
        ("UPDATE stored_events SET originator_version = 'seven' WHERE originator_version = 7", 7),
        ("UPDATE stored_events SET digest = x'00' WHERE originator_version = 5", 5),
    ],
)
def test_text_that_is_none_and_numbers_that_are_others_are_found_where_they_are_read(
    tmp_path: Path, change: str, bad: int
) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("duel", numbers(10), after=-1)
        with behind_its_back(tmp_path / "sits.db") as db:
            db.execute(change)
        with pytest.raises(UnreadableError, match=f"^The record of duel is broken at event {bad}: "):
            list(store.read("duel"))
        assert store.audit("duel").bad is not None


def test_a_time_that_is_no_text_is_read_with_marks_and_proves_nothing(tmp_path: Path) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("duel", numbers(2), after=-1, recorded_at="2026-01-02T03:04:05+00:00")
        with behind_its_back(tmp_path / "sits.db") as db:
            db.execute("UPDATE stored_events SET recorded_at = CAST(x'32ff' AS TEXT) WHERE originator_version = 1")
        assert [each.recorded_at for each in store.read("duel")] == ["2026-01-02T03:04:05+00:00", "2\ufffd"]
        assert store.audit("duel").bad is None
