"""Unit cards as they are read, and every refusal word for word."""

import json

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.cards.samples import sample_classes, template
from sits_es.rules.sfb.cards.unit_class import (
    Launcher,
    Mount,
    UnitClass,
    WeaponGroup,
    classes_of,
    from_data,
    read_unit,
    to_data,
)
from tests.shared.rows import each_row

CRUISER = """\
name = "Pathfinder"
kind = "ship"
turn_class = "c"
breakdown = [6, 5]
web = true
[weapons.phasers]
number = 5
arcs = ["FA", "L"]
dice = 1
[weapons.wing-phasers]
number = 2
arcs = ["LS"]
mounts = "wing"
[launchers.drone]
launches = "Sample drone"
shots = 4
"""
DRONE = """\
name = "Slow drone"
kind = "seeking"
speed = 12.5
endurance = 96
"""
MINE = """\
name = "Big mine"
kind = "mine"
strength = "20.5"
zone = 1
detonates = 4
"""


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        read_unit(text, "unit.toml")
    return refusal.value.problems


def test_a_card_is_read_as_it_is_written() -> None:
    assert read_unit(CRUISER, "unit.toml") == UnitClass(
        name="Pathfinder",
        kind="ship",
        turn_class="C",
        weapons=(
            WeaponGroup(name="phasers", arcs=("FA", "L"), mounts=("top", "top", "centre", "bottom", "bottom"), dice=1),
            WeaponGroup(name="wing-phasers", arcs=("LS",), mounts=("wing", "wing")),
        ),
        launchers=(Launcher(name="drone", launches="Sample drone", shots=4),),
        breakdown=(6, 5),
        web=True,
    )


def test_decimals_are_exact_as_numbers_and_as_texts() -> None:
    assert read_unit(DRONE, "unit.toml").speed == 125_000
    assert read_unit(DRONE.replace("12.5", '"12.5"'), "unit.toml").speed == 125_000
    mine = read_unit(MINE, "unit.toml")
    assert (mine.strength, mine.zone, mine.detonates) == (205_000, 10_000, 4)


@each_row(
    ("kind", "turn_class"),
    [("base", "base"), ("shuttle", "shuttle"), ("seeking", "seeking")],
)
def test_only_a_ship_must_say_its_turn_class(kind: str, turn_class: str) -> None:
    speed = "speed = 20\n" if kind == "seeking" else ""
    assert read_unit(f'name = "X"\nkind = "{kind}"\n{speed}', "unit.toml").turn_class == turn_class


@each_row("written", ["AA", "F", "hexes:3", "HEXES:03"])
def test_a_ship_turns_by_the_chart_or_by_hexes(written: str) -> None:
    found = read_unit(f'name = "X"\nkind = "ship"\nturn_class = "{written}"\n', "unit.toml").turn_class
    assert found == ("hexes:3" if ":" in written else written)


@each_row(
    ("lines", "arcs", "mounts"),
    [
        ('number = 1\narcs = ["FX"]', ("FX",), ("centre",)),
        ('number = 6\narcs = ["360"]', ("360",), ("top", "top", "centre", "centre", "bottom", "bottom")),
        ('number = 2\narcs = ["RH"]\nmounts = ["top", "top"]', ("RH",), ("top", "top")),
        ('arcs = ["RH"]\nmounts = ["top", "centre"]', ("RH",), ("top", "centre")),
        ('number = 2\narcs = ["FX"]\nmounts = "rear-row"', ("FX",), ("rear-row", "rear-row")),
        ('number = 1\narcs = ["RRP"]\nmounts = "swivel"', ("RRP",), ("swivel",)),
        ('number = 1\nmounts = "mauler"', (), ("mauler",)),
    ],
)
def test_a_group_has_the_mounts_of_the_rule_or_those_written(
    lines: str, arcs: tuple[str, ...], mounts: tuple[Mount, ...]
) -> None:
    card = read_unit(f'name = "X"\nkind = "base"\n[weapons.guns]\n{lines}\n', "unit.toml")
    assert card.weapon("guns") == WeaponGroup(name="guns", arcs=arcs, mounts=mounts)


