"""`sits calc sfb`: every sum with its numbers for programs, in words, and each refusal with its limit and rule."""

from __future__ import annotations

import shlex
from typing import Any

from commands.sfb import SUMS as VERBS
from tests.shared.commands_told import Told, lines_to_type, run
from tests.shared.rows import each_row


def calc(line: str) -> Told:
    """What `sits calc sfb` says to a line of words."""
    return run("calc", "sfb", *shlex.split(line))


AIMED = {
    "range": 3,
    "exact": "3.2015",
    "same_hex": False,
    "yaw": "11.4119",
    "pitch": "37.8792",
    "arcs": ["LF", "FH"],
    "mounts": ["top", "centre"],
    "bears": True,
    "blocked": False,
}
BEHIND = {
    "range": 2,
    "exact": "2.236",
    "same_hex": False,
    "yaw": "153.4349",
    "pitch": "0",
    "arcs": ["LR", "RH"],
    "mounts": ["top", "centre", "bottom"],
    "bears": True,
    "blocked": False,
    "launch_yaw": "153.4349",
}
SUMS: dict[str, Any] = {
    'bearing 0,0,0 3,0.5,-1 --facing "yaw 20 roll 90" --weapon FX/top --planet 1,0,0,0.3': AIMED,
    "bearing 0,0,0 -2,0,1 --weapon LP/swivel": BEHIND,
    "bearing 0,0,0 2,0,0 --planet 1,0.2999,0,0.3": {
        "range": 2,
        "exact": "2",
        "same_hex": False,
        "yaw": "0",
        "pitch": "0",
        "arcs": ["LF", "RF", "FH"],
        "mounts": ["top", "centre", "bottom"],
        "bears": None,
        "blocked": True,
    },
    "bearing 1,2,3 1,2,3 --weapon RA/bottom": {
        "range": 0,
        "exact": "0",
        "same_hex": True,
        "yaw": None,
        "pitch": None,
        "arcs": ["LF", "L", "LR", "RR", "R", "RF", "FH", "RH"],
        "mounts": ["top", "centre", "bottom"],
        "bears": True,
        "blocked": False,
    },
    "mounts 7": {"top": 3, "centre": 1, "bottom": 3},
    'turnmode shuttle 9 --turn "pitch 8.2 yaw -9.1"': {"limit": "9", "over": ["yaw"], "legal": False},
    'turnmode shuttle 9 --turn "pitch -9 yaw 9 roll -9"': {"limit": "9", "over": [], "legal": True},
    "turnmode C 0 --tac warp --crew outstanding": {"limit": "11"},
    'move 0,0,0 --facing "yaw 60" --speed 10 --thrust 1': {
        "place": ["0.1567", "0", "0.2715"],
        "facing": {"pitch": "0", "yaw": "60", "roll": "0"},
        "inertia": ["0.015625", "0", "0.0270633"],
        "km": [1567, 0, 2715],
    },
    "move -1,0,0 --speed 5 --web 2.5 --inertia -0.5,0,0": {
        "place": ["-0.9219", "0", "0"],
        "facing": {"pitch": "0", "yaw": "0", "roll": "0"},
        "inertia": ["0", "0", "0"],
        "km": [781, 0, 0],
    },
    "move 0,0,0 --thrust 1 --impulses 32": {
        "place": ["0.5157", "0", "0"],
        "facing": {"pitch": "0", "yaw": "0", "roll": "0"},
        "inertia": ["1", "0", "0"],
        "km": [313, 0, 0],
    },
    'seek 0,0,0 3,0,2 --facing "yaw 10" --speed 20': {
        "turn": {"pitch": "0", "yaw": "18.75"},
        "facing": {"pitch": "0", "yaw": "28.75", "roll": "0"},
        "place": ["0.548", "0", "0.3006"],
        "exact": "2.9833",
        "impact": False,
    },
    "schedule 12.5": {"impulses": [3, 6, 8, 11, 13, 16, 18, 21, 24, 26, 29, 31]},
    "explosion 10 0,0,0 0.5,0,0 --web": {"exact": "0.5", "strength": 5, "damage": 20},
    "explosion 10.5 0,0,0 0.5,0,0": {"exact": "0.5", "strength": "10.5", "damage": 42},
    "web 0,0,0 1.1,0,0": {"length": "1.1", "cost": "6.6", "in_reach": True},
    "web 0,0,0 1.1,0,0 --traditional 3.5 --unit 0.5,1.2,0 --speed 20 --fire 0.5,0.9,-3 --at 0.5,0.9,3": {
        "length": "1.1",
        "cost": "6.6",
        "in_reach": True,
        "strength": "14",
        "distance": "1.2",
        "in_web": True,
        "speed": "6",
        "blocked": True,
    },
    "web 0,0,0 2,0,0 --traditional 9 --unit 0,-2,0 --speed 20": {
        "length": "2",
        "cost": "12",
        "in_reach": False,
        "strength": "35",
        "distance": "2",
        "in_web": False,
        "speed": "20",
    },
    "sphere 0.5 0.6286 0.2572 --energy 10": {"collides": True, "strength": "38.3333"},
    "sphere 0.5 1 0.6286": {"collides": False},
    "pull 40 0,0,0 3,4,0": {"exact": "5", "pull": "1.6", "change": ["-0.96", "-1.28", "0"]},
    "orbit 0,0,0 2,0,0 --side right": {
        "exact": "2",
        "speed": "1",
        "facing": {"pitch": "0", "yaw": "270", "roll": "0"},
        "turn": "-0.8952",
    },
    "orbit 0,0,0 2,0,0": {
        "exact": "2",
        "speed": "1",
        "facing": {"pitch": "0", "yaw": "90", "roll": "0"},
        "turn": "0.8952",
    },
    "orbit 0,0,0 2,0,0 --facing 'yaw 77 pitch 30'": {
        "exact": "2",
        "speed": "1",
        "facing": {"pitch": "30.6483", "yaw": "90", "roll": "0"},
        "turn": "0.8952",
    },
    "het 5 6 1 1 3 4": {"facing": {"pitch": "0", "yaw": "70", "roll": "220"}},
    "hex 2215 --facing A": {"place": ["22", "0", "15"], "facing": {"pitch": "0", "yaw": "300", "roll": "0"}},
    "hex 2215": {"place": ["22", "0", "15"]},
}


