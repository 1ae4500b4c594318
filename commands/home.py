"""The folder of a player's games, and what is opened in it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from commands.stream import progress, strip_controls
from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.sentences import shell

if TYPE_CHECKING:
    from sqlite_utils import Database

    from sits_es.post.desk import Desk, Printer
    from sits_es.post.drawer import GameHere
    from sits_es.post.replica import Replica
    from sits_es.rules.system import System
    from sits_es.service.orders import LinesSettled
    from sits_es.service.session import OpenGame, Session

#: How many folders up is looked for games.
UP: Final = 4


def home() -> Path:
    """The folder of a player's games: SITS_HOME, or var below the current folder."""
    return Path(os.environ.get("SITS_HOME") or "var")


def where_games_are() -> str:
    """Which folder is looked into, who says so, and where else there are games: for somebody who found none."""
    if server() is not None:
        return "The record is on the server that SITS_STORE names."
    named = os.environ.get("SITS_HOME")
    looked = f"in {home()}, which SITS_HOME names" if named else "in var here; SITS_HOME can name another folder"
    other = next(_other_homes(), None)
    there = f" There are some in {other}; to see them: SITS_HOME={shell(str(other))} sits games" if other else ""
    return f"Games are kept {looked}.{there}"


def _other_homes() -> Iterator[Path]:
    """Other folders that hold games, the nearest first: here, inside the folder that is named, and in those above."""
    from sits_es.service.completion import open_read_only

    above = [Path(*[".."] * number) for number in range(UP + 1)]
    places = [home() / "var", *(place for each in above for place in (each / "var", each))]
    seen = {home().resolve()}
    for place in places:
        if place.resolve() in seen:
            continue
        seen.add(place.resolve())
        try:
            with open_read_only(place) as there:
                found = there is not None and bool(there.names())
        except GameError:
            continue
        if found:
            yield place


def server() -> str | None:
    """The address of the server that holds the record, as SITS_STORE says; None if the folder holds it itself."""
    named = os.environ.get("SITS_STORE")
    if not named:
        return None
    from sits_es.store.postgres import is_server

    if not is_server(named):
        raise NotAllowedError(
            "SITS_STORE is not the address of a PostgreSQL server, such as postgresql://USER:PASSWORD@HOST/DATABASE. "
            "Without SITS_STORE, the record is in the folder that SITS_HOME names."
        )
    return named


def open_session() -> Session:
    """Open the games in the player's folder, or on the server that holds their record."""
    from sits_es.service.session import Session

    session = Session(home(), server=server())
    session.rule_faults = _rule_faults
    return session


def _rule_faults(opened: OpenGame) -> Sequence[str]:
    from sits_es.service.audit import audit_game

    return audit_game(opened).faults


def board_of(session: Session, game: str, system: System, wanted: str, at: str | None = None) -> Any:
    """The board of a game or a branch as it stands, or stood. wanted: what to say of a game of another system.

    at: where to look back at it, as of `OpenGame.version_of`. Raises NotAllowedError for a game of another system and
    for one that there isn't, and for no point of the game as that does.
    """
    opened = session.open_game(game, at)
    if opened.rules.name != system.name:
        raise NotAllowedError(f"{game} is a game of {opened.rules.title}. {wanted}")
    return opened.fold().game.board


@contextmanager
def open_game(name: str, at: str | None = None) -> Iterator[OpenGame]:
    """Open one of the player's games, in a session of its own, as it stands or with what came after `at` hidden.

    A game by mail whose log another keeps by now is opened where it goes on.
    """
    with open_session() as session:
        yield session.open_game(_goes_on_as(session, name), at)


def require_played(opened: OpenGame, then: str) -> None:
    """Raise NotNowError if a game has left an opened branch of it. then: what to type for GAME."""
    opened.require_played(then)
    with desk_here() as desk:
        here = None if desk is None else desk.find_game(opened.stream)
        if desk is not None and here is not None and (now := desk.branch(here)) != opened.stream:
            called = desk.session.display_name(now)
            then = then.replace("GAME", shell(called))
            raise NotNowError(f"{opened.called} is no longer played; the game goes on as {called}: {then}")


def _goes_on_as(session: Session, name: str) -> str:
    with desk_here() as desk:
        branch = None if desk is None else desk.goes_on_as(session.aliases.resolve(name))
    return name if branch is None else session.display_name(branch)


