"""Verbs about proofs: proof checkpoint, event, growth, check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands import completion
from commands.options import Json, Key
from commands.output import report
from commands.verbs import examples, group
from sits_es.errors import NotAllowedError

app = group("Checkpoints with your signature, and proofs that others check without the record.")

ProvedGame = Annotated[str, typer.Argument(autocompletion=completion.games, help="A game or a branch of one.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it there instead of printing it.")]


@app.command(epilog=examples("sits proof checkpoint duel", "sits proof checkpoint duel -o duel.checkpoint --id red"))
def checkpoint(game: ProvedGame, key: Key = None, out: Out = None) -> None:
    """Sign a checkpoint of a game with your key: you stand for its record as far as it goes, and can't take that back.

    It is a signed note as other programs read them (C2SP); the key's name in it is its five words.
    """
    from commands.home import open_session
    from sits_es.service.evidence import signed_checkpoint, signer

    with open_session() as session:
        identity = signer(session.folder, key)
        if identity is None:
            raise NotAllowedError(
                "There is no key here to sign with. Make one: sits id new NAME\n"
                f"A checkpoint without a signature: sits audit {game} --verify"
            )
        text = signed_checkpoint(session, game, identity)
    _give(text, out)


@app.command(
    epilog=examples(
        "sits proof event duel 120 -o event.proof",
        "sits proof event duel '#120' --under kept.txt",
        "sits proof event duel --of red --at 1.3",
    )
)
def event(
    game: ProvedGame,
    which: Annotated[
        str | None, typer.Argument(metavar="[EVENT]", help="Number of an event, such as 120 or #120.")
    ] = None,
    of: Annotated[
        str | None,
        typer.Option(
            "--of",
            metavar="PLAYER",
            autocompletion=completion.players,
            help="Instead of a number: the orders of this player.",
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="MOMENT", autocompletion=completion.moments, help="The moment of these orders, such as 1.3."
        ),
    ] = None,
    under: Annotated[
        Path | None, typer.Option("--under", metavar="FILE", help="A checkpoint that the other has kept.")
    ] = None,
    key: Key = None,
    out: Out = None,
) -> None:
    """Prove that one event is on the record, to somebody who has a checkpoint and not the record."""
    from commands.home import open_session
    from sits_es.service.evidence import orders_of, prove_event, signer
    from sits_es.service.files import read_text

    if (of is None) != (at is None) or (which is None) == (of is None):
        raise typer.BadParameter("Give the number of an event, or a player's orders by --of PLAYER and --at MOMENT.")
    kept = None if under is None else read_text(under)
    with open_session() as session:
        number = which or f"#{orders_of(session, game, of or '', at or '')}"
        proof = prove_event(session, game, number, signer(session.folder, key) if kept is None else None, kept)
    _give(str(proof), out)


@app.command(
    epilog=examples("sits proof growth duel march.txt -o grown.proof", "sits proof growth duel march.txt may.txt")
)
def growth(
    game: ProvedGame,
    old: Annotated[Path, typer.Argument(metavar="OLDER", help="File with the older checkpoint.")],
    new: Annotated[
        Path | None, typer.Argument(metavar="NEWER", help="File with the newer one; without it, as the game stands.")
    ] = None,
    key: Key = None,
    out: Out = None,
) -> None:
    """Prove that nothing was changed between two checkpoints: the record only grew."""
    from commands.home import open_session
    from sits_es.service.evidence import prove_growth, signer
    from sits_es.service.files import read_text

    older, newer = read_text(old), None if new is None else read_text(new)
    with open_session() as session:
        proof = prove_growth(session, game, older, newer, signer(session.folder, key) if newer is None else None)
    _give(str(proof), out)


@app.command(epilog=examples("sits proof check event.proof --checkpoint kept.txt", "sits proof check duel.checkpoint"))
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A proof or a signed checkpoint, as it was sent.")],
    kept: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help="The checkpoint that it has to be about.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a proof or a signed checkpoint that somebody sent, and say who signed it. No record is needed."""
    from commands.home import open_session
    from sits_es.service.evidence import known_keys, read_sent
    from sits_es.service.files import read_text

    sent, saved = read_sent(read_text(file)), None if kept is None else read_text(kept)
    with open_session() as session:
        keys = known_keys(session, sent.game)
    report(sent.checked(keys, saved), as_json=as_json)


def _give(text: str, out: Path | None) -> None:
    """Print a text, or write it into a new file."""
    from sits_es.service.files import new_file

    if out is None:
        typer.echo(text, nl=False)
        return
    with new_file(out) as file:
        file.write(text)
    typer.echo(f"{out} is written.")
