"""The verb audit: the record listed, searched, verified, held against saved mails, exported."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands import completion
from commands.options import Ascii, At, Json, NoPager, Width
from commands.output import report, show_json, show_view
from commands.stream import progress
from sits_es.errors import NotAllowedError
from sits_es.sentences import typed

if TYPE_CHECKING:
    from sits_es.service.session import Session


def audit(
    game: Annotated[str | None, typer.Argument(autocompletion=completion.games, help="Name of a game.")] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every byte, and every exchange by the rules.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Instead of one game: check every game here.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=64, help="With --all: programs that share the work.")] = 1,
    search: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="Events whose text holds this.")
    ] = None,
    checkpoint: Annotated[
        list[Path] | None, typer.Option("--checkpoint", metavar="FILE", help="A checkpoint saved earlier; may be many.")
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option("--against", metavar="FILE|MAILBOX", help="Saved mails: every checkpoint in them; may be many."),
    ] = None,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="FILE", help="Write every event as a line of JSON.")
    ] = None,
    prove: Annotated[
        str | None, typer.Option("--prove", metavar="EVENT", help="Print the proof of one event, as proof event does.")
    ] = None,
    at: At = None,
    _unpaged: NoPager = False,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Look into the record: list it, search it, verify it, export it.

    --against reads mails that you kept, quoted ones too: every checkpoint of the game is compared with the record.
    --verify checks the chain of digests, the tree over them, every checkpoint given, and recomputes each exchange
    from its orders and dice; --all does so for every game. The first bad event is named; the exit status is then 1.
    """
    from commands.home import open_session
    from sits_es.service import audit as audits

    if everything:
        if any(each is not None for each in (game, search, export, prove, at)) or checkpoint or against:
            raise NotAllowedError(
                "--all checks every game here: give it no game, moment, search, proof, checkpoint or file."
            )
        _audit_all(jobs, as_json=as_json)
        return
    if game is None:
        raise NotAllowedError("Say which game: sits audit GAME, or check all of them: sits audit --all")
    if prove is not None:
        if any(each is not None for each in (search, export, at)) or verify or checkpoint or against or as_json:
            more = f"sits proof event {typed(game)}"
            raise NotAllowedError(f"--prove prints a proof and nothing else. More about it: {more}")
        _prove(game, prove)
        return
    if as_json and sum([search is not None, bool(verify or checkpoint), bool(against)]) > 1:
        raise NotAllowedError(
            "--json prints one answer: ask for --search, for --against and for --verify or --checkpoint one by one."
        )
    with open_session() as session:
        branch = session.require(game)
        session.hide_later(game, at)
        _check(session, branch, (verify or bool(checkpoint), checkpoint or [], against or []), as_json=as_json)
        if export is not None:
            typer.echo(audits.export(session, branch, export), err=as_json)
        if search is not None or not (verify or checkpoint or against or export):
            _list(session, game, search, as_json=as_json, ascii_only=ascii_only, width=width)


def _list(
    session: Session, game: str, search: str | None, *, as_json: bool, ascii_only: bool, width: int | None
) -> None:
    """Show the events of a game, or those whose text holds what is searched for."""
    from commands.home import read_models
    from commands.render.blocks import draw
    from commands.render.reports import log, rows_of
    from sits_es.sentences import quoted

    branch = session.require(game)
    with read_models(session, branch, as_json=as_json) as models:
        rows = rows_of(models, session.rules(game), session.head(branch), search)
    if as_json:
        show_json(rows)
    elif not rows:
        typer.echo(f"No event of {game} says {quoted(str(search))}.")
    else:
        show_view(draw([log(rows)], ascii_only=ascii_only), width)


def _prove(game: str, event: str) -> None:
    from commands.home import open_session
    from sits_es.service.evidence import prove_event, signer

    with open_session() as session:
        proof = prove_event(session, game, event, signer(session.folder, None))
    typer.echo(proof, nl=False)


def _check(
    session: Session, branch: str, wanted: tuple[bool, Sequence[Path], Sequence[Path]], *, as_json: bool
) -> None:
    """Verify a branch, and hold it against saved mails. wanted: whether to verify, files of checkpoints, and mails."""
    from attrs import evolve

    from sits_es.service import audit as audits
    from sits_es.service.witnesses import against

    verify, checkpoints, mails = wanted
    if verify:
        with progress("Checking", as_json=as_json) as pace:
            found = audits.verify(session, branch, checkpoints, pace)
        # of a record that is not sound nothing more is read
        told = found if as_json or found.faults else evolve(found, game=session.display_name(branch))
        report(told, as_json=as_json)
    if mails:
        report(against(session, branch, mails), as_json=as_json)


def _audit_all(jobs: int, *, as_json: bool) -> None:
    """Check every game, a line for each that is sound; exit status 1 when anything is wrong."""
    from commands.home import open_session
    from sits_es.sentences import counted
    from sits_es.service.audit_all import verify_all

    with open_session() as session, progress("Checking", as_json=as_json) as pace:
        found = verify_all(session, jobs, pace)
    if as_json:
        show_json({"ok": found.sound, "games": [each.as_json() for each in found.games], "strays": list(found.strays)})
    else:
        for each in found.games:
            typer.echo(each.in_a_line(), err=bool(each.faults))
        for stray in found.strays:
            typer.echo(stray, err=True)
        bad = sum(bool(each.faults) for each in found.games)
        said = f"in {bad} something is wrong" if bad else "all are sound"
        typer.echo(f"{counted(len(found.games), 'game')} checked; {said}.")
    if not found.sound:
        raise typer.Exit(1)
