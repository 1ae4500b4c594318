import json
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules.options import options_data
from sits_es.rules.sits.cards.reader import from_data, read_ship
from sits_es.rules.sits.cards.samples import known_classes, sample_classes, sample_files
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.ending.facts import TermsSet
from sits_es.rules.sits.motion.facts import ShipPlaced
from sits_es.rules.sits.scenario.scenario import read_scenario, setup
from sits_es.rules.sits.scenario.terms import Options, Points
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.sums.beams import closure
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.tables import from_data as tables_from_data
from sits_es.rules.system import Setup
from sits_es.space.arcs import FACINGS, default_arc, ship_window
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.bearing import bearing_between
from sits_es.space.hexes import HexVector, Position
from tests.shared.bundled_files import bundled_of, template_of
from tests.shared.rows import each_row


def placed(ready: Setup) -> dict[str, ShipPlaced]:
    return {ship.ship: ship for ship in ready.opening if isinstance(ship, ShipPlaced)}


DUEL = """\
title = "Two meet"
[players.red]
name = "Red"
[players.blue]
side = "Blues"
[[ships]]
name = "Warden"
class = "Sample Destroyer"
player = "red"
at = "0,0"
vectors = "4A 6B 1+"
nose = "B/C+"
roll = 2
[[ships]]
name = "Ranger"
class = "Sample Light Cruiser"
player = "blue"
at = "3,-2 alt +4"
nose = "D"
[options]
own_side_targets = true
[victory]
turns = 6
[victory.points."Sample Destroyer"]
destroyed = 6
[house.missile_damage.light]
laser_head = 3
"""
CLASSES = "Classes: " + ", ".join(sample_classes()) + "."


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        read_scenario(text, "duel.toml", sample_classes())
    return refusal.value.problems


def test_a_scenario_is_read_as_it_is_written() -> None:
    read = read_scenario(DUEL, "duel.toml", sample_classes())
    ranger, warden = placed(read).values()
    tables, terms = tables_from_data(read.tables), read.opening[0]
    assert read.title == "Two meet"
    assert read.players == {"red": ("Red", "red"), "blue": ("blue", "Blues")}
    assert (warden.ship, warden.ship_class, warden.player, warden.side) == ("Warden", "Sample Destroyer", "red", "red")
    assert (warden.vectors, warden.attitude) == (HexVector(10, 6, 1), Attitude(Window("B/C+"), 2))
    assert (ranger.position, ranger.vectors, ranger.attitude) == (
        Position(3, -2, 4),
        HexVector(),
        Attitude(Window("D")),
    )
    assert ranger.side == "Blues"
    assert read.options == options_data(Options(own_side_targets=True))
    assert terms == TermsSet(turns=6, margin=1, points={"Sample Destroyer": Points(destroyed=6, disabled=0)})
    assert tables.missile_damage[0].laser_head == 3
    assert list(read.classes) == ["Sample Destroyer", "Sample Light Cruiser"]


def test_a_setup_is_plain_data_and_places_ships_in_order_of_name() -> None:
    ready = setup(DUEL, "duel.toml", {})
    assert (ready.title, ready.scenario, ready.options) == (
        "Two meet",
        "duel.toml",
        {
            "sidewall": "strikes",
            "beams": "together",
            "plot_ahead": "on",
            "mixed_walls": False,
            "own_side_targets": True,
        },
    )
    assert list(placed(ready)) == ["Ranger", "Warden"]
    assert dict(ready.players) == {"red": ("Red", "red"), "blue": ("blue", "Blues")}
    classes = json.loads(json.dumps(ready.classes, sort_keys=True))
    assert {name: from_data(card) for name, card in classes.items()} == {
        name: sample_classes()[name].under("strikes") for name in ("Sample Destroyer", "Sample Light Cruiser")
    }
    assert tables_from_data(json.loads(json.dumps(ready.tables))).missile_damage[0].laser_head == 3


