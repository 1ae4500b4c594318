"""Every fact of SFB 'n3D as a sentence."""

from typing import Any

import pytest

from sits_es.events import Coded, Event
from sits_es.rules.chapters import facts_of
from sits_es.rules.sfb_n3d.ending.facts import ImpulseBegun, OrderVoided, RunEnded, RunStopped
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.fire.facts import WeaponFired
from sits_es.rules.sfb_n3d.motion.facts import Decelerated, InertiaChanged, SpeedChanged, UnitPlaced, UnitsParted
from sits_es.rules.sfb_n3d.orders.language import write_order
from sits_es.rules.sfb_n3d.reasons import VOIDED
from sits_es.rules.sfb_n3d.sfb_n3d import SYSTEM
from sits_es.rules.sfb_n3d.spheres.facts import ExplosionFelt, ExplosionMade, MineTriggered
from sits_es.rules.sfb_n3d.sums.facings import Facing, Turn
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place
from sits_es.rules.sfb_n3d.telling import tell
from sits_es.rules.sfb_n3d.terrain.facts import TerrainPlaced
from sits_es.rules.sfb_n3d.turns.facts import HighEnergyTurned, UnitTurned
from sits_es.rules.sfb_n3d.webs.facts import AnchorLost, StrandLaid, WebDissolved, WebPowered
from sits_es.rules.system import Outcome
from tests.shared.rows import each_row
from tests.shared.sfb_samples import FACTS, ORDERS


@each_row(("fact", "sentence"), FACTS)
def test_a_fact_is_told_as_one_sentence(fact: Event, sentence: str) -> None:
    assert tell(fact) == sentence


def test_every_event_has_a_sentence_and_a_sample() -> None:
    named = {*facts_of("sits_es.rules.sfb_n3d")}
    assert named == {type(fact) for fact, _ in FACTS} | {type(order) for order in ORDERS}


@each_row("order", ORDERS)
def test_an_order_is_told_as_it_is_written(order: OfUnit) -> None:
    assert tell(order) == f"{order.unit} is ordered for impulse 5: {write_order(order)}."


