"""Nobody chooses dice: whoever knows another's nonce can bring about one course of the exchange, or none.

In each case one player is honest and all others are in league: they share what they know, and know everything that the
honest one has sent. At every point of an exchange each thing that they could still send instead is tried on the honest
player's program: other orders, another nonce, second packets, other orders of sending, silence, older heads, defaults,
voids, claims, forks, facts. What takes several signatures, and time that has run out, is tried in a tree of its own:
every packet after every other, with a deadline on record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import permutations, product
from typing import Literal

import pytest
from attrs import Factory, define, evolve, frozen
from msgspec.structs import replace

from sits_es.events import Event
from sits_es.game.events import DeadlineSet, ExchangeVoided, FactsRecorded, GameClaimed, OrdersDefaulted
from sits_es.mail.packet import LastEvent, Signed, sign
from sits_es.post.protocol.bodies import Act, Clock, Default, Dispute, Record, Reveals, Ruling, Seals
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.entries import record_digest
from sits_es.post.protocol.fate import Fate
from sits_es.post.protocol.judgement import judge_packet
from sits_es.post.protocol.kinds import as_data, kind_of, read_body
from sits_es.post.protocol.seals import sealed
from sits_es.rules.moments import Moment
from tests.post.program import Nonce, Program, go_round, usual
from tests.post.protocol import open_table
from tests.post.second import THREE
from tests.shared import protocol_values
from tests.shared.protocol_values import KEYS
from tests.systems.installed import installed

SITS = {"red": "Fearless: thrust 6", "blue": "Sirius: thrust 4", "green": "Hood: thrust 2"}
FLIGHTS = {"red": "Kestrel: fly to 3", "blue": "Hawk: fly to 2", "green": "Merlin: fly to 2"}
BURNS = {"red": "pulse 1 Kestrel: burn 0.5", "blue": "pulse 1 Hawk: burn 0.5"}


@frozen(kw_only=True)
class Case:
    """An exchange to be ground at. begun: the game's first facts; players: by id; lines: other orders to try."""

    begun: Callable[[], Sequence[Event]]
    at: Moment
    players: tuple[str, ...] = ("red", "blue")
    lines: dict[str, str]


TRIO = ("red", "blue", "green")
CASES = {
    "everybody orders, first protocol": Case(begun=protocol_values.begun, at=Moment(1, 1), lines=SITS),
    "three order, first protocol": Case(
        begun=lambda: protocol_values.begun(third=True), at=Moment(1, 1), players=TRIO, lines=SITS
    ),
    "everybody orders": Case(begun=lambda: open_table.begun("slots", "narrows"), at=Moment(1, 1), lines=FLIGHTS),
    "one acts alone": Case(begun=lambda: open_table.begun("slots", "narrows"), at=Moment(1, 2), lines=FLIGHTS),
    "one acts and two wait": Case(
        begun=lambda: open_table.begun("slots", THREE), at=Moment(1, 2), players=TRIO, lines=FLIGHTS
    ),
    "runs of several pulses": Case(begun=lambda: open_table.begun("runs", "passage"), at=Moment(1, 1), lines=BURNS),
}


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


def another(player: str, moment: Moment) -> bytes:
    """A nonce that a player in the league has in reserve."""
    return usual(f"{player} again", moment)


@frozen
class Told:
    """How an exchange goes when everybody keeps to a plan. others: what the league sends, in order.

    course: every fact up to the exchange's close, dice and orders among them; None where it is not played.
    """

    others: tuple[Signed, ...]
    course: tuple[Event, ...] | None
    programs: tuple[Program, ...]


def told(case: Case, honest: str, nonce: Nonce = usual, plan: dict[str, str] | None = None) -> Told:
    """Play up to the exchange and through it. nonce, plan: of the league, where they do otherwise."""
    programs = [
        Program(
            player=player,
            told=list(case.begun()),
            plan={case.at: (plan[player],)} if plan is not None and player != honest else {},
            nonce=usual if player == honest else nonce,
        )
        for player in case.players
    ]
    go_round(programs, case.at)
    mine = next(each for each in programs if each.player == honest)
    return Told(tuple(_in_order(programs, honest)), mine.course(case.at), tuple(programs))


def _in_order(programs: Sequence[Program], honest: str) -> Iterator[Signed]:
    """Packets of the league, each player's in order, seals of all before what follows from them."""
    rest = {each.player: list(each.sent) for each in programs if each.player != honest}
    most = max(map(len, rest.values()))
    for number in range(most):
        yield from (sent[number] for sent in rest.values() if number < len(sent))


def listening(case: Case, honest: str, packets: Sequence[Signed]) -> Program:
    """The honest player's program after some packets; its person writes whatever is owed, up to the exchange."""
    program = Program(player=honest, told=list(case.begun()))
    hear(program, case, packets)
    return program


