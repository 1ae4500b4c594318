"""Games put aside from the list, and names of the player's own. Nothing of it is on record, and nobody else is told."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.errors import NotAllowedError
from sits_es.orders.names import problem_of_new, same
from sits_es.sentences import typed
from sits_es.service.session import Session
from sits_es.store.sqlite.game_list import call, put_aside


def hidden(session: Session) -> frozenset[str]:
    """The streams that are put aside, each with the branches that leave it."""
    listed = session.own.listed
    return listed.hidden(session.store.forks()) if listed.aside else frozenset()


def archive(session: Session, game: str) -> Iterator[str]:
    """Put a game aside from the list, with what leaves it. What was done, in words."""
    stream = session.must_know(game)
    if stream in hidden(session):
        yield f"{game} is put aside already."
        return
    put_aside(session.folder, stream)
    yield f"{game} is put aside, with all branches that leave it. It can be read as before."
    yield f"To put it back into the list: sits games restore {typed(game)}"


def put_back(session: Session, game: str) -> str:
    """Put a game back into the list; what was done, in words. Raises NotAllowedError for one that its parent hides."""
    stream = session.must_know(game)
    if stream not in hidden(session):
        return f"{game} is not put aside."
    if stream not in session.own.listed.aside:
        aside = next(name for name, _ in session.store.line(stream) if name in session.own.listed.aside)
        raise NotAllowedError(
            f"{game} leaves {aside}, which is put aside with all its branches. Put that one back: "
            f"sits games restore {typed(aside)}"
        )
    put_aside(session.folder, stream, away=False)
    return f"{game} is in the list again."


def rename(session: Session, old: str, new: str) -> Iterator[str]:
    """Call a game otherwise here. What that means, in words.

    Raises NotAllowedError for a name that no game can have, or that another one has, be it in other capitals.
    """
    stream = session.must_know(old)
    if new == stream:
        call(session.folder, stream, None, session.names())
        yield f"{stream} is called as it is on record."
        return
    if problem := problem_of_new(new):
        raise NotAllowedError(f"{problem} Choose another name for the game.")
    others = [name for name in session.own.taken() if name != session.own.name(stream)]
    if (taken := same(new, others)) is not None:
        raise NotAllowedError(f"There is already a game {taken}. Choose another name, or see: sits show {typed(taken)}")
    if (label := session.own.meant(new)) != new and label != stream:
        root = session.created(label).game
        raise NotAllowedError(f"{new} is what a branch of {root} is called. Choose another name.")
    call(session.folder, stream, new, session.names())
    yield f"{stream} is called {new} here, and nowhere else: nothing on record was changed."
    yield f"In order files, letters and checkpoints it stays {stream}. That name goes on finding it, and no other"
    yield f"game can have it. To take the new name away: sits games rename {typed(new)} {typed(stream)}"
