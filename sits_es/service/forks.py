"""Opening a what-if branch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.game.events import GameForked
from sits_es.game.fold import Fold
from sits_es.orders.names import problem_of_new, same
from sits_es.sentences import quoted, typed
from sits_es.service.session import Session


def fork_game(
    session: Session, parent: str, where: str, child: str, options: Sequence[str] = ()
) -> tuple[Fold, GameForked]:
    """Fork a game at a moment or event and give the fork as it stands, with the fact that opens it.

    options: NAME=VALUE each. Raises NotAllowedError, NotNowError or UnreadableError, with nothing written.
    """
    fold, forked = leave(session, parent, where, child, _options(options))
    open_fork(session, forked)
    return fold, forked


def leave(session: Session, parent: str, where: str, child: str, options: Mapping[str, str]) -> tuple[Fold, GameForked]:
    """A what-if branch as it would stand, and the fact that would open it; nothing is written. Raises as fork_game."""
    if problem := problem_of_new(child):
        raise NotAllowedError(f"{problem} Choose another name for the fork.")
    parent, called = session.must_know(parent), session.called(parent)
    version = session.version_of(parent, where)
    exchange = session.course(parent).open_at(version)
    if exchange is None:
        raise NotNowError(f"{called} has not begun at event #{version}. Its first orders are owed after the start.")
    fold = session.fold(parent, exchange.opened).copy()
    if fold.game.ended is not None:
        where = fold.system.written(exchange.moment)
        raise NotNowError(f"{called} is over at {where}: {fold.game.ended} Fork it at an earlier moment.")
    (at,) = session.events(parent, exchange.opened, exchange.opened)
    forked = GameForked(
        turn=exchange.moment.turn,
        segment=exchange.moment.segment,
        branch=child,
        parent=parent,
        at_version=exchange.opened,
        at_digest=at.digest,
        options=dict(options),
    )
    fold.add(forked)
    return fold, forked


def open_fork(session: Session, forked: GameForked) -> None:
    """Write a what-if branch. Raises NotAllowedError when its name is taken, be it in other capitals."""
    if (taken := same(forked.branch, session.own.taken())) is not None:
        raise NotAllowedError(f"There is already a game named {taken}. Give the fork another name.")
    session.branch(forked.branch, forked.parent, forked.at_version, [forked])


def how_to_play(session: Session, fold: Fold, forked: GameForked) -> Iterator[str]:
    """Where a new what-if stands, and what to type next."""
    name, parent = forked.branch, session.called(forked.parent)
    stands = fold.system.written(fold.game.moment)
    yield f"{name} leaves {parent} after event #{forked.at_version} and stands at {stands}; nothing was copied."
    owed = fold.game.owed
    who = typed(min(owed.orders_by if owed is not None and owed.orders_by else fold.game.players))
    if owed is None:
        yield "Enter what happens instead:"
        yield f"  sits orders new {typed(name)} --as {who} -o changed.facts"
        yield f"  sits record {typed(name)} changed.facts"
    else:
        yield "Players without a file do what they did in the parent, and the dice are the same:"
        yield f"  sits orders new {typed(name)} --as {who} -o changed.orders"
        yield f"  sits play {typed(name)} changed.orders"
    yield f"  sits diff {typed(parent)} {typed(name)}"


def _options(texts: Sequence[str]) -> dict[str, str]:
    pairs = {text: text.partition("=") for text in texts}
    if wrong := [text for text, (name, _, value) in pairs.items() if not (name and value)]:
        raise UnreadableError([f"Option {quoted(text)}: write NAME=VALUE." for text in wrong])
    return {name: value for name, _, value in pairs.values()}
