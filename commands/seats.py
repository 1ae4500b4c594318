"""Verbs with which a game by mail begins: invite, join."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.output import LETTERS, say

Address = Annotated[str | None, typer.Option("--address", help="Your mail address; [mail] address in var/sits.toml.")]
Who = Annotated[
    str | None, typer.Option("--name-of-me", metavar="NAME", help="Your name; [post] name in var/sits.toml.")
]
Key = Annotated[str | None, typer.Option("--id", metavar="KEY", help="Which of your keys signs; needed with several.")]


def invite(
    scenario: Annotated[str, typer.Argument(help="A bundled scenario (duel) or a scenario file.")],
    name: Annotated[str, typer.Option("--name", help="What the game is to be called; it stays in its dice.")],
    me: Annotated[str, typer.Option("--as", metavar="PLAYER", help="The place that you take yourself.")],
    others: Annotated[list[str], typer.Argument(help="The others: PLAYER=ADDRESS each.")],
    umpire: Annotated[
        str | None, typer.Option("--umpire", metavar="ID", help="Play with an umpire of this id, you or another.")
    ] = None,
    spectator: Annotated[
        list[str] | None, typer.Option("--spectator", metavar="ID", help="An id that only gets reports; may be many.")
    ] = None,
    delay: Annotated[int, typer.Option("--delay", min=0, help="Exchanges by which spectators' reports are late.")] = 0,
    run: Annotated[
        bool,
        typer.Option("--reveal-run", help="Peers reveal whole runs: fewer mails, but a stop shows the rest of a plan."),
    ] = False,
    rules: Annotated[
        str | None,
        typer.Option("--rules", "--system", help="The rule system, where several have a scenario of that name."),
    ] = None,
    ships: Annotated[
        Path | None, typer.Option("--ships", "--units", help="A folder with your own unit files, not the usual one.")
    ] = None,
    address: Address = None,
    who: Who = None,
    key: Key = None,
) -> None:
    """Invite others to a game by mail. It begins when everybody has answered; `sits mail out` writes the letters."""
    from commands.home import open_desk
    from sits_es.post.invitations import Wish, mine, pairs
    from sits_es.post.invitations import invite as write

    with open_desk() as desk:
        own_name, own_address = mine(desk, who, address)
        terms = {"reveal": "run" if run else "segment", "spectators": delay}
        wish = Wish(
            rules=rules,
            scenario=scenario,
            name=name,
            me=me,
            others=pairs(others),
            umpire=umpire,
            spectators=spectator or (),
            terms=terms,
        )
        write(desk, wish, ships, own_name, own_address, key)
    say(f"{name}: the invitation is ready for {', '.join(sorted(pairs(others)))}.")
    typer.echo(LETTERS)
    if run:
        typer.echo("Whole runs are revealed: at a stop the others have seen what the rest of each plan was.")


def join(
    game: Annotated[str, typer.Argument(help="Name of the game that you are invited to.")],
    player: Annotated[str | None, typer.Option("--as", metavar="PLAYER", help="The place that you take.")] = None,
    address: Address = None,
    who: Who = None,
    key: Key = None,
) -> None:
    """Answer an invitation that came with `sits mail in`."""
    from commands.home import open_desk
    from sits_es.mail.identity import fingerprint
    from sits_es.post.invitations import join as answer
    from sits_es.post.invitations import mine

    with open_desk() as desk:
        own_name, own_address = mine(desk, who, address)
        signed = answer(desk, game, own_name, own_address, player, key)
        seat = desk.seat(game)
        host = desk.journal.find(seat.invite)
    say(f"You join {game} as {signed.packet.sender}.")
    typer.echo(LETTERS)
    if host is not None:
        say(f"Then your answer waits for {host.packet.sender}, whose program begins the game when all have answered.")
        words = fingerprint(host.packet.body["host"]["key"])
        say(f"The invitation is signed by {host.packet.sender}, whose key in words is {words}.")
        typer.echo("Ask them by telephone whether that is so.")
