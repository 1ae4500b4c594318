"""What is wrong with a scenario file of SFB 'n3D: every fault by its key and line, and files that chance has spoilt."""

import pytest

from sits_es.rules.sfb.cards.samples import sample_classes
from tests.shared.sfb_chase import CHASE, faults

#: The beginning of a globular web.
GLOBE = 'kind = "globular"\npoints = ["0,0,0", "1,0,0"]\n'
CLASSES = "Classes: " + ", ".join(sample_classes()) + "."


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('rules = "sfb"', 'rules = "sits"', [
            '1: rules: "sits" is not one of them. Write one of sfb, in quotes.',
        ]),
        ('title = "A chase"', 'titel = "A chase"', [
            '1: title: it is missing. Write a text in quotes, such as "A chase".',
            (
                "2: titel: There is no key titel. Did you mean title? Keys: rules, title, text, map, players, run, "
                "turns, "
                "own_side_targets, units, bodies, rings, asteroids, webs, placement, system, border."
            ),
        ]),
        ("run = 16", "run = 33", ["3: run: 33 is out of range. Write a whole number from 1 to 32."]),
        ("turns = 3", "turns = 1000", ["4: turns: 1000 is out of range. Write a whole number from 0 to 999."]),
        ('name = "Anna"', 'nam = "Anna"', [
            "6: players.red.nam: There is no key nam. Did you mean name? Keys: name, side.",
        ]),
        ('name = "Anna"', 'name = ""', ["6: players.red.name: The name is empty."]),
        ('[players.red]\nname = "Anna"\n', "", [
            "5: players: a game needs at least two players. Write [players.red] and [players.blue].",
            "10: units[1].player: There is no player red. Players: blue.",
            "20: units[2].player: There is no player red. Players: blue.",
        ]),
        ('"Sample base"', '"Sample mine"', [
            '7: players.blue: blue has no ship, base or shuttle. Give one a line player = "blue".',
            "30: units[3].rotation: a mine has none. Leave it out, or write it for a base.",
            (
                "58: webs[1].anchors[1]: There is no anchor Gate. Anchors: Haven, asteroid-1, asteroid-2, asteroid-3. "
                "(G10.11)"
            ),
        ]),
        ('"Sample cruiser"', '"Sample cruser"', [
            (
                f'11: units[1].class: There is no class "Sample cruser". Did you mean Sample cruiser? {CLASSES} Your '
                "own cards are in var/cards, unless you name another folder."
            ),
            (
                "23: units[2].aboard: There is no carrier Kestrel. There are no carriers. A carrier is a ship or "
                "a base of the same player (A3.4)."
            ),
        ]),
        ('"Sample fighter"', '"Sample drone"', [
            (
                "21: units[2].class: a seeking weapon begins when it is launched. "
                "Place the unit that launches it (A3.4)."
            ),
        ]),
        ('player = "red"\nplace', 'player = "reb"\nplace', [
            "12: units[1].player: There is no player reb. Did you mean red? Players: red, blue.",
            ("23: units[2].aboard: There is no carrier Kestrel. There are no carriers. A carrier is a ship or a "
            "base of the same player (A3.4)."),
        ]),
        ('"100,0.5,-3"', '"100,0.5"', [
            ('13: units[1].place: "100,0.5" is not a place. Write three numbers, X,Y,Z, such as '
            '3,0.5,-1 (A3.4).'),
        ]),
        ('"100,0.5,-3"', '"100,0.50001,99999999"', [
            '13: units[1].place: "0.50001" has more than 4 decimals. Y of a place has up to 4 (A3.4).',
            (
                '13: units[1].place: "99999999" is not Z of a place. Write a number such as 8.2, with up to 7 '
                'digits before '
                "the point and 4 after it (A3.4)."
            ),
        ]),
        ('place = "100,0.5,-3"\n', "", [
            '9: units[1].place: it is missing. Write a text in quotes, such as "100,0,0".',
        ]),
        ('"100,0.5,-3"', '"50,0.1499,0"', [
            (
                "13: units[1].place: Kestrel is inside Haven, 0.1499 hexes from its middle. Place it 0.15 or more away "
                "(P2.1)."
            ),
        ]),
        ('"100,0.5,-3"', '"0,10000,0"', [
            (
                "13: units[1].place: Kestrel is in the middle of Maw, so the pull has no direction. Move it "
                "(P4.11)."
            ),
        ]),
        ('hex = "2215"', 'hex = "225"', [
            '28: units[3].hex: "225" is not a hex number. Write four digits, such as 2215 (S3D1.1).',
        ]),
        ('hex = "2215"', 'hex = "2215"\nplace = "0,0,0"', [
            "28: units[3].hex: a place is already given. Leave one of the two out (S3D1.1).",
        ]),
        ('facing = "A"', 'facing = "G"', [
            '29: units[3].facing: "G" is not a facing. Write A, B, C, D, E or F (S3D1.2).',
        ]),
        ('"yaw 180 pitch -10"', '"yaw 180 pich -10"', [
            (
                "14: units[1].facing: There is no angle pich. Did you mean pitch? Angles: pitch, yaw, roll. (C1.21)"
            ),
        ]),
        ('facing = "yaw 180 pitch -10"\n', "", [
            '9: units[1].facing: it is missing. Write a text in quotes, such as "yaw 180".',
        ]),
        ("speed = 12.5", "speed = -1", [
            "15: units[1].speed: -1 is out of range. Write a number from 0 to 9999 (C1.43).",
        ]),
        ("thrust = 1", "thrust = 1.5", [
            "16: units[1].thrust: 1.5 is out of range. Write a number from 0 to 1 (C2.111).",
        ]),
        ('"-0.5,0,0"', '"-0.5,0,0.12345678"', [
            '17: units[1].inertia: "0.12345678" has more than 7 decimals. Z of inertia has up to 7 (C2.111).',
        ]),
        ('"outstanding"', '"outstandin"', [
            '18: units[1].crew: "outstandin" is not one of them. Write one of usual, outstanding, in quotes.',
        ]),
        ('"outstanding"', '"usual"\nrotation = "yaw 5"', [
            "19: units[1].rotation: a ship has none. Leave it out, or write it for a base.",
        ]),
        ("yaw 7.5 roll -2", "yaw 7.5001 roll -8", [
            "30: units[3].rotation: A base cannot turn yaw 7.5001 each impulse. Write -7.5 to 7.5 (C3.7).",
            "30: units[3].rotation: A base cannot turn roll -8 each impulse. Write -7.5 to 7.5 (C3.7).",
        ]),
        ('rotation = "yaw 7.5 roll -2"', "speed = 1", [
            "30: units[3].speed: a base has none. Leave it out, or write it for a ship or a shuttle.",
        ]),
        ('aboard = "Kestrel"', 'aboard = "Gate"', [
            ("23: units[2].aboard: There is no carrier Gate. Carriers: Kestrel. A carrier is a ship or a base of "
            "the same player (A3.4)."),
        ]),
        ('aboard = "Kestrel"', 'aboard = "Kestrel"\nplace = "0,0,0"', [
            "24: units[2].place: a unit that begins aboard has its carrier's. Leave this out (A3.4).",
        ]),
        ('"Wasp"', '"KESTREL"', [
            "20: units[2].name: there is already a unit Kestrel. Give each thing its own name.",
        ]),
        ('"Mine 1"\nclass', '"Haven"\nclass', [
            "32: units[4].name: there is already a body Haven. Give each thing its own name.",
        ]),
        ('"Wasp"', '"W\\"sp"', [
            ("20: units[2].name: The name \"W\"sp\" can't be written in an order. Write at most 60 letters, "
            "digits, spaces, - and '."),
        ]),
        ('"Wasp"', '"12"', [
            ("20: units[2].name: 12 is a number, and numbers name web points. Choose a name with a "
            "letter in it (G10.12)."),
        ]),
        ('"Wasp"', '"web-7"', [
            "20: units[2].name: the game uses names such as web-7 itself. Choose another name.",
        ]),
        ('kind = "planet"', 'kind = "plant"', [
            ('38: bodies[1].kind: "plant" is not one of them. Write one of planet, gas giant, moon, star, black '
            'hole, in '
            "quotes."),
        ]),
        ('kind = "planet"', "kind = { a = 1 }", [
            ("38: bodies[1].kind: a table is not one of them. Write one of planet, gas giant, moon, star, black hole, "
            "in quotes."),
        ]),
        ("radius = 0.15\n", "", [
            "36: bodies[1].radius: it is missing. Write a number from 0.0001 to 99999 (P2.1).",
        ]),
        ("radius = 0.15", "radius = 0", [
            "40: bodies[1].radius: 0 is out of range. Write a number from 0.0001 to 99999 (P2.1).",
        ]),
        ("atmosphere = 0.1999", "atmosphere = 0.2", [
            ("41: bodies[1].atmosphere: Haven: an atmosphere of radius 0.2 is too large for class M. Give it less "
            "than 0.2 "
            "(P2.1)."),
        ]),
        ("atmosphere = 0.1999", "atmosphere = 0.15", [
            ("41: bodies[1].atmosphere: Haven: an atmosphere of radius 0.15 does not reach beyond the planet. Give it "
            "more than "
            "0.15 (P2.1)."),
        ]),
        ("atmosphere = 0.1999\n", "", [
            (
                "36: bodies[1].atmosphere: it is missing. "
                "A class M planet has an atmosphere with a radius below 0.2 (P2.1)."
            ),
        ]),
        ("size = 40", "size = 0", [
            "47: bodies[2].size: 0 is out of range. Write a number from 0.0001 to 9999999 (P4.1).",
        ]),
        ("size = 40", "size = 40\nradius = 1", [
            ("48: bodies[2].radius: a black hole has none. Leave it out, or write it for "
            "a planet, a gas giant, a moon or a star."),
        ]),
        ('around = "Haven"', 'around = "Haven 2"', [
            '50: rings[1].around: There is no body "Haven 2". Did you mean Haven? Bodies: Haven, Maw.',
        ]),
        ("inner = 0.5", "inner = 1.2", [
            "51: rings[1].inner: the ring ends before it begins. Write less than outer (P2.223).",
        ]),
        ("inner = 0.5\nouter = 1.2", "inner = 0\nouter = 0.15", [
            "52: rings[1].outer: the ring is inside Haven. Write a distance greater than that body's radius (P2.223).",
        ]),
        ('"1,2,3,1.5"', '"1,2,3"', [
            ('55: asteroids.rows[3]: "1,2,3" is not an asteroid. Write X,Y,Z and a radius in hexes, such as '
            '30,34,16,1/3 '
            "(P3.11)."),
        ]),
        ('"1,2,3,1.5"', '"1,2,x,0"', [
            ('55: asteroids.rows[3]: "x" is not Z of a place. Write a number such as 8.2, with up to 7 digits '
            'before the '
            "point and 4 after it (A3.4)."),
            '55: asteroids.rows[3]: "0" is not a radius. Write a number above 0, or thirds such as 1/3 (P3.11).',
        ]),
        ('rows = ["-20', 'generate = true\nrows = ["-20', [
            "56: asteroids.rows: dice generate this field. Leave out rows or generate (P3.11).",
        ]),
        ('rows = ["-20', 'mirrored = true\nrows = ["-20', [
            "55: asteroids.mirrored: your own rows are used as they are. Leave this out (P3.11).",
        ]),
        ('rows = ["-20,0,5,1/3", "30,34,16,0.66667", "1,2,3,1.5"]', 'rows = "exampel"', [
            ('55: asteroids.rows: "exampel" is not a field. Write "example", a list such as ["30,34,16,1/3"], or '
            'generate = '
            "true (P3.11)."),
        ]),
        ('["Gate", "Haven"]', '["Gate"]', [
            "58: webs[1].anchors: it has 1 anchor. A linear web has 2 to 999 (G10.11).",
        ]),
        ('["Gate", "Haven"]', '["Gate", "Gate", "Wasp"]', [
            "58: webs[1].anchors[2]: Gate is listed twice. Write each anchor once (G10.11).",
            ("58: webs[1].anchors[3]: There is no anchor Wasp. Anchors: Gate, Haven, "
            "asteroid-1, asteroid-2, asteroid-3. (G10.11)"),
        ]),
        ("traditional = 3.5", "strength = 35.1", [
            "59: webs[1].strength: 35.1 is out of range. Write a number from 0 to 35 (G10.3).",
        ]),
        ("traditional = 3.5", "traditional = 3.5\nstrength = 14", [
            "59: webs[1].traditional: the strength is already given. Leave one of the two out (G10.3).",
        ]),
        ("traditional = 3.5", 'points = ["0,0,0"]\nstrands = [["1", "2"]]', [
            "59: webs[1].points: a linear web has anchors only. Leave it out, or write another kind (G10.11).",
            "60: webs[1].strands: a linear web is one line. Leave it out (G10.11).",
        ]),
        ('anchors = ["Gate", "Haven"]', 'kind = "cast"\npoints = ["0,0,0", "1,0,0"]', [
            ("60: webs[1].traditional: a cast web's strength counts once, as on its caster's chart. Write strength "
            "(note after G10.82)."),
        ]),
        ("traditional = 3.5", 'kind = "cast"\npoints = ["0,0,0"]', [
            '58: webs[1].anchors: a cast web has points only. Leave it out, or write kind = "linear" (G10.11).',
            "60: webs[1].points: it has 1 point. A cast web has 2 (G10.11).",
        ]),
        ("traditional = 3.5", GLOBE + 'strands = [["1", "3"], ["1"], ["1", "2"]]', [
            ("61: webs[1].strands[1][2]: There is no point or anchor 3. Points and anchors: Gate, Haven, 1, 2. "
            "(G10.12)"),
            '61: webs[1].strands[2]: this is not a strand. Write two points or anchors, such as ["1", "2"] (G10.12).',
        ]),
        (
            "traditional = 3.5",
            GLOBE + 'strands = [["1", "2"], ["2", "1"], ["2", "Gate"]]\nstrength = 1',
            [
                ("60: webs[1].points: points 1 and 2 are not joined to two others. Join each, or give the web no "
                "strength "
                "(G10.12)."),
                "61: webs[1].strands[2]: 2 and 1 are already joined. Write each strand once (G10.12).",
            ],
        ),
        ("[asteroids]", '[placement.red]\nnear = "0,0,0"\n[asteroids]', [
            "13: units[1].place: Kestrel is 100.0462 hexes from 0,0,0. Place it within 30 (S3D2.1).",
        ]),
        ("[asteroids]", '[placement.green]\n[placement.blue]\nnear = "0,0,0"\nwithin = 20\n[asteroids]', [
            "28: units[3].hex: Gate is 26.627 hexes from 0,0,0. Place it within 20 (S3D2.1).",
            "54: placement.green: There is no key green. Keys: red, blue.",
        ]),
        ("[asteroids]", '[system]\nstar = "Haven"\ncapital = "Maw"\n[asteroids]', [
            "55: system.star: There is no star Haven. There are no stars.",
            '56: system.capital: There is no habitable planet Maw. Habitable planets: Haven.',
        ]),
        ("[asteroids]", '[border]\nstar_bases = ["Gate", "Kestrel"]\n[asteroids]', [
            "55: border.star_bases[2]: There is no base Kestrel. Bases: Gate.",
        ]),
    ],
)  # fmt: skip
def test_every_fault_is_named_by_key_and_line(old: str, new: str, said: list[str]) -> None:
    assert CHASE.count(old) == 1
    assert list(faults(CHASE.replace(old, new))) == [f"chase.toml:{problem}" for problem in said]