@each_row("line", SUMS)
def test_each_sum_gives_programs_its_exact_numbers(line: str) -> None:
    told = calc(f"{line} --json").json
    assert told == {**SUMS[line], "rule": told["rule"], "steps": told["steps"]}


@each_row("line", SUMS)
def test_people_get_the_answer_its_steps_and_its_rule(line: str) -> None:
    told = calc(line)
    assert told.code == 0
    first, *steps, rule = told.out.splitlines()
    assert first
    assert not first.startswith(" ")
    assert steps
    assert any(each.startswith("Rule: ") for each in (*steps, rule))


#: What is refused, and the words of it.
REFUSED = {
    "move 0,0,0 --thrust 1.0001": "Thrust 1.0001 is not allowed. Impulse thrust is 0 to 1 in a turn (C2.111).",
    "move 0,0,0 --web 35.1": "A web of strength 35.1 is not allowed. Webs have a strength of 0 to 35 (G10.3).",
    "move 0,0,0 --impulses 0": "The number of impulses is 0. Write 1 to 3200.",
    "sphere 4 1 2": "A sphere cannot have a radius of 4. Its radius is 0 to 3.9999 hexes (G23.41).",
    "sphere -0.5 1 2": "A sphere cannot have a radius of -0.5. Its radius is 0 to 3.9999 hexes (G23.41).",
    "sphere 1 -1 2": "A range of -1 is below 0. It must be 0 hexes or more (G23.41).",
    "orbit 0,0,0 3.0001,0,0": (
        "The planet is 3.0001 hexes away. An orbit is within three hexes, measured exactly (P8.41)."
    ),
    "orbit 1,2,3 1,2,3": "The planet's middle is exactly where the ship is. An orbit goes round the middle (P8.41).",
    "orbit 0,0,0 2,0,0 --side up": "There is no side up. Sides: left, right. (P8.411)",
    "het 5 6 1 1 3 7": "Die 6 cannot show 7. A die shows 1 to 6 (C6.541).",
    "het 5 6 1 1 3 x": '"x" is not a die. Write 1 to 6 (C6.541).',
    "hex 221": '"221" is not a hex number. Write four digits, such as 2215 (S3D1.1).',
    "hex 2215 --facing G": '"G" is not a facing. Write A, B, C, D, E or F (S3D1.2).',
    "pull 40 1,2,3 1,2,3": (
        "The black hole and the unit are in the same place, so the pull has no direction. Put them in different "
        "places (P4.11)."
    ),
    "bearing 0,0,0.00001 1,0,0": '"0.00001" has more than 4 decimals. Z of a place has up to 4 (A3.4).',
    "bearing 0,0,0 1,0,0 --weapon FX": (
        '"FX" is not a weapon. Write its arc and its mount, such as FX/top or LF+L/centre, or "mauler" (D2.11).'
    ),
    "bearing 0,0,0 1,0,0 --planet 1,0,0": (
        '"1,0,0" is not a planet. Write X,Y,Z,RADIUS in hexes, such as 1,0,0,0.3 (P2.1).'
    ),
    "bearing 0,0,0 1,0,0 --planet 1,0,0,-1": "A planet's radius of -1 is below 0. It must be 0 hexes or more (P2.1).",
    "turnmode C 5 --tac warp": "A tactical manoeuvre at speed 5 is not allowed. It needs warp speed 0 (C5.3).",
    "turnmode Q 5": (
        '"Q" is not a turn class. Write seeking, shuttle, AA, A, B, C, D, E, F, base, or hexes:T with T hexes before '
        "each turn, such as hexes:3 (C3.31)."
    ),
    "turnmode C 0 --tac fast": "There is no manoeuvre fast. Manoeuvres: warp, sublight, both. (C5)",
    "turnmode C 0 --crew green": "There is no crew green. Crews: outstanding. (G21.224)",
    "web 0,0,0 1,0,0 --speed 5": "--speed needs the web's strength. Give --traditional as well (G10.511).",
    "web 0,0,0 1,0,0 --fire 1,1,1": "Fire has two ends. Give both --fire and --at (G10.61).",
    "schedule -1": "A speed of -1 is below 0. It must be 0 or more (M2.40).",
    "explosion 10 0,0 0,0,0": ('"0,0" is not a place. Write three numbers, X,Y,Z, such as 3,0.5,-1 (A3.4).'),
    "mounts 0": "A group of 0 weapons has no mounts. A group has at least 1 weapon (D2.11).",
    "mounts 100": "The number of weapons is 100. Write 1 to 99.",
    "explosion -1 0,0,0 2,0,0": "A strength of -1 is below 0. It must be 0 or more (D5.2).",
    "sphere 1 2 1 --energy -1": "Energy of -1 is below 0. It must be 0 or more (G23.42).",
    "pull -4 0,0,0 1,0,0": "A size of -4 is below 0. It must be 0 or more (P4.1).",
}


@each_row("line", REFUSED)
def test_what_is_beyond_a_limit_is_refused_with_the_limit_and_the_rule(line: str) -> None:
    told = calc(line)
    assert told.code == 1
    assert told.out == ""
    assert told.err.strip() == REFUSED[line]


def test_every_fault_of_a_line_is_told_at_once() -> None:
    told = calc('move 0,0 --facing "pitch x" --speed y --inertia 1,2')
    assert len(told.err.strip().splitlines()) == 4


def test_every_verb_has_examples_that_work() -> None:
    for verb in VERBS:
        assert lines_to_type(verb)
        for line in lines_to_type(verb):
            assert run(*shlex.split(line)[1:]).code == 0, line
            assert run(*shlex.split(line)[1:], "--json").json
