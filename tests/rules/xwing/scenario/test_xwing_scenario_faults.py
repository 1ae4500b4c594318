"""What is wrong with a scenario file of X-Wing: every fault by its key and line, and files that chance has spoilt."""

from __future__ import annotations

import re

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.xwing.xwing import SYSTEM
from tests.shared.bundled_files import template_of
from tests.shared.rows import each_row

#: The template without its comments, and without what a ship can go without.
WHOLE = re.sub(r"(?m) *#.*$", "", template_of("xwing")).strip("\n").replace('[options]\ndials = "open"\n\n', "")
TEXT = re.sub(r"(?m)^(dial|ranges) = .*\n", "", WHOLE)
KEYS = (
    "Keys: name, player, base, half_angle, shaded, turret, points, weapons, upgrades, shields, hull, dial, at, facing."
)
ARCS = "Arcs: front, right, rear, left, bullseye, full-front, full-rear."


def faults(text: str) -> list[str]:
    with pytest.raises(UnreadableError) as refusal:
        SYSTEM.setup(text, "patrol.toml", {})
    return [problem.removeprefix("patrol.toml:") for problem in refusal.value.problems]


def test_a_ship_may_begin_at_the_edge_of_the_table_and_not_beyond() -> None:
    assert SYSTEM.setup(TEXT.replace("[-40, -300]", "[-457, 457]"), "p", {})
    assert faults(TEXT.replace("[-40, -300]", "[-457, 457.5]")) == [
        "23: ships[1].at: -457,457.5 is off the table, which reaches from -457,-457 to 457,457."
    ]


