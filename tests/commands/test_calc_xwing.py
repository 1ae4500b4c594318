"""`sits calc xwing`: each sum's numbers for programs, its words with the reasons, and each refusal."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from commands.xwing import SUMS as VERBS
from tests.shared.commands_told import Told, lines_to_type, run
from tests.shared.rows import each_row

PLACES = """\
[Red]
base = "small"
at = [-40, 12.5]
facing = 30

[Blue]
base = "80x195"
half_angle = 41
at = [100, 200]
facing = 180
"""


def calc(line: str) -> Told:
    """What `sits calc xwing` says to a line of words."""
    return run("calc", "xwing", *shlex.split(line))


SUMS: dict[str, dict[str, Any]] = {
    "arc small@0,0,0 medium@-60,140.5,30": {
        "arcs": ["front", "full-front"],
        "area": {"front": 3600.0, "full-front": 3600.0},
        "distance": 84.649,
        "range": 1,
        "arc_range": {"front": 1, "full-front": 1},
    },
    "arc small@0,0,0 small@0,340.1,0": {"arcs": [], "area": {}, "distance": 300.1, "range": None, "arc_range": {}},
    "arc 'small@0,0,0 small@150,20,0'": {
        "arcs": ["right", "full-front"],
        "area": {"right": 1600.0, "full-front": 1600.0},
        "touched": {"full-rear": "rear edge"},
    },
    "range small@0,0,0 medium@-60,140.5,30": {"distance": 84.649, "range": 1},
    "range small@0,0,0 small@0,40,0": {"distance": 0.0, "range": 0},
    "range small@0,0,0 small@0,1000,0": {"distance": 960.0, "range": None},
    "relation medium@-60,140.5,30 small@0,0,0": {"relation": "in front"},
    "relation small@0,-100,0 medium@0,0,0": {"relation": "behind"},
    "relation small@200,10,0 medium@0,0,0": {"relation": "flanking", "ahead": 1200.0, "astern": 400.0},
    "relation small@900,10,0 medium@0,0,0": {"relation": None},
    "firing small@0,0,0 medium@-60,140.5,30 --shaded front --turret left,right --upgrade rear": {
        "firing_arcs": ["front", "right", "rear", "left"],
        "in": ["front"],
        "arc_range": {"front": 1},
    },
    "firing small@0,0,0 medium@-60,140.5,30": {"firing_arcs": [], "in": [], "arc_range": {}},
    "firing small@0,0,0 small@0,-90,0 --upgrade rear --upgrade full-rear": {
        "firing_arcs": ["rear", "full-rear"],
        "in": ["rear", "full-rear"],
        "arc_range": {"rear": 1, "full-rear": 1},
    },
    "firing small@0,0,0 small@0,-90,0 --shaded front --shaded rear --turret left --turret right": {
        "firing_arcs": ["front", "right", "rear", "left"],
        "in": ["rear"],
    },
    "rotate left,right front,rear": {"turret": ["front", "rear"]},
    "rotate 'left, right' 'front , rear'": {"turret": ["front", "rear"]},
    "rotate 'front left'": {"turret": ["left"]},
}


@each_row(("line", "data"), SUMS.items())
def test_each_sum_for_programs(line: str, data: dict[str, Any]) -> None:
    told = calc(f"{line} --json")
    assert (told.code, told.err) == (0, "")
    found = json.loads(told.out)
    assert {key: found[key] for key in data} == data


def test_arcs_stand_in_their_order_for_programs_too() -> None:
    found = json.loads(calc("arc small@0,0,0 small@120,140,0 --json").out)
    assert found["arcs"] == ["front", "right", "full-front"]


def test_the_words_say_which_part_is_inside_how_far_and_what_only_touches() -> None:
    told = calc("arc small@0,0,0 small@191.5,180,0 --width 100").out
    assert told.startswith(
        "B is in A's right arc and full front arc.\n"
        "  The closest points of their bases are 206.282 mm apart: range 3.\n"
        "  They are on A's front right corner and B's rear left corner.\n"
        "  B is in A's right arc with 1600.0 mm2 of its base, the closest part 206.282 mm away: range 3.\n"
        "  B is in A's full-front arc with 1600.0 mm2 of its base, the closest part 206.282 mm away: range 3.\n"
        "  In the right arc: 100.0% of B's base, front right corner, rear right corner and rear left corner.\n"
        "  In the full front arc: 100.0% of B's base, front left corner, front right corner, rear right\n"
        "    corner and rear left corner.\n"
        "  No part of B is in A's rear arc, left arc, bullseye arc or full rear arc.\n"
        "  B's front left corner touches A's front arc. Touching an edge does not count.\n"
        'Rule: the printed page, "ARC"; '
    )


@each_row(("line", "says"), [
    ("arc small@0,0,0 small@0,20,0",
     "0 mm apart: range 0. The bases of A and B overlap. The answer is valid for overlapping bases too."),
    ("arc small@0,0,0 small@0,40,0", "0 mm apart: range 0. They are on A's front edge and B's rear edge."),
    ("arc small@0,0,0 small@0,0,0", "B is in none of A's arcs."),
    ("arc small@0,0,0 small@0,20,0", "In the full front arc: 50.0% of B's base, front left corner and front right"),
    ("arc small@0,0,0 small@0,20,0", "No part of B is in A's rear arc. B's rear edge touches A's full rear arc."),
    ("range small@0,0,0 small@0,341,0", "are 301 mm apart: beyond range 3."),
    ("range small@0,0,0 small@0,140,0", "are 100 mm apart: range 1."),
    ("range small@0,0,0 small@0,140.0004,0", "are 100.0004 mm apart: range 2."),
    ("range small@0,0,0 small@0,340.00001,0", "are 300.00001 mm apart: beyond range 3."),
    ("range small@0,0,0 small@0,40.0003,0", "are 0.0003 mm apart: range 1."),
    ("relation small@339.9999,10,0 small@0,0,0",
     "A has less than 0.1 mm2 of its base ahead of B's midway line and less than 0.1 astern."),
    ("relation small@0,-100,0 medium@0,0,0", "A is behind B."),
    ("relation small@0,100,0 medium@0,0,0", "A is in front of B."),
    ("relation small@200,10,0 medium@0,0,0", "A crosses the midway line: it has part of its base on each side."),
    ("relation small@200,20,0 small@0,0,0",
     "A's rear edge touches B's full rear arc. Touching an edge does not count. A is in B's full front arc"),
    ("firing small@0,0,0 small@27.5,150,0 --shaded bullseye",
     "B's left edge touches A's bullseye arc. Touching an edge does not count."),
    ("relation small@0,900,0 medium@0,0,0", "A is neither behind B nor in front of it, nor flanking it."),
    ("firing small@0,0,0 small@0,90,0 --shaded front --turret front",
     "Front is a firing arc: it is shaded on the token and the turret points toward it."),
    ("firing small@0,0,0 small@0,90,0 --shaded front", "B is in A's firing arcs: front arc at range 1."),
    ("firing small@0,0,0 small@0,90,0 --turret rear", "B is in none of A's firing arcs."),
    ("rotate front left", "The turret points to left."),
])  # fmt: skip
def test_an_answer_says_why(line: str, says: str) -> None:
    told = calc(line)
    assert (told.code, told.err) == (0, "")
    assert says in " ".join(told.out.split())


REFUSED = {
    "arc small@0,0,0": (
        "Two places are needed, but 1 is given. Write two of the form BASE@X,Y,FACING, or names from a file given by "
        "--places."
    ),
    "range smal@0,0,0 small@0,0": (
        '"smal" is not a base. Write small, medium, large or WIDTHxLENGTH in mm, such as 80x195.\n'
        '"small@0,0" is not a place. Write BASE@X,Y,FACING: a base, mm to the right, mm up the table, degrees '
        "clockwise from up, such as small@-40,12.5,30."
    ),
    "arc 80x195@0,0,0 small@0,0,0": (
        "A huge base such as 80x195 has no printed arc lines: its front arc is not known. Give the base's half_angle, "
        "in degrees from the bow to each line, in a file of places."
    ),
    "firing small@0,0,0 medium@x,0,0 --shaded fore --turret side": (
        '"x" is not a place on the table (X, mm). Write a number such as 12.5, with at most 40 characters.\n'
        "There is no arc fore. Arcs: front, right, rear, left, bullseye, full-front, full-rear.\n"
        "There is no arc side. Arcs: front, right, rear, left, bullseye, full-front, full-rear."
    ),
    "firing small@0,0,0 medium@0,100,0 --turret front,left": (
        "A double turret points to opposite arcs, not to front and left. Write front and rear, or left and right."
    ),
    "rotate front": (
        "Two directions are needed, but 1 is given. Write where the turret points and where it is to point, such as "
        "left,right front,rear."
    ),
    "rotate front front": "The turret already points to the front. Rotate the turret to another arc.",
    "arc small@0,0,0 small@0,0,0 --places gone.toml": "gone.toml: no such file or directory.",
}


@each_row(("line", "says"), REFUSED.items())
def test_what_cannot_be_answered_is_refused_on_standard_error(line: str, says: str) -> None:
    told = calc(line)
    assert (told.code, told.out, told.err) == (1, "", f"{says}\n")


def test_a_ship_that_another_stops_is_not_said_to_turn_at_the_end() -> None:
    told = calc("move small@0,0,0 3 kt --among small@0,150,20 --json")
    assert json.loads(told.out)["steps"] == [
        "The middle of the base goes 20 mm ahead, then 120 mm of template, then another 20 mm ahead.",
        "B1 is in its way. The ship stops at the last place where it fits.",
    ]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "table.toml"
    path.write_text(PLACES, encoding="utf-8")
    return path


@pytest.mark.usefixtures("table")
def test_places_have_names_from_a_file_and_may_stand_beside_written_ones() -> None:
    told = json.loads(calc("arc Blue Red --places table.toml --json").out)
    same = json.loads(calc("arc 'Blue Red' --places table.toml --json").out)
    assert told == same
    assert told["arcs"] == ["front", "right", "full-front"]
    assert calc("range Red small@0,400,0 --places table.toml").out.startswith("Beyond range 3.")
    assert "Red's" in calc("range Red Blue --places table.toml").out


@pytest.mark.usefixtures("table")
def test_a_name_that_is_not_in_the_file_is_refused() -> None:
    told = calc("arc Bleu small@0,0,0 --places table.toml")
    assert (told.code, told.err) == (
        1,
        "There is no place Bleu. Did you mean Blue? Places: Red, Blue. Or write BASE@X,Y,FACING.\n",
    )


def test_faults_of_the_file_are_told_by_key_and_line(table: Path) -> None:
    table.write_text('[Red]\nbase = "small"\nat = [0]\nfacing = 0\n', encoding="utf-8")
    told = calc("range Red Red --places table.toml")
    assert (told.code, told.err) == (
        1,
        (
            "table.toml:3: Red.at: a list does not have two numbers. Write mm to the right and mm up the table, such "
            "as [-40, 12.5].\n"
        ),
    )


@pytest.mark.usefixtures("table")
def test_examples_of_every_verb_can_be_typed() -> None:
    for verb in VERBS:
        for line in lines_to_type(verb):
            told = run(*shlex.split(line.removeprefix("sits ")))
            assert (told.code, told.out != "") == (0, True), line
