"""A game's own tables in explanations: looked up, not reckoned, and named as the game's own."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from msgspec.structs import replace

from sits_es.events import Event
from sits_es.report.working import Context, Working
from sits_es.rules.sits.beams.facts import Aim, BeamFired, LanceFired
from sits_es.rules.sits.board import Attack, Board, Pivot
from sits_es.rules.sits.missiles.facts import AttackArrived, SalvoLaunched
from sits_es.rules.sits.motion.facts import (
    DotGained,
    FutureDisplaced,
    GridFilled,
    PulseCrossed,
    ThrustBroke,
    WindowDots,
)
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.tables.values import KillChart, PaceRow, PlotRow, ThrustRow
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun, ShipTurned
from sits_es.rules.sits.views.dice import explain
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.space.arcs import Facing
from sits_es.space.attitude import Attitude, pivot
from sits_es.space.avid import read_window
from sits_es.space.bearing import RangeTable
from sits_es.space.hexes import HexVector, Position
from tests.shared.view_samples import Change, Facts

A, B, C = read_window("A"), read_window("B"), read_window("C")
OWN = "own table"


def explained(board: Board, event: Event, *earlier: Event) -> Working:
    return explain(Context(event=event, board=board, earlier=earlier, later=()))


def steps(working: Working) -> str:
    return "\n".join(working.steps)


def entered(board: Board, *own: str, **tables: Any) -> Board:
    """The board with tables of the game's own. own: their keys."""
    return evolve(board, tables=replace(board.tables, own=own, **tables))


def wall_of(broadside: Facts) -> WallMet:
    return next(event for event in broadside if isinstance(event, WallMet))


def test_an_own_kill_chart_is_looked_up(duel: Board, broadside: Facts) -> None:
    chart = KillChart((0, 10), ((1,) * 19, (2,) * 9 + (3,) * 10))
    board = entered(duel, "kill_chart", kill_chart=chart)
    met = evolve(wall_of(broadside), parts=(0, 3, 2), charted=5, strikes=5)
    told = steps(explained(board, met, *broadside[:2]))
    assert f"Kill chart, row from 10% ({OWN}), 72 points: 70 gives 3; 2 gives 2; together 3 + 2 = 5." in told
    assert "is 7.20" not in told


def test_several_hundreds_of_an_own_kill_chart_are_looked_up_one_by_one(duel: Board, broadside: Facts) -> None:
    board = entered(duel, "kill_chart", kill_chart=KillChart((0,), ((4,) * 19,)))
    met = evolve(wall_of(broadside), damage=300, parts=(12, 0, 0), charted=12, strikes=12)
    assert "300 points: 100 gives 4, so 300 give 12." in steps(explained(board, met, *broadside[:2]))


def test_an_own_range_table_is_looked_up(duel: Board, broadside: Facts) -> None:
    ranges = tuple(tuple(9 for _ in range(8)) for _ in range(5))
    board = entered(duel, "ralt", range_table=RangeTable(ranges, ("aaaaaaa",) * 5))
    told = steps(explained(board, broadside[0]))
    assert f"Range 9, as looked up for H 6 and V 3 (range table: {OWN})." in told
    assert f"H 6 and V 3 (range table: {OWN}): amber ring" in told


def test_cells_of_a_beam_table_say_whose_they_are(duel: Board, broadside: Facts) -> None:
    beam = broadside[0]
    assert isinstance(beam, BeamFired)
    at = "graser damage, size 30, row range 2, column 1"
    whole = [each for each in explained(duel, beam).modifiers if each.name == "damage of each"]
    assert [each.rule for each in whole] == [f"{at}: card"]
    mine = [
        each for each in explained(entered(duel, "graser_damage.30"), beam).modifiers if each.name == "damage of each"
    ]
    assert [each.rule for each in mine] == [f"{at}: {OWN}"]


