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
from sits_es.rules.sfb_n3d.reasons import REASONS, refused
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


#: Every reason why an order can't be given or comes to nothing, as whoever checks orders is told it, and its word.
TOLD: tuple[tuple[Coded, str, str | None], ...] = (
    (Coded("unit-gone"), "Kestrel is out of the game. Leave its orders out (house).", "unit"),
    (
        Coded("aboard", ("Ark",)),
        "Kestrel is aboard Ark. It takes orders from the impulse after its release on (A3.4).",
        "unit",
    ),
    (Coded("just-released"), "Kestrel comes out in this impulse. It takes orders from the next one on (A3.4).", "unit"),
    (Coded("no-helm", ("mine",)), "Kestrel is a mine. Mines take no orders (M2.40).", None),
    (
        Coded("no-target", ("Hwk", "Hawk")),
        "Kestrel: There is no target Hwk. Did you mean Hawk? Targets: Hawk.",
        "target",
    ),
    (Coded("target-gone", ("Hawk",)), "Kestrel: Hawk is not on the map. Name a unit that is (house).", "target"),
    (Coded("itself"), "Kestrel cannot name itself. Name another unit.", "target"),
    (
        Coded("own-unit", ("Hawk",)),
        "Kestrel: Hawk belongs to the same player. Name a unit of somebody else (house).",
        "target",
    ),
    (
        Coded("beyond-limit", ("speed", -5000)),
        "Kestrel: Speed -0.5 is not allowed. A warp speed is 0 or more (C1.43).",
        None,
    ),
    (
        Coded("in-orbit", ("Haven",)),
        "Kestrel is in orbit of Haven, which moves and turns it. Leave orbit first (P8.413).",
        None,
    ),
    (
        Coded("is-bound", ("Hawk", "Heron")),
        "Kestrel is bound to Hawk and Heron. Order speed or thrust, and they part (C14.20).",
        None,
    ),
    (
        Coded("no-thrust-yet", (2, 3)),
        "Kestrel uses no impulse energy up to 2.3, after an emergency deceleration (C8.41).",
        None,
    ),
    (
        Coded("tac-under-way", (8,)),
        (
            "Kestrel is in tactical manoeuvres up to impulse 8. Wait until they are over, or order `tac none` "
            "first (C5.3)."
        ),
        None,
    ),
    (
        Coded("turn-too-wide", ("yaw", 90000, 53000, "D", 120000, "")),
        "Kestrel: yaw 9 is over the limit of 5.3 degrees for turn mode D at speed 12 (C3.31).",
        "turn",
    ),
    (
        Coded("tac-begins"),
        "Kestrel: A manoeuvre by warp lasts a quarter of a turn. Begin it in impulse 1, 9, 17 or 25 (C5.21).",
        "tac",
    ),
    (
        Coded("speed-not-zero", (30000, "tac")),
        "Kestrel moves at speed 3. A tactical manoeuvre takes warp speed 0 (C5.3).",
        None,
    ),
    (Coded("no-het", ("shuttle",)), "Kestrel is a shuttle. High-energy turns are for ships (C6.0).", None),
    (
        Coded("turns-once"),
        "Kestrel turns otherwise in this impulse. A high-energy turn is its only turn then (C6.0).",
        None,
    ),
    (
        Coded("no-planet", ("Havn", "Haven")),
        "Kestrel: There is no planet Havn. Did you mean Haven? Planets: Haven.",
        "planet",
    ),
    (
        Coded("no-orbit", ("Maw", "hole")),
        "Kestrel: Maw is a black hole. Ships orbit planets, gas giants, moons, stars and asteroids (P8.41).",
        "planet",
    ),
    (
        Coded("orbit-too-far", ("Haven", 35000)),
        "Kestrel: Haven is 3.5 hexes away. An orbit is within three hexes, exactly (P8.41).",
        "planet",
    ),
    (
        Coded("orbit-not-level", ("Haven", 0, 10000)),
        "Kestrel: Haven has Y 0, the ship 1. A ship in orbit is level with its planet: the same Y (P8.41).",
        "planet",
    ),
    (
        Coded("orbit-in-middle", ("Haven",)),
        "Kestrel: Haven has the ship in its very middle. An orbit goes round it (P8.41).",
        "planet",
    ),
    (Coded("not-in-orbit"), "Kestrel is in no orbit that it could leave (P8.41).", None),
    (Coded("no-mate", ("Hwk", "Hawk")), "Kestrel: There is no unit Hwk. Did you mean Hawk? Units: Hawk.", "first"),
    (Coded("named-twice", ("Hawk",)), "Kestrel: Hawk is named twice. A web binds three ships together (C14.20).", None),
    (Coded("not-a-ship", ("Wasp", "shuttle")), "Kestrel: Wasp is a shuttle. Web energy binds ships (C14.20).", None),
    (Coded("other-side", ("Hawk",)), "Kestrel: Hawk is not of its side. Bind ships of one side (C14.20).", None),
    (
        Coded("bound-already", ("Hawk", "Heron", "Swan")),
        "Kestrel: Hawk is bound to Heron and Swan. Order speed or thrust, and they part (C14.20).",
        None,
    ),
    (
        Coded("still-moving", ("Heron", 30000, 10000)),
        "Kestrel: Heron moves at speed 3 with thrust 1. Set both to 0 before it is bound (C14.20).",
        None,
    ),
    (
        Coded("far-apart", ("Hawk", "Heron", 5000, 5000)),
        "Kestrel: Hawk and Heron are 0.5 hexes apart. Bring them nearer than 0.5 to bind them (C14.20).",
        None,
    ),
    (
        Coded("shields-wrong", ("Hawk", "Heron", "Swan")),
        "Kestrel: Hawk must have one of Heron and Swan off its shield #3 and the other off #5 (C14.20).",
        None,
    ),
    (Coded("no-generator", ("web",)), "Kestrel has no web generator (G10.0).", None),
    (Coded("sphere-is-up"), "Kestrel has a sphere up. Order `sphere off` first (G23.4).", None),
    (Coded("no-sphere"), "Kestrel has no sphere up (G23.4).", None),
    (
        Coded("no-weapon", ("laser", "phaser")),
        "Kestrel: There is no weapon laser. Did you mean phaser? Weapons: phaser.",
        "weapon",
    ),
    (
        Coded("all-fired", ("phaser",)),
        (
            "Kestrel: all weapons of phaser that bear have fired in this impulse. A weapon fires once in an "
            "impulse (house)."
        ),
        "weapon",
    ),
    (
        Coded("does-not-bear", ("phasers", 1100000, 52600)),
        (
            "Kestrel: nothing of phasers bears on the target, seen at yaw 110 pitch 5.26. The target must lie "
            "within the yaw arc and the pitch arc of a mount (D2.1)."
        ),
        "weapon",
    ),
    (
        Coded("planet-between", ("Haven",)),
        "Kestrel: Haven is in the way. The line to the target must pass it by (P2.1).",
        "target",
    ),
    (
        Coded("web-between", ("web-1",)),
        (
            "Kestrel: web-1 is in the way. The line to the target must stay 1 hex or more away from a web that "
            "lies between (G10.61)."
        ),
        "target",
    ),
    (
        Coded("no-launcher", ("tube", "drone-rack")),
        "Kestrel: There is no launcher tube. Launchers: drone-rack.",
        "launcher",
    ),
    (
        Coded("no-shots", ("drone-rack", 4)),
        "Kestrel: drone-rack has launched all of its 4 by then. Launch from another launcher (F1.24).",
        "launcher",
    ),
    (
        Coded("outside-fa", ("drone-rack", 800000, 0)),
        (
            "Kestrel: as drone-rack places it, its target is seen at yaw 80 pitch 0. A seeking weapon is placed "
            "with its target within yaw -70 to 70 and pitch -60 to 60 (F1.24)."
        ),
        "launcher",
    ),
    (Coded("not-aboard", ("Wasp",)), "Kestrel: There is no unit aboard Wasp. There are no units aboard.", "carried"),
    (Coded("no-web", ("web-9", "web-1")), "Kestrel: There is no web web-9. Did you mean web-1? Webs: web-1.", "web"),
    (Coded("not-your-web", ("web-1",)), "Kestrel: web-1 is somebody else's web (G10.0).", "web"),
    (
        Coded("web-has-power", ("web-1",)),
        "Kestrel: web-1 has power. Points are laid and joined before it has (G10.12).",
        "web",
    ),
    (Coded("no-point", ("web-1", "9", "1", "2")), "Kestrel: web-1: There is no point 9. Points: 1, 2.", "point"),
    (
        Coded("no-trail"),
        "Kestrel has laid no web point to go on from. Begin at an anchor: lay point from ANCHOR (G10.12).",
        None,
    ),
    (
        Coded("no-anchor", ("Hawke", "Hawk")),
        "Kestrel: There is no anchor Hawke. Did you mean Hawk? Anchors: Hawk.",
        "to",
    ),
    (Coded("not-anchor", ("Halo", "ring")), "Kestrel: Halo is no anchor. A ring holds no web (G10.211).", "to"),
    (Coded("not-its-anchor", ("web-1",)), "Kestrel is no anchor of web-1 (G10.117).", "web"),
    (
        Coded("too-far", ("3", 20000, 20000)),
        "Kestrel: point 3 is 2 hexes away. It must be nearer than 2 hexes (G10.12, G10.211).",
        None,
    ),
    (
        Coded("power-short", (66000, 60000)),
        "Kestrel: it takes 6.6 points of power, and 6 is given. Give at least 6.6 (G10.211).",
        "power",
    ),
    (
        Coded("has-not-moved"),
        "Kestrel: the last point is where it is. Move before the next point is laid (G10.12).",
        None,
    ),
    (
        Coded("strand-is-laid", ("web-1",)),
        "Kestrel: that strand of web-1 is there already, as long as it can be now. Lay another one (G10.211).",
        None,
    ),
    (
        Coded("not-nearer-middle", ("web-1", "3")),
        "Kestrel is not nearer to the middle of web-1 than point 3 is. A point moves inward only (G10.12).",
        None,
    ),
)