def test_a_file_without_anything_names_what_it_needs() -> None:
    assert faults("") == (
        "chase.toml:1: players: a game needs at least two players. Write [players.red] and [players.blue].",
        'chase.toml:1: title: it is missing. Write a text in quotes, such as "A chase".',
        "chase.toml:1: units: it is missing. Write each unit as a table of its own under [[units]].",
    )


def test_a_star_stands_in_the_middle_of_its_system() -> None:
    """S3D3.2."""
    star = '[[bodies]]\nname = "Sol"\nkind = "star"\nplace = "1,0,0"\nradius = 0.7\n'
    asked = '[system]\nstar = "Sol"\ncapital = "Haven"\n'
    assert faults(CHASE + star + asked) == (
        "chase.toml:66: system.star: The star is at 1,0,0. Place it at 0,0,0 (S3D3.2).",
    )


def test_stations_lie_on_their_own_side_of_the_border_and_apart() -> None:
    """S3D3.3."""
    station = '[[units]]\nname = "Post {}"\nclass = "Sample base"\nplayer = "blue"\nplace = "{}"\n'
    border = '[border]\nstar_bases = ["Gate"]\n'
    added = station.format(1, "50,0,0") + station.format(2, "50,999,0") + station.format(3, "-50,0,2000") + border
    assert faults(CHASE + added) == (
        (
            "chase.toml:76: border.star_bases: Post 3: -50,0,2000 is not on its side of the border. Give it an X "
            "above 0 "
            "(S3D3.3)."
        ),
        (
            "chase.toml:76: border.star_bases: Post 1 and Post 2 are 999 hexes apart. Place them at "
            "least 1000 hexes apart (S3D3.3)."
        ),
    )


def test_a_scenario_has_999_units_at_most() -> None:
    more = "".join(
        f'\n[[units]]\nname = "K{at}"\nclass = "Sample cruiser"\nplayer = "red"\nplace = "{at},50,50"\nfacing = "A"\n'
        for at in range(1000)
    )
    (said,) = faults(CHASE + more)
    assert "units: there are 100" in said
    assert said.endswith(" tables. Write at most 999.")
