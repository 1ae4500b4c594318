"""The sample classes that come with the program; every value in them is our own."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sits.cards.reader import read_ship
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.supplied import SampleCards
from sits_es.sentences import counted, listed


def _about(card: ShipClass) -> str:
    """Its hull, missile tubes and beams, as its tracks have them whole."""
    tubes = sum(
        max(card.tracks[mount.track("tubes")], default=0) for mount in card.mounts if mount.name in card.launchers()
    )
    arms = [counted(tubes, "tube")] if tubes else []
    arms += [counted(len(card.weapons()), "beam weapon")] if card.weapons() else []
    return f"hull {len(card.tracks.get('hull', ()))}, {listed(arms) if arms else 'unarmed'}, crew {card.crew_quality}"


SAMPLES: Final = SampleCards(__package__, read_ship, _about)

sample_classes = SAMPLES.classes
sample_files = SAMPLES.files
known_classes = SAMPLES.known
listed_classes = SAMPLES.listed
template = SAMPLES.template
