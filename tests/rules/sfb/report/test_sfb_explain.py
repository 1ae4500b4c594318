"""Every fact of SFB 'n3D as a person would redo it on paper."""

from collections.abc import Sequence

from attrs import evolve

from sits_es.dice import DiceRolled
from sits_es.events import Coded, Event
from sits_es.report import report_of
from sits_es.report.working import Context, Working
from sits_es.rules.sfb.board import Board, Body
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.motion.facts import InertiaChanged, UnitMoved
from sits_es.rules.sfb.orbits.facts import OrbitEntered
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, ExplosionMade, MineTriggered, SphereStruck
from sits_es.rules.sfb.sums import motion as sums
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.terrain.facts import TerrainPlaced
from sits_es.rules.sfb.turns.facts import HighEnergyTurned, UnitTurned
from sits_es.rules.sfb.webs.facts import StrandLaid
from tests.shared.rows import each_row
from tests.shared.sfb_order_lines import LINES
from tests.shared.sfb_samples import FACTS, board, facts

REPORT = report_of("sfb")
F = facts()


def samples_board() -> Board:
    """The board with all that the sample facts are about."""
    made = board()
    made.bodies["asteroid-3"] = Body(
        name="asteroid-3", kind="asteroid", place=Place(30_000, 5_000, -10_000), radius=9_000
    )
    made.units["Kestrel"].sphere = (5_000, 100_000)
    return made


def working(fact: Event, earlier: Sequence[Event] = (), on: Board | None = None) -> Working:
    return REPORT.explain(
        Context(event=fact, board=samples_board() if on is None else on, earlier=tuple(earlier), later=())
    )


def roll(*dice: int, actor: str = "Kestrel", purpose: str = "dice") -> DiceRolled:
    return DiceRolled(actor=actor, purpose=purpose, object="", index=0, sides=6, faces=tuple(die - 1 for die in dice))


@each_row("fact", [*(fact for fact, _ in FACTS), *(order for _, order in LINES), roll(3)])
def test_every_fact_is_explained_with_steps_and_a_rule(fact: Event) -> None:
    found = working(fact)
    assert found.steps
    assert found.rule
    assert all(step.endswith((".", '"')) for step in found.steps), found.steps


def test_an_event_of_no_rules_is_not_explained() -> None:
    assert working(Event()) == Working(rule="")


def test_a_move_is_shown_axis_by_axis_with_its_cosines() -> None:
    moved = working(F[UnitMoved])
    assert moved.steps == (
        "Pitch 10, yaw -60: cos 10 = 0.984808, sin 10 = 0.173648, cos -60 = 0.5, sin -60 = -0.866025.",
        "Heading: x = cos pitch x cos yaw = 0.492404; y = sin pitch = 0.173648; z = cos pitch x sin yaw = -0.852869.",
        "x: (12 x 0.492404 + 0.5) / 32 = 0.2002765 hexes, to the nearest km 0.2003.",
        "y: (12 x 0.173648 + 0) / 32 = 0.0651181 hexes, to the nearest km 0.0651.",
        "z: (12 x -0.852869 + 0) / 32 = -0.3198257 hexes, to the nearest km -0.3198.",
        "Place: 3,0.5,-1 and 0.2003,0.0651,-0.3198 make 3.2003,0.5651,-1.3198.",
    )
    assert moved.values == {"moved": "0.2003,0.0651,-0.3198", "place": "3.2003,0.5651,-1.3198", "speed": "12"}


def test_in_a_web_its_strength_is_taken_from_the_speed() -> None:
    there = samples_board()
    there.units["Kestrel"] = evolve(there.units["Kestrel"], trapped="web-1", speed=160_000, inertia=Inertia())
    fact = UnitMoved(unit="Kestrel", moved=Place(), place=Place(), speed=20_000)
    steps = working(fact, on=there).steps
    assert steps[:2] == (
        "In web-1 of strength 14: 16 - 14, not below 0 = 2.",
        "Thrust 1 is added to the speed that is left and not kept as inertia.",
    )
    assert steps[4].startswith("x: (3 x 0.492404 + 0) / 32")


def test_thrust_is_a_32nd_along_the_heading() -> None:
    there = samples_board()
    kestrel = there.units["Kestrel"]
    fact = F[InertiaChanged]
    assert isinstance(fact, InertiaChanged)
    assert fact.change == sums.thrust_gain(kestrel.facing, kestrel.thrust)
    assert working(fact).steps[2:] == (
        (
            "Thrust / 32 along it: x 1 x 0.492404 / 32 = 0.0153876; y 1 x 0.173648 / 32 = 0.0054265; "
            "z 1 x -0.852869 / 32 = -0.0266521."
        ),
        (
            "Inertia in hexes a turn: x: 0.5 + 0.0153876 = 0.5153876; y: 0 + 0.0054265 = 0.0054265; "
            "z: 0 + -0.0266521 = -0.0266521."
        ),
    )


