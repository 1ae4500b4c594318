"""The sample classes that come with the program; every value in them is our own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from sits_es.rules.sits import supplied
from sits_es.rules.sits.ship.reader import read_ship
from sits_es.rules.sits.ship.ship_class import ShipClass
from sits_es.rules.supplied import UnitCards, listed_cards
from sits_es.sentences import counted, listed


@cache
def _all() -> tuple[tuple[ShipClass, str], ...]:
    folder = files(__package__).joinpath("samples")
    texts = {card.name: card.read_text(encoding="utf-8") for card in folder.iterdir() if card.name.endswith(".toml")}
    read = ((read_ship(texts[source], source), texts[source]) for source in texts)
    return tuple(sorted(read, key=lambda pair: pair[0].name))


def sample_classes() -> dict[str, ShipClass]:
    """Every sample class by its name, in order of name."""
    return {card.name: card for card, _ in _all()}


def sample_files() -> dict[str, str]:
    """The class file of every sample by the name of its class."""
    return {card.name: text for card, text in _all()}


def listed_classes(unit_files: Mapping[str, str]) -> UnitCards:
    """The sample classes and a player's own, each in a line. unit_files: name -> text of a player's own class files."""
    return listed_cards(sample_classes(), unit_files, read_ship, _about)


def _about(card: ShipClass) -> str:
    """Its hull, missile tubes and beams, as its tracks have them whole."""
    tubes = sum(
        max(card.tracks[mount.track("tubes")], default=0) for mount in card.mounts if mount.name in card.launchers()
    )
    arms = [counted(tubes, "tube")] if tubes else []
    arms += [counted(len(card.weapons()), "beam weapon")] if card.weapons() else []
    return f"hull {len(card.tracks.get('hull', ()))}, {listed(arms) if arms else 'unarmed'}, crew {card.crew_quality}"


def template() -> str:
    """A class file with comments, to be filled in from a card of one's own; it can be read as it is."""
    return supplied("ship", "template.toml")
