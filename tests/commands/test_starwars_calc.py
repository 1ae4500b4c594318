"""`sits calc starwars`: every sum with its numbers for programs, in words, and each refusal with what is allowed."""

from __future__ import annotations

import shlex
from typing import Any

from commands.starwars import SUMS as VERBS
from sits_es.rules.starwars.sums.narrative_dice import KINDS
from tests.shared.commands_told import Told, lines_to_type, run
from tests.shared.rows import each_row


def calc(line: str) -> Told:
    """What `sits calc starwars` says to a line of words."""
    return run("calc", "starwars", *shlex.split(line))


def six(**dice: int) -> dict[str, int]:
    """A pool as programs get it."""
    return dict.fromkeys(KINDS, 0) | dice


FLIGHT = "--silhouette 6 --speed 4 --facing A"
GAIN = (
    "--agility 3 --piloting 2 --speed 5 --their-agility 2 --their-piloting 1 --their-speed 3 --silhouette 3 --hexes 1"
)
SUMS: dict[str, Any] = {
    'range "3A 2C"': {"hexes": 3, "band": "medium"},
    "range 3A 2C": {"hexes": 3, "band": "medium"},
    "range 0A": {"hexes": 0, "band": "close"},
    "range 20F": {"hexes": 20, "band": "extreme"},
    "range 21F": {"hexes": 21, "band": None},
    'arc "2B" --facing A --target-facing D': {
        "hexes": 2,
        "band": "short",
        "arcs": ["forward", "starboard"],
        "zones": ["forward", "starboard"],
    },
    "arc --facing a --target-facing c 2a 1b": {
        "hexes": 3,
        "band": "medium",
        "arcs": ["forward"],
        "zones": ["starboard"],
    },
    "arc 0A --facing A --target-facing C --toward E": {
        "hexes": 0,
        "band": "close",
        "arcs": ["aft", "port"],
        "zones": ["forward", "port"],
    },
    f'fly "F F L L L" {FLIGHT} --occupied "2A=5" --well 1A': {
        "legal": False,
        "faults": [{"step": 2, "rule": "occupied"}, {"step": 5, "rule": "turns"}],
        "hexes": 2,
        "movement": 3,
        "turns": 3,
        "facing": "D",
        "net": "2A",
    },
    f"fly f f R F L {FLIGHT} --occupied '2A 1B=0' --occupied 3A=9 --well 1A --well '2A 1B'": {
        "legal": False,
        "faults": [{"step": 4, "rule": "movement"}, {"step": 4, "rule": "occupied"}],
        "hexes": 3,
        "movement": 5,
        "turns": 2,
        "facing": "A",
        "net": "2A 1B",
    },
    f'fly "" {FLIGHT}': {
        "legal": True,
        "faults": [],
        "hexes": 0,
        "movement": 0,
        "turns": 0,
        "facing": "A",
        "net": "",
    },
    'pool "1 ability 1 difficulty" --upgrade 1 --upgrade-difficulty 0': {
        "pool": six(proficiency=1, difficulty=1),
        "outcomes": 96,
        "success": "11/24",
        "advantage": "13/48",
        "threat": "17/48",
        "triumph": "1/12",
        "despair": "0",
    },
    "pool 2 difficulty 1 setback --upgrade-difficulty 3": {
        "pool": six(difficulty=1, challenge=2, setback=1),
        "outcomes": 6912,
        "success": "0",
        "advantage": "0",
        "threat": "15/16",
        "triumph": "0",
        "despair": "23/144",
    },
    'result "ability:sa proficiency:triumph difficulty:tt challenge:despair"': {
        "success": 1,
        "advantage": -1,
        "triumph": 1,
        "despair": 1,
        "succeeds": True,
    },
    "result boost:blank setback:f": {"success": -1, "advantage": 0, "triumph": 0, "despair": 0, "succeeds": False},
    "terrain asteroid-field --hexes 5 --silhouette 4 --setback 1 --threat 2 --despair 1 --armour 3": {
        "pool": six(challenge=2, setback=1),
        "shields": True,
        "hull_trauma": 14,
        "system_strain": 2,
        "critical_hits": 1,
    },
    "terrain asteroid-field --hexes 0 --silhouette 4 --setback 1": {
        "pool": six(),
        "shields": True,
        "hull_trauma": 0,
        "system_strain": 0,
        "critical_hits": 0,
    },
    "terrain gas-cloud --skill gunnery --difficulty 2 --setback 1": {
        "pool": six(difficulty=1, challenge=1),
        "shields": False,
    },
    "terrain gas-cloud --skill Piloting --difficulty 2 --setback 1": {
        "pool": six(difficulty=2, setback=1),
        "shields": False,
    },
    "terrain gravity-well --skill piloting --difficulty 2 --setback 1": {
        "pool": six(difficulty=2, setback=1),
        "shields": True,
    },
    "terrain gravity-well --skill other --difficulty 2 --setback 1": {"pool": six(difficulty=2), "shields": True},
    f"advantage {GAIN}": {
        "allowed": True,
        "faults": [],
        "pool": six(ability=1, proficiency=3, difficulty=1, challenge=1),
    },
    f"advantage {GAIN.replace('--silhouette 3 --hexes 1', '--silhouette 5 --hexes 2')}": {
        "allowed": False,
        "faults": ["silhouette", "range"],
        "pool": six(ability=1, proficiency=3, difficulty=1, challenge=1),
    },
}


