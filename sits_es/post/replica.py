"""One game on one machine. The protocol judges and says what is to be done; a replica asks it, and does it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sits_es.events import Event
from sits_es.mail.packet import Signed
from sits_es.post.beginning import Beginning
from sits_es.post.built_on import is_built_on
from sits_es.post.counted_again import count_again
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import read_fact
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.machine import hold_seat
from sits_es.post.desk.outages import is_over
from sits_es.post.desk.places import digest_at
from sits_es.post.desk.seat_keys import change_key
from sits_es.post.gone_over import gone_over
from sits_es.post.lost_with_the_umpire import is_told_of_lost
from sits_es.post.news import announce
from sits_es.post.protocol.acting import nonces_ahead
from sits_es.post.protocol.acting_again import acted_again
from sits_es.post.protocol.agreements import ruled_branch
from sits_es.post.protocol.bodies import EventBundle, Seals
from sits_es.post.protocol.bundles import NO_RECORD, check_bundle, no_record
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.changing_seats import held_back, new_keys
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.differences import compare, tell_difference
from sits_es.post.protocol.doubles import followed, goes_over
from sits_es.post.protocol.errands import Errand, Post, Tell
from sits_es.post.protocol.fate import Fate, in_its_number, refused
from sits_es.post.protocol.judgement import judge_packet, second_content
from sits_es.post.protocol.leaving import sends_no_more
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.longer_list import longer_list
from sits_es.post.protocol.progress import advance, reveal
from sits_es.post.protocol.put_out import opened_first, put_out
from sits_es.post.protocol.seals import umpire_of
from sits_es.post.protocol.shares import due_shares
from sits_es.post.protocol.succession import handed_over
from sits_es.post.protocol.two_records import sealed_again, undone
from sits_es.post.protocol.umpire import TAKEN, box_faults, report_and_seal, standing_orders
from sits_es.post.protocol.unasked import (
    cannot_sign,
    fewer,
    first_word,
    last_word,
    repeated,
    settling_word,
    which_counts,
)
from sits_es.post.rebuilt import awaited
from sits_es.post.receipts import due_receipt
from sits_es.post.told_again import (
    goes_back,
    not_yet_told,
    take_up_what_tells_more,
    tells_the_same,
    told_again_faults,
    was_played_by,
)
from sits_es.post.umpiring import known_of, to_be_carried, told_by, unwaited


class Replica(Beginning):
    """One's own copy of a game by mail, which `settle` takes further."""

    def settle(self) -> None:
        """Judge, play and release until nothing moves any more."""
        while self._step():
            pass

    def _step(self) -> bool:
        if not self.started:
            return self.gather_answers()
        return goes_back(self) or self._judge_parked() or self._go_over() or self._change_seats() or self._go_on()

    # judging

    def _judge_parked(self) -> bool:
        """Judge what is next of each sender. Whether anything changed, so that all must be looked at again."""
        journal, moved = self.desk.journal, False
        for sender, number in journal.parked_places(self.game):
            last = journal.last_number(self.game, sender)
            if number <= last:
                self.refuse_rest(sender, number)
            elif number == last + 1:
                # of several that claim the number, the first that is accepted takes it
                taken = next((each for each in journal.parked(self.game, sender, number) if self._take(each)), None)
                moved = moved or taken is not None
                if taken is not None and taken.packet.kind == "bundle":
                    break
        return moved

    def _take(self, signed: Signed) -> bool:
        """Judge a packet and do what follows from it alone. Whether it took its number."""
        chain, sender = self.chain(), signed.packet.sender
        found, body = judge_packet(signed, chain, self.ledger_for, self.desk.session.has, self.arrived())
        if found.fate is Fate.ACCEPTED and body is not None:
            found = held_back(signed.packet, body, chain, self.ledger(), self.me) or found
        errands: list[Errand] = []
        careful = chain.terms is not None
        if found.fate is Fate.DIFFERS:
            errands = self._differs(chain, sender)
        elif found.fate is Fate.ACCEPTED and body is not None:
            faults, errands = self._follows(chain, signed, body)
            found = in_its_number(refused(" ".join(faults)), careful=careful) if faults else found
        try:
            self.do(errands)
        except NO_RECORD as fault:
            if not isinstance(body, EventBundle):
                raise
            found = in_its_number(refused(no_record(signed.packet, fault)), careful=careful)
        taken = self.file(signed, found, body)
        if taken and body is not None and found.fate not in (Fate.ASIDE, Fate.REFUSED):
            line = announce(self.desk, self.seat, chain, sender, body)
            if line is not None:
                self.tell(*line)
        return taken

    def _change_seats(self) -> bool:
        """Let another key count for a seat, once all who must have signed it. Whether there was any."""
        chain = self.chain()
        told = [change_key(self.desk, self.game, new) for new in new_keys(chain, self.ledger(), chain.game.moment)]
        for words in filter(None, told):
            self.tell("seat", words)
        return any(told)

    def _differs(self, chain: Chain, sender: str) -> list[Errand]:
        journal = self.desk.journal
        heads = [each.packet.head for each in journal.accepted(self.game, sender=sender)]
        told = [words for _, words, _ in journal.told(self.game, ("difference",))]
        return tell_difference(chain, sender, [head for head in heads if head is not None], told, self.record)

    def _follows(self, chain: Chain, signed: Signed, body: Body) -> tuple[list[str], list[Errand]]:
        """What is wrong in an accepted packet that only its content tells, or what is to be done about it."""
        session, sender = self.desk.session, signed.packet.sender

        def ours(after: int) -> list[Event]:
            return session.open_game(chain.name).facts(after + 1)

        if isinstance(body, EventBundle) and body.why == "compare":
            return [], compare(chain, sender, body, read_fact, ours, session.has)
        if isinstance(body, EventBundle):
            if session.store.command(chain.name, bytes.fromhex(signed.digest)) is not None:
                return [], []  # written before, and the program stopped before it could say so
            left = not_yet_told(self, chain, body)
            if left is None:
                return told_again_faults(self, chain, signed, body), []
            shown = known_of(self, chain, sender)
            me = None if is_told_of_lost(self, signed) else self.me
            return check_bundle(chain, self.ledger(), me, signed, left, read_fact, self._receipts, shown)
        if isinstance(body, Seals) and umpire_of(chain) == self.me != sender:
            head = signed.packet.head
            known = head.version if head is not None else None
            return list(box_faults(chain, signed, body, self.identity().open, known)), []
        return [], []

    def _receipts(self) -> set[str]:
        """Digests of packets that the umpire says were taken."""
        acks = self.desk.journal.accepted(self.game, kinds=("ack",), sender=umpire_of(self.chain()))
        return {signed.packet.body["packet"] for signed in acks if signed.packet.body["words"] == TAKEN}

    def _go_over(self) -> bool:
        """Let the other of two packets under one number count, where it is seen that it does. Whether one was."""
        if self.chain().terms is None:
            return False
        if count_again(self) or take_up_what_tells_more(self):
            return True
        journal, ledger = self.desk.journal, self.ledger()
        for first, second in self.counted_doubles():
            sender, number = first.packet.sender, first.packet.number
            if sender == self.me:
                continue
            kept = [each for each in journal.kept_of(self.game, sender, number) if self.is_theirs(each)]
            counts, other = followed(first, kept), followed(second, kept)
            chain = self.chain()
            goes = was_played_by(self, other) or goes_over(ledger, self.me, counts, other, chain, kept, self.here)
            if goes and not self._binds(chain, counts, other):
                why = second_content(first.packet, second.packet)
                journal.go_over(first, other, why, self.to_judge_again(counts))
                return True
        return False

    def _binds(self, chain: Chain, counts: Sequence[Signed], other: Sequence[Signed]) -> bool:
        """Whether what was played with an umpire by packets that count keeps them where they are.

        Among peers an exchange that was played in two ways is played anew; an umpire's record is nobody's to undo.
        """
        if chain.game.play == "peers" or tells_the_same(self, counts, other):
            return False
        return is_built_on(self, counts, self.me.__eq__, since=chain.game.moment)

    # going on

    @property
    def sends(self) -> bool:
        """Whether what is due goes out by itself."""
        return self.desk.sends and not self.handed_over and not self.behind()

    def _go_on(self) -> bool:
        """Do the next thing that follows from what is here. Whether there was any."""
        chain, ledger = self.chain(), self.ledger()
        looks = (
            *(self._fork, self._open_first, self._confirm, self._unwaited, self._advance, self._seal_ahead),
            *(self._narrow, self._release, self._share, self._ask, self._undo),
        )
        incomplete = awaited(self.desk, self.game) or self.waits_for_taken()
        alone = (self._fork,) if incomplete else (self._fork, self._advance, self._undo)
        for look in looks if self.desk.sends and self.silent() is None else alone:
            if (errands := look(chain, ledger)) and self.do(errands):
                return True
        return False

    def _fork(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """Go over to the branch that is the game now: by a ruling, without those who withhold, without an umpire."""
        signed = partial(self.desk.journal.accepted, self.game, kinds=("succession",))
        return (
            ruled_branch(chain, ledger, self.held, partial(digest_at, self.desk))
            or put_out(chain, ledger, self.me, self.held, self.find)
            or longer_list(chain, self.witnessed, self.doubles, self.held)
            or gone_over(self.desk.journal, self.game, self.me, chain, ledger, self.held)
            or handed_over(chain, signed, self.held)
        )

    def _open_first(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """Open one's own seal before one goes over to the branch of a list that one signed ahead of the last signer."""
        return opened_first(chain, ledger, self.me, self.find)

    def _undo(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """Go over to the branch before an exchange that was played in two ways."""
        return undone(chain, ledger, self.me, self.held)

    def held(self, name: str, after: int, count: int) -> list[Event] | None:
        """So many events of a branch after one of them; None where the branch is not here."""
        session = self.desk.session
        return session.open_game(name).facts(after + 1, after + count) if session.has(name) else None

    def _confirm(self, chain: Chain, _: Ledger) -> list[Errand]:
        """An umpire gives each player a receipt for their orders, before they are played."""
        receipt = due_receipt(self.desk, self.seat, chain) if umpire_of(chain) == self.me else None
        return [Post(body=receipt)] if receipt is not None else []

    def _unwaited(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """An umpire's program signs by itself that the game goes on without players who are away."""
        return unwaited(self, chain, ledger) if umpire_of(chain) == self.me else []

    def _advance(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """Write what follows, when all is there."""
        standing: dict[str, tuple[str, ...]] = {}
        if umpire_of(chain) == self.me and chain.game.ended is None:
            standing = standing_orders(self.desk.journal.accepted(self.game, kinds=("note",)), self.unbox)
        return advance(chain, ledger, self.me, self.find, self.unbox, standing)

    def _seal_ahead(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """Seal one's own nonces for exchanges to come in which others act, and what one had revealed or done again."""
        if sends_no_more(chain, ledger, self.me):
            return []
        again = sealed_again(chain, ledger, self.me) or acted_again(chain, ledger, self.me, self.find)
        return nonces_ahead(chain, ledger, self.me) or again

    def _narrow(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """Sign a list again, with those whose part has come left out, or of the exchange before."""
        return fewer(chain, ledger, self.me) or repeated(chain, ledger, self.me)

    def _ask(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """Say that one has come this far, where others are waited for."""
        words = last_word(chain, ledger, self.me) or first_word(chain, ledger, self.me)
        words = words or which_counts(chain, ledger, self.me)
        return words or cannot_sign(chain, ledger, self.me) or settling_word(chain, ledger, self.me)

    def _share(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """Release one's shares of what is not revealed in time."""
        found = list(due_shares(chain, ledger, self.me, partial(is_over, self.desk), self.unbox))
        for errand in found:
            if isinstance(errand, Tell):
                self.tell_once(errand.kind, errand.words)
        return [errand for errand in found if isinstance(errand, Post)]

    def _release(self, chain: Chain, ledger: Ledger) -> list[Errand]:
        """Send what is due."""
        if umpire_of(chain) != self.me:
            return reveal(chain, ledger, self.me, self.find)
        carry = partial(to_be_carried, self, chain)
        return report_and_seal(chain, ledger, self.me, told_by(self, chain), self.record, carry)


def replica_of(desk: Desk, seat: Seat) -> Replica:
    """The one replica of a game on a desk: all who ask for it share its chain and its ledger."""
    if seat.game not in desk.replicas:
        hold_seat(desk, seat.game)
    found = desk.replicas.setdefault(seat.game, Replica(desk, seat))
    if not isinstance(found, Replica):
        raise TypeError(f"the desk keeps a {type(found).__name__} as replica of {seat.game}")
    found.seat = seat
    return found
