"""Streams of a game that are carried together: a branch with all that it comes from, or all branches."""

from __future__ import annotations

from sits_es.game.events import GameForked
from sits_es.service.session import Session
from sits_es.store import Branch
from sits_es.store.bundle import CarriedStream


def line_of(session: Session, branch: str, size: int = 0) -> list[CarriedStream]:
    """A branch and what it comes from, oldest first, each as far as the branch shares it, without its first events."""
    found = []
    for span in session.store.spans(branch):
        upto = session.head(branch).version if span.upto is None else span.upto
        if upto >= size:
            found.append(_stream(session, span.stream, max(span.after, size - 1), upto))
    return found


def line_with_dice(session: Session, branch: str) -> list[CarriedStream]:
    """The same, but all that there is of the games which a what-if leaves: its dice are theirs, as far as they came."""
    opened = (each.event for each in session.store.openings(branch).values())
    if not any(isinstance(fact, GameForked) and fact.what_if for fact in opened):
        return line_of(session, branch)
    ends = {each.stream: each for each in session.store.streams()}
    names = [name for name, _ in session.store.line(branch)][::-1]
    return [_stream(session, name, _after(ends[name]), ends[name].head) for name in names]


def all_of(session: Session, branch: str) -> list[CarriedStream]:
    """All branches of a game, each with its own events. What an event is need not be known here."""
    root = session.store.line(branch)[-1][0]
    found, ends = [root], {each.stream: each for each in session.store.streams()}
    for child, parent in session.store.forks():
        if parent in found:
            found.append(child)
    return [_stream(session, each.stream, _after(each), each.head) for each in (ends[name] for name in found)]


def _after(branch: Branch) -> int:
    """The last event of a branch that is not its own."""
    return -1 if branch.at_version is None else branch.at_version


def _stream(session: Session, name: str, after: int, upto: int) -> CarriedStream:
    store = session.store
    line = store.line(name)
    parent = line[1][0] if len(line) > 1 else None
    at = line[0][1] if parent is not None else None
    return CarriedStream(
        stream=name,
        parent=parent,
        at_version=at,
        at_digest=None if at is None else store.digest_at(name, at),
        after=after,
        after_digest=(store.digest_at(name, after) or "") if after >= 0 else "0" * 64,
        head=upto,
        digest=store.digest_at(name, upto) or "",
    )
