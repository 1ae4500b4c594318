"""The end of a game: one side left, nobody, or the last round over. Rule: house."""

from __future__ import annotations

import pytest

from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.slots.ending import outcome
from tests.rules.starwars.fleets import board, starship
from tests.rules.starwars.play.at_play import kinds, play, played
from tests.shared.rows import each_row


def ends(on: Board) -> tuple[object, ...] | None:
    found = outcome(on)
    return None if found is None else (found.winner, *((why.code, *why.values) for why in found.why))


@each_row(
    ("gone", "ends_with"),
    [
        ((), None),
        (("Hawk",), None),
        (("Hawk", "Heron"), ("blue", ("last-side", "blue"))),
        (("Kite",), ("red", ("last-side", "red"))),
        (("Hawk", "Heron", "Kite"), (None, ("no-side",))),
    ],
)
def test_the_side_that_is_left_alone_has_won(gone: tuple[str, ...], ends_with: tuple[object, ...] | None) -> None:
    on = board(*(starship(name, gone=name in gone) for name in ("Hawk", "Heron", "Kite")))
    assert ends(on) == ends_with


def test_a_starship_that_is_shut_down_keeps_its_side_in_the_game() -> None:
    assert ends(board(starship("Hawk", shut_down=True), starship("Kite"))) is None


def test_a_game_of_one_side_goes_on_until_nothing_is_left_of_it() -> None:
    on = board(starship("Hawk"), starship("Heron"))
    assert ends(on) is None
    on.starships["Hawk"].gone = on.starships["Heron"].gone = True
    assert ends(on) == (None, ("no-side",))


def last_round(**more: object) -> Board:
    """The last slot of the last of two rounds."""
    on = board(starship("Hawk"), starship("Kite", "5A"), rounds=2, turn=2)
    on.slot = 1
    for name, value in more.items():
        setattr(on.starships["Hawk"], name, value)
    return on


def test_time_runs_out_with_the_last_slot_of_the_last_round() -> None:
    on = board(starship("Hawk"), starship("Kite", "5A"), rounds=2)
    told = []
    while ends(on) is None:
        told.append(kinds(played(on)))
    assert told == [["SlotPassed"]] * 3 + [["SlotPassed", "TimeRanOut"]]
    assert ends(on) == (None, ("time-up", 2))


def test_a_game_without_a_last_round_goes_on() -> None:
    on = board(starship("Hawk"), starship("Kite", "5A"), turn=999)
    on.slot = 1
    assert kinds(play(on)) == ["SlotPassed"]
    assert ends(on) is None


def test_a_fork_that_is_shorter_than_the_game_so_far_ends_with_the_round_at_hand() -> None:
    on = board(starship("Hawk"), starship("Kite", "5A"), rounds=2, turn=4)
    assert kinds(played(on)) == ["SlotPassed"]
    assert kinds(played(on)) == ["SlotPassed", "TimeRanOut"]


def test_time_runs_out_after_what_is_spent() -> None:
    on = last_round()
    assert kinds(played(on, "Kite: check computers difficulty 0", dice="ability:a proficiency:a")) == ["CheckMade"]
    assert on.stage == "spend"
    assert kinds(played(on, "Kite: spend 1 advantage: luck")) == ["ResultSpent", "TimeRanOut"]


def test_time_runs_out_after_the_attack_that_waits_for_a_side() -> None:
    on = last_round(advantage=("Kite",))
    on.starships["Hawk"].place = on.starships["Kite"].place
    assert kinds(played(on, "Kite: fire forward-lasers at Hawk")) == ["AttackDeclared"]
    assert on.stage == "side"
    assert kinds(played(on, "Hawk: side D")) == ["OrderVoided", "TimeRanOut"]


def test_time_runs_out_after_the_side_and_what_is_spent_then() -> None:
    on = last_round(advantage=("Kite",))
    on.starships["Hawk"].place = on.starships["Kite"].place
    played(on, "Kite: fire forward-lasers at Hawk")
    dice = "ability:a ability:blank proficiency:blank difficulty:blank difficulty:blank setback:blank"
    assert kinds(played(on, "Hawk: side A", dice=dice)) == ["AttackAimed", "CheckMade"]
    assert kinds(played(on)) == ["TimeRanOut"]


@pytest.mark.parametrize("how", ["gone", "shut_down"])
def test_nobody_waits_for_the_slots_of_those_who_can_do_nothing(how: str) -> None:
    on = board(starship("Hawk"), starship("Kite", "5A"), starship("Krait", "6A"), rounds=2, turn=2)
    on.slot = 1
    setattr(on.starships["Krait"], how, True)
    assert kinds(play(on)) == ["SlotPassed", "TimeRanOut"]


def test_time_runs_out_where_everybody_is_shut_down() -> None:
    on = board(starship("Hawk", shut_down=True), starship("Kite", shut_down=True), rounds=2)
    assert kinds(played(on)) == ["SlotPassed"]
    assert kinds(played(on)) == ["SlotPassed", "TimeRanOut"]


def test_time_does_not_run_out_of_a_game_that_is_won_with_its_last_attack() -> None:
    on = last_round(trauma=8)
    on.starships["Hawk"].place = board(starship("Kestrel", "4A")).starships["Kestrel"].place
    on.starships["Kite"].facing = "D"
    dice = "ability:s ability:blank proficiency:blank difficulty:blank difficulty:blank setback:blank"
    assert kinds(played(on, "Kite: fire forward-lasers at Hawk", dice=dice))[-1] == "StarshipLost"
    assert ends(on) == ("blue", ("last-side", "blue"))
