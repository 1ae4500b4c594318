"""The sums that people are shown come to what was played."""

from __future__ import annotations

from typing import Any

import pytest

from sits_es.rules import system
from sits_es.rules.sits.beams.facts import BeamFired, LanceFired
from sits_es.rules.sits.damage.facts import ExplosionChecked
from sits_es.rules.sits.missiles.facts import LayerFought, SalvoLaunched
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.sums.damage import exploding, hit_sizes, hits_step, mending
from sits_es.rules.sits.sums.missiles import fought
from sits_es.rules.sits.sums.paper import added, multiplied, percentage
from sits_es.rules.sits.sums.walls import Lanced, met
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.rules.told import Told, contexts
from sits_es.service.session import Session
from tests.shared.played_demos import played_folder
from tests.shared.rows import each_row


@pytest.mark.parametrize("game", ["duel", "squadron"])
def test_what_a_sum_shows_is_what_was_played(game: str) -> None:
    with Session(played_folder(game)) as session:
        events = [recorded.event for recorded in session.open_game(game).events()]
        board = system("sits").thaw(session.open_game(game).fold(1).game.board)
    seen = 0
    for at in contexts(board, events):
        fact = at.event
        told: Any = Told.of(fact)
        match fact:
            case SalvoLaunched():
                done = told.sum(at)
                assert (done.missiles, done.quality_level, done.row.range_modifier) == (
                    fact.missiles,
                    fact.quality_level,
                    fact.range_modifier,
                )
            case LayerFought():
                layer = told.sum(at)
                assert (layer.against, layer.charted.percent, layer.charted.kills, layer.killed, layer.left) == (
                    fact.against,
                    fact.percent,
                    fact.parts,
                    fact.kills,
                    fact.left,
                )
            case WallMet():
                wall = told.sum(at)
                assert (wall.charted.percent, wall.charted.kills, wall.strikes) == (
                    fact.percent,
                    fact.parts,
                    fact.strikes,
                )
            case BeamFired():
                assert told.sum(at).damage == fact.damage
            case LanceFired():
                assert told.sum.falls == fact.wall_falls
            case ExplosionChecked():
                assert told.sum.done == fact.explodes
            case RepairTried():
                assert told.sum.done == fact.repaired
            case _:
                continue
        seen += 1
    assert seen > 30


@each_row(
    ("terms", "written"),
    [
        ((("base ECM", 12), ("decoys", 4), ("level", -1)), "12 base ECM + 4 decoys - 1 level"),
        ((("class quality", -8), ("range", 0)), "-8 class quality + 0 range"),
        ((("", 70), ("", 2)), "70 + 2"),
    ],
)
def test_a_sum_is_written_with_the_names_of_its_numbers(terms: tuple[tuple[str, int], ...], written: str) -> None:
    assert added(terms) == written


def test_a_percentage_says_what_it_is_held_to() -> None:
    assert percentage((("base", 90), ("variance", 30)), 100) == "90 base + 30 variance = 120%, limited to 100% (house)"


def test_systems_times_salvoes_are_shots() -> None:
    assert multiplied(1, "system", 3, "salvo", "shot") == "1 system x 3 salvoes = 3 shots."


def test_a_layer_shows_shots_percentage_chart_and_what_goes_on() -> None:
    terms = (("point defence quality", 30), ("missile quality level", -4), ("variance", 14))
    layer = fought(None, "point defence", 9, terms, systems=5, salvoes=2, doubled=True)
    assert [*layer.steps(card_tables())] == [
        "5 systems x 2 salvoes = 10 shots.",
        "30 point defence quality - 4 missile quality level + 14 variance = 40%.",
        "Kill chart (flyer; rounding: house), 10 shots: 10 at 40% is 4.00, so 4.",
        "4 x 2 = 8: point defence counts double against nukes (2e).",
        "9 missiles in, 8 killed, 1 left.",
    ]
    assert (layer.killed, layer.left) == (8, 1)


def test_a_layer_in_which_nothing_bears_lets_all_go_on() -> None:
    assert [*fought(None, "lasers", 7, ()).steps(card_tables())] == ["Nothing bears: all 7 get through."]


@pytest.mark.parametrize(
    ("reading", "strikes", "step"),
    [
        ("strikes", 9, "The number strikes the hull (flyer; sits rules 8.5): 9."),
        ("stops", 31, "The number is stopped (the game's option; sits rules 8.5): 40 - 9 = 31 strike the hull."),
    ],
)
def test_a_sidewall_shows_what_strikes_by_either_reading(reading: str, strikes: int, step: str) -> None:
    wall = met(None, "strikes" if reading == "strikes" else "stops", 40, 14, 0, 9)
    assert wall.strikes == strikes
    assert [*wall.steps(card_tables())] == [
        "14 strength + 0 rolled ship + 9 variance = 23%.",
        "Kill chart (flyer; rounding: house), 40 points: 40 at 23% is 9.20, so 9.",
        step,
    ]


@each_row(
    ("strength", "step"),
    [
        (53, "40 quality + 14 variance = 54, greater than 53: the sidewall goes down."),
        (54, "40 quality + 14 variance = 54, not greater than 54: the sidewall stands."),
        (None, "40 quality + 14 variance = 54; there is nothing to take down."),
    ],
)
def test_a_lance_has_to_beat_the_strength(strength: int | None, step: str) -> None:
    assert Lanced(40, 14, strength).step == step


def test_points_are_split_into_hits() -> None:
    assert (hit_sizes(12, 5), hits_step(12, 5)) == ((5, 5, 2), "12 points: 2 hits of 5 and one of 2.")
    assert (hit_sizes(10, 5), hits_step(10, 5)) == ((5, 5), "10 points: 2 hits of 5.")


def test_one_die_explodes_or_mends() -> None:
    assert exploding(3, 4).step == "1d10 reads 3, below 4: it explodes."
    assert exploding(3, 4, saved=True).step == (
        "1d10 reads 3, below 4; a miracle lets the roll succeed: it holds together."
    )
    assert exploding(4, 4, saved=True).step == "1d10 reads 4, not below 4: it holds together."
    assert mending(6, 6, last=True).step == "1d10 reads 6, 6 or less repairs it: repaired."
    assert mending(7, 6, last=False).step == "1d10 reads 7, 6 or less repairs it: not repaired."
    assert mending(7, 6, last=True).step == (
        "1d10 reads 7, 6 or less repairs it: lost for the game, because two parties have failed."
    )