@each_row(
    ("old", "new", "said"),
    [
        ('rules = "xwing"', 'rules = "sits"', ['1: rules: "sits" is not one of them. Write one of xwing, in quotes.']),
        (
            'title = "Two patrols meet"',
            "titel = 1",
            [
                '1: title: it is missing. Write a text in quotes, such as "Ambush at the beacon".',
                (
                    "2: titel: There is no key titel. Did you mean title? Keys: rules, title, text, map, players, "
                    "options, table, objects, ships."
                ),
            ],
        ),
        (
            "[914, 914]",
            "[914]",
            ["4: table: it holds 1 number, not 2. Write its width and its height in mm, such as [914, 914]."],
        ),
        ("[914, 914]", "914", ["4: table: 914 is not a list. Write one, such as [914, 914]."]),
        (
            "[914, 914]",
            "[0, 914.25]",
            [
                "4: table[1]: 0 is out of range. Write a side in mm from 1 to 99999 with at most 1 decimal place.",
                (
                    "4: table[2]: 914.25 has too many digits. "
                    "Write a side in mm from 1 to 99999 with at most 1 decimal place."
                ),
            ],
        ),
        (
            '[players.blue]\nname = "Ben"\nside = "blue"\n',
            "",
            [
                "7: players: a game needs at least two players. Write [players.red] and [players.blue].",
                "39: ships[2].player: There is no player blue. Players: red.",
            ],
        ),
        (
            'player = "blue"',
            'player = "red"',
            ['11: players.blue: blue has no ship. Give one a line player = "blue".'],
        ),
        (
            '"Hawk"',
            '"kestrel"',
            ["41: ships[2].name: there is already a ship Kestrel. Give each thing its own name."],
        ),
        ('"Hawk"', '""', ["41: ships[2].name: The name is empty. Write at most 60 letters, digits, spaces, - and '."]),
        (
            "hull = 5",
            "hul = 5",
            [
                "40: ships[2].hull: it is missing. Write a whole number from 1 to 99.",
                f"48: ships[2].hul: There is no key hul. Did you mean hull? {KEYS}",
            ],
        ),
        ("hull = 5", "hull = 0", ["48: ships[2].hull: 0 is out of range. Write a whole number from 1 to 99."]),
        (
            "shields = 1",
            "shields = -1",
            [
                "47: ships[2].shields: -1 is out of range. Write a whole number from 0 to 99.",
            ],
        ),
        (
            'base = "medium"',
            'base = "tiny"',
            [
                (
                    '43: ships[2].base: "tiny" is not a base. '
                    "Write small, medium, large or WIDTHxLENGTH in mm, such as 80x195."
                ),
            ],
        ),
        (
            'base = "medium"',
            'base = "80x195"',
            [
                (
                    "43: ships[2].base: a huge base of 80x195 mm has no printed arc lines. "
                    "Write the base's half_angle in degrees."
                ),
            ],
        ),
        (
            'base = "medium"',
            'base = "medium"\nhalf_angle = 41',
            [
                "44: ships[2].half_angle: a medium base has printed arc lines. Leave half_angle out.",
            ],
        ),
        (
            'base = "medium"',
            'base = "80x195"\nhalf_angle = 90',
            [
                (
                    "44: ships[2].half_angle: 90 is out of range. "
                    "Write degrees from 1 to 89 with at most 3 decimal places."
                ),
            ],
        ),
        (
            'base = "medium"',
            'base = "80x195"\nhalf_angle = "41"',
            [
                (
                    '44: ships[2].half_angle: "41" is not a number. '
                    "Write degrees from 1 to 89 with at most 3 decimal places."
                ),
            ],
        ),
        (
            'shaded = ["front"]\nturret',
            'shaded = ["frunt", 1]\nturret',
            [
                f"44: ships[2].shaded[1]: There is no arc frunt. Did you mean front? {ARCS}",
                "44: ships[2].shaded[2]: 1 is not an arc. Write one in quotes.",
            ],
        ),
        (
            'turret = "single"',
            'turret = "triple"',
            [
                '45: ships[2].turret: "triple" is not one of them. Write one of single, double, in quotes.',
            ],
        ),
        (
            'turret = "single"',
            'turret = ["single"]',
            [
                "45: ships[2].turret: a list is not one of them. Write one of single, double, in quotes.",
            ],
        ),
        (
            'turret = "single"\n',
            "",
            [
                (
                    "40: ships[2]: Turret attacks in a turret arc, but the ship has no turret arc indicator. "
                    'Write turret = "single" or "double".'
                ),
                '45: ships[2].points: the ship has no turret arc indicator. Write turret = "single" or "double".',
            ],
        ),
        (
            'points = ["left"]\n',
            "",
            [
                '40: ships[2].points: it is missing. Write a list, such as ["front"].',
            ],
        ),
        (
            'points = ["left"]',
            "points = []",
            [
                "46: ships[2].points: A single turret points to one standard arc, not to 0.",
            ],
        ),
        (
            'points = ["left"]',
            'points = ["left", "right"]',
            [
                "46: ships[2].points: A single turret points to one standard arc, not to 2.",
            ],
        ),
        (
            '"single"\npoints = ["left"]',
            '"double"\npoints = ["left"]',
            [
                "46: ships[2].points: A double turret points to two opposite arcs, not to 1.",
            ],
        ),
        (
            'points = ["left"]',
            'points = ["full-front"]',
            [
                (
                    "46: ships[2].points: A turret points to a standard arc, and full-front is not one of these: "
                    "front, right, rear and left."
                ),
            ],
        ),
        (
            'kind = "torpedo"',
            'kind = "bomb"',
            [
                (
                    "31: ships[1].weapons[2].arc: it is missing. "
                    "Write one of front, right, rear, left, bullseye, full-front, full-rear, turret, in quotes."
                ),
                (
                    '33: ships[1].weapons[2].kind: "bomb" is not one of them. '
                    "Write one of primary, special, cannon, torpedo, missile, in quotes."
                ),
            ],
        ),
        (
            'name = "Torpedoes"',
            'name = "lasers"',
            [
                "16: ships[1]: it has two weapons named Lasers. Give each weapon its own name.",
            ],
        ),
        (
            'arc = "rear"',
            'arc = "rear"\npoints = ["left"]',
            [
                (
                    "39: ships[1].upgrades[1].points: the upgrade brings no turret arc indicator. "
                    'Write turret = "single" or "double".'
                ),
            ],
        ),
        (
            "[-40, -300]",
            "[-40]",
            [
                "23: ships[1].at: it holds 1 number, not 2. Write X and Y in mm, such as [-40, 12.5].",
            ],
        ),
        ("at = [-40, -300]\n", "", ["16: ships[1].at: it is missing. Write a list, such as [-40, 12.5]."]),
        (
            "facing = 0\n",
            "",
            [
                "16: ships[1].facing: it is missing. Write degrees from -360 to 360 with at most 3 decimal places.",
            ],
        ),
        (
            "facing = 0",
            "facing = 0.0001",
            [
                (
                    "24: ships[1].facing: 0.0001 has too many digits. "
                    "Write degrees from -360 to 360 with at most 3 decimal places."
                ),
            ],
        ),
        (
            "facing = 0",
            "facing = nan",
            [
                (
                    "24: ships[1].facing: NaN is not a number. "
                    "Write degrees from -360 to 360 with at most 3 decimal places."
                ),
            ],
        ),
        (
            "[-40, -300]",
            "[inf, 0]",
            [
                (
                    "23: ships[1].at[1]: Infinity is not a number. "
                    "Write mm from -99999 to 99999 with at most 3 decimal places."
                ),
                "23: ships[1].at: -99999,0 is off the table, which reaches from -457,-457 to 457,457.",
            ],
        ),
        (
            "[914, 914]",
            "[914, -inf]",
            [
                (
                    "4: table[2]: -Infinity is not a number. "
                    "Write a side in mm from 1 to 99999 with at most 1 decimal place."
                ),
            ],
        ),
    ],
)
def test_each_fault_is_told_by_its_key_and_line(old: str, new: str, said: list[str]) -> None:
    assert old in TEXT
    assert faults(TEXT.replace(old, new, 1)) == said