@each_row(
    ("old", "new", "said"),
    [
        ('title = "Two meet"', "", '1: title: it is missing. Write a text in quotes, such as "A duel of cruisers".'),
        (
            '[players.blue]\nside = "Blues"',
            '[players.blue]\nside = "red"',
            "2: players: all players are on one side. Write another side for one player.",
        ),
        (
            'title = "Two meet"',
            'titel = "Two meet"',
            (
                '1: title: it is missing. Write a text in quotes, such as "A duel of cruisers".\n'
                "1: titel: There is no key titel. Did you mean title? Keys: rules, title, text, map, players, ships, "
                "options, tables, house, victory."
            ),
        ),
        (
            'name = "Red"',
            'nam = "Red"',
            "3: players.red.nam: There is no key nam. Did you mean name? Keys: name, side.",
        ),
        ('name = "Red"', 'name = ""', "3: players.red.name: The name is empty."),
        (
            'player = "blue"',
            'player = "red"',
            '4: players.blue: blue has no ship. Give one a line player = "blue".',
        ),
        (
            'class = "Sample Destroyer"',
            'class = "Sample Destroyr"',
            (
                '8: ships[1].class: There is no class "Sample Destroyr". Did you mean Sample Destroyer? '
                f"{CLASSES} Your own cards are in var/cards, unless you name another folder.\n"
                '24: victory.points.Sample Destroyer: There is no class "Sample Destroyer". '
                "Did you mean Sample Light Cruiser? Classes: Sample Light Cruiser."
            ),
        ),
        (
            'player = "red"',
            'player = "green"',
            (
                '2: players.red: red has no ship. Give one a line player = "red".\n'
                "9: ships[1].player: There is no player green. Players: red, blue."
            ),
        ),
        (
            '"Ranger"',
            '"WARDEN"',
            "15: ships[2].name: there is already a ship Warden. Give each thing its own name.",
        ),
        (
            '"Ranger"',
            '"R\\"r"',
            (
                '15: ships[2].name: The name "R"r" can\'t be written in an order. '
                "Write at most 60 letters, digits, spaces, - and '."
            ),
        ),
        (
            '"0,0"',
            '"0"',
            (
                '10: ships[1].at: "0" is not a place. Write two hex numbers with a comma, and an altitude if it '
                "is not 0: 3,-2 or 3,-2 alt +4."
            ),
        ),
        ('at = "0,0"\n', "", '6: ships[1].at: it is missing. Write a text in quotes, such as "3,-2 alt +4".'),
        (
            '"4A 6B 1+"',
            '"4A B6 +"',
            (
                '11: ships[1].vectors: "B6" (column 4) has its direction in front. Write the number first: 6B.\n'
                '11: ships[1].vectors: "+" (column 7) has no number. Write how many hexes, such as 1+.'
            ),
        ),
        (
            '"B/C+"',
            '"B/C++"',
            (
                '12: ships[1].nose: The nose "B/C++" is wrong at column 4: there are no corners in the green ring. '
                "Write B++ or C++."
            ),
        ),
        ("roll = 2", "roll = 12", "13: ships[1].roll: 12 is out of range. Write a whole number from 0 to 11."),
        (
            "roll = 2",
            "rol = 2",
            (
                "13: ships[1].rol: There is no key rol. Did you mean roll? "
                "Keys: name, class, player, at, vectors, nose, roll."
            ),
        ),
        (
            "own_side_targets = true",
            'sidewall = "stop"',
            '21: options.sidewall: "stop" is not one of them. Write one of strikes, stops, in quotes.',
        ),
        (
            "own_side_targets = true",
            'own_side_targets = "on"',
            '21: options.own_side_targets: "on" is neither true nor false. Write one of them, without quotes.',
        ),
        (
            "[options]",
            "[options]\nmagic = true",
            (
                "21: options.magic: There is no key magic. Keys: sidewall, beams, plot_ahead, mixed_walls, "
                "own_side_targets."
            ),
        ),
        ("turns = 6", "turns = 0", "23: victory.turns: 0 is out of range. Write a whole number from 1 to 999."),
        (
            "destroyed = 6",
            "",
            "24: victory.points.Sample Destroyer.destroyed: it is missing. Write a whole number from 0 to 9999.",
        ),
        (
            "laser_head = 3",
            "laser_head = -3",
            "27: house.missile_damage.light.laser_head: it is -3. It must be a whole number from 0 up.",
        ),
        (
            "[house.missile_damage.light]\nlaser_head = 3",
            "[house.kill_chart]\nrule = 1",
            (
                "26: house.kill_chart.0: it is missing. Begin with the row from 0 percent; each row applies up to the "
                "next.\n"
                "27: house.kill_chart.rule: it is unknown. kill_chart may have the lowest percentage of each "
                "row, 0 to 100."
            ),
        ),
        (
            "[house.missile_damage.light]\nlaser_head = 3",
            (
                '[house]\nmissile_range.rows = [\n{ from = 0, to = 5, max_salvos = "5", range_mod = 0 },\n'
                '{ from = 7, max_salvos = "0", range_mod = 0 } ]'
            ),
            (
                '29: house.missile_range.rows[2].max_salvos: it is "0". It must be text: a whole '
                "number from 1 up such as "
                '"5", or one in n turns such as "1/2".\n'
                "29: house.missile_range.rows[2]: it leaves a gap. Begin at 0, begin each row one hex "
                "above the end of the one "
                "before, and leave the last without an end."
            ),
        ),
        (
            '[[ships]]\nname = "Ranger"',
            '[[spare]]\nname = "Ranger"',
            None,
        ),
    ],
)
def test_a_fault_is_named_by_key_and_line_with_what_would_be_right(old: str, new: str, said: str | None) -> None:
    assert old in DUEL
    found = faults(DUEL.replace(old, new, 1))
    if said is None:
        assert len(found) == 2
    else:
        lines = said.split("\n")
        assert sorted(found) == sorted(f"duel.toml:{line}" for line in lines)


