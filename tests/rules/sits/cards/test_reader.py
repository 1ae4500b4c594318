import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sits_es.errors import UnreadableError
from sits_es.rules.sits.cards.reader import from_data, read_ship, to_data
from sits_es.rules.sits.cards.samples import sample_classes, template
from sits_es.rules.sits.cards.ship_class import SHIP_TRACKS, ShipClass
from sits_es.rules.sits.tables.tables import card_tables, overridden
from sits_es.rules.sits.tables.values import MissileDamage, PaceRow, Tables
from sits_es.space.arcs import default_arc
from tests.shared.rows import each_row

CARD = """\
name = "Heavy"
hit_size = 5
crew_quality = 6
missile_quality = -4
[tracks]
thrust = [6, 5, 3]
pivot = [2, 2, 4]
roll = [1, 2]
port-sidewall = [20, 30]
hull = 3
structure = [0, 2, 0]
[mounts.port]
tubes = [8, 6]
magazine = [40, 20]
fire-control = [0, 4]
graser = { boxes = 2, size = 40, recycle = 3 }
[mounts.dorsal]
facing = "forward"
arc = ["A+", "F/A"]
point-defence = 4
[hits]
forward = ["hull", "hull", "hull", "hull", "hull", "hull", "hull", "hull", "hull", "dorsal-point-defence"]
aft = ["hull", "hull", "hull", "hull", "hull", "hull", "hull", "hull", "hull", "thrust hull"]
port = ["port-tubes", "hull", "hull", "hull", "hull", "hull", "hull", "hull", "hull", "port-graser thrust"]
starboard = ["hull", "hull", "hull", "hull", "hull", "hull", "hull", "hull", "hull", "hull"]
"""
TRACKS = (
    "Tracks: thrust, pivot, roll, port-sidewall, hull, structure, port-tubes, port-magazine, port-fire-control, "
    "port-graser, dorsal-point-defence."
)


def faults(text: str, tables: Tables | None = None) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        read_ship(text, "heavy.toml", tables)
    return refusal.value.problems


def test_a_card_is_read_as_it_is_written() -> None:
    card = read_ship(CARD, "heavy.toml")
    port, dorsal = card.mounts
    assert (card.name, card.hit_size, card.crew_quality, card.commander) == ("Heavy", 5, 6, "regular")
    assert (card.missile_quality, card.decoy_value, card.note) == (-4, 0, "")
    assert card.tracks["thrust"] == (6, 5, 3)
    assert card.tracks["hull"] == (3, 2, 1)
    assert card.tracks["port-graser"] == (2, 1)
    assert card.tracks["dorsal-point-defence"] == (4, 3, 2, 1)
    assert (port.name, port.facing, port.graser_size, port.graser_recycle, port.reload) == ("port", "port", 40, 3, 1)
    assert set(port.arc) == default_arc("port")
    assert (dorsal.facing, dorsal.arc) == ("forward", ("F/A", "A+"))
    assert card.hits["port"][9] == ("port-graser", "thrust")
    assert len(card.hits["aft"]) == 10