@each_row(
    ("lines", "launcher"),
    [
        ("", Launcher(name="tube", launches="Sample plasma")),
        (
            'placing = "fixed"\nyaw = -60',
            Launcher(name="tube", launches="Sample plasma", placing="fixed", yaw=3_000_000),
        ),
        ('placing = "fixed"', Launcher(name="tube", launches="Sample plasma", placing="fixed")),
        (
            'placing = "swivel"\nswivel = "LS"\nshots = 2',
            Launcher(name="tube", launches="Sample plasma", placing="swivel", swivel="LS", shots=2),
        ),
        (  # D2.35: a rear-firing tube places its torpedo at one yaw
            'placing = "swivel"\nswivel = "L/LR"',
            Launcher(name="tube", launches="Sample plasma", placing="fixed", yaw=1_200_000),
        ),
        (
            'placing = "swivel"\nswivel = "R/RR"',
            Launcher(name="tube", launches="Sample plasma", placing="fixed", yaw=2_400_000),
        ),
    ],
)
def test_a_launcher_places_what_it_launches_as_its_tube_says(lines: str, launcher: Launcher) -> None:
    card = read_unit(f'name = "X"\nkind = "base"\n[launchers.tube]\nlaunches = "Sample plasma"\n{lines}\n', "unit.toml")
    assert card.launcher("tube") == launcher
    assert from_data(to_data(card), "X") == card


