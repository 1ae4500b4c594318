"""Verbs about seats in a game by mail: taking one, leaving it, and giving it to somebody else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from commands import completion
from commands.home import open_desk, open_replica
from commands.options import GameByMail, Key, OwnUnits, ScenarioRules, game_argument
from commands.output import LETTERS, say, say_and_write

Address = Annotated[str | None, typer.Option("--address", help="Your mail address; [mail] address in var/sits.toml.")]
Who = Annotated[
    str | None, typer.Option("--name-of-me", metavar="NAME", help="Your name; [post] name in var/sits.toml.")
]


def invite(
    scenario: Annotated[
        str, typer.Argument(autocompletion=completion.scenarios, help="A bundled scenario (duel) or a scenario file.")
    ],
    name: Annotated[str, typer.Option("--name", help="A name for the game; its dice depend on it.")],
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
        int | None,
        typer.Option("--grace", metavar="HOURS", help="Grace period after the deadline, in hours (default 48)."),
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
    """Invite others to a game by mail. It begins when everybody has answered; `sits mail out` writes the letters.

    sits invite duel --name ours --as red blue=blue@example.org
    sits invite duel --name ours --as umpire --umpire umpire red=red@example.org blue=blue@example.org
    """
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
    say_and_write(f"{name}: the invitation is ready for {', '.join(sorted(pairs(others) | held))}.")
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
    """Answer an invitation that came with `sits mail in`.

    sits join ours
    sits join ours --as blue --address blue@example.org
    """
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
    say_and_write(f"You join {game} as {signed.packet.sender}.")
    if host is not None:
        say(f"Then your answer {waits_for_host(body)}")
        words = fingerprint(host.packet.body["host"]["key"])
        say(f"The invitation is signed by {host.packet.sender}, whose key in words is {words}.")
        typer.echo("Ask them by telephone whether that is so.")
    _tell_terms(told)


def confirm(
    game: Annotated[str, game_argument("Name of the game that you invited to.")],
    player: Annotated[str | None, typer.Argument(help="Whose answer; all that are here if you name nobody.")] = None,
) -> None:
    """Confirm who has answered your invitation, once you have compared their key in words; then the game begins.

    sits confirm ours
    sits confirm ours blue
    """
    from sits_es.post.joiners import confirm_joins

    with open_replica(game) as replica:
        confirmed = confirm_joins(replica, replica.gathering(), player)
        replica.settle()
        begun = replica.started
    for line in confirmed:
        say(f"Confirmed: {line}")
    if begun:
        say(f"{game} has begun.")
        typer.echo(LETTERS)


Words = Annotated[str, typer.Option("--words", metavar="TEXT", help="A sentence for the others.")]


def decline(
    game: Annotated[str, typer.Argument(help="Name of the game that you are invited to.")],
    words: Words = "",
    player: Annotated[str | None, typer.Option("--as", metavar="PLAYER", help="The place that you decline.")] = None,
    key: Annotated[str | None, typer.Option("--id", metavar="KEY", help="Which of your keys signs.")] = None,
) -> None:
    """Decline an invitation that came with `sits mail in`: the host is told, and the game is put away here.

    sits decline ours
    sits decline ours --words 'No time this year'
    """
    from sits_es.post.declining import decline as answer

    with open_desk() as desk:
        signed = answer(desk, game, words, player, key)
    say_and_write(f"You decline {game}, as {signed.packet.sender}. It is put away: sits mail status --all")


def resign(game: GameByMail, words: Words = "") -> None:
    """Resign from a game by mail, at the first exchange for which no seal of yours holds. It can't be undone.

    What you have sealed still counts, and your program reveals it; it seals nothing more, and you owe nothing after
    it. With two players the game ends; of more, the others play on, and your units drift. Nobody else must sign.

    sits resign ours
    sits resign ours --words 'I have no time any more'
    """
    from sits_es.post import leaving

    with open_replica(game) as replica:
        said = leaving.resign(replica, words)
    say_and_write(f"{game}: {said}")


def readmit(
    game: GameByMail,
    player: Annotated[str, typer.Argument(help="Who resigned, or was put out for withholding a reveal.")],
) -> None:
    """Sign that a player who is out takes part again, from the next exchange on; with an umpire, only the umpire does.

    It holds once all who are in have signed it: sits agree. Until then the player owes nothing.

    sits readmit ours blue
    """
    from sits_es.post import changing_seats

    with open_replica(game) as replica:
        said = changing_seats.readmit(replica, player)
    say_and_write(f"{game}: {said}")


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

    sits reseat ours blue --key 0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f --name Cleo \
        --address cleo@example.org
    """
    from sits_es.post import changing_seats

    with open_replica(game) as replica:
        said = changing_seats.reseat(replica, player, key, name, address)
    say_and_write(f"{game}: {said}")


def forfeit(game: GameByMail, words: Words = "") -> None:
    """Of two peers: offer the end of the game, after the other has missed the time and its grace.

    It is a statement signed by you alone, of what was and wasn't received, and is shown as that. The game ends only
    if the other signs it too: sits agree GAME --forfeit

    sits forfeit ours
    sits forfeit ours --words 'Nothing for a month'
    """
    from sits_es.post import leaving

    with open_replica(game) as replica:
        said = leaving.forfeit(replica, words)
    say_and_write(f"{game}: {said}")


def archive(
    game: GameByMail,
    undo: Annotated[bool, typer.Option("--undo", help="Instead: take the game out again.")] = False,
) -> None:
    """Put a game by mail away: `sits mail in` and `sits mail status` are silent about it. Nobody is told.

    What comes for it still counts, and your program still sends what it owes. An invitation that nobody answers can
    be put away like a game. To see what is put away: sits mail status --all

    sits archive ours
    sits archive ours --undo
    """
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
