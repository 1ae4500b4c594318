"""Verbs with which a game by mail begins: invite, join, confirm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from commands import completion
from commands.output import LETTERS, OwnUnits, ScenarioRules, say

Address = Annotated[str | None, typer.Option("--address", help="Your mail address; [mail] address in var/sits.toml.")]
Who = Annotated[
    str | None, typer.Option("--name-of-me", metavar="NAME", help="Your name; [post] name in var/sits.toml.")
]
Key = Annotated[str | None, typer.Option("--id", metavar="KEY", help="Which of your keys signs; needed with several.")]


def invite(
    scenario: Annotated[
        str, typer.Argument(autocompletion=completion.scenarios, help="A bundled scenario (duel) or a scenario file.")
    ],
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
        typer.Option(
            "--reveal-run",
            help="Peers reveal whole runs: fewer mails, but a stop shows the rest of a plan. Only with escrow.",
        ),
    ] = False,
    deadline: Annotated[
        str | None, typer.Option("--deadline", metavar="TIME", help="Time for an exchange, such as '36 hours'; 7 days.")
    ] = None,
    grace: Annotated[
        int | None, typer.Option("--grace", metavar="HOURS", help="Hours behind it in which nothing happens yet; 48.")
    ] = None,
    escrow: Annotated[
        bool | None,
        typer.Option(
            "--escrow/--no-escrow",
            help="Whether the others together can open what somebody does not reveal; usual for three or more.",
        ),
    ] = None,
    trustee: Annotated[
        str | None,
        typer.Option(
            "--trustee", metavar="ID=ADDRESS", help="Somebody who looks on and holds a share, for an escrow of two."
        ),
    ] = None,
    box: Annotated[
        int | None,
        typer.Option("--box", metavar="BYTES", help="How long orders of an exchange can be; each system has its own."),
    ] = None,
    rules: ScenarioRules = None,
    ships: OwnUnits = None,
    address: Address = None,
    who: Who = None,
    key: Key = None,
) -> None:
    """Invite others to a game by mail. It begins when everybody has answered; `sits mail out` writes the letters."""
    from commands.home import open_desk
    from sits_es.post.invitations import Wish, mine, pairs
    from sits_es.post.invitations import invite as write
    from sits_es.post.particulars import prices_of
    from sits_es.post.replica import replica_of
    from sits_es.post.wished_terms import WishedTerms, hours_in

    with open_desk() as desk:
        own_name, own_address = mine(desk, who, address)
        held = pairs([trustee] if trustee is not None else [])
        wished = WishedTerms(
            hours=hours_in(deadline) if deadline is not None else None,
            grace=grace,
            escrow=escrow,
            trustee=next(iter(held), None),
            run=run,
            box=box,
        )
        wish = Wish(
            rules=rules,
            scenario=scenario,
            name=name,
            me=me,
            others=pairs(others) | held,
            umpire=umpire,
            spectators=sorted({*(spectator or ()), *held}),
            terms={"spectators": delay},
            wished=wished,
        )
        write(desk, wish, ships, own_name, own_address, key)
        told = prices_of(replica_of(desk, desk.seat(name)).gathering().body)
    say(f"{name}: the invitation is ready for {', '.join(sorted(pairs(others) | held))}.")
    typer.echo(LETTERS)
    _tell_terms(told)


def _tell_terms(told: Iterable[str]) -> None:
    """The terms of a game, each with its price."""
    if lines := list(told):
        typer.echo("\nTerms, which everybody signs by joining:")
        for line in lines:
            say(f"  {line}")


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
    from sits_es.post.invitations import mine, to_answer
    from sits_es.post.particulars import prices_of, waits_for_host
    from sits_es.post.replica import replica_of

    with open_desk() as desk:
        to_answer(desk, game)
        own_name, own_address = mine(desk, who, address)
        signed = answer(desk, game, own_name, own_address, player, key)
        seat = desk.seat(game)
        host = desk.journal.find(seat.invite)
        body = replica_of(desk, seat).gathering().body
        told = list(prices_of(body))
    say(f"You join {game} as {signed.packet.sender}.")
    typer.echo(LETTERS)
    if host is not None:
        say(f"Then your answer {waits_for_host(body)}")
        words = fingerprint(host.packet.body["host"]["key"])
        say(f"The invitation is signed by {host.packet.sender}, whose key in words is {words}.")
        typer.echo("Ask them by telephone whether that is so.")
    _tell_terms(told)


def confirm(
    game: Annotated[str, typer.Argument(autocompletion=completion.games, help="Name of the game that you invited to.")],
    player: Annotated[str | None, typer.Argument(help="Whose answer; all that are here if you name nobody.")] = None,
) -> None:
    """Confirm who has answered your invitation, once you have compared their key in words; then the game begins."""
    from commands.home import open_desk
    from sits_es.post.joiners import confirm_joins
    from sits_es.post.replica import replica_of

    with open_desk() as desk:
        replica = replica_of(desk, desk.seat(game))
        confirmed = confirm_joins(replica, replica.gathering(), player)
        replica.settle()
        begun = replica.started
    for line in confirmed:
        say(f"Confirmed: {line}")
    if begun:
        say(f"{game} has begun.")
        typer.echo(LETTERS)
