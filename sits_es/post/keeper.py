"""What is kept of one game by mail: its chain and its ledger, one's own key, what one sealed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sits_es.game.state import Game
from sits_es.mail.identity import Identity
from sits_es.mail.packet import Signed, is_signed_by
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import write_fact
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.places import arrived_at, counted_doubles_of, doubles_of
from sits_es.post.desk.seat_keys import key_at, new_keys_of
from sits_es.post.protocol.chain import Chain, chain_of
from sits_es.post.protocol.content import Body, Placed, Written
from sits_es.post.protocol.doubles import to_judge_again
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.left_out import all_after
from sits_es.post.protocol.seals import Kept, from_own_box
from sits_es.post.protocol.sequence import Arrived
from sits_es.post.protocol.shares import join_shares
from sits_es.post.protocol.sorting import ENTERED, LASTING, WITNESSED, ledger_of


class Keeper:
    """Keeps one game by mail. What was read of it is kept, and read again only where others wrote as well."""

    def __init__(self, desk: Desk, seat: Seat) -> None:
        self.desk = desk
        self.seat = seat
        self._chain: Chain | None = None
        self._ledger: Ledger | None = None
        self._seen: tuple[str, tuple[int, int]] | None = None

    @property
    def game(self) -> str:
        """The root game's name."""
        return self.seat.game

    @property
    def me(self) -> str:
        """One's own id. Raises ValueError while an invitation is not answered."""
        if self.seat.player is None:
            raise ValueError(f"the invitation to {self.game} is not answered")
        return self.seat.player

    @property
    def started(self) -> bool:
        """Whether the game has begun here."""
        return self.desk.started(self.seat)

    def identity(self) -> Identity:
        """One's own key pair in this game."""
        return self.desk.identity(self.seat.identity)

    def unbox(self, box: bytes) -> bytes:
        """What was encrypted to one's own key."""
        return self.identity().open(box)

    def find(self, commitment: str) -> Kept | None:
        """What one has sealed under a commitment: as it is kept here or else, once more, from one's own box.

        None where neither is there. A box that does not open its commitment is told of, and ignored.
        """
        secrets = self.desk.secrets
        if (kept := secrets.find(commitment)) is not None or self.seat.player is None:
            return kept
        found = self.ledger().find(self.me, commitment)
        if found is None:
            return None
        moment, seal = found
        kept = from_own_box(self.chain(), moment, seal, self.unbox)
        if kept is not None:
            secrets.keep(self.seat.branch, [(commitment, kept)])
        elif seal.boxes is not None:
            where = self.chain().rules.label(moment)
            self.tell_once("box", f"Your own box for {where}, in your packet {seal.number}, does not open your seal.")
        return kept

    def tell(self, kind: str, words: str) -> None:
        """Write a line for people into the journal."""
        self.desk.journal.tell(self.game, kind, words, self.desk.clock())

    def tell_once(self, kind: str, words: str) -> None:
        """Write a line, unless it is there already."""
        if all(said != words for _, said, _ in self.desk.journal.told(self.game, (kind,))):
            self.tell(kind, words)

    def key_of(self, player: str, number: int | None = None) -> str:
        """The public key that counts for a player's packet of a number, by default the next; empty for a stranger."""
        return key_at(self.desk, self.game, self.chain().game.people, player, number)

    # what is kept

    @property
    def handed_over(self) -> bool:
        """Whether one's own seat has a key by now that is not one's own: nothing that is sent from here counts."""
        if not self.started or not new_keys_of(self.desk, self.game, self.me):
            return False
        return self.key_of(self.me) != self.identity().key

    def chain(self) -> Chain:
        """The record of the branch that is the game; what was written since it was last asked for is added to it."""
        session, name = self.desk.session, self.seat.branch
        known = self._chain if self._chain is not None and self._chain.name == name else None
        # asked again and again: a branch's own name is looked up without what people call it
        if known is not None and known.head.version == session.store.head(name).version:
            return known
        opened = session.open_game(name)
        fold = opened.fold()
        last = known.head.version if known is not None else -1
        rows = ((each.version, each.event, each.digest) for each in opened.events(last + 1))
        if known is not None:
            self._chain = known.extended(rows, fold)
        else:
            self._chain = chain_of(name, rows, fold, self._past, opened.called)
        return self._chain

    def _past(self, version: int) -> Game:
        """The game as it stood after an event of the branch that is the game."""
        return self.desk.session.open_game(self.seat.branch).fold(version).game

    def ledger(self) -> Ledger:
        """What was sealed, opened and signed for the turn at hand."""
        chain = self.chain()
        turn, seen = self._since(chain), (chain.name, self.desk.journal.seen(self.game))
        if self._ledger is None or self._seen != seen:
            self._ledger, self._seen = self.ledger_since(turn), seen
        elif self._ledger.since < turn:
            self._ledger.forget_before(turn)
        join_shares(chain, self._ledger)
        return self._ledger

    def _since(self, chain: Chain) -> int:
        """The first turn of which packets can still count: lists of who is missing do a turn longer."""
        turn = chain.game.moment.turn
        return turn if chain.terms is None else max(turn - 1, 1)

    def doubles(self) -> list[tuple[Signed, Signed]]:
        """Two packets under one number, both signed by their sender: the one first that counts, or waits to do so."""
        return doubles_of(self.desk, self.chain(), self.game)

    def counted_doubles(self) -> Iterator[tuple[Signed, Signed]]:
        """Those two of which the first one counts, and the second follows the same packet."""
        for first, second in counted_doubles_of(self.desk, self.chain(), self.game):
            before = self.desk.journal.at(self.game, first.packet.sender, first.packet.number - 1)
            if before is not None and second.packet.body.get("previous") == before.digest:
                yield first, second

    def set_aside(self, second: Signed) -> list[Signed]:
        """A packet under a number that another one has, and those of its sender that follow it.

        The record may have been played by them before the other one counted: who lacks them can't follow it.
        """
        packet = second.packet
        kept = self.desk.journal.kept_of(self.game, packet.sender, packet.number)
        return all_after(second, (each for each in kept if self.is_theirs(each)))

    def all_set_aside(self) -> list[Signed]:
        """Everybody's packets under a number that another one has, and those that follow them, each once."""
        found = (each for _, second in self.doubles() for each in self.set_aside(second))
        return [*{each.digest: each for each in found}.values()]

    def here(self) -> list[Signed]:
        """Everybody's reveals and last packet that have a number here, and all that wait for one and are theirs."""
        journal = self.desk.journal
        reveals = journal.accepted(self.game, kinds=("reveal",), void=True)
        last = (journal.last(self.game, player) for player in self.chain().game.people)
        waiting = (each for each in journal.parked(self.game) if self.is_theirs(each))
        return [*reveals, *filter(None, last), *waiting]

    def to_judge_again(self, before: Sequence[Signed]) -> list[Signed]:
        """Others' packets to be judged again once others of a sender count than those before, from one number on."""
        if not before:
            return []
        journal = self.desk.journal
        numbered = [each for each in journal.accepted(self.game, void=True) if each.packet.sender != self.seat.player]
        return to_judge_again(before, numbered, journal.is_void)

    def is_theirs(self, signed: Signed) -> bool:
        """Whether a packet is signed by its sender, for this very game."""
        packet = signed.packet
        key = self.key_of(packet.sender, packet.number)
        return packet.body.get("mark") == self.chain().mark and is_signed_by(signed, key)

    def arrived(self) -> Arrived:
        """What a packet's place among others is judged by."""
        return arrived_at(self.desk, self.chain(), self.game)

    def ledger_for(self, body: Body) -> Ledger:
        """The ledger of the turn that a packet is about: some can come when that turn is over here."""
        ledger = self.ledger()
        return self.ledger_since(body.turn) if isinstance(body, Placed) and body.turn < ledger.since else ledger

    def witnessed(self, turn: int) -> list[Signed]:
        """All packets that can count from a turn on in a game whose terms say what happens when people fail."""
        journal = self.desk.journal
        return [
            *journal.accepted(self.game, turn=turn, kinds=WITNESSED),
            *journal.accepted(self.game, kinds=LASTING),
        ]

    def ledger_since(self, turn: int) -> Ledger:
        """The same from an earlier turn on, for once."""
        chain, journal = self.chain(), self.desk.journal
        careful = chain.terms is not None
        packets = self.witnessed(turn) if careful else journal.accepted(self.game, turn=turn, kinds=ENTERED)
        ledger = ledger_of(packets, chain, turn)
        for first, second in self.doubles():
            ledger.second(first, second, chain)
        for player in chain.game.people:
            ledger.numbers[player] = journal.last_number(self.game, player)
        join_shares(chain, ledger)
        return ledger

    @contextmanager
    def _keeping_up(self) -> Iterator[Ledger | None]:
        """The ledger, to be kept up with what is accepted in the block; None where it is to be made again anyway."""
        branch, seen = self.seat.branch, self.desk.journal.seen(self.game)
        kept = self._ledger if self._seen == (branch, seen) else None
        yield kept
        if kept is not None:
            self._seen = (branch, (seen[0], self.desk.journal.seen(self.game)[1]))

    def record(self, after: int) -> Sequence[Written]:
        """Facts after an event, as packets carry them."""
        opened = self.desk.session.open_game(self.seat.branch)
        return [write_fact(fact) for fact in opened.facts(after + 1)]