RANGES = 'are no ranges. Write the first and the last, such as "2-3", or one, such as "1".'
TEMPLATE = (
    "Write a template such as 2 straight, 3 bank left, 1 turn right, 4 kt, 2 segnor's loop left or 3 talon roll right. "
    "Straights and kt go up to 5; all others go up to 3."
)
SIZE = "a radius in mm from 1 to 500 with at most 3 decimal places."


@each_row(
    ("old", "new", "said"),
    [
        ('"2-3"', '"3-2"', [f'35: ships[1].weapons[2].ranges: "3-2" {RANGES}']),
        ('"2-3"', '"1-4"', [f'35: ships[1].weapons[2].ranges: "1-4" {RANGES}']),
        ('"2-3"', '"close"', [f'35: ships[1].weapons[2].ranges: "close" {RANGES}']),
        ('"3 kt"', '"6 kt"', [f'24: ships[1].dial[8]: "6 kt" is not a template. {TEMPLATE}']),
        ('"3 kt"', "3", [f'24: ships[1].dial[8]: "" is not a template. {TEMPLATE}']),
        (
            'base = "small"',
            'base = "80x195"\nhalf_angle = 41',
            ["25: ships[1].dial: a huge ship uses no templates here. Leave dial out."],
        ),
        (
            'kind = "asteroid"',
            'kind = "comet"',
            ['60: objects[1].kind: "comet" is not one of them. Write one of asteroid, debris, device, in quotes.'],
        ),
        ("radius = 30", "radius = 0", [f"62: objects[1].radius: 0 is out of range. Write {SIZE}"]),
        ("radius = 30", "radius = 501", [f"62: objects[1].radius: 501 is out of range. Write {SIZE}"]),
        ("radius = 30", "", [f"58: objects[1].radius: it is missing. Write {SIZE}"]),
        (
            "at = [120, 40]\nradius = 30",
            "",
            ["58: objects[1].at: it is missing. Write at and radius for a circle, or corners for a polygon."],
        ),
        (
            "radius = 30",
            "radius = 30\ncorners = [[0, 0], [1, 0], [0, 1]]",
            ["63: objects[1].corners: it is already a circle. Leave out the corners, or leave out at and radius."],
        ),
        ("[-160, 20], ", "", ["67: objects[2].corners: it has 2 corners. Write 3 to 60."]),
        (
            "[-120, 70]]",
            "[-60, 40]]",
            ["67: objects[2].corners: its edges cross, or it has no area. Write the corners in order round the edge."],
        ),
        (
            "[-110, 30]",
            "[-110]",
            ["67: objects[2].corners[2]: it holds 1 number, not 2. Write X and Y in mm, such as [-40, 12.5]."],
        ),
        (
            '"Wreck"',
            '"Rock"',
            ["65: objects[2].name: there is already an object Rock. Give each thing its own name."],
        ),
        (
            '"Wreck"',
            '"Hawk"',
            ["43: ships[2].name: there is already an object Hawk. Give each thing its own name."],
        ),
    ],
)
def test_faults_of_dials_ranges_and_objects_are_told_too(old: str, new: str, said: list[str]) -> None:
    assert old in WHOLE
    assert faults(WHOLE.replace(old, new, 1)) == said


def test_a_ship_has_one_turret_arc_indicator() -> None:
    upgrade = (
        '\n[[ships.upgrades]]\nname = "T{0}"\nkind = "special"\narc = "turret"\nturret = "single"\npoints = ["left"]\n'
    )
    line = len(TEXT.splitlines()) + 6
    assert faults(TEXT + "\n" + upgrade.format(1)) == [
        (
            f"{line}: ships[2].upgrades[1].turret: the ship has a turret arc indicator of its own. "
            "Leave one of the two out."
        )
    ]
    without = TEXT.replace('turret = "single"\npoints = ["left"]\n', "")
    assert faults(without + "\n" + upgrade.format(1) + upgrade.format(2)) == [
        (
            f"{line + 5}: ships[2].upgrades[2].turret: another upgrade brings a turret arc indicator. "
            "Leave one of the two out."
        )
    ]


def test_weapons_and_upgrades_are_tables() -> None:
    text = TEXT.replace("hull = 3\n", 'hull = 3\nupgrades = ["Tail gun"]\n', 1)
    text = text.replace('[[ships.upgrades]]\nname = "Tail gun"\nkind = "primary"\narc = "rear"\n', "", 1)
    under = "a table of its own under [[ships.upgrades]]."
    assert faults(text) == [f"23: ships[1].upgrades[1]: this is not an upgrade. Write each upgrade as {under}"]


def test_a_scenario_has_at_most_99_ships() -> None:
    found = faults(
        TEXT + "".join(f'\n[[ships]]\nname = "S{at}"\nplayer = "red"\nbase = "small"\nhull = 1\n' for at in range(98))
    )
    assert found == ["16: ships: there are 100 tables. Write at most 99."]
