"""sits doctor: versions, the health of the store, and which games wait for orders."""

import platform
import sqlite3
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.events import Coded
from sits_es.game.events import GameEnded
from sits_es.post.drawer import Drawer
from sits_es.rules import system_names
from tests.shared.commands_told import Sits
from tests.shared.store_samples import behind_its_back

NONE_YET = "There are no games here yet. Try: sits demo\nGames are kept in games, which SITS_HOME names."


def test_where_there_is_nothing_yet_all_is_well(sits: Sits) -> None:
    told = sits("doctor")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0] == f"Python {platform.python_version()}"
    assert f"sits-es {version('sits-es')}" in lines
    systems = [
        line for line in lines[lines.index("Rule systems:") : lines.index("Games are kept in games")] if line[0] == " "
    ]
    assert "  sits (first edition, 2005)" in systems
    assert len(systems) == len(system_names())
    assert "  none yet; try: sits demo" in lines
    assert lines[-1].startswith("No damage found.")


AGREED = "red and blue agreed to end it: Enough."


def test_games_are_named_with_what_they_wait_for(played: Sits) -> None:
    assert played("new", "duel.toml", "--name", "later").code == 0
    with open_session() as table:
        ended = GameEnded(winner="red", outcome=(Coded("agreed", ("red and blue", "Enough.")),))
        table.open_game("duel").append([ended], after=table.store.head("duel").version)
    told = played("doctor")
    assert f"  duel: over: {AGREED}\n" in told.out
    assert "  later: everybody owes orders for 1.1\n" in told.out
    found = played("doctor", "--json").json
    assert found["problems"] == []
    assert found["folder"] == "games"
    assert "sits" in found["systems"]
    assert found["games"] == [
        {"name": "duel", "owed": f"over: {AGREED}"},
        {"name": "later", "owed": "everybody owes orders for 1.1"},
    ]


def test_a_damaged_record_is_a_problem_and_the_other_games_are_still_told(played: Sits, home: Path) -> None:
    assert played("new", "duel.toml", "--name", "later").code == 0
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_events SET state = X'7B7D' WHERE originator_id = 'duel' AND originator_version = 20")
    told = played("doctor")
    assert (told.code, told.err) == (1, "")
    assert "  duel: the record is damaged\n" in told.out
    assert "  later: everybody owes orders for 1.1\n" in told.out
    assert "\nProblem: Event 20 of duel (" in told.out
    problems = played("doctor", "--json").json["problems"]
    assert sum("Event 20 of duel" in problem for problem in problems) == 1
    # dropped triggers are put back by the next command that writes, not by one that only looks
    assert "The store lacks stored_events_update." in problems
    assert played("new", "duel.toml", "--name", "last").code == 0
    assert not any("lacks" in problem for problem in played("doctor", "--json").json["problems"])


def test_a_head_that_was_taken_away_is_a_problem(played: Sits, home: Path) -> None:
    with behind_its_back(home / "sits.db") as db:
        db.execute("DELETE FROM heads")
    told = played("doctor")
    assert told.code == 1
    assert "Problem: " in told.out
    assert "duel" in told.out


SAVES_TIME = "Delete the file: it will be rebuilt from the games."


def test_views_that_say_something_else_than_the_record_are_a_problem(played: Sits, home: Path) -> None:
    assert played("audit", "list", "duel").code == 0
    assert played("doctor").code == 0
    with closing(sqlite3.connect(home / "read.db")) as db, db:
        db.execute("UPDATE audit_log SET sentence = 'Nobody is here.' WHERE version = 7")
        db.execute("UPDATE sits_map SET altitude = 99")
    assert played("doctor", "--json").json["problems"] == [
        f"Table {table} of games/read.db does not match the record of duel. {SAVES_TIME}"
        for table in ("audit_log", "sits_map")
    ]
    (home / "read.db").unlink()
    assert played("doctor").code == 0
    assert played("audit", "list", "duel").code == 0
    with closing(sqlite3.connect(home / "read.db")) as db, db:
        db.execute("DELETE FROM audit_log WHERE version = (SELECT MAX(version) FROM audit_log)")
    (problem,) = played("doctor", "--json").json["problems"]
    assert problem.startswith("Table audit_log of games/read.db does not match the record of duel.")


