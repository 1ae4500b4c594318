"""Notice to those whom one would go on without: they get everything of the exchange again, and then the grace anew.

The grace runs from when the letters to all of them were written: whose letters can't go signs nothing. Rule: house, for
play by mail.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from attrs import frozen

from sits_es.post.desk.outages import after_an_outage, back_since
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.parts import What
from sits_es.post.replica import Replica

_KINDS: tuple[What, ...] = ("seal", "reveal", "record")


@frozen(kw_only=True)
class Notice:
    """Whom one's program was asked to go on without. since: when the last letter was written; left: who has none yet.

    Neither where one's person took that back.
    """

    players: tuple[str, ...]
    since: str | None = None
    left: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it was not taken back."""
        return self.since is not None or bool(self.left)


def notice_of(replica: Replica, what: What, players: Sequence[str]) -> Notice | None:
    """The notice that was given to these players, and maybe to others, in the exchange at hand."""
    found = _read(replica.desk.journal.kept(_name(replica, what)))
    return found if found is not None and set(players) <= set(found.players) else None


def give_notice(replica: Replica, what: What, players: Sequence[str]) -> None:
    """Let letters with everything of the exchange at hand go to players; who has no address is waited for no longer."""
    addresses = replica.desk.journal.addresses(replica.game)
    left = tuple(player for player in players if addresses.get(player))
    _keep(replica, what, Notice(players=tuple(players), since=None if left else _now(replica), left=left))


def take_back_notice(replica: Replica, what: What, players: Sequence[str]) -> None:
    """Note that one's person does not ask for it any more."""
    _keep(replica, what, Notice(players=tuple(players)))


def over_at(replica: Replica, notice: Notice | None) -> datetime | None:
    """When those who were given notice have had the grace anew, outages aside; None while a letter has not gone."""
    terms = replica.chain().terms
    if terms is None or notice is None or notice.since is None or notice.left:
        return None
    until = read_time(notice.since) + timedelta(hours=terms.grace)
    return after_an_outage(until, back_since(replica.desk))


def is_owed_notice(replica: Replica, reader: str) -> bool:
    """Whether the next letter to a reader carries everything of the exchange at hand, whatever they may have of it."""
    return any(reader in notice.left for _, notice in _given(replica))


def note_notice(replica: Replica, reader: str) -> None:
    """Note that a letter with everything of the exchange at hand has gone to a reader."""
    for what, notice in _given(replica):
        if reader in notice.left:
            left = tuple(player for player in notice.left if player != reader)
            _keep(replica, what, Notice(players=notice.players, since=None if left else _now(replica), left=left))


def _given(replica: Replica) -> Iterator[tuple[What, Notice]]:
    for what in _KINDS:
        notice = _read(replica.desk.journal.kept(_name(replica, what)))
        if notice is not None:
            yield what, notice


def _read(kept: str | None) -> Notice | None:
    if not kept:
        return None
    found: dict[str, Any] = json.loads(kept)
    return Notice(players=tuple(found["players"]), since=found["since"], left=tuple(found["left"]))


def _keep(replica: Replica, what: What, notice: Notice) -> None:
    kept = {"since": notice.since, "players": list(notice.players), "left": list(notice.left)}
    replica.desk.journal.keep(_name(replica, what), json.dumps(kept))


def _now(replica: Replica) -> str:
    return write_time(read_time(replica.desk.clock()))


def _name(replica: Replica, what: What) -> str:
    return f"without {replica.chain().name} {replica.chain().head.version} {what}"