def hear(program: Program, case: Case, packets: Sequence[Signed]) -> Program:
    program.take([])
    for signed in [None, *packets]:
        program.take([] if signed is None else [signed])
        while program.chain.game.moment <= case.at and program.play():
            program.take([])
    return program


def again(signed: Signed, body: Body | None = None, number: int | None = None, head: LastEvent | None = None) -> Signed:
    """A packet of the league, signed anew with something changed."""
    data = signed.packet.body if body is None else as_data(body)
    packet = signed.packet
    changed = evolve(packet, body=data, number=number or packet.number, head=head or packet.head)
    return sign(changed, KEYS[signed.packet.sender])


def changed_bodies(case: Case, signed: Signed) -> Iterator[Body]:
    """What could stand in a packet instead."""
    player = signed.packet.sender
    body = read_body(signed.packet.kind, signed.packet.body)
    nonce = another(player, case.at).hex()
    if isinstance(body, Seals):
        yield replace(body, seals=("1" * 64, *body.seals[1:]))
    elif isinstance(body, Reveals):
        yield replace(body, orders=tuple(replace(each, nonce=nonce) for each in body.orders))
        yield replace(body, orders=tuple(replace(each, lines=(case.lines[player],)) for each in body.orders))
        if isinstance(body.answers, tuple):
            yield replace(body, answers=({},) * len(body.answers))
    elif isinstance(body, Act):
        yield replace(body, lines=(case.lines[player],))
        yield replace(body, nonce=nonce)
        yield replace(body, seals=dict.fromkeys(body.seals, "1" * 64))
        yield replace(body, seals={player: body.seals[player]})


def other_bodies(case: Case, player: str, mark: str | None) -> Iterator[Body]:
    """What else a player of the league could send."""
    turn, segments = case.at.turn, (case.at.segment,)
    for accused in case.players:
        for act in ("drift", "void", "claim"):
            yield Default(turn=turn, segments=segments, player=accused, act=act, seen=9, mark=mark)
    ruling = Ruling(
        turn=turn, segments=segments, about_turn=1, about_segment=1, upheld=False, words="", branch="duel-2"
    )
    yield replace(ruling, mark=mark)
    yield Record(turn=turn, segments=segments, player=player, lines=(case.lines[player],), mark=mark)
    yield Seals(turn=turn, segments=segments, seals=("2" * 64,), mark=mark)


def shifted(packets: Sequence[Signed], player: str) -> list[Signed]:
    """The rest of what the league sends, one player's a number later."""
    return [again(each, number=each.packet.number + 1) if each.packet.sender == player else each for each in packets]


def following(packets: Sequence[Signed], player: str) -> int:
    """The number of a player's next packet."""
    return 1 + max((each.packet.number for each in packets if each.packet.sender == player), default=0)


def alternatives(case: Case, plain: Told, honest: str, known: int) -> Iterator[list[Signed]]:
    """Everything that the league could send once the honest player has taken `known` of its packets."""
    rest = list(plain.others[known:])
    yield list(reversed(rest))
    yield from ([each for each in rest if each != silent] for silent in rest)
    if len(rest) <= 3:
        yield from (list(order) for order in permutations(rest))
    for signed in plain.others:
        for body in changed_bodies(case, signed):
            # instead of it, as one more at once, and as one more after all
            player = signed.packet.sender
            last = max(each.packet.number for each in plain.others if each.packet.sender == player)
            yield [again(signed, body), *rest]
            yield [again(signed, body, following(plain.others[:known], player)), *shifted(rest, player)]
            yield [*rest, again(signed, body, last + 1)]
        if signed.packet.head is not None and signed in rest:
            yield [again(signed, head=plain.others[0].packet.head), *rest]
    for signed in {each.packet.sender: each for each in plain.others}.values():
        player = signed.packet.sender
        number = 1 + max(
            (each.packet.number for each in plain.others[:known] if each.packet.sender == player), default=0
        )
        for program in (each for each in plain.programs if each.player == honest):
            for body in other_bodies(case, player, program.chain.mark):
                for head in {each.packet.head for each in plain.others}:
                    made = Signed(packet=evolve(signed.packet, kind=kind_of(body)), signature=b"", bytes=b"", digest="")
                    yield [again(made, body, number, head=head), *shifted(rest, player)]
    for nonce, plan in ((another, None), (usual, case.lines), (another, case.lines)):
        otherwise = list(told(case, honest, nonce, plan).others)
        yield otherwise
        yield [*otherwise, *rest]
        yield [*rest, *otherwise]
        yield from _all_again(plain, otherwise, known)


def _all_again(plain: Told, otherwise: Sequence[Signed], known: int) -> Iterator[list[Signed]]:
    """One player of the league sends all that is different once more, under new numbers: seals with what opens them."""
    for player in {each.packet.sender for each in otherwise}:
        before = {each.digest for each in plain.others}
        mine = [each for each in otherwise if each.packet.sender == player and each.digest not in before]
        first = following(plain.others[:known], player)
        numbered = [again(each, number=number) for number, each in enumerate(mine, first)]
        others = [each for each in plain.others[known:] if each.packet.sender != player]
        yield [*numbered, *others]
        yield [*others, *numbered]


