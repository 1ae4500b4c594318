"""Packets: what one program tells all others, signed. Each kind is a class, and nothing else is read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.rules.moments import Moment

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Key = Digest
Signature = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Branch = Annotated[str, Meta(min_length=1, max_length=300)]
Whole = Annotated[int, Meta(ge=0, le=(1 << 53) - 1)]
#: Most lines of an exchange's orders, and most characters of each.
MOST_LINES, MOST_LETTERS = 2000, 2000
Lines = Annotated[tuple[Annotated[str, Meta(max_length=MOST_LETTERS)], ...], Meta(max_length=MOST_LINES)]
Words = Annotated[str, Meta(max_length=20_000)]
#: Base64 of something encrypted.
Encrypted = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]*={0,2}\Z", max_length=200_000)]

#: Whether the owner of a public key signed a message. Key and signature are hexadecimal.
Verify = Callable[[str, bytes, str], bool]

AnyPart = TypeVar("AnyPart", bound=Struct)

_PACKET: Final = b"sits-es/packet/2"
_DECISION: Final = b"sits-es/decision/1"
_WRITER: Final = msgspec.json.Encoder(order="sorted")
#: Most bytes of a packet as it travels.
MOST_BYTES: Final = 1 << 20


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Part of what travels: frozen, read strictly, with one form for one content."""


class Content(Part, frozen=True, kw_only=True, tag_field="kind"):
    """A part that says what it is."""

    @property
    def kind(self) -> str:
        """Its kind in a word; for a decision the same as in `sits propose`."""
        return str(self.__struct_config__.tag)


class Has(Part, frozen=True, kw_only=True):
    """The last entry that somebody holds: its epoch, its number and its digest."""

    epoch: Whole
    n: Whole
    digest: Digest


class Escrow(Part, frozen=True, kw_only=True):
    """The key of a seal's box, shared. digests: of the holders' shares; rest: the key, mixed with all shares."""

    rest: Digest
    digests: dict[Name, Digest]


class Seal(Content, frozen=True, kw_only=True, tag="seal"):
    """Orders and a nonce, committed to for one exchange and cast. box: both, encrypted with a key its author knows.

    keeper_key: lets a reading keeper find that key; keeper_seal: commitment of the keeper's own seal, which came first;
    seat: of the player without a program for whom a keeper seals; mail: digest of that player's mail, keyed with the
    nonce.
    """

    exchange: Moment
    cast: Digest
    commitment: Digest
    box: Encrypted = ""
    escrow: Escrow | None = None
    keeper_key: Digest | None = None
    keeper_seal: Digest | None = None
    seat: Name | None = None
    mail: Digest | None = None


class Opening(Part, frozen=True, kw_only=True):
    """What a seal holds: orders as lines, and the nonce. bound: nonce of the seal whose lines it must repeat."""

    lines: Lines
    nonce: Digest
    bound: Digest | None = None


class Open(Content, frozen=True, kw_only=True, tag="open"):
    """The author opens a seal of a fixed set. set: its digest."""

    set: Digest
    opening: Opening


class Act(Content, frozen=True, kw_only=True, tag="act"):
    """Orders of the player who acts alone, in the open. set: digest without them; seat, mail: as in a seal."""

    set: Digest
    lines: Lines
    seat: Name | None = None
    mail: Digest | None = None


class Share(Content, frozen=True, kw_only=True, tag="share"):
    """A holder releases a share of a seal's escrow. set: digest of the fixed set; of: whose seal."""

    set: Digest
    of: Name
    share: Digest


class Without(Content, frozen=True, kw_only=True, tag="without"):
    """Go on without a player whose seal, act or opening is missing."""

    player: Name
    missing: Literal["seal", "act", "open"]


class Deadline(Content, frozen=True, kw_only=True, tag="deadline"):
    """Hours for an exchange. scope: this exchange, the rest of this turn, or every exchange from now on."""

    hours: Annotated[int, Meta(ge=1, le=9999)]
    scope: Literal["exchange", "turn", "always"]