def open_desk() -> Desk:
    """Open the player's games by mail."""
    from sits_es.post.desk import Desk

    return Desk(home(), printer=_printer, server=server())


def _printer() -> Printer:
    from commands.render.letters import LetterPrinter

    return LetterPrinter()


def desk_here() -> AbstractContextManager[Desk | None]:
    """The same for a `with` block; None if nothing is played by mail from the player's folder."""
    return open_desk() if (home() / "mail.db").exists() else nullcontext()


@contextmanager
def open_replica(game: str) -> Iterator[Replica]:
    """Open one of the player's games by mail that has begun, as `sits` names it."""
    from sits_es.post.replica import replica_of

    with open_desk() as desk:
        yield replica_of(desk, game)


def by_mail() -> dict[str, str]:
    """The games that are played by mail, each with the branch that it is now."""
    with desk_here() as desk:
        return {} if desk is None else {here.name: desk.branch(here) for here in desk.drawer.games()}


def asks_by_mail(branch: str | None = None) -> dict[str, tuple[str, str]]:
    """Whom each game by mail waits for, and what else it asks of the player here, by branch. branch: the only one."""
    found: dict[str, tuple[str, str]] = {}
    try:
        with desk_here() as desk:
            if desk is not None:
                for here in desk.drawer.games():
                    if here.begun and (branch is None or branch.partition("~")[0] == here.name):
                        with desk.apart(here.name):
                            found |= _asks(desk, here)
    except GameError:
        pass  # other commands tell what is wrong with the post
    return found


def _asks(desk: Desk, here: GameHere) -> dict[str, tuple[str, str]]:
    from sits_es.post import news
    from sits_es.post.replica import replica_of
    from sits_es.service.names import continuations

    replica = replica_of(desk, here.name)
    called, now, waits = replica.called, replica.course.point.stream, news.others(replica)
    asked = news.asked(replica, replica.me)
    lines = [here.name, *continuations(here.name, desk.session.store.forks())]
    found = dict.fromkeys(lines, ("no longer played", f"The game goes on as {called}: sits show {shell(called)}"))
    if replica.course.over:
        return {branch: told for branch, told in found.items() if branch != now}
    return found | {now: (waits, "" if waits in asked else asked)}


def seated(opened: OpenGame) -> str | None:
    """Who plays a game by mail from this folder, whichever branch of it is meant; None if nobody does."""
    with desk_here() as desk:
        here = None if desk is None else desk.find_game(opened.created.game)
        return None if here is None else here.me


def sealed_here(game: str) -> LinesSettled:
    """What whoever plays a game by mail from this folder has sealed and can't change; nothing in any other game."""
    with desk_here() as desk:
        if desk is None:
            return {}
        from sits_es.post import orders

        return orders.sealed_here(desk, game)


def forget(stream: str) -> None:
    """Drop the rows of a game that is no more from the read models."""
    from projections.read_models import forget_game

    forget_game(home() / "read.db", stream)


def read_models(
    session: Session,
    only: str | None = None,
    damaged: dict[str, str] | None = None,
    *,
    as_json: bool = False,
    upto: int | None = None,
) -> Database:
    """The read models of a session's games, caught up, of one game only or of all. Use them in a `with` block.

    damaged: as of `open_read_models`. as_json: a program waits for what is in them.
    """
    from projections.read_models import open_read_models

    with progress("Making tables", as_json=as_json) as pace:
        found = open_read_models(session.folder / "read.db", session.store, only, damaged, pace, upto)
    for words in found.lost:
        typer.echo(strip_controls(words), err=True)
    return found


def listed_games(session: Session, damaged: dict[str, str], *, as_json: bool = False) -> list[dict[str, Any]]:
    """The list of games, in order of name, as it stands now; each row as `GameRow` has it, the branch as `name`.

    damaged: is told which games cannot be read, and why; they are not in the list. as_json: a program waits for it.
    """
    from projections.game_list import listed_games as listed
    from projections.game_list import named

    rows = listed(session.folder / "read.db", session.store)
    if rows is None:
        with read_models(session, damaged=damaged, as_json=as_json) as models:
            found = models.table("games").rows_where(order_by="stream")
            rows = [named(row) for row in found if row["stream"] not in damaged]
    return rows