@each_row(
    ("old", "new", "said"),
    [
        (
            "tubes = [8, 6]",
            "tubes = [6, 8]",
            (
                "13: mounts.port.tubes: the boxes rise from 6 to 8. A track's values must fall or stay the same from "
                "left to right."
            ),
        ),
        (
            "pivot = [2, 2, 4]",
            "pivot = [2, 4, 3]",
            (
                "7: tracks.pivot: the boxes rise and fall. A track's values must rise or fall from left to right, not "
                "both."
            ),
        ),
        (
            "fire-control = [0, 4]",
            "fire-control = [4, 0]",
            (
                "15: mounts.port.fire-control: the boxes fall from 4 to 0. This track's values must "
                "rise or stay the same from left to right."
            ),
        ),
        (
            "[20, 30]",
            "[20, 30, 25]",
            (
                "9: tracks.port-sidewall: the boxes rise and fall. A track's values must rise or fall from left to "
                "right, not both."
            ),
        ),
        (
            "pivot = [2, 2, 4]",
            "pivot = [\n  0,\n  2,\n]",
            "8: tracks.pivot[1]: 0 is out of range. Write a whole number from 1 to 99.",
        ),
        (
            "thrust = [6, 5, 3]",
            "thrust = [6, 5.5, true]",
            (
                "6: tracks.thrust[2]: 5.5 is not a whole number. Write a whole number from 0 to 99.\n"
                "6: tracks.thrust[3]: true is not a whole number. Write a whole number from 0 to 99."
            ),
        ),
        ("thrust = [6, 5, 3]", "thrust = []", "6: tracks.thrust: the track has 0 boxes. Write 1 to 200."),
        ("pivot = [2, 2, 4]", "pivot = 2", "7: tracks.pivot: 2 is not a list. Write one, such as [6, 5, 4]."),
        (
            "hull = 3",
            "hull = 0",
            "10: tracks.hull: 0 is out of range. Write how many boxes, 1 to 200, or a list of their values.",
        ),
        (
            "hull = 3",
            f"hull = 0x{'f' * 5000}",
            (
                "10: tracks.hull: a number of more than 18 digits is out of range. Write how many boxes, 1 to 200, or "
                "a list of their values."
            ),
        ),
        (
            "thrust = [6, 5, 3]\n",
            "",
            "5: tracks.thrust: it is missing. Every ship needs the tracks thrust, pivot, roll, hull, structure.",
        ),
        (
            "hull = 3",
            "hull = 3\necm-2 = 4",
            f"11: tracks.ecm-2: There is no key ecm-2. Did you mean ecm? Keys: {', '.join(SHIP_TRACKS)}.",
        ),
        (
            "[0, 2, 0]",
            "[1, 0]",
            "11: tracks.structure[1]: 1d10 never rolls below 1. Write 0 for a plain box, 2 to 10 for a numbered one.",
        ),
        (
            "[0, 2, 0]",
            "[0, 3]",
            "11: tracks.structure: the last box is numbered 3, but it destroys the ship. Write 0 for it.",
        ),
        (
            "[0, 2, 0]",
            "[0, 11, 0]",
            "11: tracks.structure[2]: 11 is out of range. Write a whole number from 0 to 10.",
        ),
        ("hit_size = 5\n", "", "1: hit_size: it is missing. Write a whole number from 1 to 100."),
        (
            "crew_quality = 6",
            "crew_quality = 11",
            "3: crew_quality: 11 is out of range. Write a whole number from 1 to 10.",
        ),
        (
            "crew_quality = 6",
            'crew_quality = 6\ncommander = "grand"',
            '4: commander: "grand" is not one of them. Write one of regular, superb, excellent, legendary, in quotes.',
        ),
        (
            'name = "Heavy"',
            'name = "He\\tavy"',
            (
                '1: name: The name "He avy" holds an invisible character. '
                "Write at most 60 letters, digits, spaces, - and '."
            ),
        ),
        ('name = "Heavy"', "name = 3", '1: name: 3 is not a text. Write a text in quotes, such as "Sample Cruiser".'),
        (
            'name = "Heavy"\n',
            "",
            '1: name: it is missing. Write a text in quotes, such as "Sample Cruiser".',
        ),
        (
            "[mounts.dorsal]",
            "[mounts.Dorsal]",
            "17: mounts.Dorsal: a mount's name must be small letters, digits and -, starting with a letter. Write one "
            "such as port.\n"
            "22: hits.forward[10]: There is no track dorsal-point-defence. Did you mean Dorsal-point-defence? "
            + TRACKS.replace("dorsal", "Dorsal"),
        ),
        (
            'facing = "forward"\n',
            "",
            "17: mounts.dorsal.facing: it is missing. Write one of port, starboard, forward, aft, in quotes.",
        ),
        (
            '"A+", "F/A"',
            '"A+", "A/C", "A++", 7',
            (
                '19: mounts.dorsal.arc[2]: The arc window "A/C" is wrong at column 3: A and C are '
                "not next to each other. "
                "Write a corner of A, A/B or F/A, or of C, B/C or C/D.\n"
                "19: mounts.dorsal.arc[3]: A++ is behind the ship's own wedge. Name windows with one sign or none.\n"
                '19: mounts.dorsal.arc[4]: 7 is not a text. Write a text in quotes, such as "A/B+".'
            ),
        ),
        (
            'arc = ["A+", "F/A"]',
            "arc = []",
            (
                "19: mounts.dorsal.arc: the arc has no window. Name at least one window, or leave "
                "the arc out to use the facing's own arc."
            ),
        ),
        (
            "magazine = [40, 20]\n",
            "",
            (
                "12: mounts.port.magazine: it is missing. A mount with tubes needs a magazine, in missiles: "
                "[120, 80, 40], or in rows of salvoes: { rows = [20, 16, 12] }."
            ),
        ),
        (
            "point-defence = 4",
            "point-defence = 4\nreload = 2",
            "21: mounts.dorsal.reload: the mount has no tubes. Add tubes, or leave reload out.",
        ),
        (
            ", recycle = 3",
            "",
            "16: mounts.port.graser.recycle: it is missing. Write a whole number from 1 to 99.",
        ),
        (
            "{ boxes = 2, size = 40, recycle = 3 }",
            "3",
            "16: mounts.port.graser: a weapon is a table in braces. Write { boxes = ..., size = ..., recycle = ... }.",
        ),
        (
            "recycle = 3 }",
            "recycle = 3, colour = 1 }",
            "16: mounts.port.graser.colour: There is no key colour. Keys: boxes, size, recycle.",
        ),
        (
            "[mounts.dorsal]",
            "[mounts]\ndorsal = 3\n[spare]",
            None,
        ),
        (
            '"port-tubes", "hull"',
            '"port-tubs hull", ""',
            (
                f"24: hits.port[1]: There is no track port-tubs. Did you mean port-tubes? {TRACKS}\n"
                "24: hits.port[2]: the row names no track. Write one or more tracks, separated by spaces."
            ),
        ),
        (
            '"port-tubes", ',
            "",
            "24: hits.port: it has 9 rows. Write 10 rows, one for each roll of 1d10 from 1 up.",
        ),
        (
            "starboard = [",
            "starbord = [",
            (
                '21: hits.starboard: it is missing. Write a list, such as ["thrust hull", ...].\n'
                "25: hits.starbord: There is no key starbord. Did you mean starboard? Keys: port, "
                "starboard, forward, aft."
            ),
        ),
        (
            "[tracks]",
            "tracks = 3\n[spare]",
            None,
        ),
        (
            "hit_size = 5",
            "hit_size 5",
            (
                "2: This is not TOML at column 10: Expected '=' after a key in a key/value pair. "
                "Write key = value, texts in quotes, lists in square brackets."
            ),
        ),
    ],
)
def test_a_fault_is_named_by_key_and_line_with_what_would_be_right(old: str, new: str, said: str | None) -> None:
    assert old in CARD
    found = faults(CARD.replace(old, new, 1))
    if said is None:  # a table where a value stands: the first fault tells
        assert "is not a table. Write keys and their values under" in "\n".join(found)
    else:
        assert found == tuple(f"heavy.toml:{line}" for line in said.split("\n"))


