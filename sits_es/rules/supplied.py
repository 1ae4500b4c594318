"""What comes with a rule system in files, and what players add to it: scenarios and cards of units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Protocol, TypeVar

from attrs import frozen

from sits_es.errors import UnreadableError


@frozen(kw_only=True)
class BundledScenario:
    """A scenario that comes with the program. text: of its file; orders: order files to play it with, by name."""

    text: str
    orders: Mapping[str, str]


@frozen(kw_only=True)
class Ending:
    """How long games of a scenario last, in a few words such as `6 turns`, and in sentences who wins and when."""

    length: str
    terms: tuple[str, ...]


@frozen(kw_only=True)
class UnitCard:
    """A card as it is listed. about: it in a line; file: a player's own that holds it, empty for a sample.

    replaces: whether a sample of that name gives way to it.
    """

    name: str
    about: str
    file: str = ""
    replaces: bool = False


@frozen(kw_only=True)
class UnitCards:
    """All cards of a rule system, in order of name, and every fault of files that hold none that can be read."""

    cards: tuple[UnitCard, ...] = ()
    faults: tuple[str, ...] = ()


class Named(Protocol):
    """A card of a unit class."""

    @property
    def name(self) -> str:
        """The class's."""
        ...


C = TypeVar("C", bound=Named)


@cache
def scenarios_in(package: str) -> Mapping[str, BundledScenario]:
    """Every scenario of a package by name: its folders that hold scenario.toml, each with its order files by theirs."""
    found = {}
    for folder in sorted((entry for entry in files(package).iterdir() if entry.is_dir()), key=lambda e: e.name):
        scenario = folder.joinpath("scenario.toml")
        if not scenario.is_file():
            continue
        orders = sorted((file for file in folder.iterdir() if file.name.endswith(".orders")), key=lambda f: f.name)
        texts = {file.name: file.read_text(encoding="utf-8") for file in orders}
        found[folder.name] = BundledScenario(text=scenario.read_text(encoding="utf-8"), orders=texts)
    return found


def with_own_cards(
    samples: Mapping[str, C], unit_files: Mapping[str, str], read: Callable[[str, str], C]
) -> dict[str, C]:
    """Sample cards and a player's own, by name; one of a sample's name takes the sample's place.

    unit_files: name -> text of a player's own cards; read: reads one, from its text and the file's name.
    UnreadableError names every fault of all the files at once.
    """
    own: dict[str, str] = {}
    classes = dict(samples)
    faults: list[str] = []
    for source in sorted(unit_files):
        try:
            card = read(unit_files[source], source)
        except UnreadableError as error:
            faults += error.problems
            continue
        if card.name in own:
            faults.append(f"{source}: {own[card.name]} holds a class {card.name} too. Give one of them another name.")
        own[card.name] = source
        classes[card.name] = card
    if faults:
        raise UnreadableError(faults)
    return classes


def listed_cards(
    samples: Mapping[str, C],
    unit_files: Mapping[str, str],
    read: Callable[[str, str], C],
    about: Callable[[C], str],
) -> UnitCards:
    """Samples and a player's own cards as they are listed: those that can be read, whatever is wrong with others.

    unit_files, read: as for `with_own_cards`; about: a card in a line.
    """
    found = {name: UnitCard(name=name, about=about(card)) for name, card in samples.items()}
    own: list[UnitCard] = []
    faults: list[str] = []
    for source in sorted(unit_files):
        try:
            card = read(unit_files[source], source)
        except UnreadableError as error:
            first, *others = error.problems
            faults.append(
                f"{source} holds no card that can be read{f', {len(others) + 1} faults' if others else ''}: {first}"
            )
            continue
        own.append(UnitCard(name=card.name, about=about(card), file=source, replaces=card.name in samples))
        found.pop(card.name, None)
    cards = sorted((*found.values(), *own), key=lambda each: (each.name, each.file))
    return UnitCards(cards=tuple(cards), faults=tuple(faults))


def is_beside(name: str) -> bool:
    """Whether a file that a scenario names is one in its folder or below it, on any machine."""
    steps = name.split("/")
    return name.isprintable() and not {"", ".", ".."} & set(steps) and not set(name) & set("\\:")