class Absence(Content, frozen=True, kw_only=True, tag="absence"):
    """A player is not due before a time. until: UTC minutes."""

    player: Name
    until: Whole


class Ruling(Content, frozen=True, kw_only=True, tag="ruling"):
    """A dispute is decided and the record upheld. about: the exchange that it was about."""

    about: Moment
    words: Words


class Enter(Content, frozen=True, kw_only=True, tag="enter"):
    """Facts that people enter, one a line, for a player."""

    player: Name
    lines: Lines


class Readmit(Content, frozen=True, kw_only=True, tag="readmit"):
    """A player who is out takes part again."""

    player: Name


class End(Content, frozen=True, kw_only=True, tag="end"):
    """The game is over. winner: a side, or None."""

    winner: Name | None
    words: Words = ""


class NewKeeper(Content, frozen=True, kw_only=True, tag="keeper"):
    """A person who plays no side keeps the log from the next epoch on. reads: whether they open all seals."""

    id: Name
    name: Name
    key: Key
    reads: bool = False
    address: Words = ""


class Rewind(Content, frozen=True, kw_only=True, tag="rewind"):
    """Go back to an exchange of this branch, or on with another branch. of: that branch, None for this one."""

    to: Moment
    of: Branch | None = None
    words: Words = ""


class Reseat(Content, frozen=True, kw_only=True, tag="reseat"):
    """A seat has a new key, and perhaps another person. key: the new one; address: where their letters go."""

    player: Name
    key: Key
    name: Name | None = None
    recovery: Key | None = None
    address: Words = ""


Decision = Without | Deadline | Absence | Ruling | Enter | Readmit | End | NewKeeper | Rewind | Reseat


class Hand(Part, frozen=True, kw_only=True):
    """The exchange at hand with its cast, which some decisions are about."""

    branch: Branch
    exchange: Moment
    cast: Digest


class Decide(Content, frozen=True, kw_only=True, tag="decide"):
    """A signature under a decision. hand: for `without` and `enter`; number: random, for all others."""

    decision: Decision
    hand: Hand | None = None
    number: Digest | None = None

    @property
    def digest(self) -> str:
        """The decision's name: all who sign the same decision sign the same digest."""
        return hashlib.sha256(_DECISION + write_part(self)).hexdigest()


class Standing(Content, frozen=True, kw_only=True, tag="standing"):
    """Orders in force whenever a seal is missing, visible to all. number: counts up."""

    number: Whole
    lines: Lines


class Resign(Content, frozen=True, kw_only=True, tag="resign"):
    """The author leaves the game."""


class WhatIf(Part, frozen=True, kw_only=True):
    """A what-if branch that all can open: where it leaves the record, and the options it changes."""

    name: Branch
    parent: Branch
    at_version: Whole
    at_digest: Digest
    exchange: Moment
    options: dict[Name, Annotated[str, Meta(max_length=200)]] = {}


class Note(Content, frozen=True, kw_only=True, tag="note"):
    """Words to all, or to one person in a box. about: a disputed exchange; offer: a what-if for all to open."""

    words: Words = ""
    to: Name | None = None
    box: Encrypted = ""
    about: Moment | None = None
    offer: WhatIf | None = None


class Next(Content, frozen=True, kw_only=True, tag="next"):
    """I want the keeper of an epoch, and my log ends in `head`."""

    epoch: Whole
    head: Has


#: Bytes of orders in a box, where the terms do not say.
USUAL_BOX: Final = 1024


class Terms(Part, frozen=True, kw_only=True):
    """What all agree to by joining. hours: for an exchange; grace: hours after them; box: bytes of orders in a box.

    escrow: holders of shares can open; reads: the neutral keeper opens; reveal: a run's seals open together, or one by
    one; rules: who rules; confirm: key words are compared first; spectators: exchanges by which their reports are late.
    """

    hours: Annotated[int, Meta(ge=1, le=9999)] = 7 * 24
    grace: Annotated[int, Meta(ge=0, le=999)] = 48
    escrow: bool = False
    box: Annotated[int, Meta(ge=512, le=65536)] = USUAL_BOX
    reads: bool = False
    reveal: Literal["segment", "run"] = "segment"
    rules: Literal["all", "keeper"] = "all"
    confirm: bool = False
    spectators: Annotated[int, Meta(ge=0, le=9999)] = 0

    def __post_init__(self) -> None:
        # what is left out when written is the default itself, not a number that equals it
        if self.box == USUAL_BOX:
            force_setattr(self, "box", USUAL_BOX)