@each_row("line", SUMS)
def test_each_sum_gives_programs_its_exact_numbers(line: str) -> None:
    told = calc(f"{line} --json").json
    assert told == {**SUMS[line], "rule": told["rule"], "steps": told["steps"]}


@each_row("line", SUMS)
@each_row("width", [40, 80])
def test_people_get_the_answer_its_steps_and_its_rule_within_the_columns_they_have(line: str, width: int) -> None:
    told = calc(f"{line} --width {width}")
    assert (told.code, told.err) == (0, "")
    first, *steps = told.out.splitlines()
    assert first
    assert not first.startswith(" ")
    assert any(each.startswith("Rule: ") for each in steps)
    assert ".md" not in told.out
    assert max(map(len, told.out.splitlines())) <= width


def test_every_verb_has_examples_that_run() -> None:
    for verb in VERBS:
        assert lines_to_type(verb)
        for example in lines_to_type(verb):
            words = shlex.split(example)
            assert words[:4] == ["sits", "calc", "starwars", verb.name]
            assert run(*words[1:]).code == 0


def test_a_flight_is_told_step_by_step_with_its_faults_in_a_players_words() -> None:
    told = calc(f'fly "F F L L L" {FLIGHT} --occupied "2A=5" --well 1A')
    assert told.out == (
        "Not legal: 2 hexes, 3 movement, 3 turns; it ends 2A from its start, facing D.\n"
        "  Speed 4: up to 4 movement, 1 per hex or 2 per gravity-well hex.\n"
        "  Silhouette 6: at most 2 turns.\n"
        "  The starship begins in its hex, facing A.\n"
        "  F: it enters 1A; movement so far 2 (2 for a hex in a gravity well).\n"
        "  F: it enters 2A; movement so far 3.\n"
        "  L: it turns 60 degrees to the left and faces F.\n"
        "  L: it turns 60 degrees to the left and faces E.\n"
        "  L: it turns 60 degrees to the left and faces D.\n"
        "  Step 2 of F F L L L: a silhouette 5 ship is there, and nobody else may enter\n"
        "    its hex.\n"
        "  Step 5 of F F L L L: a silhouette 6 ship turns at most twice.\n"
        'Rule: the printed page, "Fly Maneuver", "Space Combat" and "Gravity Well";\n'
        "  house: large starships and occupied hexes\n"
    )