def test_all_faults_of_a_file_are_named_at_once_in_order_of_line() -> None:
    text = CARD.replace("hit_size = 5", "hit_size = 0").replace("hull = 3", "hull = [2, 3]").replace('"A+"', '"G"')
    lines = [int(fault.split(":")[1]) for fault in faults(text)]
    assert lines == [2, 10, 19]


GRASER = "graser = { boxes = 2, size = 40, recycle = 3 }"
TORPEDO = GRASER + '\nenergy-torpedo = { boxes = 4, type = "1ET", recycle = 6 }'


@each_row(
    ("old", "new", "said"),
    [
        (
            "size = 40",
            "size = 45",
            (
                "16: mounts.port.graser.size: the graser damage table has no size 45. "
                "Write one of 20, 30, 40, 50, 60, 70, 80, 90, or enter 45 in the tables."
            ),
        ),
        (
            GRASER,
            TORPEDO.replace("1ET", "3ET"),
            (
                "17: mounts.port.energy-torpedo.type: the energy torpedo table has no type 3ET. "
                "Write one of 1ET, 2ET, or enter 3ET in the tables."
            ),
        ),
        (
            GRASER,
            TORPEDO.replace('type = "1ET", ', ""),
            ("17: mounts.port.energy-torpedo.type: it is missing. Write the torpedo type in quotes, one of 1ET, 2ET."),
        ),
        (
            "tubes = [8, 6]",
            'tubes = [8, 6]\nmissile_size = "3M"',
            (
                "14: mounts.port.missile_size: the missile damage table has no type 3M. "
                "Write one of light, medium, heavy, or enter 3M in the tables."
            ),
        ),
        (
            "pivot = [2, 2, 4]",
            "pivot = [6, 5, 5]",
            (
                "7: tracks.pivot: the boxes fall from 6 to 5. "
                "This track's values must rise or stay the same from left to right, unless the tables have a pivot "
                "chart."
            ),
        ),
        (
            "roll = [1, 2]",
            "roll = [3, 2, 1]",
            (
                "8: tracks.roll: the boxes fall from 3 to 2. "
                "This track's values must rise or stay the same from left to right, unless the tables have a roll "
                "chart."
            ),
        ),
    ],
)
def test_what_tables_lack_is_a_fault_only_for_the_game_that_is_played_by_them(old: str, new: str, said: str) -> None:
    assert old in CARD
    text = CARD.replace(old, new, 1)
    assert faults(text, card_tables()) == (f"heavy.toml:{said}",)
    assert through_json(read_ship(text, "heavy.toml")) == read_ship(text, "heavy.toml")


