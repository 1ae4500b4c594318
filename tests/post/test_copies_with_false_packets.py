"""A lost game comes back from a copy, whatever else its host or a player signed beside what began it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sits_es.mail.packet import Signed, sign
from sits_es.post.arrivals import arrive
from sits_es.post.copies import copy_for
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.carried import carried_by
from tests.post.example_games import THREE
from tests.post.protocol import open_table
from tests.shared.careful import careful
from tests.shared.posts import Post, exchange, with_a_key_alone
from tests.systems.installed import installed

pytestmark = pytest.mark.long

#: What every packet of a game says besides.
COMMON = ("mark", "previous", "taken", "at")
#: A bundle that tells nothing, and carries what is no packet.
RESOLVED = {"why": "resolved", "after": 0, "digest": "0" * 64, "events": [], "packets": ["no packet"]}


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


@pytest.fixture
def three(tmp_path: Path) -> dict[str, Post]:
    """A game of three that has begun: red, its host, and blue have written to all."""
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    found = careful(tmp_path, ("red", "blue", "green"), str(path), "slots")
    for player in ("red", "blue"):
        found[player].replica.post(Note(words="Good luck."))
    exchange([*found.values()])
    return found


def signed_beside(post: Post, kind: str, body: Mapping[str, Any], *, second: bool) -> Signed:
    """A packet under the number of the sender's last one, or the next one after it."""
    last = post.packets()[-1]
    common = {name: last.packet.body[name] for name in COMMON}
    if not second:
        common["previous"] = last.digest
    number = last.packet.number + (0 if second else 1)
    return sign(evolve(last.packet, kind=kind, number=number, body={**body, **common}), post.desk.identity())


def as_it_began(post: Post, kind: str) -> dict[str, Any]:
    """What a packet of one's own that began the game says."""
    return next(each.packet.body for each in post.packets() if each.packet.kind == kind)


@pytest.mark.parametrize("second", [True, False])
@pytest.mark.parametrize(
    ("kind", "readable"),
    [("invite", True), ("start", True), ("reseat", True), ("bundle", True), ("start", False), ("bundle", False)],
)
@pytest.mark.parametrize("sender", ["red", "blue"])
def test_a_copy_restores_a_game_whatever_was_signed_beside_what_began_it(
    three: dict[str, Post], tmp_path: Path, sender: str, kind: str, *, readable: bool, second: bool
) -> None:
    red, blue, green = three.values()
    bodies: dict[str, dict[str, Any]] = {"reseat": {"player": "green"}, "bundle": RESOLVED}
    body = bodies.get(kind) or as_it_began(red, kind)
    false = signed_beside(three[sender], kind, body if readable else {}, second=second)
    for post in (red, blue, green):
        if post.player != sender:
            post.take([false])
    giver = blue if sender == "red" else red
    anew = with_a_key_alone(green, tmp_path / "anew")
    anew.take([copy_for(giver.replica, "green")])
    assert anew.desk.journal.entries("duel", ("refused",)) == [] or second
    assert anew.head() == giver.head()
    assert len(anew.replica.doubles()) == len(giver.replica.doubles()) == (1 if second else 0)


@pytest.mark.parametrize("kind", ["invite", "start"])
@pytest.mark.parametrize("sender", ["red", "blue"])
def test_nor_by_what_was_signed_under_the_number_of_what_began_it(
    three: dict[str, Post], tmp_path: Path, sender: str, kind: str
) -> None:
    red, blue, green = three.values()
    body = {**as_it_began(red, kind), "mark": "1" * 64}
    false = sign(evolve(three[sender].packets()[0].packet, kind=kind, body=body), three[sender].desk.identity())
    giver = blue if sender == "red" else red
    for post in (giver, green):
        post.take([false])
    anew = with_a_key_alone(green, tmp_path / "anew")
    anew.take([copy_for(giver.replica, "green")])
    assert anew.head() == giver.head()


def test_in_a_copy_too_two_packets_that_count_for_nothing_are_grounds_to_go_on(three: dict[str, Post]) -> None:
    """Both lists are for exchanges that are not at hand: the first takes its number, both are proof against blue."""
    _, blue, green = three.values()
    lists = [{"turn": 1, "segments": [segment], "what": "seal", "players": ["red"]} for segment in (5, 6)]
    first, second = (signed_beside(blue, "without", body, second=False) for body in lists)
    for signed in (first, second):
        arrive(green.desk, signed, "by hand")
    # a copy says which of the two came second before the first is looked at: they are grounds from then on
    green.desk.journal.settle(second, "refused")
    replica = green.replica
    assert replica.ledger().twice == {"blue": first.packet.number}
    assert not green.desk.journal.is_void(first)
    replica.settle()
    assert green.desk.journal.is_void(first)
    assert replica.ledger().twice == {"blue": first.packet.number}


@pytest.mark.parametrize("body", [{}, {"why": "resolved"}, RESOLVED])
def test_a_bundle_that_cannot_be_read_carries_nothing(three: dict[str, Post], body: dict[str, Any]) -> None:
    assert carried_by([signed_beside(three["red"], "bundle", body, second=True)]) == []