def test_a_pool_is_told_with_its_upgrades_its_rolls_and_its_dice_in_symbols() -> None:
    told = calc("pool 1 ability 1 difficulty --upgrade 1")
    assert told.out == (
        "1 proficiency 1 difficulty: success 45.8%.\n"
        "  Before upgrades: 1 ability 1 difficulty.\n"
        "  Your own dice upgraded once: 1 proficiency 1 difficulty.\n"
        "  Rolls: 12 x 8 = 96. Rolls for each net number (negative: failures, threat):\n"
        "  Net  Success  Advantage\n"
        "    2       10          6\n"
        "    1       34         20\n"
        "    0       34         36\n"
        "   -1       14         28\n"
        "   -2        4          6\n"
        "  Expected: chances of success 11/24, 45.8%; advantage 13/48, 27.1%; threat\n"
        "    17/48, 35.4%; triumph 1/12, 8.3%.\n"
        "Rule: base game: narrative dice\n"
        "\n"
        "  ⬢ ◇\n"
        "  ⬢ proficiency   ◇ difficulty\n"
    )
    drawn = calc("pool 1 ability 1 difficulty --upgrade 1 --ascii").out.splitlines()[-2:]
    assert drawn == ["  P D", "  P proficiency   D difficulty"]


def test_a_large_pool_is_told_in_per_cent_and_rare_things_are_not_said_to_be_sure() -> None:
    told = calc("pool 20 ability 20 challenge")
    assert told.code == 0
    assert "Rolls: the numbers of sides of all 40 dice, multiplied together." in told.out
    assert "/" not in told.out
    rare = calc("pool 20 challenge 1 boost").flat
    assert "advantage below 0.1%" in rare
    assert "threat above 99.9%" in rare


def test_thrown_dice_are_told_face_by_face_in_words_and_symbols() -> None:
    told = calc("result ability:sa proficiency:triumph difficulty:tt challenge:despair")
    assert told.out == (
        "It succeeds: 1 success, 1 threat, 1 triumph, 1 despair.\n"
        "  The dice show ability: success and advantage; proficiency: triumph;\n"
        "    difficulty: 2 threat; challenge: despair.\n"
        "  2 successes less 1 failure; 1 advantage less 2 threat; 1 triumph, counted as a\n"
        "    success too; 1 despair, counted as a failure too.\n"
        "Rule: base game: narrative dice\n"
        "\n"
        "  ✓▲ ★ ▼▼ ⊗\n"
        "  ✓ success   ▲ advantage   ★ triumph   ▼ threat   ⊗ despair\n"
    )


@each_row(
    ("line", "words"),
    [
        ("range 0A", "The same hex: close range."),
        ("range 25C", "25 hexes: out of range."),
        (
            "arc 2A 1B --facing A --target-facing C",
            "the target lies between the hex rows dead ahead and at 60 to starboard.",
        ),
        ("arc 2B --facing A --target-facing A", "Two zones are open: the attacker chooses which to attack."),
        ("arc 0A --facing A --target-facing C --toward B", "is taken to lie on side B, as if adjacent"),
        (f"fly {FLIGHT}", "The starship flies no hexes and keeps its facing, which is allowed."),
        ("terrain asteroid-field --hexes 0 --silhouette 3", "The starship moves no hexes, so it makes no check"),
        (
            "terrain asteroid-field --hexes 3 --silhouette 3 --threat 2 --armour 12",
            "Armour 12 counts against each: 10 - 12, at least 0, is 0.",
        ),
        (
            "terrain gas-cloud --skill gunnery --difficulty 2",
            "the difficulty is upgraded once: 1 difficulty 1 challenge.",
        ),
        (
            "terrain gas-cloud --skill other --difficulty 2",
            "its own Computers, Gunnery and Perception checks are harder.",
        ),
        (
            f"advantage {GAIN}",
            "Speed 5 against speed 3: your starship's dice are upgraded twice: 1 ability 3 proficiency",
        ),
        (
            f"advantage {GAIN.replace('--their-speed 3', '--their-speed 6')}",
            "Speed 5 against speed 6: the target's dice are upgraded once: ",
        ),
        (
            f"advantage {GAIN.replace('--their-speed 3', '--their-speed 5')}",
            "Both fly at speed 5: nothing is upgraded: ",
        ),
        (
            f"advantage {GAIN.replace('--silhouette 3 --hexes 1', '--silhouette 5 --hexes 2')}",
            "Not allowed: silhouette 5 is more than 4 and 2 hexes is beyond close range, which ends at 1.",
        ),
    ],
)
def test_the_way_to_an_answer_is_told(line: str, words: str) -> None:
    assert words in calc(line).flat


