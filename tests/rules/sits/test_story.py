from typing import Any

import pytest

from sits_es.events import Coded, Event
from sits_es.game.events import TurnClosed
from sits_es.rules.chapters import facts_of
from sits_es.rules.sits.beams.facts import Aim, BeamFired, FireOrdered, LanceFired
from sits_es.rules.sits.damage.facts import (
    BoxDestroyed,
    DamageWasted,
    ExplosionChecked,
    HitScored,
    HullStruck,
    ShipDestroyed,
)
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided, StopOrdered
from sits_es.rules.sits.missiles.facts import (
    AttackArrived,
    AttackSpent,
    DecoyOrdered,
    DecoysDeployed,
    LaunchOrdered,
    LayerFought,
    SalvoLaunched,
    Term,
)
from sits_es.rules.sits.motion.facts import (
    DotGained,
    FutureDisplaced,
    FutureMarked,
    GridFilled,
    HalvesKept,
    PlotChoice,
    PlotOrdered,
    PlotsNamed,
    PulseCrossed,
    ShipMoved,
    ShipPlaced,
    ThrustBroke,
    ThrustChanged,
    ThrustOrdered,
    WindowDots,
)
from sits_es.rules.sits.repairs.facts import CountersRun, RepairOrdered, RepairTried
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.telling import SitsTold
from sits_es.rules.sits.turns.facts import PivotBegun, PivotOrdered, RollBegun, RollOrdered, ShipTurned, TurnSpent
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered, TorpedoesStopped, WallDisabled, WallMet
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import STILL, HexVector, Position
from tests.shared.rows import each_row

AIM = Aim(range=6, window=Window("B+"), mount_window=Window("A"), target_window=Window("E-"), facing="port")
CLOSE = Aim(range=0, window=None, mount_window=None, target_window=None, facing="port")
SHOT = "Fearless forward-graser at Sirius"
ATTACK = "Fearless starboard at Sirius"
PLOT = HexVector(a=4, c=1)


def beam(**changed: Any) -> BeamFired:
    values: dict[str, Any] = {
        "shot": SHOT,
        "shooter": "Fearless",
        "weapon": "forward-graser",
        "kind": "graser",
        "target": "Sirius",
        "aim": AIM,
        "weapons": 2,
        "size": 60,
        "closure_half_hexes": 6,
        "band": 1,
        "damage_each": 24,
        "damage": 48,
    }
    return BeamFired(**(values | changed))


def wall(**changed: Any) -> WallMet:
    values: dict[str, Any] = {
        "shot": SHOT,
        "ship": "Sirius",
        "facing": "port",
        "damage": 48,
        "strength": 20,
        "bonus": -5,
        "variance": 9,
        "percent": 24,
        "parts": (10, 2),
        "charted": 12,
        "reading": "strikes",
        "strikes": 12,
    }
    return WallMet(**(values | changed))


def salvo(**changed: Any) -> SalvoLaunched:
    values: dict[str, Any] = {
        "attack": ATTACK,
        "shooter": "Fearless",
        "mount": "starboard",
        "target": "Sirius",
        "aim": AIM,
        "salvoes": 3,
        "tubes": 6,
        "missiles": 18,
        "warhead": "laser-head",
        "damage_each": 3,
        "max_salvoes": "3",
        "quality": 5,
        "range_modifier": -10,
        "penalty": 0,
        "quality_level": -5,
    }
    return SalvoLaunched(**(values | changed))


def layer(**changed: Any) -> LayerFought:
    values: dict[str, Any] = {
        "attack": ATTACK,
        "target": "Sirius",
        "layer": "countermissiles",
        "incoming": 18,
        "systems": 4,
        "salvoes": 3,
        "against": 12,
        "terms": (Term(name="countermissiles quality", value=20), Term(name="missile quality level", value=-5)),
        "percent": 15,
        "parts": (1, 1),
        "doubled": False,
        "kills": 2,
        "left": 16,
    }
    return LayerFought(**(values | changed))


