"""Boards of many units, or of thousands of hexes, are shown so that they can still be read."""

from attrs import evolve

from sits_es.report import report_of
from sits_es.report.blocks import Picture
from sits_es.report.scenes import SpaceScene
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.views.lines_of_fire import in_short, lines_of_fire
from sits_es.rules.sfb.views.scenes import groups
from tests.rules.sfb.boards import opened
from tests.shared.sfb_samples import board
from tests.shared.view_samples import forms_of, lines_of

REPORT = report_of("sfb")


def scenes(there: Board, *, detail: bool = False) -> list[SpaceScene]:
    shown = (block.scene for block in REPORT.board(there, detail=detail) if isinstance(block, Picture))
    return [scene for scene in shown if isinstance(scene, SpaceScene)]


def test_ten_thousand_hexes_are_shown_whole_and_the_largest_group_once_more_from_near_by() -> None:
    there = opened("system")
    assert [[unit.name for unit in group] for group in groups(there)] == [
        ["Falcon", "Heron", "Kestrel", "Raven", "Swift", "Teal"],
        ["Haven Dock", "Hawk", "Merlin", "Osprey", "Plover"],
    ]
    whole, near = scenes(there)
    assert len(whole.markers) == 11
    assert [marker.name for marker in near.markers] == ["Falcon", "Heron", "Kestrel", "Raven", "Swift", "Teal"]
    labels = {marker.name: (marker.label, marker.sides) for marker in whole.markers}
    assert all(labels[marker.name] == (marker.label, marker.sides) for marker in near.markers)
    lines = lines_of(REPORT.board(there))
    assert "Falcon, Heron, Kestrel and 3 others from near by" in lines
    assert "  Close together, within 7 hexes: Haven Dock, Hawk, Merlin, Osprey and Plover." in lines


def test_in_detail_every_group_has_its_picture_with_the_bodies_near_it() -> None:
    _, _, dock = scenes(opened("system"), detail=True)
    assert [ball.name for ball in forms_of(dock, "ball")] == ["Haven", "Haven"]


def test_a_board_that_one_picture_shows_well_has_no_groups() -> None:
    assert groups(board()) == []
    assert groups(opened("belt")) == []


def test_a_board_without_units_has_no_groups() -> None:
    there = board()
    there.units.clear()
    there.bodies.clear()
    assert groups(there) == []


def test_two_dozen_units_are_told_in_fewer_than_two_hundred_lines() -> None:
    assert len(opened("border").out()) == 24
    assert len(lines_of(REPORT.board(opened("border")))) < 200


def test_enemies_that_no_weapon_reaches_are_left_out_unless_in_detail() -> None:
    lines = lines_of(REPORT.board(opened("system")))
    assert lines[lines.index("Who bears on whom") + 1] == "  Enemies more than 100 hexes away are left out."
    assert "Enemies more than" not in "".join(lines_of(REPORT.board(opened("system"), detail=True)))


def crowded() -> Board:
    """Three more enemies each for Hawk and for Kestrel."""
    there = board()
    for number in range(3):
        for name in ("Hawk", "Kestrel"):
            more = evolve(there.units[name], name=f"{name}-{number + 2}")
            more.place += Place(0, 0, 10_000 * (number + 1))
            there.units[more.name] = more
    return there


def test_of_many_units_it_is_told_in_short_who_bears_on_whom_and_in_full_for_one_player() -> None:
    lines = lines_of(REPORT.board(crowded()), 100)
    there = lines[lines.index("Who bears on whom") + 1 :]
    assert there[0].split() == ["Unit", "With", "Bears", "on,", "at", "range"]
    assert "  -vv, or --as PLAYER for one player, adds yaw, pitch and mounts." in there
    full = lines_of(REPORT.board(crowded(), player="ben"), 160)
    assert "Seen at" in full[full.index("Who bears on whom") + 1]


def test_in_short_a_line_names_what_bears_and_the_nearest_four_with_their_ranges() -> None:
    there = board()
    found = {each[0].unit: [*in_short(each)] for each in lines_of_fire(there) if each}
    assert found["Kestrel"] == [("Kestrel", "all", "mine-1 0, Hawk 2")]
    there.units["Kestrel"].facing = Facing(pitch=500_000, yaw=3_000_000)
    (turned,) = (each for each in lines_of_fire(there) if each and each[0].unit == "Kestrel")
    assert [*in_short(turned)] == [("Kestrel", "phasers 1 of 2, disruptors 2 of 3", "mine-1 0, Hawk 2")]
