"""sits games: every game here, where it stands and where it came from."""

from pathlib import Path

from attrs import evolve

from commands.home import open_session
from sits_es.events import Coded
from sits_es.game.events import GameEnded
from tests.shared.commands_told import Sits
from tests.shared.store_samples import behind_its_back


def test_where_there_are_none_the_demo_is_named(sits: Sits) -> None:
    assert sits("games") == (
        0,
        "There are no games here yet. Try: sits demo\nGames are kept in games, which SITS_HOME names.\n",
        "",
    )
    assert sits("games", "--json").json == []


def test_games_are_listed_as_json_with_where_they_stand(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    assert played("new", "duel.toml", "--name", "Ægir").code == 0
    rows = played("games", "--json").json
    assert [(row["name"], row["system"], row["turn"], row["segment"], row["step"]) for row in rows] == [
        ("duel", "sits", 2, 1, "1"),
        ("what-if", "sits", 1, 3, "3"),
        ("Ægir", "sits", 1, 1, "1"),
    ]
    assert [(row["parent"], row["status"], row["outcome"]) for row in rows] == [
        (None, "playing", None),
        ("duel", "playing", None),
        (None, "playing", None),
    ]
    with open_session() as table:
        heads = [(head.version, head.digest) for head in (table.store.head(row["name"]) for row in rows)]
    assert [(row["version"], row["digest"]) for row in rows] == heads


OWED = ["blue,", "red", "owe", "orders"]


def test_games_are_listed_for_people(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.break", "--name", "what-if").code == 0
    lines = [line.split() for line in played("games", "--width", "100").out.splitlines()]
    assert lines[0] == ["Game", "Title", "Rules", "At", "Status", "Fork", "of"]
    assert lines[2:] == [
        ["duel", "A", "duel", "for", "tests", "sits", "2.1", *OWED, "-"],
        ["what-if", "A", "duel", "for", "tests", "sits", "1.break", *OWED, "duel"],
    ]


def test_a_game_that_is_over_says_how(played: Sits) -> None:
    with open_session() as table:
        ended = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
        table.open_game("duel").append([ended], after=table.store.head("duel").version)
    lines = played("games").out.splitlines()
    assert lines[2].split() == ["duel", "A", "duel", "for", "tests", "sits", "2.1", "over"]
    assert lines[3:] == ["", "duel: Only red has ships left."]
    (row,) = played("games", "--json").json
    assert (row["status"], row["outcome"]) == ("over", "Only red has ships left.")


def test_a_title_commands_no_terminal(begun: Sits) -> None:
    """An earlier release took it, or somebody else's program."""
    with open_session() as table:
        created = evolve(table.open_game("duel").created, game="odd", title="A\u001b[2Jduel")
        table.begin("odd", [created, *table.open_game("duel").facts(1)])
    for words in (("games", "--width", "100"), ("show", "odd")):
        said = begun(*words).out
        assert "\x1b" not in said
        assert "A\N{REPLACEMENT CHARACTER}[2Jduel" in said


def test_the_list_is_worked_out_again_when_its_file_is_gone_and_named_when_it_is_none(played: Sits, home: Path) -> None:
    before = played("games", "--json").out
    for path in home.glob("read.db*"):
        path.unlink()
    assert played("games", "--json").out == before
    (home / "read.db").write_bytes(b"not a database at all, by any means" * 100)
    told = played("games")
    assert (told.code, told.out) == (1, "")
    assert told.err == (
        "games/read.db cannot be read: file is not a database. Delete the file: it will be rebuilt from the games.\n"
    )


def test_a_title_in_brackets_is_not_markup(sits: Sits) -> None:
    scenario = Path("duel.toml").read_text(encoding="utf-8").replace("A duel for tests", "[red]Boom[/red]")
    Path("odd.toml").write_text(scenario, encoding="utf-8")
    assert sits("new", "odd.toml", "--name", "odd").code == 0
    assert "[red]Boom[/red]" in sits("games", "--width", "100").out
    assert "[red]Boom[/red]" in sits("show", "odd").out


def test_a_damaged_game_is_named_and_the_others_are_listed(sits: Sits, home: Path) -> None:
    for name in ("one", "two", "three"):
        assert sits("new", "duel.toml", "--name", name).code == 0
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_events SET state = x'7b7d' WHERE originator_id = 'two' AND originator_version = 2")
    said = (
        "The record of two is broken at event 2: that event has been changed. `sits audit verify two` says what "
        "is wrong. That game is not in the list.\n"
    )
    told = sits("games", "--width", "120")
    assert (told.code, told.err) == (0, said)
    assert [line.split()[0] for line in told.out.splitlines()[2:]] == ["one", "three"]
    told = sits("games", "--json")
    assert (told.code, told.err, [row["name"] for row in told.json]) == (0, said, ["one", "three"])
    assert sits("doctor").code == sits("audit", "all").code == 1


def test_a_game_whose_last_events_are_gone_stops_neither_the_list_nor_the_doctor(played: Sits, home: Path) -> None:
    assert played("new", "duel.toml", "--name", "other").code == played("games").code == 0
    assert played("fork", "duel", "--at", "1.2", "--name", "what-if").code == 0
    with behind_its_back(home / "sits.db") as db:
        db.execute("DELETE FROM stored_events WHERE originator_id = 'duel' AND originator_version > 5")
    told = played("doctor")
    assert told.code == 1
    assert "  duel: the record is damaged\n  other: everybody owes orders for 1.1\n" in told.out
    assert told.out.count("Problem: Event 6 of duel: it is missing.\n") == 1
    assert "but the store has no event there. The store is an older copy" in told.flat
    for path in home.glob("read.db*"):
        path.unlink()
    told = played("games")
    assert (told.code, [line.split()[0] for line in told.out.splitlines()[2:]]) == (0, ["other"])
    end = played("audit", "verify", "duel").err
    assert end == "Event 6 of duel: it is missing.\n"
    assert "damaged: its last event, " in told.err
    assert "The record of what-if is broken at event 6: that event has been changed." in told.err
    assert played("follow", "--for", "0").code == 0


def test_of_a_damaged_game_alone_it_is_not_said_that_there_are_none(begun: Sits, home: Path) -> None:
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_events SET state = x'7b7d' WHERE originator_version = 0")
    told = begun("games")
    assert (told.code, told.out) == (0, "")
    assert told.err.startswith("The record of duel is broken at event 0")
