"""The clerk of one game: signs one's packets, and carries out what is to be done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.packet import LastEvent, Packet, Signed, sign
from sits_es.post.desk.places import in_its_place, told_of, turn_of, waits_for_own
from sits_es.post.desk.secrets import seal_orders
from sits_es.post.keeper import Keeper
from sits_es.post.lacked import lacked_in_words, waited_for_here
from sits_es.post.lost_with_the_umpire import before_signing, if_silent, wait_for_ever
from sits_es.post.protocol.content import Body
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
from sits_es.post.protocol.failures import Succession
from sits_es.post.protocol.fate import Fate, Judgement, refused
from sits_es.post.protocol.judgement import judge, second_content
from sits_es.post.protocol.kinds import as_data, kind_of
from sits_es.post.protocol.leaving import sends_no_more
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.put_out import signed_list
from sits_es.post.protocol.seals import crowded, in_packets
from sits_es.post.protocol.sorting import COUNTS_ASIDE
from sits_es.post.rebuilt import awaited, still_missing
from sits_es.post.told_again import has_told_otherwise
from sits_es.rules.moments import Moment


class UnsentError(NotNowError):
    """Every other program would refuse what was about to be sent, so it is not: its words say why."""


class Clerk(Keeper):
    """Signs one game's packets, and carries out what is to be done."""

    # what is done

    def do(self, errands: Iterable[Errand]) -> bool:
        """Do what the protocol came to. Whether anything was done: nothing is sent that others would refuse."""
        session, journal, done = self.desk.session, self.desk.journal, False
        for errand in errands:
            if isinstance(errand, Post | SealOrders | GoOnWithout):
                done = self._send(errand) or done
                continue
            done = True
            match errand:
                case Append():
                    session.open_game(self.seat.branch).append(
                        errand.facts,
                        after=errand.after,
                        command_id=errand.command,
                        fold=errand.fold,
                    )
                    self._note_doubles()
                case OpenBranch():
                    if errand.whose is not None:
                        self.desk.note_foreign(errand.name, errand.whose)
                    session.open_game(errand.parent).branch(errand.name, errand.after, errand.facts)
                case ChangeBranch():
                    self.seat = evolve(self.seat, branch=errand.name)
                    journal.sit(self.seat)
                    journal.tell_again(self.game, session.store.spans(errand.name)[-1].after)
                case Tell():
                    self.tell(errand.kind, errand.words)
        return done

    def _send(self, errand: Post | SealOrders | GoOnWithout) -> bool:
        """Send what is due, unless others would refuse it. Whether it was sent.

        Not while one's own packets are missing: it follows again once they are here.
        """
        if self.behind() or before_signing(self) is not None:
            return False
        try:
            match errand:
                case Post():
                    self.post(errand.body, errand.head)
                case SealOrders():
                    self.seal(errand.orders)
                case GoOnWithout():
                    self.go_on_without(errand)
        except UnsentError as why:
            self.tell_once("unsent", f"Your program does not send what others would refuse. {why}")
            return False
        return True

    def _note_doubles(self) -> None:
        """Note about which exchanges two packets under one number are, as far as the record has come by now."""
        if self._ledger is not None and self._ledger.twice:
            for first, second in self.doubles():
                self._ledger.second(first, second, self.chain())

    def behind(self) -> bool:
        """Whether this folder is an older copy that lacks packets of one's own: nothing is sent before they come."""
        return self._came_back() or next(self._told_of(), None) is not None or bool(self.waits_for_taken())

    def waits_for_taken(self) -> dict[str, int]:
        """Whose packets one's own, that came back, say were taken, and are waited for: up to which number."""
        if self.seat.player is None or not self.started:
            return {}
        return waited_for_here(self.desk, self.chain(), self.game, self.me)

    def _came_back(self) -> bool:
        """Whether packets of one's own wait for others before them, or for those that they say were taken."""
        if self.seat.player is None or not self.started:
            return False
        return waits_for_own(self.desk, self.chain(), self.game, self.me) and not wait_for_ever(self)

    def _told_of(self) -> Iterator[tuple[str, int]]:
        """Whose packets say that they had taken one of one's own that is not here, with its number; for a while."""
        if self.seat.player is None or not self.started or self.chain().terms is None:
            return
        yield from told_of(self.desk, self.chain(), self.game, self.me)

    def seal(self, orders: Mapping[Moment, Sequence[str]]) -> None:
        """Seal lines for exchanges of one turn, and enter the packet; of large boxes it may take several.

        Raises NotAllowedError, with nothing written, for orders that do not fit into a box; NotNowError for one who
        has resigned.
        """
        chain, me = self.chain(), self.me
        if sends_no_more(chain, self.ledger(), me):
            raise NotNowError(f"{me} has left {chain.called} and seals nothing for it any more.")
        if faults := list(crowded(chain, orders)):
            raise NotAllowedError(faults)
        for part in in_packets(chain, me, orders):
            number = self.desk.journal.last_number(self.game, me) + 1
            self.post(seal_orders(self.chain(), me, part, self.desk.secrets, os.urandom, number))

    def silent(self, *, signing: bool = False) -> str | None:
        """Why nothing can be sent from here now, in words; None where it can. signing: that all leave the umpire."""
        if left := awaited(self.desk, self.game):
            return still_missing(self.game, left)
        why = has_told_otherwise(self.desk, self.game) or (None if signing else before_signing(self))
        if why is not None:
            return why
        if self.handed_over:
            return f"Your seat in {self.game} has another key now: nothing that you send from here counts."
        if self._came_back():
            said = f"Packets of your own came back to {self.game}, and some before them are missing: this folder is an"
            return f"{said} older copy. Take in the letters of the others first: sits mail in"
        for who, number in self._told_of():
            said = f"{who} has taken packet {number} of yours, which is not in this folder: it is an older copy of"
            asks = "Your program asks the others for it. Send their letters, and take in what they answer"
            gone = if_silent(self, who)
            return f"{said} {self.game}. {asks}: sits mail out, sits mail in{gone}"
        lacked = self.waits_for_taken()
        return lacked_in_words(self.game, lacked.items()) if lacked else None

    def go_on_without(self, errand: GoOnWithout) -> Signed:
        """Sign that an exchange goes on without players; a new seal is kept before the packet can travel."""
        number = self.desk.journal.last_number(self.game, self.me) + 1
        body, kept = signed_list(self.chain(), self.me, errand, os.urandom, number)
        if errand.branch is not None:
            self.desk.secrets.keep(errand.branch, kept)
        return self.post(body, errand.head)

    def post(self, body: Body, head: LastEvent | None = None) -> Signed:
        """Sign a packet and enter it as one's own. head: its place, where that is not the record's end.

        Raises NotNowError where nothing can be sent from here, or where every other program would refuse it.
        """
        if (why := self.silent(signing=isinstance(body, Succession))) is not None:
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
        if self.started:
            verdict = judge(packet, body, self.ledger_for(body), self.chain())
            if verdict.fate is not Fate.ACCEPTED:
                raise UnsentError(verdict.why)
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
            self.tell("refusal", found.why)
            if not found.numbered:
                journal.settle(signed, "refused", found.why, found.against)
                return False
        void = found.fate is Fate.REFUSED
        with self._keeping_up() as ledger:
            turn = self._turn_of(signed.packet.head)
            journal.settle(signed, "void" if void else "accepted", found.why, found.against, turn)
            if not void:
                _enter(ledger, signed, body if found.fate is Fate.ACCEPTED else None)
            elif ledger is not None:
                ledger.count(signed.packet)
        if journal.is_contested(signed) or (found.fate is Fate.ASIDE and signed.packet.kind in COUNTS_ASIDE):
            self._ledger = None  # two under one number are noted where it is made again, and what counts everywhere
        self.refuse_rest(signed.packet.sender, signed.packet.number)
        return True

    def refuse_rest(self, sender: str, number: int) -> None:
        """What else came under a number that is taken is refused, and kept."""
        taken = self.desk.journal.at(self.game, sender, number)
        for other in self.desk.journal.parked(self.game, sender, number):
            if taken is not None:
                self.file(other, refused(second_content(other.packet, taken.packet), taken.digest), None)


def _enter(ledger: Ledger | None, signed: Signed, body: Body | None) -> None:
    """Enter a packet that was accepted; only its number and place where what it says does not count."""
    if ledger is not None and body is not None:
        ledger.take(signed, body)
    elif ledger is not None:
        ledger.hear(signed.packet)