PLACED: dict[str, Any] = {
    "unit": "Wasp",
    "unit_class": "Fighter",
    "player": "anna",
    "side": "Blue",
    "place": Place(),
    "facing": Facing(),
}


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (
            UnitPlaced(**PLACED, rotation=Turn(yaw=20_000)),
            (
                "Wasp (Fighter, side Blue, player anna) stands at 0,0,0, facing yaw 0, speed 0, rotating yaw 2 "
                "each impulse."
            ),
        ),
        (UnitPlaced(**PLACED, aboard="Kestrel"), "Wasp (Fighter, side Blue, player anna) is aboard Kestrel."),
        (RunEnded(impulse=3, stopped=True), "A stop ends the run of impulses early, after impulse 3."),
        (
            SpeedChanged(unit="Hawk", before=0, after=10_000, cause="orbit"),
            "Hawk changes its warp speed from 0 to 1 for its orbit.",
        ),
        (
            SpeedChanged(unit="Hawk", before=30_000, after=0, cause="binding"),
            "Hawk changes its warp speed from 3 to 0 because it is bound.",
        ),
        (
            UnitTurned(unit="Station", cause="rotation", turn=Turn(yaw=20_000), facing=Facing(yaw=20_000)),
            "Station rotates yaw 2 and faces yaw 2.",
        ),
        (
            UnitTurned(unit="Hawk", cause="orbit", turn=Turn(yaw=-8_952), facing=Facing(yaw=891_048)),
            "Hawk turns yaw -0.8952 along its orbit and faces yaw 89.1048.",
        ),
        (
            UnitTurned(unit="drone-1", cause="seek", turn=Turn(yaw=1), facing=Facing(yaw=1), limit=187_500),
            "drone-1 turns yaw 0.0001 towards its target (up to 18.75 on each axis) and faces yaw 0.0001.",
        ),
        (
            HighEnergyTurned(unit="Hawk", to=Facing(), facing=Facing(), die=2, needed=5),
            (
                "Hawk makes a high-energy turn to yaw 0: the die is 2, 5 or more breaks it down, so it does not "
                "break down."
            ),
        ),
        (
            HighEnergyTurned(unit="Hawk", to=Facing(), facing=Facing(), die=0, needed=7),
            "Hawk makes a high-energy turn to yaw 0; no die is rolled for a breakdown.",
        ),
        (
            Decelerated(unit="Hawk", inertia_only=True, period=0),
            "Hawk makes an inertia-only deceleration: all of its inertia is lost, and nothing else.",
        ),
        (
            InertiaChanged(unit="Hawk", cause="pull", change=Inertia(500), inertia=Inertia(500), by="Maw"),
            "Maw pulls Hawk: 0.00005,0,0 is added to its inertia; it is 0.00005,0,0 now.",
        ),
        (
            InertiaChanged(unit="Hawk", cause="web", change=Inertia(-5), inertia=Inertia(), by="web-1"),
            "web-1 takes Hawk's inertia; it is 0,0,0 now.",
        ),
        (
            InertiaChanged(unit="Hawk", cause="deceleration", change=Inertia(-5), inertia=Inertia()),
            "Hawk loses its inertia in the deceleration; it is 0,0,0 now.",
        ),
        (
            InertiaChanged(unit="Hawk", cause="binding", change=Inertia(5), inertia=Inertia(5)),
            "Hawk takes the mean inertia of the ships bound together; it is 0.0000005,0,0 now.",
        ),
        (
            WeaponFired(unit="Hawk", weapon="phaser", target="Wasp", mounts=("top",), exact=0, yaw=None, pitch=None),
            "Hawk fires phaser (1 mount: top) at Wasp: range 0 (0 hexes), in the very same place.",
        ),
        (
            ExplosionFelt(unit="Hawk", source="mine-1", exact=10_000, strength=20_000, damage=2, in_web=True),
            (
                "Hawk feels the explosion of mine-1: 2 points, as the web leaves them, from 1 hex away give "
                "2 points of "
                "damage."
            ),
        ),
        (
            MineTriggered(unit="mine-1", by="Hawk", exact=8_000, die=0, detonated=True),
            "Hawk moves within the zone of mine-1, 0.8 hexes away: it goes off.",
        ),
        (
            MineTriggered(unit="mine-1", by="Hawk", exact=8_000, die=6, detonated=False),
            "Hawk moves within the zone of mine-1, 0.8 hexes away: the die is 6 and it does not go off.",
        ),
        (
            TerrainPlaced(name="Belt", kind="ring", place=Place(), radius=60_000, inner=30_000, thick=3_000),
            "Belt, a ring, is at 0,0,0, from 1 hex to 2 hexes out, 0.1 hexes up and down.",
        ),
        (
            TerrainPlaced(name="Maw", kind="hole", place=Place(), size=50_000),
            "Maw, a black hole, is at 0,0,0, size 5.",
        ),
        (
            TerrainPlaced(name="asteroid-1", kind="asteroid", place=Place(), radius=10_000),
            "asteroid-1, an asteroid, is at 0,0,0, radius 0.3333 hexes.",
        ),
        (WebDissolved(web="web-1", cause="parted"), "web-1 dissolves: its anchors parted before it had power."),
    ],
)
def test_facts_of_one_class_that_differ_are_told_differently(fact: Event, sentence: str) -> None:
    assert tell(fact) == sentence


