"""The verb audit: the record listed, searched, verified, held against saved mails, exported, proved; or all records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Final

import typer

from commands import completion
from commands.home import by_mail, forget, home, open_session, read_models, server
from commands.options import At, Json, Key, reading
from commands.output import Form, confirm, report, say, show_json, show_json_rows
from commands.stream import progress, strip_controls
from sits_es.errors import NotAllowedError
from sits_es.sentences import counted, listed, quoted

if TYPE_CHECKING:
    from sits_es.service.audit import StoreAudit
    from sits_es.service.session import OpenGame

#: What is asked alone, and which other words each takes.
ALONE: Final[Mapping[str, tuple[str, ...]]] = {
    "--all": ("places", "--jobs", "--json"),
    "--prove": ("a game", "--at", "--checkpoint", "--id"),
    "--sign": ("a game", "--checkpoint", "--id"),
    "--check": ("--checkpoint", "--policy", "--json"),
}
#: All other words that an audit of one game takes.
OF_A_GAME: Final = ("a game", "--verify", "--checkpoint", "--against", "--search", "--export", "--at", "--json")
#: What stands for a word that was not typed.
NOTHING: Final[tuple[object, ...]] = (None, False, [], ())


@reading
def audit(
    context: typer.Context,
    form: Form,
    game: Annotated[str | None, typer.Argument(autocompletion=completion.audited, help="Name of a game.")] = None,
    places: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PLACE]...",
            autocompletion=completion.audited,
            help="With --all, in place of your own games: stores' files, or folders with stores.",
        ),
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every byte, and every exchange by the rules.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Instead of one game: check every game here, or of the stores you name.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, max=64, help="With --all: programs that share the work; by default one a core."),
    ] = None,
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
        str | None,
        typer.Option(
            "--prove",
            metavar="EVENT|PLAYER",
            autocompletion=completion.players,
            help="Print the proof of one event, or of a player's orders at the moment that --at names.",
        ),
    ] = None,
    sign: Annotated[
        bool,
        typer.Option(
            "--sign", help="Check the record and print its checkpoint, or the one given, with your signature added."
        ),
    ] = False,
    key: Key = None,
    check: Annotated[
        list[Path] | None,
        typer.Option(
            "--check",
            metavar="FILE|MAILBOX",
            help="Check a proof, or signed checkpoints, that somebody sent; may be many.",
        ),
    ] = None,
    policy: Annotated[
        Path | None,
        typer.Option("--policy", metavar="FILE", help="Who must have signed: sits keys policy GAME prints it."),
    ] = None,
    at: At = None,
) -> None:
    """Look into the record: list it, search it, verify it, export it, prove it.

    --verify checks the chain of digests, the tree over them, every checkpoint given, and recomputes each exchange
    from its orders and dice; --all does so for every game. The first bad event is named; the exit status is then 1.
    --against reads mails that you kept, quoted ones too: every checkpoint of the game is compared with the record.
    --prove is for somebody who has a checkpoint and not the record: with --checkpoint, the one that they have.
    --sign makes you stand for the record as far as it goes: it is checked first. With --checkpoint you add your line to
    a checkpoint that others have signed. --check needs no record; with --checkpoint, what is checked must be about that
    one, and with --policy it must be signed by everybody whom the policy asks for.

    sits audit duel --verify
    sits audit duel --search "Sirius countermissiles"
    sits audit duel --export duel.jsonl
    sits audit duel --against old-mails.mbox
    sits audit duel --prove 120
    sits audit duel --prove red --at 1.3 --checkpoint kept.txt
    sits audit duel --sign
    sits audit duel --sign --checkpoint theirs.txt
    sits audit --check event.tlog-proof
    sits audit --check everybody.txt --policy duel.policy
    sits audit --all
    sits audit --all club/sits.db old-games --jobs 2
    """
    _must_fit(_given(context, "places" if everything else "a game"))
    if everything:
        _audit_all([Path(each) for each in (game, *(places or ())) if each is not None], jobs, as_json=form.as_json)
        return
    if check:
        _check_sent(check, _only(checkpoint), policy, as_json=form.as_json)
        return
    if game is None:
        raise NotAllowedError("Say which game: sits audit GAME, or check all of them: sits audit --all")
    with open_session() as session:
        opened = session.open_game(game)
        if prove is not None:
            typer.echo(_proof(opened, prove, at, _only(checkpoint), key), nl=False)
            return
        if sign:
            typer.echo(_signed(opened, key, checkpoint or ()), nl=False)
            return
        opened = session.open_game(game, at)
        _check(opened, (verify or bool(checkpoint), checkpoint or [], against or []), as_json=form.as_json)
        if export is not None:
            from sits_es.service.exports import export_events

            typer.echo(export_events(opened, export), err=form.as_json)
        if search is not None or not (verify or checkpoint or against or export):
            _list(opened, search, form)


def _given(context: typer.Context, first: str) -> list[str]:
    """What was typed, by the words of `ALONE` and `OF_A_GAME`. first: what the first word is, where one was typed."""
    typed = (each.opts[0] for each in context.command.params if context.params.get(str(each.name)) not in NOTHING)
    known = {*OF_A_GAME, *ALONE, *chain(*ALONE.values())}
    return [word for each in typed if (word := first if each == "game" else each) in known]


def _must_fit(given: Sequence[str]) -> None:
    """Raise NotAllowedError for words that do not go together. given: all that were."""
    alone = next((word for word in ALONE if word in given), None)
    if alone is not None:
        if odd := [word for word in given if word not in (alone, *ALONE[alone])]:
            raise NotAllowedError(f"{alone} takes {listed(ALONE[alone])}, and nothing else. Leave out {listed(odd)}.")
        return
    if odd := [word for word in given if word not in OF_A_GAME]:
        right = [word for word, taken in ALONE.items() if odd[0] in taken]
        raise NotAllowedError(f"Only {listed(right)} {'take' if right[1:] else 'takes'} {odd[0]}.")
    if "--json" in given:
        answers = ["--search" in given, "--against" in given, "--verify" in given or "--checkpoint" in given]
        if sum(answers) > 1:
            raise NotAllowedError(
                "--json prints one answer: ask for --search, for --against and for --verify or --checkpoint one by one."
            )


def _only(checkpoints: Sequence[Path] | None) -> str | None:
    """The text of the one checkpoint that is given, if there is one."""
    from sits_es.disk import read_text

    if checkpoints and len(checkpoints) > 1:
        raise NotAllowedError("A proof is about one checkpoint. Give --checkpoint once.")
    return read_text(checkpoints[0]) if checkpoints else None


def _list(opened: OpenGame, search: str | None, form: Form) -> None:
    """Show the events of a game, or those whose text holds what is searched for."""
    from commands.render.reports import log, rows_of

    upto = opened.head.version if opened.hides else None
    with read_models(opened.session, opened.stream, as_json=form.as_json, upto=upto) as models:
        found = rows_of(models, opened.rules, opened.head, search)
        if form.as_json:
            show_json_rows(found)
            return
        rows = list(found)
    if not rows:
        typer.echo(f"No event of {opened.name} says {quoted(str(search))}.")
    else:
        form.show([log(rows)])


def _proof(opened: OpenGame, what: str, at: str | None, kept: str | None, key: str | None) -> str:
    """The proof of an event, by its number, or of what a player ordered at a moment, for who has kept a checkpoint."""
    from sits_es.service.evidence import orders_of, prove_event, signer

    numbered = what.removeprefix("#").isdecimal()
    if numbered and at is not None:
        raise NotAllowedError("An event's number says which it is. Leave out --at.")
    if not numbered and at is None:
        raise NotAllowedError("--prove takes the number of an event, such as 120, or a player with --at MOMENT.")
    number = what if at is None else f"#{orders_of(opened, what, at)}"
    return str(prove_event(opened, number, signer(opened.session.folder, key), kept))


def _signed(opened: OpenGame, key: str | None, files: Sequence[Path]) -> str:
    """A checkpoint with a signature, added to those in files where there are some."""
    from sits_es.service.evidence import sign_record, signer

    with progress("Checking") as pace:
        return sign_record(opened, signer(opened.session.folder, key), files, pace)


def _check_sent(places: Sequence[Path], kept: str | None, policy: Path | None, *, as_json: bool) -> None:
    """Check what somebody sent, and say who signed it. kept: the checkpoint that it has to be about."""
    from sits_es.disk import read_text
    from sits_es.service.policies import Policy
    from sits_es.service.signers import check_sent

    asked = None if policy is None else Policy.parse(read_text(policy))
    with open_session() as session:
        found = check_sent(session, places, kept, asked)
    report(found, as_json=as_json)


def _check(opened: OpenGame, wanted: tuple[bool, Sequence[Path], Sequence[Path]], *, as_json: bool) -> None:
    """Verify a branch, and hold it against saved mails. wanted: whether to verify, files of checkpoints, and mails."""
    from attrs import evolve

    from sits_es.service import audit as audits
    from sits_es.service.evidence import check_witnesses

    verify, checkpoints, mails = wanted
    if verify:
        with progress("Checking", as_json=as_json) as pace:
            found = audits.audit_game(opened, checkpoints, pace)
        # of a record that is not sound nothing more is read
        told = found if as_json or found.faults else evolve(found, game=opened.called)
        report(told, as_json=as_json)
    if mails:
        report(check_witnesses(opened, mails), as_json=as_json)


def _audit_all(places: Sequence[Path], jobs: int | None, *, as_json: bool) -> None:
    """Check every game, a line for each that is sound; exit status 1 when anything is wrong."""
    from sits_es.service.audit import Store, audit_stores, stores_in

    stores = stores_in(places) if places else [Store(home(), own=True, server=server())]
    with progress("Checking", as_json=as_json) as pace:
        found = audit_stores(stores, jobs, pace)
    sound = all(store.sound for store in found)
    if as_json:
        show_json({"ok": sound, "stores": [store.as_json() for store in found]})
    else:
        for store in found:
            if places:
                typer.echo(f"{store.store}:")
            for text, good in store.lines():
                typer.echo(indent(strip_controls(text), "  " if places else ""), err=not good)
        typer.echo(_in_words(found, named=bool(places)))
    if not sound:
        raise typer.Exit(1)


def _in_words(stores: Sequence[StoreAudit], *, named: bool) -> str:
    """What an audit of stores comes to. named: whether they were named."""
    games = counted(sum(len(store.games) for store in stores), "game")
    bad = [store.store for store in stores if not store.sound]
    said = f"something is wrong in {listed(bad)}" if bad else "all are sound"
    return f"{counted(len(stores), 'store')} with {games} checked; {said}." if named else f"{games} checked; {said}."


def doctor(
    as_json: Json = False,
    set_aside: Annotated[
        str | None,
        typer.Option(
            "--set-aside",
            metavar="GAME",
            autocompletion=completion.games,
            help="Take a broken or junk game out of the record; its rows are kept in files.",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a game is set aside.")] = False,
) -> None:
    """Check the installation: versions, the store's health, and which games wait for orders.

    --set-aside writes all rows of a game into set-aside/ in your folder, with what was found wrong, and checks them;
    then the game and what leaves it are no longer among the games. On a server only the database's owner may.

    sits doctor
    sits doctor --json
    sits doctor --set-aside ours
    """
    from projections.read_models import examine_file
    from sits_es.service.health import examine

    if set_aside is not None:
        if as_json:
            raise NotAllowedError("--json is of the examination. Leave it out to set a game aside.")
        _set_aside(set_aside, yes=yes)
        return
    with open_session() as session:
        of_views, views = examine_file(session.folder / "read.db", session.store)
        with progress("Looking", as_json=as_json) as pace:
            found = examine(session, of_views, views, pace)
    if as_json:
        show_json(found.as_json())
    else:
        for line in strip_controls(found.in_words()).split("\n"):
            # what is noted is read and not typed
            (say if line.startswith("Note: ") else typer.echo)(line)
    if found.problems:
        raise typer.Exit(1)


def _set_aside(game: str, *, yes: bool) -> None:
    """Set a game aside, once that is confirmed."""
    from sits_es.service import quarantine

    with open_session() as session:
        evidence = quarantine.plan(session, game)
    if not yes:
        confirm(evidence.asked(), "Nothing was set aside. To do it without being asked: --yes")
    quarantine.set_aside(home(), server(), evidence, forget)
    typer.echo(evidence.done())
    if evidence.game in by_mail().values():
        say("It is played by mail. To write its record anew from its log: sits mail out")
