"""Whoever is late knows the dice, and chooses none: every packet after every other, with a deadline on record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import Literal

import pytest
from attrs import Factory, define, evolve, frozen

from sits_es.events import Event
from sits_es.game.events import DeadlineSet, ExchangeVoided, GameClaimed, OrdersDefaulted
from sits_es.post.protocol.acting import answers
from sits_es.post.protocol.bodies import Clock, Default, Reveals
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.judgement import judge_packet
from sits_es.post.protocol.seals import sealed
from sits_es.rules.moments import Moment
from tests.post.grinding import SITS, TRIO, Case, another, hear, listening
from tests.post.program import Nonce, Program, go_round, usual
from tests.post.protocol import open_table
from tests.shared import protocol_values
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


UNTIL = Clock(turn=1, segments=(1,), until="2026-01-05T12:00Z", grace=12)


@cache
def late(*players: str) -> tuple[Event, ...]:
    """A game at 1.2, with a deadline on record that all signed for 1.1."""
    programs = [Program(player=each, told=protocol_values.begun(third=len(players) > 2)) for each in players]
    for each in programs:
        each.say(UNTIL)
    go_round(programs, Moment(1, 1))
    assert any(isinstance(fact, DeadlineSet) for fact in programs[0].told)
    return tuple(programs[0].told)


LATE = {
    "two, a deadline on record": Case(begun=lambda: late("red", "blue"), at=Moment(1, 2), lines=SITS),
    "three, a deadline on record": Case(begun=lambda: late(*TRIO), at=Moment(1, 2), players=TRIO, lines=SITS),
}


@frozen
class Close:
    """How an exchange closes. course: every fact up to then, in letters; without: who was defaulted, and by whom."""

    course: str
    without: tuple[tuple[str, tuple[str, ...]], ...]


def _bytes(nonce: bytes, _count: int) -> bytes:
    return nonce


@define
class Tree:
    """All that can come of an exchange in which a deadline has run out, whatever is sent, in whatever order.

    A league sends one packet at a time: a seal of either of two nonces, the reveal of what was sealed, a default, a
    void or a claim against anybody, the signers too. The honest player's program does the rest; the honest person signs
    a default against whoever has not sealed, and a void or a claim against whoever does not reveal.

    told: what had been accepted -> what can still come of it; accepted: acts that were; known: of each state in which
    the honest player's nonce was known, the courses that could still be brought about.
    """

    case: Case
    honest: str
    found: dict[object, frozenset[Close]] = Factory(dict)
    accepted: set[tuple[str, bool]] = Factory(set)
    known: list[frozenset[Close]] = Factory(list)
    decided: dict[type, list[Program]] = Factory(dict)

    @property
    def league(self) -> list[str]:
        return [player for player in self.case.players if player != self.honest]

    def root(self) -> Program:
        program = listening(self.case, self.honest, [])
        program.nonce = another  # for whatever is sealed anew: bytes by chance are never the same twice
        return program

    def reach(self, program: Program) -> frozenset[Close]:
        """Courses of the exchange that can come of a state, each to its close, without those behind a void."""
        state = frozenset(program.taken.items())
        if state not in self.found:
            self.found[state] = frozenset(self._reached(program))
            if program.opened(self.case.at):
                self.known.append(self.found[state])
        return self.found[state]

    def _reached(self, program: Program) -> Iterator[Close]:
        if (course := program.course(self.case.at)) is not None:
            out = tuple((fact.player, fact.by) for fact in course if isinstance(fact, OrdersDefaulted))
            yield Close(repr(course), out)
            return
        for kind in (ExchangeVoided, GameClaimed):
            if any(isinstance(fact, kind) for fact in program.told):
                self.decided.setdefault(kind, []).append(program)
                return
        for longer in (*self._sent(program), *self._signed(program)):
            yield from self.reach(longer)

    def _sent(self, program: Program) -> Iterator[Program]:
        """What becomes of a state by one more packet of the league that is accepted."""
        for player in self.league:
            for body in self._bodies(program, player):
                number = program.ledger.numbers.get(player, 0) + 1
                signed = protocol_values.packet(program.chain, player, number, body)
                judged, _ = judge_packet(signed, program.chain, lambda _: program.ledger, lambda _: False)
                if judged.fate is Fate.ACCEPTED:
                    if isinstance(body, Default):
                        self.accepted.add((body.act, program.opened(self.case.at)))
                    yield hear(program.copy(), self.case, [signed])

    def _bodies(self, program: Program, player: str) -> Iterator[Body]:
        at, ledger, chain = self.case.at, program.ledger, program.chain
        plans = [sealed(chain, player, {at: ()}, partial(_bytes, nonce(player, at))) for nonce in (usual, another)]
        seal = ledger.seal(player, at, chain)
        if seal is None:
            # of three, another nonce only by one who knows the honest one's: before that it brings just another seed
            yield from (body for body, _ in plans[: 2 if len(self.league) == 1 or program.opened(at) else 1])
        elif not ledger.shown(player, at, chain):
            kept = {name: each for _, mine in plans for name, each in mine}[seal.commitment]
            if (owed := chain.game.owed) is not None:
                said = (answers(chain, ledger, owed),)
                yield Reveals(turn=at.turn, segments=(at.segment,), orders=(kept.opened(),), answers=said)
        if any(each.player == player for each in ledger.defaults(at, chain)):
            return  # one act of each is enough: any two that hold are signed by somebody else as well
        signed = [each.body for each in ledger.defaults(at, chain) if each.player == self.honest]
        mine = {(body.act, body.player) for body in signed if isinstance(body, Default) and body.act == "void"}
        acts: tuple[Literal["drift", "void", "claim"], ...] = ("drift", "void", "claim")
        for accused, act in product(self.case.players, acts):
            # of three, a void only after the honest one signed it: without that it never holds
            can_hold = act == "drift" or (act, accused) in mine
            if len(self.league) == 1 or can_hold:
                yield self.against(program, accused, act)

    def against(self, program: Program, accused: str, act: Literal["drift", "void", "claim"]) -> Default:
        at = self.case.at
        # of the honest player's packets, the seal alone: whoever signs against the honest one lies about the reveal
        seen = 1 if accused == self.honest else program.ledger.numbers.get(accused, 0)
        return Default(turn=at.turn, segments=(at.segment,), player=accused, act=act, seen=seen)

    def _signed(self, program: Program) -> Iterator[Program]:
        """What becomes of a state when the honest person signs what there is to sign, once."""
        at, ledger, chain = self.case.at, program.ledger, program.chain
        if any(each.player == self.honest for each in ledger.defaults(at, chain)):
            return
        for accused in self.league:
            opened = program.opened(at)
            acts: tuple[Literal["drift", "void", "claim"], ...] = ()
            if ledger.seal(accused, at, chain) is None and len(self.case.players) > 2:
                acts = () if opened else ("drift",)
            elif opened and not ledger.shown(accused, at, chain):
                acts = ("void", "claim")
            for act in acts:
                longer = program.copy()
                signed = longer.say(self.against(program, accused, act))
                judged, _ = judge_packet(signed, chain, lambda _: ledger, lambda _: False)
                assert judged.fate is Fate.ACCEPTED, judged.why
                yield hear(longer, self.case, [])

    def sealed_anew(self, program: Program, nonce: Nonce) -> Program:
        """What comes of a void once everybody seals again. nonce: of the league."""
        honest = program.copy()
        mates = []
        for player in self.league:
            mate = evolve(program.copy(), player=player, nonce=nonce, secrets={}, waiting=[])
            mate.sent = [  # whatever they were: only how many is looked at from here on
                protocol_values.packet(program.chain, player, number, UNTIL)
                for number in range(1, program.ledger.numbers.get(player, 0) + 1)
            ]
            mates.append(mate)
        go_round([honest, *mates], self.case.at)
        return honest


#: Each case once for each honest player of two; of three, who are alike, for one.
LATE_FOR = [("two, a deadline on record", "red"), ("two, a deadline on record", "blue")]


@cache
def grown(case: str, honest: str) -> tuple[Tree, frozenset[Close]]:
    """The tree of a case, and all that can come of its root."""
    tree = Tree(LATE[case], honest)
    return tree, tree.reach(tree.root())


def void_is_sealed_anew(tree: Tree) -> None:
    """Whoever voids an exchange knows what its dice were, and nothing of those that come instead."""
    at, voided = tree.case.at, tree.decided[ExchangeVoided]
    for program in voided:
        before = set(program.seeds().values())
        again_sealed = hear(program.copy(), tree.case, [])
        assert again_sealed.sent[-1].packet.kind == "seal"
        assert not again_sealed.opened(at)
        seeds = {tree.sealed_anew(again_sealed, nonce).seeds().get(at) for nonce in (usual, another)}
        assert None not in seeds
        assert len(seeds - before) == 2


@pytest.mark.parametrize(("case", "honest"), LATE_FOR)
def test_of_two_who_is_late_can_void_or_give_up_what_he_knows_and_choose_no_other_dice(case: str, honest: str) -> None:
    """The limit of any such protocol: whoever reveals last knows the dice, and may withhold the reveal.

    Nobody can make him reveal. If he signs a void against himself, and the other does, the known roll is swapped for
    an unknown one; if he signs a claim, the game is lost to him; if he signs nothing, the game stands still. Without
    his own signature neither a void nor a claim holds. He never has two rolls that he knows to choose from.
    """
    tree, courses = grown(case, honest)
    assert tree.accepted == {("void", True), ("claim", True)}, "of two nobody defaults the other"
    assert len(courses) == 2, "who does not know the honest player's nonce brings other dice, as he does by any nonce"
    assert tree.known
    assert all(len(each) <= 1 for each in tree.known)
    (other,) = tree.league
    for kind in (ExchangeVoided, GameClaimed):
        for program in tree.decided[kind]:
            (fact,) = [fact for fact in program.told if isinstance(fact, kind)]
            assert fact.player == other
            signers = {each.player for each in program.ledger.defaults(tree.case.at, program.chain, -1)}
            assert signers == {honest, other}
    void_is_sealed_anew(tree)


def test_of_three_two_in_league_can_do_without_the_third_though_they_know_his_nonce_and_nothing_else() -> None:
    """Limits with three players.

    A default (drift) takes the signatures of all but the accused, and nothing in their packets shows whether his seal
    had come. So two in league who have the honest player's reveal, and have not revealed themselves, can still sign a
    default against him. They know two rolls then, one with his nonce and one without, and may choose: that and no more.
    Whoever has revealed signs no default, so one of the two alone can't; and if one of the two is late, the default
    against that one needs the honest player's signature, whose program then reveals nothing until it is settled.
    A void needs the accused's own signature and that of everybody, and swaps a known roll for an unknown one.
    """
    tree, courses = grown("three, a deadline on record", "red")
    assert tree.accepted >= {("drift", False), ("drift", True), ("void", True)}
    without = {each for each in courses if any(player == "red" for player, _ in each.without)}
    assert without
    assert {each.without for each in without} == {(("red", ("blue", "green")),)}
    assert {player for each in courses for player, _ in each.without} == set(tree.case.players)
    assert tree.known
    for each in tree.known:
        assert len(each - without) <= 1, "with the honest player's nonce there is one course"
        assert len(each & without) <= 1, "and one without it, where both others sign that it is to be so"
    assert any(len(each) == 2 for each in tree.known)
