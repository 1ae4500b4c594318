"""Packets of a game in which people fail, in any order: each has the same fate, and the record ends the same."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from commands.render.reports import LetterPrinter
from sits_es.game.events import OrdersDefaulted, PlayerReadmitted, PlayerResigned, SeatTaken
from sits_es.mail.identity import new_identity, save_identity
from sits_es.mail.packet import Signed
from sits_es.post import changing_seats
from sits_es.post.arrivals import arrive
from sits_es.post.copies import copy_for
from sits_es.post.desk.desk import Desk
from sits_es.post.leaving import resign
from sits_es.post.protocol.failures import Forfeit
from sits_es.post.replica import Replica
from sits_es.post.signing import sign_when_due
from sits_es.rules.moments import Moment
from tests.post.example_games import posts
from tests.shared.careful import terms
from tests.shared.duels import of_three
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, deliveries, desks_closed, exchange, facts, open_post, seal_lines, unjudged
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

Fates = dict[str, str]


class Story:
    """A game of three with a share, a seat with a new key, a list, a resignation, a readmission and void packets."""

    def __init__(self, folder: Path) -> None:
        clock, path = Watch(), folder / "three.toml"
        path.write_text(of_three())
        players, named = ("red", "blue", "green"), terms(escrow=True)
        found = posts(folder, "sits", str(path), players, spectators=("eve",), clock=clock, **named)
        red, blue, green, eve = found.values()
        self.start = folder / "start"
        eve.desk.__exit__(None, None, None)
        shutil.copytree(folder / "eve", self.start)
        self._shared(red, blue, green, clock)
        cleo = self._reseated(folder, red, blue, green, clock)
        self._left_behind(red, cleo, green, clock)
        self._back_again(red, cleo, green)
        self.posts = [red, blue, green, cleo]
        for kind in (SeatTaken, OrdersDefaulted, PlayerResigned, PlayerReadmitted):
            assert facts(red, kind), kind
        self.packets = sorted(red.desk.journal.accepted("duel", void=True), key=lambda each: each.digest)
        assert {"share", "reseat", "without", "resign", "readmit", "forfeit"} <= {e.packet.kind for e in self.packets}
        self.late, self.fates, self.head = clock(), fates(red.desk), red.head()

    def _shared(self, red: Post, blue: Post, green: Post, clock: Watch) -> None:
        """Blue's reveal is late, and the others open what blue sealed."""
        for post in (red, blue, green):
            seal_lines(post, {Moment(1, 1): ()})
        for post in (red, green):
            post.take(blue.packets())
        exchange([red, green])
        clock.later(days=8)
        for post in (red, green):
            post.replica.settle()
        exchange([red, blue, green])
        assert red.moment() == Moment(1, 2)

    def _reseated(self, folder: Path, red: Post, blue: Post, green: Post, clock: Watch) -> Post:
        """Blue's seat goes to Cleo."""
        key = new_identity("cleo", lambda number: b"cleo".ljust(number, b"\0"))
        unjudged(green, Forfeit(turn=1, segments=(2,), player="red", what="seal"))
        changing_seats.reseat(blue.replica, "blue", key.key, "Cleo", "cleo@example.org")
        exchange([red, blue, green])
        for post in (red, green):
            changing_seats.agree(post.replica)
            exchange([red, blue, green])
        cleo = open_post(folder / "cleo", "blue", clock)
        save_identity(key, cleo.desk.keys)
        cleo.take([copy_for(red.replica, "blue")])
        for post in (red, cleo, green):
            seal_lines(post, {Moment(1, 2): ()})
        exchange_of([red, cleo, green])
        assert red.moment() == Moment(1, 3)
        return cleo

    def _left_behind(self, red: Post, cleo: Post, green: Post, clock: Watch) -> None:
        """Red and Cleo go on without green."""
        for post in (red, cleo):
            seal_lines(post, {Moment(1, 3): ()})
        exchange_of([red, cleo])
        clock.later(days=10)
        for post in (red, cleo):
            go_on_without(post.replica)
        clock.later(days=3)
        for post in (red, cleo):
            sign_when_due(post.replica)
        exchange_of([red, cleo])
        exchange_of([red, cleo, green])
        assert red.moment() == Moment(1, 4)

    def _back_again(self, red: Post, cleo: Post, green: Post) -> None:
        """Green resigns, is signed in again, and plays."""
        resign(green.replica, "")
        exchange_of([red, cleo, green])
        for segment in (4, 5):
            if segment == 5:
                changing_seats.readmit(red.replica, "green")
                exchange_of([red, cleo, green])
                changing_seats.agree(cleo.replica)
            for post in (red, cleo):
                seal_lines(post, {Moment(1, segment): ()})
            exchange_of([red, cleo, green])
        for post in (red, cleo, green):
            seal_lines(post, {Moment(1, 6): ()})
        exchange_of([red, cleo, green])
        assert red.moment() == Moment(1, 7)


def exchange_of(table: list[Post]) -> None:
    """Carry packets until nobody has anything new, everybody's from everybody, void ones too."""
    for _ in range(8):
        sent = {each.digest: each for post in table for each in post.desk.journal.accepted("duel", void=True)}
        for post in table:
            post.take(sorted(sent.values(), key=lambda each: each.packet.number))


def fates(desk: Desk) -> Fates:
    """What became of each packet."""
    return {entry.signed.digest: entry.state for entry in desk.journal.entries("duel")}


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with desks_closed():
        yield Story(tmp_path_factory.mktemp("story"))


@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_each_packet_has_the_same_fate_whatever_came_first(
    data: st.DataObject, story: Story, tmp_path_factory: pytest.TempPathFactory
) -> None:
    carried: list[tuple[Signed, bool]] = list(data.draw(deliveries(story.packets)))
    folder = tmp_path_factory.mktemp("day") / "eve"
    shutil.copytree(story.start, folder)
    with Desk(folder, lambda: story.late, printer=LetterPrinter()) as desk:
        for place, (signed, settle) in enumerate(carried):
            arrive(desk, signed, "by hand")
            if settle and place % 4 == 0:
                Replica(desk, desk.seat("duel")).settle()
        Replica(desk, desk.seat("duel")).settle()
        assert desk.session.store.head("duel").digest == story.head
        theirs = {digest: state for digest, state in fates(desk).items() if digest in story.fates}
        assert theirs == story.fates
    shutil.rmtree(folder)


def test_one_void_packet_is_among_them(story: Story) -> None:
    assert sorted(story.fates.values()).count("void") == 1
