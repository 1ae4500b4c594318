"""The same table in games with an escrow, where people sign agreements while a part is on its way or opened by shares.

Two play with a trustee. The cheat, who may be the trustee, makes escrows that open nothing, passes off those of others,
and shares too early, or what is no share.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from sits_es.errors import UnreadableError
from sits_es.game.events import AbsenceGranted, DeadlineSet, OrdersRevealed, PlayerReadmitted, RulingMade
from sits_es.mail.packet import Signed
from sits_es.post.protocol.acting import answers
from sits_es.post.protocol.bodies import Clock, Ruling
from sits_es.post.protocol.boxes import open_escrow, share_in
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.failures import Escrow, Readmission, Resignation, Share
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.kinds import read_body
from sits_es.post.protocol.leaving import sends_no_more
from sits_es.post.protocol.seals import sealed
from sits_es.post.protocol.shares import escrow_of
from sits_es.rules.moments import Moment
from tests.post.model.beginning import HOURS, KEYS
from tests.post.model.carrying import carry, seats
from tests.post.model.seat import Seat
from tests.post.model.table import SOMEBODY, Table, _doubles

#: What people sign together, or alone.
SIGNED: Final = st.sampled_from(("deadline", "absence", "absence", "ruling", "readmit", "standing", "resign"))
SOME: Final = st.sets(SOMEBODY)
MAYBE_SOME: Final = st.just(set[int]()) | SOME
BEGAN: Final = "2026-01-01T00:00Z"


class EscrowTable(Table):
    """One game, mostly with an escrow. escrow: whether it has one."""

    @initialize(
        players=st.integers(2, 6), cheat=st.none() | SOMEBODY, escrow=st.sampled_from((True, True, True, False))
    )
    def sit_down(self, players: int, cheat: int | None, escrow: bool = True) -> None:
        """Everybody's program has begun the same game."""
        self.now, self.escrow = BEGAN, escrow or players == 2
        self.people = seats(players, escrow=self.escrow, program=self.program)
        there = list(self.people)
        self.cheat = there[cheat % len(there)] if cheat is not None else None
        self.faces: list[Seat] = [self.people.pop(self.cheat)] if self.cheat is not None else []
        self.sent: dict[str, Signed] = {}
        self.seen: dict[str, str] = {}

    # what people sign

    def sign(self, seat: Seat, what: str, about: int) -> None:
        """Somebody signs something at the exchange at hand, where that would be accepted."""
        owed = seat.chain.game.owed
        if owed is None or seat.player not in seat.chain.game.players:
            return
        turn, segments = owed.moment.turn, (owed.moment.segment,)
        whom = sorted(seat.chain.game.players)[about % len(seat.chain.game.players)]
        until = later(BEGAN, 24 * (1 + about))
        body: Body | None = None
        if what == "deadline":
            body = Clock(turn=turn, segments=segments, until=until, grace=about)
        elif what == "absence":
            body = Clock(turn=turn, segments=segments, player=whom, since=BEGAN, until=until)
        elif what == "ruling":
            body = Ruling(turn=turn, segments=segments, about_turn=1, about_segment=1, upheld=True, words=whom)
        elif what == "readmit":
            body = Readmission(turn=turn, segments=segments, player=whom)
        elif what == "resign" and not sends_no_more(seat.chain, seat.ledger, seat.player):
            body = Resignation() if len(seat.chain.game.still_in) > 2 else None
        elif what == "standing":
            self.leave_orders(seat)
        if body is not None:
            seat.agrees(body)

    def leave_orders(self, seat: Seat) -> None:
        """Somebody puts standing orders on record, other ones each time."""
        lines = f"impulse 1 Kite of {seat.player}: turn pitch {1 + seat.next_number % 9}"
        seat.agrees(read_body("standing", {"lines": [lines]}))

    @rule(who=SOMEBODY, what=SIGNED, about=SOMEBODY)
    def somebody_signs(self, who: int, what: str, about: int) -> None:
        """One of the honest signs something."""
        self.sign(self.honest(who), what, about)

    @rule(what=SIGNED, about=SOMEBODY, but=SOME)
    def they_sign(self, what: str, about: int, but: set[int]) -> None:
        """All honest people sign the same, but for some."""
        if what == "resign":
            return
        for number, seat in enumerate(list(self.people.values())):
            if number not in but:
                self.sign(seat, what, about)

    @rule(who=st.none() | SOMEBODY)
    def all_play(self, who: int | None) -> None:
        """Everybody seals and gets everything, the cheat as well; one may be asleep."""
        self.gather()
        there = [*self.people.values(), *self.faces[:1]]
        for number, seat in enumerate(there):
            if number != who:
                seat.seal()
        self.gather()

    def gather(self) -> None:
        """Everybody gets everything that the first program of the cheat and all others have."""
        faces = {seat.player: seat for seat in self.faces[:1]}
        carry({**self.people, **faces})

    @rule(who=SOMEBODY, but=MAYBE_SOME, about=SOMEBODY)
    def one_resigns_and_comes_back(self, who: int, but: set[int], about: int) -> None:
        """One resigns, and the others sign them in again, but for some."""
        self.all_play(None)
        gone = self.honest(who)
        self.sign(gone, "resign", about)
        self.all_play(None)
        whom = sorted(gone.chain.game.players).index(gone.player) if gone.player in gone.chain.game.players else 0
        for number, seat in enumerate([*self.people.values(), *self.faces[:1]]):
            if number not in but:
                self.sign(seat, "readmit", whom)

    @rule(
        who=SOMEBODY,
        hear=MAYBE_SOME,
        told=st.integers(0, 3),
        things=st.lists(st.tuples(SIGNED, SOMEBODY), min_size=1, max_size=3),
        but=MAYBE_SOME,
        last=st.booleans(),
        hours=st.sampled_from((24, 24, 40)),
        shown=SOME,
        fresh=st.sampled_from((True, True, False)),
    )
    def one_is_late(
        self,
        *,
        who: int,
        hear: set[int],
        told: int,
        things: list[tuple[str, int]],
        but: set[int],
        last: bool,
        hours: int,
        shown: set[int],
        fresh: bool,
    ) -> None:
        """All seal, things are signed, and the reveal of one comes late to some: those open it by their shares.

        hear: who hears of everything that this one signs; told: how many packets after the seal the others hear of;
        but: who signs nothing; last: whether one seals only once all have signed; shown: who gets the late reveal
        before any shares; fresh: whether everybody has everything when it begins.
        """
        if fresh:
            self.gather()
        away = self.honest(who)
        others = [seat for seat in [*self.people.values(), *self.faces[:1]] if seat is not away]
        before = away.next_number
        there = [away, *others]
        for seat in there[: -1 if last else None]:
            seat.seal()
        for number, seat in enumerate(there):
            for what, about in things if number not in but else ():
                self.sign(seat, what, about) if what != "resign" or number == about else None
        if last:
            there[-1].take([each for seat in there[:-1] for each in seat.sent if seat is not away])
            there[-1].seal()
        away.take([each for seat in others for each in seat.sent])
        known = [each for each in away.sent if each.packet.number <= before + told]
        for number, seat in enumerate(others):
            heard = away.sent if number in hear else known
            seat.take([*heard, *(each for other in others for each in other.sent)])
        carry({seat.player: seat for number, seat in enumerate(others) if number not in hear})
        self.time_goes_by(hours)
        for number, seat in enumerate(others):
            if number in shown:
                seat.take([each for other in others for each in other.sent if each.packet.kind != "share"])
                seat.take(away.sent)
        carry({seat.player: seat for number, seat in enumerate(others) if number not in hear | shown})
        away.take([each for seat in others for each in seat.sent if each.packet.kind != "share"])

    @rule(who=SOMEBODY, knew=SOME, told=st.integers(0, 3), shown=SOME, resigns=st.sampled_from((0, 1, 2)))
    def one_leaves_and_another_is_late(
        self, who: int, knew: set[int], told: int, shown: set[int], resigns: int
    ) -> None:
        """One does not seal; lists are signed, and they resign; then the reveal of another comes late to some.

        knew: who hears of the resignation before they sign a list; told, shown: as of one who is late; resigns: whether
        they resign before the lists are signed, after that, or not.
        """
        self.gather()
        away = self.honest(who)
        leaver, *others = [seat for seat in [*self.people.values(), *self.faces[:1]] if seat is not away]
        there = [away, *others]
        for seat in there:
            seat.seal()
        carry({seat.player: seat for seat in there})
        self.time_goes_by(40)
        if resigns == 0:
            self.sign(leaver, "resign", 0)
        before = away.next_number
        for number, seat in enumerate(there):
            if number in knew:
                seat.take(leaver.sent)
            seat.go_on_without("seal")
        if resigns == 1:
            self.sign(leaver, "resign", 0)
        away.take([*leaver.sent, *(each for seat in others for each in seat.sent)])
        known = [each for each in away.sent if each.packet.number <= before + told]
        for seat in others:
            seat.take(known)
        carry({seat.player: seat for seat in others})
        self.time_goes_by(40)
        for number, seat in enumerate(others):
            if number in shown:
                seat.take([each for other in others for each in other.sent if each.packet.kind != "share"])
                seat.take([*away.sent, *leaver.sent])
        carry({seat.player: seat for number, seat in enumerate(others) if number not in shown})
        away.take([each for seat in others for each in seat.sent if each.packet.kind != "share"])

    # what a cheat does

    @rule(face=SOMEBODY, what=st.sampled_from(("other", "stolen")), whom=SOMEBODY)
    def the_cheat_seals_badly(self, face: int, what: str, whom: int) -> None:
        """A seal whose escrow opens something else, or is another player's."""
        seat = self.faces[face % len(self.faces)] if self.faces else None
        owed = seat.chain.game.owed if seat is not None else None
        if seat is None or owed is None or seat.player not in seat.chain.game.players:
            return
        if seat.ledger.seal(seat.player, owed.moment, seat.chain) is not None:
            return
        number = seat.next_number
        body, kept = sealed(seat.chain, seat.player, {owed.moment: ()}, seat.random, number)
        other, _ = sealed(seat.chain, seat.player, {owed.moment: ()}, seat.random, number)
        escrow = other.escrow
        victim = self.honest(whom)
        theirs = escrow_of(seat.ledger.seal(victim.player, owed.moment, seat.chain))
        if what == "stolen" and theirs is not None:
            escrow = (_passed_off(theirs, victim.player, seat.player),)
        if body.escrow is not msgspec.UNSET:
            seat.secrets |= dict(kept)
            seat.agrees(msgspec.structs.replace(body, escrow=escrow))

    @rule(face=SOMEBODY, whom=SOMEBODY, to=SOMEBODY, true=st.booleans(), says=st.booleans())
    def the_cheat_shares(self, face: int, whom: int, to: int, *, true: bool, says: bool) -> None:
        """A share, whenever the cheat likes; or what is no share. says: it is sent in the cheat's own sequence."""
        seat = self.faces[face % len(self.faces)] if self.faces else None
        owed = seat.chain.game.owed if seat is not None else None
        everybody = [each for each in [*self.people, self.cheat] if each is not None]
        if seat is None or owed is None:
            return
        victim = everybody[whom % len(everybody)]
        seal = seat.ledger.seal(victim, owed.moment, seat.chain)
        escrow = escrow_of(seal)
        if seal is None or seal.place is None or escrow is None or seat.player not in escrow.shares:
            return
        try:
            share = share_in(escrow, seat.player, seal.place, KEYS[seat.player].open) if true else bytes(32)
        except UnreadableError:
            share = bytes(32)
        named = answers(seat.chain, seat.ledger, owed)
        turn, segments = owed.moment.turn, (owed.moment.segment,)
        body = Share(turn=turn, segments=segments, of=victim, packet=seal.packet, share=share.hex(), answers=named)
        self.honest(to).take([*seat.sent, seat.say(body) if says else seat.written(body)])

    @rule(face=SOMEBODY, what=SIGNED, about=SOMEBODY)
    def the_cheat_signs(self, face: int, what: str, about: int) -> None:
        """One of the programs of the cheat signs something that takes several."""
        if self.faces:
            self.sign(self.faces[face % len(self.faces)], what, about)

    # what must hold

    @invariant()
    def nobody_shares_too_early(self) -> None:
        """Who has shared had everybody's seal there, had revealed, and the time was over."""
        for seat in getattr(self, "people", {}).values():
            for signed in seat.sent:
                if signed.packet.kind == "share" and signed.packet.branch == seat.branch:
                    _shared_in_time(seat, signed)

    def records_are_one(self) -> None:
        """Everybody has everything: the records are the same.

        Not yet where the cheat has sent two packets under one number: of two reveals one may be opened by shares too.
        """
        if not _doubles(self.sent.values()):
            super().records_are_one()

    def teardown(self) -> None:
        """In the end the records are the same, and nobody has opened anything without all holders."""
        super().teardown()
        if not hasattr(self, "people"):
            return
        shares = [signed for signed in self.sent.values() if signed.packet.kind == "share"]
        for seat in self.people.values():
            _opened_by_all(seat, self.sent, shares)
            for (player, _), seals in seat.ledger.seals.items():
                for seal in seals if player in self.people and self.cheat is not None else ():
                    self.cheat_opens_nothing(escrow_of(seal), seal.place, seal.packet, shares)

    def tell(self) -> None:
        """Say what came to pass, for statistics."""
        super().tell()
        facts = [fact for seat in self.people.values() for stream in seat.streams.values() for fact in stream.facts]
        for kind in (AbsenceGranted, DeadlineSet, RulingMade, PlayerReadmitted):
            event(kind.__name__, any(isinstance(fact, kind) for fact in facts))
        event("escrow", self.escrow)
        event("opened by shares", any(seat.ledger.joined for seat in self.people.values()))
        event("shares", any(signed.packet.kind == "share" for signed in self.sent.values()))

    def cheat_opens_nothing(self, escrow: Escrow | None, place: Any, packet: str, shares: list[Signed]) -> None:
        """All shares that were sent, and the cheat's own, open an escrow only where they are those of all holders."""
        if escrow is None or self.cheat is None:
            return
        known = {
            each.packet.sender: bytes.fromhex(each.packet.body["share"])
            for each in shares
            if each.packet.body["packet"] == packet and each.packet.sender in self.people
        }
        if self.cheat in escrow.shares:
            known[self.cheat] = share_in(escrow, self.cheat, place, KEYS[self.cheat].open)
        if set(known) >= set(escrow.shares):
            return
        guessed = known | {holder: bytes(32) for holder in escrow.shares if holder not in known}
        forged = Escrow(box=escrow.box, shares=escrow.shares, digests=_digests(guessed))
        try:
            open_escrow(forged, place, guessed)
        except UnreadableError:
            return
        raise AssertionError("some holders alone have opened an escrow")