#: Every code of an order that came to nothing, with the order that it is about and what is said after the colon.
REASONS: tuple[tuple[str, Coded, str], ...] = (
    ("speed 3", Coded("unit-gone"), "it is not on the map any more. Only units on the map carry out orders (house)"),
    (
        "fire phasers at Hawk",
        Coded("target-gone", ("Hawk",)),
        "Hawk is not on the map any more. Choose a target that is (house)",
    ),
    (
        "fire phasers at Hawk",
        Coded("does-not-bear", ("phasers", 1_100_000, 52_600)),
        (
            "nothing of phasers bears on the target, seen at yaw 110 pitch 5.26. The target must lie within the "
            "yaw arc and the pitch arc of a mount (D2.1)"
        ),
    ),
    (
        "fire phasers at Hawk",
        Coded("planet-between", ("Haven",)),
        "Haven is in the way. The line to the target must pass it by (P2.1)",
    ),
    (
        "fire phasers at Hawk",
        Coded("web-between", ("web-1",)),
        (
            "web-1 is in the way. The line to the target must stay 1 hex or more away from a web that lies "
            "between (G10.61)"
        ),
    ),
    (
        "turn yaw 9",
        Coded("turn-too-wide", ("yaw", 90_000, 53_000)),
        "it would turn yaw 9, and 5.3 is the most now. Turn at most that much on each axis (C3.31, C5)",
    ),
    ("tac warp", Coded("speed-not-zero", (30_000,)), "its warp speed is 3. It takes warp speed 0 (C5.3)"),
    ("orbit Haven left", Coded("speed-not-zero", (30_000,)), "its warp speed is 3. It takes warp speed 0 (P8.41)"),
    (
        "bind to Hawk and Heron",
        Coded("speed-not-zero", (30_000,)),
        "its warp speed is 3. It takes warp speed 0 (C14.20)",
    ),
    (
        "thrust 1",
        Coded("no-thrust-yet", (5,)),
        "5 impulses after its emergency deceleration are still to go. Until then no impulse energy moves it (C8.41)",
    ),
    (
        "orbit Haven left",
        Coded("orbit-too-far", ("Haven", 35_000)),
        "Haven is 3.5 hexes away. A standard orbit begins within 3 hexes (P8.41)",
    ),
    (
        "orbit Haven left",
        Coded("orbit-not-level", ("Haven",)),
        "Haven is not level with it. A standard orbit needs the planet at relative pitch 0 (P8.41)",
    ),
    ("leave orbit", Coded("not-in-orbit"), "it is in no standard orbit. Only a ship in orbit leaves one (P8.4)"),
    (
        "lay web to Weaver at 6",
        Coded("too-far", ("Weaver", 20_000)),
        "Weaver is 2 hexes away. It must be less than 2 hexes from the other anchor (G10.211)",
    ),
    (
        "lay point from Weaver at 6",
        Coded("too-far", ("Weaver", 20_000)),
        "Weaver is 2 hexes away. It must be less than 2 hexes from where the strand begins (G10.12, G10.211)",
    ),
    (
        "join point 3 of web-1 at 6",
        Coded("too-far", ("3", 20_000)),
        "point 3 is 2 hexes away. It must be less than 2 hexes from the point (G10.12, G10.211)",
    ),
    (
        "move point 3 of web-1",
        Coded("too-far", ("3", 5_000)),
        "point 3 is 0.5 hexes away. It must be less than 0.5 hexes from the point (G10.12)",
    ),
    (
        "bind to Hawk and Heron",
        Coded("too-far", ("Hawk", 5_000)),
        "Hawk is 0.5 hexes away. It must be less than 0.5 hexes apart (C14.20)",
    ),
    (
        "lay web to Weaver at 6",
        Coded("power-short", (66_000, 60_000)),
        "it takes 6.6 points of power, and 6 is given. Give at least 6.6 (G10.211)",
    ),
    ("drop web-1", Coded("no-web", ("web-1",)), "there is no web-1 any more. Name a web that is there (G10)"),
    (
        "move point 3 of web-1",
        Coded("no-point", ("web-1", "3")),
        "web-1 has no point 3. Name one of its points (G10.12)",
    ),
    (
        "move point 3 of web-1",
        Coded("not-nearer-middle", ("web-1", "3")),
        "it is not nearer to the middle of web-1 than point 3 is. A point moves inward only (G10.12)",
    ),
    (
        "drop web-1",
        Coded("not-anchor", ("Spinner",)),
        "Spinner is no anchor for it. A web is laid from valid anchors, and dropped by its own (G10.211, G10.117)",
    ),
    (
        "bind to Hawk and Hawk",
        Coded("named-twice", ("Hawk",)),
        "Hawk is named twice. Web energy binds three ships together (C14.20)",
    ),
    (
        "bind to Hawk and Wasp",
        Coded("not-a-ship", ("Wasp", "shuttle")),
        "Wasp is a shuttle. Web energy binds ships (C14.20)",
    ),
    (
        "bind to Hawk and Dart",
        Coded("not-a-ship", ("Dart", "seeking")),
        "Dart is a seeking weapon. Web energy binds ships (C14.20)",
    ),
    (
        "launch drone-rack at Hawk",
        Coded("no-shots", ("drone-rack",)),
        "drone-rack has launched all that it holds. Launch from another one (house)",
    ),
    ("release Wasp", Coded("not-aboard", ("Wasp",)), "Wasp is not aboard. Only what is aboard goes out (A3.4)"),
    (
        "launch drone-rack at Hawk",
        Coded("outside-fa", ("drone-rack", 800_000, 0)),
        (
            "as drone-rack places it, its target is seen at yaw 80 pitch 0. A seeking weapon is placed with its "
            "target within yaw -70 to 70 and pitch -60 to 60 (F1.24)"
        ),
    ),
    (
        "sphere 2 energy 3",
        Coded("sphere-is-up"),
        "its sphere is up. End it before it forms another (G23.41)",
    ),
    ("sphere off", Coded("no-sphere"), "it has no sphere. Only a sphere that is up can end (G23.41)"),
    (
        "speed 3",
        Coded("in-orbit", ("Haven",)),
        "it is in a standard orbit of Haven. It must leave the orbit first (P8.41)",
    ),
    (
        "sphere 4 energy 1",
        Coded("beyond-limit", ("radius",)),
        "its radius is beyond what is allowed. A sphere's radius is 0 to 3.9999 hexes (G23.41)",
    ),
    (
        "lay web to Weaver at 6",
        Coded("no-generator", ("web",)),
        "it lays no webs. Units with a web generator do (G10.0)",
    ),
    ("tac warp", Coded("tac-begins"), "a manoeuvre by warp begins in impulse 1, 9, 17 or 25 (C5.21)"),
    ("het to yaw 90", Coded("no-het", ("shuttle",)), "it is a shuttle. High-energy turns are for ships (C6.0)"),
    ("fire lasers at Hawk", Coded("no-weapon", ("lasers",)), "it has no weapon lasers. Name one of its own (D2.11)"),
    (
        "launch tube at Hawk",
        Coded("no-launcher", ("tube",)),
        "it has no launcher tube. Name one of its own (F1.24)",
    ),
    (
        "orbit Maw left",
        Coded("no-orbit", ("Maw", "hole")),
        "Maw is a black hole. Ships orbit planets, gas giants, moons, stars and asteroids (P8.41)",
    ),
    (
        "het to yaw 90",
        Coded("turns-once"),
        "it has turned in this impulse. A high-energy turn is its only turn then (C6.0)",
    ),
    (
        "fire phasers at Hawk",
        Coded("just-released"),
        "it has come out in this impulse. It takes orders from the next one on (A3.4)",
    ),
    (
        "fire phasers at Hawk",
        Coded("own-unit", ("Hawk",)),
        "Hawk is its player's own. Name a unit of somebody else (house)",
    ),
    ("power web-1 to 3", Coded("not-your-web", ("web-1",)), "web-1 is somebody else's web (G10.0)"),
    (
        "speed 3",
        Coded("is-bound"),
        "it is bound to two other ships by web energy, with no warp or impulse energy to move (C14.20)",
    ),
    (
        "fire phasers at Hawk",
        Coded("all-fired", ("phasers",)),
        "all weapons of phasers that bear have fired in this impulse. A weapon fires once in an impulse (house)",
    ),
    (
        "turn yaw 1",
        Coded("no-helm"),
        (
            "nobody steers it. Bases rotate as they were set up to, mines and seeking weapons guide themselves "
            "(C3.71, F2.21)"
        ),
    ),
    (
        "speed 3",
        Coded("tac-under-way", (8,)),
        "its tactical manoeuvres go on to impulse 8. Until then it uses no other energy to move (C5.3)",
    ),
    (
        "orbit Haven left",
        Coded("orbit-in-middle", ("Haven",)),
        "it is in the very middle of Haven. An orbit goes round it (P8.41)",
    ),
    (
        "lay point at 3",
        Coded("no-trail"),
        "it has laid no point yet. Begin from an anchor: lay point from NAME (G10.12)",
    ),
    (
        "lay point at 3",
        Coded("has-not-moved"),
        "the last point is where it is. Move before the next point is laid (G10.12)",
    ),
    (
        "lay web to Weaver at 6",
        Coded("strand-is-laid", ("web-1",)),
        "that strand of web-1 is there already, as long as it can be now. Lay another one (G10.211)",
    ),
    (
        "lay point at 3",
        Coded("web-has-power", ("web-1",)),
        "web-1 has power. Points are laid and joined while it has none (G10.12)",
    ),
    (
        "bind to Hawk and Heron",
        Coded("other-side", ("Hawk",)),
        "Hawk is not on its side. Three ships of one side are bound (C14.20)",
    ),
    (
        "bind to Hawk and Heron",
        Coded("still-moving", ("Heron", 30_000, 10_000)),
        "Heron moves at warp speed 3 with thrust 1. Both must be 0 (C14.20)",
    ),
    (
        "bind to Hawk and Heron",
        Coded("shields-wrong", ("Kestrel", "Hawk", "Heron")),
        (
            "Kestrel does not have one of Hawk and Heron off its #3 shield and the other off its #5. Each of the "
            "three must (C14.20)"
        ),
    ),
)


