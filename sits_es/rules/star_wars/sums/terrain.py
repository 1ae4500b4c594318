"""Terrain: asteroid fields, gas clouds and gravity wells. Rule: rules.md, Terrain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from sits_es.rules.star_wars.setting_up.facts import TerrainKind

#: The three kinds, as on the page. Rule: seed, "Asteroid Field", "Gas Cloud", "Gravity Well".
TERRAINS: Final[tuple[TerrainKind, ...]] = ("asteroid-field", "gas-cloud", "gravity-well")

#: What each does to starships, in a sentence.
EFFECTS: Final[Mapping[TerrainKind, str]] = {
    "asteroid-field": (
        "A flight of a hex or more that begins in it or enters it takes a Piloting check; threat and despair do harm."
    ),
    "gas-cloud": (
        "A starship in it can't use its shields, and its own Computers, Gunnery and Perception checks are harder."
    ),
    "gravity-well": "To enter one of its hexes takes 2 movement.",
}

#: Hull trauma of each net threat before armour, and system strain besides. Rule: seed, "Asteroid Field".
ASTEROID_TRAUMA: Final = 10
ASTEROID_STRAIN: Final = 1

#: Skills whose checks a gas cloud makes harder, and how often. Rule: seed, "Gas Cloud".
CLOUDED: Final = ("computers", "gunnery", "perception")
CLOUD_UPGRADES: Final = 1

#: The skill whose checks every terrain adds setback dice to. Rule: rules.md, Terrain.
PILOTING: Final = "piloting"


@frozen
class Harm:
    """What a starship suffers: points of hull trauma and of system strain, and critical hits; each 0 up.

    steps: of the hull trauma, as a person redoes them on paper.
    """

    hull_trauma: int = 0
    system_strain: int = 0
    critical_hits: int = 0
    steps: tuple[str, ...] = ()


def asteroid_harm(threat: int, despair: int, armour: int) -> Harm:
    """What a check in an asteroid field does, whether it succeeds or not.

    threat: net, 0 up; each is 10 hull trauma less armour, never below 0, and 1 system strain. despair: 0 up, each a
    critical hit. armour: 0 up, counts against each threat. Rule: seed, "Asteroid Field"; against each: house.
    """
    each = max(0, ASTEROID_TRAUMA - armour)
    steps = (
        f"{threat} net threat, each {ASTEROID_TRAUMA} hull trauma.",
        f"Armour {armour} counts against each: {ASTEROID_TRAUMA} - {armour}, at least 0, is {each}.",
    )
    return Harm(threat * each, threat * ASTEROID_STRAIN, despair, steps)


def shields_count(terrain: TerrainKind | None) -> bool:
    """Whether the shields of a starship count there; not in a gas cloud. Rule: seed, "Gas Cloud"."""
    return terrain != "gas-cloud"
