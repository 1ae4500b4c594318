"""What of the record games by mail need: their letters refer to it, even once they are over."""

from __future__ import annotations

from sits_es.post.desk.desk import Desk
from sits_es.service.names import continuations


def needed_by_mail(desk: Desk) -> set[str]:
    """Streams that are games by mail, what became one by a decision, what these leave, and other players' records."""
    store = desk.session.store
    forks = store.forks()
    found: set[str] = set()
    for seat in desk.journal.seats():
        found |= {seat.game, seat.branch, *continuations(seat.game, forks)}
    for stream in [name for name in found if store.knows(name)]:
        found |= {name for name, _ in store.line(stream)}
    return found | {each.stream for each in store.streams() if desk.foreign(each.stream) is not None}
