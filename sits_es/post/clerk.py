"""The clerk of one game: keeps its chain and its ledger, signs its packets, and carries out what is to be done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from attrs import evolve

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.state import Game
from sits_es.mail.identity import Identity
from sits_es.mail.packet import LastEvent, Packet, Signed, sign
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import write_fact
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.places import arrived_at, doubles_of, in_its_place, turn_of
from sits_es.post.desk.seat_keys import key_at, new_keys_of
from sits_es.post.desk.secrets import seal_orders
from sits_es.post.protocol.chain import Chain, chain_of
from sits_es.post.protocol.content import Body, Written
from sits_es.post.protocol.errands import (
    Append,
    ChangeBranch,
    Errand,
    GoOnWithout,
    OpenBranch,
    Post,
    SealOrders,
    Tell,
)
from sits_es.post.protocol.fate import Fate, Judgement, refused
from sits_es.post.protocol.judgement import second_content
from sits_es.post.protocol.kinds import as_data, kind_of
from sits_es.post.protocol.leaving import sends_no_more
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.put_out import signed_list
from sits_es.post.protocol.seals import Kept, crowded, from_own_box, in_packets
from sits_es.post.protocol.sequence import Arrived
from sits_es.post.protocol.shares import join_shares
from sits_es.post.protocol.sorting import ENTERED, LASTING, WITNESSED, ledger_of
from sits_es.post.protocol.terms import terms_of
from sits_es.post.rebuilt import awaited, still_missing
from sits_es.rules.moments import Moment


class Clerk:
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
            where = self.chain().rules.written(moment)
            self.tell_once("box", f"Your own box for {where}, in your packet {seal.number}, does not open your seal.")
        return kept

    def tell_once(self, kind: str, words: str) -> None:
        """Write a line, unless it is there already."""
        if all(said != words for _, said, _ in self.desk.journal.told(self.game, (kind,))):
            self.tell(kind, words)

    def key_of(self, player: str, number: int | None = None) -> str:
        """The public key that counts for a player's packet of a number, by default the next; empty for a stranger."""
        return key_at(self.desk, self.game, self.chain().game.people, player, number)

    # what is kept

    def chain(self) -> Chain:
        """The record of the branch that is the game; what was written since it was last asked for is added to it."""
        session, name = self.desk.session, self.seat.branch
        known = self._chain if self._chain is not None and self._chain.name == name else None
        if known is not None and known.head.version == session.head(name).version:
            return known
        fold = session.fold(name)
        last = known.head.version if known is not None else -1
        rows = ((each.version, each.event, each.digest) for each in session.events(name, last + 1))
        self._chain = known.extended(rows, fold) if known is not None else chain_of(name, rows, fold, self._past)
        return self._chain

    def _past(self, version: int) -> Game:
        """The game as it stood after an event of the branch that is the game."""
        return self.desk.session.fold(self.seat.branch, version).game

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
        return turn if terms_of(chain.game) is None else max(turn - 1, 1)

    def doubles(self) -> list[tuple[Signed, Signed]]:
        """Two packets under one number, both signed by their sender for this very game: the one that counts first."""
        return doubles_of(self.desk, self.chain(), self.game)

    def arrived(self) -> Arrived:
        """What a packet's place among others is judged by."""
        return arrived_at(self.desk, self.chain(), self.game)

    def ledger_since(self, turn: int) -> Ledger:
        """The same from an earlier turn on, for once."""
        chain, journal = self.chain(), self.desk.journal
        if terms_of(chain.game) is None:
            packets = journal.accepted(self.game, turn=turn, kinds=ENTERED)
        else:
            packets = journal.accepted(self.game, turn=turn, kinds=WITNESSED)
            packets += journal.accepted(self.game, kinds=LASTING)
        ledger = ledger_of(packets, chain, turn)
        for first, second in self.doubles():
            ledger.second(first, second, chain)
        for player in chain.game.people:
            ledger.numbers[player] = journal.last_number(self.game, player)
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
        session, branch = self.desk.session, self.seat.branch
        codec = session.codec(branch)
        return [write_fact(fact, codec) for fact in session.facts(branch, after + 1)]

    # what is done

    def do(self, errands: Iterable[Errand]) -> None:
        """Do what the protocol came to."""
        session, journal = self.desk.session, self.desk.journal
        for errand in errands:
            match errand:
                case Post() | SealOrders() | GoOnWithout():
                    self._send(errand)
                case Append():
                    session.append(
                        self.seat.branch,
                        errand.facts,
                        after=errand.after,
                        command_id=errand.command,
                        fold=errand.fold,
                    )
                case OpenBranch():
                    if errand.whose is not None:
                        self.desk.note_foreign(errand.name, errand.whose)
                    session.branch(errand.name, errand.parent, errand.after, errand.facts)
                case ChangeBranch():
                    self.seat = evolve(self.seat, branch=errand.name)
                    journal.sit(self.seat)
                case Tell():
                    self.tell(errand.kind, errand.words)

    def _send(self, errand: Post | SealOrders | GoOnWithout) -> None:
        """Sign and send; where one's own packets come back, it follows again once they are here."""
        if self.behind():
            return
        if isinstance(errand, Post):
            self.post(errand.body, errand.head)
        elif isinstance(errand, SealOrders):
            self.seal(errand.orders)
        else:
            self.go_on_without(errand)

    @property
    def handed_over(self) -> bool:
        """Whether one's own seat has a key by now that is not one's own: nothing that is sent from here counts."""
        if not self.started or not new_keys_of(self.desk, self.game, self.me):
            return False
        return self.key_of(self.me) != self.identity().key

    def behind(self) -> bool:
        """Whether packets of one's own came back that wait for others: nothing is sent before they have their place."""
        if self.seat.player is None or not self.started or terms_of(self.chain().game) is None:
            return False
        return any(sender == self.me for sender, _ in self.desk.journal.parked_places(self.game))

    def tell(self, kind: str, words: str) -> None:
        """Write a line for people into the journal."""
        self.desk.journal.tell(self.game, kind, words, self.desk.clock())

    def seal(self, orders: Mapping[Moment, Sequence[str]]) -> None:
        """Seal lines for exchanges of one turn, and enter the packet; of large boxes it may take several.

        Raises NotAllowedError, with nothing written, for orders that do not fit into a box; NotNowError for one who
        has resigned.
        """
        chain, me = self.chain(), self.me
        if sends_no_more(chain, self.ledger(), me):
            raise NotNowError(f"{me} has left {chain.name} and seals nothing for it any more.")
        if faults := list(crowded(chain, orders)):
            raise NotAllowedError(faults)
        for part in in_packets(chain, me, orders):
            number = self.desk.journal.last_number(self.game, me) + 1
            self.post(seal_orders(self.chain(), me, part, self.desk.secrets, os.urandom, number))

    def silent(self) -> str | None:
        """Why nothing can be sent from here now, in words; None where it can."""
        if left := awaited(self.desk, self.game):
            return still_missing(self.game, left)
        if self.handed_over:
            return f"Your seat in {self.game} has another key now: nothing that you send from here counts."
        if self.behind():
            said = f"Packets of your own came back to {self.game}, and some before them are missing: this folder is an"
            return f"{said} older copy. Take in the letters of the others first: sits mail in"
        return None

    def go_on_without(self, errand: GoOnWithout) -> Signed:
        """Sign that an exchange goes on without players; a new seal is kept before the packet can travel."""
        body, kept = signed_list(self.chain(), self.me, errand, os.urandom)
        if errand.branch is not None:
            self.desk.secrets.keep(errand.branch, kept)
        return self.post(body, errand.head)

    def post(self, body: Body, head: LastEvent | None = None) -> Signed:
        """Sign a packet and enter it as one's own. head: its place, where that is not the record's end.

        Raises NotNowError where nothing can be sent from here.
        """
        if (why := self.silent()) is not None:
            raise NotNowError(why)
        journal = self.desk.journal
        counts = False
        if self.started:
            chain = self.chain()
            head = chain.head if head is None else head
            body = in_its_place(self.desk, chain, self.game, self.me, body)
            counts = chain.holds(head)
        packet = Packet(
            kind=kind_of(body),
            game=self.game,
            branch=self.seat.branch,
            sender=self.me,
            number=journal.last_number(self.game, self.me) + 1,
            head=head,
            body=as_data(body),
        )
        signed = sign(packet, self.identity())
        with self._keeping_up() as ledger:
            turn = self._turn_of(head)
            if not journal.put(signed, "accepted", mine=True, at=self.desk.clock(), turn=turn):
                journal.settle(signed, "accepted")  # it came back before it was made again
            _enter(ledger, signed, body if counts else None)
        return signed

    def _turn_of(self, head: LastEvent | None) -> int:
        return turn_of(self.chain(), head) if self.started else 0

    def withdraw(self, number: int) -> None:
        """Take back one's packets from a number on, which nobody has seen and nothing follows from."""
        self.desk.journal.withdraw(self.game, self.me, number)
        self._ledger = None

    def file(self, signed: Signed, found: Judgement, body: Body | None) -> bool:
        """Write down what became of a packet. body: what it says, where that counts. Whether it took its number."""
        journal = self.desk.journal
        if found.fate is Fate.WAITS:
            journal.note_why(signed, found.why)
            return False
        if found.fate is Fate.REFUSED:
            journal.settle(signed, "refused", found.why, found.against)
            self.tell("refusal", found.why)
            return False
        with self._keeping_up() as ledger:
            journal.settle(signed, "accepted", found.why, turn=self._turn_of(signed.packet.head))
            _enter(ledger, signed, body if found.fate is Fate.ACCEPTED else None)
        self.refuse_rest(signed.packet.sender, signed.packet.number)
        return True

    def refuse_rest(self, sender: str, number: int) -> None:
        """What else came under a number that is taken is refused, and kept."""
        taken = self.desk.journal.at(self.game, sender, number)
        for other in self.desk.journal.parked(self.game, sender, number):
            if taken is not None:
                self.file(other, refused(second_content(other.packet, taken.packet), taken.digest), None)


def _enter(ledger: Ledger | None, signed: Signed, body: Body | None) -> None:
    """Enter a packet that was accepted; only its number where what it says does not count."""
    if ledger is not None and body is not None:
        ledger.take(signed, body)
    elif ledger is not None:
        ledger.count(signed.packet)