@each_row(
    ("order", "sentence"),
    [
        (
            FireOrdered(ship="Fearless", weapon="forward-graser", target="Sirius"),
            "Fearless is ordered: fire forward-graser at Sirius.",
        ),
        (
            LaunchOrdered(ship="Fearless", mount="starboard", target="Sirius", salvoes=1, tubes=6, warhead="nuke"),
            "Fearless is ordered: launch starboard 1 salvo of 6 tubes at Sirius with nukes.",
        ),
        (ThrustOrdered(ship="Fearless", thrust=4), "Fearless is ordered: thrust 4."),
        (
            PlotOrdered(ship="Fearless", plots=(PlotChoice(window=Window("A"), vector=PLOT),)),
            "Fearless is ordered: plot A: 3A 1B.",
        ),
        (PivotOrdered(ship="Fearless", to=Window("B+")), "Fearless is ordered: pivot to B+."),
        (RollOrdered(ship="Fearless", side="starboard", steps=1), "Fearless is ordered: roll starboard 1."),
        (DecoyOrdered(ship="Fearless", count=2), "Fearless is ordered: decoy 2 if launched at."),
        (
            DecoyOrdered(ship="Fearless", count=2, missiles=8, within=14),
            "Fearless is ordered: decoy 2 if launched at by 8 or more within 14.",
        ),
        (SlideOrdered(ship="Fearless", facing="port"), "Fearless is ordered: slide port."),
        (PresentOrdered(ship="Fearless", facing="aft"), "Fearless is ordered: present aft."),
        (
            RepairOrdered(ship="Fearless", track="port-tubes", parties=2),
            "Fearless is ordered: repair port-tubes with 2.",
        ),
        (
            StopOrdered(ship="Fearless", condition="range at most", target="Sirius", range=12),
            "Fearless is ordered: stop if range to Sirius at most 12.",
        ),
    ],
)
def test_an_order_is_told_as_it_is_written(order: Event, sentence: str) -> None:
    assert SYSTEM.tell(order) == sentence


