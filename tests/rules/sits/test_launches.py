from __future__ import annotations

import pytest

from sits_es.rules.sits.board import Board, Launch
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.missiles.facts import AttackArrived, SalvoLaunched
from sits_es.rules.sits.repairs.facts import CountersRun
from tests.shared.rows import each_row
from tests.shared.sits_boards import Played, board_of, cruiser, mount, moved_on, placed, play, why, with_ship, without

LEAST = (0, 1, 0)
#: Everything that is launched is lost to the ECM, so that one roll ends an attack.
JAMMER = cruiser({"ecm": (100,), "starboard-magazine": (100, 5)}, missile_quality=0)


def duel(at: str = "6,-3", turn: int = 1) -> Board:
    return board_of(placed("Fearless", "0,0"), placed("Sirius", at), classes=[JAMMER], turn=turn)


def launch(board: Board, what: str, *, void: bool = False) -> Played:
    return play(board, f"Fearless: launch starboard {what} at Sirius", faces=() if void else LEAST)


@each_row(
    ("at", "modifier", "most"),
    [("6,-3", 0, "5"), ("8,-4", 2, "4"), ("10,-5", 4, "4"), ("36,-18", 18, "1"), ("80,-40", 26, "1/2")],
)
def test_the_range_at_launch_gives_modifier_and_most_salvoes(at: str, modifier: int, most: str) -> None:
    fact = launch(duel(at), "1 salvo of 4 tubes").one(SalvoLaunched)
    assert (fact.range_modifier, fact.max_salvoes) == (modifier, most)
    assert (fact.quality, fact.penalty, fact.quality_level) == (0, 0, modifier)


@each_row(
    ("lost", "what", "salvoes", "tubes", "missiles"),
    [
        (0, "3 salvoes", 3, 22, 66),
        (0, "3 salvoes of 4 tubes", 3, 4, 12),
        (1, "3 salvoes", 3, 11, 33),  # the tubes that still work
        (1, "1 salvo of 11 tubes", 1, 11, 11),
    ],
)
def test_a_salvo_is_the_working_tubes_or_fewer(lost: int, what: str, salvoes: int, tubes: int, missiles: int) -> None:
    played = launch(without(duel(), "Fearless", "starboard-tubes", lost), what)
    fact = played.one(SalvoLaunched)
    assert (fact.attack, fact.salvoes, fact.tubes, fact.missiles) == (
        "Fearless starboard at Sirius",
        salvoes,
        tubes,
        missiles,
    )
    fearless = played.board.ships["Fearless"]
    assert fearless.spent == {"starboard": missiles}
    assert fearless.launches == {"Sirius": (Launch(turn=1, salvoes=salvoes),)}


@each_row(("size", "laser_head", "nuke"), [("light", 2, 20), ("medium", 4, 40), ("heavy", 9, 90)])
def test_warhead_and_size_give_the_damage_of_each_missile(size: str, laser_head: int, nuke: int) -> None:
    card = cruiser({"ecm": (100,)}, missile_quality=0, mounts=(mount("starboard", missile_size=size),))
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3"), classes=[card])
    assert launch(board, "1 salvo").one(SalvoLaunched).damage_each == laser_head
    assert (
        play(board, "Fearless: launch starboard 1 salvo at Sirius with nukes", faces=LEAST)
        .one(SalvoLaunched)
        .damage_each
        == nuke
    )


@pytest.mark.parametrize(("lost", "penalty"), [(0, 0), (1, 4)])
def test_damaged_fire_control_makes_the_missiles_worse(lost: int, penalty: int) -> None:
    board = without(duel("8,-4"), "Fearless", "starboard-fire-control", lost)
    fact = launch(board, "1 salvo of 4 tubes").one(SalvoLaunched)
    assert (fact.penalty, fact.quality_level) == (penalty, 2 + penalty)


def test_a_mount_without_fire_control_on_its_card_has_no_penalty() -> None:
    card = cruiser({"ecm": (100,), "starboard-fire-control": ()}, missile_quality=0)
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3"), classes=[card])
    assert launch(board, "1 salvo").one(SalvoLaunched).penalty == 0


