"""What SFB 'n3D shows: boards, runs of impulses, what is to be settled, luck, and what differs."""

import subprocess
import sys
from fractions import Fraction

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.report import Stage, report_of
from sits_es.report.blocks import Picture, TextTable
from sits_es.report.scenes import SpaceScene
from sits_es.report.working import Context
from sits_es.rules.sfb import procedure
from sits_es.rules.sfb.board import Board, copied
from sits_es.rules.sfb.fact import Fact, OfUnit
from sits_es.rules.sfb.fire.facts import FireOrdered
from sits_es.rules.sfb.launching.facts import LaunchOrdered, SeekerStruck
from sits_es.rules.sfb.links.facts import TractorLinked
from sits_es.rules.sfb.motion.facts import UnitPlaced
from sits_es.rules.sfb.orbits.facts import Orbiting
from sits_es.rules.sfb.sfb import SYSTEM
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.telling import tell
from sits_es.rules.sfb.turns.facts import HetOrdered, TurnOrdered
from sits_es.rules.told import contexts
from tests.shared.rows import each_row
from tests.shared.sfb_runs import ROLLED, RUN, after, section, stage
from tests.shared.sfb_samples import board, facts
from tests.shared.view_samples import forms_of, lines_of

REPORT = report_of("sfb")
F = facts()


def test_a_board_lists_its_units_and_how_they_are() -> None:
    lines = lines_of(REPORT.board(board()), 100)
    assert lines[0].startswith("Turn 2, impulses 1 to 8 ")
    assert section(lines, "Units") == [
        "  Unit     Class        Side  Place           Facing            Speed",
        "  ───────────────────────────────────────────────────────────────────",
        "  Hawk     War Cruiser  Red   4,0.8,-2.8      yaw 120               8",
        "  Kestrel  War Cruiser  Blue  3,0.5,-1        yaw -60 pitch 10     12",
        "  Spinner  War Cruiser  Blue  1.1,0,5         yaw 0                 0",
        "  Station  Base         Red   -6,0,0          yaw 0                 0",
        "  Wasp     Fighter      Blue  aboard Kestrel",
        "  Weaver   War Cruiser  Blue  0,0,5           yaw 0                 0",
        "  mine-1   Mine         Red   3,0.5,-1.8      yaw 0                 0",
    ]
    assert section(lines, "How they are") == [
        "  Kestrel: thrust 1; inertia 0.5,0,0",
        "  Station: rotating yaw 2 each impulse",
    ]
    assert section(lines, "Seeking weapons")[2] == ("  drone-1  3.4,0.5,-1.4  yaw -50     20  Hawk    1.5524")
    assert section(lines, "Planets, fields and holes")[2:] == [
        "  Haven  planet      5,0.5,-1  radius 0.5 hexes  drone-1 1.6492",
        "  Maw    black hole  3,0.5,9   size 5            Spinner 4.4564",
    ]
    assert section(lines, "Webs")[2] == "  web-1  linear, anna        14  Weaver  Spinner     1.1"


def test_a_board_says_who_bears_on_whom_with_range_and_mounts() -> None:
    lines = section(lines_of(REPORT.board(board(), player="ben"), 140), "Who bears on whom")
    assert lines[2] == (
        "  Hawk  drone-1  1 (1.5524)  yaw -6.8014 pitch -11.1423  phasers 2 of 2 (top and bottom); disruptors 3 of 3 "
        "(top, centre and bottom)"
    )
    assert [line.split()[0] for line in lines[3:]] == ["Kestrel", "Spinner", "Weaver"]


def test_what_is_between_is_said() -> None:
    there = board()
    there.units["Hawk"].place = Place(80_000, 5_000, -10_000)
    there.units["Kestrel"].facing = there.units["Weaver"].facing
    lines = section(lines_of(REPORT.board(there, player="anna"), 160), "Who bears on whom")
    assert any("Hawk" in line and "but Haven is between" in line for line in lines)


