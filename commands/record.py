"""Verbs about the record: record, replay, audit, explain, luck, dice verify, doctor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.output import Ascii, At, InFull, Json, Verbose, Width, examples, group, report, rows, say, show_json
from commands.output import show as show_view
from sits_es.errors import NotAllowedError

if TYPE_CHECKING:
    from sits_es.service.session import Session


def replay(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    first: Annotated[
        str | None, typer.Option("--from", metavar="MOMENT", help="First exchange, such as 1.3; otherwise the first.")
    ] = None,
    last: Annotated[
        str | None,
        typer.Option("--to", metavar="MOMENT", help="Last exchange, such as 1.5; otherwise the last played."),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Event by event, under the steps of the procedure.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Recompute each exchange from its orders and dice, and compare.")
    ] = False,
    unit: InFull = None,
    verbose: Verbose = 0,
    at: At = None,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Replay what was played: exchange by exchange, or with --step every event."""
    from commands.home import open_session
    from commands.render import reports
    from commands.render.blocks import draw
    from sits_es.service import replay as stretches

    with open_session() as session:
        session.as_of(game, at)
        run = stretches.stretch(session, game, first, last)
        run = stretches.checkable(session, game, run) if verify else run
        faults = stretches.verify(session, game, run) if verify else []
        if as_json:
            show_json(stretches.as_json(session, game, run, faults if verify else None))
        elif step or unit is not None:
            reports.must_have(session, game, unit)
            show_view(draw(reports.step_by_step(session, game, run, unit), ascii_only=ascii_only), width)
        elif not verify:
            view = reports.stretch(session, game, run, detail=verbose)
            show_view(draw(view, ascii_only=ascii_only, rows=rows()), width)
    for fault in faults:
        typer.echo(fault, err=True)
    if faults:
        raise typer.Exit(1)
    if verify and not as_json:
        typer.echo(stretches.all_well(game, run))


def audit(
    game: Annotated[str | None, typer.Argument(help="Name of a game.")] = None,
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
    at: At = None,
    as_json: Json = False,
    width: Width = None,
) -> None:
    """Look into the record: list it, search it, verify it, export it.

    --against reads mails that you kept, quoted ones too: every checkpoint of the game is compared with the record.
    --verify checks the chain of digests, the tree over them, every checkpoint given, and recomputes each exchange
    from its orders and dice; --all does so for every game. The first bad event is named; the exit status is then 1.
    """
    from commands.home import open_session, read_models
    from commands.render.blocks import draw
    from commands.render.record import log, rows_of
    from sits_es.sentences import quoted
    from sits_es.service import audit as audits

    if everything:
        if any(each is not None for each in (game, search, export, at)) or checkpoint or against:
            raise NotAllowedError("--all checks every game here: give it no game, moment, search, checkpoint or file.")
        _audit_all(jobs, as_json=as_json)
        return
    if game is None:
        raise NotAllowedError("Say which game: sits audit GAME, or check all of them: sits audit --all")
    if as_json and sum([search is not None, bool(verify or checkpoint), bool(against)]) > 1:
        raise NotAllowedError(
            "--json prints one answer: ask for --search, for --against and for --verify or --checkpoint one by one."
        )
    with open_session() as session:
        branch = session.must_know(game)
        session.as_of(game, at)
        _check(session, branch, (verify or bool(checkpoint), checkpoint or [], against or []), as_json=as_json)
        if export is not None:
            typer.echo(audits.export(session, branch, export), err=as_json)
        if search is not None or not (verify or checkpoint or against or export):
            with read_models(session, branch) as models:
                rows = rows_of(models, session.rules(game), session.head(branch), search)
            if as_json:
                show_json(rows)
            elif not rows:
                typer.echo(f"No event of {game} says {quoted(str(search))}.")
            else:
                show_view(draw([log(rows)]), width)