def test_own_rows_of_the_thrust_chart_are_looked_up(duel: Board, with_ship: Change) -> None:
    row = ThrustRow(4, (0, 2, 0, 0, 0, 0, 0, 1), (0, 1, 0, 0, 0, 0, 0, 0))
    board = entered(duel, "thrust_chart", thrust_rows=(row,))
    crossed = with_ship(board, "Sirius", chart=ThrustChart((4,), (A,)))
    told = steps(explained(crossed, PulseCrossed(ship="Sirius", pulse=2, thrust=4, nose=A)))
    assert f"Dots by pulse at thrust 4: 0 2 0 0 0 0 0 1 ({OWN}); pulse 2 gives 2." in told
    assert f"Hexes by pulse at thrust 4: 0 1 0 0 0 0 0 0 ({OWN}); pulse 2 gives 1." in told
    done = with_ship(board, "Sirius", chart=ThrustChart((4, 4), (A, A)))
    gained = steps(explained(done, DotGained(ship="Sirius", window=A, dots=2, total=2)))
    assert f"({OWN}); pulse 2 gives 2." in gained
    moved = FutureDisplaced(ship="Sirius", by=HexVector(1), at=Position(6, -7, 3))
    displaced = steps(explained(done, moved))
    assert "Hexes of displacement: 0 before this pulse, 1 with it." in displaced
    assert "Default plots in the nose's window, A: 0 is still, 1 is 1A (plots: house, after 2e)." in displaced


def test_own_plots_are_allowed_and_named_so(duel: Board) -> None:
    row = PlotRow(A, 2, (HexVector(2, 0, 1), HexVector(1)))
    broke = ThrustBroke(
        ship="Sirius",
        reasons=("thrust zero",),
        dots=(WindowDots(window=A, dots=2, plot=HexVector(2, 0, 1), named=False),),
        steps=(),
        before=HexVector(),
        after=HexVector(2, 0, 1),
    )
    told = steps(explained(entered(duel, "plots.A", plot_rows=(row,)), broke))
    assert "2 dots in A: 2A 1+, the default, the first of its row; allowed are 2A 1+; or 1A" in told
    assert f"(plots: {OWN})." in told


def test_own_pivot_and_roll_charts_are_told_by_their_rows(duel: Board) -> None:
    board = entered(
        duel,
        "pivot_chart",
        "roll_chart",
        pivot_rows=(PaceRow(1, (2, 3, 4, 5, 6, 7)),),
        roll_rows=(PaceRow(1, tuple(range(3, 14))),),
    )
    path = pivot(Attitude(A), C).path
    begun = PivotBegun(ship="Fearless", to=C, path=path, due=(2, 3, 4, 5))
    assert f"The pivot chart, row 1: done after 2, 3, 4 and 5 segments ({OWN})." in steps(explained(board, begun))
    rolled = RollBegun(ship="Fearless", side="port", due=(3, 4))
    told = steps(explained(board, rolled))
    assert "Roll step 0 - 2 windows of 30 degrees to port is step 10 (of 0 to 11, clockwise seen from astern)." in told
    assert f"The roll chart, row 1: done after 3 and 4 segments ({OWN})." in told


def test_a_window_of_a_pivot_is_told_with_its_way(duel: Board, with_ship: Change) -> None:
    path = pivot(Attitude(A), B).path
    board = with_ship(duel, "Fearless", pivot=Pivot(start=Attitude(A), to=B, path=path, due=(1, 2)))
    turned = ShipTurned(ship="Fearless", by="pivot", attitude=path[0], windows=1, of=2)
    assert explained(board, turned).steps == (
        "Windows are completed after segments 1 and 2 of this pivot.",
        "0 + 1 = 1 spent: 1 of 2 windows done.",
        (
            "The pivot began at nose A, roll 0: an arc of 60 degrees from A (azimuth 0, elevation 0) to B "
            "(azimuth 60, elevation 0)."
        ),
        (
            "At 30 degrees (azimuth 30, elevation 0) the nose is in A/B; the top, carried there from the start, is 0 "
            "degrees from an unrolled ship's top: roll step 0."
        ),
        "Window 1 of 2: nose A, roll 0 becomes nose A/B, roll 0.",
    )
    nearer = pivot(Attitude(A), path[0].nose).path
    begun = Pivot(start=Attitude(A), to=nearer[0].nose, path=nearer, due=(2,), spent=1)
    short = with_ship(duel, "Fearless", pivot=begun)
    turned = ShipTurned(ship="Fearless", by="pivot", attitude=nearer[0], windows=1, of=1)
    assert explained(short, turned).steps[0] == "The window is completed after segment 2 of this pivot."


