"""What comes with a rule system in files, and what players add to it: scenarios and cards of units."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.packaged import files

if TYPE_CHECKING:
    from sits_es.report.blocks import Block


class BundledScenario(Struct, frozen=True, kw_only=True):
    """A scenario that comes with the program. text: of its file; orders: order files to play it with, by name."""

    text: str
    orders: Mapping[str, str]


class Ending(Struct, frozen=True, kw_only=True):
    """How long games of a scenario last, in a few words such as `6 turns`, and in sentences who wins and when."""

    length: str
    terms: tuple[str, ...]


class UnitCard(Struct, frozen=True, kw_only=True):
    """A card as it is listed. about: it in a line; file: a player's own that holds it, empty for a sample.

    replaces: whether a sample of that name gives way to it.
    """

    name: str
    about: str
    file: str = ""
    replaces: bool = False


class UnitCards(Struct, frozen=True, kw_only=True):
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

#: Where a rule system has the scenarios that come with it, and the template of one.
BUNDLED: Final = ("scenario", "bundled")


def bytes_in(package: str, *path: str) -> bytes:
    """A file that comes with the package of a rule system as it stands, by its folders and its name."""
    return files(package).joinpath("/".join(path)).read_bytes()


def text_in(package: str, *path: str) -> str:
    """The text of a file that comes with the package of a rule system, by its folders and its name."""
    return bytes_in(package, *path).decode()


@cache
def scenarios_in(package: str) -> Mapping[str, BundledScenario]:
    """Every scenario of a rule system's package by name, each with its order files by theirs; none where it has none.

    They are the folders below its scenario/bundled that hold scenario.toml.
    """
    found: dict[str, BundledScenario] = {}
    home = files(package).joinpath("/".join(BUNDLED))
    folders = (entry for entry in home.iterdir() if entry.is_dir()) if home.is_dir() else ()
    for folder in sorted(folders, key=lambda each: each.name):
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
            faults.append(f"{source}: {own[card.name]} holds a class {card.name} too. Rename one of the two classes.")
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


class Cards(ABC, Generic[C]):
    """What a rule system knows of its cards: how they are read and shown, and the samples that come with it.

    package: has the samples in its folder `samples`, and `template.toml` beside it.
    """

    def __init__(self, package: str) -> None:
        self._package = package
        self._samples: tuple[tuple[C, str], ...] = ()

    @abstractmethod
    def read(self, text: str, source: str) -> C:
        """A card from its text. SheetFaults names every fault. source: what to call its file."""

    @abstractmethod
    def about(self, card: C) -> str:
        """A card in a line."""

    @abstractmethod
    def data(self, card: C) -> dict[str, Any]:
        """A card for programs."""

    @abstractmethod
    def drawn(self, card: C) -> Iterable[Block]:
        """A card for people."""

    def check(self, text: str, source: str, tables: tuple[str, str] | None) -> C:
        """A card that is held against tables too, where its rules have some.

        tables: a player's own, their text and their file's name. NotAllowedError if the rules take none.
        """
        if tables is not None:
            raise NotAllowedError(f"The rules of {source} use no tables. Leave out --tables.")
        return self.read(text, source)

    def of_game(self, board: Any) -> Mapping[str, C]:
        """The cards that a game has on record, by name."""
        found: Mapping[str, C] = board.classes
        return found

    def _all(self) -> tuple[tuple[C, str], ...]:
        if not self._samples:
            folder = files(self._package).joinpath("samples")
            texts = {card.name: card.read_text("utf-8") for card in folder.iterdir() if card.name.endswith(".toml")}
            read = [(self.read(text, source), text) for source, text in texts.items()]
            self._samples = tuple(sorted(read, key=lambda pair: pair[0].name))
        return self._samples

    def classes(self) -> dict[str, C]:
        """Every sample class by its name, in order of name."""
        return {card.name: card for card, _ in self._all()}

    def files(self) -> dict[str, str]:
        """The card of every sample by the name of its class."""
        return {card.name: text for card, text in self._all()}

    def known(self, unit_files: Mapping[str, str]) -> dict[str, C]:
        """The samples and a player's own, as `with_own_cards` has them."""
        return with_own_cards(self.classes(), unit_files, self.read)

    def listed(self, unit_files: Mapping[str, str]) -> UnitCards:
        """The same, each in a line, whatever is wrong with some of the files."""
        return listed_cards(self.classes(), unit_files, self.read, self.about)

    def template(self) -> str:
        """A card with comments, to be filled in from one of one's own; it can be read as it is."""
        return text_in(self._package, "template.toml")


def is_beside(name: str) -> bool:
    """Whether a file that a scenario names is one in its folder or below it, on any machine."""
    steps = name.split("/")
    return name.isprintable() and not {"", ".", ".."} & set(steps) and not set(name) & set("\\:")
