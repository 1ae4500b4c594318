"""Every form of order and entry of SFB 'n3D as it is written, with what it means."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sfb.ending.facts import DamageEntered, LossEntered, StopOrdered
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.fire.facts import FireOrdered
from sits_es.rules.sfb.launching.facts import LaunchOrdered, ReleaseOrdered
from sits_es.rules.sfb.links.facts import (
    DisplacementEntered,
    InertiaEntered,
    ShieldEntered,
    TractorEndOrdered,
    TractorEntered,
    TractorOrdered,
    TransportOrdered,
)
from sits_es.rules.sfb.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb.points.facts import JoinOrdered, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb.spheres.facts import SphereEndOrdered, SphereEntered, SphereOrdered
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.turns.facts import HetOrdered, TacOrdered, TurnOrdered
from sits_es.rules.sfb.webs.facts import AnchorDropOrdered, CastOrdered, WebEntered, WebOrdered, WebPowerOrdered

F: Final = "Kestrel"

#: In normal form: each is written as it is read.
LINES: Final[tuple[tuple[str, OfUnit], ...]] = (
    ("speed 12.5", SpeedOrdered(unit=F, speed=125_000)),
    ("speed 0", SpeedOrdered(unit=F, speed=0)),
    ("speed -1", SpeedOrdered(unit=F, speed=-10_000)),
    ("thrust 0.0001", ThrustOrdered(unit=F, thrust=1)),
    ("turn yaw 8.2 pitch -3", TurnOrdered(unit=F, turn=Turn(yaw=82_000, pitch=-30_000))),
    ("turn yaw -0.5 pitch 1 roll 9", TurnOrdered(unit=F, turn=Turn(10_000, -5_000, 90_000))),
    ("turn roll 3", TurnOrdered(unit=F, turn=Turn(roll=30_000))),
    ("turn yaw 0", TurnOrdered(unit=F, turn=Turn())),
    ("het to yaw 90", HetOrdered(unit=F, to=Facing(yaw=900_000))),
    ("het to yaw 359.9999 pitch 1 roll 200", HetOrdered(unit=F, to=Facing(10_000, 3_599_999, 2_000_000))),
    ("tac warp", TacOrdered(unit=F, tac="warp")),
    ("tac sublight", TacOrdered(unit=F, tac="sublight")),
    ("tac both", TacOrdered(unit=F, tac="both")),
    ("tac none", TacOrdered(unit=F, tac="none")),
    ("decelerate", DecelerationOrdered(unit=F)),
    ("decelerate for 16", DecelerationOrdered(unit=F, period=16)),
    ("decelerate for 0", DecelerationOrdered(unit=F, period=0)),
    ("decelerate inertia", DecelerationOrdered(unit=F, inertia_only=True)),
    ("orbit Haven left", OrbitOrdered(unit=F, planet="Haven", side="left")),
    ('orbit "New Haven" right', OrbitOrdered(unit=F, planet="New Haven", side="right")),
    ("orbit left left", OrbitOrdered(unit=F, planet="left", side="left")),
    ("leave orbit", OrbitEndOrdered(unit=F)),
    ("bind to Hawk and Heron", BindOrdered(unit=F, first="Hawk", second="Heron")),
    ("bind to and and and", BindOrdered(unit=F, first="and", second="and")),
    ("sphere 2.5 energy 10", SphereOrdered(unit=F, radius=25_000, energy=100_000)),
    ("sphere off", SphereEndOrdered(unit=F)),
    ("fire phasers at Hawk", FireOrdered(unit=F, weapon="phasers", target="Hawk")),
    ("fire 2 phasers at Hawk", FireOrdered(unit=F, weapon="phasers", target="Hawk", number=2)),
    (
        'fire 2 "360 phasers" at "Grey Hawk"',
        FireOrdered(unit=F, weapon="360 phasers", target="Grey Hawk", number=2),
    ),
    ('fire "2" at Hawk', FireOrdered(unit=F, weapon="2", target="Hawk")),
    ("fire 2nd-phaser at 3", FireOrdered(unit=F, weapon="2nd-phaser", target="3")),
    ("fire at at at", FireOrdered(unit=F, weapon="at", target="at")),
    ("launch drone-rack at Hawk", LaunchOrdered(unit=F, launcher="drone-rack", target="Hawk")),
    ("launch drone at 3,0,-2.5", LaunchOrdered(unit=F, launcher="drone", aim=Place(30_000, 0, -25_000))),
    ("launch drone at 3", LaunchOrdered(unit=F, launcher="drone", target="3")),
    ('launch drone at "3,0,2"', LaunchOrdered(unit=F, launcher="drone", target="3,0,2")),
    ("release Wasp", ReleaseOrdered(unit=F, carried="Wasp")),
    ("tractor Hawk length 3 power 2", TractorOrdered(unit=F, target="Hawk", length=30_000, power=20_000)),
    ("tractor length length 0.5 power 1.5", TractorOrdered(unit=F, target="length", length=5_000, power=15_000)),
    ("end tractor Hawk", TractorEndOrdered(unit=F, target="Hawk")),
    ('transport "boarding party" to "Grey Hawk"', TransportOrdered(unit=F, note="boarding party", target="Grey Hawk")),
    ("lay web to Weaver at 6.6", WebOrdered(unit=F, to="Weaver", power=66_000)),
    ("lay point at 3.2", PointOrdered(unit=F, power=32_000)),
    ("lay point from Weaver at 3.2", PointOrdered(unit=F, power=32_000, start="Weaver")),
    ("join point 3 of web-1 at 6", JoinOrdered(unit=F, web="web-1", point="3", power=60_000)),
    ("move point 3 of web-1", PointMoveOrdered(unit=F, web="web-1", point="3")),
    ("power web-1 to 3.5", WebPowerOrdered(unit=F, web="web-1", traditional=35_000)),
    ("drop web-1", AnchorDropOrdered(unit=F, web="web-1")),
    (
        "cast web from 0,0,0 to 1,-0.5,0 strength 12",
        CastOrdered(unit=F, start=Place(), end=Place(10_000, -5_000), strength=120_000),
    ),
    ("stop if launched at", StopOrdered(unit=F, condition="launched at")),
    ("stop if fired at", StopOrdered(unit=F, condition="fired at")),
    ("stop if struck", StopOrdered(unit=F, condition="struck")),
    ("stop if trapped", StopOrdered(unit=F, condition="trapped")),
    ("stop if broken down", StopOrdered(unit=F, condition="broken down")),
    (
        "stop if range to Hawk at most 3.5",
        StopOrdered(unit=F, condition="range at most", target="Hawk", range=35_000),
    ),
    ("stop if Hawk bears", StopOrdered(unit=F, condition="target bears", target="Hawk")),
    ('stop if "struck" bears', StopOrdered(unit=F, condition="target bears", target="struck")),
    ('damage 4 "both phasers"', DamageEntered(unit=F, points=4, note="both phasers")),
    ("damage 0", DamageEntered(unit=F, points=0)),
    ("lost", LossEntered(unit=F)),
    ("lost exploding 12.5", LossEntered(unit=F, strength=125_000)),
    ("sphere energy 4", SphereEntered(unit=F, energy=40_000)),
    ("tractor Hawk power 0", TractorEntered(unit=F, target="Hawk", power=0)),
    ("displaced to 3,0.5,-1", DisplacementEntered(unit=F, place=Place(30_000, 5_000, -10_000))),
    ("inertia 0.5,0,-0.0000001", InertiaEntered(unit=F, inertia=Inertia(5_000_000, 0, -1))),
    ("shield 3 up", ShieldEntered(unit=F, shield=3, up=True)),
    ("shield 6 down", ShieldEntered(unit=F, shield=6, up=False)),
    ("web web-1 is 2.5", WebEntered(unit=F, web="web-1", traditional=25_000)),
)

#: Lines that mean the same as another that is the normal form.
OTHERWISE: Final = (
    ("TURN Roll 3 YAW 0", "turn roll 3"),
    ("turn pitch -3 yaw +8.20", "turn yaw 8.2 pitch -3"),
    ("turn yaw .5", "turn yaw 0.5"),
    ("turn yaw 5.", "turn yaw 5"),
    ("turn yaw -0", "turn yaw 0"),
    ("het to yaw 90 pitch 0", "het to yaw 90"),
    ("het to yaw -90 roll 360", "het to yaw 270"),
    ("Tac WARP", "tac warp"),
    ("orbit Haven RIGHT", "orbit Haven right"),
    ("launch drone at 3 , +0.0,  .5", "launch drone at 3,0,0.5"),
    ("fire 02 phasers at Hawk", "fire 2 phasers at Hawk"),
    ("Stop If Launched At", "stop if launched at"),
    ('damage 4 ""', "damage 4"),
    ('damage 4 " both "', 'damage 4 "both"'),
    ("lost exploding 0", "lost"),
)
