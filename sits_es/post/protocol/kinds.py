"""Which body belongs to which kind of packet, and how one is read and written. Rule: house, for play by mail."""

from __future__ import annotations

from calendar import monthrange
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET

from sits_es.errors import UnreadableError
from sits_es.mail.packet import Packet, Signed
from sits_es.post.protocol.bodies import (
    Ack,
    Act,
    Clock,
    Default,
    Dispute,
    EventBundle,
    ForkOffer,
    Invite,
    Join,
    Note,
    Record,
    Reveals,
    Ruling,
    Seals,
    Start,
)
from sits_es.post.protocol.content import OWN, Body, Placed
from sits_es.post.protocol.failures import (
    Behind,
    Declined,
    Forfeit,
    Readmission,
    Reseat,
    Resignation,
    Share,
    StandingOrders,
    Succession,
    Without,
)
from sits_es.sentences import counted

#: The body of each kind of packet.
KINDS: dict[str, type[Body]] = {
    "invite": Invite,
    "join": Join,
    "start": Start,
    "seal": Seals,
    "reveal": Reveals,
    "deadline": Clock,
    "default": Default,
    "dispute": Dispute,
    "ruling": Ruling,
    "fork-offer": ForkOffer,
    "bundle": EventBundle,
    "note": Note,
    "ack": Ack,
    "act": Act,
    "record": Record,
    "without": Without,
    "share": Share,
    "resign": Resignation,
    "forfeit": Forfeit,
    "reseat": Reseat,
    "readmit": Readmission,
    "succession": Succession,
    "decline": Declined,
    "standing": StandingOrders,
    "behind": Behind,
}

B = TypeVar("B", bound=Body)

#: Packets up to so many bytes are kept as they were read, and how many of them.
_SHORT: Final = 16 * 1024
_KEPT: Final = 4096


def read_body(kind: str, data: dict[str, Any]) -> Body:
    """The body of a packet. Raises UnreadableError saying what is wrong and where."""
    if kind not in KINDS:
        raise UnreadableError(f"This program does not know what to do with a packet of the kind {kind}.")
    try:
        body = msgspec.convert(data, type=KINDS[kind])
    except msgspec.ValidationError as fault:
        raise UnreadableError(f"The {kind} cannot be read: {fault}.") from fault
    if isinstance(body, Placed) and list(body.segments) != sorted(set(body.segments)):
        raise UnreadableError(f"The {kind} does not name its segments in order, each once.")
    pairs = body.seals if isinstance(body, Seals) else body.orders if isinstance(body, Reveals) else None
    if isinstance(body, Placed) and pairs is not None and len(pairs) != len(body.segments):
        raise UnreadableError(f"The {kind} names {counted(len(body.segments), 'segment')} and holds {len(pairs)}.")
    if isinstance(body, Seals) and any(
        boxes is not UNSET and len(boxes) != len(body.segments) for boxes in (body.own, body.umpire, body.escrow)
    ):
        raise UnreadableError(
            f"The {kind} names {counted(len(body.segments), 'segment')} and has another number of boxes."
        )
    if isinstance(body, Reveals) and len(body.answers) != len(body.segments):
        named = counted(len(body.segments), "segment")
        raise UnreadableError(f"The {kind} names {named} and answers {len(body.answers)}.")
    if isinstance(body, Act | Record | Without | Share) and len(body.segments) != 1:
        raise UnreadableError(f"The {kind} names {counted(len(body.segments), 'segment')}; it is for one.")
    return body


def content_of(signed: Signed) -> Body:
    """What a packet says. Raises UnreadableError saying what is wrong and where.

    A short one that was read already is not read again: the same packets are looked at from every side.
    """
    return (_read_once if len(signed.bytes) <= _SHORT else _read)(signed)


def _read(signed: Signed) -> Body:
    return read_body(signed.packet.kind, signed.packet.body)


_read_once = lru_cache(maxsize=_KEPT)(_read)


def is_a_time(text: str) -> bool:
    """Whether a Time names a minute that there is."""
    if not text.isascii():
        return False
    year, month, day, hour, minute = (int(text[at : at + (4 if at == 0 else 2)]) for at in (0, 5, 8, 11, 14))
    return year > 0 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] and hour < 24 and minute < 60


_NAMES = {body: kind for kind, body in KINDS.items()}


def kind_of(body: Body) -> str:
    """The kind of packet that holds a body."""
    return _NAMES[type(body)]


def as_data(body: Body) -> dict[str, Any]:
    """A body as plain JSON."""
    data: dict[str, Any] = msgspec.to_builtins(body)
    return msgspec.json.decode(msgspec.json.encode(data), type=dict[str, Any])


def said(body: Body) -> dict[str, Any]:
    """What a body says as plain JSON, without what is its sender's own: alike for all who sign the same."""
    return {name: value for name, value in as_data(body).items() if name not in OWN}


def body_of(signed: Signed | None) -> Body | None:
    """What a packet says; None where there is none, or where it cannot be read and only took its number."""
    if signed is None:
        return None
    try:
        return content_of(signed)
    except UnreadableError:
        return None


def taken_by(signed: Signed, player: str) -> tuple[int, str] | None:
    """Number and digest of the last packet of a player that the sender of another had taken; None where it names none.

    Nor does one that cannot be read, and only took its number.
    """
    body = body_of(signed)
    return None if body is None or body.taken is UNSET else body.taken.get(player)


def says_the_same(packet: Packet, body: Body) -> bool:
    """Whether a packet says what a body says, but for what is its sender's own."""
    return packet.kind == kind_of(body) and said(read_body(packet.kind, packet.body)) == said(body)