@each_row(
    ("text", "old", "new", "said"),
    [
        (CRUISER, 'name = "Path', 'nam = "Path', [
            (
                "unit.toml:1: nam: There is no key nam. Did you mean name? Keys: name, kind, turn_class, "
                "breakdown, web, "
                "sphere, weapons, launchers, speed, strength, zone, endurance, detonates."
            ),
            'unit.toml:1: name: it is missing. Write a text in quotes, such as "Sample cruiser".',
        ]),
        (CRUISER, '"Pathfinder"', '""', [
            "unit.toml:1: name: The name is empty. Write at most 60 letters, digits, spaces, - and '.",
        ]),
        (CRUISER, '"ship"', '"shp"', [
            'unit.toml:2: kind: "shp" is not one of them. Write one of ship, base, shuttle, seeking, mine, in quotes.',
        ]),
        (CRUISER, '"c"', '"G"', [
            (
                'unit.toml:3: turn_class: "G" is not a turn class. Write seeking, shuttle, AA, A, B, C, D, E, F, '
                'base, or '
                "hexes:T with T hexes before each turn, such as hexes:3 (C3.31)."
            ),
        ]),
        (CRUISER, '"c"', '"shuttle"', [
            (
                "unit.toml:3: turn_class: a ship cannot have turn class shuttle. Write AA, A, B, C, D, E, F or hexes:T "
                "(C3.31)."
            ),
        ]),
        (CRUISER, 'turn_class = "c"\n', "", [
            'unit.toml:1: turn_class: it is missing. Write a text in quotes, such as "C".',
        ]),
        (CRUISER, "[6, 5]", "[6, 8, true]", [
            "unit.toml:4: breakdown[2]: 8 is out of range. Write a whole number from 1 to 7.",
            "unit.toml:4: breakdown[3]: true is not a whole number. Write a whole number from 1 to 7.",
        ]),
        (CRUISER, "[6, 5]", f"[{'6, ' * 21}]", [
            "unit.toml:4: breakdown: it has 21 numbers. Write at most 20; all later turns use the last (C6).",
        ]),
        (CRUISER, "web = true", 'web = "yes"', [
            'unit.toml:5: web: "yes" is neither true nor false. Write one of them, without quotes.',
        ]),
        (CRUISER, "web = true", "zone = 1", [
            "unit.toml:5: zone: a ship has none. Leave it out, or write it for a mine.",
        ]),
        (CRUISER, "weapons.phasers", "weapons.Phasers", [
            (
                "unit.toml:6: weapons.Phasers: a group's name must be small letters, digits and -, starting with a "
                "letter. Write one such as phasers."
            ),
        ]),
        (CRUISER, "weapons.phasers", f"weapons.{'p' * 61}", [
            f"unit.toml:6: weapons.{'p' * 61}: a group's name has 61 characters; it may have at most 60.",
        ]),
        (CRUISER, "number = 5", "number = 0", [
            "unit.toml:7: weapons.phasers.number: 0 is out of range. Write a whole number from 1 to 99.",
        ]),
        (CRUISER, '["FA", "L"]', '["FA", "XL", "FA", 3]', [
            (
                "unit.toml:8: weapons.phasers.arcs[2]: There is no arc XL. Did you mean L? Arcs: LF, L, LR, RR, R, RF, "
                "FH, RH, FA, RA, LS, RS, FX, RX, 360. (D2.12)"
            ),
            "unit.toml:8: weapons.phasers.arcs[3]: FA is listed twice. Write it once (D2.12).",
            'unit.toml:8: weapons.phasers.arcs[4]: 3 is not a text. Write a text in quotes, such as "LF".',
        ]),
        (CRUISER, '["FA", "L"]', "[]", [
            'unit.toml:8: weapons.phasers.arcs: it names none. Write at least one, such as ["LF"] (D2.12).',
        ]),
        (CRUISER, "dice = 1", "dice = 100", [
            "unit.toml:9: weapons.phasers.dice: 100 is out of range. Write a whole number from 0 to 99.",
        ]),
        (CRUISER, '"wing"', '"wings"', [
            (
                "unit.toml:13: weapons.wing-phasers.mounts: There is no mount wings. Did you mean wing? Mounts: top, "
                "centre, bottom, wing, rear-row, swivel, mauler. (D2.11)"
            ),
        ]),
        (CRUISER, '"wing"', '["top"]', [
            "unit.toml:11: weapons.wing-phasers.number: 2 weapons have 1 mounts. Write one per weapon (D2.11).",
        ]),
        (CRUISER, '"wing"', "[]", [
            (
                "unit.toml:13: weapons.wing-phasers.mounts: it has 0 mounts. "
                "Write one for each weapon, at most 99 (D2.11)."
            ),
        ]),
        (CRUISER, '"wing"', '["swivel", "top"]', [
            (
                "unit.toml:13: weapons.wing-phasers.mounts: a group with a swivel can hold nothing else. Put the "
                "other weapons in another group (D2.11)."
            ),
        ]),
        (CRUISER, '["LS"]\nmounts = "wing"', '["LS", "AP"]\nmounts = "swivel"', [
            (
                "unit.toml:12: weapons.wing-phasers.arcs: a swivel is one of FP, LP, RP, LS, RS, LRP, RRP and "
                "AP. Write "
                "one, and put any other in its own group (D2.34)."
            ),
        ]),
        (CRUISER, '["LS"]\nmounts = "wing"', '["RA", "LR"]\nmounts = "rear-row"', [
            (
                "unit.toml:12: weapons.wing-phasers.arcs: a rear-row weapon bears ahead too. Write a forward "
                "arc, such as "
                "FA (D2.33)."
            ),
        ]),
        (CRUISER, '"wing"', '"mauler"', [
            (
                "unit.toml:12: weapons.wing-phasers.arcs: a mauler has no arc: it reaches 15 degrees to each "
                "side. Leave "
                "this out (E8.23)."
            ),
        ]),
        (CRUISER, "shots = 4", "shots = -1", [
            "unit.toml:16: launchers.drone.shots: -1 is out of range. Write a whole number from 0 to 9999.",
        ]),
        (CRUISER, "shots = 4", 'placing = "fixd"', [
            (
                'unit.toml:16: launchers.drone.placing: "fixd" is not one of them. Write one of free, fixed, '
                'swivel, in '
                "quotes."
            ),
        ]),
        (CRUISER, "shots = 4", "yaw = 60", [
            (
                'unit.toml:16: launchers.drone.yaw: placing is "free". Leave this out, or write placing = "fixed" '
                "(FP3.1)."
            ),
        ]),
        (CRUISER, "shots = 4", 'placing = "fixed"\nyaw = 361', [
            "unit.toml:17: launchers.drone.yaw: 361 is out of range. Write a number from -180 to 360 (FP3.1).",
        ]),
        (CRUISER, "shots = 4", 'placing = "swivel"\nswivel = "XP"', [
            (
                "unit.toml:17: launchers.drone.swivel: There is no swivel XP. Swivels: FP, LP, RP, LS, "
                "RS, LRP, RRP, AP, L/LR, R/RR. (D2.34)"
            ),
        ]),
        (CRUISER, 'launches = "Sample drone"\n', "", [
            'unit.toml:14: launchers.drone.launches: it is missing. Write a text in quotes, such as "Sample drone".',
        ]),
        (DRONE, "speed = 12.5", "", [
            "unit.toml:1: speed: it is missing. Write a number from 0.0001 to 999 (F2).",
        ]),
        (DRONE, "12.5", "12.50001", [
            'unit.toml:3: speed: "12.50001" has more than 4 decimals. A speed has up to 4 (F2).',
        ]),
        (DRONE, "12.5", "1e3", [
            (
                'unit.toml:3: speed: "1E+3" is not a speed. Write a number such as 8.2, with up to 7 digits before the '
                "point and 4 after it (F2)."
            ),
        ]),
        (DRONE, "12.5", "true", [
            "unit.toml:3: speed: true is not a number. Write a number from 0.0001 to 999 (F2).",
        ]),
        (DRONE, "12.5", "inf", [
            "unit.toml:3: speed: Infinity is not a number. Write a number from 0.0001 to 999 (F2).",
        ]),
        (DRONE, "12.5", f"0x{'f' * 40}", [
            (
                "unit.toml:3: speed: a number of more than 18 digits is not a number. Write a number from 0.0001 "
                "to 999 "
                "(F2)."
            ),
        ]),
        (DRONE, "endurance = 96", "web = true", [
            "unit.toml:4: web: a seeking weapon has none. Leave it out, or write it for a ship or a base.",
        ]),
        (MINE, "zone = 1", "zone = 0", [
            "unit.toml:4: zone: 0 is out of range. Write a number from 0.0001 to 9999 (M2.40).",
        ]),
        (MINE, "detonates = 4", "detonates = 0", [
            "unit.toml:5: detonates: 0 is out of range. Write a whole number from 1 to 6.",
        ]),
        (MINE, '"20.5"', "-1", [
            "unit.toml:3: strength: -1 is out of range. Write a number from 0 to 9999 (D5.2).",
        ]),
        (MINE, "zone = 1", 'zone = 1\nturn_class = "C"', [
            "unit.toml:5: turn_class: a mine cannot have turn class C. Write base (C3.31).",
        ]),
    ],
)  # fmt: skip
def test_every_fault_is_named_by_key_and_line(text: str, old: str, new: str, said: list[str]) -> None:
    assert text.count(old) == 1
    assert list(faults(text.replace(old, new))) == said


