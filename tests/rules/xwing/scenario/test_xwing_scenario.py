"""Scenario files of X-Wing: what a game begins with, and what comes along."""

from __future__ import annotations

import re

import pytest

from sits_es.errors import GameError, UnreadableError
from sits_es.post.record import read_fact
from sits_es.rules.xwing.moves.facts import ShipPlaced
from sits_es.rules.xwing.setting_up.facts import ObjectLaid, ShipListed, TableLaid
from sits_es.rules.xwing.weapons import Weapon
from sits_es.rules.xwing.xwing import SYSTEM
from tests.shared.bundled_files import bundled_of, template_of
from tests.shared.rows import each_row

#: The template without its comments: as short as a scenario may be that has everything in it.
TEXT = re.sub(r"(?m) *#.*$", "", template_of("xwing")).strip("\n")


def test_a_scenario_lays_the_table_lists_the_ships_and_places_those_that_say_where() -> None:
    made = SYSTEM.setup(TEXT, "patrol.toml", {})
    assert (made.title, made.scenario) == ("Two patrols meet", "patrol.toml")
    assert made.players == {"red": ("Anna", "red"), "blue": ("Ben", "blue")}
    assert (made.options, made.tables, made.classes) == ({"dials": "open"}, {}, {})
    assert list(made.opening) == [
        TableLaid(width="914", height="914"),
        ObjectLaid(name="Rock", kind="asteroid", x="120", y="40", radius="30"),
        ObjectLaid(name="Wreck", kind="debris", corners=(("-160", "20"), ("-110", "30"), ("-120", "70"))),
        ShipListed(
            ship="Kestrel",
            player="red",
            side="red",
            base="small",
            half_angle=None,
            shaded=("front",),
            turret=None,
            points=(),
            weapons=(
                Weapon(name="Lasers", kind="primary", arc="front"),
                Weapon(name="Torpedoes", kind="torpedo", arc="front", ranges="2-3"),
                Weapon(name="Tail gun", kind="primary", arc="rear", upgrade=True),
            ),
            shields=2,
            hull=3,
            dial=(
                "1 straight",
                "2 straight",
                "3 straight",
                "2 bank left",
                "2 bank right",
                "1 turn left",
                "1 turn right",
                "3 kt",
            ),
        ),
        ShipListed(
            ship="Hawk",
            player="blue",
            side="blue",
            base="medium",
            half_angle=None,
            shaded=("front",),
            turret="single",
            points=("left",),
            weapons=(Weapon(name="Turret", kind="primary", arc="turret"),),
            shields=1,
            hull=5,
        ),
        ShipPlaced(ship="Kestrel", x="-40", y="-300", facing="0"),
    ]


def ship(text: str, name: str = "Hawk") -> ShipListed:
    (found,) = [
        fact
        for fact in SYSTEM.setup(text, "patrol.toml", {}).opening
        if isinstance(fact, ShipListed) and fact.ship == name
    ]
    return found


def test_a_huge_ship_has_a_base_of_its_own_measures_and_lines_of_its_own() -> None:
    found = ship(TEXT.replace('base = "medium"', 'base = "80x195"\nhalf_angle = 41.5'))
    assert (found.base, found.half_angle) == ("80x195", "41.5")


def test_a_base_of_the_size_of_a_named_one_is_that_one() -> None:
    assert ship(TEXT.replace('base = "medium"', 'base = "60x60"')).base == "medium"


def test_during_setup_a_double_turret_arc_indicator_points_toward_two_opposite_arcs() -> None:
    text = TEXT.replace('"single"\npoints = ["left"]', '"double"\npoints = ["left", "right"]')
    assert (ship(text).turret, ship(text).points) == ("double", ("right", "left"))


def test_an_upgrade_may_bring_the_turret_arc_indicator_with_its_weapon() -> None:
    brought = '[[ships.upgrades]]\nname = "Dorsal turret"\nkind = "special"\narc = "turret"\nturret = "single"\n'
    text = TEXT.replace('turret = "single"\npoints = ["left"]\n', "") + f'\n{brought}points = ["rear"]\n'
    found = ship(text)
    assert (found.turret, found.points) == ("single", ("rear",))
    assert found.weapons[-1] == Weapon(name="Dorsal turret", kind="special", arc="turret", upgrade=True)


