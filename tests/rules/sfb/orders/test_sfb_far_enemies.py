"""An order file of a wide board tells of the enemies that can be reached, and how many there are besides."""

from sits_es.rules.sfb.orders.lookout import MOST_ENEMIES, enemies, seen
from sits_es.rules.sfb.orders.template import template
from sits_es.rules.sfb.sums.places import Place
from tests.rules.sfb.boards import opened


def test_enemies_that_no_weapon_reaches_are_only_counted_and_no_order_for_them_is_proposed() -> None:
    there = opened("system")
    assert [*seen(there, there.units["Hawk"])] == ["6 enemies farther away: Kestrel at range 7626 is the nearest"]
    text = template(there, "blue", "system")
    assert "fire" not in text.split("player blue")[1]
    assert "# Haven (planet): 1 hex to its middle" in text


def test_of_many_enemies_the_nearest_are_told_in_order_of_name() -> None:
    there = opened("system")
    hawk = there.units["Hawk"]
    for at, name in enumerate(("Falcon", "Heron", "Kestrel", "Raven", "Swift", "Teal")):
        there.units[name].place = Place(hawk.place.x + 10_000 * (10 - at), hawk.place.y, hawk.place.z)
    near, others = enemies(there, hawk)
    assert [unit.name for unit in near] == ["Falcon", "Heron", "Kestrel", "Raven", "Swift", "Teal"]
    assert len(near) == MOST_ENEMIES
    assert others == []
    there.units["Falcon"].place = Place(hawk.place.x + 1_000_001, hawk.place.y, hawk.place.z)
    assert [*seen(there, hawk)][-1] == "1 enemy farther away: Falcon at range 100 is the nearest"