def test_ships_that_are_not_tables_are_refused() -> None:
    text = 'ships = [1]\ntitle = "x"\n[players.red]\n[players.blue]\n'
    assert (
        "duel.toml:1: ships[1]: this is not a ship. Write each ship as a table of its own under [[ships]]."
        in faults(text)
    )


def test_house_decimals_stay_exact() -> None:
    ends = (("0", 3.0), ("3.5", 10), ("10.5", 18), ("18.5", 29), ("29.5", 49.5))
    bands = ", ".join(f"{{ from = {first}, to = {last} }}" for first, last in ends)
    text = f"{DUEL}[house.rate_of_closure]\nbands = [{bands}, {{ from = 50.0 }}]\n"
    read = read_scenario(text, "duel.toml", sample_classes())
    assert [str(band.first) for band in tables_from_data(read.tables).closure_bands] == [
        "0",
        "3.5",
        "10.5",
        "18.5",
        "29.5",
        "50.0",
    ]


def test_a_players_own_class_is_known_and_takes_the_place_of_a_sample() -> None:
    mine = sample_files()["Sample Destroyer"].replace("hit_size = 3", "hit_size = 4")
    other = sample_files()["Sample Destroyer"].replace("Sample Destroyer", "Picket")
    known = known_classes({"mine.toml": mine, "other.toml": other})
    assert known["Sample Destroyer"].hit_size == 4
    assert known["Picket"].hit_size == 3
    assert list(setup(DUEL, "duel.toml", {"mine.toml": mine}).classes) == ["Sample Destroyer", "Sample Light Cruiser"]


def test_faults_of_all_class_files_are_named_at_once() -> None:
    good = sample_files()["Sample Destroyer"]
    with pytest.raises(UnreadableError) as refusal:
        known_classes({"a.toml": good, "b.toml": good, "c.toml": good.replace("hit_size = 3", "hit_size = 0")})
    line = good.splitlines().index("hit_size = 3") + 1
    assert refusal.value.problems == (
        "b.toml: a.toml holds a class Sample Destroyer too. Rename one of the two classes.",
        f"c.toml:{line}: hit_size: 0 is out of range. Write a whole number from 1 to 100.",
    )


def changed_destroyer(old: str, new: str) -> dict[str, ShipClass]:
    """The samples, with every such text in the destroyer's file changed."""
    text = sample_files()["Sample Destroyer"]
    assert old in text
    return {**sample_classes(), "Sample Destroyer": read_ship(text.replace(old, new), "mine.toml")}