def test_cells_of_an_own_movement_grid_are_told_so(duel: Board) -> None:
    filled = GridFilled(ship="Sirius", vectors=HexVector(16, 3))
    told = steps(explained(entered(duel, "movement_grid.horizontal.5|3"), filled))
    assert f"Horizontal grid, 5|3 (larger | smaller): A in 1, 2, 4, 5 and 7; B in 3, 6 and 8 ({OWN})." in told
    assert "(the parent game's play aid)" in steps(explained(duel, filled))


def lanced(wall: int | None, *, falls: bool) -> LanceFired:
    return LanceFired(
        shot="Fearless forward-grav-lance at Sirius",
        shooter="Fearless",
        weapon="forward-grav-lance",
        target="Sirius",
        aim=Aim(range=0, window=None, mount_window=None, target_window=None, facing="port"),
        quality=40,
        variance=15,
        wall=wall,
        wall_falls=falls,
    )


@pytest.mark.parametrize(
    ("board", "wall", "said"),
    [
        ({}, 60, "opposite box in the track, [30][40][60]: for box 1 from one end, box 1 from the other: 60"),
        (
            {"options": Options(sidewall="stops")},
            30,
            "so a high number means a strong wall: the strength is 30 (sits rules 7).",
        ),
    ],
)
def test_a_lance_names_the_strength_that_it_has_to_beat_under_each_reading(
    duel: Board, board: dict[str, Any], wall: int, said: str
) -> None:
    told = steps(explained(evolve(duel, **board), lanced(wall, falls=wall < 55)))
    assert said in told
    assert "port-sidewall [30][40][60], box 1 in force: 30." in told
    assert (f"40 quality + 15 variance = 55, not greater than {wall}" in told) == (wall >= 55)


def test_a_slid_shot_says_why_it_meets_the_rolled_ship_bonus(duel: Board, salvo: Facts) -> None:
    said = "Sample cruiser's card: rolled_ship_bonus -10; the shot slid off the wedge (sits rules 4, house)"
    launched = next(event for event in salvo if isinstance(event, SalvoLaunched))
    board = evolve(duel, attacks={launched.attack: Attack(launched=launched, left=2)})
    met = evolve(next(event for event in salvo if isinstance(event, WallMet)), bonus=-10)
    came = next(event for event in salvo if isinstance(event, AttackArrived))
    working = explained(board, met, came)
    assert [each.rule for each in working.modifiers if each.name == "rolled ship"] == [said]
    assert "2 missiles left x 4 points = 8." in working.steps


def test_an_attack_names_what_in_fact_defends(duel: Board, salvo: Facts, with_ship: Change) -> None:
    launched = next(event for event in salvo if isinstance(event, SalvoLaunched))
    came = next(event for event in salvo if isinstance(event, AttackArrived))
    gone = duel.ships["Sirius"].boxes | {"starboard-countermissiles": "xx"}
    board = with_ship(duel, "Sirius", fired=("starboard-laser",), boxes=gone)
    told = steps(explained(evolve(board, attacks={launched.attack: Attack(launched=launched, left=36)}), came))
    assert "Mounts whose arc contains B/C, the marker of the facing it slid to (house): forward and starboard." in told
    assert "Countermissiles that defend: none; those of starboard are destroyed." in told
    assert "Point defence that defends: starboard 5." in told
    assert "Lasers that defend: none; starboard's 6 lasers fired this segment (house)." in told


@pytest.mark.parametrize(
    ("ordered", "to", "said"),
    [
        (None, "port", "it slides to port, the first of the 4 nearest in the order port, starboard, forward, aft"),
        ("aft", "aft", "it slides to aft, which Sirius's orders choose of the 4 nearest"),
    ],
)
def test_a_shot_from_straight_above_slides_as_ordered_else_to_port(
    duel: Board, salvo: Facts, with_ship: Change, ordered: Facing | None, to: Facing, said: str
) -> None:
    launched = next(event for event in salvo if isinstance(event, SalvoLaunched))
    first = next(event for event in salvo if isinstance(event, AttackArrived))
    came = evolve(first, target_window=read_window("+++"), facing=to, bearing=())
    board = with_ship(duel, "Sirius", slide=ordered)
    told = steps(explained(evolve(board, attacks={launched.attack: Attack(launched=launched, left=36)}), came))
    assert "+++ is in a purple row, behind the wedge: no beam goes in or out, and a missile slides to" in told
    assert "port 90, starboard 90, forward 90 and aft 90" in told
    assert said in told
