"""The scenarios that come with the program, and the printed asteroid field in them."""

import re
from pathlib import Path

from sits_es.rules.sfb.motion.facts import UnitPlaced
from sits_es.rules.sfb.scenario.scenario import setup
from sits_es.rules.sfb.scenario.terrain import read_row
from sits_es.rules.sfb.sums.fields import EXAMPLE
from sits_es.rules.sfb.sums.numbers import RADIUS_WHOLE, WHOLE
from sits_es.rules.sfb.sums.places import Place, exact, read_place
from sits_es.rules.sfb.terrain.facts import TerrainPlaced
from sits_es.rules.system import Setup
from tests.shared.bundled_files import bundled_of, template_of
from tests.shared.printed_field import ROWS
from tests.shared.rows import each_row


def ready(name: str) -> Setup:
    return setup(bundled_of("sfb")[name].text, name, {})


def units(name: str) -> dict[str, UnitPlaced]:
    return {fact.unit: fact for fact in ready(name).opening if isinstance(fact, UnitPlaced)}


def bodies(name: str) -> dict[str, TerrainPlaced]:
    return {fact.name: fact for fact in ready(name).opening if isinstance(fact, TerrainPlaced)}


def test_four_scenarios_come_along_and_a_template() -> None:
    assert list(bundled_of("sfb")) == ["belt", "border", "pursuit", "system"]
    assert setup(template_of("sfb"), "template.toml", {}).title == "Two squadrons meet"


@each_row("name", list(bundled_of("sfb")))
def test_every_scenario_says_its_rules_and_that_its_units_are_samples(name: str) -> None:
    text = bundled_of("sfb")[name].text
    assert 'rules = "sfb"' in text
    assert "samples with values of our own" in text
    assert all(unit.startswith("Sample ") for unit in ready(name).classes)


@each_row(("number", "row"), list(enumerate(ROWS, 1)))
def test_each_row_of_the_example_field_is_there(number: int, row: tuple[int, int, int, str]) -> None:
    """P3.11: a radius printed as 0.33333 is a third of a hex exactly."""
    x, y, z, radius = row
    thirds = round(3 * float(radius))
    asteroid = bodies("belt")[f"asteroid-{number}"]
    assert (asteroid.kind, asteroid.radius) == ("asteroid", thirds * 10_000)
    assert asteroid.place == Place(x * 10_000, y * 10_000, z * 10_000)
    assert read_row(",".join(map(str, row))) == EXAMPLE[number - 1]


def test_the_example_field_has_54_rows_and_can_lie_around_the_middle() -> None:
    assert len(bodies("belt")) == len(ROWS) == 54
    around = bundled_of("sfb")["belt"].text.replace('rows = "example"', 'rows = "example"\nmirrored = true')
    field = [fact for fact in setup(around, "belt", {}).opening if isinstance(fact, TerrainPlaced)]
    assert field[0].place == Place(90_000, 130_000, -50_000)


def test_the_border_has_its_star_bases_its_stations_and_a_fleet_at_each() -> None:
    """S3D3.3."""
    found = units("border")
    assert (found["Red Gate"].place, found["Blue Gate"].place) == (read_place("-1000,0,0"), read_place("1000,0,0"))
    for player, gate in (("red", "Red Gate"), ("blue", "Blue Gate")):
        own = [unit for unit in found.values() if unit.player == player]
        posts = [unit.place for unit in own if unit.unit_class == "Sample base"]
        fleet = [unit for unit in own if unit.speed == 0 and "base" not in unit.unit_class]
        assert len(posts) == 5
        assert all(exact(one, other) >= 10_000_000 for one in posts for other in posts if one != other)
        assert len(fleet) == 6
        assert all(exact(unit.place, found[gate].place) <= 300_000 for unit in fleet)


def test_the_solar_system_has_its_star_its_capital_and_an_attacker_far_out() -> None:
    """S3D3.2."""
    star, haven = bodies("system")["Sol"], bodies("system")["Haven"]
    assert (star.place, star.radius) == (Place(), 70 * RADIUS_WHOLE)
    assert haven.class_m
    attackers = [unit.place for unit in units("system").values() if unit.player == "red"]
    assert all(abs(exact(place, star.place) - 10_000 * WHOLE) < 100_000 for place in attackers)


def test_every_order_file_of_a_bundled_scenario_is_named_for_its_turn_and_player() -> None:
    for bundle in bundled_of("sfb").values():
        assert all(re.fullmatch(r"[1-9]-(red|blue)\.orders", name) for name in bundle.orders)


def test_scenarios_and_samples_go_with_the_program() -> None:
    """Every kind of file in the folders is among those that are packed."""
    root = Path(__file__).parents[4] / "sits_es" / "rules" / "sfb"
    kinds = {path.suffix for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert kinds <= {".py", ".toml", ".orders", ".lark", ".tables", ".md"}
