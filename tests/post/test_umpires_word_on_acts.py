"""An umpire's bundle shows what players did in the open as they signed it, and the seals of three players and more."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sits_es.game.events import OrdersGiven, OrdersSealed
from sits_es.mail.packet import Signed, read_packet
from sits_es.post.protocol.carried import carried_by
from sits_es.rules.moments import Moment
from tests.post.example_games import give, go_round, posts, refusals
from tests.post.protocol.open_table import RULES
from tests.post.test_acting_alone import flight
from tests.post.test_umpires_word import bundles
from tests.shared.careful import careful, terms
from tests.shared.careful_three import ordered
from tests.shared.duels import of_three
from tests.shared.posts import Post, facts, sound
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


def acted(folder: Path) -> tuple[Post, Post, Post, Signed]:
    """A careful game with an umpire in which one acts alone: the umpire, who acts, the other, and the last bundle."""
    found = posts(folder, "slots", "narrows", umpire="ump", **terms())
    for player in ("red", "blue"):
        give(found[player], "haste 1")
    go_round(found)
    ump = found["ump"]
    owed = ump.replica.chain().game.owed
    assert owed is not None
    (player,) = owed.orders_by
    actor, other = found[player], found["blue" if player == "red" else "red"]
    give(actor, flight(actor))
    ump.take(actor.packets())
    return ump, actor, other, bundles(ump)[-1]


def changed(ump: Post, bundle: Signed, **changes: Any) -> list[Signed]:
    """What the umpire sent up to a bundle, which says something else."""
    before = [each for each in ump.packets() if each.packet.number < bundle.packet.number]
    return [*before, ump.signed_anew(bundle, {**bundle.packet.body, **changes})]


def test_the_bundle_carries_what_was_done_in_the_open(tmp_path: Path) -> None:
    ump, actor, other, bundle = acted(tmp_path)
    assert [each.packet.kind for each in carried_by([bundle]) if each.packet.sender == actor.player] == ["seal", "act"]
    other.take(ump.packets())
    assert other.head() == ump.head()
    assert other.moment() == Moment(1, 3)
    assert [fact.player for fact in facts(other, OrdersGiven) if isinstance(fact, OrdersGiven)] == [actor.player]
    assert refusals(other) == []
    assert sound(other)


def test_orders_in_the_open_that_nobody_signed_are_found(tmp_path: Path) -> None:
    ump, actor, other, bundle = acted(tmp_path)
    kept = [text for text in bundle.packet.body["packets"] if read_packet(text.encode()).packet.kind != "act"]
    before = other.head()
    other.take(changed(ump, bundle, packets=kept))
    assert refusals(other) == [f"1.2: no packet signed by {actor.player} holds orders for it."]
    assert other.head() == before


def test_orders_in_the_open_that_the_umpire_changed_are_found(tmp_path: Path) -> None:
    ump, actor, other, bundle = acted(tmp_path)
    events = [
        [name, {**data, "lines": []} if name.startswith("game.OrdersGiven") else data]
        for name, data in bundle.packet.body["events"]
    ]
    before = other.head()
    other.take(changed(ump, bundle, events=events))
    (why,) = refusals(other)
    (act,) = [each for each in carried_by([bundle]) if each.packet.kind == "act"]
    assert f"1.2: the orders of {actor.player} are not those in the {act.packet.title}." in why
    assert other.head() == before


def test_who_acted_finds_that_the_umpire_changed_it(tmp_path: Path) -> None:
    ump, actor, _, bundle = acted(tmp_path)
    events = [
        [name, {**data, "lines": []} if name.startswith("game.OrdersGiven") else data]
        for name, data in bundle.packet.body["events"]
    ]
    actor.take(changed(ump, bundle, events=events))
    (why,) = refusals(actor)
    assert f"1.2: the orders of {actor.player} are not those that {actor.player} gave in the open." in why


def test_an_act_that_answers_another_seal_than_the_one_that_is_told_is_found(tmp_path: Path) -> None:
    """Who acted is in league with the umpire."""
    ump, actor, other, bundle = acted(tmp_path)
    carried, found = [], ""
    for text in bundle.packet.body["packets"]:
        each = read_packet(text.encode())
        if each.packet.kind == "act":
            seals = {**each.packet.body["seals"], other.player: "0" * 64}
            each, found = actor.signed_anew(each, {**each.packet.body, "seals": seals}), each.packet.title
        carried.append(each.bytes.decode())
    other.take(changed(ump, bundle, packets=carried))
    (why,) = refusals(other)
    assert why == f"1.2: the {found} answers another seal of {other.player} than the one that is told."


def carried_round(ump: Post, *players: Post) -> None:
    """Carry packets as an umpired game does, among any number of players."""
    for _ in range(4):
        ump.take([signed for post in players for signed in post.packets()])
        for post in players:
            post.take(ump.packets())


def three(folder: Path) -> tuple[Post, ...]:
    """A careful game of three players with an umpire, who comes first."""
    (folder / "three.toml").write_text(of_three())
    found = careful(folder, ("red", "blue", "green"), str(folder / "three.toml"), umpire="ump")
    table = tuple(found[player] for player in ("ump", "red", "blue", "green"))
    carried_round(*table)
    return table


def test_three_players_see_each_others_seals_in_the_umpires_bundle(tmp_path: Path) -> None:
    ump, *players = three(tmp_path)
    for post in players:
        ordered(post, 1, 2)
    carried_round(ump, *players)
    shown = {each.packet.sender for each in carried_by(bundles(ump))}
    assert shown == {"red", "blue", "green"}
    assert {post.head() for post in (ump, *players)} == {ump.head()}
    assert ump.moment() == Moment(1, 3)
    sealed = {fact.player for fact in facts(players[0], OrdersSealed) if isinstance(fact, OrdersSealed)}
    assert sealed == {"red", "blue", "green", "ump"}
    assert all(refusals(post) == [] and sound(post) for post in players)


def test_of_three_nobodys_seal_is_the_umpires_own_to_give(tmp_path: Path) -> None:
    ump, red, blue, green = three(tmp_path)
    for post in (red, blue, green):
        ordered(post, 1)
    ump.take([signed for post in (red, blue, green) for signed in post.packets()])
    (bundle,) = bundles(ump)
    kept = [text for text in bundle.packet.body["packets"] if read_packet(text.encode()).packet.sender != "green"]
    for post in (red, blue):
        post.take(changed(ump, bundle, packets=kept))
        assert refusals(post) == ["1.1: no packet signed by green holds a seal for it."]
        assert post.moment() == Moment(1, 1)