def test_all_faults_of_a_card_are_named_at_once() -> None:
    assert len(faults('kind = "mine"\nweapons = 3\nspeed = "x"\nzone = []\n')) == 6


@each_row("name", list(sample_classes()))
def test_a_class_comes_back_from_its_data(name: str) -> None:
    card = sample_classes()[name]
    data = json.loads(json.dumps({name: to_data(card)}))
    assert classes_of(data) == {name: card}


def test_data_that_are_no_card_are_refused() -> None:
    with pytest.raises(UnreadableError) as refusal:
        classes_of({"Hulk": {"name": "Hulk", "kind": "mine", "zone": "x"}})
    assert refusal.value.problems == (
        (
            'Class Hulk: zone: "x" is not a detonation zone. Write a number such as 8.2, with up to 7 digits '
            "before the "
            "point and 4 after it (M2.40)."
        ),
    )


def test_the_samples_are_plainly_samples_of_every_kind() -> None:
    assert all(name.startswith("Sample ") for name in sample_classes())
    assert {card.kind for card in sample_classes().values()} == {"ship", "base", "shuttle", "seeking", "mine"}
    for card in sample_classes().values():
        for launcher in card.launchers:
            assert sample_classes()[launcher.launches].kind == "seeking"


def test_the_template_can_be_read_as_it_is() -> None:
    assert read_unit(template(), "template.toml").name == "My cruiser"
