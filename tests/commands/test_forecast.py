"""sits orders check: where orders lead, as the rules of each system foretell it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.shared.commands_told import run

KESTREL = """
Kestrel flies F L: to -1,2 facing F, 1 of 3 movement
Kestrel fires torpedoes at Raider: 1 hex away, at close range, in the forward and starboard arcs; it attacks the \
forward zone: 1 shield
   Gunnery check: 1 ability, 2 proficiency, 2 difficulty and 1 setback die: success 3799/6144, 61.8%
   a success does 8 plus 1 for each net success, less 2 armour; a critical hit costs 2 advantage or 1 triumph
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "games")


def begin(*words: str) -> None:
    told = run(*words)
    assert (told.code, told.err) == (0, "")


def checked(text: str, *words: str) -> tuple[int, str, str]:
    """What a check of a file answers."""
    Path("mine.orders").write_text(text, encoding="utf-8")
    told = run("orders", "check", "mine.orders", *words)
    return told.code, told.out, told.err


def test_a_course_of_sits_is_foretold_up_to_the_last_segment_ordered() -> None:
    begin("new", "duel", "--name", "duel")
    text = "game duel\nturn 1\nplayer red\nship Fearless\n  1-2 thrust 3\n"
    code, out, err = checked(text)
    assert (code, err) == (0, "")
    foretold = out.partition("After each segment, if everybody else drifts:\n")[2].splitlines()
    assert foretold[0].startswith("  1  Fearless: ")
    assert {line.split()[0] for line in foretold} == {"1", "2"}


def test_what_a_ship_of_sits_can_do_in_the_next_segment_is_foretold() -> None:
    begin("new", "duel", "--name", "duel")
    for orders, can in (("1-2 thrust 3", True), ("1 launch port 2 salvoes at Sirius\n2 thrust 3", False)):
        out = checked(f"game duel\nturn 1\nplayer red\nship Fearless\n{orders}\n")[1]
        assert "  1     Sirius at range 26, window A (map), F (ship)\n" in out
        assert ("  1        in segment 2 it can use launchers port and forward\n" in out) is can


def test_a_run_of_sfb_is_foretold_to_its_end() -> None:
    begin("new", "pursuit", "--name", "pursuit")
    text = "game pursuit\nturn 1\nplayer red\nunit Kestrel\n  impulse 1-3 turn yaw 5\n"
    code, out, err = checked(text)
    assert (code, err) == (0, "")
    foretold = out.partition("After each impulse, if all others go straight on:\n")[2].splitlines()
    assert foretold[2] == "  3  Kestrel: at 1.4735,0,0.2598; yaw 15; speed 16; thrust 0"
    assert any(line.startswith("  8  Kestrel: ") for line in foretold)


def test_in_starwars_each_roll_is_foretold_with_its_chance() -> None:
    begin("demo", "ambush")
    begin("fork", "ambush", "--at", "1.2", "--name", "bolder")
    text = "game bolder\nturn 1\nplayer red\nstarship Kestrel\n  fly F L\n  fire torpedoes at Raider\n"
    code, out, err = checked(text)
    assert (code, err) == (0, "")
    said = out.partition("What this leads to, before the dice:\n")[2]
    assert " ".join(said.split()) == " ".join(KESTREL.split())
    assert max(map(len, out.splitlines())) <= 80
    (found,) = json.loads(checked(text, "--json")[1])
    assert found["forecast"] == KESTREL.strip().splitlines()


def test_the_reach_of_a_weapon_of_close_range_is_one_hex() -> None:
    begin("demo", "ambush")
    begin("fork", "ambush", "--at", "1.2", "--name", "bolder")
    text = "game bolder\nturn 1\nplayer red\nstarship Kestrel\n  fire forward-lasers at Raider\n"
    code, out, err = checked(text)
    assert (code, out) == (1, "")
    assert err.splitlines()[0] == (
        "mine.orders:5:26: Kestrel: Raider is 2 hexes away, at short range. The reach of forward-lasers is close "
        "range, up to 1 hex."
    )


def test_where_nothing_is_ordered_nothing_may_be_foretold() -> None:
    begin("demo", "ambush")
    begin("fork", "ambush", "--at", "1.2", "--name", "bolder")
    text = "game bolder\nturn 1\nplayer red\nstarship Kestrel\n"
    code, out, err = checked(text)
    assert (code, err) == (0, "")
    assert "What this leads to" not in out
    (found,) = json.loads(checked(text, "--json")[1])
    assert found["forecast"] == []


def test_orders_with_a_mistake_are_not_foretold() -> None:
    begin("new", "duel", "--name", "duel")
    text = "game duel\nturn 1\nplayer red\nship Fearless\n  1 thrust 9\n"
    code, out, err = checked(text)
    assert (code, out) == (1, "")
    assert "thrust 9 is ordered" in err
    assert "forecast" not in checked(text, "--json")[1]
