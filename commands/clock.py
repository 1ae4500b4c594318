"""Verbs about time in games by mail: deadline, agree, default."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import LETTERS, say

Game = Annotated[str, typer.Argument(help="Name of a game by mail.")]


def deadline(
    game: Game,
    until: Annotated[str, typer.Argument(help="A time in UTC, such as 2026-12-01T18:00, or +36h or +3d from now.")],
    grace: Annotated[
        int, typer.Option("--grace", min=0, max=999, help="Hours behind it in which nothing happens.")
    ] = 0,
    absent: Annotated[
        str | None, typer.Option("--absent", metavar="PLAYER", help="Instead: this player is away until then.")
    ] = None,
    since: Annotated[str, typer.Option("--from", metavar="TIME", help="From when he is away; now otherwise.")] = "+0h",
) -> None:
    """Propose or agree to a deadline for the orders of this turn, or an absence; with an umpire, he alone sets it.

    It holds once all who must have signed the same. Nothing happens by itself when it passes, but that your program
    seals the standing orders you gave it.
    """
    from commands.post import deciding
    from commands.post.desk import Desk
    from commands.post.replica import Replica
    from commands.post.timekeeping import to_come

    with Desk.open() as desk:
        replica = Replica(desk, desk.seat(game))
        time = to_come(deciding.parse_time(until, desk.clock()), desk.clock())
        if absent is None:
            said = deciding.set_deadline(replica, time, grace)
        else:
            said = deciding.set_absence(replica, absent, deciding.parse_time(since, desk.clock()), time)
    say(f"{game}: {time}. {said}")
    typer.echo(LETTERS)


def agree(
    game: Game,
    fork: Annotated[
        str | None, typer.Option("--fork", metavar="NAME", help="Instead: open a what-if that somebody offered.")
    ] = None,
    void: Annotated[
        bool, typer.Option("--void", help="Instead: sign that you withhold your reveal and the exchange is void.")
    ] = False,
    claim: Annotated[
        bool, typer.Option("--claim", help="Instead: sign that you withhold your reveal and have lost the game.")
    ] = False,
) -> None:
    """Sign what the others have proposed: a deadline, an absence, a ruling; or open the what-if that one offered.

    A void or a claim against you holds only if you sign it too, by --void or --claim; a reveal comes before both.
    """
    from sits_es.errors import NotAllowedError

    if void + claim + (fork is not None) > 1:
        raise NotAllowedError("One at a time: --fork, --void or --claim.")
    if fork is not None:
        _open_fork(game, fork)
        return
    from commands.post import deciding
    from commands.post.desk import Desk
    from commands.post.replica import Replica

    with Desk.open() as desk:
        act = "void" if void else "claim" if claim else None
        said = deciding.agree(Replica(desk, desk.seat(game)), act)
    say(f"{game}: {said}")
    typer.echo(LETTERS)


def _open_fork(game: str, name: str) -> None:
    from commands.forking import how_to_play
    from commands.post.desk import Desk
    from commands.post.offering import open_offered
    from commands.post.replica import Replica

    with Desk.open() as desk:
        fold, forked = open_offered(Replica(desk, desk.seat(game)), name)
    for line in how_to_play(fold, forked):
        typer.echo(line)


def default(
    game: Game,
    player: Annotated[str, typer.Argument(help="Who owes something, and his deadline and grace are over.")],
    void: Annotated[bool, typer.Option("--void", help="His reveal is withheld: the exchange is sealed anew.")] = False,
    claim: Annotated[bool, typer.Option("--claim", help="His reveal is withheld: the others claim the game.")] = False,
) -> None:
    """Sign that the game goes on without a player's seal; or, with --void or --claim, what becomes of a held reveal.

    A withheld reveal is never replaced: a void or a claim holds once that player signs it too, and his reveal comes
    before both. Of two peers nobody defaults the other.
    """
    from commands.post import deciding
    from commands.post.desk import Desk
    from commands.post.replica import Replica
    from sits_es.errors import NotAllowedError

    if void and claim:
        raise NotAllowedError("Either void the exchange or claim the game, not both.")
    with Desk.open() as desk:
        act = "void" if void else "claim" if claim else "drift"
        said = deciding.default(Replica(desk, desk.seat(game)), player, act)
    say(f"{game}: {said}")
    typer.echo(LETTERS)
