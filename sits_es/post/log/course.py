"""The game under a log, as the log needs it: what is owed, what may be ordered, what comes of it. A value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from sits_es.post.log.packets import End, Enter, Readmit, Reseat, Rewind, Ruling
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed

#: Decisions that leave a fact on record; the others change the log alone, or the exchange that follows.
OnRecord = Ruling | Enter | Readmit | End | Rewind | Reseat


class Played(Struct, frozen=True, kw_only=True):
    """All from which an exchange follows. set: its digest; seals: commitments, by player; act: of whoever acted alone.

    lines, nonces: what they held; `sits_es.game.seals.seed` makes the dice; in_force: of those waited for without a
    seal.
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
        """The branch that is the game now."""

    @property
    def moment(self) -> Moment:
        """Where the game is: at the exchange at hand, or at the next facts to be entered."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def stopped(self) -> bool:
        """Whether the exchange played last stops what was plotted ahead."""

    @property
    def upcoming(self) -> Sequence[Owed]:
        """Exchanges that can be sealed now, the one at hand first; none once the game is over."""

    def lawful(self, player: str, lines: tuple[str, ...]) -> bool:
        """Whether a player may order these lines in the exchange at hand."""

    def in_force(self, player: str, standing: tuple[str, ...]) -> tuple[str, ...]:
        """The lines of standing orders that can be carried out in the exchange at hand: the rest drifts."""

    def play(self, played: Played) -> Course:
        """The game after an exchange."""

    def put_out(self, player: str, by: Sequence[str]) -> Course:
        """The game without a player. by: who signed it; nobody where the player resigned."""

    def kept_by(self, keeper: str, start: str, *, reads: bool) -> Course:
        """The game under another keeper, in a branch of its own on record. start: a digest, of no other epoch."""

    def allows(self, decision: OnRecord) -> bool:
        """Whether a decision can be carried out now."""

    def decide(self, decision: OnRecord, by: Sequence[str], digest: str) -> Course:
        """The game after a decision that it allows. by: who signed it; digest: names the branch that it opens."""