@pytest.mark.parametrize(
    ("case", "honest"), [(name, player) for name, case in CASES.items() for player in case.players]
)
def test_nothing_that_could_still_be_sent_brings_another_course(case: str, honest: str) -> None:
    what = CASES[case]
    plain = told(what, honest)
    assert plain.course is not None
    tried, blind = 0, set()
    for known in range(len(plain.others) + 1):
        before = listening(what, honest, plain.others[:known])
        for packets in alternatives(what, plain, honest, known):
            program = hear(before.copy(), what, packets)
            course = program.course(what.at)
            assert program.branched == []
            if before.opened(what.at):
                tried += 1
                assert course in (plain.course, None), [program.fates[each.digest] for each in packets]
            else:
                blind.add(program.seeds().get(what.at))
    assert tried > 20
    # the same league brings other seeds as long as it does not know the honest player's nonce: what is tried can do it
    assert len(blind - {None}) > 1


@pytest.mark.parametrize("case", ["one acts and two wait", "three order"])
def test_who_tells_two_players_different_things_gets_no_dice_from_them(case: str) -> None:
    """A player gives two others different packets, to see which course would be better: never two come of it."""
    at = CASES["one acts and two wait"].at if case == "one acts and two wait" else Moment(1, 1)
    what = evolve(CASES["one acts and two wait"], at=at)
    lied = 0
    for cheat in what.players:
        one, other = (player for player in what.players if player != cheat)
        plain = told(what, one)
        for nonce, plan in ((another, None), (usual, what.lines)):
            programs = [Program(player=player, told=list(what.begun())) for player in (one, other)]
            first = next(each for each in plain.programs if each.player == cheat).sent
            liar = Program(player=cheat, told=list(what.begun()), nonce=nonce)
            liar.plan = {what.at: (plan[cheat],)} if plan is not None else {}
            go_round([liar, *(each.copy() for each in programs)], what.at)
            lies = {one: first, other: liar.sent}
            if all(each.digest == lie.digest for each, lie in zip(first, liar.sent, strict=False)):
                continue  # nothing of this player's differs in this exchange
            for _ in range(8):
                for each in programs:
                    hear(each, what, lies[each.player])
                    for peer in programs:
                        each.take(peer.sent)
            courses = [course for each in programs if (course := each.course(what.at)) is not None]
            assert all(course == courses[0] for course in courses), cheat
            lied += 1
    assert lied >= len(what.players)


def test_everybody_comes_to_the_same_course() -> None:
    case = CASES["one acts and two wait"]
    courses = [told(case, honest).course for honest in case.players]
    assert courses[0] is not None
    assert all(course == courses[0] for course in courses)


@pytest.mark.parametrize("answer", ["signs", "refuses", "reveals first"])
def test_nobody_who_knows_the_dice_can_still_choose_whether_facts_come_before_them(
    answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES["everybody orders"]
    honest = Program(player="red", told=list(case.begun()))
    monkeypatch.setattr(type(honest.chain.rules), "entry_problems", lambda *_: iter(()))
    record = Record(turn=1, segments=(1,), player="red", lines=("Kestrel: haste 2",))
    other = Program(player="blue", told=list(case.begun()))
    hear(honest, case, [])
    honest.say(record)
    hear(other, case, [])
    hear(honest, case, other.sent)
    assert not honest.opened(case.at), "everybody has sealed, and the record could still come to stand"
    if answer == "reveals first":
        hear(other, case, honest.sent)
        assert other.opened(case.at)
    else:
        hear(other, case, honest.sent[:1])
        digest = record_digest(honest.chain.head.digest, record)
        other.say(record if answer == "signs" else Dispute(turn=1, segments=(1,), words="No.", record=digest))
    hear(honest, case, other.sent)
    assert honest.opened(case.at)
    assert any(isinstance(fact, FactsRecorded) for fact in honest.told) == (answer == "signs")
    hear(other, case, honest.sent)
    hear(honest, case, other.sent)
    assert honest.course(case.at) == other.course(case.at) is not None
    late = honest.copy()
    hear(late, case, [again(other.sent[-1], record, len(other.sent) + 1)])
    assert late.course(case.at) == honest.course(case.at)


# lateness

UNTIL = Clock(turn=1, segments=(1,), until="2026-01-05T12:00Z", grace=12)


@cache
def late(*players: str) -> tuple[Event, ...]:
    """A game of the first protocol at 1.2, with a deadline on record that all signed for 1.1."""
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
            yield Reveals(turn=at.turn, segments=(at.segment,), orders=(kept.opened(),))
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
    """The limit of the first protocol: whoever reveals last knows the dice, and may withhold the reveal.

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
    """Limits of the first protocol, with three players.

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
    void_is_sealed_anew(tree)
