"""Verbs for ways out of a game by mail: decline, resign, readmit, reseat, forfeit, archive."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import LETTERS, GameByMail, say

Words = Annotated[str, typer.Option("--words", metavar="TEXT", help="A sentence for the others.")]


def decline(
    game: Annotated[str, typer.Argument(help="Name of the game that you are invited to.")],
    words: Words = "",
    player: Annotated[str | None, typer.Option("--as", metavar="PLAYER", help="The place that you decline.")] = None,
    key: Annotated[str | None, typer.Option("--id", metavar="KEY", help="Which of your keys signs.")] = None,
) -> None:
    """Decline an invitation that came with `sits mail in`: the host is told, and the game is put away here."""
    from commands.home import open_desk
    from sits_es.post.declining import decline as answer

    with open_desk() as desk:
        signed = answer(desk, game, words, player, key)
    say(f"You decline {game}, as {signed.packet.sender}. It is put away: sits mail status --all")
    typer.echo(LETTERS)


def resign(game: GameByMail, words: Words = "") -> None:
    """Resign from a game by mail, at the first exchange for which no seal of yours holds. It can't be undone.

    What you have sealed still counts, and your program reveals it; it seals nothing more, and you owe nothing after
    it. With two players the game ends; of more, the others play on, and your units drift. Nobody else must sign.
    """
    from commands.home import open_desk
    from sits_es.post import leaving
    from sits_es.post.replica import replica_of

    with open_desk() as desk:
        said = leaving.resign(replica_of(desk, desk.seat(game)), words)
    say(f"{game}: {said}")
    typer.echo(LETTERS)


def readmit(
    game: GameByMail,
    player: Annotated[str, typer.Argument(help="Who resigned, or was put out for withholding a reveal.")],
) -> None:
    """Sign that a player who is out takes part again, from the next exchange on; with an umpire, only the umpire does.

    It holds once all who are in have signed it: sits agree. Until then the player owes nothing.
    """
    from commands.home import open_desk
    from sits_es.post import changing_seats
    from sits_es.post.replica import replica_of

    with open_desk() as desk:
        said = changing_seats.readmit(replica_of(desk, desk.seat(game)), player)
    say(f"{game}: {said}")
    typer.echo(LETTERS)


def reseat(
    game: GameByMail,
    player: Annotated[str, typer.Argument(help="Whose seat it is: your own, or somebody's who is gone.")],
    key: Annotated[str, typer.Option("--key", metavar="HEX", help="The new public key, as sits id show shows it.")],
    name: Annotated[str | None, typer.Option("--name", help="The new person's name.")] = None,
    address: Annotated[str | None, typer.Option("--address", help="The new person's mail address.")] = None,
) -> None:
    """Give a seat a new key, and maybe to another person, between two exchanges.

    It holds once the old key and all others have signed it (sits agree), or all others alone after the time for an
    exchange was missed; of two peers it is an offer. What the old key has sealed and not opened stays closed: that
    exchange goes on without the seat. Then write the whole game for the new person:
    sits mail out --bundle GAME --for PLAYER
    """
    from commands.home import open_desk
    from sits_es.post import changing_seats
    from sits_es.post.replica import replica_of

    with open_desk() as desk:
        said = changing_seats.reseat(replica_of(desk, desk.seat(game)), player, key, name, address)
    say(f"{game}: {said}")
    typer.echo(LETTERS)


def forfeit(game: GameByMail, words: Words = "") -> None:
    """Of two peers: offer the end of the game, after the other has missed the time and its grace.

    It is a statement signed by you alone, of what was and wasn't received, and is shown as that. The game ends only
    if the other signs it too: sits agree GAME --forfeit
    """
    from commands.home import open_desk
    from sits_es.post import leaving
    from sits_es.post.replica import replica_of

    with open_desk() as desk:
        said = leaving.forfeit(replica_of(desk, desk.seat(game)), words)
    say(f"{game}: {said}")
    typer.echo(LETTERS)


def archive(
    game: GameByMail,
    undo: Annotated[bool, typer.Option("--undo", help="Instead: take the game out again.")] = False,
) -> None:
    """Put a game by mail away: `sits mail in` and `sits mail status` are silent about it. Nobody is told.

    What comes for it still counts, and your program still sends what it owes. An invitation that nobody answers can
    be put away like a game. To see what is put away: sits mail status --all
    """
    from commands.home import open_desk

    with open_desk() as desk:
        name = desk.seat(game).game
        before = desk.journal.archived(name)
        desk.journal.archive(name, away=not undo)
    if before != undo:
        say(f"{name} is {'put away already' if before else 'not put away'}.")
    elif undo:
        say(f"{name} is not put away any more.")
    else:
        say(f"{name} is put away. To take it out again: sits archive {name} --undo")