def test_a_ship_in_a_web_or_an_orbit_and_its_damage_are_shown() -> None:
    there = board()
    kestrel = there.units["Kestrel"]
    kestrel.trapped, kestrel.sphere, kestrel.damage, kestrel.notes = "web-1", (25_000, 100_000), 4, ("phasers",)
    kestrel.orbits, kestrel.tac_warp, kestrel.bound, kestrel.inside = (
        Orbiting("Haven", "left", 8_952, Facing(), offset=Turn(yaw=-100_000, roll=5_000)),
        8,
        ("A", "B"),
        ("Haven",),
    )
    said = section(lines_of(REPORT.board(there), 200), "How they are")
    assert " ".join(line.strip() for line in said[:2]) == (
        "Kestrel: thrust 1; inertia 0.5,0,0; tactical manoeuvres: warp to impulse 8; in orbit around Haven, which is "
        "to "
        "the left: yaw 0.8952 each impulse, offset yaw -10 roll 0.5; bound to A and B; in web-1; expanding sphere of "
        "radius 2.5, energy 10; at Haven; 4 damage (phasers)"
    )


def test_tractor_links_and_shields_entered_as_up_are_shown_with_both_ends() -> None:
    there = board()
    TractorLinked(unit="Kestrel", target="Hawk", length=30_000, power=20_000, exact=20_808).apply(there)
    there.units["Hawk"].shields, there.units["Weaver"].shields = (1, 6), (3,)
    assert section(lines_of(REPORT.board(there), 200), "How they are")[:3] == [
        "  Kestrel: thrust 1; inertia 0.5,0,0; tractor link to Hawk: up to 3 hexes, power 2",
        "  Weaver: shield #3 up",
        "  Hawk: in the tractor link of Kestrel; shields #1 and #6 up",
    ]
    assert REPORT.standing(there)["units"]["Hawk"]["state"] == [
        "in the tractor link of Kestrel",
        "shields #1 and #6 up",
    ]


def test_asteroids_far_from_everybody_are_left_out_unless_asked_for() -> None:
    (scenario,) = (bundle for name, bundle in SYSTEM.bundled().items() if name == "belt")
    made = SYSTEM.setup(scenario.text, "belt", {})
    there = SYSTEM.new_board(made.options, made.tables, made.classes)
    there = after(there, tuple(made.opening))
    few, all_of_them = lines_of(REPORT.board(there)), lines_of(REPORT.board(there, detail=True))
    assert any("are left out" in line for line in few)
    assert sum("asteroid-" in line for line in all_of_them) == 54


def test_the_picture_has_three_views_of_units_bodies_and_webs() -> None:
    scene = REPORT.scene(board())
    assert isinstance(scene, SpaceScene)
    assert [view.title for view in scene.views] == ["From above", "From the east", "From the south"]
    assert [marker.name for marker in scene.markers] == [
        "Hawk",
        "Kestrel",
        "Spinner",
        "Station",
        "Weaver",
        "drone-1",
        "mine-1",
    ]
    assert [(ball.name, ball.radius, ball.weight) for ball in forms_of(scene, "ball")] == [
        ("Haven", 5_000, "strong"),
        ("Maw", 0, "open"),
    ]
    assert [line.name for line in forms_of(scene, "strand")] == ["web-1"]
    (shown,) = (block.scene for block in REPORT.board(board()) if isinstance(block, Picture))
    assert isinstance(shown, SpaceScene)
    assert [marker.facts for marker in shown.markers] == [()] * 7, "places stand in the table of units"
    assert shown.forms == scene.forms