def test_a_black_hole_s_pull_is_shown_with_its_range() -> None:
    fact = InertiaChanged(
        unit="Kestrel", cause="pull", change=Inertia(z=500_000), inertia=Inertia(5_000_000, 0, 500_000), by="Maw"
    )
    assert working(fact).steps[1:3] == (
        "Pull = size 5 / range squared = 0.05 hexes a turn.",
        "Change = (hole - unit) / range x pull: x 0 / 10 x 0.05 = 0; y 0 / 10 x 0.05 = 0; z 10 / 10 x 0.05 = 0.05.",
    )


def test_a_turn_s_limit_is_reckoned_from_the_turn_mode() -> None:
    turned = working(F[UnitTurned])
    assert turned.steps == (
        "Turn class D at warp speed 12: the larger of 1.5 and 1.53 x the square root of 12 = 5.3.",
        "Pitch: 10 + -3, within 0 to 360 = 7.",
        "Yaw: 300 + 4.2, within 0 to 360 = 304.2.",
    )


def test_a_seeking_weapon_turns_towards_its_target() -> None:
    fact = UnitTurned(
        unit="drone-1",
        cause="seek",
        turn=Turn(pitch=111_423, yaw=-168_014),
        facing=Facing(111_423, 2_931_986),
        limit=187_500,
    )
    assert working(fact).steps == (
        "Turn class seeking at warp speed 20: the larger of 1.5 and 20 x 0.9375 = 18.75.",
        "Hawk lies at yaw -66.8014 pitch 11.1423 on the map, seen from 3.4,0.5,-1.4.",
        "The weapon turns that way in pitch and yaw, as far in each as its limit allows.",
        "Pitch: 0 + 11.1423, within 0 to 360 = 11.1423.",
        "Yaw: 310 + -16.8014, within 0 to 360 = 293.1986.",
    )


def test_a_breakdown_is_shown_with_its_six_dice() -> None:
    dice = [roll(5), roll(2, 1, 1, 1, 3, 2)]
    assert working(F[HighEnergyTurned], dice).steps == (
        "Ordered: to yaw 90, by any number of degrees on each axis.",
        (
            "This is the unit's high-energy turn number 1. Its card gives 5, 4 for high-energy turns in order, "
            "so the unit breaks down on 5 or more."
        ),
        "The die shows 5: a breakdown.",
        "Pitch: 60 x 2 + 10 x 1, within 0 to 360 = 130.",
        "Yaw: 60 x 1 + 10 x 1, within 0 to 360 = 70.",
        "Roll: 60 x 3 + 10 x 2, within 0 to 360 = 200.",
        "It faces yaw 70 pitch 130 roll -160.",
    )


def test_power_beyond_a_strand_s_cost_is_said_to_change_nothing() -> None:
    def paid(*power: int) -> str:
        by = tuple(zip(("Spinner", "Weaver"), power, strict=False))
        strand = StrandLaid(web="web-9", one="Spinner", other="Weaver", length=11_000, cost=66_000, by=by)
        return working(strand).steps[-1]

    assert paid(66_000) == "Paid by Spinner 6.6."
    assert paid(40_000, 26_000) == "Paid by Spinner 4 and Weaver 2.6."
    assert paid(66_000, 66_000) == (
        "Paid by Spinner 6.6 and Weaver 6.6, 6.6 points more than it takes. What is over changes nothing."
    )


def test_fire_is_shown_with_its_bearing_arcs_and_mounts() -> None:
    fired = working(F[WeaponFired], [roll(3, 5)])
    assert fired.steps == (
        (
            "Kestrel at 3,0.5,-1, Hawk at 4,0.8,-2.8: the difference is 1,0.3,-1.8; the range is the square root of 1 "
            "squared + 0.3 squared + -1.8 squared, 2.0808 hexes (rounded down to the km), so 2."
        ),
        (
            "Kestrel faces yaw -60 pitch 10; in its own frame (yaw, then pitch, then roll), Hawk is at forward "
            "2.079662, left -0.033975, up -0.062072."
        ),
        (
            "Relative yaw = the angle whose tangent is left / forward = -0.9359; relative pitch = the angle whose "
            "tangent is up / 2.079939 (the square root of forward squared + left squared) = -1.7094."
        ),
        "Arcs that contain yaw -0.9359: LF, RF and FH; mounts that reach pitch -1.7094: top, centre and bottom.",
        "FH/top (pitch -30 to 90): it bears.",
        "FH/bottom (pitch -90 to 30): it bears.",
        "Fired: top and bottom.",
        "Dice: 3, 5. The players' own tables say what the dice do.",
    )
    assert fired.values["dice"] == [3, 5]