def test_what_a_file_need_not_say_must_be_on_the_tables_too() -> None:
    tables = replace(card_tables(), missile_damage=(MissileDamage("3M", 6, 50), MissileDamage("4M", 8, 70)))
    assert faults(CARD, tables) == (
        (
            "heavy.toml:12: mounts.port.missile_size: the missile damage table has no type medium. "
            "Write one of 3M, 4M, or enter medium in the tables."
        ),
    )


@each_row(
    ("old", "new", "said"),
    [
        ("size = 40", "size = 0", "size: 0 is out of range. Write a whole number from 1 to 999."),
        ("size = 40", "size = true", "size: true is not a whole number. Write a whole number from 1 to 999."),
        (" size = 40,", "", "size: it is missing. Write a whole number from 1 to 999."),
        (
            GRASER,
            "energy-torpedo = 4",
            "energy-torpedo: a weapon is a table in braces. Write { boxes = ..., type = ..., recycle = ... }.",
        ),
        (
            GRASER,
            "energy-torpedo = { boxes = 4, type = 1, recycle = 6 }",
            'energy-torpedo.type: 1 is not a text. Write a text in quotes, such as "1ET".',
        ),
    ],
)
def test_a_value_that_is_wrong_in_itself_is_not_looked_for_in_tables(old: str, new: str, said: str) -> None:
    text = CARD.replace(old, new, 1).replace('"port-graser thrust"', '"thrust"')
    assert faults(text, card_tables()) == faults(text)
    (fault,) = faults(text)
    assert fault.endswith(said)


def test_a_house_table_may_have_a_size_of_its_own() -> None:
    rows = [[100, 80, 60, 40, 20, 10]] * 2
    tables = overridden(card_tables(), {"graser_damage": {"100": rows}})
    assert read_ship(CARD.replace("size = 40", "size = 100"), "heavy.toml", tables).mounts


def test_ratings_may_fall_where_a_chart_says_what_they_mean() -> None:
    chart = (PaceRow(6, (1, 2, 3, 4, 5, 6)), PaceRow(5, (2, 3, 4, 5, 6, 7)))
    text = CARD.replace("pivot = [2, 2, 4]", "pivot = [6, 5]")
    assert read_ship(text, "heavy.toml", replace(card_tables(), pivot_rows=chart)).tracks["pivot"] == (6, 5)


def test_a_magazine_counts_missiles_or_rows_of_salvoes() -> None:
    by_rows = read_ship(CARD.replace("magazine = [40, 20]", "magazine = { rows = [20, 16, 12, 6] }"), "heavy.toml")
    port = by_rows.mounts[0]
    assert (port.magazine_rows, port.stores, by_rows.tracks["port-magazine"]) == (True, "row", (20, 16, 12, 6))
    assert to_data(by_rows)["mounts"]["port"]["magazine"] == {"rows": [20, 16, 12, 6]}
    assert through_json(by_rows) == by_rows
    by_missiles = read_ship(CARD, "heavy.toml").mounts[0]
    assert (by_missiles.magazine_rows, by_missiles.stores) == (False, "missile")


