"""Files that hold names and words of a game: cards of units, and scenarios. Every rule system's own build on this."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Self, TypeVar

from sits_es.errors import UnreadableError
from sits_es.orders.names import MOST_LETTERS, problem_of
from sits_es.sentences import article, unknown
from sits_es.toml import ABSENT, KeyPath, Sheet

T = TypeVar("T")


class GameSheet(Sheet):
    """A sheet that reads switches, names, texts that mean something in a game, tables in a row, and who plays."""

    @classmethod
    def read_card(cls, text: str, source: str, rules: str) -> Self:
        """Read a card's file. Its line `rules` says whose it is, and is no part of the card. rules: they must be these.

        Raises SheetFaults as `read` does.
        """
        sheet = cls.read(text, source)
        sheet.choice(("rules",), (rules,), rules)
        sheet.refuse()
        sheet.data = {key: said for key, said in sheet.data.items() if key != "rules"}
        return sheet

    def is_right(self, path: KeyPath) -> bool:
        """Whether nothing has been found wrong at a place so far."""
        return all(path != faulty for faulty, *_ in self._noted)

    def name(self, path: KeyPath, example: str) -> str:
        """A name that orders can hold; a fault reads as it is written, or as empty."""
        name = self.text(path, example)
        if isinstance(self.get(path), str) and (problem := problem_of(name)):
            self.fault(path, f"{problem} Write at most 60 letters, digits, spaces, - and '.")
        return name

    def word(self, path: KeyPath, name: str, whose: str, example: str) -> None:
        """A table's own name that is one word of small letters, so that every order can hold it.

        whose: such as `a weapon's`.
        """
        if not (name.isascii() and name.replace("-", "").isalnum() and name == name.lower() and name[0].isalpha()):
            may = "small letters, digits and -, starting with a letter"
            self.fault(path, f"{whose} name must be {may}. Write one such as {example}.")
        elif len(name) > MOST_LETTERS:
            self.fault(path, f"{whose} name has {len(name)} characters; it may have at most {MOST_LETTERS}.")

    def meant(self, path: KeyPath, example: str, read: Callable[[str], T], instead: T, *, needed: bool = True) -> T:
        """A text that means something of the game's own; `instead` for one with a fault and one that is not there."""
        if not needed and self.get(path) is ABSENT:
            return instead
        text = self.text(path, example)
        if not isinstance(self.get(path), str):
            return instead
        try:
            return read(text)
        except UnreadableError as refusal:
            for problem in refusal.problems:
                self.fault(path, problem)
            return instead

    def one_of(
        self, path: KeyPath, example: str, kind: str, known: tuple[str, ...], kinds: str = "", more: str = ""
    ) -> str:
        """The name of something there is; a fault reads as it is written.

        kind, kinds: the word for one and several; more: a sentence that follows in a fault.
        """
        name = self.text(path, example)
        if isinstance(self.get(path), str) and name not in known:
            self.fault(path, f"{unknown(kind, name, known, kinds)} {more}".rstrip())
        return name

    def unit_class(self, path: KeyPath, example: str, known: tuple[str, ...]) -> str:
        """The name of a class there is; a fault reads as it is written."""
        own = "Your own cards are in var/cards, unless you name another folder."
        return self.one_of(path, example, "class", known, "classes", own)

    def tables(self, path: KeyPath, what: str, most: int | None = None) -> Iterator[KeyPath]:
        """The place of each table of a list; what is not a table is a fault, and more than `most` are.

        what: the word for one of them.
        """
        under = f"under [[{'.'.join(part for part in path if isinstance(part, str))}]]"
        tables = self.many(path, f"tables {under}", ())
        if most is not None and len(tables) > most:
            self.fault(path, f"there are {len(tables)} tables. Write at most {most}.")
        for at, entry in enumerate(tables[:most]):
            if isinstance(entry, Mapping):
                yield (*path, at)
            else:
                self.fault(
                    (*path, at), f"this is not {article(what)}. Write each {what} as a table of its own {under}."
                )

    def players(self) -> dict[str, tuple[str, str]]:
        """Who plays: two or more, id -> (name, side), which are the id where none is written."""
        players: dict[str, tuple[str, str]] = {}
        for player in self.table(("players",)):
            path: KeyPath = ("players", player)
            self.table(path, ("name", "side"))
            if problem := problem_of(player):
                self.fault(path, problem)
            said = {key: self.text((*path, key), player or "red", player) for key in ("name", "side")}
            for key, value in said.items():
                if value != player and isinstance(self.get((*path, key)), str) and (problem := problem_of(value)):
                    self.fault((*path, key), problem)
            players[player] = said["name"], said["side"]
        if len(players) < 2:
            self.fault(("players",), "a game needs at least two players. Write [players.red] and [players.blue].")
        return players
