"""A game's own tables at work: every one of them is replaced, and the segment played goes by it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from attrs import evolve as changed

from sits_es.dice import KeyedDice
from sits_es.rules.sits.beams.facts import BeamFired
from sits_es.rules.sits.board import Board, pack, unpack
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided
from sits_es.rules.sits.missiles.facts import LayerFought, SalvoLaunched
from sits_es.rules.sits.motion.facts import FutureMarked
from sits_es.rules.sits.orders.forecast import forecast
from sits_es.rules.sits.orders.template import template
from sits_es.rules.sits.procedure import opening
from sits_es.rules.sits.report import REPORT
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.values import BeamBlock, ClosureBand, KillChart, MissileDamage, MissileRow
from sits_es.rules.sits.telling import SitsTold
from sits_es.rules.sits.views.board import bearings
from sits_es.rules.sits.views.scenes import avid_of
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.space.bearing import RangeTable
from tests.shared.sits_boards import board_of, cruiser, placed, play, why

CARD = card_tables()
LEAST = (0, 1, 0)  # a variance of 1
BRIDGE = 0  # the die that shows 0 is a 10: the hit takes the bridge, and the rest of it hull
BIG = cruiser({"hull": tuple(range(900, 0, -1))}, hit_size=1000)

#: Everything at 7 percent and above is nine of ten, below it is one.
NINES = KillChart(percents=(0, 7), rows=((1,) * 19, (9,) * 19))


def broadsides(**tables: Any) -> Board:
    """Fearless and Sirius two hexes apart, Sirius through B/C of Fearless."""
    return board_of(placed("Fearless", "0,0"), placed("Sirius", "2,-1"), classes=[BIG], **tables)


def test_a_range_table_gives_ranges_rings_and_closure() -> None:
    table = RangeTable(ranges=((0, 1, 3), (1, 1, 3)), rings=("", "p.a"))
    ships = placed("Fearless", "0,0", vectors="2C"), placed("Sirius", "2,-1 alt 1")
    played = play(
        board_of(*ships, classes=[BIG], range_table=table),
        "Fearless: fire starboard-laser at Sirius",
        faces=[*LEAST, BRIDGE],
    )
    fired = played.one(BeamFired)
    assert (fired.aim.range, fired.aim.window, fired.aim.target_window) == (3, "B/C", "E/F")
    assert fired.closure_per_turn == 3  # two hexes a turn by the formula
    assert fired.damage_each == CARD.laser_damage[0].rows[3][0]
    assert played.one(WallMet).bonus == 0  # by the rule she would be in the blue ring


def test_a_range_table_decides_what_is_out_of_reach() -> None:
    played = play(broadsides(range_table=RangeTable(ranges=((0, 1, 9),))), "Fearless: fire starboard-laser at Sirius")
    assert why(played.one(OrderVoided)) == "Fearless: Sirius is at range 9, but starboard-laser reaches 3."


def test_a_range_table_is_what_stops_templates_forecasts_and_views_go_by() -> None:
    table = RangeTable(ranges=((), (1, 1, 77)), rings=("", "p.g"))
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "2,-1 alt -1"), classes=[BIG], range_table=table)
    far = play(board, "Fearless: stop if range to Sirius at most 76")
    near = play(board, "Fearless: stop if range to Sirius at most 77")
    assert (len(far.all(OrdersStopped)), len(near.all(OrdersStopped))) == (0, 1)
    assert "Sirius: range 77, window B-- (map), B-- (ship)" in template(board, "fearless", "ours")
    assert any("Sirius at range 77, window B--" in line for line in forecast(board, "fearless", {1: ()}))
    (row,) = bearings(board, player="fearless").rows
    assert row[:5] == ("Fearless", "Sirius", "77", "B--", "B--")
    assert avid_of(board.ships["Fearless"], board).marks[-1].window == "B--"


def test_a_range_table_comes_back_from_a_snapshot() -> None:
    for table in (RangeTable(ranges=((0, 1, 3),), rings=("", "p.a")), CARD.range_table):
        board = broadsides(range_table=table)
        back = unpack(pack(board))
        assert back == board
        assert hash(back.tables) == hash(board.tables)
        assert play(back).facts == play(board).facts
    assert back.tables.range_table is CARD.range_table  # which is the quick way


def test_a_kill_chart_is_read_by_walls_and_by_every_layer_and_by_what_luck_expects() -> None:
    played = play(broadsides(kill_chart=NINES), "Fearless: fire starboard-laser at Sirius", faces=[*LEAST, BRIDGE])
    met = played.one(WallMet)
    assert (met.damage, met.percent, met.parts, met.strikes) == (24, 31, (0, 9, 9), 18)
    found = SitsTold.of(met).expected(NINES)
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
    rolled = [found.mean for layer in layers if (found := SitsTold.of(layer).expected(NINES))]
    assert rolled == [18, 9, 9, Fraction(74 + 926 * 8, 1000)]


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
    assert (
        why(void)
        == "Fearless: 2 salvoes are ordered at Sirius. At range 2 you may launch up to 1 salvo a turn; 1 is left."
    )
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
