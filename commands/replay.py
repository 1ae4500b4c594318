"""Verbs about the record: record, replay, explain, luck, dice verify, doctor."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands import completion
from commands.options import Ascii, At, GameName, InFull, Json, Link, NoPager, Verbose, Width
from commands.output import rows, show_json, show_view
from commands.stream import progress


def replay(
    game: GameName,
    first: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="MOMENT",
            autocompletion=completion.moments,
            help="First exchange, such as 1.3; otherwise the first.",
        ),
    ] = None,
    last: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="MOMENT",
            autocompletion=completion.moments,
            help="Last exchange, such as 1.5; otherwise the last played.",
        ),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Event by event, under the steps of the procedure.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Recompute each exchange from its orders and dice, and compare.")
    ] = False,
    unit: InFull = None,
    verbose: Verbose = 0,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the whole game as one file for a browser.")
    ] = None,
    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--beside",
            metavar="GAME",
            autocompletion=completion.games,
            help="With --html: a branch to see beside it; may be many.",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="PLAYER", autocompletion=completion.players, help="With --html: as this player sees it."
        ),
    ] = None,
    link: Link = None,
    at: At = None,
    _unpaged: NoPager = False,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Replay what was played: exchange by exchange, or with --step every event.

    --html writes the game as one file to watch it in a browser: step by step or by itself, with its map, how each event
    comes about, the luck, and a check of the record. It needs no network and no program; pass it on as you like.
    """
    from commands.home import open_session
    from commands.render import events, reports
    from commands.render.blocks import draw
    from sits_es.service import replay as stretches

    if html is not None or beside or player is not None or link is not None:
        from commands.report import write_replay

        left_out = (first, last, step, verify, unit, verbose, as_json)
        write_replay(game, html, beside or [], player, link, at, alone=not any(left_out))
        return
    with open_session() as session:
        session.as_of(game, at)
        run = stretches.stretch(session, game, first, last)
        run = stretches.checkable(session, game, run) if verify else run
        with progress("Checking", as_json=as_json) as pace:
            faults = stretches.verify(session, game, run, pace) if verify else []
        if as_json:
            show_json(stretches.as_json(session, game, run, faults if verify else None))
        elif step or unit is not None:
            events.must_have(session, game, unit)
            show_view(draw(events.step_by_step(session, game, run, unit), ascii_only=ascii_only), width)
        elif not verify:
            view = reports.stretch(session, game, run, detail=verbose)
            show_view(draw(view, ascii_only=ascii_only, rows=rows()), width)
    for fault in faults:
        typer.echo(fault, err=True)
    if faults:
        raise typer.Exit(1)
    if verify and not as_json:
        typer.echo(stretches.all_well(game, run))


def explain(
    game: GameName,
    event: Annotated[str, typer.Argument(help="Number of an event, such as 120 or #120.")],
    at: At = None,
    _unpaged: NoPager = False,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Explain one event as you would redo it on paper: tables, sums, rules, and its dice from the seed."""
    from commands.home import open_session
    from commands.render.blocks import draw
    from sits_es.service.explanation import explain as explained

    with open_session() as session:
        session.as_of(game, at)
        found = explained(session, game, event)
    if as_json:
        show_json(found.as_json())
    else:
        show_view(draw(found.blocks(), ascii_only=ascii_only), width)


def doctor(as_json: Json = False) -> None:
    """Check the installation: versions, the store's health, and which games wait for orders."""
    from commands.home import open_session
    from projections.examined import faults_in, lag_in_words
    from sits_es.service.health import examine
    from sits_es.store.sqlite.faults import faults_of_file

    with open_session() as session:
        kept = ("mail.db", "keys/secrets.db", "list.db")
        beside = faults_in(session.folder / "read.db", session.store)
        beside += [fault for name in kept for fault in faults_of_file(session.folder / name)]
        with progress("Looking", as_json=as_json) as pace:
            found = examine(session, beside, lag_in_words(session.folder / "read.db", session.store), pace)
    if as_json:
        show_json(found.as_json())
    else:
        typer.echo(found.in_words())
    if found.problems:
        raise typer.Exit(1)
