"""The sample starships that come with the program; every value in them is our own."""

from __future__ import annotations

from typing import Final

from sits_es.rules.star_wars.starship_class import StarshipClass, read_starship
from sits_es.rules.supplied import SampleCards
from sits_es.sentences import counted


def _about(card: StarshipClass) -> str:
    """What it withstands, how large and how fast it is."""
    arms = counted(len(card.weapons), "weapon") if card.weapons else "unarmed"
    return f"hull {card.hull}, strain {card.strain}, silhouette {card.silhouette}, speed {card.speed}, {arms}"


#: Them, with their files.
SAMPLES: Final = SampleCards("sits_es.rules.star_wars.cards", read_starship, _about)

#: All cards as they are listed.
listed = SAMPLES.listed
