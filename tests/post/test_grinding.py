"""Nobody chooses dice: whoever knows another's nonce can bring about one course of the exchange, or none.

In each case one player is honest and all others are in league: they share what they know, and know everything that the
honest one has sent. At every point of an exchange each thing that they could still send instead is tried on the honest
player's program: other orders, another nonce, second packets, other orders of sending, silence, older heads, defaults,
voids, claims, forks, facts. What takes several signatures, and time that has run out, is tried in a tree of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from sits_es.game.events import FactsRecorded
from sits_es.post.protocol.bodies import Dispute, Record
from sits_es.post.protocol.entries import record_digest
from sits_es.rules.moments import Moment
from tests.post.grinding import CASES, again, alternatives, another, hear, listening, told
from tests.post.program import Program, go_round, usual
from tests.post.protocol import open_table
from tests.shared.rows import each_row
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


#: Each case once for each honest player of two; of three for one: who acts and who waits is there among two as well.
HONEST = [
    (name, player) for name, case in CASES.items() for player in case.players[: 1 if len(case.players) > 2 else 2]
]


@each_row(("case", "honest"), HONEST)
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
