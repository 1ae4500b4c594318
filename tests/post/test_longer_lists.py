"""Going on without one more: a program signs the longer list by itself, once a person has asked for the first one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from sits_es.game.events import OrdersDefaulted
from sits_es.post.protocol.failures import StandingOrders
from sits_es.post.signing import cancel, sign_when_due
from sits_es.rules.moments import Moment
from tests.shared.careful import careful
from tests.shared.duels import of_three
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, exchange, facts, seal_lines
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

MORE: Final = """
[players.{who}]
name = "{who}"
side = "{who}"

[[ships]]
name = "Ship of {who}"
class = "Sample Light Cruiser"
player = "{who}"
at = "{at},0"
vectors = "5E"
nose = "E"
roll = 0
"""
FIVE: Final = ("red", "blue", "green", "dan", "eli")


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture
def five(tmp_path: Path, clock: Watch) -> dict[str, Post]:
    """Five peers: eli does not seal 1.1, dan seals it and is silent from then on."""
    path = tmp_path / "five.toml"
    path.write_text(of_three() + MORE.format(who="dan", at=26) + MORE.format(who="eli", at=32))
    found = careful(tmp_path, FIVE, str(path), clock=clock)
    for player in FIVE[:4]:
        seal_lines(found[player], {Moment(1, 1): ()})
    exchange([found[player] for player in FIVE[:4]])
    return found


def days(clock: Watch, there: list[Post], number: int) -> None:
    """So many days later letters are carried among those who are there."""
    clock.later(days=number)
    for post in there:
        sign_when_due(post.replica)
    exchange(there)


def lists(post: Post, player: str) -> list[list[str]]:
    """Whom a player's signed lists name, in order."""
    packets = post.desk.journal.accepted("duel", kinds=("without",), sender=player)
    return [signed.packet.body["players"] for signed in packets]


def test_after_the_first_list_a_program_signs_a_longer_one_by_itself(five: dict[str, Post], clock: Watch) -> None:
    there = [five[player] for player in ("red", "blue", "green")]
    days(clock, there, 10)
    for post in there:
        go_on_without(post.replica)
    days(clock, there, 2)
    red = there[0]
    assert lists(red, "red") == [["eli"]]
    assert red.moment() == Moment(1, 1), "dan's signature is missing"
    days(clock, there, 8)
    days(clock, there, 1)
    assert lists(red, "red") == [["eli"]], "dan and eli have the grace once more"
    (words,) = (said for _, said, _ in red.desk.journal.told("duel", ("clock",)) if said.startswith("dan and eli"))
    assert words.startswith("dan and eli will be sent everything of duel 1.1 again, and have 48 hours from")
    days(clock, there, 2)
    assert lists(red, "red") == [["eli"], ["dan", "eli"]]
    assert {post.moment() for post in there} == {Moment(1, 2)}
    gone = [fact.player for fact in facts(red, OrdersDefaulted) if isinstance(fact, OrdersDefaulted)]
    assert gone == ["dan", "eli"]
    exchange(list(five.values()))
    assert len({post.head() for post in five.values()}) == 1


def test_a_program_signs_no_longer_list_where_its_person_takes_that_back(five: dict[str, Post], clock: Watch) -> None:
    there = [five[player] for player in ("red", "blue", "green")]
    days(clock, there, 10)
    for post in there:
        go_on_without(post.replica)
    days(clock, there, 2)
    days(clock, there, 9)
    red = there[0]
    assert cancel(red.replica) == "Your program does not sign that duel 1.1 goes on without anybody."
    days(clock, there, 5)
    assert lists(red, "red") == [["eli"]]
    assert red.moment() == Moment(1, 1)


def test_who_speaks_again_is_on_no_longer_list(five: dict[str, Post], clock: Watch) -> None:
    there = [five[player] for player in ("red", "blue", "green")]
    days(clock, there, 10)
    for post in there:
        go_on_without(post.replica)
    days(clock, there, 2)
    days(clock, there, 9)
    five["dan"].replica.post(StandingOrders(lines=()))
    exchange([*there, five["dan"]])
    days(clock, there, 5)
    assert lists(there[0], "red") == [["eli"]]
