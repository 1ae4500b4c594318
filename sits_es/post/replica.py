"""One game on one machine: packets are judged, the game goes on as far as it can, and what is due is sent."""

from __future__ import annotations

import msgspec

from sits_es.errors import GameError
from sits_es.mail.packet import LastEvent, Packet, Signed, is_signed_by, read_packet, sign
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.differences import compare, tell_difference
from sits_es.post.news import announce
from sits_es.post.next_steps import go_on
from sits_es.post.protocol.bodies import Body, Default, EventBundle, Seals, Start, as_data, kind_of, read_body
from sits_es.post.protocol.chain import Chain, chain_of
from sits_es.post.protocol.judgement import Fate, Judgement, judge, other_mark, second_content
from sits_es.post.protocol.ledger import Ledger, ledger_of
from sits_es.post.protocol.opening import Gathering, answer_all, first_facts, gather, judge_opening
from sits_es.post.protocol.seals import umpire_of
from sits_es.post.protocol.umpire import box_faults, bundle, take_bundle

#: Kinds of packets that the ledger is made of.
ENTERED = ("seal", "reveal", "deadline", "default", "ruling")


class Replica:
    """One's own copy of a game by mail, brought on by `settle`."""

    def __init__(self, desk: Desk, seat: Seat) -> None:
        self.desk = desk
        self.seat = seat

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

    def chain(self) -> Chain:
        """The record of the branch that is the game."""
        return chain_of(self.desk.session, self.seat.branch)

    def ledger(self, chain: Chain) -> Ledger:
        """What was sealed, opened and signed for the turn at hand."""
        return self._ledger_since(chain, chain.game.moment.turn)

    def _ledger_since(self, chain: Chain, turn: int) -> Ledger:
        ledger = ledger_of(self.desk.journal.accepted(self.game, turn=turn, kinds=ENTERED), chain)
        for player in chain.game.people:
            ledger.numbers[player] = self.desk.journal.last_number(self.game, player)
        return ledger

    def settle(self) -> None:
        """Judge, play and release until nothing moves any more."""
        while self._step():
            pass

    def post(self, body: Body, head: LastEvent | None = None) -> Signed:
        """Sign a packet and enter it as one's own. head: its place, where that is not the record's end."""
        if head is None and self.desk.started(self.seat):
            found = self.desk.session.store.head(self.seat.branch)
            head = LastEvent(found.version, found.digest)
        if self.desk.started(self.seat):
            body = msgspec.structs.replace(body, mark=self.desk.mark(self.seat))
        packet = Packet(
            kind=kind_of(body),
            game=self.game,
            branch=self.seat.branch,
            sender=self.me,
            number=self.desk.journal.last_number(self.game, self.me) + 1,
            head=head,
            body=as_data(body),
        )
        signed = sign(packet, self.desk.identity(self.seat.identity))
        if not self.desk.journal.put(signed, "accepted", mine=True, at=self.desk.clock()):
            self.desk.journal.settle(signed, "accepted")  # it came back before it was made again
        return signed

    def _step(self) -> bool:
        if not self.desk.started(self.seat):
            return self._gather()
        chain = self.chain()
        ledger = self.ledger(chain)
        return self._judge_parked(chain, ledger) or (self.seat.player is not None and go_on(self, chain, ledger))

    def gathering(self) -> Gathering:
        """The invitation and the answers so far."""
        invite = self.desk.journal.find(self.seat.invite)
        if invite is None:
            raise GameError(f"The invitation to {self.game} is not in the journal any more.")
        return gather(invite, self.desk.journal.accepted(self.game, kinds=("join",)))

    def _gather(self) -> bool:
        gathering = self.gathering()
        moved = False
        for sender, number in self.desk.journal.parked_places(self.game):
            if number != self.desk.journal.last_number(self.game, sender) + 1:
                continue
            for signed in self.desk.journal.parked(self.game, sender, number):
                body = self._body(signed)
                if body is None:
                    moved = True
                    continue
                verdict = judge_opening(signed.packet, body, gathering)
                if isinstance(body, Start) and verdict.fate is Fate.ACCEPTED and self.seat.player is None:
                    verdict = Judgement(fate=Fate.WAITS, why="your own answer to the invitation is missing")
                if self._enter(signed, verdict):
                    moved = True
                    if isinstance(body, Start) and verdict.fate is Fate.ACCEPTED:
                        self._begin(gathering, body, signed)
                    break
        if moved or self.seat.player is None:
            return moved
        return self._start(gathering)

    def _start(self, gathering: Gathering) -> bool:
        """The host starts the game once everybody has answered; a start that was accepted is carried out."""
        host = gathering.body.host.player
        own = self.desk.journal.at(self.game, host, 2)
        if own is not None:
            body = read_body(own.packet.kind, own.packet.body)
            if isinstance(body, Start):
                self._begin(gathering, body, own)
                return True
        if host != self.seat.player:
            return False
        start = answer_all(gathering)
        if start is not None:
            self.post(start)
        return start is not None

    def _begin(self, gathering: Gathering, start: Start, signed: Signed) -> None:
        for text in start.joins:
            self.desk.journal.put(read_packet(text.encode()), "accepted", source="the start", at=self.desk.clock())
        for seat in start.people:
            self.desk.journal.write_address(self.game, seat.player, seat.address)
        facts = first_facts(gathering.body, start)
        self.desk.session.store.append(
            self.game, facts, after=-1, command_id=bytes.fromhex(signed.digest), recorded_at=self.desk.clock()
        )

    def _body(self, signed: Signed) -> Body | None:
        try:
            return read_body(signed.packet.kind, signed.packet.body)
        except GameError as fault:
            self._refuse(signed, str(fault))
            return None

    def _judge_parked(self, chain: Chain, ledger: Ledger) -> bool:
        """Judge what is next of each sender. Whether anything changed, so that all is to be seen anew."""
        moved = False
        for sender, number in self.desk.journal.parked_places(self.game):
            if number <= self.desk.journal.last_number(self.game, sender):
                self._refuse_rest(sender, number)
            elif number == self.desk.journal.last_number(self.game, sender) + 1:
                taken = self._take_next(sender, number, chain, ledger)
                moved = moved or taken is not None
                if taken is not None and taken.packet.kind == "bundle":
                    break
        return moved

    def _take_next(self, sender: str, number: int, chain: Chain, ledger: Ledger) -> Signed | None:
        """The packet that takes a sender's next number, of those that claim it; None when none does."""
        for signed in self.desk.journal.parked(self.game, sender, number):
            if self._judge_one(signed, chain, ledger):
                return signed
        return None

    def _judge_one(self, signed: Signed, chain: Chain, ledger: Ledger) -> bool:
        """Judge a packet; True when it took its number."""
        packet = signed.packet
        who = chain.game.people.get(packet.sender)
        if who is None:
            return self._refuse(signed, f"There is nobody with the id {packet.sender} in {self.game}.")
        if not is_signed_by(signed, who.key or ""):
            return self._refuse(signed, f"The {packet.title} is not signed with {packet.sender}'s key.")
        body = self._body(signed)
        if body is None:
            return False
        if body.mark != chain.mark:
            return self._refuse(signed, other_mark(packet))
        if packet.branch != chain.name:
            late = packet.branch in {self.game, *(branch.stream for branch in self.desk.session.store.streams())}
            fate = Fate.DIFFERS if late else Fate.WAITS
            return self._enter(
                signed, Judgement(fate=fate, why=f"{packet.branch} is not the branch that is played here")
            )
        verdict = self._verdict(signed, body, chain, ledger)
        if verdict.fate is Fate.DIFFERS:
            self._differ(packet.sender, chain)
        taken = self._enter(signed, verdict)
        if taken and (line := announce(self.desk, chain, packet.sender, body)) is not None:
            self.desk.journal.tell(self.game, *line, self.desk.clock())
        return taken

    def _verdict(self, signed: Signed, body: Body, chain: Chain, ledger: Ledger) -> Judgement:
        """Judge what a packet says; one that is accepted takes effect."""
        # a void or a claim can come when the turn that it is for is over here
        known = self._ledger_since(chain, body.turn) if isinstance(body, Default) else ledger
        verdict = judge(signed.packet, body, known, chain)
        if verdict.fate is not Fate.ACCEPTED:
            return verdict
        faults: list[str] = []
        if isinstance(body, EventBundle) and body.why == "compare":
            compare(self.desk, self.seat, chain, signed)
        elif isinstance(body, EventBundle):
            faults = take_bundle(self.desk, self.seat, chain, ledger, signed)
        elif isinstance(body, Seals) and umpire_of(chain) == self.seat.player != signed.packet.sender:
            faults = list(box_faults(self.desk, self.seat, chain, signed, body))
        if faults:
            return Judgement(fate=Fate.REFUSED, why=" ".join(faults))
        if signed.packet.kind in ENTERED:
            ledger.take(signed, body)
        return verdict

    def _enter(self, signed: Signed, verdict: Judgement) -> bool:
        if verdict.fate is Fate.REFUSED:
            return self._refuse(signed, verdict.why, verdict.against)
        if verdict.fate is Fate.WAITS:
            self.desk.journal.note_why(signed, verdict.why)
            return False
        self.desk.journal.settle(signed, "accepted", verdict.why)
        self._refuse_rest(signed.packet.sender, signed.packet.number)
        return True

    def _refuse(self, signed: Signed, why: str, against: str | None = None) -> bool:
        self.desk.journal.settle(signed, "refused", why, against)
        self.desk.journal.tell(self.game, "refusal", why, self.desk.clock())
        return False

    def _refuse_rest(self, sender: str, number: int) -> None:
        """What else came under a number that is taken is refused, and kept."""
        taken = self.desk.journal.at(self.game, sender, number)
        for other in self.desk.journal.parked(self.game, sender, number):
            if taken is not None:
                self._refuse(other, second_content(other.packet, taken.packet), taken.digest)

    def _differ(self, sender: str, chain: Chain) -> None:
        """Somebody's record is another one: say so at once, and send him ours from the last common event on."""
        common = tell_difference(self.desk, self.seat, chain, sender)
        if common is not None and self.seat.player is not None:
            self.post(bundle(self.desk, chain, common, "compare"))
