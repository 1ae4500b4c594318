"""A game's own tables at work: every one of them is replaced, and the segment played goes by it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve as changed

from sits_es.dice import KeyedDice
from sits_es.rules.sits.events.defence import LayerFought
from sits_es.rules.sits.events.fire import BeamFired, OrdersStopped, OrderVoided, SalvoLaunched, WallMet
from sits_es.rules.sits.events.motion import (
    DotGained,
    FutureDisplaced,
    FutureMarked,
    HalvesKept,
    PivotBegun,
    RollBegun,
    ShipTurned,
    ThrustBroke,
    TurnSpent,
)
from sits_es.rules.sits.orders.forecast import forecast
from sits_es.rules.sits.orders.template import template
from sits_es.rules.sits.play.thrust_chart import ThrustChart
from sits_es.rules.sits.procedure import opening
from sits_es.rules.sits.report import REPORT
from sits_es.rules.sits.report.luck import expected
from sits_es.rules.sits.report.overview import bearings
from sits_es.rules.sits.report.scenes import avid_of
from sits_es.rules.sits.state import Board, pack, thaw, unpack
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.values import (
    BeamBlock,
    ClosureBand,
    KillChart,
    MissileDamage,
    MissileRow,
    PaceRow,
    PlotRow,
    ThrustRow,
)
from sits_es.space.avid import Window
from sits_es.space.bearing import RangeTable
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import read_vectors
from tests.shared.sits_boards import CRUISER, Played, board_of, cruiser, moved_on, placed, play, why, with_ship

CARD = card_tables()
LEAST = (0, 1, 0)  # a variance of 1
BRIDGE = 0  # the die that shows 0 is a 10: the hit takes the bridge, and the rest of it hull
BIG = cruiser({"hull": tuple(range(900, 0, -1))}, hit_size=1000)
A, A_UP, B_DOWN = Window("A"), Window("A+"), Window("B-")

#: Everything at 7 percent and above is nine of ten, below it is one.
NINES = KillChart(percents=(0, 7), rows=((1,) * 19, (9,) * 19))


def vector(text: str) -> HexVector:
    return read_vectors(text).net()


def broadsides(**tables: Any) -> Board:
    """Fearless and Sirius two hexes apart, Sirius through B/C of Fearless."""
    return board_of(placed("Fearless", "0,0"), placed("Sirius", "2,-1"), classes=[BIG], **tables)


def alone(thrust: int = 0, nose: str = "A", **tables: Any) -> Board:
    return with_ship(board_of(placed("Fearless", "0,0", nose), **tables), "Fearless", thrust=thrust)


def segments(board: Board, number: int, *first: str) -> list[Played]:
    """So many segments played, one after the other; orders only in the first of them."""
    played = []
    for _ in range(number):
        played.append(play(board, *first))
        first = ()
        board = moved_on(played[-1].board)
    return played


def test_a_range_table_gives_ranges_rings_and_closure() -> None:
    table = RangeTable(ranges=((0, 1, 3),), rings=("..b",))
    ships = placed("Fearless", "0,0", vectors="2C"), placed("Sirius", "2,-1")
    played = play(
        board_of(*ships, classes=[BIG], range_table=table),
        "Fearless: fire starboard-laser at Sirius",
        faces=[*LEAST, BRIDGE],
    )
    fired = played.one(BeamFired)
    assert (fired.aim.range, fired.aim.window, fired.aim.target_window) == (3, "B/C-", "E/F+")
    assert fired.closure_per_turn == 3  # two hexes a turn by the formula
    assert fired.damage_each == CARD.laser_damage[0].rows[3][0]
    assert played.one(WallMet).bonus == CRUISER.rolled_ship_bonus  # she is seen in the blue ring now


def test_a_range_table_decides_what_is_out_of_reach() -> None:
    played = play(broadsides(range_table=RangeTable(ranges=((0, 1, 9),))), "Fearless: fire starboard-laser at Sirius")
    assert why(played.one(OrderVoided)) == "Fearless: Sirius is at range 9, and starboard-laser reach 3."


def test_a_range_table_is_what_stops_templates_forecasts_and_views_go_by() -> None:
    board = broadsides(range_table=RangeTable(ranges=((0, 1, 77),), rings=("..g",)))
    far = play(board, "Fearless: stop if range to Sirius at most 76")
    near = play(board, "Fearless: stop if range to Sirius at most 77")
    assert (len(far.all(OrdersStopped)), len(near.all(OrdersStopped))) == (0, 1)
    assert "Sirius: range 77, window B-- (ship's frame B--)" in template(board, "fearless", "ours")
    assert any("Sirius at range 77, window B--" in line for line in forecast(board, "fearless", {1: ()}))
    (row,) = bearings(board, player="fearless").rows
    assert row[:5] == ("Fearless", "Sirius", "77", "B--", "B--")
    assert avid_of(board.ships["Fearless"], board).marks[-1].window == "B--"


def test_a_range_table_comes_back_from_a_snapshot() -> None:
    for table in (RangeTable(ranges=((0, 1, 3),), rings=("..b",)), CARD.range_table):
        board = broadsides(range_table=table)
        back = unpack(pack(thaw(board)))
        assert back == thaw(board)
        assert hash(back.tables) == hash(board.tables)
        assert play(back).facts == play(board).facts
    assert back.tables.range_table is CARD.range_table  # which is the quick way


def test_a_kill_chart_is_read_by_walls_and_by_every_layer_and_by_what_luck_expects() -> None:
    played = play(broadsides(kill_chart=NINES), "Fearless: fire starboard-laser at Sirius", faces=[*LEAST, BRIDGE])
    met = played.one(WallMet)
    assert (met.damage, met.percent, met.parts, met.strikes) == (24, 31, (0, 9, 9), 18)
    found = expected(met, NINES)
    assert found is not None
    assert (found.mean, found.square) == (Fraction(18), Fraction())  # whatever the dice show

    (of_sirius,) = REPORT.luck((placed("Sirius", "0,0"), met), broadsides(kill_chart=NINES))
    (by_the_sums,) = REPORT.luck((placed("Sirius", "0,0"), met), broadsides())
    assert of_sirius.mean == 18 != by_the_sums.mean

    faces = [*LEAST, *LEAST, *LEAST, *LEAST, *LEAST, BRIDGE]
    launch = "Fearless: launch starboard 2 salvoes of 22 tubes at Sirius"
    played = play(broadsides(kill_chart=NINES), launch, faces=faces)
    layers = played.all(LayerFought)
    assert [(each.against, each.kills) for each in layers] == [(44, 18), (6, 9), (8, 9), (8, 1)]
    # 74 rolls of 1,000 stay below 7, where lasers kill one; all others kill the 8 that are left
    rolled = [found.mean for layer in layers if (found := expected(layer, NINES))]
    assert rolled == [18, 9, 9, Fraction(74 + 926 * 8, 1000)]


@pytest.mark.parametrize("rows", [(), (ThrustRow(thrust=4, dots=(0, 1) * 4, hexes=(0, 0, 0, 0, 0, 1, 0, 1)),)])
def test_a_thrust_chart_that_says_what_the_sums_say_gives_the_same(rows: tuple[ThrustRow, ...]) -> None:
    played = segments(alone(4, thrust_rows=rows), 8)
    assert [[dot.dots for dot in each.all(DotGained)] for each in played] == [[], [1]] * 4
    assert [[str(by.by) for by in each.all(FutureDisplaced)] for each in played] == [[]] * 5 + [["1A"], [], ["1A"]]


def test_a_row_of_a_thrust_chart_gives_dots_and_hexes_pulse_by_pulse() -> None:
    row = ThrustRow(thrust=3, dots=(2, 0, 0, 1, 0, 0, 0, 0), hexes=(1, 0, 2, 0, 0, 0, 0, 3))
    played = segments(alone(3, thrust_rows=(row,)), 8)
    assert [[(dot.dots, dot.total) for dot in each.all(DotGained)] for each in played] == [
        *([(2, 2)], [], [], [(1, 3)]),
        *([], [], [], []),
    ]
    assert [[str(by.by) for by in each.all(FutureDisplaced)] for each in played] == [
        *(["1A"], [], ["2A"], []),
        *([], [], [], ["3A"]),
    ]
    assert str(played[-1].one(ThrustBroke).after) == "3A"
    assert not any(each.all(HalvesKept) for each in played)  # by the sums three points leave half a hex


def test_thrusts_without_a_row_go_by_the_sums_also_beside_one_that_has_one() -> None:
    row = ThrustRow(thrust=3, dots=(5,) * 8, hexes=(1,) * 8)
    board = with_ship(alone(8, thrust_rows=(row,)), "Fearless", chart=ThrustChart((3, 3), (A, A)))
    played = play(board)
    # 14 points so far, 6 before: one dot more; (3 + 9 + 20) / 128 is no hex yet
    assert (played.one(DotGained).dots, played.one(DotGained).total) == (1, 11)
    assert played.all(FutureDisplaced) == []


def test_a_chart_that_went_by_a_row_even_once_keeps_no_half() -> None:
    row = ThrustRow(thrust=3, dots=(0,) * 8, hexes=(0,) * 8)
    chart = ThrustChart((5,) * 6 + (3,), (A,) * 7)
    kept, lost = (
        play(with_ship(alone(11, thrust_rows=rows), "Fearless", chart=chart, halves=(A_UP,))).board.ships["Fearless"]
        for rows in ((), (row,))
    )
    assert kept.halves == (A_UP, A)
    assert lost.halves == (A_UP,)


#: Two dots in a blue side window: steeper than the sum has it.
STEEP = PlotRow(window=A_UP, dots=2, plots=(vector("1A 2+"), vector("2A 1+")))


@pytest.mark.parametrize(
    ("nose", "orders", "plot", "named"),
    [
        ("A+", (), "1A 2+", False),  # the first is the default
        ("A+", ("Fearless: plot A+: 2A 1+",), "2A 1+", True),
        ("B-", (), "1B 2-", False),  # turned and mirrored
        ("B-", ("Fearless: plot B-: 2B 1-",), "2B 1-", True),
        ("A", (), "2A", False),  # no row: by the sum
    ],
)
def test_plots_of_ones_own_are_what_dots_become(nose: str, orders: tuple[str, ...], plot: str, named: bool) -> None:
    board = alone(8, nose, plot_rows=(STEEP,))
    board = with_ship(board, "Fearless", chart=ThrustChart((1,) * 6 + (2,), (Window(nose),) * 7))
    broke = play(board, *orders).one(ThrustBroke)
    (dots,) = broke.dots
    assert (dots.dots, str(dots.plot), dots.named) == (2, plot, named)


def test_a_plot_that_ones_own_table_does_not_have_is_void_with_those_that_it_has() -> None:
    board = alone(8, "B-", plot_rows=(STEEP,))
    board = with_ship(board, "Fearless", chart=ThrustChart((1,) * 6 + (2,), (B_DOWN,) * 7))
    played = play(board, "Fearless: plot B-: 1B 1A 1-")
    assert why(played.one(OrderVoided)) == (
        "Fearless: 1A 1B 1- is not a plot for 2 dots in B-. The game's own plots for 2 dots in B- are 1B 2-, 2B 1-."
    )
    assert str(played.one(ThrustBroke).dots[0].plot) == "1B 2-"


def test_displacement_goes_by_the_default_plots_of_ones_own() -> None:
    row = ThrustRow(thrust=1, dots=(0,) * 8, hexes=(2,) + (0,) * 7)
    displaced = play(alone(1, "A+", thrust_rows=(row,), plot_rows=(STEEP,))).one(FutureDisplaced)
    assert str(displaced.by) == "1A 2+"


def test_a_pivot_chart_says_when_each_window_is_reached_two_perhaps_at_once() -> None:
    board = alone(pivot_rows=(PaceRow(rating=1, due=(2, 2, 5, 6, 7, 8)),))
    played = segments(board, 5, "Fearless: pivot to B/C")
    assert played[0].one(PivotBegun).due == (2, 2, 5)
    turned = [each.one(ShipTurned) if each.all(ShipTurned) else each.one(TurnSpent) for each in played]
    assert [
        (fact.attitude.nose, fact.windows, fact.of) if isinstance(fact, ShipTurned) else (fact.segments, fact.of)
        for fact in turned
    ] == [(1, 5), ("B", 2, 3), (3, 5), (4, 5), ("B/C", 3, 3)]
    assert played[-1].board.ships["Fearless"].pivot is None


def test_a_roll_chart_says_when_each_window_is_done_two_perhaps_at_once() -> None:
    board = alone(roll_rows=(PaceRow(rating=1, due=(1, 3, 3, *range(4, 12))),))
    played = segments(board, 4, "Fearless: roll starboard 4")
    assert played[0].one(RollBegun).due == (1, 3, 3, 4)
    assert [each.board.ships["Fearless"].attitude.roll for each in played] == [1, 1, 3, 4]
    assert [each.one(ShipTurned).windows for each in (played[0], played[2], played[3])] == [1, 3, 4]
    assert played[-1].board.ships["Fearless"].roll is None


def test_ratings_without_a_row_of_a_chart_go_at_their_pace() -> None:
    board = alone(pivot_rows=(PaceRow(rating=2, due=(9,) * 6),), roll_rows=(PaceRow(rating=2, due=(9,) * 11),))
    played = play(board, "Fearless: pivot to B", "Fearless: roll port 2")
    assert (played.one(PivotBegun).due, played.one(RollBegun).due) == ((1, 2), (1, 2))


def test_a_new_pivot_in_mid_pivot_begins_its_row_again_from_where_the_nose_stands() -> None:
    board = alone(pivot_rows=(PaceRow(rating=1, due=(1, 4, 5, 6, 7, 8)),))
    first = segments(board, 3, "Fearless: pivot to C")
    assert (first[-1].board.ships["Fearless"].attitude.nose, first[-1].one(TurnSpent).segments) == ("A/B", 3)
    again = segments(moved_on(first[-1].board), 4, "Fearless: pivot to B/C")
    assert (again[0].one(PivotBegun).due, again[0].one(ShipTurned).attitude.nose) == ((1, 4), "B")
    assert [each.board.ships["Fearless"].attitude.nose for each in again] == ["B", "B", "B", "B/C"]


def test_a_pivot_keeps_the_pace_at_which_it_began_when_a_hit_takes_a_box_of_it() -> None:
    board = play(alone(pivot_rows=(PaceRow(rating=1, due=(2, 3, 4, 5, 6, 7)),)), "Fearless: pivot to B").board
    ship = board.ships["Fearless"]
    hurt = with_ship(board, "Fearless", boxes={**ship.boxes, "pivot": "x.."})
    second = play(moved_on(hurt))
    assert second.one(ShipTurned).attitude.nose == "A/B"
    assert play(moved_on(second.board)).one(ShipTurned).attitude.nose == "B"


def test_damage_blocks_have_their_own_cells_and_bands() -> None:
    bands = (ClosureBand(Decimal(0), Decimal("0.5")), ClosureBand(Decimal(1), None))
    block = BeamBlock(size=20, rows=((90, 80), (70, 60), (50, 40)), bands=bands)
    ships = placed("Fearless", "0,0", vectors="8C"), placed("Sirius", "2,-1")
    played = play(
        board_of(*ships, classes=[BIG], laser_damage=(block,)),
        "Fearless: fire starboard-laser at Sirius",
        faces=[*LEAST, BRIDGE],
    )
    fired = played.one(BeamFired)
    assert (fired.closure_half_hexes, fired.band, fired.damage_each) == (2, 2, 40)


def test_bands_of_the_game_do_not_move_the_columns_of_a_block_printed_under_others() -> None:
    wide = (ClosureBand(Decimal(0), Decimal(99)), ClosureBand(Decimal("99.5"), None))
    ships = placed("Fearless", "0,0", vectors="32C"), placed("Sirius", "2,-1")
    played = play(
        board_of(*ships, classes=[BIG], closure_bands=wide),
        "Fearless: fire starboard-laser at Sirius",
        faces=[*LEAST, BRIDGE],
    )
    assert (played.one(BeamFired).band, played.one(BeamFired).damage_each) == (2, 5)


def test_missile_tables_say_how_many_how_well_and_how_hard() -> None:
    rows = (MissileRow(first=0, last=None, max_salvoes="1", range_modifier=-33),)
    damage = (MissileDamage(size="medium", laser_head=8, nuke=9),)
    board = broadsides(missile_rows=rows, missile_damage=damage)
    void = play(board, "Fearless: launch starboard 2 salvoes of 1 tube at Sirius").one(OrderVoided)
    assert why(void) == "Fearless: 2 salvoes are ordered at Sirius. Range 2 allows 1 in a turn, 1 more now."
    dice = KeyedDice(bytes(32), "own", 1, 1)
    launched = play(board, "Fearless: launch starboard 1 salvo of 1 tube at Sirius", dice=dice).one(SalvoLaunched)
    assert (launched.range_modifier, launched.damage_each, launched.max_salvoes) == (-33, 8, "1")


def test_a_movement_grid_says_in_which_segments_a_ship_moves() -> None:
    horizontal = [list(map(list, row)) for row in CARD.horizontal]
    horizontal[1][0] = [(3,), ()]
    own = tuple(tuple(tuple(pair) for pair in row) for row in horizontal)
    board = board_of(placed("Fearless", "0,0", vectors="1A"), horizontal=own)
    moves = []
    for segment in range(1, 9):
        (marked,) = opening(changed(board, segment=segment))
        assert isinstance(marked, FutureMarked)
        moves.append(str(marked.move))
    assert moves == ["", "", "1A", "", "", "", "", ""]
