"""What the entries of a log add up to: the game under it, seats, keepers, exchanges, and decisions under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from attrs import evolve, frozen
from msgspec import Struct
from msgspec.structs import replace

from sits_es.post.log import packets
from sits_es.post.log.entries import Link
from sits_es.post.log.packets import Decide, Hand, Opening, Seal, Signed, Terms
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed

_MINUTES: Final = 60
#: Scopes of decided hours; the narrowest one counts.
_SCOPES: Final = ("exchange", "turn", "always")

#: Decisions that leave a fact on record. The others change only the log.
OnRecord = packets.Ruling | packets.Enter | packets.Readmit | packets.End | packets.Rewind | packets.Reseat


class Played(Struct, frozen=True, kw_only=True):
    """All that decides an exchange. set: its digest; seals: commitments by player; act: orders of whoever acted alone.

    lines, nonces: what the seals held; `sits_es.game.seals.seed` makes the dice of them; in_force: orders of players
    who did not seal.
    """

    moment: Moment
    set: str
    seals: Mapping[str, str]
    lines: Mapping[str, tuple[str, ...]]
    nonces: Mapping[str, bytes]
    in_force: Mapping[str, tuple[str, ...]]
    act: Mapping[str, tuple[str, ...]]


class Course(Protocol):
    """A game as far as its log has played it. Every method gives another value and changes nothing."""

    @property
    def record(self) -> str:
        """Digest of the last event on record, 64 hexadecimal digits."""

    @property
    def root(self) -> str:
        """The name in the game's seals and dice, the same on every branch."""

    @property
    def branch(self) -> str:
        """The branch that is now the game."""

    @property
    def moment(self) -> Moment:
        """Where the game is: at the exchange at hand, or where people enter facts next."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def stopped(self) -> bool:
        """Whether the last exchange stopped what was plotted ahead."""

    @property
    def upcoming(self) -> Sequence[Owed]:
        """Exchanges that can be sealed now, the one at hand first; none once the game is over."""

    def lawful(self, player: str, lines: tuple[str, ...]) -> bool:
        """Whether a player may order these lines in the exchange at hand."""

    def in_force(self, player: str, standing: tuple[str, ...]) -> tuple[str, ...]:
        """The lines of standing orders that can be carried out in the exchange at hand."""

    def play(self, played: Played) -> Course:
        """The game after an exchange."""

    def put_out(self, player: str, by: Sequence[str]) -> Course:
        """The game without a player. by: who signed it; nobody if the player resigned."""

    def kept_by(self, keeper: str, start: str, *, reads: bool) -> Course:
        """The game under another keeper, on a branch of its own. start: names the epoch."""

    def allows(self, decision: OnRecord) -> bool:
        """Whether a decision can be carried out now."""

    def decide(self, decision: OnRecord, by: Sequence[str], digest: str) -> Course:
        """The game after a decision. by: who signed it; digest: names the branch that it opens."""


class Seat(Struct, frozen=True, kw_only=True):
    """Somebody at the table. plays: gives orders; mailbox: has no program; recovery: a key that can name another.

    away: in the game, but nobody waits for them; until: UTC minutes before which they are not due; two_faced: shown to
    have signed two logs.
    """

    id: str
    key: str
    plays: bool = True
    mailbox: bool = False
    recovery: str | None = None
    out: bool = False
    away: bool = False
    until: int = 0
    two_faced: bool = False


class Keepers(Struct, frozen=True, kw_only=True):
    """Who keeps the log in turn, from an epoch on. reads: a neutral one opens the seals."""

    since: int
    order: tuple[str, ...]
    reads: bool


class Bond(Struct, frozen=True, kw_only=True):
    """What a seat must order when an exchange is played again: a seal's lines, or lines that all know."""

    commitment: str | None = None
    lines: tuple[str, ...] = ()


class Set(Struct, frozen=True, kw_only=True):
    """The seals that count for an exchange, for good: commitments by player. in_force: orders of players without one.

    act: of whoever acts alone; bare: the digest without it; digest: None while it is missing.
    """

    seals: Mapping[str, str]
    in_force: Mapping[str, tuple[str, ...]]
    bare: str
    act: tuple[str, ...] | None = None
    digest: str | None = None


class Exchange(Struct, frozen=True, kw_only=True):
    """What the log holds of an unplayed exchange. cast: of its seals; keys: their signers'; seals, opened: by player.

    set: once it is fixed; shares: by the seal's author and by holder; told: a reading keeper has opened the set.
    """

    cast: str
    seals: Mapping[str, Seal]
    keys: Mapping[str, str] = {}
    set: Set | None = None
    opened: Mapping[str, Opening] = {}
    shares: Mapping[str, Mapping[str, str]] = {}
    told: bool = False

    @property
    def fixed(self) -> str | None:
        """Digest of its set; None before the set is fixed, and while an act is missing."""
        return None if self.set is None else self.set.digest


