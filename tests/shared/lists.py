"""Asking a program to go on without somebody, where no letters are written: packets travel by hand."""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.post import signing
from sits_es.post.notice import note_notice
from sits_es.post.replica import Replica


def letters_gone(replica: Replica) -> None:
    """As if the letters to all with whom one is about to go on no more were written now."""
    for player in replica.chain().game.people:
        note_notice(replica, player)


def go_on_without(replica: Replica, players: Sequence[str] = ()) -> str:
    """Ask, and let the letters go at once; what is said."""
    said = signing.go_on_without(replica, players)
    letters_gone(replica)
    return said