@each_row("kind", ["cannon", "torpedo", "missile"])
def test_cannon_torpedo_and_missile_use_the_front_arc_unless_another_is_stated(kind: str) -> None:
    text = TEXT.replace('kind = "torpedo"', f'kind = "{kind}"')
    assert ship(text, "Kestrel").weapons[1].arc == "front"
    assert ship(text.replace(f'"{kind}"', f'"{kind}"\narc = "bullseye"'), "Kestrel").weapons[1].arc == "bullseye"


def test_a_facing_may_be_written_to_the_left_and_a_place_with_decimals() -> None:
    made = SYSTEM.setup(TEXT.replace("facing = 0", "facing = -30.5").replace("[-40, -300]", "[-40.25, 12]"), "p", {})
    assert made.opening[-1] == ShipPlaced(ship="Kestrel", x="-40.25", y="12", facing="329.5")


def test_a_scenario_needs_no_table_and_no_place() -> None:
    text = TEXT.replace("table = [914, 914]\n", "").replace("at = [-40, -300]\n", "")
    text = text.replace("facing = 0\n", "").partition("[[objects]]")[0]
    assert {type(fact) for fact in SYSTEM.setup(text, "p", {}).opening} == {ShipListed}


def test_files_of_ships_are_refused() -> None:
    with pytest.raises(UnreadableError) as refusal:
        SYSTEM.setup(TEXT, "p", {"b.toml": "", "a.toml": ""})
    assert refusal.value.problems == tuple(
        f"{name}: X-Wing has no ship files. Describe each ship in the scenario." for name in ("a.toml", "b.toml")
    )


def test_a_scenario_says_whether_dials_are_sealed() -> None:
    assert SYSTEM.setup(TEXT.replace('"open"', '"sealed"'), "p", {}).options == {"dials": "sealed"}
    assert SYSTEM.setup(TEXT.replace('[options]\ndials = "open"\n', ""), "p", {}).options == {"dials": "open"}
    with pytest.raises(UnreadableError) as refusal:
        SYSTEM.setup(TEXT.replace('"open"', '"hidden"'), "p", {})
    assert refusal.value.problems == (
        'p:7: options.dials: "hidden" is not one of them. Write one of open, sealed, in quotes.',
    )


def test_one_scenario_comes_along_and_a_template() -> None:
    assert list(bundled_of("xwing")) == ["beacon"]
    assert SYSTEM.setup(template_of("xwing"), "template.toml", {}).title == "Two patrols meet"
    assert SYSTEM.blank() == template_of("xwing")


def test_what_comes_along_is_plainly_named_and_of_our_own_values() -> None:
    scenario = bundled_of("xwing")["beacon"]
    made = SYSTEM.setup(scenario.text, "beacon", {})
    assert {name for name, _ in made.players.values()} == {"Anna", "Ben"}
    assert sum(isinstance(fact, ShipListed) for fact in made.opening) == 6
    assert "our own samples" in scenario.text
    assert len(scenario.orders) == 11


def test_whoever_has_a_turret_weapon_begins_with_its_indicator() -> None:
    """It points toward one of the ship's four standard arcs; without one the weapon is refused."""
    for kind in ("primary", "special"):
        text = TEXT.replace('kind = "primary"\narc = "turret"', f'kind = "{kind}"\narc = "turret"')
        assert (ship(text).turret, ship(text).points) == ("single", ("left",))
        with pytest.raises(UnreadableError) as refusal:
            SYSTEM.setup(text.replace('turret = "single"\npoints = ["left"]\n', ""), "patrol.toml", {})
        assert refusal.value.problems == (
            (
                "patrol.toml:45: ships[2]: Turret attacks in a turret arc, but the ship has no turret arc indicator. "
                'Write turret = "single" or "double".'
            ),
        )


PLACED = {"ship": "Kestrel", "x": "0", "y": "0", "facing": "0"}
LAID = {"width": "914", "height": "914"}


@each_row("wrong", ["", "NaN", "abc", "100001", "\x1b[31m"])
@each_row(("name", "data", "key"), [
    ("xwing.ShipPlaced/1", PLACED, "x"),
    ("xwing.ShipPlaced/1", PLACED, "facing"),
    ("xwing.ShipMoved/1", PLACED | {"template": "2 straight"}, "y"),
    ("xwing.TableLaid/1", LAID, "height"),
])  # fmt: skip
def test_a_place_or_a_table_that_is_no_number_is_no_fact(name: str, data: dict[str, str], key: str, wrong: str) -> None:
    """As another's program could write it into an invitation."""
    read_fact({"topic": name, "data": data})
    with pytest.raises(GameError):
        read_fact({"topic": name, "data": data | {key: wrong}})