@each_row(("why", "said", "field"), TOLD)
def test_a_reason_is_told_in_the_same_words_before_an_order_is_given_and_after_it_came_to_nothing(
    why: Coded, said: str, field: str | None
) -> None:
    found = refused("Kestrel", why.code, *why.values)
    assert (found.message, found.field, found.why) == (said, field, why)
    void = tell(OrderVoided(unit="Kestrel", order="speed 3", why=why))
    sentence = f"it {said.removeprefix('Kestrel ')}" if said.startswith("Kestrel ") else said.removeprefix("Kestrel: ")
    assert void == f'Kestrel cannot carry out "speed 3": {sentence}'


def test_every_reason_is_among_them() -> None:
    assert {why.code for why, *_ in TOLD} == set(REASONS)


@each_row(
    ("why", "said"),
    [
        (
            Coded("no-helm", ("base",)),
            "Kestrel is a base. It stays where it is, and rotates as it was set to before the game (C3.7, C3.71).",
        ),
        (Coded("no-helm", ("seeking",)), "Kestrel guides itself. Seeking weapons take no orders (F2.21)."),
        (
            Coded("beyond-limit", ("thrust", 10_001)),
            "Kestrel: Thrust 1.0001 is not allowed. Impulse thrust is 0 to 1 in a turn (C2.111).",
        ),
        (
            Coded("beyond-limit", ("radius", 40_000)),
            "Kestrel: A sphere cannot have a radius of 4. It is 0 to 3.9999 hexes (G23.41).",
        ),
        (
            Coded("beyond-limit", ("strength", 360_000)),
            "Kestrel: A web of strength 36 is not allowed. Webs have a strength of 0 to 35 (G10.3).",
        ),
        (Coded("speed-not-zero", (30_000, "orbit")), "Kestrel moves at speed 3. An orbit takes warp speed 0 (P8.41)."),
        (Coded("no-generator", ("sphere",)), "Kestrel has no expanding sphere generator (G23.4)."),
        (Coded("not-anchor", ("Kestrel", "itself")), "Kestrel cannot be both anchors. Name another (G10.211)."),
        (Coded("not-anchor", ("Hawk", "gone")), "Kestrel: Hawk is not on the map. Name another anchor (G10.211)."),
        (Coded("not-anchor", ("Hawk", "side")), "Kestrel: Hawk is not of its side. Name another anchor (G10.211)."),
        (
            Coded("not-anchor", ("Hawk", "bare")),
            "Kestrel: Hawk holds no web. Ships that lay webs and bases do (G10.211).",
        ),
        (
            Coded("turn-too-wide", ("yaw", 120_000, 110_000, "D", 0, "both, crew")),
            (
                "Kestrel: yaw 12 is over the limit of 11 degrees in sublight and warp manoeuvres with an "
                "outstanding crew (G21.224)."
            ),
        ),
    ],
)
def test_a_reason_says_what_its_values_say(why: Coded, said: str) -> None:
    assert refused("Kestrel", why.code, *why.values).message == said


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
