"""Explosions as units feel them, and the mines that units set off."""

from sits_es.dice import DiceRolled
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, ExplosionMade, MineTriggered
from sits_es.rules.sfb.spheres.rules import detonate, explode
from sits_es.rules.sfb.sums.places import Place
from tests.rules.sfb.boards import at_work, board, card, of, play, unit, web
from tests.shared.rows import each_row

TEN = 100_000


def felt(on: Board, at: Place = Place(), source: str = "Mine-1") -> list[tuple[str, int, int, int, bool]]:  # noqa: B008 - a frozen value
    """What a ten-point explosion does to whom, in the order told."""
    work = at_work(on)
    work.begin(1)
    explode(work, source, at, TEN, "mine")
    assert of(work.facts, ExplosionMade) == [ExplosionMade(source=source, place=at, strength=TEN, cause="mine")]
    found = of(work.facts, ExplosionFelt)
    return [(each.unit, each.exact, each.strength, each.damage, each.in_web) for each in found]


def test_a_ten_point_explosion_near_four_units() -> None:
    # the rule prints 1,000 points at 0.01 hex; its own formula gives 100,000
    on = board(
        unit("Heron", "0.01,0,0"),
        unit("Hawk", "0,0.5,0"),
        unit("Kite", "0,0,1"),
        unit("Kestrel", "-2,0,0"),
        unit("Mine-1"),
    )
    assert felt(on) == [
        ("Hawk", 5_000, TEN, 40, False),
        ("Heron", 100, TEN, 100_000, False),
        ("Kestrel", 20_000, TEN, 2, False),
        ("Kite", 10_000, TEN, 10, False),
    ]


def test_where_less_than_a_point_comes_nobody_feels_it() -> None:
    # ten points are one at the square root of ten: 3.1622 hexes, and less at 3.1623
    on = board(unit("Hawk", "3.1622,0,0"), unit("Kite", "3.1623,0,0"))
    assert [name for name, *_ in felt(on)] == ["Hawk"]


def test_only_units_on_the_map_feel_it_seeking_weapons_and_mines_among_them() -> None:
    on = board(
        unit("Hawk", "1,0,0"),
        unit("Wasp", "1,0,0", card="Fighter", aboard="Hawk"),
        unit("Heron", "1,0,0", gone="lost"),
        unit("Hawk-1", "1,0,0", card="Drone"),
        unit("Mine-2", "1,0,0", card="Mine"),
    )
    assert [name for name, *_ in felt(on)] == ["Hawk", "Hawk-1", "Mine-2"]


def test_a_web_takes_a_point_for_each_tenth_of_a_hex_if_either_end_is_in_it() -> None:
    strand = web("web-1", "1", "2", strength=4, points={"1": "0,1.9999,0", "2": "0,1.9999,8"})
    # the explosion is in the web: five points less at half a hex, and none left at a whole one
    assert felt(board(unit("Hawk", "0.5,0,0"), unit("Kite", "-1,0,0"), strand)) == [("Hawk", 5_000, 50_000, 20, True)]
    # the unit is in it, the explosion is not
    far = web("web-1", "1", "2", strength=4, points={"1": "2.4,0,0", "2": "2.4,0,8"})
    on = board(unit("Hawk", "0.4001,0,0"), unit("Kite", "0.4,0,0"), far)
    assert felt(on) == [("Hawk", 4_001, 60_000, 37, True), ("Kite", 4_000, TEN, 62, False)]


def test_a_web_without_power_weakens_nothing() -> None:
    strand = web("web-1", "1", "2", points={"1": "0,1,0", "2": "0,1,8"})
    assert felt(board(unit("Hawk", "0.5,0,0"), strand)) == [("Hawk", 5_000, TEN, 40, False)]


def near_a_mine(**more: object) -> Board:
    return board(unit("Mine-1", card="Mine"), unit("Kite", "0.5,0,0", speed=8), cards=(card("Mine", **more),))


def test_a_mine_goes_off_in_the_impulses_in_which_a_unit_is_scheduled_and_in_no_other() -> None:
    for impulse in range(1, 33):
        on = near_a_mine()
        facts = play(at_work(on), impulse, detonate)
        assert bool(facts) is (impulse % 4 == 0)
    (trigger,) = of(facts, MineTriggered)
    assert trigger == MineTriggered(unit="Mine-1", by="Kite", exact=5_000, die=0, detonated=True)
    assert [(each.unit, each.damage) for each in of(facts, ExplosionFelt)] == [("Kite", 40)]
    assert on.units["Mine-1"].gone == "detonated"
    assert play(at_work(on), 32, detonate) == []


@each_row(("at", "goes_off"), [("1,0,0", True), ("1.0001,0,0", False), ("1,0.0001,0", False)])
def test_m2_40_within_its_zone_is_up_to_and_with_its_end(at: str, goes_off: bool) -> None:
    on = board(unit("Mine-1", card="Mine"), unit("Kite", at, speed=32))
    assert bool(play(at_work(on), 1, detonate)) is goes_off


def test_ones_own_side_sets_no_mine_off_but_feels_it() -> None:
    on = board(unit("Mine-1", card="Mine"), unit("Hawk", "0.5,0,0", speed=32))
    assert play(at_work(on), 1, detonate) == []
    on.units["Kite"] = unit("Kite", "0,0.5,0", speed=32)
    assert [each.unit for each in of(play(at_work(on), 1, detonate), ExplosionFelt)] == ["Hawk", "Kite"]


def test_a_drone_is_caught_by_a_mine() -> None:
    on = board(unit("Mine-1", card="Mine"), unit("Kite-drone-1", "0,0,0.2", card="Drone", speed=20))
    assert play(at_work(on), 1, detonate) == []  # a drone of speed 20 is scheduled in impulse 2 first
    facts = play(at_work(on), 2, detonate)
    assert [fact.by for fact in of(facts, MineTriggered)] == ["Kite-drone-1"]
    assert [(each.unit, each.damage) for each in of(facts, ExplosionFelt)] == [("Kite-drone-1", 250)]


def test_a_ship_that_a_web_has_stopped_is_not_scheduled() -> None:
    strand = web("web-1", "1", "2", strength=32, points={"1": "0,1,0", "2": "0,1,8"})
    on = board(unit("Mine-1", card="Mine"), unit("Kite", "0.5,0,0", speed=32, trapped="web-1"), strand)
    assert play(at_work(on), 32, detonate) == []


def test_where_a_card_says_a_die_each_unit_rolls_until_it_goes_off() -> None:
    on = near_a_mine(detonates=3)
    for name in ("Kestrel", "Kondor"):
        on.units[name] = unit(name, "0.2,0,0", speed=8)
    facts = play(at_work(on, dice=(4, 3)), 4, detonate)
    assert [(roll.actor, roll.purpose, roll.object) for roll in of(facts, DiceRolled)] == [
        ("Mine-1", "detonation", "Kestrel"),
        ("Mine-1", "detonation", "Kite"),
    ]
    triggers = of(facts, MineTriggered)
    assert [(each.by, each.die, each.detonated) for each in triggers] == [("Kestrel", 4, False), ("Kite", 3, True)]
    assert len(of(facts, ExplosionMade)) == 1


def test_a_mine_without_strength_goes_off_without_an_explosion() -> None:
    facts = play(at_work(near_a_mine(strength=0)), 4, detonate)
    assert len(of(facts, MineTriggered)) == 1
    assert of(facts, ExplosionMade) == []