def test_where_there_is_no_room_for_a_copy_the_views_are_not_looked_into(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(_: Path) -> sqlite3.Connection:
        with closing(sqlite3.connect(":memory:")) as small:
            small.execute("PRAGMA max_page_count = 1")
            small.execute("CREATE TABLE copy (row)")
        raise AssertionError("there was room")

    assert played("audit", "list", "duel").code == 0
    monkeypatch.setattr("projections.read_models.copied", no_room)
    told = played("doctor")
    assert "Views: not checked: there is no room on the disk for a copy\n" in told.out
    assert (told.code, "Problem" in told.out) == (0, False)


def test_an_index_of_words_that_does_not_fit_is_a_problem(played: Sits, home: Path) -> None:
    assert played("audit", "list", "duel").code == 0
    with behind_its_back(home / "read.db") as db:
        db.execute("INSERT INTO audit_log_fts (rowid, sentence, name) VALUES (99999, 'A lie.', 'game.Lie')")
    assert played("doctor", "--json").json["problems"] == [
        f"The search index of games/read.db does not match the indexed sentences. {SAVES_TIME}"
    ]


@pytest.mark.parametrize("name", ["read.db", "mail.db"])
def test_a_damaged_file_beside_the_store_is_a_problem_and_stays_as_it_is(played: Sits, home: Path, name: str) -> None:
    assert played("audit", "list", "duel").code == 0
    with closing(Drawer(home / "mail.db")) as drawer:
        drawer.put_mark("duel", "shown", "1.2")
        drawer.save()
    content = bytearray((home / name).read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    (home / name).write_bytes(content)
    told = played("doctor")
    assert (told.code, told.err) == (1, "")
    assert f"Problem: games/{name} " in told.out
    assert (home / name).read_bytes() == content


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "stored_events_update",
            "CREATE TRIGGER stored_events_update BEFORE UPDATE ON stored_events BEGIN SELECT 1; END",
        ),
        ("heads_kept", "CREATE TRIGGER heads_kept BEFORE DELETE ON heads WHEN 0 BEGIN SELECT 1; END"),
        ("stored_events_caused", "CREATE INDEX stored_events_caused ON stored_events (command_id)"),
    ],
)
def test_a_trigger_or_an_index_that_is_no_longer_what_it_was_is_a_problem(
    played: Sits, home: Path, name: str, text: str
) -> None:
    with behind_its_back(home / "sits.db") as db:
        db.execute(f"DROP {text.split()[1]} IF EXISTS {name}")
        db.execute(text)
    said = f"The store's {name} differs from this program's: somebody changed it."
    assert said in played("doctor", "--json").json["problems"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            "CREATE TRIGGER spy AFTER INSERT ON stored_events BEGIN DELETE FROM stored_states; END",
            "trigger spy on stored_events",
        ),
        ("CREATE TABLE loot (what)", "table loot"),
        ("CREATE VIEW newest AS SELECT * FROM stored_events", "view newest"),
        ("CREATE INDEX quick ON stored_events (recorded_at)", "index quick on stored_events"),
    ],
)
def test_what_this_program_did_not_put_into_the_store_is_a_problem(
    played: Sits, home: Path, text: str, what: str
) -> None:
    with closing(sqlite3.connect(home / "sits.db")) as db:
        db.execute("ANALYZE")
    assert played("doctor").code == 0
    with closing(sqlite3.connect(home / "sits.db")) as db:
        db.execute(text)
    kind, name, *_ = what.split()
    told = played("doctor")
    assert told.code == 1
    assert told.out.splitlines()[-1] == (
        f"Problem: The store has a foreign {what}: somebody added it. Find out who, then remove it: DROP "
        f"{kind.upper()} {name}"
    )


