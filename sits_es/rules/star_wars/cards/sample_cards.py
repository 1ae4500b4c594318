"""The sample starships that come with the program; every value in them is our own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from sits_es.rules.star_wars import supplied
from sits_es.rules.star_wars.cards.reader import read_starship
from sits_es.rules.star_wars.starship_class import StarshipClass
from sits_es.rules.supplied import UnitCards, listed_cards, with_own_cards
from sits_es.sentences import counted


@cache
def _all() -> tuple[tuple[StarshipClass, str], ...]:
    folder = files(__package__).joinpath("samples")
    texts = {card.name: card.read_text(encoding="utf-8") for card in folder.iterdir() if card.name.endswith(".toml")}
    read = ((read_starship(texts[source], source), texts[source]) for source in texts)
    return tuple(sorted(read, key=lambda pair: pair[0].name))


def sample_classes() -> dict[str, StarshipClass]:
    """Every sample class by its name, in order of name."""
    return {card.name: card for card, _ in _all()}


def sample_files() -> dict[str, str]:
    """The card of every sample by the name of its class."""
    return {card.name: text for card, text in _all()}


def known_classes(unit_files: Mapping[str, str]) -> dict[str, StarshipClass]:
    """The sample classes and a player's own, by name; one of a sample's name takes the sample's place.

    unit_files: name -> text of a player's own cards. UnreadableError names every fault of all the files at once.
    """
    return with_own_cards(sample_classes(), unit_files, read_starship)


def listed_classes(unit_files: Mapping[str, str]) -> UnitCards:
    """The same, each in a line, whatever is wrong with some of the files."""
    return listed_cards(sample_classes(), unit_files, read_starship, _about)


def _about(card: StarshipClass) -> str:
    """What it withstands, how large and how fast it is."""
    arms = counted(len(card.weapons), "weapon") if card.weapons else "unarmed"
    return f"hull {card.hull}, strain {card.strain}, silhouette {card.silhouette}, speed {card.speed}, {arms}"


def template() -> str:
    """A card with comments, to be filled in from one of one's own; it can be read as it is."""
    return supplied("cards", "template.toml")