class Vote(Struct, frozen=True, kw_only=True):
    """Signatures under one decision. by: when each was logged, in UTC minutes, by signer."""

    body: Decide
    by: Mapping[str, int]


@frozen(kw_only=True, eq=False)
class State:
    """A game by mail after an entry: everything that a rule of the log asks for.

    game: digest of the founding entry; link: the entry; at, since: UTC minutes of the entry, and since when an exchange
    is at hand; cast: of new seals; hours: by the scope they were decided for; bound, standing: orders that hold by
    themselves; passed: decisions and resignations that took effect; noted: notes; leaving: who resigned, by which
    packet.
    """

    game: str
    terms: Terms
    link: Link
    at: int
    course: Course
    seats: Mapping[str, Seat]
    keepers: tuple[Keepers, ...]
    cast: str
    since: int
    hours: Mapping[str, int] = {}
    exchanges: Mapping[Moment, Exchange] = {}
    bound: Mapping[tuple[Moment, str], Bond] = {}
    standing: Mapping[str, tuple[int, tuple[str, ...]]] = {}
    votes: Mapping[str, Vote] = {}
    passed: frozenset[str] = frozenset()
    noted: frozenset[str] = frozenset()
    leaving: Mapping[str, str] = {}

    @property
    def playing(self) -> tuple[str, ...]:
        """Players who are in the game, including away ones, by id."""
        return tuple(each for each in sorted(self.seats) if self.seats[each].plays and not self.seats[each].out)

    @property
    def programs(self) -> tuple[str, ...]:
        """Players who are in the game and have a program, by id."""
        return tuple(each for each in self.playing if not self.seats[each].mailbox)

    def _keepers(self, epoch: int) -> Keepers:
        return next(each for each in reversed(self.keepers) if each.since <= epoch)

    def keeper_of(self, epoch: int) -> str:
        """Whose program appends to the log in an epoch. The order is never shortened."""
        keepers = self._keepers(epoch)
        return keepers.order[(epoch - keepers.since) % len(keepers.order)]

    @property
    def keeper(self) -> str:
        """Who keeps the log now."""
        return self.keeper_of(self.link.epoch)

    @property
    def neutral(self) -> str | None:
        """The keeper, if they play no side."""
        return None if self.seats[self.keeper].plays else self.keeper

    @property
    def reads(self) -> bool:
        """Whether the keeper opens the seals."""
        return self.neutral is not None and self._keepers(self.link.epoch).reads

    def serves(self, epoch: int) -> bool:
        """Whether an epoch's keeper is in the game. An epoch whose keeper is out is passed over."""
        return not self.seats[self.keeper_of(epoch)].out

    @property
    def owed(self) -> Owed | None:
        """The exchange at hand; None if there is none."""
        return next(iter(self.course.upcoming), None)

    def is_its_seats(self, packet: Signed) -> bool:
        """Whether a packet is signed with the key of its seat."""
        seat = self.seats.get(packet.by)
        return seat is not None and packet.key == seat.key

    def exchange(self, moment: Moment) -> Exchange:
        """What the log holds of an exchange."""
        return self.exchanges.get(moment) or Exchange(cast=self.cast, seals={})

    @property
    def at_hand(self) -> Exchange:
        """What the log holds of the exchange at hand."""
        return self.exchange(self.course.moment)

    @property
    def hand(self) -> Hand:
        """The exchange at hand, as decisions name it."""
        return Hand(branch=self.course.branch, exchange=self.course.moment, cast=self.at_hand.cast)

    def find(self, digest: str) -> Moment | None:
        """The exchange of a fixed set, by the set's final digest."""
        return next((moment for moment, each in self.exchanges.items() if each.fixed == digest), None)

    def due(self, player: str | None = None) -> int:
        """When the exchange at hand is due, for a player or for all, in UTC minutes."""
        hours = next((self.hours[each] for each in _SCOPES if each in self.hours), self.terms.hours)
        return max(self.since + hours * _MINUTES, 0 if player is None else self.seats[player].until)

    @property
    def grace(self) -> int:
        """Minutes of grace after that."""
        return self.terms.grace * _MINUTES

    def with_seat(self, seat: str, **changed: Any) -> State:
        """The state with something changed at a seat."""
        return evolve(self, seats={**self.seats, seat: replace(self.seats[seat], **changed)})

    def with_exchange(self, moment: Moment, **changed: Any) -> State:
        """The state with something changed in an exchange."""
        return evolve(self, exchanges={**self.exchanges, moment: replace(self.exchange(moment), **changed)})
