"""The sample classes that come with the program; every value in them is our own."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sits_es.rules.sits.ships.reader import read_ship
from sits_es.rules.sits.ships.ship_class import ShipClass


@cache
def _all() -> tuple[ShipClass, ...]:
    cards = sorted(files(__package__).joinpath("samples").iterdir(), key=lambda file: file.name)
    return tuple(
        read_ship(card.read_text(encoding="utf-8"), card.name) for card in cards if card.name.endswith(".toml")
    )


def sample_classes() -> dict[str, ShipClass]:
    """Every sample class by its name, in order of name."""
    return {card.name: card for card in sorted(_all(), key=lambda card: card.name)}


def template() -> str:
    """A class file with comments, to be filled in from a card of one's own; it reads as it stands."""
    return files(__package__).joinpath("template.toml").read_text(encoding="utf-8")
