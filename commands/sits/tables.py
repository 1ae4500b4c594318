"""Verbs about rule tables, and which tables and options a sum goes by: the bundled ones, a game's or a file's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from commands.calc import Answer
from commands.files import check as check_files
from commands.files import write_new
from commands.home import board_of, open_session
from commands.options import At, Json, NewFile, game_option, handing, moment_option
from commands.output import show_json
from commands.verbs import group
from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.orders.names import known_as
from sits_es.sentences import shell, visible

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board
    from sits_es.rules.sits.scenario.terms import Options
    from sits_es.rules.sits.tables.values import Tables


app = group("Rule tables: show those in force, write and check your own.")

#: Said above tables that are printed, to be edited.
HOW: Final = (
    "Enter what your printed game says; leave out or keep the rest.",
    "To check it: sits tables check my-tables.toml",
    'To play by this file, write in a scenario file beside it, above the first table: tables = "my-tables.toml"',
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
    """Print the tables in force cell by cell, each cell with its source: those of a game or file, or the bundled ones.

    You can edit the output and check it as a file of your own tables.

    sits tables show
    sits tables show --section kill_chart
    sits tables show duel
    sits tables show duel --at 1.3
    sits tables show my-tables.toml --section graser_damage
    sits tables show my-battle.toml --json
    """
    from sits_es.rules.sits.tables.section import SECTIONS
    from sits_es.rules.sits.tables.tables import as_file, in_full, sources_in_full

    file = of is not None and Path(of).is_file()
    if at is not None and (of is None or file):
        whose = "the tables that come with the program" if of is None else f"the tables in {visible(of)}"
        raise typer.BadParameter(f"--at looks back at a game, but {whose} have no earlier state: name a game.")
    tables = going_by(None if file else of, at, of if file else None).tables
    only = None if section is None else known_as("table", section, SECTIONS)
    if not as_json:
        whose = "that come with the program" if of is None else f"of {visible(of)}{f' as of {at}' if at else ''}"
        typer.echo(as_file(tables, (f"The tables {whose}.", *HOW), only), nl=False)
        return

    def wanted(key: str) -> bool:
        return only in (None, key.partition(".")[0])

    show_json(
        {
            "of": of,
            "own": [key for key in tables.own if wanted(key)],
            "sources": {key: said for key, said in sources_in_full(tables).items() if wanted(key)},
            "tables": {name: cells for name, cells in in_full(tables).items() if wanted(name)},
        }
    )


@app.command()
def new(
    out: NewFile = None,
) -> None:
    """Write the tables that come with the program to a file, with comments, to edit from your printed game.

    sits tables new -o my-tables.toml
    """
    from sits_es.rules.sits.tables.tables import as_file, card_tables

    write_new(as_file(card_tables(), ("Tables of my own.", *HOW)), out, "sits tables check")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Files of tables.")],
    as_json: Json = False,
) -> None:
    """Check table files: all mistakes are reported together, by key and line.

    For a correct file it shows what the file changes.

    sits tables check my-tables.toml
    sits tables check tables/*.toml --json
    """
    from sits_es.rules.sits.scenario.table_file import is_scenario
    from sits_es.rules.sits.tables.tables import read_tables_file, tables_named
    from sits_es.toml import Sheet

    def own(text: str, source: str) -> str:
        if is_scenario(Sheet.read(text, source)):
            right = f"Check it with: sits scenario check {shell(source)}"
            raise UnreadableError(f"{source}: this is a scenario, not a file of tables. {right}")
        named = tables_named(read_tables_file(text, source).own)
        if not named:
            return "nothing of its own: every entry is the program's"
        return f"{len(named)} table{'s' if len(named) > 1 else ''} of its own: {', '.join(named)}"

    check_files(files, own, as_json=as_json, praise="{}.")


OfGame = Annotated[str | None, game_option("--game", "Use the tables and rules of this game or branch.")]
OfMoment = Annotated[
    str | None, moment_option("--at", "With --game: the game as it stood at a moment, after an event or at a time.")
]
OfTables = Annotated[
    str | None,
    typer.Option("--tables", metavar="FILE", help="Use the tables in this file of tables or scenario file."),
]


class By(NamedTuple):
    """What a sum goes by. whose: the game, or the file of tables, and as of when; empty for what is bundled."""

    tables: Tables
    options: Options
    whose: Mapping[str, str] = MappingProxyType({})


def going_by(game: OfGame = None, at: OfMoment = None, tables: OfTables = None) -> By:
    """The tables and options of a game, of a file of tables or of a scenario; without either, the bundled ones.

    at: where to look back at the game, as of `board_of`, which says what is refused. SheetFaults names a file's faults.
    """
    from sits_es.rules import system
    from sits_es.rules.sits.scenario.terms import Options
    from sits_es.rules.sits.tables.tables import card_tables

    if game is not None and tables is not None:
        raise typer.BadParameter("A sum uses one set of tables: give --game or --tables, not both.")
    if game is not None:
        with open_session() as session:
            board: Board = board_of(session, game, system("sits"), "Name a game of SITS.", at)
        return By(board.tables, board.options, {"game": game, **({"at": at} if at else {})})
    if at is not None:
        raise typer.BadParameter("--at looks back at a game: name the game with --game.")
    return By(card_tables(), Options()) if tables is None else By(*_of_file(tables), {"tables": tables})


def _of_file(file: str) -> tuple[Tables, Options]:
    """What a file of tables, or a scenario with those that it names, leads to. SheetFaults names every fault."""
    from sits_es.disk import read_text
    from sits_es.rules import system
    from sits_es.rules.scenario_sheet import ScenarioSheet
    from sits_es.rules.sits.scenario.table_file import tables_of
    from sits_es.rules.sits.scenario.terms import Options
    from sits_es.service.scenario import named_files, rules_of

    text = read_text(Path(file))
    if (rules := rules_of(text, file, None)).name != "sits":
        raise NotAllowedError(f"{file} is a scenario of {rules.title}. Name a scenario of SITS.")
    named = named_files(system("sits"), text, file)
    tables = tables_of(text, file, {name: read_text(path) for name, path in named.items()})
    sheet = ScenarioSheet.read(text, file)
    options = sheet.options(Options)
    sheet.refuse()
    return tables, options


def by_tables(sum_: Callable[..., Answer]) -> Callable[..., Answer]:
    """Hands a sum what it goes by, from --game, --at and --tables, as `by`; its answer says whose that is."""

    @wraps(sum_)
    def reckoned(by: By, **given: Any) -> Answer:
        answer = sum_(by, **given)
        if not by.whose:
            return answer
        (kind, name), *then = by.whose.items()
        whose = f"by the {'rules' if kind == 'game' else kind} of {name}" + "".join(f" as of {at}" for _, at in then)
        return answer._replace(
            result=f"{answer.result[:-1]}, {whose}{answer.result[-1]}", data={**answer.data, **by.whose}
        )

    return handing("by", going_by)(reckoned)
