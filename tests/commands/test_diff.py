"""sits diff: the first event that differs, and what that came to ship by ship."""

from pathlib import Path

import pytest

from tests.shared.commands_told import NO_MOMENT, Sits
from tests.shared.duels import CHANGED


@pytest.fixture
def parted(played: Sits) -> Sits:
    """The duel and its fork at 1.3 in which Fearless cuts her thrust."""
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    Path("changed.orders").write_text(CHANGED, encoding="utf-8")
    assert played("play", "what-if", "changed.orders", "--to", "1.5").code == 0
    return played


def test_a_game_does_not_differ_from_itself(played: Sits) -> None:
    told = played("diff", "duel", "duel")
    same = "duel and duel hold the same events up to the moment compared."
    assert told == (0, f"{same}\n\nAt 2.1 every ship is the same in both.\n", "")


def test_the_first_event_that_differs_and_every_ship_that_does_are_named(parted: Sits) -> None:
    told = parted("diff", "duel", "what-if")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0].startswith("The first event that differs is #")
    assert lines[1].startswith("  duel: Fearless")
    assert lines[2].startswith("  what-if: Fearless is ordered: thrust 2.")
    assert "At 1.6:" in lines
    assert "Fearless" in told.out.partition("At 1.6:")[2]
    assert "Sirius" not in told.out.partition("At 1.6:")[2]
    assert max(map(len, lines)) <= 80


def test_of_two_records_that_are_the_same_up_to_the_end_of_one_that_event_is_named(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    for names in (("duel", "what-if"), ("what-if", "duel")):
        told = played("diff", *names).out.splitlines()[0]
        assert told == f"{names[0]} and {names[1]} hold the same events up to #52, where what-if ends."


def test_the_same_as_json(parted: Sits) -> None:
    found = parted("diff", "duel", "what-if", "--json").json
    assert found["at"] == "1.6"
    assert set(found["first_difference"]) == {"event", "said"}
    assert found["first_difference"]["said"]["what-if"] == "Fearless is ordered: thrust 2."
    assert found["units"]["Fearless"]["thrust"] == {"duel": "6", "what-if": "2"}


def test_before_they_part_two_branches_are_the_same(parted: Sits) -> None:
    found = parted("diff", "duel", "what-if", "--at", "1.3", "--json").json
    assert (found["at"], found["units"]) == ("1.3", {})
    assert "At 1.3 every ship is the same in both." in parted("diff", "duel", "what-if", "--at", "1.3").out


def test_which_comes_first_only_swaps_the_columns(parted: Sits) -> None:
    one = parted("diff", "duel", "what-if", "--json").json
    other = parted("diff", "what-if", "duel", "--json").json
    assert one["units"] == other["units"]
    assert one["first_difference"]["said"] == other["first_difference"]["said"]


def test_two_games_of_the_same_rules_can_be_held_against_each_other(played: Sits) -> None:
    assert played("new", "duel.toml", "--name", "rematch").code == 0
    told = played("diff", "duel", "rematch")
    assert told.code == 0
    assert told.out.startswith("The first event that differs is #0:\n")
    assert "At 1.1 every ship is the same in both." in told.out


@pytest.mark.parametrize(
    ("at", "refusal"),
    [
        ("1.7", "what-if has not reached 1.7: it is at 1.6."),
        ("2.2", "duel has not reached 2.2: it is at 2.1."),
        ("#999", "duel has no event #999. Its events are #0 to #175; list them: sits audit list duel"),
        ("one", f'"one" {NO_MOMENT}'),
    ],
)
def test_moments_that_one_of_them_has_not_are_refused(parted: Sits, at: str, refusal: str) -> None:
    assert parted("diff", "duel", "what-if", "--at", at) == (1, "", refusal + "\n")


def test_where_no_later_moment_is_common_both_are_compared_after_the_last_one(sits: Sits) -> None:
    """A slot may be followed by what is spent of its roll in one branch, and by the next slot in the other."""
    assert sits("demo", "ambush").code == 0
    assert sits("fork", "ambush", "--at", "3.3", "--name", "what-if").code == 0
    orders = "game what-if\nturn 3\nplayer red\nstarship Courier\n  decelerate\n"
    Path("changed.orders").write_text(orders, encoding="utf-8")
    assert sits("play", "what-if", "changed.orders", "--to", "3.3").code == 0
    lines = sits("diff", "ambush", "what-if").out.splitlines()
    # that red gave lines is the same in both; which lines is not
    assert lines[1:3] == ["  ambush: Courier is ordered: fly F F.", "  what-if: Courier is ordered: decelerate."]
    assert "After 3.3:" in lines
    assert {"Courier", "Jackal"} <= {*sits("diff", "ambush", "what-if", "--json").json["units"]}
    assert "At 3.3 every starship is the same in both." in sits("diff", "ambush", "what-if", "--at", "3.3").out