@each_row(
    ("fact", "sentence"),
    [
        (
            OrderVoided(
                ship="Fearless",
                order="fire forward-graser at Sirius",
                reasons=(Coded("weapon-waits", ("forward-graser", 2)),),
            ),
            'Fearless: "fire forward-graser at Sirius" failed: forward-graser can fire again in 2 segments.',
        ),
        (
            OrdersStopped(ship="Fearless", condition="stop if launched at"),
            'Fearless: "stop if launched at" is met: orders plotted for later segments are cancelled.',
        ),
        (
            beam(),
            (
                "Fearless fires 2 forward-grasers at Sirius: range 6, through B+, closure 3.0 hexes a segment "
                "(band 1): 2 x 24 = 48 points."
            ),
        ),
        (
            beam(weapons=1, aim=CLOSE, closure_half_hexes=7, damage=24),
            (
                "Fearless fires 1 forward-graser at Sirius: range 0, from the same place, closure 3.5 hexes a segment "
                "(band 1): 1 x 24 = 24 points."
            ),
        ),
        (
            beam(kind="energy-torpedo", weapon="forward-energy-torpedo", size=0, band=0, damage_each=40, damage=40),
            "Fearless fires 2 forward-energy-torpedoes at Sirius: range 6, through B+: 40 points.",
        ),
        (
            LanceFired(
                shot="l",
                shooter="Fearless",
                weapon="forward-grav-lance",
                target="Sirius",
                aim=CLOSE,
                quality=5,
                variance=12,
                wall=10,
                wall_falls=True,
            ),
            (
                "Fearless fires forward-grav-lance at Sirius, range 0: 5 + 12 = 17, the port sidewall of strength 10 "
                "goes down."
            ),
        ),
        (
            LanceFired(
                shot="l",
                shooter="Fearless",
                weapon="forward-grav-lance",
                target="Sirius",
                aim=CLOSE,
                quality=5,
                variance=2,
                wall=None,
                wall_falls=False,
            ),
            "Fearless fires forward-grav-lance at Sirius, range 0: 5 + 2 = 7, no sidewall stands on the port facing.",
        ),
        (
            wall(),
            (
                "Sirius's port sidewall meets 48 points: 20 strength - 5 rolled ship + 9 variance = 24%, "
                "by the chart 10 + 2 = 12; 12 strike the hull."
            ),
        ),
        (
            wall(bonus=90, percent=100, parts=(48,), charted=48, reading="stops", strikes=0),
            (
                "Sirius's port sidewall meets 48 points: 20 strength + 90 rolled ship + 9 variance = 119%, limited "
                "to 100% (house), by the chart 48 = 48; 48 of 48 are stopped, 0 strike the hull."
            ),
        ),
        (
            TorpedoesStopped(shot=SHOT, ship="Sirius", facing="port", damage=40),
            "Energy torpedoes with 40 points of damage burst without effect on Sirius's port sidewall.",
        ),
        (
            salvo(),
            (
                "Fearless launches 3 salvoes of 6 from starboard at Sirius: range 6, through B+, "
                "18 laser-heads of 3 points, quality 5 class - 10 range + 0 fire control = -5."
            ),
        ),
        (
            salvo(salvoes=1, tubes=1, missiles=1, warhead="nuke", damage_each=1),
            (
                "Fearless launches 1 salvo of 1 from starboard at Sirius: range 6, through B+, 1 nuke of 1 point, "
                "quality 5 class - 10 range + 0 fire control = -5."
            ),
        ),
        (DecoysDeployed(ship="Sirius", count=2, value=10), "Sirius deploys 2 decoys of 10%."),
        (
            AttackArrived(
                attack=ATTACK,
                target="Sirius",
                window=Window("E-"),
                target_window=Window("F"),
                slid=False,
                facing="port",
                missiles=18,
                bearing=("port", "forward"),
            ),
            (
                "Fearless starboard at Sirius: 18 missiles come in through E- on Sirius's port facing; "
                "bearing: port and forward."
            ),
        ),
        (
            AttackArrived(
                attack=ATTACK,
                target="Sirius",
                window=Window("+++"),
                target_window=Window("+++"),
                slid=True,
                facing="aft",
                missiles=1,
                bearing=(),
            ),
            (
                "Fearless starboard at Sirius: 1 missile comes in through +++, aimed at the wedge and sliding, "
                "on Sirius's aft facing; bearing: none."
            ),
        ),
        (
            layer(),
            (
                "Fearless starboard at Sirius, countermissiles: 4 systems x 3 salvoes = 12 shots, "
                "20 countermissiles quality - 5 missile quality level = 15%: 18 missiles in, 2 killed, 16 left."
            ),
        ),
        (
            layer(
                layer="ECM",
                systems=0,
                against=18,
                terms=(Term(name="base ECM", value=120),),
                percent=100,
                kills=18,
                left=0,
            ),
            (
                "Fearless starboard at Sirius, ECM: 120 base ECM = 120%, limited to 100% (house): 18 missiles in, 18 "
                "killed, 0 left."
            ),
        ),
        (
            layer(layer="point defence", systems=1, salvoes=1, against=1, doubled=True, incoming=1, kills=1, left=0),
            (
                "Fearless starboard at Sirius, point defence: 1 system x 1 salvo = 1 shot, "
                "20 countermissiles quality - 5 "
                "missile quality level = 15%, doubled: 1 missile in, 1 killed (4, but no more came in), 0 left."
            ),
        ),
        (
            layer(layer="lasers", systems=0, against=0, terms=(), percent=0, parts=(), kills=0, left=18),
            "Fearless starboard at Sirius, lasers: nothing bears: 18 missiles in, 0 killed, 18 left.",
        ),
        (
            layer(
                layer="lasers",
                systems=0,
                fired=(Term(name="port", value=1), Term(name="starboard", value=3)),
                against=0,
                terms=(),
                percent=0,
                parts=(),
                kills=0,
                left=18,
            ),
            (
                "Fearless starboard at Sirius, lasers: port's 1 laser fired this segment (house); starboard's 3 lasers "
                "fired this segment (house): 18 missiles in, 0 killed, 18 left."
            ),
        ),
        (
            layer(layer="lasers", systems=4, fired=(Term(name="starboard", value=3),)),
            (
                "Fearless starboard at Sirius, lasers: starboard's 3 lasers fired this segment (house); 4 systems x 3 "
                "salvoes = 12 shots, 20 countermissiles quality - 5 missile quality level = 15%: 18 missiles in, 2 "
                "killed, 16 left."
            ),
        ),
        (
            AttackSpent(attack=ATTACK, target="Sirius", struck=0, reason=Coded("all-killed")),
            "Fearless starboard at Sirius is over: 0 points struck the hull; all missiles were killed.",
        ),
        (
            HullStruck(ship="Sirius", source=SHOT, facing="port", points=12, hits=2),
            "12 points strike Sirius's port facing: 2 hits (Fearless forward-graser at Sirius).",
        ),
        (
            HullStruck(ship="Sirius", source=SHOT, facing="port", points=1, hits=1),
            "1 point strikes Sirius's port facing: 1 hit (Fearless forward-graser at Sirius).",
        ),
        (
            HitScored(
                ship="Sirius",
                source=SHOT,
                number=2,
                points=10,
                facing="port",
                roll=7,
                row=("port-tubes", "ecm", "hull"),
            ),
            "Hit 2 on Sirius, port, 10 points: row 7, port-tubes, ecm and hull.",
        ),
        (
            BoxDestroyed(ship="Sirius", track="port-tubes", box=0, before=6, after=5, cause=SHOT),
            "Sirius loses box 1 of port-tubes: 6 becomes 5 (Fearless forward-graser at Sirius).",
        ),
        (
            BoxDestroyed(ship="Sirius", track="port-laser", box=1, before=4, after=None, cause=SHOT),
            "Sirius loses box 2 of port-laser: 4 is lost, no box is left (Fearless forward-graser at Sirius).",
        ),
        (  # a rating of 0 is one: the best fire control adds nothing
            BoxDestroyed(ship="Sirius", track="port-fire-control", box=0, before=0, after=4, cause=SHOT),
            "Sirius loses box 1 of port-fire-control: 0 becomes 4 (Fearless forward-graser at Sirius).",
        ),
        (
            BoxDestroyed(ship="Sirius", track="port-sidewall", box=0, before=None, after=None, cause=SHOT),
            "Sirius loses box 1 of port-sidewall: the track is down (Fearless forward-graser at Sirius).",
        ),
        (
            BoxDestroyed(ship="Sirius", track="structure", box=2, before=2, after=0, cause=SHOT),
            "Sirius loses box 3 of structure (Fearless forward-graser at Sirius).",
        ),
        (
            WallDisabled(ship="Sirius", track="port-sidewall"),
            "Sirius's port-sidewall is down: disabled, not destroyed.",
        ),
        (DamageWasted(ship="Sirius", points=1), "1 point finds nothing left to destroy on Sirius."),
        (DamageWasted(ship="Sirius", points=4), "4 points find nothing left to destroy on Sirius."),
        (
            ExplosionChecked(ship="Sirius", roll=3, below=4, explodes=True),
            "Sirius explodes if it rolls below 4: it rolls 3 and explodes.",
        ),
        (
            ExplosionChecked(ship="Sirius", roll=4, below=4, explodes=False),
            "Sirius explodes if it rolls below 4: it rolls 4 and holds together.",
        ),
        (ShipDestroyed(ship="Sirius", cause=Coded("exploded")), "Sirius is destroyed: it exploded."),
        (
            CountersRun(ship="Fearless", counters={"port": 2, "aft": 1}, ready=("forward-graser",)),
            (
                "Fearless regenerates: ready again: forward-graser; "
                "still waiting: aft in 1 segment and port in 2 segments."
            ),
        ),
        (CountersRun(ship="Fearless", counters={}, ready=("aft",)), "Fearless regenerates: ready again: aft."),
        (
            CountersRun(ship="Fearless", counters={"aft": 1}, ready=()),
            "Fearless regenerates: nothing becomes ready; still waiting: aft in 1 segment.",
        ),
        (
            RepairTried(
                ship="Sirius", track="ecm", box=1, roll=4, quality=6, repaired=True, lost=False, before=10, after=15
            ),
            "Sirius tries to repair box 2 of ecm: rolls 4, needs 6 or less: repaired, 10 becomes 15.",
        ),
        (
            RepairTried(
                ship="Sirius", track="ecm", box=2, roll=4, quality=6, repaired=True, lost=False, before=None, after=10
            ),
            "Sirius tries to repair box 3 of ecm: rolls 4, needs 6 or less: repaired, 10 again.",
        ),
        (
            RepairTried(
                ship="Sirius", track="ecm", box=1, roll=7, quality=6, repaired=False, lost=False, before=10, after=10
            ),
            "Sirius tries to repair box 2 of ecm: rolls 7, needs 6 or less: not repaired.",
        ),
        (
            RepairTried(
                ship="Sirius", track="ecm", box=1, roll=7, quality=6, repaired=False, lost=True, before=10, after=10
            ),
            ("Sirius tries to repair box 2 of ecm: rolls 7, needs 6 or less: not repaired, lost for the game."),
        ),
        (
            ShipPlaced(
                ship="Fearless",
                ship_class="Gale",
                side="north",
                player="red",
                position=Position(3, -2, 4),
                vectors=HexVector(a=4),
                attitude=Attitude(Window("A+"), 1),
            ),
            "Fearless (Gale, side north, player red) is placed at 3,-2 alt +4, nose A+, roll 1, vectors 4A.",
        ),
        (
            FutureMarked(ship="Fearless", move=HexVector(a=1), at=Position(3, -3, 4)),
            "Fearless's future marker goes to 3,-3 alt +4: this segment's move is 1A.",
        ),
        (
            FutureMarked(ship="Fearless", move=STILL, at=Position(3, -3)),
            "Fearless's future marker goes to 3,-3 alt 0: this segment's move is none.",
        ),
        (ThrustChanged(ship="Fearless", before=0, after=4), "Fearless changes thrust from 0 to 4."),
        (
            ThrustChanged(ship="Fearless", before=4, after=3, cause="damage"),
            "Damage cuts Fearless's thrust from 4 to 3.",
        ),
        (
            PlotsNamed(
                ship="Fearless",
                plots=(
                    PlotChoice(window=Window("A"), vector=PLOT),
                    PlotChoice(window=Window("B"), vector=STILL),
                ),
            ),
            "Fearless names its plots for the next thrust break: A: 3A 1B; B: still.",
        ),
        (PlotsNamed(ship="Fearless", plots=()), "Fearless names its plots for the next thrust break: none."),
        (
            PivotBegun(
                ship="Fearless",
                to=Window("C"),
                path=(Attitude(Window("B/C"), 0), Attitude(Window("C"), 0)),
                due=(1, 2),
            ),
            "Fearless begins to pivot to C by way of B/C: 2 windows, 1 segment each.",
        ),
        (
            PivotBegun(ship="Fearless", to=Window("B"), path=(Attitude(Window("B"), 0),), due=(2,)),
            "Fearless begins to pivot to B: 1 window, 2 segments each.",
        ),
        (
            RollBegun(ship="Fearless", side="port", due=(1, 2)),
            "Fearless begins to roll 2 windows to port, 1 segment each.",
        ),
        (
            PulseCrossed(ship="Fearless", pulse=3, thrust=4, nose=Window("A+")),
            "Fearless crosses off pulse 3 of its thrust chart: thrust 4, nose A+.",
        ),
        (
            DotGained(ship="Fearless", window=Window("A+"), dots=1, total=2),
            "Fearless gains 1 acceleration dot in A+, 2 there now.",
        ),
        (
            FutureDisplaced(ship="Fearless", by=HexVector(a=1), at=Position(3, -4)),
            "Thrust displaces Fearless's future marker by 1A to 3,-4 alt 0.",
        ),
        (
            HalvesKept(ship="Fearless", halves=(Window("A"), Window("B+"))),
            "Fearless's thrust chart ends with half a hex left over; half hexes are kept in A and B+.",
        ),
        (
            HalvesKept(ship="Fearless", halves=()),
            "Fearless's thrust chart ends with half a hex left over; half hexes are kept in no window.",
        ),
        (
            ShipMoved(ship="Fearless", start=Position(3, -2, 4), end=Position(3, -3, 4)),
            "Fearless moves from 3,-2 alt +4 to 3,-3 alt +4.",
        ),
        (ShipMoved(ship="Fearless", start=Position(3, -2), end=Position(3, -2)), "Fearless stays at 3,-2 alt 0."),
        (
            TurnSpent(ship="Fearless", by="pivot", segments=1, of=4),
            "Fearless continues its pivot: 1 of 4 segments spent.",
        ),
        (
            ShipTurned(ship="Fearless", by="pivot", attitude=Attitude(Window("B"), 0), windows=1, of=2),
            "Fearless pivots to nose B, roll 0: 1 of 2 windows done.",
        ),
        (
            ShipTurned(ship="Fearless", by="roll", attitude=Attitude(Window("B"), 11), windows=1, of=1),
            "Fearless rolls to nose B, roll 11: 1 of 1 window done.",
        ),
        (
            ThrustBroke(
                ship="Fearless",
                reasons=("chart full", "pivot completed"),
                dots=(
                    WindowDots(window=Window("A"), dots=4, plot=PLOT, named=True),
                    WindowDots(window=Window("B"), dots=1, plot=HexVector(1, 1), named=False),
                ),
                steps=(),
                before=STILL,
                after=HexVector(5, 2),
            ),
            (
                "Fearless has a thrust break (chart full and pivot completed): 4 dots in A give 3A 1B; "
                "1 dot in B give 1B by default; vectors still become 3A 2B."
            ),
        ),
        (
            ThrustBroke(
                ship="Fearless",
                reasons=("thrust zero",),
                dots=(),
                steps=(),
                before=HexVector(a=4),
                after=HexVector(a=4),
            ),
            "Fearless has a thrust break (thrust zero): no dots; vectors stay 4A.",
        ),
        (
            GridFilled(ship="Fearless", vectors=HexVector(5, 2)),
            "Fearless fills out a new movement grid for vectors 3A 2B.",
        ),
    ],
)
def test_a_fact_is_told_as_one_sentence(fact: Event, sentence: str) -> None:
    assert SYSTEM.tell(fact) == sentence


def test_every_registered_fact_of_sits_has_a_sentence() -> None:
    named = set(facts_of("sits_es.rules.sits"))
    assert len(named) > 40
    for kind in named:
        assert SitsTold.row(kind).sentence is not SitsTold.sentence


def test_a_fact_of_no_rules_is_not_told() -> None:
    with pytest.raises(KeyError):
        SYSTEM.tell(TurnClosed(turn=1))


@each_row(
    ("fact", "unit"),
    [
        (ShipDestroyed(ship="Sirius", cause=Coded("exploded")), "Sirius"),
        (beam(), "Fearless"),
        (salvo(), "Fearless"),
        (layer(), "Sirius"),
        (FireOrdered(ship="Fearless", weapon="forward-graser", target="Sirius"), "Fearless"),
        (TurnClosed(turn=1), None),
    ],
)
def test_a_fact_is_about_the_ship_that_acts_or_suffers(fact: Event, unit: str | None) -> None:
    assert SYSTEM.unit_of(fact) == unit
