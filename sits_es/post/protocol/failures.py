"""What packets say when people fail: without, shares of an escrow, resigning, seats with a new key, and the rest.

Only games whose terms name them (`Terms`) know these. Rule: house, for play by mail.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from sits_es.post.protocol.content import Body, Hex32, Lines, Name, Named, Opened, Person, Placed, Words

#: Something encrypted, in base64; all boxes of one kind in a game are of one length.
Box = Annotated[str, Meta(max_length=400_000, pattern=r"^[A-Za-z0-9+/]*=*\Z")]


class Escrow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seal's orders and nonce once more, under a key of which each holder has a share.

    box: encrypted with that key; shares: each encrypted to its holder, by holder; digests: SHA-256 of each share.
    """

    box: Box
    shares: dict[Name, Box]
    digests: dict[Name, Hex32]


class Without(Placed, frozen=True, kw_only=True):
    """One exchange goes on without those whose seal or, once all seals are there, whose reveal is missing.

    The packet's head is the exchange's. what: is missing (record: a signature under facts that are entered there);
    players: exactly those, by id. Where a reveal is missing, what follows is of the branch before the exchange that
    this opens. seal: a commitment there, to the lines that its
    signer has revealed and a new nonce; own, escrow: as of any seal. opened: what its signer sealed for the exchange,
    where they sign as the last one and a list of missing seals of theirs keeps them from revealing it.
    """

    what: Literal["seal", "reveal", "record"]
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=60)]
    seal: Hex32 | UnsetType = UNSET
    own: Box | UnsetType = UNSET
    escrow: Escrow | UnsetType = UNSET
    opened: Opened | UnsetType = UNSET


class Share(Placed, frozen=True, kw_only=True):
    """A holder's share of the key to somebody's seal, whose reveal is missing after the deadline.

    of: who sealed; packet: digest of the packet with the seal; share: 32 bytes, in hexadecimal; answers: the packets
    that all who take part are seen to answer, as a reveal names them.
    """

    of: Name
    packet: Hex32
    share: Hex32
    answers: dict[Name, Hex32]


class Resignation(Body, frozen=True, kw_only=True):
    """Its sender resigns: at the first exchange for which no seal of theirs holds. words: for the others."""

    words: Words = ""


class Forfeit(Placed, frozen=True, kw_only=True):
    """Of two peers one offers the end of the game, as the other has missed a deadline. A statement, signed by one.

    player: who missed it; what: is missing; taken (of the body) says what was received of them.
    """

    player: Name
    what: Literal["seal", "reveal", "orders", "record"]
    words: Words = ""


class Reseat(Placed, frozen=True, kw_only=True):
    """A seat gets a new key or person between two exchanges. last: the last packet of the old key that counts."""

    player: Name
    seat: Person
    last: Named


class Readmission(Placed, frozen=True, kw_only=True):
    """A player who is out takes part again, once all others who are in have signed it."""

    player: Name


class Succession(Placed, frozen=True, kw_only=True):
    """All players go on without an umpire who is silent. umpire: the old one; new: another, None: as peers."""

    umpire: Name
    new: Name | None = None


class Declined(Body, frozen=True, kw_only=True):
    """Somebody who is invited does not play. invite: digest of the invitation; ticket: of the letter it came in."""

    invite: Hex32
    ticket: Hex32 | None = None
    key: Hex32
    words: Words = ""


class StandingOrders(Body, frozen=True, kw_only=True):
    """Orders that stand on record for all to see: who is gone on without follows them. Empty: their units drift."""

    lines: Lines


class Behind(Body, frozen=True, kw_only=True):
    """Its sender's folder is an older copy, and asks for what it lacks. It takes no number.

    has: the last packet that is there of each person, their own too, by who sent it.
    """

    has: dict[Name, Named]
