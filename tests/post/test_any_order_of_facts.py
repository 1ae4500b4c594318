"""Acts, nonces and records that come in any order, twice or late: every replica ends with the same record."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.game.events import FactsRecorded, OrdersGiven
from sits_es.post import entries
from sits_es.rules import system
from tests.post.example_games import THREE, enter, give, go_round, heads, posts, refusals
from tests.post.protocol.open_table import RULES
from tests.shared.posts import Post, delivered, deliveries, desks_closed, facts, sound
from tests.systems.installed import installed

pytestmark = pytest.mark.long


class Story:
    """What three players sent, and the folder of one who looks on, as it was when the game began."""

    def __init__(self, folder: Path, found: dict[str, Post]) -> None:
        self.start = folder / "start"
        self.found = found
        found["eve"].desk.__exit__(None, None, None)
        shutil.copytree(folder / "eve", self.start)
        del found["eve"]

    def over(self) -> "Story":
        """Everybody has come to the same."""
        go_round(self.found)
        assert len(heads(self.found)) == 1
        self.packets = [signed for post in self.found.values() for signed in post.packets()]
        self.head = self.found["red"].head()
        for post in self.found.values():
            assert sound(post)
            assert refusals(post) == []
        return self


def agree_all(found: dict[str, Post]) -> None:
    """Everybody signs what is proposed, until it stands."""
    for post in found.values():
        go_round(found)
        if entries.confirm(post.replica) is not None:
            post.replica.settle()
    go_round(found)


def slots(folder: Path) -> Story:
    """Acts and nonces; facts entered, in the open exchange too: two at once, one refused, one by who is to act."""
    path = folder / "three.toml"
    path.write_text(THREE)
    story = Story(folder, posts(folder, "slots", str(path), ("red", "blue", "green"), spectators=("eve",)))
    found = story.found
    give(found["red"], "haste 1")
    enter(found["blue"], "initiative 4", unit="starship")
    enter(found["green"], "initiative 5", unit="starship")
    agree_all(found)
    assert len(facts(found["red"], FactsRecorded)) == 1
    give(found["blue"], "haste 2")
    give(found["green"])
    go_round(found)
    actor = acting(found)
    enter(next(post for post in found.values() if post != actor), "initiative 6", unit="starship")
    go_round(found)
    entries.refuse(actor.replica, "No.")
    give(actor)
    go_round(found)
    actor = acting(found)
    enter(actor, "initiative 7", unit="starship")
    agree_all(found)
    give(actor)
    go_round(found)
    assert len(facts(found["red"], FactsRecorded)) == 2
    assert len(facts(found["red"], OrdersGiven)) == 2
    return story.over()


def acting(found: dict[str, Post]) -> Post:
    owed = found["red"].replica.chain().game.owed
    assert owed is not None
    return found[owed.orders_by[0]]


def beacon(folder: Path) -> Story:
    """Facts and nothing else: two at once, each in turn, one written again after a refusal."""
    story = Story(folder, posts(folder, "xwing", "beacon", spectators=("eve",)))
    found = story.found
    enter(found["red"], "place at 3,4 facing 0")
    enter(found["blue"], "place at 8,8 facing 0")
    agree_all(found)
    late = "red" if facts(found["red"], FactsRecorded)[0].player == "blue" else "blue"  # type: ignore[attr-defined]
    enter(found[late], "place at 5,5 facing 0")
    go_round(found)
    other = found["blue" if late == "red" else "red"]
    entries.refuse(other.replica, "No.")
    go_round(found)
    enter(found[late], "place at 6,5 facing 0")
    agree_all(found)
    enter(found["red"], "attack Hawk with Lasers", "end round")
    agree_all(found)
    assert len(facts(found["red"], FactsRecorded)) == 3
    return story.over()


def pursuit(folder: Path) -> Story:
    """Runs of impulses that everybody orders."""
    story = Story(folder, posts(folder, "sfb_n3d", "pursuit", spectators=("eve",)))
    found = story.found
    for _ in range(3):
        for player in ("red", "blue"):
            turn = found[player].replica.chain().game.moment.turn
            seal(found[player], f"game duel\nturn {turn}\nplayer {player}\n")
        go_round(found)
    return story.over()


def seal(post: Post, text: str) -> None:
    from sits_es.post.orders import seal_text

    seal_text(post.replica, "orders", text)
    post.replica.settle()


STORIES = {"slots": slots, "xwing": beacon, "sfb": pursuit}


@pytest.fixture(scope="module", params=STORIES)
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with installed(*RULES), desks_closed(), pytest.MonkeyPatch.context() as patch:
        # initiative can be put right whenever all agree, so that facts come while an exchange is open
        patch.setattr(type(system("slots")), "entry_problems", lambda *_: iter(()))
        yield STORIES[request.param](tmp_path_factory.mktemp("story"))


@settings(max_examples=25)
@given(data=st.data())
def test_whatever_comes_first_the_record_ends_the_same(
    data: st.DataObject, story: Story, tmp_path_factory: pytest.TempPathFactory
) -> None:
    carried = data.draw(deliveries(story.packets))
    with delivered(story.start, tmp_path_factory.mktemp("day") / "eve", carried) as desk:
        assert desk.session.store.head("duel").digest == story.head
        assert desk.journal.entries("duel", ("refused", "parked")) == []
