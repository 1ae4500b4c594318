"""The sample units that come with the program; every value in them is our own."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sfb.cards.unit_class import UnitClass, read_unit
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.supplied import SampleCards
from sits_es.sentences import counted


def _about(card: UnitClass) -> str:
    """What kind of unit it is, how it turns or flies, and what it shoots with."""
    told: list[str] = [card.kind]
    if card.kind in {"ship", "shuttle"}:
        told.append(f"turn class {card.turn_class}")
    if card.kind == "seeking":
        told.append(f"speed {written(card.speed)}")
    if card.strength:
        told.append(f"strength {written(card.strength)}")
    weapons = sum(group.number for group in card.weapons)
    told += [counted(weapons, "weapon")] if weapons else []
    told += [counted(len(card.launchers), "launcher")] if card.launchers else []
    told += ["webs"] if card.web else []
    told += ["spheres"] if card.sphere else []
    return ", ".join(told)


SAMPLES: Final = SampleCards(__package__, read_unit, _about)

sample_classes = SAMPLES.classes
sample_files = SAMPLES.files
known_classes = SAMPLES.known
listed_classes = SAMPLES.listed
template = SAMPLES.template
