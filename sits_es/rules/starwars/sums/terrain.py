"""Terrain: asteroid fields, gas clouds and gravity wells. Rule: rules.md, Terrain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sits_es.rules.starwars.setting_up.facts import TerrainKind

#: The three kinds, as on the page. Rule: seed, "Asteroid Field", "Gas Cloud", "Gravity Well".
TERRAINS: Final[tuple[TerrainKind, ...]] = ("asteroid-field", "gas-cloud", "gravity-well")

#: What each does to starships, in a sentence.
EFFECTS: Final[Mapping[TerrainKind, str]] = {
    "asteroid-field": (
        "A flight of one hex or more that begins in the field or enters it takes a Piloting check; threat and "
        "despair do harm."
    ),
    "gas-cloud": (
        "A starship in the cloud can't use its shields, and its own Computers, Gunnery and Perception checks are "
        "harder."
    ),
    "gravity-well": "Entering a gravity-well hex takes 2 movement.",
}

#: Skills whose checks a gas cloud makes harder, and how often. Rule: seed, "Gas Cloud".
CLOUDED: Final = ("computers", "gunnery", "perception")
CLOUD_UPGRADES: Final = 1

#: The skill whose checks every terrain adds setback dice to. Rule: rules.md, Terrain.
PILOTING: Final = "piloting"


def shields_count(terrain: TerrainKind | None) -> bool:
    """Whether the shields of a starship count there; not in a gas cloud. Rule: seed, "Gas Cloud"."""
    return terrain != "gas-cloud"
