"""A void or a claim that crosses a reveal: whatever came first where, all records end the same."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.render.reports import LetterPrinter
from sits_es.game.events import ExchangeVoided, GameClaimed
from sits_es.mail.packet import Signed
from sits_es.post import decisions
from sits_es.post.arrivals import arrive
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.bodies import Default
from sits_es.post.replica import Replica
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from tests.post.test_fairness import crossed, deadline
from tests.shared.posts import (
    BLUE,
    RED,
    desks_closed,
    exchange,
    facts,
    lose_secrets,
    open_post,
    peers,
    unjudged,
)
from tests.shared.watch import NOON, Watch

pytestmark = pytest.mark.long


@pytest.fixture
def watch() -> Watch:
    return Watch(NOON)


@pytest.mark.parametrize("act", ["claim", "void"])
def test_a_reveal_that_crosses_a_void_or_a_claim_comes_before_it(act: str, tmp_path: Path, watch: Watch) -> None:
    red, blue = crossed(tmp_path, watch)
    watch.later(hours=30)
    assert decisions.default(blue.replica, "red", act) == "Signed. Still to sign: red."
    (said,) = status_of(blue.desk, blue.desk.seat("duel")).against
    outcome = "the game is claimed" if act == "claim" else "1.1 is void"
    assert said == (
        f"blue signed that {outcome}, as red withholds the reveal of 1.1; it holds only if red signs it too, "
        "and not at all if the reveal comes first."
    )
    exchange([red, blue])
    assert red.head() == blue.head()
    assert red.moment() == blue.moment() == Moment(1, 2)
    assert status_of(blue.desk, blue.desk.seat("duel")).against == ()
    assert red.desk.journal.entries("duel", ("refused", "parked")) == []


def test_a_void_that_crosses_the_last_reveal_of_a_turn_is_judged_in_the_next(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    last = red.replica.chain().rules.most_steps
    red.seal(RED, last)
    blue.seal(BLUE, last)
    exchange([red, blue])
    assert red.moment() == Moment(2, 1)
    chain = blue.replica.chain()
    place = max(version for version, owed in chain.owed.items() if owed == Moment(1, last))
    body = Default(turn=1, segments=(last,), player="red", act="void", seen=3)
    unjudged(blue, body, evolve(chain.head, version=place, digest=chain.digests[place]))
    red.take(blue.packets())
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == "blue signs that red withholds 1.break, for which no deadline was agreed."


class Crossing:
    """Packets of an exchange that ended in one way, and blue's and red's folders before any of it."""

    def __init__(self, folder: Path, acts: Sequence[str], *, lost: bool) -> None:
        watch = Watch()
        red, blue = peers(folder, watch)
        deadline(watch, red, blue)
        red.seal(RED, 2)
        seals = red.packets()
        blue.seal(BLUE, 2)
        blue.take(seals)
        if lost:
            lose_secrets(red)
        for post in (red, blue):
            post.desk.__exit__(None, None, None)
            shutil.copytree(folder / post.player, folder / f"{post.player}-start")
        red, blue = (open_post(folder / player, player, watch) for player in ("red", "blue"))
        self.folder, self.watch = folder, watch
        red.take(blue.packets())
        watch.later(hours=40)
        for act in acts:
            decisions.default(blue.replica, "red", act)
        red.take(blue.packets())
        if lost:
            decisions.agree(red.replica, acts[0])
        exchange([red, blue])
        assert red.head() == blue.head()
        self.head, self.moment = red.head(), red.moment()
        self.packets = {"red": red.packets(), "blue": blue.packets()}
        self.facts = facts(red, ExchangeVoided) + facts(red, GameClaimed)


ACTS = [("void",), ("claim",), ("void", "claim")]


@pytest.fixture(scope="module", params=[(acts, lost) for acts in ACTS for lost in (False, True)])
def crossing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Crossing:
    acts, lost = request.param
    with desks_closed():
        found = Crossing(tmp_path_factory.mktemp("crossing"), acts, lost=lost)
    assert len(found.facts) == int(lost), "only what the accused signed too becomes a fact"
    assert found.moment == Moment(1, 1 if lost else 3)
    return found


@settings(max_examples=6)
@given(data=st.data())
def test_whatever_comes_first_of_reveals_voids_and_claims_the_records_end_the_same(
    data: st.DataObject, crossing: Crossing, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Both players, each with the same packets in an order of its own."""
    for player in ("red", "blue"):
        every = [signed for packets in crossing.packets.values() for signed in packets]
        arriving = data.draw(st.permutations(every))
        days = data.draw(st.lists(st.booleans(), min_size=len(every), max_size=len(every)))
        folder = tmp_path_factory.mktemp("day") / player
        shutil.copytree(crossing.folder / f"{player}-start", folder)
        with Desk(folder, crossing.watch, printer=LetterPrinter()) as desk:
            known = desk.journal.last_number("duel", player)
            theirs = [signed for signed in arriving if signed.packet.sender != player]
            mine = [signed for signed in crossing.packets[player] if signed.packet.number > known]
            _bring(desk, theirs, mine, days)
            assert desk.session.store.head("duel").digest == crossing.head
            assert desk.journal.entries("duel", ("refused", "parked")) == []
        shutil.rmtree(folder)


def _bring(desk: Desk, theirs: Sequence[Signed], mine: Sequence[Signed], days: Sequence[bool]) -> None:
    """Let the others' packets come in an order; one's own are made again by one's program, or were signed before."""
    for signed in mine:
        if signed.packet.kind in ("default", "deadline"):
            arrive(desk, signed, "by hand")
    for signed, settle in zip(theirs, days, strict=False):
        arrive(desk, signed, "by hand")
        if settle:
            Replica(desk, desk.seat("duel")).settle()
    Replica(desk, desk.seat("duel")).settle()
