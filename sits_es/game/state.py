"""The state of a game: who plays, which exchange is open, and the rule system's board; the same as bytes."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from sits_es.errors import UnreadableError
from sits_es.game.exchanges import Walk
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import owe

_LINE: Final = re.compile("(.+)~([2-9]|[1-9][0-9]{1,5})")


def line_number(stream: str) -> tuple[str, int]:
    """The game of which a stream is a line, by its first name, and which line: 1 up. A rewind begins another."""
    found = _LINE.fullmatch(stream)
    return (stream, 1) if found is None else (found[1], int(found[2]))


class Player(Struct, frozen=True, kw_only=True):
    """Somebody who has joined. name: for people; side: the one they play for, None for an umpire or spectator.

    key: their public key in hexadecimal, None in a hot-seat game.
    """

    name: str
    side: str | None
    role: Literal["player", "umpire", "keeper", "spectator"] = "player"
    key: str | None = None


class Game(Struct, kw_only=True):
    """Everything that the facts of one branch add up to.

    root: the name in its dice, the same in every fork; branch: the stream; sealed_as: the branch that its seals name;
    earlier: branches of which it is the same game, under another keeper; system: name of the rule system; play: "hot
    seat", "peers" or "umpired"; people: everybody who has joined, by id.
    sealed and revealed: commitments and nonces of the open exchange so far;
    board: the system's own; ended: the outcome once the game is over;
    id: drawn for this game, or empty; links: by player, where dice are fair: what their next nonce's SHA-256 must be,
    empty until a rewind is committed to;
    bots: players whose orders the program gives, with its level; what_if: it keeps its parent's seeds; out: players
    who resigned or were put out, each with who signed it. parent, at_version: where a fork leaves it; leaves: all
    branches that it leaves. walk: which exchange its last fact belongs to.
    """

    root: str
    branch: str
    sealed_as: str
    title: str
    scenario: str
    system: str
    play: str
    people: dict[str, Player] = {}
    started: bool = False
    sealed: dict[str, str] = {}
    revealed: dict[str, str] = {}
    seed: str | None = None
    board: Any = None
    ended: str | None = None
    parent: str | None = None
    at_version: int | None = None
    what_if: bool = False
    leaves: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    out: dict[str, tuple[str, ...]] = {}
    walk: Walk = field(default_factory=Walk)
    links: dict[str, str] = {}
    bots: dict[str, str] = {}
    id: str = ""

    @property
    def called(self) -> str:
        """The branch by the name under which it is played: that of the game, whichever line of it this is."""
        return line_number(self.branch)[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which an order file may mean it: at one table also those of what it leaves."""
        leaves = self.leaves if self.play == "hot seat" or self.what_if else ()
        lines = map(line_number, leaves)
        return (self.branch, self.called, *(each for name, number in lines for each in (name, f"{name}-{number}")))

    @property
    def players(self) -> dict[str, Player]:
        """Those who give orders, in order of id."""
        return {player: who for player in sorted(self.people) if (who := self.people[player]).role == "player"}

    @property
    def sides(self) -> dict[str, str]:
        """The side of each who gives orders, by id."""
        return {player: str(who.side) for player, who in self.players.items()}

    @property
    def still_in(self) -> tuple[str, ...]:
        """The players who have neither resigned nor are out, by id."""
        return tuple(player for player in self.players if player not in self.out)

    @property
    def moment(self) -> Moment:
        """Where the game is: at the exchange whose orders are owed, or at the next fact to be entered."""
        return system(self.system).moment(self.board)

    @property
    def owed(self) -> Owed | None:
        """The exchange that is open; None before the start, once the game is over, and where nothing is owed."""
        if not self.started or self.ended is not None:
            return None
        owed = system(self.system).owed(self.board, tuple(self.players))
        return None if owed is None else self._called(owed)

    @property
    def asked(self) -> tuple[str, ...]:
        """People who owe orders for the open exchange, by id; a bot gives its own when the exchange is played."""
        owed = self.owed
        return () if owed is None else tuple(player for player in owed.orders_by if player not in self.bots)

    @property
    def waits(self) -> str:
        """What it waits for, as a clause: "everybody owes orders for 2.5", "facts can be entered at 1.3"."""
        where = system(self.system).label(self.moment)
        if self.ended is not None:
            return "it is over"
        if not self.started:
            return "it has not begun"
        owed = self.owed
        if owed is None:
            return f"facts can be entered at {where}"
        if not self.asked:
            return f"nobody owes orders for {where}"
        if set(self.players) <= {*self.asked}:
            return f"everybody owes orders for {where}"
        return f"{owe(self.asked)} orders for {where}"

    @property
    def upcoming(self) -> tuple[Owed, ...]:
        """Exchanges for which orders or nonces can be given from now on, the open one first."""
        if not self.started or self.ended is not None:
            return ()
        return tuple(map(self._called, system(self.system).upcoming(self.board, tuple(self.players))))

    def _called(self, owed: Owed) -> Owed:
        """It with what players call it."""
        return owed if owed.label else replace(owed, label=system(self.system).label(owed.moment))

    @property
    def umpires(self) -> tuple[str, ...]:
        """Those who resolve the game, by id; in a game among peers there is nobody."""
        return tuple(player for player, who in sorted(self.people.items()) if who.role == "umpire")

    def sealers_of(self, owed: Owed) -> tuple[str, ...]:
        """Those whose seals and nonces make an exchange's dice: who takes part, and an umpire where there is one."""
        return tuple(sorted({*owed.takes_part, *self.umpires}))


_READ = msgspec.json.Decoder(Game)
_DIGEST = hashlib.sha256().digest_size
#: Bytes that say how many of those after them are the game's own fields.
_LENGTH = 4


def pack(game: Game) -> bytes:
    """A game as bytes after their own SHA-256, so that a damaged snapshot is never taken for a game.

    Its own fields as JSON, after their length; then its board.
    """
    own = msgspec.json.encode(replace(game, board=None))
    body = len(own).to_bytes(_LENGTH, "big") + own + system(game.system).pack(game.board)
    return hashlib.sha256(body).digest() + body


def unpack(state: bytes) -> Game:
    """A game from its bytes. Raises UnreadableError for bytes that `pack` did not make."""
    digest, body = state[:_DIGEST], state[_DIGEST:]
    if hashlib.sha256(body).digest() != digest:
        raise UnreadableError("A packed game cannot be read: its bytes were changed.")
    try:
        end = _LENGTH + int.from_bytes(body[:_LENGTH], "big")
        game = _READ.decode(body[_LENGTH:end])
        game.board = system(game.system).unpack(body[end:])
    except (msgspec.MsgspecError, ValueError) as fault:
        raise UnreadableError(f"A packed game cannot be read: {fault}.") from fault
    return game
