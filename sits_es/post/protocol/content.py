"""What bodies of packets are made of: their base, exchanges that they name, people, and texts of limited length.

Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from sits_es.events import Event
from sits_es.orders.frame import MOST_LINES
from sits_es.rules.moments import Moment

Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Count = Annotated[int, Meta(ge=1, le=9999)]
Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}Z\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
#: The id of a branch: nine letters more than its parent's. As long as a packet's branch can be.
BranchName = Annotated[str, Meta(min_length=1, max_length=300)]
#: An event of a branch: its version, and the digest of the record up to and with it.
Point = tuple[Annotated[int, Meta(ge=0)], Hex32]
Words = Annotated[str, Meta(max_length=20000)]
Line = Annotated[str, Meta(max_length=2000)]
#: One player's orders for an exchange: no more lines than a file of them has.
Lines = Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)]
Role = Literal["player", "umpire", "spectator"]

#: A fact as a packet carries it: its stored name with the version in which its game writes it, and its data.
Written = tuple[str, dict[str, Any]]
#: Reads one. Raises UnreadableError.
ReadFact = Callable[[Sequence[Any]], Event]


#: A packet of somebody's: its number among theirs, and its digest.
Named = tuple[Annotated[int, Meta(ge=1)], Hex32]


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of all bodies. mark: of the game, once it has begun, so that no packet counts in another.

    In games whose terms say what happens when people fail (`Terms`), also, once the game has begun, previous: the
    digest of its sender's packet before it; taken: the last packet that its sender has taken from each other person,
    by who sent it, where there is one; at: the sender's clock, UTC, which never goes back within one sender's packets.
    """

    mark: Hex32 | None = None
    previous: Hex32 | UnsetType = UNSET
    taken: dict[Name, Named] | UnsetType = UNSET
    at: Time | UnsetType = UNSET


#: What in a body is its sender's own, and no part of what is signed together with others.
OWN: Final = ("mark", "previous", "taken", "at", "seen")


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


class Opened(Body, frozen=True, kw_only=True):
    """What was sealed for one exchange. lines: exactly; nonce: hexadecimal."""

    lines: Lines
    nonce: Hex32
