"""Some act alone, in the open, and somebody fails: who is to act is silent, or opens no nonce of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import OrdersDefaulted, OrdersGiven, PlayersPutOut
from sits_es.post.orders import seal_text
from sits_es.post.signing import sign_when_due
from sits_es.rules.moments import Moment
from tests.post.example_games import SHIPS, THREE, give, heads, refusals, sheet
from tests.post.protocol import open_table
from tests.shared.careful import careful
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, exchange, facts, sound
from tests.shared.watch import Watch
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture
def three(tmp_path: Path, clock: Watch) -> dict[str, Post]:
    """Three whose initiative is rolled: in 1.2 one side acts in the open."""
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    found = careful(tmp_path, ("red", "blue", "green"), str(path), "slots", clock=clock)
    for post in found.values():
        give(post, "haste 1")
    exchange(list(found.values()))
    assert found["red"].moment() == Moment(1, 2)
    return found


def signed(posts: list[Post], clock: Watch) -> None:
    """Two go on without the third, by their programs, once time and grace are over twice."""
    clock.later(days=10)
    for post in posts:
        go_on_without(post.replica)
    clock.later(days=2)
    for post in posts:
        sign_when_due(post.replica)
    exchange(posts)


def actors(found: dict[str, Post]) -> list[str]:
    owed = found["red"].replica.chain().game.owed
    assert owed is not None
    assert not owed.sealed
    return list(owed.orders_by)


def flight(post: Post) -> str:
    return "fly to 3" if post.player == "red" else "fly to 2"


def act(post: Post, line: str) -> None:
    """Give orders in the open in the branch that is the game now."""
    replica = post.replica
    text = sheet(post.player, 1, line).replace("game duel", f"game {replica.chain().name}")
    seal_text(replica, "orders", text)
    replica.settle()


def test_an_actor_who_is_silent_is_gone_on_without(three: dict[str, Post], clock: Watch) -> None:
    silent = actors(three)[0]
    others = [post for player, post in three.items() if player != silent]
    for post in others:
        if post.player in actors(three):
            give(post, "fly to 2")
    exchange(others)
    with pytest.raises(NotNowError, match=rf"^{silent} has until 2026-01-11 03:04 UTC, grace included\.$"):
        go_on_without(others[0].replica)
    signed(others, clock)
    assert others[0].moment() > Moment(1, 2)
    exchange(list(three.values()))
    assert len(heads(three)) == 1
    gone = [fact for fact in facts(three[silent], OrdersDefaulted) if isinstance(fact, OrdersDefaulted)]
    assert (gone[0].player, gone[0].segment) == (silent, 2)
    assert all(sound(post) for post in three.values())


def test_whoever_opens_no_nonce_is_put_out_and_the_act_is_done_again(three: dict[str, Post], clock: Watch) -> None:
    acting = actors(three)
    silent = next(player for player in three if player not in acting)
    others = [post for player, post in three.items() if player != silent]
    for post in others:
        if post.player in acting:
            give(post, flight(post))
    exchange(others)
    assert others[0].moment() == Moment(1, 2)
    signed(others, clock)
    assert others[0].desk.seat("duel").branch != "duel"
    exchange(list(three.values()))
    assert len(heads(three)) == 1
    (fact,) = facts(three[silent], PlayersPutOut)
    assert isinstance(fact, PlayersPutOut)
    assert fact.players == (silent,)
    assert others[0].moment() > Moment(1, 2), "their programs act again, as they would reveal again"
    given = [fact for fact in facts(three[silent], OrdersGiven) if isinstance(fact, OrdersGiven) and fact.segment == 2]
    assert {fact.player: fact.lines for fact in given} == {
        player: (f"{SHIPS[player]}: {flight(three[player])}",) for player in acting
    }
    assert all(sound(post) for post in three.values())


def test_what_was_given_before_others_were_put_out_is_not_changed(
    three: dict[str, Post], clock: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sits_es.post.replica.acted_again", lambda *_: [])
    acting = actors(three)
    silent = next(player for player in three if player not in acting)
    others = [post for player, post in three.items() if player != silent]
    (actor, *_) = [post for post in others if post.player in acting]
    give(actor, flight(actor))
    exchange(others)
    signed(others, clock)
    with pytest.raises(NotAllowedError) as refusal:
        act(actor, "fly to 4" if actor.player == "red" else "fly to 1")
    assert str(refusal.value) == (
        "What you order for duel-2 1.2 counts as you gave it before others were put out: "
        f"{SHIPS[actor.player]}: {flight(actor)}. Give the same again."
    )
    act(actor, flight(actor))
    exchange(others)
    assert actor.moment() > Moment(1, 2)


def test_other_orders_than_were_given_before_are_refused_by_everybody(
    three: dict[str, Post], clock: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sits_es.post.replica.acted_again", lambda *_: [])
    acting = actors(three)
    silent = next(player for player in three if player not in acting)
    others = [post for player, post in three.items() if player != silent]
    (cheat, *_) = [post for post in others if post.player in acting]
    for post in others:
        if post.player in acting:
            give(post, flight(post))
    exchange(others)
    signed(others, clock)
    act(cheat, flight(cheat))
    given = next(packet for packet in reversed(cheat.packets()) if packet.packet.kind == "act")
    line = f"{SHIPS[cheat.player]}: fly to {4 if cheat.player == 'red' else 1}"
    before = [packet for packet in cheat.packets() if packet.packet.number < given.packet.number]
    honest = next(post for post in others if post is not cheat)
    honest.take([*before, cheat.signed_anew(given, {**given.packet.body, "lines": [line]})])
    said = f"What {cheat.player} orders for 1.2 is not what {cheat.player} revealed before others were put out."
    assert refusals(honest) == [said]
