"""Whatever reads a game reads it as it stood at a moment, after an event or at a time, and knows of nothing later."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.home import open_session
from commands.main import VERBS
from sits_es.errors import GameError
from sits_es.service import audit
from sits_es.service.history import last_recorded_by, time_of
from sits_es.store import Recorded
from tests.shared.commands_told import Sits, Told
from tests.shared.rows import long_beyond
from tests.shared.store_samples import Counted

#: What reads a game, and is asked both of a game that came so far and of a longer one.
READING = {
    "show": (("show", "duel", "-v"), ("show", "duel", "--as", "red", "-vv"), ("show", "duel", "--json")),
    "replay": (
        ("replay", "duel"),
        ("replay", "duel", "1.2", "1.8"),
        ("replay", "duel", "--step", "--json"),
    ),
    "audit": (
        ("audit", "list", "duel"),
        ("audit", "list", "duel", "--json"),
        ("audit", "list", "duel", "Fearless"),
        ("audit", "verify", "duel"),
    ),
    "explain": (("explain", "duel", "40"), ("explain", "duel", "#80"), ("explain", "duel", "90")),
    "stats": (
        ("stats", "duel", "luck"),
        ("stats", "duel", "luck", "--json"),
        ("stats", "duel"),
        ("stats", "duel", "--json"),
        ("stats", "duel", "range", "Fearless", "Sirius"),
    ),
    "diff": (("diff", "duel", "what-if"), ("diff", "what-if", "duel", "--json")),
    "odds": (
        ("odds", "duel", "red.orders", "--plays", "20"),
        ("odds", "duel", "red.orders", "--plays", "20", "--json"),
    ),
    "orders": (
        ("orders", "new", "duel", "--as", "red"),
        ("orders", "check", "red.orders"),
        ("orders", "check", "red.orders", "--json"),
    ),
}
#: What changes a record, a letter or a folder, reads files, tables and stores and no game, or needs a terminal: that
#: the stepper ends where it is told to is tried with the stepper.
OTHERS = {
    *("demo", "new", "play", "record", "fork", "rewind", "join", "propose", "agree", "dispute", "resign"),
    *("games", "follow", "backup", "restore", "export", "import", "doctor", "rules", "docs"),
    *("tutorial", "report", "review"),
    *("mail", "keys", "scenario", "card", "calc", "watch"),
}


def test_every_verb_was_thought_of() -> None:
    assert {verb.name for verb in VERBS} == READING.keys() | OTHERS


@pytest.fixture
def shorter(begun: Sits, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sits:
    """A game that came to 1.4, with a what-if from 1.2; and in the folder `longer` the same games played on."""
    for words in (
        ("play", "duel", "red.orders", "blue.orders", "--to", "1.3"),
        ("fork", "duel", "--at", "1.2", "--name", "what-if"),
        ("play", "what-if", "--drift", "red", "--drift", "blue", "--to", "1.3"),
    ):
        assert begun(*words).code == 0, words
    shutil.copytree(home, tmp_path / "longer")
    monkeypatch.setenv("SITS_HOME", "longer")
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.break").code == 0
    assert begun("play", "what-if", "--drift", "red", "--drift", "blue", "--to", "1.6").code == 0
    monkeypatch.setenv("SITS_HOME", "games")
    return begun


def heads() -> dict[str, int]:
    with open_session() as session:
        return {name: session.open_game(name).head.version for name in session.names()}


@pytest.mark.parametrize("words", long_beyond(8, [words for each in READING.values() for words in each]), ids=" ".join)
def test_it_answers_as_it_would_have_answered_then(
    shorter: Sits, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    ends = heads()
    if words[0] == "diff":
        # two games stood at two events; each is looked at as it was
        points = [f"#{ends[name]}" for name in words[1:3]]
        shown = shorter(*words, "--at", points[0], "--to", points[1])
        monkeypatch.setenv("SITS_HOME", "longer")
        assert shorter(*words, "--at", points[0], "--to", points[1]) == shown
        assert shown.code == 0
        return
    then = shorter(*words)
    monkeypatch.setenv("SITS_HOME", "longer")
    now = shorter(*words, "--at", f"#{ends['duel']}")
    assert now == then
    if words not in (("show", "duel", "-v"), ("explain", "duel", "40")):
        assert shorter(*words) != then


@pytest.mark.parametrize("words", [words for each in READING.values() for words in each[:1]], ids=" ".join)
def test_a_moment_an_event_and_a_time_are_all_understood(
    shorter: Sits, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    ends = heads()
    monkeypatch.setenv("SITS_HOME", "longer")
    with closing(sqlite3.connect("longer/sits.db")) as db, db:
        # outside the digest: events up to there were written down in spring, the others in summer
        db.execute("DROP TRIGGER stored_events_update")
        for name, last in ends.items():
            change = "UPDATE stored_events SET recorded_at = ? WHERE originator_id = ? AND originator_version "
            db.execute(f"{change} <= ?", ("2026-03-01T18:00:00+00:00", name, last))
            db.execute(f"{change} > ?", ("2026-07-01T18:00:00+00:00", name, last))

    def asked(at: str) -> Told:
        return shorter(*words, "--at", at)

    by_moment = asked("1.4")
    assert by_moment.code == 0
    if words[0] != "diff":
        assert asked(f"#{ends['duel']}") == by_moment
    for time in ("2026-03-01", "2026-03-01T18:00", "2026-03-01T19:00+01:00", "2026-07-01T17:59:59Z", "2026-06-30"):
        told = asked(time)
        assert told.code == 0
        if words[0] != "diff":
            assert told == by_moment
    refused = asked("2026-02-28")
    assert (refused.code, refused.out) == (1, "")
    assert "began at 2026-03-01T18:00:00+00:00, after 2026-02-28." in refused.err


@pytest.mark.usefixtures("shorter")
def test_after_any_event_what_was_over_by_then_is_found_sound() -> None:
    last = heads()["duel"]
    for version in range(last + 1):
        with open_session() as session:
            session.open_game("duel", f"#{version}")
            found = audit.audit_game(session.open_game("duel"))
            assert (found.faults, found.events, found.dropped) == ((), version + 1, 0)


def test_an_event_behind_the_point_is_not_there(shorter: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    last = heads()["duel"]
    monkeypatch.setenv("SITS_HOME", "longer")
    assert shorter("explain", "duel", str(last + 1)).code == 0
    assert shorter("explain", "duel", str(last + 1), "--at", f"#{last}") == (
        1,
        "",
        f"duel has no event {last + 1}. Its events are #0 to #{last}; list them: sits audit list duel\n",
    )
    found = shorter("audit", "list", "duel", "--json", "--at", f"#{last}").json
    assert [row["version"] for row in found] == list(range(last + 1))


def test_a_file_of_the_record_ends_there_too_and_its_checkpoint_is_that_of_then(
    shorter: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = heads()["duel"]
    assert shorter("audit", "export", "duel", "-o", "then.jsonl").code == 0
    kept = shorter("audit", "verify", "duel", "--json").json
    monkeypatch.setenv("SITS_HOME", "longer")
    assert shorter("audit", "export", "duel", "-o", "now.jsonl", "--at", f"#{last}").code == 0
    assert Path("now.jsonl").read_bytes() == Path("then.jsonl").read_bytes()
    assert shorter("audit", "verify", "duel", "--json", "--at", "1.4").json == kept


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("1.9", '"1.9" is not a moment of a game.'),
        ("#9999", "duel has no event #9999."),
        ("2.1", "duel has not reached 2.1: it is at 1.4."),
        (
            "2026-02-30",
            (
                "2026-02-30 is not a time. Write a day, such as 2026-03-01, or a day and a time, such as "
                "2026-03-01T18:00. The time is UTC unless you give a zone, as in 2026-03-01T18:00+01:00."
            ),
        ),
        ("2026-03-01Tsix", "2026-03-01Tsix is not a time."),
    ],
)
def test_what_is_no_point_of_the_game_is_refused(shorter: Sits, at: str, said: str) -> None:
    for words in (("show", "duel"), ("stats", "duel", "luck"), ("audit", "list", "duel")):
        told = shorter(*words, "--at", at)
        assert (told.code, told.out) == (1, "")
        assert said in told.err


def test_a_record_without_times_says_so(shorter: Sits, home: Path) -> None:
    with closing(sqlite3.connect(home / "sits.db")) as db, db:
        db.execute("DROP TRIGGER stored_events_update")
        db.execute("UPDATE stored_events SET recorded_at = NULL")
    assert shorter("show", "duel", "--at", "2026-03-01") == (
        1,
        "",
        "duel does not say when its events were recorded. Name a moment, such as 2.5, or an event, such as #120.\n",
    )


def test_two_points_of_one_game_are_compared(shorter: Sits) -> None:
    told = shorter("diff", "duel", "duel", "--at", "1.2", "--to", "1.4")
    assert told.code == 0
    first, _, heading, heads_of, *_ = told.out.splitlines()
    assert first == "duel #34 and duel #73 hold the same events up to the moment compared."
    assert heading == "At 1.2 and 1.4:"
    assert heads_of.split() == ["Ship", "What", "duel", "#34", "duel", "#73"]
    found = shorter("diff", "duel", "duel", "--at", "1.2", "--to", "1.4", "--json").json
    assert (found["at"], found["with"], found["first_difference"]) == ("1.2", "1.4", None)
    assert found["units"]["Sirius"]["thrust"] == {"duel #34": "0", "duel #73": "4"}
    same = shorter("diff", "duel", "duel", "--at", "1.2", "--to", "#34").out
    assert "At 1.2 and #34 every ship is the same in both." in same


@settings(max_examples=100)
@given(st.lists(st.one_of(st.none(), st.integers(0, 40)), min_size=1, max_size=12), st.integers(0, 40))
def test_the_last_event_by_a_time_is_the_one_before_the_first_later_one(days: list[int | None], day: int) -> None:
    def time(number: int) -> str:
        return f"2026-{1 + number // 28:02}-{1 + number % 28:02}T12:00:00+00:00"

    events = [
        Recorded("duel", at, Counted(number=at), "", None if number is None else time(number))
        for at, number in enumerate(days)
    ]
    when = time_of(time(day)[:10])
    assert when is not None
    later = next((at for at, number in enumerate(days) if number is not None and number > day), len(days))
    dated = [at for at, number in enumerate(days[:later]) if number is not None]
    try:
        assert last_recorded_by("duel", events, when, "then") == dated[-1]
    except GameError:
        assert not dated
