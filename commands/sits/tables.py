"""Verbs about rule tables, and which tables and options a sum goes by: the bundled ones, a game's or a file's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from commands.calc import Answer, Rows, ShownBelow
from commands.files import check as check_files
from commands.files import write_new
from commands.home import board_of, open_session
from commands.options import At, Json, NewFile, game_option, handing, moment_option
from commands.output import show_json
from commands.verbs import group
from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.orders.names import same
from sits_es.sentences import shell, unknown, visible

if TYPE_CHECKING:
    from sits_es.rules.sits.scenario.terms import Options
    from sits_es.rules.sits.state import Board
    from sits_es.rules.sits.tables.values import Tables


app = group("Rule tables: show those in force, write and check your own.")

#: Said above tables that are printed, to be edited.
HOW: Final = (
    "Enter what your printed game says; leave the rest out, or leave it as it is.",
    "To check it: sits tables check my-tables.toml",
    'To play by it, write in a scenario file beside it, above its first table: tables = "my-tables.toml"',
)


@app.command()
def show(
    of: Annotated[
        str | None, typer.Argument(metavar="[GAME_OR_FILE]", help="A game, a file of tables, or a scenario file.")
    ] = None,
    section: Annotated[
        str | None, typer.Option("--section", metavar="NAME", help="One table only, such as kill_chart.")
    ] = None,
    at: At = None,
    as_json: Json = False,
) -> None:
    """Print the tables in force cell by cell, each with its source: those of a game or file, or the bundled ones.

    What is printed can be edited and checked as a file of tables of one's own.

    sits tables show
    sits tables show --section kill_chart
    sits tables show duel
    sits tables show duel --at 1.3
    sits tables show my-tables.toml --section graser_damage
    sits tables show my-battle.toml --json
    """
    if at is not None and (of is None or Path(of).is_file()):
        whose = "those that come with the program" if of is None else f"those of the file {visible(of)}"
        raise typer.BadParameter(f"--at looks back at a game, and {whose} have no earlier state: name a game.")
    if of is None:
        from sits_es.rules.sits.tables.tables import card_tables

        _show(card_tables(), None, section, "game", "The tables that come with the program.", as_json=as_json)
        return

    kind = "file" if Path(of).is_file() else "game"
    tables = tables_of_file(of) if kind == "file" else tables_of_game(of, at)
    then = "" if at is None else f" as of {at}"
    _show(tables, of, section, kind, f"The tables of {visible(of)}{then}.", as_json=as_json)


def _show(tables: Tables, of: str | None, section: str | None, kind: str, head: str, *, as_json: bool) -> None:
    from sits_es.rules.sits.tables.as_file import TablesFile
    from sits_es.rules.sits.tables.reader import SECTIONS

    only = None
    if section is not None and (only := same(section, SECTIONS)) is None:
        raise NotAllowedError(unknown("table", section, SECTIONS))
    if not as_json:
        typer.echo(TablesFile(tables, kind).text((head, *HOW), only), nl=False)
        return
    from sits_es.rules.sits.tables.in_full import in_full, sources_in_full

    wanted = SECTIONS if only is None else (only,)
    show_json(
        {
            "of": of,
            "own": [key for key in tables.own if key.partition(".")[0] in wanted],
            "sources": {key: said for key, said in sources_in_full(tables).items() if key.partition(".")[0] in wanted},
            "tables": {name: cells for name, cells in in_full(tables).items() if name in wanted},
        }
    )


@app.command()
def new(
    out: NewFile = None,
) -> None:
    """Write the tables that come with the program to a file, with comments, to be edited from your printed game.

    sits tables new -o my-tables.toml
    """
    from sits_es.rules.sits.tables.as_file import TablesFile
    from sits_es.rules.sits.tables.tables import card_tables

    write_new(TablesFile(card_tables(), "file").text(("Tables of my own.", *HOW)), out, "sits tables check")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Files of tables.")],
    as_json: Json = False,
) -> None:
    """Check files of tables; every mistake is named at once, by key and line, or else what the file has of its own.

    sits tables check my-tables.toml
    sits tables check tables/*.toml --json
    """
    from sits_es.rules.sits.scenario.table_file import is_scenario
    from sits_es.rules.sits.tables.own import tables_named
    from sits_es.rules.sits.tables.tables import read_tables_file
    from sits_es.toml import Sheet

    def own(text: str, source: str) -> str:
        if is_scenario(Sheet.read(text, source)):
            right = f"Check it with: sits scenario check {shell(source)}"
            raise UnreadableError(f"{source}: this is a scenario, not a file of tables. {right}")
        named = tables_named(read_tables_file(text, source).own)
        if not named:
            return "nothing of its own: every entry is as the program has it"
        return f"{len(named)} table{'s' if len(named) > 1 else ''} of its own: {', '.join(named)}"

    check_files(files, own, as_json=as_json, praise="{}.")


def tables_of_game(game: str, at: str | None = None) -> Tables:
    """The tables of a game or a branch, at a point of it or as it stands; raises as `board_of`."""
    from sits_es.rules import system

    with open_session() as session:
        if not session.has(game):
            known = session.names()
            listed = f" Games here: {', '.join(known)}." if known else ""
            raise NotAllowedError(
                f"There is neither a file {game} nor a game of that name in {session.folder}.{listed}"
            )
        sits = system("sits")
        tables: Tables = board_of(session, game, sits, f"These tables are of {sits.title}.", at).tables
        return tables


def tables_of_file(file: str) -> Tables:
    """The tables that a file of tables, or a scenario, leads to. SheetFaults names every fault in them."""
    from sits_es.rules import system
    from sits_es.rules.sits.scenario.table_file import tables_of
    from sits_es.service.files import read_text
    from sits_es.service.scenario import named_files

    text = read_text(Path(file))
    named = named_files(system("sits"), text, file)
    return tables_of(text, file, {name: read_text(path) for name, path in named.items()})


OfGame = Annotated[str | None, game_option("--game", "Reckon by the tables and rules of this game or branch.")]
OfTables = Annotated[
    str | None,
    typer.Option("--tables", metavar="FILE", help="Reckon by this file's tables: a tables or scenario file."),
]


OfMoment = Annotated[
    str | None, moment_option("--at", "With --game: as it stood then, at a moment, an event or a time.")
]


class RuledBy(NamedTuple):
    """What a sum is reckoned by. options: of a game, otherwise the usual ones.

    whose: the game or file; empty for the bundled tables. kind: what it is, "game" or "file".
    at: where a game is looked back at, as it was typed; empty for as it stands.
    """

    tables: Tables
    options: Options
    whose: str = ""
    kind: str = "game"
    at: str = ""

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
        more = {"rule": rule, **whose}
        if self.at:
            more["at"] = self.at
        then = f" as of {self.at}" if self.at else ""
        by = f"by the {parts} of {self.whose}{then}"
        return Answer(f"{result[:-1]}, {by}{result[-1]}", steps, rule, data | more, picture)


def ruled_by(game: OfGame = None, at: OfMoment = None, tables: OfTables = None) -> RuledBy:
    """What a sum is reckoned by: a game, a file of tables or a scenario, or without either the bundled tables.

    at: where to look back at the game, as of `OpenGame.version_of`. Raises NotAllowedError for a game that there isn't
    or that is of another system, SheetFaults for a file with faults; and for no point of the game as that does.
    """
    if game is not None and tables is not None:
        raise typer.BadParameter("A sum goes by one set of tables: give --game or --tables, not both.")
    if game is not None:
        from sits_es.rules import system

        with open_session() as session:
            board: Board = board_of(session, game, system("sits"), "This sum is for SITS: name a game of SITS.", at)
        return RuledBy(board.tables, board.options, game, at=at or "")
    if at is not None:
        raise typer.BadParameter("--at looks back at a game: name the game with --game.")
    from sits_es.rules.sits.scenario.terms import Options
    from sits_es.rules.sits.tables.tables import card_tables

    if tables is None:
        return RuledBy(card_tables(), Options())
    return RuledBy(*_of_file(tables), tables, "file")


#: Hands a sum what it is reckoned by.
ruled: Final = handing("by", ruled_by)


def _of_file(file: str) -> tuple[Tables, Options]:
    """The tables of a file of tables, or of a scenario with those that it names, and the scenario's options."""
    from sits_es.rules.sits.scenario.choices import read_choices
    from sits_es.service.files import read_text
    from sits_es.service.scenario import rules_of
    from sits_es.toml import Sheet

    text = read_text(Path(file))
    rules = rules_of(text, file, None)
    if rules.name != "sits":
        raise NotAllowedError(f"{file} is a scenario of {rules.title}. This sum is for SITS: name a scenario of SITS.")
    tables = tables_of_file(file)
    sheet = Sheet.read(text, file)
    options = read_choices(sheet)
    sheet.refuse()
    return tables, options