def test_a_run_is_told_with_movement_once_and_the_rest_impulse_by_impulse() -> None:
    lines = lines_of(REPORT.exchange(stage(), tell), 120)
    assert lines[0].startswith("Turn 2, impulses 1 to 8 ")
    assert section(lines, "Orders") == [
        "  Blue (anna)",
        "    Kestrel: 5: turn yaw 4.2 pitch -3",
        "    Kestrel: 5: fire phasers at Hawk",
        "  Red (ben)",
        "    no orders",
    ]
    assert section(lines, "Orders that failed") == ['    7  Hawk: "leave orbit" failed: it is not in orbit (P8.41).']
    moves = section(lines, "Movement")
    assert moves == [
        "  Unit     Impulses  Now at                 Facing",
        "  ───────────────────────────────────────────────────────────",
        "  Kestrel  1 at 12   3.2003,0.5651,-1.3198  yaw -55.8 pitch 7",
        "  Station            -6,0,0                 yaw 2",
        "  Kestrel: turned yaw 4.2 pitch -3 in all, thrust 1, inertia 0.5153876,0.0054265,-0.0266521.",
        "  Station: turned yaw 2 in all.",
    ]
    assert section(lines, "Impulse by impulse") == [
        "    5  Kestrel moves in the zone of mine-1, 0.8 hexes away: the die is 2 and the mine goes off.",
        "       mine-1 explodes at 3,0.5,-1.8 with a strength of 12 points.",
        "       Kestrel feels the explosion of mine-1: 12 points from 0.8 hexes away give 18 points of damage.",
        (
            "       Kestrel fires phasers (top and bottom mounts) at Hawk: range 2 (2.0808 hexes), seen at yaw "
            "-0.9359 pitch -1.7094;"
        ),
        "         dice 3, 5.",
        (
            "    7  Hawk meets Kestrel's expanding sphere of strength 38.3333: it was 0.6286 hexes from the ship "
            "and is now 0.2572"
        ),
        "         hexes away.",
    ]
    assert section(lines, "To settle on your displays")[:2] == [
        (
            "  2.5   Kestrel: 18 points of damage from the explosion of mine-1, 0.8 hexes away; on shield #2, "
            "from yaw -57.7787 pitch"
        ),
        "          -10.9159.",
    ]
    assert section(lines, "To settle on your displays")[2:4] == [
        (
            "  2.5   Hawk: 2 x phasers from Kestrel (top and bottom) at range 2 (2.0808 hexes); on shield #1, from "
            "yaw -1.6192 pitch"
        ),
        "          -7.9483; dice 3, 5.",
    ]


def test_steps_stand_under_their_impulse_with_their_dice() -> None:
    told = lines_of(REPORT.steps(RUN, lambda fact: type(fact).__name__))
    heads = [line.split(" ─")[0] for line in told if "─" in line]
    assert heads == ["Impulse 5", "Impulse 7", "What follows"]
    assert told.index("  DiceRolled") == told.index("  WeaponFired") - 1


def test_every_fact_is_shown_with_the_board_right_before_it() -> None:
    seen = [(type(at.event).__name__, at.board.units["Kestrel"].place) for at in contexts(board(), RUN[:5])]
    assert seen[3] == ("UnitMoved", Place(30_000, 5_000, -10_000))
    assert seen[4][1] == Place(32_003, 5_651, -13_198)


def test_luck_is_counted_by_what_the_dice_were_rolled_for() -> None:
    turned = DiceRolled(actor="Kestrel", purpose="facing after breakdown", object="", index=1, sides=6, faces=(5,) * 6)
    nobody = DiceRolled(actor="asteroid field", purpose="place", object="", index=1, sides=6, faces=(5,))
    (luck,) = REPORT.luck([F[UnitPlaced], ROLLED, turned, nobody], None) or ()
    assert (luck.player, luck.kind, luck.rolls, luck.observed) == ("anna", "fire phasers", 2, 8)
    assert (luck.mean, luck.square, luck.better) == (Fraction(7), Fraction(35, 6), -1)


def test_a_seeking_weapon_that_struck_is_out_and_seeks_nobody() -> None:
    on = after(board(), (F[SeekerStruck],))
    (shown,) = [block for block in REPORT.unit(on, "drone-1") or () if isinstance(block, TextTable)]
    assert [*shown.rows] == [("drone-1", "out: it struck", "", "", "", "")]
    before = board()
    del before.units["drone-1"]
    assert REPORT.differences(before, on) == [("drone-1", "unit", "not there", "out: it struck")]


