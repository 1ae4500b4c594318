"""The sample units that come with the program; every value in them is our own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from sits_es.rules.sfb.cards.unit_class import UnitClass, read_unit, to_data
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.supplied import Cards
from sits_es.sentences import counted

if TYPE_CHECKING:
    from sits_es.report.blocks import Block


class SfbCards(Cards[UnitClass]):
    """Cards of units."""

    def read(self, text: str, source: str) -> UnitClass:
        """A unit's card."""
        return read_unit(text, source)

    def about(self, card: UnitClass) -> str:
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

    def data(self, card: UnitClass) -> dict[str, Any]:
        """In the shape of its file."""
        return to_data(card)

    def drawn(self, card: UnitClass) -> Iterable[Block]:
        """How far it turns, its weapons with their arcs, its launchers."""
        from sits_es.rules.sfb.views.card import unit_card

        return unit_card(card)


SAMPLES: Final = SfbCards(__package__)

sample_classes = SAMPLES.classes
sample_files = SAMPLES.files
known_classes = SAMPLES.known
template = SAMPLES.template
