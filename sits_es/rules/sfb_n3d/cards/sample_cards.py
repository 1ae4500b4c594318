"""The sample units that come with the program; every value in them is our own."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sits_es.rules.sfb_n3d import supplied
from sits_es.rules.sfb_n3d.cards.reader import read_unit
from sits_es.rules.sfb_n3d.unit_class import UnitClass


@cache
def _all() -> tuple[tuple[UnitClass, str], ...]:
    folder = files(__package__).joinpath("samples")
    texts = {card.name: card.read_text(encoding="utf-8") for card in folder.iterdir() if card.name.endswith(".toml")}
    read = ((read_unit(texts[source], source), texts[source]) for source in texts)
    return tuple(sorted(read, key=lambda pair: pair[0].name))


def sample_classes() -> dict[str, UnitClass]:
    """Every sample class by its name, in order of name."""
    return {card.name: card for card, _ in _all()}


def sample_files() -> dict[str, str]:
    """The card of every sample by the name of its class."""
    return {card.name: text for card, text in _all()}


def template() -> str:
    """A card with comments, to be filled in from one of one's own; it can be read as it is."""
    return supplied("cards", "template.toml")
