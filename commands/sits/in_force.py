"""By which tables something goes: those that come with the program, a game's, or those that a file leads to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sits_es.errors import NotAllowedError

if TYPE_CHECKING:
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
    session.as_of(game, at)
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
