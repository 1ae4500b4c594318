"""A small fight of SFB 'n3D made by hand: a board, and a fact of every class that could have happened on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.events import Coded, Event
from sits_es.rules.sfb.board import Board, Body, Unit, Web
from sits_es.rules.sfb.cards.unit_class import Launcher, UnitClass, WeaponGroup
from sits_es.rules.sfb.ending.facts import (
    DamageEntered,
    ImpulseBegun,
    LossEntered,
    OrderVoided,
    RunEnded,
    RunStopped,
    TimeRanOut,
    UnitLost,
)
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.launching.facts import (
    SeekerLaunched,
    SeekerSpent,
    SeekerStruck,
    UnitReleased,
)
from sits_es.rules.sfb.links.facts import (
    DisplacementEntered,
    InertiaEntered,
    ShieldEntered,
    TractorEnded,
    TractorEntered,
    TractorHeld,
    TractorLinked,
    Transported,
)
from sits_es.rules.sfb.motion.facts import (
    Decelerated,
    InertiaChanged,
    SpeedChanged,
    ThrustChanged,
    UnitMoved,
    UnitPlaced,
    UnitsBound,
    UnitsParted,
)
from sits_es.rules.sfb.orbits.facts import OrbitEntered, OrbitLeft
from sits_es.rules.sfb.points.facts import (
    PointLaid,
    PointMoved,
    PointsLost,
)
from sits_es.rules.sfb.spheres.facts import (
    ExplosionFelt,
    ExplosionMade,
    MineTriggered,
    SphereEnded,
    SphereEntered,
    SphereFormed,
    SphereStruck,
)
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.terrain.facts import (
    AtmosphereEntered,
    BodyLeft,
    FieldLaid,
    HazardMet,
    PlanetReached,
    TerrainPlaced,
)
from sits_es.rules.sfb.turns.facts import (
    HighEnergyTurned,
    TacBegun,
    TacEnded,
    UnitTurned,
)
from sits_es.rules.sfb.webs.facts import (
    AnchorLost,
    Point,
    Strand,
    StrandLaid,
    UnitFreed,
    UnitTrapped,
    WebDissolved,
    WebEntered,
    WebPlaced,
    WebPowered,
)

HEX: Final = 10_000

AHEAD: Final = Facing()

CLASSES: Final = {
    "War Cruiser": UnitClass(
        name="War Cruiser",
        kind="ship",
        turn_class="D",
        weapons=(
            WeaponGroup(name="phasers", arcs=("FH",), mounts=("top", "bottom")),
            WeaponGroup(name="disruptors", arcs=("FA",), mounts=("top", "centre", "bottom"), dice=1),
        ),
        launchers=(Launcher(name="drone-rack", launches="Drone", shots=4),),
        breakdown=(5, 4),
        web=True,
        sphere=True,
    ),
    "Base": UnitClass(name="Base", kind="base", turn_class="base"),
    "Drone": UnitClass(name="Drone", kind="seeking", turn_class="seeking", speed=20 * HEX, endurance=96),
    "Mine": UnitClass(name="Mine", kind="mine", turn_class="F", strength=12 * HEX, zone=HEX, detonates=4),
    "Fighter": UnitClass(name="Fighter", kind="shuttle", turn_class="shuttle"),
}


def unit(name: str, unit_class: str, player: str, place: Place, facing: Facing = AHEAD, **more: object) -> Unit:
    """A unit of Anna (Blue) or Ben (Red)."""
    side = {"anna": "Blue", "ben": "Red"}[player]
    kind = CLASSES[unit_class].kind
    made = Unit(name=name, unit_class=unit_class, kind=kind, player=player, side=side, place=place, facing=facing)
    for field, value in more.items():
        setattr(made, field, value)
    return made


def board() -> Board:
    """Anna's Kestrel and its friends against Ben's Hawk and Station, between a planet, a black hole and a web."""
    units = (
        unit(
            "Kestrel",
            "War Cruiser",
            "anna",
            Place(30_000, 5_000, -10_000),
            Facing(pitch=100_000, yaw=3_000_000),
            speed=12 * HEX,
            thrust=HEX,
            inertia=Inertia(5_000_000),
        ),
        unit("Weaver", "War Cruiser", "anna", Place(0, 0, 50_000)),
        unit("Spinner", "War Cruiser", "anna", Place(11_000, 0, 50_000)),
        unit("Wasp", "Fighter", "anna", Place(), aboard="Kestrel"),
        unit(
            "drone-1",
            "Drone",
            "anna",
            Place(34_000, 5_000, -14_000),
            Facing(yaw=3_100_000),
            speed=20 * HEX,
            target="Hawk",
        ),
        unit("Hawk", "War Cruiser", "ben", Place(40_000, 8_000, -28_000), Facing(yaw=1_200_000), speed=8 * HEX),
        unit("Station", "Base", "ben", Place(-60_000), rotation=Turn(yaw=20_000)),
        unit("mine-1", "Mine", "ben", Place(30_000, 5_000, -18_000)),
    )
    return Board(
        classes=dict(CLASSES),
        turn=2,
        impulse=1,
        now=5,
        units={each.name: each for each in units},
        bodies={
            "Haven": Body(name="Haven", kind="planet", place=Place(50_000, 5_000, -10_000), radius=15_000),
            "Maw": Body(name="Maw", kind="hole", place=Place(30_000, 5_000, 90_000), size=5 * HEX),
        },
        webs={
            "web-1": Web(
                name="web-1",
                player="anna",
                kind="linear",
                strands=(Strand("Weaver", "Spinner", 11_000),),
                strength=14 * HEX,
            )
        },
        webs_made=1,
    )


#: A fact of every class, with its sentence.
FACTS: Final[tuple[tuple[Event, str], ...]] = (
    (
        UnitPlaced(
            unit="Kestrel",
            unit_class="War Cruiser",
            player="anna",
            side="Blue",
            place=Place(30_000, 5_000, -10_000),
            facing=Facing(pitch=100_000, yaw=3_000_000),
            speed=120_000,
            thrust=10_000,
            inertia=Inertia(5_000_000),
            outstanding=True,
        ),
        (
            "Kestrel (War Cruiser, side Blue, player anna) stands at 3,0.5,-1, facing yaw -60 pitch 10, "
            "speed 12, thrust 1, "
            "inertia 0.5,0,0, with an outstanding crew."
        ),
    ),
    (ImpulseBegun(impulse=5), "Impulse 5."),
    (RunEnded(impulse=8), "The run of impulses is over after impulse 8."),
    (TimeRanOut(turns=4), "Turn 4 was the last of the scenario."),
    (
        SpeedChanged(unit="Kestrel", before=120_000, after=125_000),
        "Kestrel changes its warp speed from 12 to 12.5.",
    ),
    (
        ThrustChanged(unit="Kestrel", before=10_000, after=0, cause="deceleration"),
        "Kestrel changes its thrust from 1 to 0 by its deceleration.",
    ),
    (
        TacBegun(unit="Weaver", tac="warp", until=8),
        "Weaver begins warp tactical manoeuvres, up to and including impulse 8.",
    ),
    (TacEnded(unit="Weaver"), "Weaver ends its tactical manoeuvres."),
    (
        UnitTurned(
            unit="Kestrel",
            cause="order",
            turn=Turn(pitch=-30_000, yaw=42_000),
            facing=Facing(pitch=70_000, yaw=3_042_000),
            limit=53_000,
        ),
        "Kestrel turns yaw 4.2 pitch -3 (up to 5.3 on each axis) and faces yaw -55.8 pitch 7.",
    ),
    (
        HighEnergyTurned(
            unit="Kestrel",
            to=Facing(yaw=900_000),
            facing=Facing(1_300_000, 700_000, 2_000_000),
            die=5,
            needed=5,
            broke_down=True,
        ),
        (
            "Kestrel makes a high-energy turn to yaw 90 and breaks down: the die is 5 (it breaks "
            "down on 5 or more); six dice "
            "leave it facing yaw 70 pitch 130 roll -160."
        ),
    ),
    (
        Decelerated(unit="Kestrel", inertia_only=False, period=16),
        (
            "Kestrel makes an emergency deceleration: it stops and loses all of its inertia; no impulse "
            "energy moves it "
            "for 16 impulses after this."
        ),
    ),
    (
        OrbitEntered(
            unit="Weaver", planet="Haven", side="left", exact=20_000, facing=Facing(yaw=2_700_000), turn=8_952
        ),
        (
            "Weaver enters a standard orbit around Haven, 2 hexes from its middle, with Haven to the left: the "
            "ship faces yaw -90 and turns yaw 0.8952 each impulse in the plane of the orbit."
        ),
    ),
    (OrbitLeft(unit="Weaver"), "Weaver leaves its standard orbit."),
    (
        InertiaChanged(
            unit="Kestrel",
            cause="thrust",
            change=Inertia(153_876, 54_265, -266_521),
            inertia=Inertia(5_153_876, 54_265, -266_521),
        ),
        (
            "Kestrel's thrust adds 0.0153876,0.0054265,-0.0266521 to its inertia; it is "
            "0.5153876,0.0054265,-0.0266521 now."
        ),
    ),
    (
        UnitMoved(unit="Kestrel", moved=Place(2_003, 651, -3_198), place=Place(32_003, 5_651, -13_198), speed=120_000),
        "Kestrel moves 0.2003,0.0651,-0.3198 to 3.2003,0.5651,-1.3198, at warp speed 12.",
    ),
    (
        UnitsBound(units=("Kestrel", "Weaver", "Spinner"), inertia=Inertia(1_666_667)),
        "Kestrel, Weaver and Spinner are bound by web energy; each now has inertia 0.1666667,0,0.",
    ),
    (UnitsParted(units=("Kestrel", "Weaver", "Spinner")), "Kestrel, Weaver and Spinner are no longer bound."),
    (
        UnitReleased(
            unit="Wasp",
            carrier="Kestrel",
            place=Place(30_000, 5_000, -10_000),
            facing=Facing(pitch=100_000, yaw=3_000_000),
            speed=0,
            inertia=Inertia(5_000_000),
        ),
        "Wasp leaves Kestrel at 3,0.5,-1, facing yaw -60 pitch 10, speed 0, inertia 0.5,0,0.",
    ),
    (
        OrderVoided(
            unit="Kestrel", order="fire phasers at Hawk", why=Coded("does-not-bear", ("phasers", 1_100_000, 52_600))
        ),
        (
            'Kestrel: "fire phasers at Hawk" failed: no weapon of group phasers bears on the target, seen at yaw 110 '
            "pitch 5.26. The target must lie within the yaw arc and the pitch arc of a mount (D2.1)."
        ),
    ),
    (
        RunStopped(unit="Kestrel", condition="range at most", target="Hawk", range=50_000),
        "Kestrel stops the run after this impulse: Hawk is within 5 hexes.",
    ),
    (
        WeaponFired(
            unit="Kestrel",
            weapon="phasers",
            target="Hawk",
            mounts=("top", "bottom"),
            exact=20_808,
            yaw=-9_359,
            pitch=-17_094,
        ),
        (
            "Kestrel fires phasers (top and bottom mounts) at Hawk: range 2 (2.0808 hexes), seen at yaw "
            "-0.9359 pitch -1.7094."
        ),
    ),
    (
        SeekerLaunched(
            unit="Kestrel",
            launcher="drone-rack",
            seeker="drone-2",
            unit_class="Drone",
            target="Hawk",
            aim=None,
            place=Place(30_000, 5_000, -10_000),
            facing=Facing(pitch=82_893, yaw=2_990_546),
            speed=200_000,
        ),
        (
            "Kestrel launches drone-2 (Drone) at Hawk; it starts at 3,0.5,-1, facing yaw -60.9454 pitch 8.2893, "
            "speed 20."
        ),
    ),
    (SeekerStruck(unit="drone-1", target="Hawk", exact=4_000), "drone-1 strikes Hawk from 0.4 hexes away."),
    (SeekerSpent(unit="drone-1", cause="endurance"), "drone-1 is spent: its endurance is used up."),
    (UnitLost(unit="Wasp", carrier="Kestrel"), "Wasp is lost with Kestrel, which carried it."),
    (
        ExplosionMade(source="mine-1", place=Place(30_000, 5_000, -18_000), strength=120_000, cause="mine"),
        "mine-1 explodes at 3,0.5,-1.8 with a strength of 12 points.",
    ),
    (
        ExplosionFelt(unit="Kestrel", source="mine-1", exact=8_000, strength=120_000, damage=18, in_web=False),
        "Kestrel feels the explosion of mine-1: 12 points from 0.8 hexes away give 18 points of damage.",
    ),
    (
        MineTriggered(unit="mine-1", by="Kestrel", exact=8_000, die=2, detonated=True),
        "Kestrel moves in the zone of mine-1, 0.8 hexes away: the die is 2 and the mine goes off.",
    ),
    (
        SphereFormed(unit="Kestrel", radius=5_000, energy=100_000),
        "Kestrel forms an expanding sphere of radius 0.5 hexes with 10 points of energy.",
    ),
    (SphereEnded(unit="Kestrel"), "Kestrel's expanding sphere is gone."),
    (
        SphereStruck(unit="Kestrel", target="Hawk", before=6_286, after=2_572, strength=383_333),
        (
            "Hawk meets Kestrel's expanding sphere of strength 38.3333: it was 0.6286 hexes from the ship "
            "and is now 0.2572 "
            "hexes away."
        ),
    ),
    (
        TerrainPlaced(
            name="Haven",
            kind="planet",
            place=Place(50_000, 5_000, -10_000),
            radius=4_500,
            atmosphere=5_700,
            class_m=True,
        ),
        "Haven, a planet of class M, is at 5,0.5,-1, radius 0.15 hexes, atmosphere 0.19 hexes.",
    ),
    (FieldLaid(number=54), "The asteroid field is laid: 54 asteroids."),
    (
        PlanetReached(unit="Kestrel", body="Haven", exact=4_999),
        "Kestrel has collided with Haven or landed there, 0.4999 hexes from its middle.",
    ),
    (
        AtmosphereEntered(unit="Kestrel", body="Haven", exact=1_800),
        "Kestrel is in the atmosphere of Haven, 0.18 hexes from its middle.",
    ),
    (BodyLeft(unit="Kestrel", body="Haven"), "Kestrel is clear of Haven again."),
    (
        HazardMet(unit="Kestrel", body="asteroid-3", die=4),
        "Kestrel is in asteroid-3 when it is scheduled to move: the die is 4.",
    ),
    (
        WebPlaced(
            web="web-2",
            player="anna",
            kind="globular",
            points=(Point("1", Place(10_000, 0, 50_000)),),
            strands=(Strand("Weaver", "1", 10_000),),
            strength=80_000,
        ),
        "web-2 is on the map, player anna's globular web: strands Weaver to point 1, point 1 at 1,0,5, strength 8.",
    ),
    (
        StrandLaid(
            web="web-1",
            one="Weaver",
            other="Spinner",
            length=11_000,
            cost=66_000,
            by=(("Weaver", 40_000), ("Spinner", 26_000)),
        ),
        (
            "The strand of web-1 from Weaver to Spinner is 1.1 hexes long; it took 6.6 points of power (Weaver 4 and "
            "Spinner 2.6)."
        ),
    ),
    (
        PointLaid(
            web="web-1", unit="Weaver", point="2", place=Place(0, 0, 50_000), start="1", length=5_000, cost=30_000
        ),
        "Weaver lays point 2 of web-1 at 0,0,5, 0.5 hexes from point 1, for 3 points of power.",
    ),
    (
        PointMoved(web="web-1", unit="Weaver", point="2", place=Place(0, 0, 50_000)),
        "Weaver draws point 2 of web-1 inward to 0,0,5.",
    ),
    (
        WebPowered(web="web-1", by="Weaver", traditional=35_000, strength=140_000),
        "Weaver gives web-1 its strength: 3.5 by the printed rules counts as 14.",
    ),
    (
        PointsLost(web="web-1", points=("2", "3")),
        "web-1 loses point 2 and point 3: each was joined to fewer than two others.",
    ),
    (
        AnchorLost(web="web-1", anchor="Spinner", strands=(Strand("Weaver", "Kestrel"),)),
        "Spinner is no longer an anchor of web-1; the web's strands are now Weaver to Kestrel.",
    ),
    (
        WebDissolved(web="web-1", cause="anchors"),
        "web-1 dissolves: fewer than two anchors are left.",
    ),
    (UnitTrapped(unit="Kestrel", web="web-1", exact=12_000), "Kestrel is in web-1, 1.2 hexes from its line."),
    (UnitFreed(unit="Kestrel"), "Kestrel is no longer in a web."),
    (
        DamageEntered(unit="Hawk", points=4, note="both phasers"),
        "Hawk takes 4 points of damage on its display: both phasers.",
    ),
    (LossEntered(unit="Hawk", strength=125_000), "Hawk is lost and explodes with a strength of 12.5 points."),
    (
        SphereEntered(unit="Kestrel", energy=40_000),
        "Kestrel's expanding sphere has 4 points of energy left.",
    ),
    (
        TractorLinked(unit="Kestrel", target="Hawk", length=30_000, power=20_000, exact=20_808),
        "Kestrel holds Hawk with a tractor link at range 2 (2.0808 hexes): up to 3 hexes, power 2.",
    ),
    (
        TractorHeld(units=("Hawk", "Kestrel"), part=4_312),
        "Hawk and Kestrel complete only 0.4312 of their movement: a tractor link holds them.",
    ),
    (
        TractorEnded(unit="Kestrel", target="Hawk", cause="web"),
        "Kestrel no longer holds Hawk with a tractor link: a web is in the way.",
    ),
    (
        Transported(unit="Kestrel", target="Hawk", note="boarding party", exact=20_808),
        'Kestrel transports "boarding party" to Hawk, at range 2 (2.0808 hexes).',
    ),
    (
        TractorEntered(unit="Kestrel", target="Hawk", power=15_000),
        "Kestrel's tractor link to Hawk has 1.5 points of power.",
    ),
    (
        DisplacementEntered(unit="Hawk", place=Place(30_000, 5_000, -10_000)),
        "Hawk is displaced to 3,0.5,-1 by its tractor link.",
    ),
    (
        InertiaEntered(unit="Hawk", inertia=Inertia(5_000_000, 0, 0)),
        "Hawk has inertia 0.5,0,0 in its tractor link.",
    ),
    (ShieldEntered(unit="Hawk", shield=3, up=True), "Hawk's shield #3 is up."),
    (
        WebEntered(unit="Weaver", web="web-1", traditional=25_000),
        "web-1 has strength 2.5 left by the printed rules, as entered for Weaver.",
    ),
)


def facts() -> Mapping[type[Event], Event]:
    """The fact of each class."""
    return {type(fact): fact for fact, _ in FACTS}
