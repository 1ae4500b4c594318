"""sits audit: listed, searched, exported, verified; whatever byte is changed, the first bad event is named."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands.home import open_session
from sits_es.store.audit import ANOTHER
from sits_es.store.chain import digest_of
from tests.shared.commands_told import Sits
from tests.shared.store_samples import behind_its_back
from tests.shared.tampering import changed_number, changed_word, flipped, rechained

Rows = Callable[[], list[tuple[Any, ...]]]


def test_a_sound_record_is_said_to_be_with_its_head_and_a_checkpoint(played: Sits, rows: Rows) -> None:
    told = played("audit", "verify", "duel")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    events = len(rows())
    assert lines[:5] == [
        f"duel: {events} events; every byte, link and digest is sound.",
        "9 exchanges checked: recomputing from orders, seals and dice gives the same",
        "events.",
        f"Head {rows()[-1][6].hex()}",
        "Checkpoint, to keep or to mail (a later audit can check the record against it):",
    ]
    assert lines[5:7] == [f"sits-es/{rows()[0][6].hex()[:32]}/duel", str(events)]
    found = played("audit", "verify", "duel", "--json").json
    assert (found["ok"], found["faults"], found["events"], found["exchanges"]) == (True, [], events, 9)
    assert found["head"] == rows()[-1][6].hex()
    assert found["checkpoint"].splitlines() == lines[5:8]


def test_a_game_just_begun_is_sound(begun: Sits) -> None:
    told = begun("audit", "verify", "duel")
    assert told.code == 0
    assert "0 exchanges checked" in told.out


# --- whatever the byte ---

CHANGE = "UPDATE stored_events SET {} = ? WHERE rowid = ?"


def bad_event(told: str) -> int:
    found = re.match(r"Event (\d+) of duel", told)
    assert found is not None, told
    return int(found[1])


@pytest.mark.parametrize("column", ["originator_id", "originator_version", "topic", "state", "previous", "digest"])
def test_one_byte_changed_behind_its_back_is_found_and_the_first_bad_event_named(
    played: Sits, home: Path, rows: Rows, column: str
) -> None:
    chance = random.Random(column)  # noqa: S311 - a sample, the same each time
    before = rows()
    place = ["rowid", "originator_id", "originator_version", "topic", "state", "previous", "digest"].index(column)
    for row in [before[0], before[1], *chance.sample(before[2:-1], 5), before[-1]]:
        with behind_its_back(home / "sits.db") as db:
            db.execute(CHANGE.format(column), (flipped(row[place], chance), row[0]))
        told = played("audit", "verify", "duel")
        assert (told.code, told.out) == (1, ""), row[:4]
        named = bad_event(told.err)
        version = row[2]
        assert named == version, told.err
        found = played("audit", "verify", "duel", "--json")
        assert found.code == 1
        assert (found.json["ok"], found.json["faults"]) == (False, [told.err.rstrip("\n")])
        assert found.json["checkpoint"] == ""
        with behind_its_back(home / "sits.db") as db:
            db.execute(CHANGE.format(column), (row[place], row[0]))
    assert played("audit", "verify", "duel").code == 0


def test_every_kind_of_byte_of_an_events_content_counts(played: Sits, home: Path, rows: Rows) -> None:
    chance = random.Random(7)  # noqa: S311 - a sample, the same each time
    for row in chance.sample(rows(), 20):
        with behind_its_back(home / "sits.db") as db:
            db.execute(CHANGE.format("state"), (flipped(row[4], chance), row[0]))
        told = played("audit", "verify", "duel")
        assert (told.code, bad_event(told.err)) == (1, row[2])
        with behind_its_back(home / "sits.db") as db:
            db.execute(CHANGE.format("state"), (row[4], row[0]))


def test_an_event_taken_out_or_slipped_in_is_named(played: Sits, home: Path, rows: Rows) -> None:
    before = rows()
    for version in (0, 40, len(before) - 1):
        with behind_its_back(home / "sits.db") as db:
            db.execute("DELETE FROM stored_events WHERE originator_version = ?", (version,))
        told = played("audit", "verify", "duel")
        assert (told.code, told.err) == (1, f"Event {version} of duel: it is missing.\n")
        with behind_its_back(home / "sits.db") as db:
            db.execute("INSERT INTO stored_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", before[version])
    with behind_its_back(home / "sits.db") as db:
        last = before[-1]
        digest = digest_of(last[6], "duel", last[2] + 1, last[3], last[4])
        row = (None, "duel", last[2] + 1, last[3], last[4], last[6], digest, None, None)
        db.execute("INSERT INTO stored_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    told = played("audit", "verify", "duel")
    assert (told.code, bad_event(told.err)) == (1, len(before))


def test_a_fork_is_bad_where_its_parent_was_changed(played: Sits, home: Path) -> None:
    assert played("fork", "duel", "--at", "1.5", "--name", "what-if").code == 0
    assert played("play", "what-if").code == 0
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_events SET state = X'7B7D' WHERE originator_version = 30")
    for name in ("duel", "what-if"):
        told = played("audit", "verify", name)
        assert told.code == 1
        assert told.err.startswith("Event 30 of duel (")


def test_where_the_whole_chain_was_redone_a_checkpoint_that_somebody_kept_tells(played: Sits, home: Path) -> None:
    kept = Path("kept.txt")
    kept.write_text(played("audit", "verify", "duel", "--json").json["checkpoint"], encoding="utf-8")
    assert played("audit", "verify", "duel", "--checkpoint", "kept.txt").code == 0
    rechained(home, 0, lambda state: state.replace(b"A duel for tests", b"A duel for texts"))
    assert played("audit", "verify", "duel").code == 0  # the rules do not know what the game was called
    told = played("audit", "verify", "duel", "--checkpoint", "kept.txt")
    assert (told.code, told.out) == (1, "")
    assert told.err == f"Event 0 of duel (game.Created/1): {ANOTHER}.\n"


def test_where_the_whole_chain_was_redone_the_rules_still_tell(played: Sits, home: Path, rows: Rows) -> None:
    """Orders, lines, nonces, seals, seeds, dice and what came of them, each changed with a chain that fits."""
    before = (home / "sits.db").read_bytes()
    started = next(row[2] for row in rows() if row[3].startswith("game.OrdersSealed"))
    kinds: dict[str, int] = {}
    for row in rows()[started:]:
        kinds.setdefault(row[3], row[2])
    assert len(kinds) > 15
    for topic, version in kinds.items():
        state = rows()[version][4]
        change = next(each for each in (changed_number, changed_word) if each(state) != state)
        for name in ("sits.db-wal", "sits.db-shm"):
            (home / name).unlink(missing_ok=True)
        (home / "sits.db").write_bytes(before)
        rechained(home, version, change)
        told = played("audit", "verify", "duel")
        assert (told.code, told.out) == (1, ""), topic
        assert told.err.startswith(("duel 1.", f"duel: event #{version} cannot be read")), told.err


READING = (
    "show duel",
    "show duel --json",
    "show duel --at 1.3",
    "games",
    "replay duel",
    "replay duel --step",
    "replay duel --json",
    "diff duel duel",
    "audit list duel",
    "audit list duel salvo",
    "audit verify duel",
    "orders new duel --as red",
    "orders check red.orders",
    "fork duel --at 1.5 --name b",
    "play duel red.orders blue.orders",
    "doctor",
)


def test_over_a_damaged_record_every_command_answers_in_words(played: Sits, home: Path, rows: Rows) -> None:
    """The runner lets no traceback pass; refusals say what is damaged or how to find out."""
    before, chance = rows(), random.Random(3)  # noqa: S311 - a sample, the same each time
    with open_session() as table:
        table.store.drop_snapshots()
    damages: list[tuple[str, Any, int]] = [
        ("state", before[0][4].replace(b'"sits"', b'"tits"'), 0),
        ("state", before[20][4].replace(b"Fearless", b"Gearless"), 20),
        ("topic", "game.Nothing/1", 30),
        ("topic", "game.Started/1", 31),
        ("state", b"\xff\xfe", 40),
    ]
    damages += [("state", changed_word(row[4]), row[2]) for row in chance.sample(before[6:], 5)]
    for number, (column, value, version) in enumerate(damages):
        with behind_its_back(home / "sits.db") as db:
            db.execute(f"UPDATE stored_events SET {column} = ? WHERE originator_version = ?", (value, version))  # noqa: S608 - our own names
        for path in home.glob("read.db*"):
            path.unlink()
        for words in READING if number < 5 else chance.sample(READING, 3):
            told = played(*words.split())
            assert told.code in (0, 1)
            assert told.out or told.err.rstrip().endswith((".", "^", "2", "step")), (words, told)
        with behind_its_back(home / "sits.db") as db:
            for own in ("stored_events", "heads", "lineage"):
                db.execute(f"DELETE FROM {own}")  # noqa: S608 - our own names
            db.executemany("INSERT INTO stored_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", before)
            db.execute("INSERT INTO heads VALUES ('duel', ?, ?)", (before[-1][2], before[-1][6]))
    assert played("audit", "verify", "duel").code == 0


# --- listed, searched, exported ---


def test_the_log_lists_every_event_with_its_sentence(played: Sits, rows: Rows) -> None:
    found = played("audit", "list", "duel", "--json").json
    assert [row["version"] for row in found] == list(range(len(rows())))
    assert found[0]["sentence"].startswith("Game duel is set up: A duel for tests;")
    assert [row["digest"] for row in found] == [row[6].hex() for row in rows()]
    assert [row["turn"] for row in found] == sorted(row["turn"] for row in found)
    told = played("audit", "list", "duel", "--width", "160")
    assert told.code == 0
    assert all(f"#{version} " in told.out for version in (0, 7, len(rows()) - 1))


def test_a_log_that_is_printed_piece_by_piece_is_one_list_in_json(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played("audit", "list", "duel", "--json")
    assert whole.out == json.dumps(whole.json, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    for many in (1, len(whole.json) - 1, len(whole.json)):
        monkeypatch.setattr("commands.output.ROWS_AT_ONCE", many)
        assert played("audit", "list", "duel", "--json") == whole
    assert played("audit", "list", "duel", "kraken", "--json") == (0, "[]\n", "")


def test_the_log_of_an_earlier_moment_ends_there_though_the_tables_go_on(played: Sits) -> None:
    whole = played("audit", "list", "duel", "--json").json
    assert played("audit", "list", "duel", "--at", "#20", "--json").json == whole[:21]


def test_the_log_says_when_as_players_write_it(played: Sits) -> None:
    rows = played("audit", "list", "duel", "--json").json
    assert [rows[0]["at"], rows[-1]["at"]] == ["set-up", "2.1"]
    assert {row["at"] for row in rows if row["segment"] == 9} == {"1.break"}
    assert " 1.break 1.break is over." in played("audit", "list", "duel", "break over").flat


def test_a_search_finds_every_word_in_any_case_and_says_when_there_is_nothing(played: Sits) -> None:
    found = played("audit", "list", "duel", "SIRIUS decoy", "--json").json
    assert found
    assert all("Sirius" in row["sentence"] and "decoy" in row["sentence"] for row in found)
    shown = played("audit", "list", "duel", "Sirius decoy", "--width", "160").out
    assert all(f"#{row['version']} " in shown for row in found)
    assert played("audit", "list", "duel", "kraken") == (0, 'No event in duel contains "kraken".\n', "")
    assert played("audit", "list", "duel", "kraken", "--json").json == []


def test_a_search_for_no_word_is_refused(played: Sits) -> None:
    for text in ("", " ", '"'):
        told = played("audit", "list", "duel", text)
        assert (told.code, told.out) == (1, "")
        assert told.err == (
            f'There is no word to search for in "{text.strip()}". Write one or more words, such as the name of a '
            "unit.\n"
        )


def test_a_search_is_not_a_query_language(played: Sits) -> None:
    for text in ("Sirius OR", "NOT", "a*b", "NEAR(", "x:y", "'; DROP TABLE", "-3A", "B/C+", "Ä"):
        assert played("audit", "list", "duel", "--", text).code == 0


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (None, "kept.txt: no such file or directory."),
        (b"\xff", "kept.txt: byte 1 is not UTF-8 text. Save the file as UTF-8."),
    ],
)
def test_a_checkpoint_that_cannot_be_read_is_refused(played: Sits, content: bytes | None, refusal: str) -> None:
    if content is not None:
        Path("kept.txt").write_bytes(content)
    assert played("audit", "verify", "duel", "--checkpoint", "kept.txt") == (1, "", refusal + "\n")


def test_a_checkpoint_of_another_game_is_refused(played: Sits) -> None:
    assert played("new", "duel.toml", "--name", "other").code == 0
    Path("kept.txt").write_text(played("audit", "verify", "other", "--json").json["checkpoint"], encoding="utf-8")
    assert played("audit", "verify", "duel", "--checkpoint", "kept.txt") == (
        1,
        "",
        "This is a checkpoint of other, and duel does not descend from it.\n",
    )