def _passed_off(theirs: Escrow, victim: str, thief: str) -> Escrow:
    """A victim's escrow as if it were the thief's: what the thief holds of it goes to the victim."""
    shares = {victim if who == thief else who: share for who, share in theirs.shares.items()}
    digests = {victim if who == thief else who: digest for who, digest in theirs.digests.items()}
    return Escrow(box=theirs.box, shares=shares, digests=digests)


def _digests(shares: dict[str, bytes]) -> dict[str, str]:
    return {holder: hashlib.sha256(share).hexdigest() for holder, share in shares.items()}


def _shared_in_time(seat: Seat, signed: Signed) -> None:
    body, at = signed.packet.body, signed.packet.body["at"]
    moment, head = Moment(body["turn"], body["segments"][0]), signed.packet.head
    assert head is not None
    said = seat.ledger.witness.first.get((seat.player, head.version, head.digest))
    if moment.turn < seat.chain.game.moment.turn - 1 or said is None:
        return  # forgotten by now
    assert set(body["answers"].values()) <= {each.digest for each in (*seat.accepted.values(), *seat.seconds)}
    own = [
        each.packet.number
        for each in seat.sent
        if each.packet.kind == "reveal" and each.packet.branch == seat.branch and each.packet.head == head
    ]
    assert seat.player not in body["answers"] or (own and min(own) < signed.packet.number), "shared before the reveal"
    game = seat.chain.game_at(head.version)
    if game.deadline is None and body["of"] not in game.absences:
        assert at >= later(said.at, HOURS), "shared before the time was over"


def _opened_by_all(seat: Seat, sent: dict[str, Signed], shares: list[Signed]) -> None:
    """What stands on record of somebody was revealed by them, or all holders of the escrow have shared."""
    revealed = {
        opened["nonce"]
        for signed in sent.values()
        if signed.packet.kind == "reveal"
        for opened in signed.packet.body["orders"]
    }
    for stream in seat.streams.values():
        for fact in stream.facts:
            if not isinstance(fact, OrdersRevealed) or fact.nonce in revealed:
                continue
            moment = [fact.turn, fact.segment]
            of_it = [
                each.packet
                for each in shares
                if each.packet.body["of"] == fact.player
                and [each.packet.body["turn"], *each.packet.body["segments"]] == moment
            ]
            seals = [sent[packet.body["packet"]].packet.body["escrow"] for packet in of_it]
            holders = [set(each["shares"]) for each in (seals[0] if isinstance(seals[0], list) else seals)]
            assert {packet.sender for packet in of_it} in holders, "opened without all holders"