PORT = "[mounts.port]\n"
TORPEDO = 'energy-torpedo = { boxes = 4, type = "5ET", recycle = 6 }\n'


GRASER, MISSILE = "graser = { boxes = 2, size = 20", 'missile_size = "light"'


@each_row(
    ("old", "new", "mounts", "said"),
    [
        (
            GRASER,
            GRASER.replace("20", "25"),
            ("port", "starboard"),
            (
                "graser.size: the graser damage table has no size 25. "
                "Write one of 20, 30, 40, 50, 60, 70, 80, 90, or enter 25 in the tables."
            ),
        ),
        (
            PORT,
            PORT + TORPEDO,
            ("port",),
            (
                "energy-torpedo.type: the energy torpedo table has no type 5ET. "
                "Write one of 1ET, 2ET, or enter 5ET in the tables."
            ),
        ),
        (
            PORT,
            PORT + TORPEDO.replace('type = "5ET", ', ""),
            ("port",),
            "energy-torpedo.type: it is missing. Write the torpedo type in quotes, one of 1ET, 2ET.",
        ),
        (
            MISSILE,
            MISSILE.replace("light", "3M"),
            FACINGS,
            (
                "missile_size: the missile damage table has no type 3M. "
                "Write one of light, medium, heavy, or enter 3M in the tables."
            ),
        ),
    ],
)
def test_the_cards_of_the_ships_must_be_on_the_tables_in_force(
    old: str, new: str, mounts: tuple[str, ...], said: str
) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_scenario(DUEL, "duel.toml", changed_destroyer(old, new))
    assert refusal.value.problems == tuple(
        f"duel.toml:8: ships[1].class: Sample Destroyer, mounts.{mount}.{said}" for mount in mounts
    )


@each_row(
    ("old", "new", "house"),
    [
        (GRASER, GRASER.replace("20", "25"), "graser_damage]\n25 = [[9, 8, 7, 6, 5, 4], [3, 3, 2, 2, 1, 1]]\n"),
        (PORT, PORT + TORPEDO, "energy_torpedo.5ET]\nreach = 3\ndamage = 400\n"),
        (MISSILE, MISSILE.replace("light", "3M"), "missile_damage.3M]\nlaser_head = 6\nnuke = 50\n"),
    ],
)
def test_what_the_scenarios_own_tables_have_can_stand_on_a_card(old: str, new: str, house: str) -> None:
    assert read_scenario(f"{DUEL}[house.{house}", "duel.toml", changed_destroyer(old, new)).tables


def test_ratings_that_fall_need_a_chart_in_the_tables_in_force() -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_scenario(DUEL, "duel.toml", changed_destroyer("roll = [1, 1, 2]", "roll = [4, 3, 1]"))
    assert refusal.value.problems == (
        (
            "duel.toml:8: ships[1].class: Sample Destroyer, tracks.roll: the boxes fall from 4 to 3. "
            "This track's values must rise or stay the same from left to right, unless the tables have a roll chart."
        ),
    )


def test_walls_of_both_kinds_are_played_where_the_scenario_says_so() -> None:
    walls = ("port-sidewall = [35, 45, 60]", "port-sidewall = [60, 45, 35]")
    with pytest.raises(UnreadableError) as refusal:
        read_scenario(DUEL, "duel.toml", changed_destroyer(*walls))
    assert refusal.value.problems == (
        (
            "duel.toml:20: options.sidewall: port-sidewall of Sample Destroyer is made for stops: its numbers fall as "
            "boxes are lost, so under strikes, a damaged wall would protect better. "
            "Choose sidewall stops, or set mixed_walls to true."
        ),
    )
    mixed = DUEL.replace("[options]", "[options]\nmixed_walls = true")
    assert read_scenario(mixed, "duel.toml", changed_destroyer(*walls)).options["mixed_walls"]


@pytest.mark.parametrize("reading", ["strikes", "stops"])
def test_a_wall_of_one_number_fits_both_readings(reading: str) -> None:
    flat = {
        name: read_ship(re.sub(r"sidewall = \[.*\]", "sidewall = [40, 40]", text), name)
        for name, text in sample_files().items()
    }
    text = DUEL.replace("[options]", f'[options]\nsidewall = "{reading}"')
    assert read_scenario(text, "duel.toml", flat).options["sidewall"] == reading