class Place(Part, frozen=True, kw_only=True):
    """A seat on offer. ticket: SHA-256 of the secret in its letter; mailbox: a reading keeper seals for it."""

    id: Name
    name: Name
    role: Literal["player", "keeper", "spectator"] = "player"
    side: Name | None = None
    mailbox: bool = False
    ticket: Digest | None = None

    @property
    def joins(self) -> bool:
        """Whether it has a program, which must answer before the game begins."""
        return not self.mailbox and self.role != "spectator"


class Invite(Content, frozen=True, kw_only=True, tag="invite"):
    """The offer of a game: terms, seats, first facts. number: random, so that no two games have one digest."""

    number: Digest
    terms: Terms
    seats: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=60)]
    facts: tuple[dict[str, Any], ...]


class Join(Content, frozen=True, kw_only=True, tag="join"):
    """Somebody takes a seat. ticket: the secret from its letter; recovery: a key kept elsewhere, to name another."""

    ticket: Words
    name: Name
    address: Words = ""
    recovery: Key | None = None


class Decline(Content, frozen=True, kw_only=True, tag="decline"):
    """Somebody declines a seat."""

    ticket: Words
    words: Words = ""


class Ask(Content, frozen=True, kw_only=True, tag="ask"):
    """I lack what comes after the entry that this packet names. Never logged. number: random, to ask again."""

    number: Whole = 0


class Holds(Content, frozen=True, kw_only=True, tag="holds"):
    """How far my log goes; it heads a letter. known: last entry of each reader; answers: questions that it answers."""

    known: dict[Name, Whole] = {}
    answers: Annotated[tuple[Digest, ...], Meta(max_length=60)] = ()


Body = Seal | Open | Act | Share | Decide | Standing | Resign | Note | Next | Ask | Holds | Invite | Join | Decline


class Packet(Part, frozen=True, kw_only=True):
    """What one seat tells all. has: last entry that its author holds; game: digest of founding entry or invitation."""

    game: Digest | None
    by: Name
    has: Has | None
    body: Body


class Signed(Part, frozen=True, kw_only=True, dict=True):
    """A packet as it travels, with its signature. key: the signer's."""

    packet: Packet
    key: Key
    signature: Signature

    @cached_property
    def digest(self) -> str:
        """The packet's name. The same content signed by somebody else is another packet."""
        return hashlib.sha256(_PACKET + _WRITER.encode([self.packet, self.key])).hexdigest()

    @property
    def body(self) -> Body:
        """What it says."""
        return self.packet.body

    @property
    def by(self) -> str:
        """Whom it says it is from."""
        return self.packet.by


def message(packet: Packet) -> bytes:
    """What the author of a packet signs."""
    return _PACKET + write_part(packet)


def write_part(part: Struct) -> bytes:
    """A part as it travels: canonical JSON."""
    return _WRITER.encode(part)


def read_part(content: bytes, kind: type[AnyPart], name: str, most: int = MOST_BYTES) -> AnyPart:
    """Read canonical JSON as a part of a kind. name: what refusals call it; most: bytes. Raises UnreadableError."""
    if len(content) > most:
        raise UnreadableError(f"The {name} has {len(content)} bytes; it may have at most {most}.")
    try:
        part = msgspec.json.decode(content, type=kind)
        is_canonical = canonical(msgspec.to_builtins(part)) == content
    except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError) as fault:
        raise UnreadableError(f"The {name} cannot be read: {fault}.") from None
    if not is_canonical:
        raise UnreadableError(f"The {name} is not in canonical form, so no signature can match it.")
    return part
