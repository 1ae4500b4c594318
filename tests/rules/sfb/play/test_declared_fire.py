"""Declared fire: ranges, arcs, mounts, dice, planets and webs in the way."""

import pytest
from attrs import evolve

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.cards.unit_class import UnitClass, WeaponGroup
from sits_es.rules.sfb.ending.facts import ImpulseBegun, OrderVoided
from sits_es.rules.sfb.fire.facts import FireOrdered, WeaponFired
from sits_es.rules.sfb.fire.rules import fire
from sits_es.rules.sfb.launching.facts import LaunchOrdered, SeekerLaunched
from sits_es.rules.sfb.launching.rules import launch
from tests.rules.sfb.boards import at_work, board, body, of, play, unit, web
from tests.shared.rows import each_row


def fired(on: Board, *orders: FireOrdered, dice: tuple[int, ...] = ()) -> list[Event]:
    """The facts of one impulse of fire, its beginning left out."""
    return [*play(at_work(on, *orders, dice=dice), 1, fire)][1:]


def why(fact: object) -> tuple[object, ...]:
    assert isinstance(fact, OrderVoided)
    return (fact.why.code, *fact.why.values)


PHASERS = FireOrdered(unit="Hawk", weapon="phasers", target="Kite")


def test_all_weapons_of_a_group_that_bear_fire() -> None:
    (fact,) = fired(board(unit("Hawk"), unit("Kite", "3,0,0")), PHASERS)
    mounts = ("top", "centre", "bottom")
    assert fact == WeaponFired(
        unit="Hawk", weapon="phasers", target="Kite", mounts=mounts, exact=30_000, yaw=0, pitch=0
    )


def test_the_mounts_see_as_far_up_as_their_arcs_reach_and_no_further() -> None:
    (level,) = fired(board(unit("Hawk"), unit("Kite", "1,1,0")), PHASERS)
    assert isinstance(level, WeaponFired)
    assert (level.pitch, level.mounts) == (450_000, ("top", "centre"))
    (high,) = fired(board(unit("Hawk"), unit("Kite", "0,2,0")), PHASERS)
    assert isinstance(high, WeaponFired)
    assert (high.pitch, high.mounts) == (900_000, ("top",))


def test_a_unit_that_lies_on_its_back_sees_above_with_its_bottom_mounts() -> None:
    (fact,) = fired(board(unit("Hawk", facing="roll 180"), unit("Kite", "0,2,0")), PHASERS)
    assert isinstance(fact, WeaponFired)
    assert (fact.pitch, fact.mounts) == (-900_000, ("bottom",))


def test_a_yaw_arc_ends_on_its_edge() -> None:
    hawk, ahead = unit("Hawk", facing="yaw 100"), unit("Kite", "3,0,0")
    (edge,) = fired(board(hawk, ahead), PHASERS)
    assert isinstance(edge, WeaponFired)
    assert edge.yaw == -1_000_000
    (beyond,) = fired(board(unit("Hawk", facing="yaw 100.0001"), ahead), PHASERS)
    assert why(beyond) == ("does-not-bear", "phasers", -1_000_001, 0)


def test_a_number_is_taken_from_the_first_that_bear() -> None:
    (fact,) = fired(board(unit("Hawk"), unit("Kite", "1,1,0")), evolve(PHASERS, number=1))
    assert isinstance(fact, WeaponFired)
    assert fact.mounts == ("top",)


def test_a_weapon_fires_once_in_an_impulse() -> None:
    on = board(unit("Hawk"), unit("Kite", "3,0,0"), unit("Kestrel", "3,0,1"))
    two = evolve(PHASERS, number=2)
    first, second, third = fired(on, two, evolve(two, target="Kestrel"), PHASERS)
    assert isinstance(first, WeaponFired)
    assert isinstance(second, WeaponFired)
    assert (first.mounts, second.mounts) == (("top", "centre"), ("bottom",))
    assert why(third) == ("all-fired", "phasers")


def test_in_the_very_same_place_everything_bears() -> None:
    (fact,) = fired(board(unit("Hawk"), unit("Kite")), PHASERS)
    assert isinstance(fact, WeaponFired)
    assert (fact.exact, fact.yaw, fact.pitch, len(fact.mounts)) == (0, None, None, 3)


def test_both_fire_at_once_and_a_target_that_is_gone_is_not_fired_at() -> None:
    on = board(unit("Hawk"), unit("Kite", "3,0,0", "yaw 180"), unit("Kestrel", "1,0,0", gone="lost"))
    back = FireOrdered(unit="Kite", weapon="phasers", target="Hawk")
    facts = fired(on, evolve(PHASERS, target="Kestrel"), PHASERS, back)
    assert why(facts[0]) == ("target-gone", "Kestrel")
    assert [fact.unit for fact in facts[1:] if isinstance(fact, WeaponFired)] == ["Hawk", "Kite"]


def test_weapons_of_a_card_with_dice_roll_them_right_before() -> None:
    group = WeaponGroup(name="disruptors", arcs=("FA",), mounts=("top", "bottom"), dice=2)
    card = UnitClass(name="Raider", kind="ship", turn_class="C", weapons=(group,))
    on = board(unit("Kite", "3,0,0"), unit("Hawk"), cards=(card,))
    on.units["Hawk"].unit_class = "Raider"
    order = FireOrdered(unit="Hawk", weapon="disruptors", target="Kite", number=1)
    facts = fired(on, order, order, dice=(1, 6, 3, 3))
    rolls = [fact for fact in facts if isinstance(fact, DiceRolled)]
    assert [type(fact) for fact in facts] == [DiceRolled, WeaponFired, DiceRolled, WeaponFired]
    assert [(roll.actor, roll.purpose, roll.object, roll.index, roll.faces) for roll in rolls] == [
        ("Hawk", "fire disruptors", "Kite", 1000, (0, 5)),
        ("Hawk", "fire disruptors", "Kite", 1001, (2, 2)),
    ]


