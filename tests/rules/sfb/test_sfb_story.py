"""Every fact of SFB 'n3D as a sentence."""

from typing import Any

import pytest

from sits_es.events import Coded, Event
from sits_es.rules.chapters import facts_of
from sits_es.rules.sfb.ending.facts import ImpulseBegun, RunEnded, RunStopped
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.links.facts import ShieldEntered, TractorHeld
from sits_es.rules.sfb.motion.facts import Decelerated, InertiaChanged, SpeedChanged, UnitPlaced, UnitsParted
from sits_es.rules.sfb.sfb import SYSTEM
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, ExplosionMade, MineTriggered
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.telling import tell
from sits_es.rules.sfb.terrain.facts import TerrainPlaced
from sits_es.rules.sfb.turns.facts import HighEnergyTurned, UnitTurned
from sits_es.rules.sfb.webs.facts import AnchorLost, StrandLaid, WebDissolved, WebPowered
from sits_es.rules.system import Outcome
from tests.shared.rows import each_row
from tests.shared.sfb_order_lines import LINES
from tests.shared.sfb_samples import FACTS


@each_row(("fact", "sentence"), FACTS)
def test_a_fact_is_told_as_one_sentence(fact: Event, sentence: str) -> None:
    assert tell(fact) == sentence


def test_every_event_has_a_sentence_and_a_sample() -> None:
    named = {*facts_of("sits_es.rules.sfb")}
    assert named == {type(fact) for fact, _ in FACTS} | {type(order) for _, order in LINES}


@each_row(("line", "order"), [row for row in LINES if isinstance(row[1], Order)])
def test_an_order_is_told_as_it_is_written(line: str, order: Order) -> None:
    assert tell(order) == f"{order.unit} is ordered for impulse 1: {line}."


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
        (RunEnded(impulse=3, stopped=True), "A stop condition ends the run of impulses early, after impulse 3."),
        (
            SpeedChanged(unit="Hawk", before=0, after=10_000, cause="orbit"),
            "Hawk changes its warp speed from 0 to 1 for its orbit.",
        ),
        (
            SpeedChanged(unit="Hawk", before=30_000, after=0, cause="binding"),
            "Hawk changes its warp speed from 3 to 0 because it is bound.",
        ),
        (
            TractorHeld(units=("Hawk",), part=4_000),
            "Hawk completes only 0.4 of its movement: a tractor link holds it.",
        ),
        (TractorHeld(units=("Hawk",), part=0), "Hawk stays where it is: a tractor link holds it."),
        (
            TractorHeld(units=("Hawk", "Kite"), part=0),
            "Hawk and Kite stay where they are: a tractor link holds them.",
        ),
        (ShieldEntered(unit="Hawk", shield=4, up=False), "Hawk's shield #4 is down."),
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
                "Hawk makes a high-energy turn to yaw 0: the die is 2 (it breaks down on 5 or more), so it does not "
                "break down."
            ),
        ),
        (
            HighEnergyTurned(unit="Hawk", to=Facing(), facing=Facing(), die=0, needed=7),
            "Hawk makes a high-energy turn to yaw 0; no die is rolled for a breakdown.",
        ),
        (
            Decelerated(unit="Hawk", inertia_only=True, period=0),
            "Hawk makes an inertia-only deceleration: it loses all of its inertia and nothing else.",
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
            "Hawk fires phaser (top mount) at Wasp: range 0 (0 hexes), in exactly the same place.",
        ),
        (
            ExplosionFelt(unit="Hawk", source="mine-1", exact=10_000, strength=20_000, damage=2, in_web=True),
            (
                "Hawk feels the explosion of mine-1: 2 points, reduced by the web, from 1 hex away give "
                "2 points of "
                "damage."
            ),
        ),
        (
            MineTriggered(unit="mine-1", by="Hawk", exact=8_000, die=0, detonated=True),
            "Hawk moves in the zone of mine-1, 0.8 hexes away: the mine goes off.",
        ),
        (
            MineTriggered(unit="mine-1", by="Hawk", exact=8_000, die=6, detonated=False),
            "Hawk moves in the zone of mine-1, 0.8 hexes away: the die is 6 and the mine does not go off.",
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
        (Coded("last-side", ("Blue",)), "Only Blue has ships, bases or shuttles left."),
        (Coded("no-side"), "No side has ships, bases or shuttles left."),
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
