"""Order files and entries of SFB 'n3D on the command line: a turn that is checked as a whole, and its break."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.commands_told import run

SCENARIO = """
rules = "sfb"
title = "Two ships"
run = 8
turns = 2

[players.red]
name = "Anna"
side = "red"

[players.blue]
name = "Ben"
side = "blue"

[[units]]
name = "Kestrel"
class = "Sample cruiser"
player = "red"
place = "0,0,0"
facing = "yaw 0"

[[units]]
name = "Hawk"
class = "Sample cruiser"
player = "blue"
place = "20,0,0"
facing = "yaw 0"
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of two ships that has begun."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(tmp_path)
    write("two.toml", SCENARIO)
    assert run("new", "two.toml", "--name", "two").code == 0
    return tmp_path


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def orders(player: str, unit: str, *lines: str) -> str:
    return write(player, f"game two\nturn 1\nplayer {player}\nunit {unit}\n" + "".join(f"  {line}\n" for line in lines))


@pytest.mark.usefixtures("game")
def test_a_turn_is_checked_by_the_speed_that_is_ordered_by_then() -> None:
    ahead = ("speed 16", "impulse 5 turn yaw 6", "impulse 20 speed 4", "impulse 21 turn yaw 6", "break speed 8")
    told = run("orders", "check", orders("red", "Kestrel", *ahead))
    assert told.code == 1
    # speed 16 without an impulse counts at the first of each run, and so again at impulse 25
    assert told.err.splitlines()[0] == (
        "red:8:23: Kestrel: yaw 6 is over the limit of 3.18 degrees for turn mode C at speed 4 (C3.31)."
    )
    assert len(told.err.splitlines()) == 3
    told = run("orders", "check", orders("red", "Kestrel", *ahead[:3], "impulse 25 turn yaw 6", "break speed 8"))
    assert (told.code, told.err) == (0, "")


@pytest.mark.usefixtures("game")
def test_the_break_takes_its_orders_from_the_same_file() -> None:
    red, blue = orders("red", "Kestrel", "impulse 1 speed 16", "break speed 8"), orders("blue", "Hawk")
    told = run("play", "two", red, blue, "--to", "1.break")
    assert (told.code, told.err) == (0, "")
    assert "Kestrel" in told.out
    assert run("show", "two", "--json").json
    assert "speed 8" in run("orders", "new", "two", "--as", "red").out
    assert run("audit", "verify", "two").code == 0


@pytest.mark.usefixtures("game")
def test_facts_are_entered_at_the_moment_at_hand_whatever_impulse_a_line_names() -> None:
    entry = orders("red", "Kestrel", 'damage 4 "hull"', "impulse 3 damage 2")
    told = run("record", "two", entry)
    assert told.out.splitlines()[:3] == [
        "Player red enters facts at 1.1: 2 lines, confirmed by red.",
        "Kestrel takes 4 points of damage on its display: hull.",
        "Kestrel takes 2 points of damage on its display.",
    ]
    assert run("record", "two", orders("red", "Kestrel", "break damage 4")).err.splitlines()[0] == (
        'red:5:3: Kestrel: the turn break is still to come. Leave out the word "break".'
    )
    red, blue = orders("red", "Kestrel"), orders("blue", "Hawk")
    assert run("play", "two", red, blue, "--to", "1.25").code == 0
    told = run("record", "two", orders("red", "Kestrel", "damage 1", "impulse 3 damage 2", "break damage 3"))
    assert told.out.splitlines()[0] == "Player red enters facts at 1.break: 3 lines, confirmed by red."
    assert run("audit", "verify", "two").code == 0


@pytest.mark.usefixtures("game")
def test_what_is_entered_is_no_order_and_an_order_is_not_entered() -> None:
    assert run("orders", "check", orders("red", "Kestrel", "impulse 1 damage 4")).err.splitlines()[0] == (
        "red:5:3: Kestrel: this is not an order. Enter it with sits record, from your own displays."
    )
    assert run("record", "two", orders("red", "Kestrel", "speed 4")).err.splitlines()[0] == (
        "red:5:3: Kestrel: this is an order. Put it into an order file; it is not entered."
    )


@pytest.mark.usefixtures("game")
def test_of_two_lines_that_order_the_same_shot_only_the_second_is_warned_of() -> None:
    told = run("orders", "check", orders("red", "Kestrel", *["impulse 2 fire phasers at Hawk"] * 2))
    assert (told.code, [line for line in told.err.splitlines() if line.startswith("red:")]) == (
        0,
        [
            (
                "red:6:18: warning: Kestrel: all weapons of group phasers that bear have fired in this impulse. "
                "A weapon fires at most once in an impulse (house). (If all others go straight on.)"
            )
        ],
    )


@pytest.mark.usefixtures("game")
def test_who_orders_for_another_side_is_told_which_of_their_units_take_orders() -> None:
    red, blue = orders("red", "Kestrel", "impulse 1 launch drone at Hawk"), orders("blue", "Hawk")
    assert run("play", "two", red, blue).code == 0
    assert run("orders", "check", orders("red", "Hawk", "impulse 9 speed 4")).err.splitlines()[0] == (
        "red:4:6: Hawk is blue's unit, but these are red's orders. red commands Kestrel."
    )


@pytest.mark.usefixtures("game")
def test_what_is_left_to_settle_is_counted_with_the_command_that_lists_it() -> None:
    shot = "impulse 1 fire phasers at Hawk"
    told = run("play", "two", orders("red", "Kestrel", shot), orders("blue", "Hawk"))
    assert "\n1 thing to settle on your displays: sits replay two 1.1\n" in told.out
    assert "More: sits replay" not in told.out
    assert "\nTo settle on your displays\n" in run("replay", "two", "1.1").out
    told = run("show", "two")
    assert "\n1 thing to settle on your displays: sits replay two 1.1\n" in told.out
    assert "\nMore: sits show two -v (tables), -vv (everything), --unit NAME\n" in told.out
