"""Verbs about what players of a game by mail decide together: proposing, agreeing, disputing, resigning."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from commands import completion
from commands.home import desk_here, open_desk, open_replica
from commands.options import GameByMail, Key, Words, game_argument, player_option
from commands.output import LETTERS, say, say_and_write
from commands.secrets import somebody_is_there
from commands.verbs import group
from sits_es.errors import NotAllowedError

if TYPE_CHECKING:
    from sits_es.post.log.packets import Decision

app = group("Propose decisions that all or most players must sign, such as more time or another keeper.")

Seat = Annotated[str, typer.Argument(metavar="SEAT", help="The player's seat.")]
Subject = Annotated[
    str,
    typer.Argument(metavar="MOMENT", autocompletion=completion.moments, help="The exchange, such as 2.5."),
]


def _propose(game: str, decision: Decision) -> None:
    from sits_es.post.agreement import propose

    with open_replica(game) as replica:
        said = propose(replica, decision)
    say_and_write(said)


@app.command()
def deadline(
    game: GameByMail,
    time: Annotated[str, typer.Argument(metavar="TIME", help="Time for an exchange, such as '10 days' or 36h.")],
    scope: Annotated[
        Literal["exchange", "turn", "always"],
        typer.Argument(
            metavar="[exchange|turn|always]", help="For this exchange, for all of this turn, or from now on."
        ),
    ] = "exchange",
) -> None:
    """Change the time for this exchange, this turn, or every exchange. Everybody in the game must sign.

    Proposing costs nothing: until all have signed, the time stays as it is.

    sits propose deadline ours '10 days'
    sits propose deadline ours 48h always
    """
    from commands.times import hours_in
    from sits_es.post.log.packets import Deadline

    _propose(game, Deadline(hours=hours_in(time), scope=scope))


@app.command()
def absence(
    game: GameByMail,
    player: Seat,
    until: Annotated[
        str, typer.Argument(help="A time in UTC, such as 2026-12-01T18:00, or +14d for 14 days from now.")
    ],
) -> None:
    """Excuse a player until a given time. Everybody in the game must sign.

    Until that time nobody can go on without the player.

    sits propose absence ours blue +14d
    """
    from commands.times import minutes_in
    from sits_es.post.log.packets import Absence

    with open_desk() as desk:
        end = minutes_in(until, desk.minutes())
    _propose(game, Absence(player=player, until=end))


@app.command()
def without(game: GameByMail, player: Seat) -> None:
    """Go on without a player whose time and grace have run out.

    More than half of those in the game must sign. Under a neutral keeper who opens the seals, that keeper and one
    player must sign.

    A player who has not sealed is away until they seal: their standing orders apply, or their units drift. A player who
    sealed but did not open is out of the game, and the exchange is played again with the same orders and new dice.

    sits propose without ours blue
    """
    from sits_es.post.agreement import propose
    from sits_es.post.log.packets import Without
    from sits_es.post.news import waiting

    with open_replica(game) as replica:
        found = next((each for each in waiting(replica) if each.seat == player), None)
        if found is None:
            raise NotAllowedError(f"{game} does not wait for {player}.")
        said = propose(replica, Without(player=player, missing=found.what))
    say_and_write(said)


@app.command()
def rewind(
    game: GameByMail,
    to: Subject,
    of: Annotated[
        str | None, typer.Option("--of", metavar="BRANCH", help="The branch, if not the current one.")
    ] = None,
    words: Words = "",
) -> None:
    """Play on from an earlier exchange, in a new branch. Everybody in the game must sign.

    Under the term rulings=keeper, only the keeper signs. Everything from the chosen exchange on is sealed and rolled
    again. The old branch stays readable.

    sits propose rewind ours 1.3 --words 'The map was misread'
    """
    from sits_es.post.agreement import propose
    from sits_es.post.log.packets import Rewind

    with open_replica(game) as replica:
        branch = None if of is None else replica.desk.session.aliases.resolve(of)
        at = replica.course.rules.read_moment(to)
        said = propose(replica, Rewind(to=at, of=branch, words=words))
    say_and_write(said)


@app.command()
def ruling(game: GameByMail, about: Subject, words: Annotated[str, typer.Argument(help="The reason.")]) -> None:
    """Decide that the disputed record stands, and give the reason. Everybody in the game must sign.

    Under the term rulings=keeper, only the keeper signs.
    To change what happened, play the exchange again instead: sits propose rewind

    sits propose ruling ours 2.5 'The map was read correctly'
    """
    from sits_es.post.agreement import propose
    from sits_es.post.log.packets import Ruling

    with open_replica(game) as replica:
        said = propose(replica, Ruling(about=replica.course.rules.read_moment(about), words=words))
    say_and_write(said)


@app.command()
def readmit(game: GameByMail, player: Seat) -> None:
    """Readmit a player who is out. Everybody in the game must sign.

    Unplayed orders are sealed again.

    sits propose readmit ours blue
    """
    from sits_es.post.log.packets import Readmit

    _propose(game, Readmit(player=player))


@app.command()
def reseat(
    game: GameByMail,
    player: Seat,
    key: Annotated[
        str | None, typer.Argument(metavar="[HEX]", help="The new public key, as printed by sits keys show.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="The new person's name.")] = None,
    address: Annotated[str | None, typer.Option("--address", help="The new person's mail address.")] = None,
    recovery: Annotated[
        bool,
        typer.Option(
            "--recovery", help="Give the seat your own key; type the words of your recovery key on standard input."
        ),
    ] = False,
    own: Key = None,
) -> None:
    """Give a seat a new key, and perhaps a new player. The seat's old key and all other players must sign.

    Without the old key, the seat must be late, and all the others, at least two, must sign. Unplayed orders are sealed
    again: the others' orders stay the same, but the seat may change its own.

    With the recovery key that `sits join` showed, nobody else needs to sign. The recovery key also works in a new
    folder, once that folder has taken in a letter with the game's beginning.

    sits keys new blue
    sits propose reseat ours blue --recovery
    sits propose reseat ours blue 0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f --name Cleo
    """
    from sits_es.mail.letters import read_address
    from sits_es.post.log.packets import Reseat

    if recovery:
        if key is not None or name is not None or address is not None:
            raise NotAllowedError(
                "Give either --recovery, for your own key, or HEX with --name and --address, but not both."
            )
        _recover(game, player, own)
        return
    if key is None:
        raise NotAllowedError("Say which key: HEX, or --recovery for your own key.")
    where = "" if address is None else read_address(address)
    _propose(game, Reseat(player=player, key=_public(key), name=name, address=where))


def _public(key: str) -> str:
    """A public key that was typed. Raises NotAllowedError."""
    from sits_es.keys.locks import can_be_encrypted_to

    if not can_be_encrypted_to(key.lower()):
        raise NotAllowedError(
            "This is not a public key. A public key has 64 hexadecimal digits, as printed by sits keys show."
        )
    return key.lower()


def _recover(game: str, player: str, own: str | None) -> None:
    """Sign with the recovery key whose words come on standard input."""
    from sits_es.post.agreement import recover

    if somebody_is_there():
        typer.echo(f"Words of {player}'s recovery key: ", err=True, nl=False)
    words = sys.stdin.readline()
    with open_desk() as desk:
        said, following = recover(desk, game, player, words, own)
    say(said)
    say(f"This will be your next recovery key. Keep it elsewhere; it is shown only once:\n  {following.words}")
    typer.echo(f"\n{LETTERS}")


@app.command()
def end(
    game: GameByMail,
    winner: Annotated[
        str | None, typer.Argument(metavar="[SIDE]", help="The winner; if you name none, nobody wins.")
    ] = None,
    words: Words = "",
) -> None:
    """End the game. Everybody in the game must sign; until then your proposal is a statement that everybody can read.

    sits propose end ours Ember --words 'Blue concedes'
    """
    from sits_es.post.log.packets import End

    _propose(game, End(winner=winner, words=words))


@app.command()
def keeper(
    game: GameByMail,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="A name for the new seat.")],
    key: Annotated[str, typer.Argument(metavar="HEX", help="The keeper's public key, as printed by sits keys show.")],
    address: Annotated[str, typer.Option("--address", help="The keeper's mail address.")],
    name: Annotated[str | None, typer.Option("--name", help="The keeper's name.")] = None,
    reads: Annotated[
        bool,
        typer.Option("--reads", help="The keeper's program opens all orders, so a turn takes one e-mail each way."),
    ] = False,
) -> None:
    """Appoint somebody who plays no side as keeper of the log. Everybody in the game must sign.

    sits propose keeper ours gil 0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f \
        --address gil@example.org
    """
    from sits_es.mail.letters import read_address
    from sits_es.post.log.packets import NewKeeper

    decision = NewKeeper(id=seat, name=name or seat, key=_public(key), reads=reads, address=read_address(address))
    _propose(game, decision)


@app.command("next")
def next_keeper(
    game: GameByMail, yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False
) -> None:
    """Ask for the next keeper if the present one is silent or leaves packets out.

    More than half of the players must make this request. You can't take yours back: your program accepts nothing more
    from the present keeper. The command refuses while nobody is late, or while too few players can be reached for a
    majority; otherwise it asks for confirmation.

    sits propose next ours
    """
    from sits_es.post.agreement import ask_for_another_keeper, cost_of_another_keeper

    with open_replica(game) as replica:
        cost = cost_of_another_keeper(replica)
        if not (yes or somebody_is_there()):
            raise NotAllowedError(f"{cost} To skip the question: sits propose next {game} --yes")
        if not yes and not typer.confirm(f"{cost} Are you sure?", err=True):
            say("Nothing was signed.")
            return
        said = ask_for_another_keeper(replica)
    say_and_write(said)


def proposed(game: str, file: Path, player: str | None) -> bool:
    """Propose facts in a game by mail; False for any other game."""
    from sits_es.disk import read_text

    with desk_here() as desk:
        if desk is None or (here := desk.find_game(game)) is None or here.me is None:
            return False
        from sits_es.post.agreement import enter
        from sits_es.post.replica import replica_of

        said = enter(replica_of(desk, here.name), str(file), read_text(file), player)
    say_and_write(said)
    return True


def agree(
    game: GameByMail,
    which: Annotated[
        str | None,
        typer.Argument(metavar="[WHAT]", help="The verb or first digits of the decision, if several are waiting."),
    ] = None,
    fork: Annotated[
        str | None,
        typer.Option("--fork", metavar="NAME", help="Instead of signing, open a what-if that somebody offered."),
    ] = None,
) -> None:
    """Sign what the others have proposed.

    sits agree ours
    sits agree ours deadline
    sits agree ours --fork what-if
    """
    from sits_es.post import agreement
    from sits_es.service.forks import next_commands

    with open_replica(game) as replica:
        if fork is not None:
            opened, forked = agreement.open_offered(replica, fork)
            for line in next_commands(replica.desk.session, opened, forked):
                typer.echo(line)
            return
        said = agreement.agree(replica, which)
    say_and_write(said)


def dispute(
    game: GameByMail,
    about: Subject,
    words: Annotated[str, typer.Argument(help="Why, in a sentence.")],
) -> None:
    """Tell the others that you doubt how an exchange was resolved.

    sits dispute ours 2.5 'The decoy was spent already'
    """
    from sits_es.post import agreement

    with open_replica(game) as replica:
        said = agreement.dispute(replica, replica.course.rules.read_moment(about), words)
    say_and_write(said)


def resign(
    game: Annotated[str, game_argument("Name of a game by mail.")],
    player: Annotated[str | None, player_option("--as", "Your seat, as a check.")] = None,
) -> None:
    """Resign from a game by mail. Resigning can't be undone, but the others can readmit you.

    The exchange at hand is played first, and your program opens what you have sealed for it.

    sits resign ours
    """
    from sits_es.post import agreement

    with open_replica(game) as replica:
        if player not in (None, replica.me):
            raise NotAllowedError(f"You play {replica.me} in {game}, so you can't resign for anybody else.")
        said = agreement.resign(replica)
    say_and_write(said)