def test_tubes_launch_again_when_their_reload_time_is_over() -> None:
    # reload 2: launched in segment 1, ready in 3
    first = launch(duel(), "1 salvo")
    assert first.one(CountersRun).counters == {"starboard": 1}
    second = launch(moved_on(first.board), "1 salvo", void=True)
    assert why(second.one(OrderVoided)) == "Fearless: the starboard tubes can launch again in 1 segment."
    assert second.one(CountersRun).ready == ("starboard",)
    third = launch(moved_on(second.board), "1 salvo")
    assert third.board.ships["Fearless"].launches["Sirius"] == (
        Launch(turn=1, salvoes=1),
        Launch(turn=1, salvoes=1),
    )


def test_salvoes_launched_earlier_in_the_turn_count_against_the_most() -> None:
    first = launch(duel(), "3 salvoes of 1 tube")
    later = moved_on(play(moved_on(first.board)).board)
    third = launch(later, "3 salvoes of 1 tube", void=True)
    assert why(third.one(OrderVoided)) == (
        "Fearless: 3 salvoes are ordered at Sirius. At range 6 you may launch up to 5 salvoes a turn; 2 are left."
    )
    assert launch(later, "2 salvoes of 1 tube").one(SalvoLaunched).salvoes == 2


def test_a_new_turn_allows_new_salvoes() -> None:
    board = with_ship(duel(turn=2), "Fearless", launches={"Sirius": (Launch(turn=1, salvoes=5),)})
    assert launch(board, "5 salvoes of 1 tube").one(SalvoLaunched).salvoes == 5


@each_row(
    ("at", "turns"),
    [
        ("80,-40", [1, 3, 5]),  # one in two turns
        ("104,-52", [1, 4]),  # one in three
        ("138,-69", [1, 5]),  # one in four
    ],
)
def test_at_the_longest_ranges_a_salvo_goes_out_only_every_few_turns(at: str, turns: list[int]) -> None:
    sent: tuple[Launch, ...] = ()
    for turn in range(1, 6):
        board = with_ship(duel(at, turn), "Fearless", launches={"Sirius": sent})
        played = launch(board, "1 salvo of 1 tube", void=turn not in turns)
        sent = played.board.ships["Fearless"].launches["Sirius"]
    assert [each.turn for each in sent] == turns


def test_a_magazine_runs_dry() -> None:
    board = with_ship(duel(), "Fearless", spent={"starboard": 98})
    short = launch(board, "1 salvo", void=True)
    assert why(short.one(OrderVoided)) == (
        "Fearless: 1 salvo from starboard would take 22 missiles, but its magazine holds 2."
    )
    played = launch(board, "2 salvoes of 1 tube")
    empty = with_ship(played.board, "Fearless", counters={})
    assert why(launch(moved_on(empty), "1 salvo", void=True).one(OrderVoided)) == (
        "Fearless: the magazine of its starboard mount is empty."
    )


def test_two_mounts_together_launch_no_more_than_the_range_allows() -> None:
    played = play(
        duel("0,0"),
        "Fearless: launch starboard 3 salvoes of 1 tube at Sirius",
        "Fearless: launch port 3 salvoes of 1 tube at Sirius",
        faces=LEAST,
    )
    void = played.one(OrderVoided)
    assert (void.order, why(void)) == (
        "launch port 3 salvoes of 1 tube at Sirius",
        "Fearless: 3 salvoes are ordered at Sirius. At range 0 you may launch up to 5 salvoes a turn; 2 are left.",
    )


def test_one_mount_launches_at_one_target_in_a_segment() -> None:
    board = board_of(placed("Fearless", "0,0"), placed("Gale", "6,-4"), placed("Sirius", "6,-3"), classes=[JAMMER])
    played = play(
        board,
        "Fearless: launch starboard 1 salvo of 2 tubes at Sirius",
        "Fearless: launch starboard 1 salvo of 2 tubes at Gale",
        faces=LEAST,
    )
    assert played.one(SalvoLaunched).target == "Sirius"
    assert why(played.one(OrderVoided)) == "Fearless: starboard is ordered to launch twice. Keep one order."


def test_launches_come_after_beams_from_where_the_ships_stood() -> None:
    # the lasers take the tubes before they launch: row 1 of every hit takes a box of them
    card = cruiser({"hull": tuple(range(400, 0, -1))}, hit_size=24)
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "2,-1"), classes=[card])
    board = without(without(board, "Sirius", "port-tubes", 1), "Sirius", "port-sidewall")
    played = play(
        board, "Fearless: fire starboard-laser at Sirius", "Sirius: launch port 1 salvo at Fearless", faces=[1]
    )
    assert why(played.one(OrderVoided)) == "Sirius: all tubes of its port mount are destroyed."
    assert played.all(AttackArrived) == []
