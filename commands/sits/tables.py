"""Verbs about rule tables: show, new, check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from commands.output import At, Json, examples, group, show_json

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.values import Tables

app = group("Rule tables: show those in force, write and check your own.")

#: Said above tables that are printed, to be edited.
HOW: Final = (
    "Enter what your printed game says; leave the rest out, or leave it as it is.",
    "To check it: sits tables check my-tables.toml",
    'To play by it, write in a scenario file beside it, above its first table: tables = "my-tables.toml"',
)


@app.command(
    epilog=examples(
        "sits tables show",
        "sits tables show --section kill_chart",
        "sits tables show duel",
        "sits tables show duel --at 1.3",
        "sits tables show my-tables.toml --section graser_damage",
        "sits tables show my-battle.toml --json",
    )
)
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
    """
    from sits_es.sentences import visible

    if at is not None and (of is None or Path(of).is_file()):
        whose = "those that come with the program" if of is None else f"those of the file {visible(of)}"
        raise typer.BadParameter(f"--at looks back at a game, and {whose} have no earlier state: name a game.")
    if of is None:
        from sits_es.rules.sits.tables.tables import card_tables

        _show(card_tables(), None, section, "game", "The tables that come with the program.", as_json=as_json)
        return
    from commands.sits.basis import tables_of_file, tables_of_game

    kind = "file" if Path(of).is_file() else "game"
    tables = tables_of_file(of) if kind == "file" else tables_of_game(of, at)
    then = "" if at is None else f" as of {at}"
    _show(tables, of, section, kind, f"The tables of {visible(of)}{then}.", as_json=as_json)


def _show(tables: Tables, of: str | None, section: str | None, kind: str, head: str, *, as_json: bool) -> None:
    from sits_es.rules.sits.tables.as_file import TablesFile
    from sits_es.rules.sits.tables.reader import SECTIONS

    only = None
    if section is not None:
        from sits_es.errors import NotAllowedError
        from sits_es.orders.names import same
        from sits_es.sentences import unknown

        if (only := same(section, SECTIONS)) is None:
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


@app.command(epilog=examples("sits tables new -o my-tables.toml"))
def new(
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write; otherwise it is printed.")] = None,
) -> None:
    """Write the tables that come with the program to a file, with comments, to be edited from your printed game."""
    from commands.files import write_new
    from sits_es.rules.sits.tables.as_file import TablesFile
    from sits_es.rules.sits.tables.tables import card_tables

    write_new(TablesFile(card_tables(), "file").text(("Tables of my own.", *HOW)), out, "sits tables check")


@app.command(epilog=examples("sits tables check my-tables.toml", "sits tables check tables/*.toml --json"))
def check(
    files: Annotated[list[Path], typer.Argument(help="Files of tables.")],
    as_json: Json = False,
) -> None:
    """Check files of tables; every mistake is named at once, by key and line, or else what the file has of its own."""
    from commands.files import check as check_files
    from sits_es.errors import UnreadableError
    from sits_es.rules.sits.scenario.table_file import is_scenario
    from sits_es.rules.sits.tables.own import tables_named
    from sits_es.rules.sits.tables.tables import read_tables_file
    from sits_es.sentences import typed
    from sits_es.toml import Sheet

    def own(text: str, source: str) -> str:
        if is_scenario(Sheet.read(text, source)):
            right = f"Check it with: sits scenario check {typed(source)}"
            raise UnreadableError(f"{source}: this is a scenario, not a file of tables. {right}")
        named = tables_named(read_tables_file(text, source).own)
        if not named:
            return "nothing of its own: every entry is as the program has it"
        return f"{len(named)} table{'s' if len(named) > 1 else ''} of its own: {', '.join(named)}"

    check_files(files, own, as_json=as_json, praise="{}.")
