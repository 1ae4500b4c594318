"""Verbs about what players of a game by mail sign together: deadlines, rulings, rewinds, going on without somebody."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.home import home, open_desk, open_replica
from commands.options import GameByMail, game_argument, moment_option, player_option
from commands.output import say_and_write
from sits_es.errors import NotAllowedError
from sits_es.sentences import utc

About = Annotated[str, typer.Argument(help="The exchange it is about, such as 2.5.")]


def deadline(
    game: GameByMail,
    until: Annotated[str, typer.Argument(help="A time in UTC, such as 2026-12-01T18:00, or +36h or +3d from now.")],
    grace: Annotated[int, typer.Option("--grace", min=0, max=999, help="Hours of grace after it.")] = 0,
    absent: Annotated[str | None, player_option("--absent", "Instead: this player is away until then.")] = None,
    since: Annotated[
        str, typer.Option("--from", metavar="TIME", help="From when they are away; by default now.")
    ] = "+0h",
) -> None:
    """Propose or agree to a deadline for this turn's orders, or an absence; with an umpire, only the umpire sets it.

    It holds once all who must have signed the same. When it passes, nothing happens by itself, except that your
    program seals the standing orders that you gave it.

    sits deadline ours +3d --grace 12
    sits deadline ours +14d --absent blue
    """
    from sits_es.post import decisions
    from sits_es.post.clock import to_come

    with open_replica(game) as replica:
        time = to_come(decisions.parse_time(until, now := replica.desk.clock()), now)
        if absent is None:
            said = decisions.set_deadline(replica, time, grace)
        else:
            said = decisions.set_absence(replica, absent, decisions.parse_time(since, now), time)
    say_and_write(f"{game}: {utc(time)}. {said}")


def proposed(game: str, file: Path, player: str | None) -> bool:
    """Propose facts in a game by mail; False for any other game."""
    from sits_es.service.files import read_text

    if not (home() / "mail.db").exists():
        return False
    with open_desk() as desk:
        if (seat := desk.find_seat(game)) is None or seat.player is None:
            return False
        from sits_es.post.entries import propose
        from sits_es.post.replica import replica_of

        said = propose(replica_of(desk, seat), str(file), read_text(file), player)
    say_and_write(f"{game}: {said}")
    return True


def agree(
    game: GameByMail,
    fork: Annotated[
        str | None, typer.Option("--fork", metavar="NAME", help="Instead: open a what-if that somebody offered.")
    ] = None,
    void: Annotated[
        bool, typer.Option("--void", help="Instead: sign that you withhold your reveal and the exchange is void.")
    ] = False,
    claim: Annotated[
        bool, typer.Option("--claim", help="Instead: sign that you withhold your reveal and have lost the game.")
    ] = False,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="Instead, of two: sign that the game ends as you missed the time.")
    ] = False,
    without: Annotated[
        bool,
        typer.Option("--without", help="Instead, where half of you signed to go on without the others: play on so."),
    ] = False,
    refuse: Annotated[
        str | None, typer.Option("--refuse", metavar="WHY", help="Instead: refuse the facts that somebody enters.")
    ] = None,
) -> None:
    """Sign what the others have proposed: a deadline, an absence, a ruling, facts, a seat; or open an offered what-if.

    A void or a claim against you holds only if you sign it too, by --void or --claim, and not if you reveal first.
    Facts that you refuse can be signed only when they are entered again.

    sits agree ours
    sits agree ours --fork what-if
    sits agree ours --refuse WHY
    """
    if void + claim + forfeit + without + (fork is not None) + (refuse is not None) > 1:
        raise NotAllowedError("One at a time: --fork, --void, --claim, --forfeit, --without or --refuse.")
    if fork is not None:
        _open_fork(game, fork)
        return
    from sits_es.post import changing_seats, decisions, entries, leaving, parting

    act = "void" if void else "claim" if claim else None
    with open_replica(game) as replica:
        if forfeit:
            said = leaving.concede(replica)
        elif without:
            said = parting.agree_without(replica)
        elif refuse is not None:
            said = entries.refuse(replica, refuse)
        else:
            said = (changing_seats.agree(replica) if act is None else None) or decisions.agree(replica, act)
    say_and_write(f"{game}: {said}")


def _open_fork(game: str, name: str) -> None:
    from sits_es.post.offers import open_offered
    from sits_es.service.forks import next_commands

    with open_replica(game) as replica:
        fold, forked = open_offered(replica, name)
        told = list(next_commands(replica.desk.session, fold, forked))
    for line in told:
        typer.echo(line)


def default(
    game: GameByMail,
    player: Annotated[str, typer.Argument(help="Who owes something after the deadline and its grace.")],
    void: Annotated[bool, typer.Option("--void", help="The reveal is withheld: the exchange is sealed again.")] = False,
    claim: Annotated[bool, typer.Option("--claim", help="The reveal is withheld: the others claim the game.")] = False,
) -> None:
    """Sign that the game goes on without a player's seal; or, with --void or --claim, what becomes of a held reveal.

    A withheld reveal is never replaced: a void or a claim holds once that player signs it too, and not if the
    reveal comes first. In a game of two, neither player can default the other.

    sits default ours blue
    sits default ours blue --claim
    """
    from sits_es.post import decisions

    if void and claim:
        raise NotAllowedError("Either void the exchange or claim the game, not both.")
    act = "void" if void else "claim" if claim else "drift"
    with open_replica(game) as replica:
        said = decisions.default(replica, player, act)
    say_and_write(f"{game}: {said}")


def without(
    game: GameByMail,
    players: Annotated[
        list[str] | None, typer.Argument(help="Who that is, to be sure; whoever it is if you name nobody.")
    ] = None,
    cancel: Annotated[bool, typer.Option("--cancel", help="Take it back, before your program has signed.")] = False,
) -> None:
    """Go on without players who keep an exchange waiting after its time and grace, once all others sign it as well.

    They get the exchange's letters again and a second grace; then your program signs by itself. Their units follow
    their standing orders on record, or drift. A player who did not seal rejoins with their next seal.

    sits without ours
    sits without ours blue
    sits without ours --cancel
    """
    from sits_es.post import signing

    with open_replica(game) as replica:
        said = signing.cancel(replica) if cancel else signing.go_on_without(replica, players or ())
    say_and_write(f"{game}: {said}")


def dispute(game: GameByMail, about: About, words: Annotated[str, typer.Argument(help="Why, in a sentence.")]) -> None:
    """Tell the others that you doubt how an exchange was resolved.

    sits dispute ours 2.5 'The decoy was spent already'
    """
    from sits_es.post import decisions

    with open_replica(game) as replica:
        said = decisions.dispute(replica, about, words)
    say_and_write(said)


def rule(
    game: GameByMail,
    about: About,
    words: Annotated[str, typer.Argument(help="The reason, in a sentence.")],
    branch: Annotated[
        str | None,
        typer.Option("--branch", metavar="NAME", help="Play on from the start of that exchange, in this new branch."),
    ] = None,
) -> None:
    """Decide a dispute: the umpire, or all players by signing the same words. The record stands, or a branch is played.

    The old branch stays readable. In the new one everything is sealed and seeded again: nobody shops for rolls.

    sits rule ours 2.5 'The record stands'
    sits rule ours 2.5 'By sits rules 8' --branch ours-2
    """
    from sits_es.post import decisions

    with open_replica(game) as replica:
        said = decisions.rule(replica, about, words, branch)
    say_and_write(f"{game} {about}: {said}")


def rewind(
    game: GameByMail,
    to: Annotated[str | None, moment_option("--to", "The exchange to play again, such as 1.3.")] = None,
    back: Annotated[
        str | None,
        typer.Option("--back", metavar="BRANCH", help="Instead: go back to an earlier branch, such as ours."),
    ] = None,
    words: Annotated[str | None, typer.Option("--why", metavar="TEXT", help="The reason, in a sentence.")] = None,
    branch: Annotated[
        str | None,
        typer.Option("--branch", metavar="NAME", help="Name of the new branch, in games that let you name it."),
    ] = None,
) -> None:
    """Propose that the game is played on from an earlier exchange, in a new branch; an umpire decides it alone.

    It is a ruling and holds once all have signed it: sits agree. Everything is sealed and seeded again from there on.

    sits rewind ours --to 1.3
    sits rewind ours --to 2.1 --why 'The map was misread'
    """
    from sits_es.post import decisions
    from sits_es.post.going_back import go_back

    if (to is None) == (back is None):
        raise NotAllowedError("Say either to which exchange, with --to, or to which earlier branch, with --back.")
    with open_replica(game) as replica:
        if to is None:
            said = f"{game} goes back to {back}: {go_back(replica, back or '', words)}"
        else:
            named = decisions.rewind(replica, to, words, branch)
            said = f"{game} is played again from {to}{' as' if not named.startswith('Signed') else ':'} {named}"
    say_and_write(said)


def umpire(
    game: Annotated[str, game_argument("Name of a game by mail that has an umpire.")],
    none: Annotated[bool, typer.Option("--none", help="All players go on as peers.")] = False,
    new: Annotated[
        str | None, typer.Option("--new", metavar="ID", help="All players go on with somebody who looks on as umpire.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="As the umpire, after a lost folder: go on without the missing letters.")
    ] = False,
) -> None:
    """Sign that all players go on without their umpire, from the last event that they were told.

    It holds once all players have signed the same: sits agree. Everything is sealed again from there on. Until then
    your letters go to the other players as well, with all that you have sent so far; and your signature stands, so
    that whoever signs last decides when it holds.

    sits umpire ours --none
    sits umpire ours --new gil
    sits umpire ours --resume
    """
    from sits_es.post.handover import hand_over
    from sits_es.post.rebuilt import resume as go_on

    if none + (new is not None) + resume != 1:
        raise NotAllowedError("One of them: --none, --new ID or --resume.")
    with open_replica(game) as replica:
        if resume:
            left = go_on(replica.desk, replica.game)
            replica.settle()
            said = f"Your program goes on without the letters of {', '.join(left)}."
        else:
            said = hand_over(replica, new)
    say_and_write(f"{game}: {said}")