def test_a_class_that_no_ship_is_of_may_be_on_no_table() -> None:
    odd = sample_files()["Sample Destroyer"].replace("Sample Destroyer", "Odd").replace("size = 20", "size = 25")
    odd = odd.replace(PORT, PORT + TORPEDO)
    assert setup(DUEL, "duel.toml", {"odd.toml": odd}).title == "Two meet"


def test_a_game_that_has_begun_opens_whatever_its_tables_have_and_whatever_its_walls_are_made_for() -> None:
    ready = setup(DUEL, "duel.toml", {})
    card = ready.classes["Sample Destroyer"]
    card["mounts"]["port"] |= {"missile_size": "3M", "energy-torpedo": {"boxes": [1], "recycle": 6}}
    card["mounts"]["port"]["laser"]["size"] = 25
    card["tracks"] |= {"pivot": [3, 2, 1], "port-sidewall": [60, 40]}
    board = SYSTEM.new_board(options_data(Options()), ready.tables, ready.classes)
    assert board.classes["Sample Destroyer"].tracks["pivot"] == (3, 2, 1)


def test_three_scenarios_come_along_and_the_template_reads_as_it_stands() -> None:
    read = {name: setup(bundle.text, name, {}) for name, bundle in bundled_of("sits").items()}
    sides = {name: Counter(ship.side for ship in placed(ready).values()) for name, ready in read.items()}
    sizes = {name: sorted(ships.values()) for name, ships in sides.items()}
    assert sizes == {"convoy": [3, 5], "duel": [1, 1], "squadron": [4, 4]}
    assert setup(template_of("sits"), "template.toml", {}).title == "Two cruisers meet"


def test_the_duel_brings_broadsides_to_bear_if_both_only_drift() -> None:
    ships = placed(setup(bundled_of("sits")["duel"].text, "duel", {}))
    red, blue = ships["Fearless"], ships["Sirius"]
    places = [red.position, blue.position]
    ranges: dict[int, int] = {}
    windows: dict[int, list[Window]] = {}
    for segment in range(16):
        seen = [bearing_between(places[0], places[1]), bearing_between(places[1], places[0])]
        ranges[segment] = seen[0].range
        both = zip((red, blue), seen, strict=True)
        windows[segment] = [ship_window(ship.attitude, bearing.window) for ship, bearing in both if bearing.window]
        grids = [fill_grid(ship.vectors, card_tables()) for ship in (red, blue)]
        places = [place + grid.moves_in(segment % 8 + 1) for place, grid in zip(places, grids, strict=True)]
    assert [ranges[segment] for segment in (0, 4, 8, 12, 13)] == [28, 20, 12, 5, 5]
    broadside = default_arc("port") | default_arc("starboard")
    for segment in (0, 4, 8):
        assert all(window in broadside for window in windows[segment])
    assert closure(blue.vectors, red.vectors, card_tables()).text == "2.0"


@settings(max_examples=60)
@given(data=st.data())
def test_no_file_makes_the_reader_fall_over(data: st.DataObject) -> None:
    lines = DUEL.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    lines[at] = data.draw(
        st.sampled_from(["", "x", "x = 1", "[x]", "[[players]]", "players = 1", "ships = [1]", "house = 3", "at = 1"])
    )
    try:
        read_scenario("\n".join(lines), "duel.toml", sample_classes())
    except UnreadableError as refusal:
        problems = refusal.problems
    else:
        problems = ()
    assert all(re.match(r"duel\.toml:\d+: ", problem) for problem in problems)


def test_where_no_ship_has_a_class_that_is_known_the_points_for_one_are_not_a_fault_too() -> None:
    text = DUEL.replace("Sample Destroyer", "Owner Cruiser").replace("Sample Light Cruiser", "Owner Cruiser")
    assert [fault.partition(": There")[0] for fault in faults(text)] == [
        "duel.toml:8: ships[1].class",
        "duel.toml:16: ships[2].class",
    ]
