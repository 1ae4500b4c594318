"""What units meet where they have moved: bodies, atmospheres, rings and asteroids. Rule: P2, P3."""

from __future__ import annotations

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.rules.sfb.motion.rules import move
from sits_es.rules.sfb.procedure import meet
from sits_es.rules.sfb.terrain.facts import AtmosphereEntered, BodyLeft, HazardMet, PlanetReached, TerrainKind
from tests.rules.sfb.boards import at_work, board, body, of, play, unit, web
from tests.shared.rows import each_row

HAVEN = body("Haven", radius="1", atmosphere="1.5")


def bodies_met(facts: list[Event]) -> list[str]:
    """Facts of bodies by the names of their classes."""
    return [type(fact).__name__ for fact in facts if isinstance(fact, AtmosphereEntered | PlanetReached | BodyLeft)]


def test_a_ship_that_flies_through_a_planet_is_told_so_only_when_it_comes_and_goes() -> None:
    ship = unit("Swift", "-3,0,0", speed="16")
    facts = play(at_work(board(ship, HAVEN)), range(1, 16), move, meet)
    assert bodies_met(facts) == [
        "AtmosphereEntered",
        "PlanetReached",
        "BodyLeft",
        "AtmosphereEntered",
        "BodyLeft",
    ]
    assert [fact.exact for fact in of(facts, AtmosphereEntered)] == [10_000, 10_000]
    assert [fact.exact for fact in of(facts, PlanetReached)] == [5_000]
    assert ship.inside == ()


def test_at_exactly_the_radius_a_ship_is_outside() -> None:
    assert bodies_met(play(at_work(board(unit("Swift", "1.5,0,0"), HAVEN)), 1, move, meet)) == []
    assert bodies_met(play(at_work(board(unit("Swift", "1.4999,0,0"), HAVEN)), 1, move, meet)) == ["AtmosphereEntered"]


@each_row("kind", ["planet", "gas giant", "moon", "star"])
def test_planets_moons_and_stars_are_reached_within_their_radius(kind: TerrainKind) -> None:
    facts = play(at_work(board(unit("Swift", "0.2999,0,0"), body("Rock", kind=kind, radius="0.3"))), 1, meet)
    assert of(facts, PlanetReached) == [PlanetReached(unit="Swift", body="Rock", exact=2_999)]


@each_row("kind", ["ring", "asteroid", "hole"])
def test_rings_asteroids_and_black_holes_are_not_reached(kind: TerrainKind) -> None:
    facts = play(at_work(board(unit("Swift"), body("Rock", kind=kind, radius="0.3", size="1"))), 1, meet)
    assert bodies_met(facts) == []


def test_who_stays_within_a_body_is_told_nothing_again_in_a_later_exchange() -> None:
    on = board(unit("Swift", "0.5,0,0"), HAVEN)
    assert bodies_met(play(at_work(on), 1, move, meet)) == ["PlanetReached"]
    assert bodies_met(play(at_work(on), range(2, 5), move, meet)) == []


def test_among_asteroids_a_die_is_rolled_in_the_impulses_in_which_the_speed_is_scheduled() -> None:
    rocks = body("Rocks", kind="asteroid", radius="2")
    ship = unit("Swift", "-1.1,0,0", speed="4")
    facts = play(at_work(board(ship, rocks), dice=[3, 6, 1]), range(1, 25), move, meet)
    assert of(facts, HazardMet) == [
        HazardMet(unit="Swift", body="Rocks", die=3),
        HazardMet(unit="Swift", body="Rocks", die=6),
        HazardMet(unit="Swift", body="Rocks", die=1),
    ]
    assert [(roll.actor, roll.purpose, roll.object, roll.index) for roll in of(facts, DiceRolled)] == [
        ("Swift", "asteroids", "Rocks", 8_000),
        ("Swift", "asteroids", "Rocks", 16_000),
        ("Swift", "asteroids", "Rocks", 24_000),
    ]


@each_row(("at", "met"), [("2,0,0", True), ("0,-2,0", True), ("2,0.0001,0", False)])
def test_p3_12_within_an_asteroid_hex_is_up_to_and_with_its_radius(at: str, met: bool) -> None:
    rocks = body("Rocks", kind="asteroid", radius="2")
    facts = play(at_work(board(unit("Swift", at, speed="32"), rocks), dice=[4]), 1, meet)
    assert bool(of(facts, HazardMet)) is met


def test_inertia_alone_schedules_nobody() -> None:
    rocks = body("Rocks", kind="asteroid", radius="2")
    facts = play(at_work(board(unit("Swift", inertia="1,0,0"), rocks)), range(1, 33), move, meet)
    assert not of(facts, HazardMet)


def test_the_speed_that_a_web_leaves_is_the_one_that_is_scheduled() -> None:
    rocks = body("Rocks", kind="asteroid", radius="2")
    held = web("web-1", "1", "2", strength="3", points={"1": "-1,0,0", "2": "1,0,0"})
    facts = play(at_work(board(unit("Swift", speed="4"), rocks, held), dice=[2]), range(1, 33), move, meet)
    assert [fact.die for fact in of(facts, HazardMet)] == [2]


@each_row(
    ("at", "met"),
    [
        ("2.5,0,0", True),
        ("0,0.1,-2", True),
        ("0,-0.1,3", True),
        ("2.5,0.1001,0", False),
        ("1.9999,0,0", False),
        ("0,0,3.0001", False),
    ],
)
def test_a_ring_lies_level_between_its_two_radii_and_some_way_above_and_below(at: str, met: bool) -> None:
    ring = body("Ring", kind="ring", inner="2", radius="3", thick="0.1")
    ship = unit("Swift", at, speed="32")
    facts = play(at_work(board(ship, ring), dice=[4]), 1, meet)
    assert [fact.die for fact in of(facts, HazardMet)] == ([4] if met else [])
