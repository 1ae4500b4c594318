"""The sample classes that come with the program; every value in them is our own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from sits_es.rules.sits.cards.reader import read_ship, to_data
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.supplied import Cards
from sits_es.sentences import counted, listed

if TYPE_CHECKING:
    from sits_es.report.blocks import Block


class ShipCards(Cards[ShipClass]):
    """Cards of ships."""

    def read(self, text: str, source: str) -> ShipClass:
        """A class file."""
        return read_ship(text, source)

    def about(self, card: ShipClass) -> str:
        """Its hull, missile tubes and beams, as its tracks have them whole."""
        tubes = sum(
            max(card.tracks[mount.track("tubes")], default=0) for mount in card.mounts if mount.name in card.launchers()
        )
        arms = [counted(tubes, "tube")] if tubes else []
        arms += [counted(len(card.weapons()), "beam weapon")] if card.weapons() else []
        return (
            f"hull {len(card.tracks.get('hull', ()))}, {listed(arms) if arms else 'unarmed'}, crew {card.crew_quality}"
        )

    def data(self, card: ShipClass) -> dict[str, Any]:
        """In the shape of its file."""
        return to_data(card)

    def drawn(self, card: ShipClass) -> Iterable[Block]:
        """Its tracks as boxes, its arcs on the sphere, its hit rows."""
        from sits_es.rules.sits.views.panels import ship_card

        return ship_card(card)

    def check(self, text: str, source: str, tables: tuple[str, str] | None) -> ShipClass:
        """The sizes of its weapons, and the types of its missiles and torpedoes, must be in the tables."""
        from sits_es.rules.sits.tables.tables import card_tables, read_tables_file

        in_force = card_tables() if tables is None else read_tables_file(*tables)
        return read_ship(text, source, in_force)


SAMPLES: Final = ShipCards(__package__)

sample_classes = SAMPLES.classes
sample_files = SAMPLES.files
known_classes = SAMPLES.known
template = SAMPLES.template
