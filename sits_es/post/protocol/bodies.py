"""What packets say, by kind: the body of each as a value with types. Rule: house, for play by mail."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from sits_es.orders.frame import MOST_LINES
from sits_es.post.protocol.content import (
    Body,
    BranchName,
    Count,
    Hex32,
    Line,
    Lines,
    Name,
    Opened,
    Person,
    Placed,
    Point,
    Role,
    Time,
    Words,
    Written,
)
from sits_es.post.protocol.failures import (
    Box,
    Escrow,
)


class Invited(Body, frozen=True, kw_only=True):
    """A place at the table that somebody is invited to. address: where the invitation goes; may be empty."""

    player: Name
    name: Name
    side: str | None
    role: Role
    address: str


class Invite(Body, frozen=True, kw_only=True):
    """The whole game as it will begin. created, placed: facts as [stored name, data]; host: who invites.

    tickets: SHA-256 of the ticket in each place's own letter, in games whose terms say what happens when people fail.
    """

    created: Written
    placed: tuple[Written, ...]
    places: tuple[Invited, ...]
    host: Person
    tickets: dict[Name, Hex32] | UnsetType = UNSET


class Join(Body, frozen=True, kw_only=True):
    """The answer to an invitation, named by the digest of its packet. ticket: from the letter that it came in."""

    invite: Hex32
    seat: Person
    ticket: Hex32 | UnsetType = UNSET


class Start(Body, frozen=True, kw_only=True):
    """Everybody is here. joins: the answers as they came, signed, so that each player can check them all."""

    invite: Hex32
    people: tuple[Person, ...]
    joins: tuple[str, ...]


class Seals(Placed, frozen=True, kw_only=True):
    """Commitments, one for each exchange named. box: orders and nonces, encrypted to the umpire, in base64.

    In games whose terms say what happens when people fail, for each exchange a box of its own, all of one length: own:
    encrypted to the sender; umpire: to the umpire, where there is one; escrow: under a key shared among the others.
    """

    seals: tuple[Hex32, ...]
    box: str | None = None
    own: tuple[Box, ...] | UnsetType = UNSET
    umpire: tuple[Box, ...] | UnsetType = UNSET
    escrow: tuple[Escrow, ...] | UnsetType = UNSET


class Reveals(Placed, frozen=True, kw_only=True):
    """Opened seals, one for each exchange named.

    answers: for each of them the packets that it answers, by who takes part: the
    digest of the one that holds their seal, or their act.
    """

    orders: tuple[Opened, ...]
    answers: tuple[dict[Name, Hex32], ...]


class Act(Placed, frozen=True, kw_only=True):
    """Orders given in the open, where only some owe any. lines: exactly; seals: that it answers, by who takes part.

    nonce: that opens the sender's own seal, which holds no lines; None where others act as well: until the last of
    them has, nobody's opens.
    """

    lines: Lines
    nonce: Hex32 | None
    seals: dict[Name, Hex32]


class Record(Placed, frozen=True, kw_only=True):
    """Facts that a player enters, proposed or confirmed, for the head that the packet names.

    player: whose they are; lines: exactly; try_: 0 up, so that who writes another in place of one signed before finds
    a smaller digest for it.
    """

    player: Name
    lines: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=MOST_LINES)]
    try_: Annotated[int, Meta(ge=0, le=10**9)] = msgspec.field(default=0, name="try")


class Clock(Placed, frozen=True, kw_only=True):
    """A deadline from an exchange on or, where a player is named, an absence since and until a time. grace: hours."""

    until: Time
    grace: Annotated[int, Meta(ge=0, le=999)] = 0
    player: Name | None = None
    since: Time | None = None


class Default(Placed, frozen=True, kw_only=True):
    """What to do about a player who owes a seal (drift) or a reveal (void, claim). seen: their packets so far."""

    player: Name
    act: Literal["drift", "void", "claim"]
    seen: Annotated[int, Meta(ge=0)]


class Dispute(Placed, frozen=True, kw_only=True):
    """An exchange is doubted. words: why; record: the digest of the one that is refused, where it is about one."""

    words: Words
    record: Hex32 | UnsetType = UNSET


class Ruling(Placed, frozen=True, kw_only=True):
    """A dispute decided, or the signature of one who would have it decided so.

    segments: the exchange within which it goes on record; about_turn, about_segment: the one that was doubted.
    branch: the new branch, where the record is not upheld.

    In games whose terms say what happens when people fail nobody names a branch: its id follows from the ruling. There
    branch and point are the earlier branch to which all go back, and the event of it after which it is played on.
    """

    about_turn: Count
    about_segment: Count
    upheld: bool
    words: Words
    branch: BranchName | None = None
    point: Point | UnsetType = UNSET


class ForkOffer(Placed, frozen=True, kw_only=True):
    """A what-if branch that others may open as well: it leaves `parent` after the event `version` of this digest.

    segments: the exchange that it plays again; name: what it is called; options: what it changes, by name.
    """

    parent: BranchName
    version: Annotated[int, Meta(ge=0)]
    digest: Hex32
    name: Name
    options: Annotated[dict[Name, Name], Meta(max_length=50)]


class EventBundle(Body, frozen=True, kw_only=True):
    """Facts as [stored name, data], from the one after `after` on. why: resolved by the umpire, or to be compared.

    Or, to rebuild a record that was lost: packets, as they were signed, that it follows from.
    """

    after: Annotated[int, Meta(ge=-1)]
    digest: Hex32
    events: tuple[Written, ...]
    why: Literal["resolved", "compare", "rebuild"]
    packets: tuple[str, ...] = ()


class Note(Body, frozen=True, kw_only=True):
    """Words between people. to: a player, or None for everybody.

    box: standing orders as lines, encrypted to the umpire, in base64.
    """

    words: Words
    to: Name | None = None
    box: str | None = None


class Ack(Body, frozen=True, kw_only=True):
    """A receipt. packet: digest of what was received; words: what became of it, for everybody to read.

    box: what its sender alone may read of it, encrypted to them, in base64.
    """

    packet: Hex32
    words: Line
    box: str | None = None