def _check(
    session: Session, branch: str, wanted: tuple[bool, Sequence[Path], Sequence[Path]], *, as_json: bool
) -> None:
    """Verify a branch, and hold it against saved mails. wanted: whether to verify, files of checkpoints, and mails."""
    from attrs import evolve

    from sits_es.service import audit as audits
    from sits_es.service.witnesses import against

    verify, checkpoints, mails = wanted
    if verify:
        found = audits.verify(session, branch, checkpoints)
        # of a record that is not sound nothing more is read
        told = found if as_json or found.faults else evolve(found, game=session.called(branch))
        report(told, as_json=as_json)
    if mails:
        report(against(session, branch, mails), as_json=as_json)


def _audit_all(jobs: int, *, as_json: bool) -> None:
    """Check every game, a line for each that is sound; exit status 1 when anything is wrong."""
    from commands.home import open_session
    from sits_es.sentences import counted
    from sits_es.service.audit_all import verify_all

    with open_session() as session:
        found = verify_all(session, jobs)
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


def explain(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    event: Annotated[str, typer.Argument(help="Number of an event, such as 120 or #120.")],
    at: At = None,
    as_json: Json = False,
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
        show_view(draw(found.blocks()), width)


def luck(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    at: At = None,
    as_json: Json = False,
    width: Width = None,
) -> None:
    """Compare what each player's dice showed with what dice show on average, kind by kind."""
    from commands.home import open_session
    from commands.render.blocks import draw
    from sits_es.service.luck import account

    with open_session() as session:
        session.as_of(game, at)
        found = account(session, game)
    if as_json:
        show_json(found.as_json())
    else:
        show_view(draw(found.blocks()), width)


def enter(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    file: Annotated[Path, typer.Argument(help="A file of facts, a line each, under the unit they are about.")],
    player: Annotated[str | None, typer.Option("--as", metavar="PLAYER", help="Who enters them.")] = None,
) -> None:
    """Enter facts, such as a placement or damage taken, in a game whose rules leave them to the people who play it.

    The whole file is checked first: with a mistake in it nothing is entered. What follows by the rules is worked out.
    """
    from commands.agreements import proposed
    from commands.home import open_session
    from commands.render.reports import record_line, stands
    from sits_es.service.entries import record
    from sits_es.service.files import read_text

    if proposed(game, file, player):
        return
    with open_session() as session:
        session.must_know(game)
        entry = record(session, game, str(file), read_text(file), player)
        fold = session.fold(game)
        say("\n".join([*entry.told, "", stands(fold), record_line(session, game)]))


dice = group("The dice: anybody can work them out again.")


@dice.command("verify", epilog=examples("sits dice verify duel", "sits dice verify duel --json"))
def verify_dice(
    game: Annotated[str, typer.Argument(help="Name of a game.")], at: At = None, as_json: Json = False
) -> None:
    """Work every seed out of its seals and nonces and every roll out of its seed; name what is not as recorded."""
    from commands.home import open_session
    from sits_es.service.rolls import check_dice

    with open_session() as session:
        session.as_of(game, at)
        found = check_dice(session, game)
    report(found, as_json=as_json)


@dice.callback()
def about_dice() -> None:
    """The dice: anybody can work them out again."""


def doctor(as_json: Json = False) -> None:
    """Check the installation: versions, the store's health, and which games wait for orders."""
    from commands.home import open_session
    from projections.examined import faults_in, lag_in_words
    from sits_es.service.health import examine
    from sits_es.store.sqlite.integrity import faults_of_file

    with open_session() as session:
        kept = ("mail.db", "keys/secrets.db", "list.db")
        beside = faults_in(session.folder / "read.db", session.store)
        beside += [fault for name in kept for fault in faults_of_file(session.folder / name)]
        found = examine(session, beside, lag_in_words(session.folder / "read.db", session.store))
    if as_json:
        show_json(found.as_json())
    else:
        typer.echo(found.in_words())
    if found.problems:
        raise typer.Exit(1)
