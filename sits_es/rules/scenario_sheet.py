"""Scenario files: what every rule system's say alike, and names that are there once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import field

from sits_es.orders.names import same
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.options import allowed_of
from sits_es.rules.schema import value
from sits_es.rules.set_up import NONE_CHOSEN
from sits_es.sentences import article, quoted, unknown, visible
from sits_es.toml import ABSENT, KeyPath, SheetFault

T = TypeVar("T")


class ScenarioSheet(GameSheet):
    """A scenario file as it is read. sides: of players, by id; taken: names so far, each with what has it.

    chosen: the options that stand in the file and that players chose otherwise, by their places there.
    """

    sides: dict[str, str] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    chosen: dict[KeyPath, str] = field(default_factory=dict)

    def head(self, rules: str, keys: Iterable[str], title: str) -> dict[str, Any]:
        """What every scenario says, as `Setup` has it: its title, its text, its map and its players.

        rules: the rule system that it is for; keys: what else it may say; title: such a one.
        """
        self.table((), ("rules", "title", "text", "map", "players", *keys))
        self.choice(("rules",), (rules,), rules)
        players = self.players()
        self.sides |= {player: side for player, (_, side) in players.items()}
        return {
            "title": self.title(("title",), title),
            "text": self.prose(("text",), "What the players should know.", ""),
            "map": self.prose(("map",), "Open space", ""),
            "players": players,
        }

    def options(
        self, cls: type[T], chosen: Mapping[str, str] = NONE_CHOSEN, top: Collection[str] = (), **found: Any
    ) -> T:
        """What the game is played by: what players chose, by name, and otherwise what the file says.

        cls: of the options; top: those that stand at the top of the file, not in its table [options]; found: those that
        follow from something else in the file, which nobody can choose.
        """
        known = {name: allowed for name, allowed in allowed_of(cls).items() if name not in found}
        if inside := [name for name in known if name not in top]:
            self.table(("options",), inside)
        for name in chosen:
            if name not in known:
                self.chosen["--option", name] = name
                self.fault(("--option", name), unknown("option", name, known))
        for name, allowed in known.items():
            path: KeyPath = (name,) if name in top else ("options", name)
            if name not in chosen:
                found[name] = allowed.in_file(self, path)
                continue
            self.chosen[path] = name
            if (read := allowed.read(chosen[name])) is None:
                why = f"{quoted(chosen[name])} is not allowed." if chosen[name] else f"Write {name}=VALUE."
                self.fault(path, f"{why} It can be {allowed.said}.")
            else:
                found[name] = read
        return cls(**found)

    def placed(self, path: KeyPath, message: str, joint: str, lines: Mapping[KeyPath, int]) -> SheetFault:
        """A fault of an option that players chose is one of their command, not of the file."""
        if path in self.chosen:
            return SheetFault(f"--option {visible(self.chosen[path])}", None, (), message)
        return super().placed(path, message, joint, lines)

    def units(self, what: str, most: int | None = None) -> Iterator[KeyPath]:
        """The place of each unit's table; there must be some. what: the word for one; most: as for `tables`."""
        path: KeyPath = (f"{what}s",)
        if self.get(path) is ABSENT:
            self.fault(path, f"it is missing. Write each {what} as a table of its own under [[{what}s]].")
        yield from self.tables(path, what, most)

    def player(self, path: KeyPath) -> str:
        """Whose a unit is: the id of one who plays."""
        return self.one_of(path, "red", "player", tuple(self.sides))

    def each_has(self, what: str, having: Collection[str]) -> None:
        """Every player needs a unit. what: of which kind; having: who have one, by id."""
        for player in self.sides:
            if player not in having:
                self.fault(("players", player), f'{player} has no {what}. Give one a line player = "{player}".')

    def take(self, path: KeyPath, what: str, example: str) -> str:
        """Read the name of something new and keep it; a fault reads as it is written. what: such as `unit`."""
        name = self.name(path, example)
        if name:
            self.keep(path, what, name)
        return name

    def keep(self, path: KeyPath, what: str, name: str) -> None:
        """Keep a name; one that is there already is a fault."""
        if (twin := same(name, self.taken)) is not None:
            has_it = article(self.taken[twin])
            self.fault(path, f"there is already {has_it} {twin}. Give each thing its own name.")
        else:
            self.taken[name] = what


def new_name(what: str, example: str, *keys: str) -> Any:
    """A field of the name of something new. what: such as `unit`; keys: as for `value`."""
    return value(lambda sheet, path: sheet.take(path, what, example), keys=keys or None)


def whose() -> Any:
    """A field of the player whose unit it is."""
    return value(ScenarioSheet.player)