def test_last_events_that_follow_from_no_orders_are_a_problem_though_every_byte_is_sound(played: Sits) -> None:
    with open_session() as table:
        head = table.store.head("duel").version
        ended = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
        table.open_game("duel").append([ended], after=head)
    told = played("doctor")
    assert told.code == 1
    assert told.out.splitlines()[-1] == (
        f"Problem: duel 1.break, event #{head + 1}: the record says: The game is over and red wins: Only red has ships "
        "left. By the rules, there is no event at this point."
    )


def test_so_are_those_with_which_a_game_or_a_fork_begins(played: Sits) -> None:
    assert played("new", "duel.toml", "--name", "later").code == 0
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == played("doctor").code == 0
    ended = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
    heads = {}
    for name in ("later", "what-if"):
        with open_session() as table:
            heads[name] = table.store.head(name).version + 1
            table.open_game(name).append([ended], after=heads[name] - 1)
    problems = played("doctor", "--json").json["problems"]
    assert [each.partition(": ")[0] for each in problems] == ["later", "what-if"]
    assert all(f"event #{heads[each.partition(': ')[0]]} " in each for each in problems)


def shorter(home: Path, played: Sits) -> bytes:
    """The views know the duel and another game that began since; then the store is the one from before."""
    before = (home / "sits.db").read_bytes()
    assert played("new", "duel.toml", "--name", "later").code == played("games").code == 0
    now = (home / "sits.db").read_bytes()
    (home / "sits.db").write_bytes(before)
    return now


def lost(name: str, version: int, here: str) -> str:
    """What is said of a game that was longer once."""
    return (
        f"games/read.db holds {name} up to event #{version}, but the store {here}. The store is an older copy "
        "or a different store, or it was changed. If this is the store you want, delete games/read.db; if not, "
        "look for your earlier store."
    )


def test_a_store_that_lost_a_game_is_said_once_and_the_doctor_keeps_saying_it(played: Sits, home: Path) -> None:
    now = shorter(home, played)
    said = lost("later", 8, "has no such game")
    # the doctor looks before anything is worked out anew, and afterwards
    assert played("doctor", "--json").json["problems"] == [said]
    assert played("games").err == f"{said}\n"
    assert played("games").err == ""
    assert played("doctor", "--json").json["problems"] == [said]
    (home / "sits.db").write_bytes(now)
    assert played("games").err == ""
    assert played("doctor").code == 0


def test_a_store_whose_games_got_shorter_or_are_others_is_said_so(begun: Sits, home: Path) -> None:
    before = (home / "sits.db").read_bytes()
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.1").code == begun("games").code == 0
    with open_session() as table:
        last = table.open_game("duel").head.version
    (home / "sits.db").write_bytes(before)
    assert begun("audit", "list", "duel").err == lost("duel", last, "ends at #8") + "\n"
    assert begun("play", "duel", "--drift", "red", "--drift", "blue", "--to", "1.4").code == 0
    assert begun("doctor", "--json").json["problems"] == [lost("duel", last, "has a different event there")]
    (home / "read.db").unlink()
    assert begun("doctor").code == 0


@pytest.mark.parametrize("content", [b"", None])
def test_an_empty_store_where_there_were_games_is_said_so(played: Sits, home: Path, content: bytes | None) -> None:
    assert played("games").code == 0
    with open_session() as table:
        last = table.open_game("duel").head.version
    (home / "sits.db").unlink()
    if content is not None:
        (home / "sits.db").write_bytes(content)
    said = lost("duel", last, "has no such game")
    assert played("doctor", "--json").json["problems"] == [said]
    told = played("games")
    assert (told.code, told.out, told.err) == (0, f"{NONE_YET}\n", f"{said}\n")
