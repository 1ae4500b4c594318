"""Asteroid fields, gas clouds and gravity wells. Rule: rules.md, Terrain."""

from __future__ import annotations

from sits_es.rules.starwars.sums.harm import asteroid_harm
from sits_es.rules.starwars.sums.narrative_dice import Pool
from sits_es.rules.starwars.sums.pools import cloud_part, flight_parts, setback_part
from sits_es.rules.starwars.sums.terrain import (
    CLOUDED,
    TERRAINS,
    shields_count,
)
from tests.shared.rows import each_row


@each_row(
    ("hexes", "silhouette", "setback", "pool"),
    [
        (5, 4, 1, Pool(challenge=2, setback=1)),
        (4, 4, 0, Pool(challenge=2)),
        (4, 3, 0, Pool(difficulty=1, challenge=1)),  # half of the silhouette is rounded down
        (4, 1, 0, Pool(difficulty=2)),
        (3, 0, 0, Pool(difficulty=1)),  # and so is half of the hexes
        (2, 6, 2, Pool(challenge=2, setback=2)),  # the second upgrade adds a die, and the third turns it
        (1, 0, 0, Pool()),
        (1, 2, 0, Pool(difficulty=1)),
        (1, 4, 0, Pool(challenge=1)),
    ],
)
def test_half_of_the_hexes_moved_in_an_asteroid_field_is_the_difficulty_and_half_of_the_silhouette_upgrades_it(
    hexes: int, silhouette: int, setback: int, pool: Pool
) -> None:
    parts = flight_parts(hexes, silhouette, Pool())
    assert setback_part("on the way", setback, parts[-1].pool).pool == pool


@each_row(
    ("threat", "despair", "armour", "harm"),
    [
        (0, 0, 0, (0, 0, 0)),
        (1, 0, 0, (10, 1, 0)),
        (2, 1, 3, (14, 2, 1)),  # armour counts against each threat
        (3, 0, 9, (3, 3, 0)),
        (3, 0, 10, (0, 3, 0)),
        (3, 2, 11, (0, 3, 2)),  # and never heals
    ],
)
def test_each_net_threat_among_asteroids_is_hull_trauma_and_strain_and_each_despair_a_critical_hit(
    threat: int, despair: int, armour: int, harm: tuple[int, int, int]
) -> None:
    found = asteroid_harm(threat, despair, armour)
    assert (found.trauma, found.strain, found.criticals) == harm


def test_a_gas_cloud_upgrades_the_difficulty_once() -> None:
    assert cloud_part("Kestrel", Pool(difficulty=2)).pool == Pool(difficulty=1, challenge=1)
    assert set(CLOUDED) == {"computers", "gunnery", "perception"}


def test_a_starship_in_a_gas_cloud_has_no_shields() -> None:
    assert {terrain: shields_count(terrain) for terrain in (None, *TERRAINS)} == {
        None: True,
        "asteroid-field": True,
        "gas-cloud": False,
        "gravity-well": True,
    }
