"""Packets that come twice, in any order, some a week late: every replica ends with the same record, byte for byte."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.render.reports import LetterPrinter
from sits_es.post.arrivals import arrive
from sits_es.post.desk.desk import Desk
from sits_es.post.replica import Replica
from tests.shared.posts import BLUE, CLOCK, RED, Post, delivered, deliveries, desks_closed, exchange, open_post, peers

pytestmark = pytest.mark.long


class Story:
    """Three segments of a duel as two peers played them, and Red's folder as it was when she had sealed."""

    def __init__(self, folder: Path) -> None:
        red, blue = peers(folder)
        red.seal(RED, 3)
        red.desk.__exit__(None, None, None)
        self.start = folder / "start"
        shutil.copytree(folder / "red", self.start)
        red = open_post(folder / "red", "red")
        blue.seal(BLUE, 3)
        exchange([red, blue])
        self.packets = [*blue.packets(), *red.packets()]
        self.head = red.head()
        assert red.head() == blue.head()
        self.sent = [signed.bytes for signed in red.packets()]


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    with desks_closed():
        return Story(tmp_path_factory.mktemp("story"))


@settings(max_examples=25)
@given(data=st.data())
def test_whatever_comes_first_the_record_ends_the_same(
    data: st.DataObject, story: Story, tmp_path_factory: pytest.TempPathFactory
) -> None:
    carried = data.draw(deliveries(story.packets))
    with delivered(story.start, tmp_path_factory.mktemp("day") / "red", carried) as desk:
        assert desk.session.store.head("duel").digest == story.head
        assert [signed.bytes for signed in Post("red", desk).packets()] == story.sent
        assert desk.journal.entries("duel", ("refused", "parked")) == []


def test_what_comes_too_early_waits_and_survives_a_restart(story: Story, tmp_path: Path) -> None:
    folder = tmp_path / "red"
    shutil.copytree(story.start, folder)
    late, *early = [signed for signed in story.packets if signed.packet.sender == "blue" and signed.packet.number > 1]
    with Desk(folder, lambda: CLOCK, printer=LetterPrinter()) as desk:
        for signed in early:
            arrive(desk, signed, "by hand")
        Replica(desk, desk.seat("duel")).settle()
        assert desk.journal.last_number("duel", "blue") == 1
    with Desk(folder, lambda: CLOCK, printer=LetterPrinter()) as desk:
        arrive(desk, late, "by hand")
        Replica(desk, desk.seat("duel")).settle()
        assert desk.session.store.head("duel").digest == story.head
