"""A table of programs in memory where packets come in any order, people are silent, and one may cheat: what must hold.

The cheat sees everything that is sent, has copies of their own program that go different ways, and may send anything
that is signed with their own key.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from sits_es.game.events import (
    GameEnded,
    OrdersDefaulted,
    OrdersRevealed,
    PlayerResigned,
    PlayersPutOut,
    SeedMade,
    SegmentClosed,
)
from sits_es.mail.packet import Signed
from sits_es.post.protocol.bodies import Ack, Reveals, Seals
from sits_es.post.protocol.errands import GoOnWithout
from sits_es.post.protocol.failures import Resignation, StandingOrders, Without
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.parts import What
from sits_es.post.protocol.put_out import branch_without, signed_list
from sits_es.rules.moments import Moment
from tests.post.model.beginning import PEOPLE
from tests.post.model.carrying import carry, seats
from tests.post.model.seat import Seat

#: Whom a rule is about: drawn as a number, so that it means somebody at tables of every size.
SOMEBODY: Final = st.integers(0, 5)
FEW_PACKETS: Final = st.integers(1, 8)


class Table(RuleBasedStateMachine):
    """One game. people: programs of the honest; cheat: whose key is misused, or None; faces: the cheat's programs."""

    #: Of what kind the programs are.
    program: ClassVar[type[Seat]] = Seat

    @initialize(players=st.integers(3, 6), cheat=st.none() | SOMEBODY)
    def sit_down(self, players: int, cheat: int | None) -> None:
        """Everybody's program has begun the same game."""
        self.now = "2026-01-01T00:00Z"
        self.people = seats(players, program=self.program)
        self.cheat = PEOPLE[cheat % players] if cheat is not None else None
        self.faces: list[Seat] = [self.people.pop(self.cheat)] if self.cheat is not None else []
        self.sent: dict[str, Signed] = {}
        self.seen: dict[str, str] = {}

    # what honest people do

    def honest(self, number: int) -> Seat:
        """One of the honest."""
        return list(self.people.values())[number % len(self.people)]

    @rule(who=SOMEBODY)
    def seals(self, who: int) -> None:
        """Somebody seals the exchange at hand."""
        self.honest(who).seal()

    @rule()
    def everybody_seals(self) -> None:
        """All honest people seal the exchange at hand."""
        for seat in self.people.values():
            seat.seal()

    @rule(who=SOMEBODY, what=st.sampled_from(("seal", "reveal")))
    def goes_on_without(self, who: int, what: What) -> None:
        """Somebody signs that those are missing whose part is, where their time is up."""
        self.honest(who).go_on_without(what)

    @rule(what=st.sampled_from(("seal", "reveal")))
    def all_go_on_without(self, what: What) -> None:
        """All honest people sign that those are missing whose part is, where their time is up."""
        for seat in self.people.values():
            seat.go_on_without(what)

    @rule(who=SOMEBODY, lines=st.sampled_from(("", "impulse 1 Kite of {}: turn pitch 1")))
    def leaves_standing_orders(self, who: int, lines: str) -> None:
        """Somebody puts standing orders on record."""
        seat = self.honest(who)
        seat.say(StandingOrders(lines=(lines.format(seat.player),) if lines else ()))

    @rule(who=SOMEBODY)
    def resigns(self, who: int) -> None:
        """Somebody leaves."""
        seat = self.honest(who)
        if (
            seat.player not in seat.ledger.witness.resigned
            and seat.player in (still := seat.chain.game.still_in)
            and len(still) > 2
        ):
            seat.say(Resignation())
            seat.go_on()

    # what comes, and when

    @rule(hours=st.sampled_from((1, 12, 36, 40)))
    def time_goes_by(self, hours: int) -> None:
        """It is later for everybody."""
        self.now = later(self.now, hours)
        for seat in (*self.people.values(), *self.faces):
            seat.now = self.now

    @rule(to=SOMEBODY, source=SOMEBODY)
    def a_letter_comes(self, to: int, source: int) -> None:
        """Somebody gets all that another one has kept."""
        everybody = [*self.people.values(), *self.faces]
        self.honest(to).take(list(everybody[source % len(everybody)].everything()))

    @rule(to=SOMEBODY, data=st.data())
    def some_packets_come(self, to: int, data: st.DataObject) -> None:
        """Somebody gets some packets, in any order."""
        self.collect()
        packets = sorted(self.sent.values(), key=lambda each: (each.packet.sender, each.packet.number, each.digest))
        if packets:
            self.honest(to).take(data.draw(st.lists(st.sampled_from(packets), min_size=1, max_size=8)))

    @rule(but=st.none() | SOMEBODY)
    def letters_go_round(self, but: int | None) -> None:
        """Everybody gets everything from everybody, but for one who is away."""
        carry(self.people, [self.honest(but).player] if but is not None else [])

    @rule(who=SOMEBODY, what=st.sampled_from(("seal", "reveal")), signers=st.sets(SOMEBODY), late=st.booleans())
    def one_is_away(self, who: int, what: What, signers: set[int], late: bool) -> None:
        """Somebody hears nothing and says nothing: before they seal, or once they have sealed; others may go on."""
        away = self.honest(who)
        if what == "reveal":
            away.seal()
        there = {name: seat for name, seat in self.people.items() if seat is not away}
        for seat in there.values():
            seat.seal()
            seat.take(away.sent if what == "reveal" else [])
        carry(there)
        self.time_goes_by(40)
        for number, seat in enumerate(there.values()):
            if number not in signers:
                seat.go_on_without(what)
        carry(there if late else self.people)

    @rule(
        vanishes=SOMEBODY, silent=st.integers(1, 2), late=st.sets(SOMEBODY), cheats=st.booleans(), signs=st.booleans()
    )
    def one_seals_and_vanishes(self, vanishes: int, silent: int, late: set[int], cheats: bool, signs: bool) -> None:
        """One or two are silent, and one seals and vanishes; some of the others go on without them after another term.

        late: who hears of the signature of the one who vanished before they sign the longer list; cheats: the cheat is
        silent as well.
        """
        everybody = list(self.people.values())
        gone = everybody[vanishes % len(everybody)]
        others = [seat for seat in everybody if seat is not gone]
        quiet = others[:silent] if not (cheats and self.faces) else others[: silent - 1]
        there = {seat.player: seat for seat in others if seat not in quiet}
        gone.seal()
        for seat in there.values():
            seat.seal()
            seat.take(gone.sent)
        if not cheats:
            for face in self.faces[:1]:
                face.seal()
                face.take([signed for seat in (*there.values(), gone) for signed in seat.sent])
        carry(there)
        gone.take([signed for seat in there.values() for signed in seat.sent])
        self.time_goes_by(40)
        for seat in there.values():
            seat.go_on_without("seal")
        if signs:
            gone.go_on_without("seal")
        carry(there)
        self.time_goes_by(40)
        for number, seat in enumerate(there.values()):
            if number in late:
                seat.take(gone.sent)
            seat.go_on_without("seal")

    @rule(who=SOMEBODY, comes=st.sampled_from(("seal", "reveal")), hears=st.sets(SOMEBODY), signers=st.sets(SOMEBODY))
    def one_comes_back_and_vanishes(self, who: int, comes: What, hears: set[int], signers: set[int]) -> None:
        """Somebody is silent until others have signed a list, comes back late, is heard by some, and vanishes again.

        comes: back with their seal, or, where that was there, with their reveal; signers: who signs no list before.
        """
        away = self.honest(who)
        there = {name: seat for name, seat in self.people.items() if seat is not away}
        if comes == "reveal":
            away.seal()
        for seat in there.values():
            seat.seal()
            seat.take(away.sent)
        carry(there)
        self.time_goes_by(40)
        for number, seat in enumerate(there.values()):
            if number not in signers:
                seat.go_on_without(comes)
        if comes == "reveal":
            away.take([signed for seat in there.values() for signed in seat.sent if signed.packet.kind != "without"])
        else:
            away.seal()
        for number, seat in enumerate(there.values()):
            if number in hears:
                seat.take(away.sent)
        carry(there)
        self.time_goes_by(40)
        for seat in there.values():
            seat.go_on_without(comes)
        carry(there)

    @rule(
        vanishes=SOMEBODY,
        late=SOMEBODY,
        hears=st.sets(SOMEBODY),
        completes=st.sampled_from(("never", "before", "after")),
        cheats=st.sampled_from((None, None, "late", "vanishes")),
    )
    def one_is_late_and_another_vanishes(
        self, vanishes: int, late: int, hears: set[int], completes: str, cheats: str | None
    ) -> None:
        """One seals late, when others have signed a list, and one who could complete that list has vanished.

        hears: who hears of the late seal; completes: whether the one who vanished completes the list all the same, and
        is heard of before the others sign that their reveal is missing; cheats: whom the cheat is, if either.
        """
        there = {seat.player: seat for seat in self.people.values()}
        face = self.faces[0] if self.faces else None
        gone = face if face is not None and cheats == "vanishes" else self.honest(vanishes)
        away = face if face is not None and cheats == "late" else self.honest(late)
        for seat in (gone, away):
            there.pop(seat.player, None)
        if gone is away or not there:
            return
        gone.seal()
        for seat in there.values():
            seat.seal()
            seat.take(gone.sent)
        carry(there)
        gone.take([signed for seat in there.values() for signed in seat.sent])
        self.time_goes_by(40)
        for seat in there.values():
            seat.go_on_without("seal")
        carry(there)
        away.take([signed for seat in there.values() for signed in seat.sent if signed.packet.kind != "without"])
        away.take(gone.sent)
        away.seal()
        for number, seat in enumerate(there.values()):
            seat.take(away.sent if number in hears else [])
        if completes != "never":
            gone.take([signed for seat in there.values() for signed in seat.sent])
            gone.go_on_without("seal")
        if completes == "before":
            next(iter(there.values())).take(gone.sent)
        there[away.player] = away
        for _ in range(2):
            self.time_goes_by(40)
            carry(there)
            for seat in there.values():
                seat.go_on_without("reveal")

    @rule(
        face=SOMEBODY,
        to=SOMEBODY,
        lines=st.booleans(),
        opens=st.booleans(),
        says=st.booleans(),
        named=st.sets(SOMEBODY, min_size=1),
    )
    def the_cheat_signs_last(self, face: int, to: int, lines: bool, opens: bool, says: bool, named: set[int]) -> None:
        """The cheat signs a list of missing reveals whenever they like, and opens their seal in it or not.

        lines: seals other ones in it; says: it is sent in the cheat's own sequence.
        """
        seat = self.faces[face % len(self.faces)] if self.faces else None
        owed = seat.chain.game.owed if seat is not None else None
        if seat is None or owed is None:
            return
        own = seat.ledger.seal(seat.player, owed.moment, seat.chain)
        if own is None or own.commitment not in seat.secrets:
            return
        everybody = sorted([*self.people, seat.player])
        players = tuple(sorted({everybody[number % len(everybody)] for number in named} - {seat.player}))
        opened = seat.secrets[own.commitment].opened()
        branch = branch_without(seat.chain, owed.moment, seat.chain.head.version, players)
        errand = GoOnWithout(
            moment=owed.moment,
            head=seat.chain.head,
            what="reveal",
            players=players,
            branch=branch,
            lines=(f'impulse 1 "Kite of {seat.player}": turn pitch 1',) if lines else opened.lines,
            opened=opened if opens else None,
        )
        if players:
            body, kept = signed_list(seat.chain, seat.player, errand, seat.random, seat.next_number)
            seat.secrets |= dict(kept)
            signed = seat.say(body, errand.head) if says else seat.written(body)
            self.honest(to).take([*seat.sent, signed])

    # what a cheat does

    @rule(hears=st.sets(SOMEBODY), what=st.sampled_from(("seal", "reveal")), signs=st.booleans())
    def the_cheat_withholds(self, hears: set[int], what: What, signs: bool) -> None:
        """All seal and reveal, but for the cheat, whose seal some hear of; the others may go on."""
        for face in self.faces[:1]:
            if what == "reveal":
                face.seal()
            for number, seat in enumerate(self.people.values()):
                seat.seal()
                seat.take(face.sent if number in hears else [])
            carry(self.people)
            self.time_goes_by(40)
            for seat in self.people.values():
                seat.go_on_without(what) if signs else None

    @rule(hears=st.sets(SOMEBODY), part=st.sampled_from(("seal", "ack", "reveal")))
    def the_cheat_sends_two(self, hears: set[int], part: str) -> None:
        """Two programs of one player say different things under one number, to different people."""
        if not self.faces:
            return
        if len(self.faces) < 2:
            self.the_cheat_copies_a_program(0)
        one, other = self.faces[:2]
        for face in (one, other):
            if part == "ack" and face is other:
                face.say(Ack(packet="3" * 64, words="again"))
            face.seal()
            if part == "reveal":
                face.take([signed for each in self.people.values() for signed in each.sent])
        for number, seat in enumerate(self.people.values()):
            seat.take((one if number in hears else other).sent)

    @rule(
        hears=st.sets(SOMEBODY),
        leaves=st.none() | SOMEBODY,
        between=st.sampled_from(("nothing", "ack", "standing", "resign")),
        goes_on=st.booleans(),
    )
    def the_cheat_reveals_two(self, hears: set[int], leaves: int | None, between: str, goes_on: bool) -> None:
        """The cheat reveals last, with two contents under one number: some get the one, some the other.

        leaves: who resigns, and changes their standing orders after the first; between: what stands under the number
        of the first reveal instead of the second one; goes_on: whether the cheat plays on in both.
        """
        for one in self.faces[:1]:
            left = self.honest(leaves) if leaves is not None and len(self.people) > 2 else None
            if left is not None and left.player not in left.ledger.witness.resigned:
                left.say(Resignation())
                left.go_on()
            carry(self.people)
            one.take([signed for seat in self.people.values() for signed in seat.sent])
            one.seal()
            other = one.copy()
            for seat in self.people.values():
                seat.seal()
                seat.take(one.sent)
            carry(self.people)
            one.take([signed for seat in self.people.values() for signed in seat.sent])
            if left is not None:
                left.say(StandingOrders(lines=(f'impulse 1 "Kite of {left.player}": turn pitch 1',)))
            bodies = {
                "ack": Ack(packet="3" * 64, words=""),
                "standing": StandingOrders(lines=()),
                "resign": Resignation(),
            }
            if between in bodies:
                other.say(bodies[between])
            other.take([signed for seat in self.people.values() for signed in seat.sent])
            self.faces = [one, other, *self.faces[1:2]]
            for number, seat in enumerate(self.people.values()):
                seat.take((one if number in hears else other).sent)
            if goes_on:
                for face in (one, other):
                    face.seal()

    @rule(face=SOMEBODY, left=SOMEBODY, hears=st.sets(SOMEBODY))
    def the_cheat_reveals_against_a_list(self, face: int, left: int, hears: set[int]) -> None:
        """A reveal in answer to all seals but one, whatever the cheat has signed."""
        if not self.faces:
            return
        seat = self.faces[face % len(self.faces)]
        owed = seat.chain.game.owed
        if owed is None:
            return
        everybody = [*self.people, seat.player]
        seals = {name: seat.ledger.seal(name, owed.moment, seat.chain) for name in sorted(everybody)}
        own = seals[seat.player]
        if own is None or own.commitment not in seat.secrets:
            return
        out = everybody[left % len(everybody)]
        answers = {name: seal.packet for name, seal in seals.items() if seal is not None and name != out}
        at, opened = owed.moment, seat.secrets[own.commitment].opened()
        body = Reveals(turn=at.turn, segments=(at.segment,), orders=(opened,), answers=(answers,))
        signed = seat.written(body)
        for number, each in enumerate(self.people.values()):
            if number in hears:
                each.take([*seat.sent, signed])

    @rule(face=SOMEBODY)
    def the_cheat_copies_a_program(self, face: int) -> None:
        """Another program of the same player goes its own way from here."""
        if self.faces and len(self.faces) < 3:
            other = self.faces[face % len(self.faces)].copy()
            other.draws += 1000 * len(self.faces)
            self.faces.append(other)

    @rule(face=SOMEBODY, act=st.sampled_from(("seal", "without seal", "without reveal", "listen", "standing", "ack")))
    def the_cheat_plays(self, face: int, act: str) -> None:
        """One of the programs of the cheat does what a program does."""
        if not self.faces:
            return
        seat = self.faces[face % len(self.faces)]
        if act == "seal":
            seat.seal()
        elif act == "standing":
            seat.say(StandingOrders(lines=()))
        elif act == "ack":
            seat.say(Ack(packet=seat.chain.head.digest, words=""))
        elif act == "listen":
            seat.take([signed for each in self.people.values() for signed in each.sent])
        else:
            seat.go_on_without("seal" if act == "without seal" else "reveal")

    @rule(face=SOMEBODY, to=SOMEBODY, what=st.sampled_from(("seal", "reveal")), listed=st.sets(SOMEBODY, min_size=1))
    def the_cheat_lies(self, face: int, to: int, what: What, listed: set[int]) -> None:
        """A list, or a seal for an exchange that is not at hand, goes to one of the honest."""
        if not self.faces:
            return
        seat = self.faces[face % len(self.faces)]
        at = seat.chain.game.moment
        everybody = sorted([*self.people, seat.player])
        players = tuple(sorted({everybody[number % len(everybody)] for number in listed}))
        more: dict[str, Any] = {"seal": "1" * 64} if what == "reveal" else {}
        body = Without(turn=at.turn, segments=(at.segment,), what=what, players=players, **more)
        self.honest(to).take([seat.written(body)])
        self.honest(to).take([seat.written(Seals(turn=at.turn, segments=(at.segment,), seals=("2" * 64,)))])

    def collect(self) -> None:
        """Note everything that was ever sent."""
        for seat in (*self.people.values(), *self.faces):
            self.sent |= {signed.digest: signed for signed in seat.everything()}

    # what must hold

    @invariant()
    def no_nonce_makes_two_seeds(self) -> None:
        """An honest nonce stands behind one seed in all records: nobody chooses among seeds that are known."""
        for seat in getattr(self, "people", {}).values():
            for stream in seat.streams.values():
                nonces: list[str] = []
                for fact in stream.facts:
                    if isinstance(fact, OrdersRevealed) and fact.player in self.people:
                        nonces.append(fact.nonce)
                    elif isinstance(fact, SeedMade):
                        assert all(self.seen.setdefault(nonce, fact.seed) == fact.seed for nonce in nonces)
                        nonces = []

    @invariant()
    def nobody_reveals_too_early(self) -> None:
        """Who has revealed held everybody's seal, or a list in force that they have signed themselves."""
        for seat in getattr(self, "people", {}).values():
            for signed in seat.sent:
                if signed.packet.kind == "reveal" and signed.packet.branch == seat.branch:
                    _revealed_in_time(seat, signed)

    def teardown(self) -> None:
        """In the end everybody gets everything, and the records are the same."""
        if not hasattr(self, "people"):
            return
        self.everything_comes()
        self.records_are_one()
        self.no_nonce_makes_two_seeds()
        self.nobody_reveals_too_early()
        self.tell()

    def everything_comes(self) -> None:
        """Everybody gets everything that was ever sent."""
        self.collect()
        for _ in range(2):
            for seat in self.people.values():
                seat.take(list(self.sent.values()))
            carry(self.people)
            self.collect()

    def records_are_one(self) -> None:
        """Everybody has everything: the records are the same."""
        twice = _doubles(self.sent.values())
        # who only looks on may have been told what no player was: nobody hears of it, and they see a difference
        there = [seat for seat in self.people.values() if not twice or seat.player in _in(seat)]
        assert len({seat.branch for seat in there}) <= 1, "the game is played in two branches"
        assert len({seat.record() for seat in there}) <= 1, "records differ"

    def tell(self) -> None:
        """Say what came to pass, for statistics."""
        facts = [fact for seat in self.people.values() for stream in seat.streams.values() for fact in stream.facts]
        for kind in (SegmentClosed, OrdersDefaulted, PlayersPutOut, PlayerResigned, GameEnded):
            event(kind.__name__, sum(isinstance(fact, kind) for fact in facts) > 0)
        event("doubles", _doubles(self.sent.values()))
        event("branches", len({seat.branch for seat in self.people.values()}))
        event("records", len({seat.record() for seat in self.people.values()}))


