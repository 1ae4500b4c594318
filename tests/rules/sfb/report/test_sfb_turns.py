"""A turn of SFB 'n3D at a glance: how units moved, what happened in which impulse, what came to nothing."""

from attrs import evolve

from sits_es.report import Stage, report_of
from sits_es.report.blocks import Heading, Picture
from sits_es.rules.sfb.board import BREAK
from sits_es.rules.sfb.ending.facts import DamageEntered, RunEnded
from sits_es.rules.sfb.launching.facts import SeekerStruck
from sits_es.rules.sfb.motion.facts import SpeedChanged, UnitMoved
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.telling import tell
from sits_es.rules.sfb.views.runs import movement, pace
from tests.shared.rows import each_row
from tests.shared.sfb_runs import RUN, after, section, stage
from tests.shared.sfb_samples import board, facts
from tests.shared.view_samples import lines_of

REPORT = report_of("sfb")
F = facts()


def test_a_turn_ends_with_what_is_to_be_settled_and_the_picture() -> None:
    blocks = [*REPORT.turn([stage(), stage()], tell)]
    heads = [block.text for block in blocks if isinstance(block, Heading)]
    assert heads == [
        "Turn 2, impulses 1 to 8",
        "Impulse by impulse",
        "To settle on your displays",
        "Where they are now",
    ]
    assert isinstance(blocks[-1], Picture)
    assert lines_of(REPORT.turn([], tell)) == ["Nothing has been played."]


def test_a_turn_says_once_how_units_moved_and_what_failed_stands_in_its_impulse() -> None:
    lines = lines_of(REPORT.turn([stage(), stage()], tell), 120)
    assert [line for line in lines if "  Kestrel  " in line] == [
        "  Kestrel  2 at 12   3.2003,0.5651,-1.3198  yaw -55.8 pitch 7"
    ]
    told = section(lines, "Impulse by impulse")
    (void,) = {line for line in told if " failed: " in line}
    assert void.startswith('       Hawk: "leave orbit" failed: ')
    assert told[told.index(void) - 2].startswith("    7  Hawk meets Kestrel's expanding sphere")


def test_turns_are_told_one_after_the_other_and_what_happens_in_a_break_at_the_end() -> None:
    before, later = board(), board()
    before.impulse, later.turn = BREAK, 3
    slower = SpeedChanged(unit="Kestrel", before=120_000, after=80_000, cause="order")
    stages = [
        Stage(label="2.break", before=before, facts=(slower,), after=after(before, (slower,))),
        Stage(label="3.1", before=later, facts=RUN, after=after(later, RUN)),
    ]
    lines = lines_of(REPORT.turn(stages, tell), 120)
    assert lines[0].startswith("Turns 2 to 3 ")
    assert section(lines, "Turn 2, turn break") == ["  end  Kestrel changes its warp speed from 12 to 8."]
    assert section(lines, "Turn 3, impulses 1 to 8")[0].startswith("  Unit ")


def test_a_part_of_a_turn_is_called_by_its_impulses_and_what_was_entered_stands_apart_from_them() -> None:
    before, entered, at_end = board(), board(), board()
    before.impulse, entered.impulse, at_end.impulse = 1, 9, BREAK
    damage = (DamageEntered(unit="Kestrel", points=4, note="phasers"),)
    run = Stage(label="2.1", before=before, facts=RUN, after=after(before, RUN))
    entry = Stage(label="2.9", before=entered, facts=damage, after=after(entered, damage))
    quiet = Stage(label="2.break", before=at_end, facts=(), after=at_end)
    lines = lines_of(REPORT.turn([run, entry], tell), 120)
    assert lines[0].startswith("Turn 2, impulses 1 to 8 ")
    told = section(lines, "Impulse by impulse")
    assert told[-2:] == [
        "       From the displays:",
        "       Kestrel takes 4 points of damage on its display: phasers.",
    ]
    assert lines_of(REPORT.turn([entry, entry], tell))[0].startswith("Turn 2, before impulse 9 ")
    ended = Stage(label="2.9", before=entered, facts=(RunEnded(impulse=32),), after=at_end)
    assert lines_of(REPORT.turn([entry, ended, quiet], tell))[0].startswith("Turn 2, impulse 9 to the break ")
    assert lines_of(REPORT.turn([quiet], tell))[0].startswith("Turn 2, turn break ")
    assert lines_of(REPORT.turn([run, quiet], tell))[0].startswith("Turn 2 ──")


def test_a_unit_that_is_gone_stands_in_the_movement_with_what_became_of_it() -> None:
    before = board()
    run = (UnitMoved(unit="drone-1", moved=Place(1), place=Place(30_001), speed=200_000), F[SeekerStruck])
    moves = lines_of(movement([Stage(label="2.1", before=before, facts=run, after=after(before, run))]))
    assert moves[2:] == ["  drone-1  1 at 20   3.0001,0,0  out: it struck"]


@each_row(
    ("speeds", "said"),
    [
        ([], ""),
        ([160_000] * 8, "8 at 16"),
        ([160_000] * 3 + [20_000] * 5, "3 at 16, 5 at 2"),
        ([160_000, 20_000, 160_000, 125_000], "4 at 2 to 16"),
    ],
)
def test_a_pace_is_told_by_its_speeds_and_of_many_by_the_ends(speeds: list[int], said: str) -> None:
    assert pace(speeds) == said


def test_movement_of_units_with_usual_names_is_a_table_in_eighty_columns_and_in_sixty() -> None:
    before = board()
    drone = evolve(before.units["drone-1"], name="Kestrel-drone-1", facing=Facing(26_242, 3_573_731))
    before.units["Kestrel-drone-1"] = drone
    moved = UnitMoved(unit="Kestrel-drone-1", moved=Place(1), place=Place(182_646, 22_467, -181_521), speed=200_000)
    run = [Stage(label="2.1", before=before, facts=(moved,), after=after(before, (moved,)))]
    assert lines_of(movement(run), 80)[2:] == [
        "  Kestrel-drone-1  1 at 20   18.2646,2.2467,-18.1521  yaw -2.6269 pitch 2.6242"
    ]
    assert lines_of(movement(run), 66)[0].split() == ["Unit", "Impulses", "Now", "at", "Facing"]


def test_a_turn_break_and_a_quiet_run_say_so() -> None:
    before = board()
    before.impulse = BREAK
    quiet = Stage(label="2.break", before=before, facts=(), after=before)
    assert lines_of(REPORT.exchange(quiet, tell))[0].startswith("Turn 2, turn break ")
    assert "  Nobody moved, and nothing happened." in lines_of(REPORT.turn([quiet], tell))
