"""The verb `follow`: lists and searches of this folder keep up while other programs play."""

from __future__ import annotations

from typing import Annotated

import typer

from sits_es.sentences import counted


def follow(
    seconds: Annotated[
        float | None, typer.Option("--for", min=0, help="How many seconds; without it, until it is stopped with ^C.")
    ] = None,
) -> None:
    """Keep lists and searches here up to date while others play in the same store, and say which games move on."""
    from commands.home import open_session, read_models

    with open_session() as session:
        known = session.store.heads()
        typer.echo(f"Following {counted(len(known), 'game')} in {session.store.place or session.folder}.")
        for _ in session.store.changes(seconds):
            with read_models(session):
                heads = session.store.heads()
            for name, head in heads.items():
                if name not in known:
                    typer.echo(f"{session.display_name(name)} has begun: it is at event {head.version}.")
                elif known[name] != head:
                    typer.echo(f"{session.display_name(name)} is at event {head.version}.")
            known = heads
