"""The verbs audit and doctor: records listed, verified, compared with saved mails, exported and proved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated

import typer

from commands import completion
from commands.home import asks_by_mail, by_mail, forget, home, open_session, read_models, server
from commands.options import At, GameOrBranch, Json, Key, reading
from commands.output import Form, confirm, report, say, show_json, show_json_rows
from commands.stream import progress, strip_controls
from commands.verbs import group
from sits_es.errors import NotAllowedError
from sits_es.sentences import counted, listed, quoted

if TYPE_CHECKING:
    from sits_es.service.audit import StoreAudit

app = group("Look into the record: list, search, verify, export and prove it.")

KeptCheckpoint = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="A checkpoint that somebody kept.")
]


@app.command("list")
@reading
def list_events(
    form: Form,
    game: GameOrBranch,
    text: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]...", help="Only events that contain these words.")
    ] = None,
    at: At = None,
) -> None:
    """List the events of a game.

    sits audit list duel
    sits audit list duel Sirius countermissiles --json
    """
    from commands.render.reports import log, rows_of

    search = None if text is None else " ".join(text)
    with open_session() as session:
        opened = session.open_game(game, at)
        upto = opened.head.version if opened.hides else None
        with read_models(session, opened.stream, as_json=form.as_json, upto=upto) as models:
            found = rows_of(models, opened.rules, opened.head, search)
            if form.as_json:
                show_json_rows(found)
                return
            rows = list(found)
    if not rows:
        typer.echo(f"No event in {opened.name} contains {quoted(str(search))}.")
    else:
        form.show([log(rows)])


@app.command()
def verify(
    game: GameOrBranch,
    checkpoints: Annotated[
        list[Path] | None,
        typer.Option("--checkpoint", metavar="FILE", help="A checkpoint that you kept; can be repeated."),
    ] = None,
    at: At = None,
    as_json: Json = False,
) -> None:
    """Check every byte of a record, and recompute every exchange from its orders and dice.

    The command also checks the chain of digests, the tree over them and every checkpoint that you give. If something is
    wrong, the command names the first bad event and exits with status 1.

    sits audit verify duel
    sits audit verify duel --checkpoint kept.txt
    """
    from attrs import evolve

    from sits_es.service.audit import audit_game

    with open_session() as session:
        opened = session.open_game(game, at)
        with progress("Checking", as_json=as_json) as pace:
            found = audit_game(opened, checkpoints or (), pace)
        # of a record that is not sound nothing more is read
        told = found if as_json or found.faults else evolve(found, game=opened.called)
    report(told, as_json=as_json)


@app.command()
def compare(
    game: GameOrBranch,
    mails: Annotated[
        list[Path],
        typer.Argument(metavar="FILE|MAILBOX...", help="Saved e-mails."),
    ],
    at: At = None,
    as_json: Json = False,
) -> None:
    """Compare a record with every checkpoint of the game in saved e-mails, even quoted ones.

    sits audit compare duel old-mails.mbox
    """
    from sits_es.service.evidence import check_witnesses

    with open_session() as session:
        report(check_witnesses(session.open_game(game, at), mails), as_json=as_json)


@app.command("all")
def audit_all(
    places: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PLACE]...",
            autocompletion=completion.stores,
            help="Files or folders of stores to verify, instead of your own games.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, max=64, help="How many processes share the work; by default one per core."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Verify every game here, or in the stores that you name. Each sound game gets a line.

    sits audit all
    sits audit all club/sits.db old-games --jobs 2
    """
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


@app.command()
def export(
    game: GameOrBranch,
    out: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    at: At = None,
) -> None:
    """Write every event of a game as a line of JSON, exactly as recorded.

    sits audit export duel -o duel.jsonl
    """
    from sits_es.service.exports import export_events

    with open_session() as session:
        typer.echo(export_events(session.open_game(game, at), out))


