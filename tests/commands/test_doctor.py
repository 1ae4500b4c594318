"""sits doctor: versions, the health of the store, and which games wait for orders."""

import platform
from importlib.metadata import version
from pathlib import Path

from commands.home import open_session
from sits_es.coded import Coded
from sits_es.game.events import GameEnded
from sits_es.rules import system_names
from tests.shared.commands_told import Sits
from tests.shared.store_samples import behind_its_back


def test_where_there_is_nothing_yet_all_is_well(sits: Sits) -> None:
    told = sits("doctor")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0] == f"Python {platform.python_version()}"
    assert f"sits-es {version('sits-es')}" in lines
    systems = lines[lines.index("Rule systems:") + 1 : lines.index("Games are kept in games")]
    assert "  sits (first edition, 2005)" in systems
    assert len(systems) == len(system_names())
    assert "  none yet; try: sits demo" in lines
    assert lines[-1] == "The store is healthy."


def test_games_are_named_with_what_they_wait_for(played: Sits) -> None:
    assert played("new", "duel.toml", "--name", "later").code == 0
    with open_session() as table:
        ended = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
        table.append("duel", [ended], after=table.store.head("duel").version)
    told = played("doctor")
    assert "  duel: over: Only red has ships left.\n" in told.out
    assert "  later: orders for 1.1 are owed by blue, red\n" in told.out
    found = played("doctor", "--json").json
    assert found["problems"] == []
    assert found["folder"] == "games"
    assert "sits" in found["systems"]
    assert found["games"] == [
        {"name": "duel", "owed": "over: Only red has ships left."},
        {"name": "later", "owed": "orders for 1.1 are owed by blue, red"},
    ]


def test_a_damaged_record_is_a_problem_and_the_other_games_are_still_told(played: Sits, home: Path) -> None:
    assert played("new", "duel.toml", "--name", "later").code == 0
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_events SET state = X'7B7D' WHERE originator_id = 'duel' AND originator_version = 20")
    told = played("doctor")
    assert (told.code, told.err) == (1, "")
    assert "  duel: the record is damaged\n" in told.out
    assert "  later: orders for 1.1 are owed by blue, red\n" in told.out
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