def test_what_does_not_bear_is_said_mount_by_mount() -> None:
    assert working(F[OrderVoided]).steps[1:] == (
        "Arcs that contain yaw 110: L, LR and RH; mounts that reach pitch 5.26: top, centre and bottom.",
        "FH/top (pitch -30 to 90): the target is at yaw 110, but FH reaches -100 to 100 (D2.12).",
        "FH/bottom (pitch -90 to 30): the target is at yaw 110, but FH reaches -100 to 100 (D2.12).",
    )


def test_an_explosion_is_divided_by_the_square_of_the_range() -> None:
    assert working(F[ExplosionFelt], [F[ExplosionMade]]).steps[1:] == (
        "12 / 0.64 (the range squared) = 18.75, rounded down: 18.",
    )


def test_a_web_weakens_an_explosion_first() -> None:
    made = F[ExplosionMade]
    fact = ExplosionFelt(unit="Kestrel", source="mine-1", exact=8_000, strength=40_000, damage=6, in_web=True)
    assert working(fact, [made]).steps[1:] == (
        "In a web: 12 - 1 for each whole 0.1 hex of the range (8), not below 0 = 4.",
        "4 / 0.64 (the range squared) = 6.25, rounded down: 6.",
    )


def test_a_sphere_s_strength_is_shown() -> None:
    assert working(F[SphereStruck]).steps == (
        "Hawk was 0.6286 hexes from Kestrel and is now 0.2572 hexes away.",
        "The radius is 0.5: it lies between the two.",
        "Strength = (4 - 0.5 / 3) x 10 = 38.3333.",
    )


def test_a_mine_s_victim_is_scheduled_to_move() -> None:
    there = samples_board()
    there.now = 8
    assert working(F[MineTriggered], [roll(2, actor="mine-1")], there).steps[0] == (
        "Kestrel at warp speed 12: 7 x 12 / 32 is 2 whole hexes, and 8 x 12 / 32 is 3: it is scheduled to "
        "move in impulse 8."
    )


def test_an_asteroid_laid_by_dice_shows_them() -> None:
    there = samples_board()
    there.field = "mirrored"
    fact = TerrainPlaced(name="asteroid-2", kind="asteroid", place=Place(10_000, -140_000, 210_000), radius=20_000)
    dice = [roll(1, 1, 1, 1, 1, 1), roll(2), roll(3, 4, 1, 1, 6, 6)]
    assert working(fact, dice, there).steps == (
        "1 earlier throw overlapped another asteroid.",
        "x: 6 x 3 + 4 - 21 = 1.",
        "y: 6 x 1 + 1 - 21 = -14.",
        "z: 6 x 6 + 6 - 21 = 21.",
        "Radius: a third of the die, 2 / 3 = 0.6667 hexes.",
    )


def test_an_orbit_s_turn_is_shown() -> None:
    there = samples_board()
    there.units["Weaver"] = evolve(there.units["Weaver"], place=Place(50_000, 5_000, 10_000))
    assert working(F[OrbitEntered], on=there).steps[1:] == (
        "Haven lies at yaw -90 pitch 0 on the map, seen from 5,0.5,1.",
        (
            "Weaver faces yaw 0 and sees Haven at yaw -90 pitch 0. The orbit's plane contains that heading and the "
            "direction to Haven."
        ),
        "In that plane, with Haven at yaw +90 pitch 0, the ship faces yaw -90.",
        "Each impulse: 5.625 / (2 x 3.14159265) = yaw 0.8952, at warp speed 1.",
    )


def test_a_voided_order_of_a_unit_that_is_gone_has_its_reason_alone() -> None:
    fact = OrderVoided(unit="Ghost", order="speed 3", why=Coded("unit-gone"))
    assert len(working(fact).steps) == 1


def test_dice_are_read_as_one_to_six() -> None:
    rolled = working(roll(2, 6, purpose="fire phasers"))
    assert rolled.steps == ("Kestrel rolls fire phasers.", "Faces 0 to 5 are read as 1 to 6: 2, 6.")
    assert rolled.expected == "7 in all, 3.5 a die; here 8."
