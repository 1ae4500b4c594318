import json
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules.sits.events.motion import ShipPlaced
from sits_es.rules.sits.play.movement import fill_grid
from sits_es.rules.sits.scenario.bundled import bundled, template
from sits_es.rules.sits.scenario.scenario import known_classes, read_scenario, setup
from sits_es.rules.sits.scenario.terms import Points
from sits_es.rules.sits.ship.reader import from_data, to_data
from sits_es.rules.sits.ship.samples import sample_classes, sample_files
from sits_es.rules.sits.tables.beam_table import closure
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.tables import from_data as tables_from_data
from sits_es.rules.system import Setup
from sits_es.space.arcs import default_arc, ship_window
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.bearing import bearing_between
from sits_es.space.hexes import HexVector, Position


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
sidewall = "stops"
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
    ranger, warden = read.ships
    assert read.title == "Two meet"
    assert [(player.player, player.name, player.side) for player in read.players] == [
        ("red", "Red", "red"),
        ("blue", "blue", "Blues"),
    ]
    assert (warden.ship, warden.ship_class, warden.player, warden.side) == ("Warden", "Sample Destroyer", "red", "red")
    assert (warden.vectors, warden.attitude) == (HexVector(10, 6, 1), Attitude(Window("B/C+"), 2))
    assert (ranger.position, ranger.vectors, ranger.attitude) == (
        Position(3, -2, 4),
        HexVector(),
        Attitude(Window("D")),
    )
    assert ranger.side == "Blues"
    assert read.options.sidewall == "stops"
    assert (read.victory.turns, read.victory.points) == (6, {"Sample Destroyer": Points(destroyed=6, disabled=0)})
    assert read.tables.missile_damage[0].laser_head == 3
    assert list(read.classes) == ["Sample Destroyer", "Sample Light Cruiser"]


def test_a_setup_is_plain_data_and_places_ships_in_order_of_name() -> None:
    ready = setup(DUEL, "duel.toml", {})
    assert (ready.title, ready.scenario, ready.options) == (
        "Two meet",
        "duel.toml",
        {"sidewall": "stops", "miracles": "off", "plot_ahead": "on"},
    )
    assert list(placed(ready)) == ["Ranger", "Warden"]
    assert dict(ready.players) == {"red": ("Red", "red"), "blue": ("blue", "Blues")}
    classes = json.loads(json.dumps(ready.classes, sort_keys=True))
    assert {name: from_data(card) for name, card in classes.items()} == {
        name: sample_classes()[name] for name in ("Sample Destroyer", "Sample Light Cruiser")
    }
    assert tables_from_data(json.loads(json.dumps(ready.tables))).missile_damage[0].laser_head == 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Two meet"', "", '1: title: it is missing. Write a text in quotes, such as "A duel of cruisers".'),
        (
            '[players.blue]\nside = "Blues"',
            '[players.blue]\nside = "red"',
            "2: players: a game has players of at least two sides. Write [players.red] and [players.blue].",
        ),
        (
            'title = "Two meet"',
            'titel = "Two meet"',
            (
                '1: title: it is missing. Write a text in quotes, such as "A duel of cruisers".\n'
                "1: titel: There is no key titel. Did you mean title? Keys: title, text, map, players, ships, options, "
                "house, victory, rules."
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
                f"{CLASSES}\n"
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
            "15: ships[2].name: there is already a ship Warden. Give each ship a name of its own.",
        ),
        ('"Ranger"', '"R\\"r"', '15: ships[2].name: The name "R"r" can\'t be written in an order.'),
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
            '"stops"',
            '"stop"',
            '21: options.sidewall: "stop" is not one of them. Write one of strikes, stops, in quotes.',
        ),
        (
            "[options]",
            "[options]\nmagic = true",
            "21: options.magic: There is no key magic. Keys: sidewall, miracles, plot_ahead.",
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
            "26: house.kill_chart: it is a rule, not a table. Leave it out.",
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
                "27: house.missile_range.rows: it leaves a gap. Begin at 0, begin each row one hex "
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
    text = DUEL + '[house.laser_damage]\nrange_factors = [1, 0.6, "0.3", 0.15, 0.07]\n'
    read = read_scenario(text, "duel.toml", sample_classes())
    assert str(read.tables.laser_damage.range_factors[4]) == "0.07"


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
        "b.toml: a.toml holds a class Sample Destroyer too. Give one of them another name.",
        f"c.toml:{line}: hit_size: 0 is out of range. Write a whole number from 1 to 100.",
    )


def test_ships_whose_beam_sizes_the_house_took_away_are_refused() -> None:
    reach = "reach = { 40 = 3 }"
    text = DUEL + "[house.laser_damage]\n" + reach + "\n"
    assert read_scenario(text, "duel.toml", sample_classes()).tables  # a named entry leaves its neighbours
    card = sample_classes()["Sample Destroyer"]
    data = to_data(card)
    data["mounts"]["port"]["laser"]["size"] = 25
    odd = {**sample_classes(), "Sample Destroyer": from_data(data)}
    with pytest.raises(UnreadableError) as refusal:
        read_scenario(DUEL, "duel.toml", odd)
    assert refusal.value.problems == (
        "duel.toml:26: house: Sample Destroyer has port-laser of size 25, which is not in its table. Add the size.",
    )


def test_three_scenarios_come_along_and_the_template_reads_as_it_stands() -> None:
    read = {name: setup(bundle.text, name, {}) for name, bundle in bundled().items()}
    sides = {name: Counter(ship.side for ship in placed(ready).values()) for name, ready in read.items()}
    sizes = {name: sorted(ships.values()) for name, ships in sides.items()}
    assert sizes == {"convoy": [3, 5], "duel": [1, 1], "squadron": [4, 4]}
    assert setup(template(), "template.toml", {}).title == "Two cruisers meet"


def test_the_duel_brings_broadsides_to_bear_if_both_only_drift() -> None:
    ships = placed(setup(bundled()["duel"].text, "duel", {}))
    red, blue = ships["Fearless"], ships["Sirius"]
    places = [red.position, blue.position]
    ranges: dict[int, int] = {}
    windows: dict[int, list[Window]] = {}
    for segment in range(16):
        seen = [bearing_between(*places), bearing_between(*places[::-1])]
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