#: What is refused, and the words of it.
REFUSED = {
    "range 2A 1+": (
        '"1+" (column 4) leads up or down, but the map is flat. Write a number and one of A B C D E F, such as 4A.'
    ),
    "range foo": '"foo" (column 1) is not a vector. Write a number and one of A B C D E F, such as 4A.',
    "arc 2A --facing Q --target-facing AB": (
        '--facing "Q" is not a side of a hex. Write A to F, clockwise, with A up the map.\n'
        '--target-facing "AB" is not a side of a hex. Write A to F, clockwise, with A up the map.'
    ),
    "arc 2A --facing A --target-facing B --toward C": (
        "The target is 2A away; a side is named only when the target is in the same hex. Leave the side out."
    ),
    "arc 0A --facing A --target-facing B": (
        "The target is in the same hex. Name the side on which the target lies, A to F."
    ),
    f"fly F X {FLIGHT}": '"X" (step 2) is not a step. Write F for a hex ahead, and L or R for a turn of 60 degrees.',
    "fly F --silhouette -1 --speed 100 --facing A": (
        "--silhouette is -1. Write 0 to 99.\n--speed is 100. Write 0 to 99."
    ),
    f"fly F {FLIGHT} --occupied 2A --occupied =5 --occupied 1A=100": (
        '--occupied "2A" is not a hex and a silhouette. Write HEX=SILHOUETTE: 2A=5.\n'
        '--occupied "=5" is not a hex and a silhouette. Write HEX=SILHOUETTE: 2A=5.\n'
        "The silhouette in --occupied is 100. Write 0 to 99."
    ),
    f"fly F {FLIGHT} --well 1-": (
        '"1-" (column 1) leads up or down, but the map is flat. Write a number and one of A B C D E F, such as 4A.'
    ),
    "range 3": '"3" (column 1) has no direction. Write one of A B C D E F after the number, such as 3A.',
    'pool ""': "The pool is empty. Write how many dice of each kind, such as 2 ability 1 boost.",
    "pool 1 ability --upgrade -1": "--upgrade is -1. Write 0 to 99.",
    "pool 99 ability 99 boost 99 setback 99 challenge": (
        "A pool of 396 dice is too large to work out. Take 300 dice or fewer."
    ),
    "result ability:ff": '"ability:ff": ability dice have no face "ff". They have blank, s, ss, a, sa and aa.',
    "terrain nebula": "There is no terrain nebula. Terrains: asteroid-field, gas-cloud, gravity-well.",
    "terrain asteroid-field": "A check in an asteroid field needs --hexes and --silhouette.",
    "terrain gas-cloud --hexes 3": (
        "A check in a gas cloud needs --skill and --difficulty.\n"
        "--hexes can't be given for a gas cloud. It takes --skill, --difficulty and --setback."
    ),
    "terrain gravity-well --skill flying --difficulty 2": (
        "There is no skill flying. Skills: astrogation, computers, cool, discipline, gunnery, leadership, mechanics, "
        "perception, piloting, vigilance, other."
    ),
    "terrain asteroid-field --hexes 0 --silhouette 3 --threat 2": (
        "Without movement no check is made, so there is no threat or despair. Leave out --threat and --despair, or "
        "give --hexes 1 or more."
    ),
    "terrain asteroid-field --hexes 3 --silhouette 100": "--silhouette is 100. Write 0 to 99.",
    f"advantage {GAIN.replace('--speed 5', '--speed -5')}": "--speed is -5. Write 0 to 99.",
}


@each_row("line", REFUSED)
def test_a_refusal_says_what_is_wrong_and_what_is_allowed(line: str) -> None:
    assert calc(line) == (1, "", f"{REFUSED[line]}\n")
    assert calc(f"{line} --json") == (1, "", f"{REFUSED[line]}\n")
