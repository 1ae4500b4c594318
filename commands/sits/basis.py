"""What a sum or a table goes by: the bundled tables and options, a game's as it stood then, or those of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from commands import completion
from commands.calc.page import Answer, Rows, ShownBelow
from sits_es.errors import NotAllowedError

if TYPE_CHECKING:
    from sits_es.rules.sits.rules_pack import RulesPack
    from sits_es.rules.sits.scenario.terms import Options
    from sits_es.rules.sits.state import Board
    from sits_es.rules.sits.tables.values import Tables
    from sits_es.service.session import Session


def board_in(session: Session, game: str, wanted: str, at: str | None = None) -> Board:
    """The board of a game or a branch as it stands, or stood. wanted: what to say of a game of another system.

    at: where to look back at it, as of `Session.version_of`. Raises NotAllowedError for a game of another system and
    for one that there isn't, and for no point of the game as that does.
    """
    rules = session.rules(game)
    if rules.name != "sits":
        raise NotAllowedError(f"{game} is a game of {rules.title}. {wanted}")
    session.hide_later(game, at)
    board: Board = session.fold(game).game.board
    return board


def board_of(game: str, wanted: str, at: str | None = None) -> Board:
    """The same, of a game in the folder of games."""
    from commands.home import open_session

    with open_session() as session:
        return board_in(session, game, wanted, at)


def tables_of_game(game: str, at: str | None = None) -> Tables:
    """The tables of a game or a branch, at a point of it or as it stands; raises as `board_in`."""
    from commands.home import open_session
    from sits_es.rules import system

    with open_session() as session:
        if not session.has(game):
            known = session.names()
            listed = f" Games here: {', '.join(known)}." if known else ""
            raise NotAllowedError(
                f"There is neither a file {game} nor a game of that name in {session.folder}.{listed}"
            )
        return board_in(session, game, f"These tables are of {system('sits').title}.", at).tables


def tables_of_file(file: str) -> Tables:
    """The tables that a file of tables, or a scenario, leads to. SheetFaults names every fault in them."""
    from sits_es.rules import system
    from sits_es.rules.sits.scenario.table_file import tables_of
    from sits_es.service.files import read_text
    from sits_es.service.scenario import named_files

    text = read_text(Path(file))
    named = named_files(system("sits"), text, file)
    return tables_of(text, file, {name: read_text(path) for name, path in named.items()})


OfGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        autocompletion=completion.games,
        help="Reckon by the tables and rules of this game or branch.",
    ),
]
OfTables = Annotated[
    str | None,
    typer.Option("--tables", metavar="FILE", help="Reckon by this file's tables: a tables or scenario file."),
]


OfMoment = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="MOMENT",
        autocompletion=completion.moments,
        help="With --game: as it stood then, at a moment, an event or a time.",
    ),
]


class RuledBy(NamedTuple):
    """What a sum is reckoned by. version: of the rules pack, 1 up; options: of a game, otherwise the usual ones.

    whose: the game or file; empty for the bundled tables. kind: what it is, "game" or "file".
    at: where a game is looked back at, as it was typed; empty for as it stands.
    """

    tables: Tables
    options: Options
    version: int
    whose: str = ""
    kind: str = "game"
    at: str = ""

    @property
    def pack(self) -> RulesPack:
        """The rules of that version."""
        from sits_es.rules.sits.rules_pack import PACKS

        return PACKS[self.version - 1]

    @property
    def own(self) -> str:
        """What an entry of the game's or file's own is called."""
        from sits_es.rules.sits.tables.sources import OWN

        return OWN.replace("game", self.kind)

    def source(self, *key: str | int) -> str:
        """Where an entry of the tables comes from; key: as a file of tables has it, to whatever depth is known."""
        from sits_es.rules.sits.tables.sources import source

        return self.own if self.owns(*key) else source(self.tables, *key)

    def owns(self, *key: str | int) -> bool:
        """Whether an entry is the game's or file's own."""
        from sits_es.rules.sits.tables.sources import OWN, source

        return source(self.tables, *key) == OWN

    def cited(self, printed: str, *key: str | int) -> str:
        """The rule of an entry: as it is printed, unless it is the game's or file's own."""
        return f"{self.own}, {key[0]}" if self.owns(*key) else printed

    def answer(
        self,
        result: str,
        steps: Sequence[str | Rows],
        rule: str,
        data: dict[str, Any],
        picture: ShownBelow | None = None,
        parts: str = "tables",
    ) -> Answer:
        """An answer that says by whose tables or rules it was found, where they are not the bundled ones."""
        if not self.whose:
            return Answer(result, steps, rule, data, picture)
        whose = {"game" if self.kind == "game" else "tables": self.whose}
        more = {"rule": rule, "rules_pack": self.version, **whose}
        if self.at:
            more["at"] = self.at
        return Answer(f"{result[:-1]}, {self._by(parts)}{result[-1]}", steps, rule, data | more, picture)

    def _by(self, parts: str) -> str:
        from sits_es.rules.sits.rules_pack import NEWEST_PACK

        began = "" if self.version == NEWEST_PACK else f", which began with rules pack {self.version}"
        then = f" as of {self.at}" if self.at else ""
        return f"by the {parts} of {self.whose}{then}{began}"


def ruled_by(game: str | None, file: str | None, at: str | None = None) -> RuledBy:
    """What a sum is reckoned by: a game, a file of tables or a scenario, or without either the bundled tables.

    at: where to look back at the game, as of `Session.version_of`. Raises NotAllowedError for a game that there isn't
    or that is of another system, SheetFaults for a file with faults; and for no point of the game as that does.
    """
    from commands.calc.shell import wrong_usage

    if game is not None and file is not None:
        raise wrong_usage("A sum goes by one set of tables: give --game or --tables, not both.")
    if game is not None:
        return _of_game(game, at)
    if at is not None:
        raise wrong_usage("--at looks back at a game: name the game with --game.")
    from sits_es.rules.sits.rules_pack import NEWEST_PACK
    from sits_es.rules.sits.scenario.terms import Options
    from sits_es.rules.sits.tables.tables import card_tables

    if file is None:
        return RuledBy(card_tables(), Options(), NEWEST_PACK)
    return RuledBy(*_of_file(file), NEWEST_PACK, file, "file")


def _of_file(file: str) -> tuple[Tables, Options]:
    """The tables of a file of tables, or of a scenario with those that it names, and the scenario's options."""
    from sits_es.errors import NotAllowedError
    from sits_es.rules.sits.scenario.choices import read_choices
    from sits_es.rules.sits.scenario.table_file import tables_of
    from sits_es.service.files import read_text
    from sits_es.service.scenario import named_files, rules_of
    from sits_es.toml import Sheet

    text = read_text(Path(file))
    rules = rules_of(text, file, None)
    if rules.name != "sits":
        raise NotAllowedError(f"{file} is a scenario of {rules.title}. This sum is for SITS: name a scenario of SITS.")
    tables = tables_of(text, file, {name: read_text(path) for name, path in named_files(rules, text, file).items()})
    sheet = Sheet.read(text, file)
    options = read_choices(sheet)
    sheet.refuse()
    return tables, options


def _of_game(game: str, at: str | None) -> RuledBy:

    board = board_of(game, "This sum is for SITS: name a game of SITS.", at)
    return RuledBy(board.tables, board.options, board.version, game, at=at or "")