@app.command()
def prove(
    game: GameOrBranch,
    what: Annotated[
        str,
        typer.Argument(
            metavar="EVENT|PLAYER",
            autocompletion=completion.players,
            help="An event's number, or a player whose orders at --at you want to prove.",
        ),
    ],
    at: At = None,
    checkpoint: KeptCheckpoint = None,
    key: Key = None,
) -> None:
    """Prove one event, or a player's orders, to somebody who has a checkpoint but not the record.

    With --checkpoint, the proof fits the recipient's checkpoint.

    sits audit prove duel 120
    sits audit prove duel red --at 1.3 --checkpoint kept.txt
    """
    from sits_es.service.evidence import orders_of, prove_event, signer

    numbered = what.removeprefix("#").isdecimal()
    if numbered and at is not None:
        raise NotAllowedError("An event's number is enough. Leave out --at.")
    if not numbered and at is None:
        raise NotAllowedError("Give an event's number, such as 120, or a player's name and --at MOMENT.")
    with open_session() as session:
        opened = session.open_game(game)
        number = what if at is None else f"#{orders_of(opened, what, at)}"
        proof = prove_event(opened, number, signer(session.folder, key), _text(checkpoint))
    typer.echo(str(proof), nl=False)


def _text(checkpoint: Path | None) -> str | None:
    from sits_es.disk import read_text

    return None if checkpoint is None else read_text(checkpoint)


@app.command()
def sign(
    game: GameOrBranch,
    checkpoints: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[CHECKPOINT]...", help="Files with checkpoints that others signed."),
    ] = None,
    key: Key = None,
) -> None:
    """Check the record and print its checkpoint with your signature: you vouch for the record up to that point.

    If others have signed the checkpoint, your line is added to theirs.

    sits audit sign duel
    sits audit sign duel theirs.txt
    """
    from sits_es.service.evidence import sign_record, signer

    with open_session() as session:
        opened = session.open_game(game)
        with progress("Checking") as pace:
            signed = sign_record(opened, signer(session.folder, key), checkpoints or (), pace)
    typer.echo(signed, nl=False)


@app.command()
def check(
    places: Annotated[
        list[Path],
        typer.Argument(metavar="FILE|MAILBOX...", help="A proof, or signed checkpoints."),
    ],
    checkpoint: KeptCheckpoint = None,
    policy: Annotated[
        Path | None,
        typer.Option(
            "--policy",
            metavar="FILE",
            help="A file that says who must have signed, as printed by sits keys policy GAME.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a proof or signed checkpoints that somebody sent you. You need no record.

    With --checkpoint, what you check must be about the checkpoint that you give. With --policy, everybody whom the
    policy names must have signed.

    sits audit check event.tlog-proof
    sits audit check everybody.txt --policy duel.policy
    """
    from sits_es.disk import read_text
    from sits_es.service.policies import Policy
    from sits_es.service.signers import check_sent

    asked = None if policy is None else Policy.parse(read_text(policy))
    with open_session() as session:
        found = check_sent(session, places, _text(checkpoint), asked)
    report(found, as_json=as_json)


def doctor(
    as_json: Json = False,
    set_aside: Annotated[
        str | None,
        typer.Option(
            "--set-aside",
            metavar="GAME",
            autocompletion=completion.games,
            help="Move a broken or junk game out of the record into files.",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Set a game aside without asking.")] = False,
) -> None:
    """Check the installation: versions, the store's health, and which games wait for orders.

    --set-aside writes all rows of a game into set-aside/ in your folder, with the faults found, and checks the copy;
    then it removes the game and its branches from the record. On a server, only the database's owner may set a game
    aside.

    sits doctor
    sits doctor --json
    sits doctor --set-aside ours
    """
    from projections.read_models import examine_file
    from sits_es.service.health import examine

    if set_aside is not None:
        if as_json:
            raise NotAllowedError("--json is only for the examination. To set a game aside, leave out --json.")
        _set_aside(set_aside, yes=yes)
        return
    with open_session() as session:
        of_views, views = examine_file(session.folder / "read.db", session.store)
        with progress("Looking", as_json=as_json) as pace:
            waits = {branch: waits for branch, (waits, _) in asks_by_mail().items()}
            found = examine(session, of_views, views, pace, waits)
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
        confirm(evidence.asked(), "Nothing was set aside. To skip the question: --yes")
    quarantine.set_aside(home(), server(), evidence, forget)
    typer.echo(evidence.done())
    if evidence.game in by_mail().values():
        say("The game is played by mail. To rebuild its record from its log: sits mail out")