@each_row(
    ("magazine", "said"),
    [
        ("{}", "14: mounts.port.magazine.rows: it is missing. Write a list, such as [6, 5, 4]."),
        (
            "{ rows = [2, 3] }",
            (
                "14: mounts.port.magazine.rows: the boxes rise from 2 to 3. "
                "A track's values must fall or stay the same from left to right."
            ),
        ),
        ("{ rows = [2], tubes = 4 }", "14: mounts.port.magazine.tubes: There is no key tubes. Keys: rows."),
    ],
)
def test_a_fault_in_rows_of_a_magazine_is_named(magazine: str, said: str) -> None:
    assert faults(CARD.replace("[40, 20]", magazine)) == (f"heavy.toml:{said}",)


def test_a_card_of_an_earlier_game_has_torpedoes_without_a_type() -> None:
    data = to_data(read_ship(CARD.replace(GRASER, TORPEDO), "heavy.toml"))
    del data["mounts"]["port"]["energy-torpedo"]["type"]
    data["hits"]["port"][9] = "port-energy-torpedo thrust"
    back = from_data(data)
    assert back.mounts[0].torpedo_type == ""
    assert to_data(back)["mounts"]["port"]["energy-torpedo"] == {"boxes": [4, 3, 2, 1], "recycle": 6}


def through_json(card: ShipClass) -> ShipClass:
    return from_data(json.loads(json.dumps(to_data(card), sort_keys=True)))


@each_row("name", sample_classes())
def test_a_class_comes_back_from_its_data_with_its_tracks_and_mounts_in_order(name: str) -> None:
    card = sample_classes()[name]
    back = through_json(card)
    assert back == card
    assert list(back.tracks) == list(card.tracks)
    assert to_data(back) == to_data(card)


def test_the_template_and_a_card_with_odd_mounts_come_back_too() -> None:
    for card in (read_ship(template(), "template"), read_ship(CARD, "heavy.toml")):
        assert through_json(card) == card


def test_data_with_a_fault_are_refused_by_key() -> None:
    data = to_data(read_ship(CARD, "heavy.toml"))
    with pytest.raises(UnreadableError) as refusal:
        from_data(data | {"hit_size": 0})
    assert refusal.value.problems == ("Class Heavy: hit_size: 0 is out of range. Write a whole number from 1 to 100.",)


boxes = st.lists(st.integers(0, 99), min_size=1, max_size=12)


@settings(max_examples=60)
@given(thrust=boxes, pivot=boxes)
def test_a_track_is_taken_exactly_when_it_goes_the_right_way(thrust: list[int], pivot: list[int]) -> None:
    pivot = [value + 1 for value in pivot if value < 99] or [1]
    text = CARD.replace("[6, 5, 3]", str(thrust)).replace("[2, 2, 4]", str(pivot))
    right = thrust == sorted(thrust, reverse=True) and pivot == sorted(pivot)
    if right:
        assert read_ship(text, "heavy.toml", card_tables()).tracks["thrust"] == tuple(thrust)
    else:
        found = faults(text, card_tables())
        assert all("tracks.thrust" in fault or "tracks.pivot" in fault for fault in found)


@settings(max_examples=60)
@given(data=st.data())
def test_no_file_makes_the_reader_fall_over(data: st.DataObject) -> None:
    lines = CARD.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    change = st.sampled_from(["", "x", "x = 1", "[x]", "[[mounts]]", "mounts = 1", "hits = [1]", "name = []", "= ="])
    lines[at] = data.draw(change)
    try:
        read_ship("\n".join(lines), "heavy.toml")
    except UnreadableError as refusal:
        problems = refusal.problems
    else:
        problems = ()
    assert all(re.match(r"heavy\.toml:\d+: ", problem) for problem in problems)


@pytest.mark.parametrize("text", ['rules = "sits"\ntitle = "Two cruisers meet"\n', "[kill_chart]\n0 = []\n"])
def test_a_file_with_nothing_of_a_card_is_told_so_once_and_not_key_by_key(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_ship(text, "fight.toml")
    (problem,) = refused.value.problems
    why = "this is not a ship's card: it has none of the keys name, tracks, hits."
    assert problem == f"fight.toml:1: {why} Keep class files in a folder of their own."