@each_row(("order", "why", "said"), REASONS)
def test_why_an_order_came_to_nothing_is_said_with_its_limit_and_its_rule(order: str, why: Coded, said: str) -> None:
    fact = OrderVoided(unit="Kestrel", order=order, why=why)
    assert tell(fact) == f'Kestrel cannot carry out "{order}": {said}.'


def test_every_code_of_an_order_that_came_to_nothing_is_among_them() -> None:
    assert {why.code for _, why, _ in REASONS} == set(VOIDED)


@each_row(
    ("condition", "target", "said"),
    [
        ("launched at", None, "something was launched at it"),
        ("fired at", None, "it was fired at"),
        ("struck", None, "it was struck"),
        ("trapped", None, "a web holds it"),
        ("target bears", "Hawk", "a weapon bears on Hawk"),
    ],
)
def test_what_stops_a_run_is_said(condition: Any, target: str | None, said: str) -> None:
    stopped = RunStopped(unit="Kestrel", condition=condition, target=target)
    assert tell(stopped) == f"Kestrel stops the run after this impulse: {said}."


@each_row(
    ("why", "said"),
    [
        (Coded("last-side", ("Blue",)), "Only Blue has ships or bases left."),
        (Coded("no-side"), "No side has ships or bases left."),
        (Coded("time-up", (4,)), "Turn 4 was the last of the scenario."),
    ],
)
def test_an_outcome_is_told(why: Coded, said: str) -> None:
    assert SYSTEM.tell(Outcome(winner=None, why=(why,))) == said


@each_row(
    ("fact", "unit"),
    [
        (FACTS[0][0], "Kestrel"),
        (ExplosionMade(source="mine-1", place=Place(), strength=1, cause="mine"), "mine-1"),
        (UnitsParted(units=("Kestrel", "Weaver", "Spinner")), "Kestrel"),
        (StrandLaid(web="w", one="A", other="B", length=1, cost=6, by=(("Weaver", 6),)), "Weaver"),
        (WebPowered(web="w", by="Weaver", traditional=1, strength=4), "Weaver"),
        (AnchorLost(web="w", anchor="Spinner", strands=()), "Spinner"),
        (ImpulseBegun(impulse=5), None),
        (WebDissolved(web="w", cause="parted"), None),
    ],
)
def test_a_fact_is_about_the_unit_that_acts_or_suffers(fact: Event, unit: str | None) -> None:
    assert SYSTEM.unit_of(fact) == unit