@each_row(("kind", "blocks"), [("planet", True), ("moon", True), ("gas giant", True), ("star", True)])
def test_a_line_through_a_body_is_no_line_of_fire_and_one_that_touches_it_is(kind: str, blocks: bool) -> None:
    on = board(unit("Hawk", "0,0.3,0"), unit("Kite", "4,0.3,0"), body("Haven", "2,0,0", kind, radius="0.3001"))  # type: ignore[arg-type]
    (through,) = fired(on, PHASERS)
    assert (why(through) == ("planet-between", "Haven")) is blocks
    on.bodies["Haven"] = evolve(on.bodies["Haven"], radius=9_000)
    (touching,) = fired(on, PHASERS)
    assert isinstance(touching, WeaponFired)


def test_an_asteroid_stops_no_fire() -> None:
    on = board(unit("Hawk"), unit("Kite", "4,0,0"), body("Rock", "2,0,0", "asteroid", radius="0.5"))
    (fact,) = fired(on, PHASERS)
    assert isinstance(fact, WeaponFired)


@pytest.mark.parametrize(("away", "stopped"), [("0.9999", True), ("1", True), ("1.0001", False)])
def test_fire_passes_a_web_more_than_a_hex_away(away: str, stopped: bool) -> None:
    strand = web("web-1", "1", "2", strength=14, points={"1": "0,0,-1", "2": "0,0,1"})
    on = board(unit("Hawk", f"-3,{away},0"), unit("Kite", f"3,{away},0"), strand)
    (fact,) = fired(on, PHASERS)
    assert isinstance(fact, OrderVoided) is stopped
    if stopped:
        assert why(fact) == ("web-between", "web-1")


def test_fire_into_a_web_is_free_and_so_is_a_weavers_through_it_and_anybodys_without_power() -> None:
    strand = web("web-1", "1", "2", strength=14, points={"1": "0,0,-1", "2": "0,0,1"})
    (into,) = fired(board(unit("Hawk", "-3,0,0"), unit("Kite", "0.5,0,0"), strand), PHASERS)
    assert isinstance(into, WeaponFired)
    card = UnitClass(name="Spinner", kind="ship", turn_class="C", web=True, weapons=_phasers())
    on = board(unit("Hawk", "-3,0,0"), unit("Kite", "3,0,0"), strand, cards=(card,))
    (stopped,) = fired(on, PHASERS)
    assert why(stopped) == ("web-between", "web-1")
    on.units["Hawk"].unit_class = "Spinner"
    (through,) = fired(on, PHASERS)
    assert isinstance(through, WeaponFired)
    on.units["Hawk"].unit_class, on.webs["web-1"].strength = "Cruiser", 0
    (unpowered,) = fired(on, PHASERS)
    assert isinstance(unpowered, WeaponFired)


def _phasers() -> tuple[WeaponGroup, ...]:
    return (WeaponGroup(name="phasers", arcs=("FH",), mounts=("top", "centre", "bottom")),)


def test_the_order_in_which_units_are_ordered_makes_no_difference() -> None:
    def facts(*orders: FireOrdered) -> list[Event]:
        on = board(unit("Hawk"), unit("Heron", "0,0,1"), unit("Kite", "3,0,0", "yaw 180"))
        return fired(on, *orders)

    orders = (PHASERS, evolve(PHASERS, unit="Heron"), FireOrdered(unit="Kite", weapon="phasers", target="Hawk"))
    assert facts(*orders) == facts(*reversed(orders))


@each_row("own_side_targets", [False, True])
def test_ones_own_side_is_aimed_at_only_where_the_scenario_says_so(own_side_targets: bool) -> None:
    """House: by side, not by player."""
    mate = unit("Heron", "4,0,0", player="Cora")
    on = board(unit("Hawk"), mate, own_side_targets=own_side_targets)
    drone = LaunchOrdered(unit="Hawk", launcher="drone-rack", target="Heron")
    facts = [*fired(on, evolve(PHASERS, target="Heron")), *play(at_work(on, drone), 1, launch)]
    if own_side_targets:
        assert [type(fact) for fact in facts if not isinstance(fact, ImpulseBegun)] == [WeaponFired, SeekerLaunched]
    else:
        assert [why(fact) for fact in of(facts, OrderVoided)] == [("own-side", "Heron", "alliance")] * 2
    assert why(fired(on, evolve(PHASERS, target="Hawk"))[0]) == ("itself",)


def test_where_one_s_own_side_is_aimed_at_all_other_units_are_named() -> None:
    on = board(unit("Hawk"), unit("Heron", "4,0,0"), unit("Kite", "5,0,0"), own_side_targets=True)
    (void,) = fired(on, evolve(PHASERS, target="Nobody"))
    assert why(void) == ("no-target", "Nobody", "Heron", "Kite")


def test_an_enemy_of_another_player_is_aimed_at_in_any_scenario() -> None:
    (fact,) = fired(board(unit("Hawk"), unit("Kite", "4,0,0"), own_side_targets=False), PHASERS)
    assert isinstance(fact, WeaponFired)
