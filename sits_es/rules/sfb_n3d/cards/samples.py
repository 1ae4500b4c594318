"""The sample units that come with the program; every value in them is our own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from sits_es.rules.sfb_n3d import supplied
from sits_es.rules.sfb_n3d.cards.unit_class import UnitClass, read_unit
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.supplied import UnitCards, listed_cards
from sits_es.sentences import counted


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


def listed_classes(unit_files: Mapping[str, str]) -> UnitCards:
    """The sample units and a player's own, each in a line. unit_files: name -> text of a player's own cards."""
    return listed_cards(sample_classes(), unit_files, read_unit, _about)


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


def template() -> str:
    """A card with comments, to be filled in from one of one's own; it can be read as it is."""
    return supplied("cards", "template.toml")