def _in(seat: Seat) -> set[str]:
    """Who plays, as far as a program knows: neither out nor resigned."""
    return set(seat.chain.game.still_in) - set(seat.ledger.witness.resigned)


def _doubles(packets: Any) -> bool:
    """Whether anybody has sent two packets under one number."""
    places = [(signed.packet.sender, signed.packet.number) for signed in packets]
    return len(places) > len(set(places))


def _revealed_in_time(seat: Seat, signed: Signed) -> None:
    body = content_of(signed)
    assert isinstance(body, Reveals)
    moment, answers = Moment(body.turn, body.segments[0]), body.answers[0]
    game, head = seat.chain.game, signed.packet.head
    assert head is not None
    out = seat.chain.game_at(head.version).out
    others = [who for who in game.players if who not in answers and who not in out]
    signed_off = {
        who for said in seat.ledger.witness.withouts.get(moment, ()) for who in getattr(said.body, "players", ())
    } | set(seat.ledger.witness.resigned)
    # or who had resigned in the one of two contents by which it was revealed
    signed_off |= {each.packet.sender for each in seat.seconds if each.packet.kind == "resign"}
    if moment in seat.ledger.witness.withouts or others:
        assert set(others) <= signed_off or moment.turn < game.moment.turn - 1
    kept = {each.digest for each in (*seat.accepted.values(), *seat.seconds)}
    assert set(answers.values()) <= kept