def test_two_boards_differ_in_places_facings_inertia_damage_and_webs() -> None:
    one, other = board(), board()
    assert REPORT.differences(one, other) == []
    kestrel = other.units["Kestrel"]
    kestrel.place, kestrel.damage, kestrel.speed = Place(1), 4, 0
    del other.units["Hawk"]
    other.webs["web-1"].strength = 0
    assert REPORT.differences(one, other) == [
        ("Hawk", "unit", "on the board", "not there"),
        ("Kestrel", "place", "3,0.5,-1", "0.0001,0,0"),
        ("Kestrel", "speed", "12", "0"),
        ("Kestrel", "damage", "0", "4"),
        ("web-1", "strength", "14", "0"),
    ]


def test_a_board_for_programs_has_exact_decimals() -> None:
    found = REPORT.standing(board())
    assert found["now"] == {"turn": 2, "impulse": 1, "passed": 0}
    assert found["units"]["Kestrel"] == {
        "class": "War Cruiser",
        "side": "Blue",
        "place": ["3", "0.5", "-1"],
        "facing": {"pitch": "10", "yaw": "300", "roll": "0"},
        "speed": "12",
        "thrust": "1",
        "inertia": ["0.5", "0", "0"],
        "damage": 0,
        "state": [],
    }
    assert found["units"]["drone-1"]["target"] == "Hawk"
    assert found["webs"]["web-1"]["strands"] == [{"from": "Weaver", "to": "Spinner", "length": "1.1"}]


def given(there: Board) -> dict[str, list[OfUnit]]:
    """Every ship turns, launches and fires at the nearest enemy in the run at hand."""
    orders: dict[str, list[OfUnit]] = {}
    for unit in there.out():
        foes = sorted((other for other in there.out() if other.side != unit.side), key=lambda other: other.name)
        card = there.class_of(unit)
        if unit.kind != "ship" or not foes:
            continue
        mine, at = orders.setdefault(unit.player, []), there.impulse
        mine += [
            FireOrdered(unit=unit.name, impulse=at, weapon=group.name, target=foes[0].name) for group in card.weapons
        ]
        mine += [
            LaunchOrdered(unit=unit.name, impulse=at, launcher=each.name, target=foes[0].name)
            for each in card.launchers
        ]
        mine.append(TurnOrdered(unit=unit.name, impulse=at, turn=Turn(yaw=10_000)))
        mine.append(HetOrdered(unit=unit.name, impulse=at + 1, to=unit.facing))
    return orders


@each_row("name", SYSTEM.bundled())
def test_everything_in_a_run_of_a_bundled_scenario_is_told_and_explained(name: str) -> None:
    made = SYSTEM.setup(SYSTEM.bundled()[name].text, name, {})
    at_work = after(SYSTEM.new_board(made.options, made.tables, made.classes), tuple(made.opening))
    before = copied(at_work)
    run = procedure.carry_out(at_work, given(before), KeyedDice(b"\x05" * 32, name, 1, 1))
    played = Stage(label="1.1", before=before, facts=run, after=at_work)
    assert lines_of(REPORT.exchange(played, tell))
    assert lines_of(REPORT.turn([played], tell), 120)
    now = copied(before)
    for number, fact in enumerate(run):
        working = REPORT.explain(Context(event=fact, board=now, earlier=run[:number], later=run[number + 1 :]))
        assert working.steps
        assert working.rule
        if isinstance(fact, Fact):
            fact.apply(now)


def test_no_part_of_it_is_imported_before_it_is_asked_for() -> None:
    asked = (
        "import sys\nfrom sits_es.report import report_of\nreport_of('sfb')\n"
        "print([name for name in sys.modules if name.startswith('sits_es.rules.sfb.views')])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_what_to_try_names_the_game() -> None:
    assert all("ours" in command for command, _ in REPORT.to_try("ours"))
