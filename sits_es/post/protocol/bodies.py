"""What packets say, by kind: the body of each as a value with types. Rule: house, for play by mail."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.orders.frame import MOST_LINES
from sits_es.rules.moments import Moment
from sits_es.sentences import counted

Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Meta(ge=1, le=9999)]
Time = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\dZ$")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Words = Annotated[str, Meta(max_length=20000)]
Line = Annotated[str, Meta(max_length=2000)]
#: One player's orders for an exchange: no more lines than a file of them has.
Lines = Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)]
Role = Literal["player", "umpire", "spectator"]

#: A fact as a packet carries it: its stored name with the version in which its game writes it, and its data.
Written = tuple[str, dict[str, Any]]
#: Reads one. Raises UnreadableError.
ReadFact = Callable[[Sequence[Any]], Event]


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of all bodies. mark: of the game, once it has begun, so that no packet counts in another."""

    mark: Hex32 | None = None


class Placed(Body, frozen=True, kw_only=True):
    """A body that names exchanges of one turn. segments: in order, each once."""

    turn: Count
    segments: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=64)]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The exchanges it names."""
        return tuple(Moment(self.turn, segment) for segment in self.segments)

    @property
    def moment(self) -> Moment:
        """The first exchange it names; of most kinds the only one."""
        return self.moments[0]


class Person(Body, frozen=True, kw_only=True):
    """Somebody at the table. key: public, hexadecimal; address: where their mail goes."""

    player: Name
    name: Name
    side: str | None
    role: Role
    key: Hex32
    address: str


class Invited(Body, frozen=True, kw_only=True):
    """A place at the table that somebody is invited to. address: where the invitation goes; may be empty."""

    player: Name
    name: Name
    side: str | None
    role: Role
    address: str


class Invite(Body, frozen=True, kw_only=True):
    """The whole game as it will begin. created, placed: facts as [stored name, data]; host: who invites."""

    created: Written
    placed: tuple[Written, ...]
    places: tuple[Invited, ...]
    host: Person


class Join(Body, frozen=True, kw_only=True):
    """The answer to an invitation, named by the digest of its packet."""

    invite: Hex32
    seat: Person


class Start(Body, frozen=True, kw_only=True):
    """Everybody is here. joins: the answers as they came, signed, so that each player can check them all."""

    invite: Hex32
    people: tuple[Person, ...]
    joins: tuple[str, ...]


class Seals(Placed, frozen=True, kw_only=True):
    """Commitments, one for each exchange named. box: orders and nonces, encrypted to the umpire, in base64."""

    seals: tuple[Hex32, ...]
    box: str | None = None


class Opened(Body, frozen=True, kw_only=True):
    """What was sealed for one exchange. lines: exactly; nonce: hexadecimal."""

    lines: Lines
    nonce: Hex32


class Reveals(Placed, frozen=True, kw_only=True):
    """Opened seals, one for each exchange named.

    answers: in games of the second protocol, for each of them the packets that it answers, by who takes part: the
    digest of the one that holds their seal, or their act.
    """

    orders: tuple[Opened, ...]
    answers: tuple[dict[Name, Hex32], ...] | UnsetType = UNSET


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
    """

    about_turn: Count
    about_segment: Count
    upheld: bool
    words: Words
    branch: Name | None = None


class ForkOffer(Placed, frozen=True, kw_only=True):
    """A what-if branch that others may open as well: it leaves `parent` after the event `version` of this digest.

    segments: the exchange that it plays again; name: what it is called; options: what it changes, by name.
    """

    parent: Name
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
}

B = TypeVar("B", bound=Body)


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
    answers = body.answers if isinstance(body, Reveals) else UNSET
    if isinstance(body, Placed) and answers is not UNSET and len(answers) != len(body.segments):
        raise UnreadableError(f"The {kind} names {counted(len(body.segments), 'segment')} and answers {len(answers)}.")
    if isinstance(body, Act | Record) and len(body.segments) != 1:
        raise UnreadableError(f"The {kind} names {counted(len(body.segments), 'segment')}; it is for one.")
    return body


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
