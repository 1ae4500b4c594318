"""Things to do that the protocol comes to, as values. A replica does them, in the order in which they are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.mail.packet import LastEvent
from sits_es.post.protocol.content import Body, Opened
from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class Post:
    """Sign this and send it. head: the event that it answers, where that is not the record's last."""

    body: Body
    head: LastEvent | None = None


@frozen(kw_only=True)
class SealOrders:
    """Seal lines for exchanges of one turn, with new nonces, and send the seals."""

    orders: Mapping[Moment, tuple[str, ...]] = field(repr=False)


@frozen(kw_only=True)
class GoOnWithout:
    """Sign that an exchange goes on without players. head: the exchange's; what: of theirs is missing.

    branch: where a reveal is missing, the one that follows, in which lines, which one has revealed, are sealed again;
    opened: one's own seal of the exchange, where one has not revealed it and signs as the last one.
    """

    moment: Moment
    head: LastEvent
    what: Literal["seal", "reveal", "record"]
    players: tuple[str, ...]
    branch: str | None = None
    lines: tuple[str, ...] = field(default=(), repr=False)
    opened: Opened | None = field(default=None, repr=False)


@frozen(kw_only=True)
class Append:
    """Write facts at the end of the record, all or none. after: the last event that their writer knew.

    fold: the game after them; command: what they follow from.
    """

    after: int
    facts: tuple[Event, ...]
    fold: Fold = field(repr=False, eq=False)
    command: bytes


@frozen(kw_only=True)
class OpenBranch:
    """Open a branch that leaves `parent` after one of its events, and write its first facts, all or none.

    whose: whose record it is, where it is kept to be compared and never played.
    """

    name: str
    parent: str
    after: int
    facts: tuple[Event, ...]
    whose: str | None = None


@frozen
class ChangeBranch:
    """From here on this branch is the game."""

    name: str


@frozen(kw_only=True)
class Tell:
    """Write a line for people. kind: of line, such as difference."""

    kind: str
    words: str


Errand = Post | SealOrders | GoOnWithout | Append | OpenBranch | ChangeBranch | Tell
