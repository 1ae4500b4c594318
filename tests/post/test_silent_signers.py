"""Facts that wait for somebody who does not answer: the others go on without them, or of two one offers the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from sits_es.errors import NotNowError
from sits_es.game.events import FactsRecorded, GameEnded, PlayersPutOut
from sits_es.post import entries
from sits_es.post.asked import asked_of
from sits_es.post.leaving import concede, forfeit
from sits_es.post.protocol.failures import Forfeit, Without
from sits_es.post.signing import sign_when_due
from sits_es.rules import system
from tests.post.example_games import enter, heads, refusals, sheet
from tests.post.protocol.open_table import RULES
from tests.shared.careful import careful
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, exchange, facts, sound, unjudged
from tests.shared.watch import Watch
from tests.systems.installed import installed

pytestmark = pytest.mark.long

THIRD: Final = """
[players.green]
name = "Gus"
side = "green"

[[ships]]
name = "Merlin"
player = "green"
base = "small"
shaded = ["front"]
shields = 2
hull = 3

[[ships.weapons]]
name = "Lasers"
kind = "primary"
arc = "front"
"""


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture
def three(tmp_path: Path, clock: Watch) -> dict[str, Post]:
    path = tmp_path / "three.toml"
    path.write_text(system("xwing").bundled()["beacon"].text + THIRD)
    return careful(tmp_path, ("red", "blue", "green"), str(path), "xwing", clock=clock)


def signed_by_two(three: dict[str, Post], clock: Watch) -> list[Post]:
    """Red enters facts and blue signs them; green is silent until time and grace are over."""
    red, blue, _ = three.values()
    enter(red, "place at 3,4 facing 0")
    exchange([red, blue])
    assert entries.confirm(blue.replica) is not None
    exchange([red, blue])
    clock.later(days=8)
    with pytest.raises(NotNowError, match=r"^green has until 2026-01-11 03:04 UTC, grace included\.$"):
        go_on_without(red.replica)
    clock.later(days=2)
    return [red, blue]


def without(there: list[Post], clock: Watch) -> None:
    """Their programs sign that it goes on without green."""
    for post in there:
        go_on_without(post.replica)
    clock.later(days=3)
    for post in there:
        sign_when_due(post.replica)


def test_those_who_signed_go_on_without_one_who_does_not_answer(three: dict[str, Post], clock: Watch) -> None:
    red, blue = there = signed_by_two(three, clock)
    assert asked_of(red.replica, "red").words.endswith("Grace is over: to go on without green: sits without duel")
    without(there, clock)
    exchange(there)
    assert len(heads({post.player: post for post in there})) == 1
    (put_out,) = facts(red, PlayersPutOut)
    assert put_out == PlayersPutOut(turn=1, segment=1, players=("green",), by=("blue", "red"))
    again = sheet("red", 1, "place at 3,4 facing 0", unit="ship").replace("game duel", "game duel-2")
    entries.propose(red.replica, "facts", again)
    exchange(there)
    entries.confirm(blue.replica)
    exchange(there)
    (recorded,) = facts(blue, FactsRecorded)
    assert isinstance(recorded, FactsRecorded)
    assert recorded.by == ("blue", "red")
    exchange(list(three.values()))
    assert len(heads(three)) == 1
    assert all(sound(post) for post in three.values())
    assert [refusals(post) for post in three.values()] == [[], [], []]


def test_an_answer_that_comes_in_time_undoes_it(three: dict[str, Post], clock: Watch) -> None:
    there = signed_by_two(three, clock)
    go_on_without(there[0].replica)
    exchange(list(three.values()))
    entries.confirm(three["green"].replica)
    clock.later(days=3)
    exchange(list(three.values()))
    for post in there:
        sign_when_due(post.replica)
    exchange(list(three.values()))
    assert facts(there[0], FactsRecorded)
    assert not facts(there[0], PlayersPutOut)
    assert len(heads(three)) == 1


def test_an_answer_that_comes_late_meets_the_branch_without_its_sender(three: dict[str, Post], clock: Watch) -> None:
    """Green answers once the lists are signed, before they have come: all end on the same record."""
    red, blue = there = signed_by_two(three, clock)
    green = three["green"]
    without(there, clock)
    green.take([signed for signed in (*red.packets(), *blue.packets()) if signed.packet.kind == "record"])
    green.take([signed for signed in (*red.packets(), *blue.packets()) if signed.packet.kind != "without"])
    assert entries.confirm(green.replica) is not None
    assert facts(green, FactsRecorded)
    exchange(list(three.values()))
    assert len(heads(three)) == 1
    assert facts(green, PlayersPutOut)
    assert not facts(green, FactsRecorded)


@pytest.mark.parametrize(
    ("players", "why"),
    [
        (("green",), "red goes on without green, who has until 2026-01-11 03:04 UTC, grace included."),
        (("blue", "green"), "red goes on without blue and green at 1.1, and by red's packets green had not answered."),
    ],
)
def test_a_list_that_is_too_early_or_names_others_is_refused(
    players: tuple[str, ...], why: str, three: dict[str, Post]
) -> None:
    red, blue, _ = three.values()
    enter(red, "place at 3,4 facing 0")
    exchange([red, blue])
    entries.confirm(blue.replica)
    exchange([red, blue])
    unjudged(red, Without(turn=1, segments=(1,), what="record", players=players))
    blue.take(red.packets())
    assert refusals(blue)[0] == why


def test_nobody_goes_on_without_those_who_have_all_answered(three: dict[str, Post]) -> None:
    """Blue's program is changed: it had green's answer, and the facts stand on its own record."""
    red, blue, green = three.values()
    head = blue.replica.chain().head
    enter(red, "place at 3,4 facing 0")
    for post in (green, blue):
        post.take(red.packets())
        entries.confirm(post.replica)
    blue.take(green.packets())
    unjudged(blue, Without(turn=1, segments=(1,), what="record", players=("green",)), head)
    red.take([*blue.packets(), *green.packets()])
    assert refusals(red) == ["blue goes on without green at 1.1, and by blue's packets all had answered."]


def test_a_later_list_of_silent_ones_is_only_part_of_the_earlier_one(three: dict[str, Post], clock: Watch) -> None:
    red, blue = signed_by_two(three, clock)
    for _ in range(2):
        unjudged(red, Without(turn=1, segments=(1,), what="record", players=("green",)))
    blue.take(red.packets())
    said = "red has signed that 1.1 goes on without green; a later list may only be part of it."
    assert refusals(blue) == [said]


def test_of_two_nobody_offers_the_end_for_facts_that_they_did_not_sign(tmp_path: Path, clock: Watch) -> None:
    red, blue = careful(tmp_path, ("red", "blue"), "beacon", "xwing", clock=clock).values()
    unjudged(red, Forfeit(turn=1, segments=(1,), player="blue", what="record", words=""))
    blue.take(red.packets())
    assert refusals(blue) == ["red has signed no facts at 1.1, so no answer of blue is missing."]


def test_who_signed_no_facts_signs_no_list(three: dict[str, Post]) -> None:
    red, blue, _ = three.values()
    unjudged(red, Without(turn=1, segments=(1,), what="record", players=("green",)))
    blue.take(red.packets())
    assert refusals(blue) == ["red has signed no facts at 1.1, and cannot sign that others do not."]


def test_of_two_one_offers_the_end(tmp_path: Path, clock: Watch) -> None:
    found = careful(tmp_path, ("red", "blue"), "beacon", "xwing", clock=clock)
    red, blue = found.values()
    enter(red, "place at 3,4 facing 0")
    with pytest.raises(NotNowError, match=r"^blue has until 2026-01-11 03:04 UTC, grace included\."):
        forfeit(red.replica, "")
    clock.later(days=10)
    said = forfeit(red.replica, "")
    late = "the answer of blue to the facts for 1.1 had not come"
    assert said.startswith(f"red states that by 2026-01-12 03:04 UTC {late}; received was up to blue's packet 1.")
    exchange([red, blue])
    assert concede(blue.replica).startswith("Signed by both: the game is over.")
    exchange([red, blue])
    assert facts(red, GameEnded)
    assert red.head() == blue.head()


def test_of_two_an_answer_undoes_the_offer(tmp_path: Path, clock: Watch) -> None:
    found = careful(tmp_path, ("red", "blue"), "beacon", "xwing", clock=clock)
    red, blue = found.values()
    enter(red, "place at 3,4 facing 0")
    clock.later(days=10)
    forfeit(red.replica, "")
    exchange([red, blue])
    entries.confirm(blue.replica)
    exchange([red, blue])
    with pytest.raises(NotNowError):
        concede(blue.replica)
    assert facts(red, FactsRecorded)
    assert red.head() == blue.head()
