"""Acting in the open and lists of missing nonces: an act opens its sender's nonce, so nobody may choose after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from sits_es.errors import NotNowError
from sits_es.game.events import OrdersDefaulted, OrdersSealed, PlayersPutOut
from sits_es.post.clerk import UnsentError
from sits_es.post.protocol.acting import act_for, nonces_ahead
from sits_es.post.protocol.bodies import Act
from sits_es.post.protocol.failures import Without
from sits_es.post.signing import missing_at, sign_when_due
from sits_es.rules.moments import Moment
from tests.post.example_games import THREE, give, refusals
from tests.post.protocol import open_table
from tests.shared.careful import careful
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, exchange, facts, kinds, sound
from tests.shared.watch import Watch
from tests.systems.installed import installed

pytestmark = pytest.mark.long

LATE = "green"


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


@pytest.fixture
def clock() -> Watch:
    return Watch()


def opened(folder: Path, clock: Watch) -> tuple[Post, Post, Post]:
    """A game of three at 1.2, where one acts in the open who is not green: who acts, who does not, and green."""
    folder.mkdir(exist_ok=True)
    path = folder / "three.toml"
    path.write_text(THREE)
    for at in range(60):
        found = careful(folder / str(at), ("red", "blue", LATE), str(path), "slots", clock=clock)
        for post in found.values():
            give(post, "haste 1")
        exchange(list(found.values()))
        assert found["red"].moment() == Moment(1, 2)
        (actor,) = found["red"].replica.chain().game.owed.orders_by  # type: ignore[union-attr]
        if actor != LATE:
            return found[actor], found["blue" if actor == "red" else "red"], found[LATE]
    raise AssertionError("green acts first in sixty games")


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Green's program seals no nonce ahead, until this is called."""
    waits = [True]
    monkeypatch.setattr(
        "sits_es.post.replica.nonces_ahead",
        lambda chain, ledger, me: [] if me == LATE and waits else nonces_ahead(chain, ledger, me),
    )
    return waits.clear


def flight(post: Post) -> str:
    return "fly to 3" if post.player == "red" else "fly to 2"


def sealed_at(post: Post, segment: int) -> list[str]:
    """Who made the dice of a segment of the first turn."""
    found = [fact for fact in facts(post, OrdersSealed) if isinstance(fact, OrdersSealed)]
    return sorted(fact.player for fact in found if fact.segment == segment)


def ask(clock: Watch, *posts: Post) -> None:
    """They ask their programs to go on without green, and two days pass."""
    clock.later(days=10)
    for post in posts:
        assert LATE in go_on_without(post.replica).split(" will be sent everything")[0]
    clock.later(days=2)


def sign(post: Post) -> None:
    sign_when_due(post.replica)
    post.replica.settle()


def test_who_acts_in_answer_to_a_late_nonce_decides_that_the_list_never_holds(
    tmp_path: Path, clock: Watch, late: Callable[[], None]
) -> None:
    actor, other, green = opened(tmp_path, clock)
    ask(clock, actor, other)
    sign(actor)
    late()
    green.replica.settle()
    actor.take(green.packets())
    give(actor, flight(actor))
    assert kinds(actor)[-1] == "act"
    green.take(actor.packets())
    assert kinds(green)[-1] == "reveal"
    # the other knows what was opened, and signs as if the late nonce had never come
    other.take([*actor.packets(), green.packets()[-1]])
    sign(other)
    assert kinds(other)[-1] == "without"
    exchange([actor, other, green])
    assert actor.moment() > Moment(1, 2)
    assert len({post.head() for post in (actor, other, green)}) == 1
    assert facts(other, OrdersDefaulted) == []
    assert sealed_at(green, 2) == ["blue", "green", "red"]
    assert [refusals(post) for post in (actor, other, green)] == [[], [], []]


def test_once_a_list_is_in_force_nobody_who_knows_it_acts_in_answer_to_who_is_on_it(
    tmp_path: Path, clock: Watch, late: Callable[[], None]
) -> None:
    actor, other, green = opened(tmp_path, clock)
    ask(clock, actor, other)
    sign(actor)
    other.take(actor.packets())
    sign(other)
    actor.take(other.packets())
    late()
    green.replica.settle()
    actor.take(green.packets())
    replica = actor.replica
    chain, ledger = replica.chain(), replica.ledger()
    seal = ledger.seal(actor.player, Moment(1, 2), chain)
    assert seal is not None
    kept = replica.find(seal.commitment)
    green_seal = ledger.seal(LATE, Moment(1, 2), chain)
    assert kept is not None
    assert green_seal is not None
    made = act_for(chain, ledger, actor.player, (), kept.nonce)
    assert isinstance(made, Act)
    assert sorted(made.seals) == sorted([actor.player, other.player])
    with pytest.raises(UnsentError) as refusal:
        replica.post(replace(made, seals={**made.seals, LATE: green_seal.commitment}))
    assert str(refusal.value) == (
        f"{actor.player} has signed that 1.2 goes on without green, which is in force, and acts in answer to green: "
        "that counts once two packets of somebody under one number are here"
    )
    give(actor, flight(actor))
    exchange([actor, other, green])
    assert len({post.head() for post in (actor, other, green)}) == 1
    assert sealed_at(green, 2) == sorted([actor.player, other.player])
    assert {fact.player for fact in facts(green, OrdersDefaulted)} == {LATE}  # type: ignore[attr-defined]


def test_who_signed_and_is_silent_is_missing_once_it_is_for_them_to_act(
    tmp_path: Path, clock: Watch, late: Callable[[], None]
) -> None:
    actor, other, green = opened(tmp_path, clock)
    ask(clock, actor)
    sign(actor)
    late()
    green.replica.settle()
    other.take(actor.packets())
    found = missing_at(other.replica)
    assert found is not None
    assert found.players == (LATE,), "who acts waits for the list, as its other signers do"
    other.take(green.packets())
    actor.take(green.packets())
    exchange([actor, other, green])
    for post in (other, green):
        found = missing_at(post.replica)
        assert found is not None
        assert found.players == (actor.player,)
    clock.later(days=20)
    for post in (other, green):
        go_on_without(post.replica)
    clock.later(days=2)
    for post in (other, green):
        sign(post)
    exchange([other, green])
    assert other.moment() > Moment(1, 2)
    exchange([actor, other, green])
    assert len({post.head() for post in (actor, other, green)}) == 1
    assert {fact.player for fact in facts(actor, OrdersDefaulted)} == {actor.player}  # type: ignore[attr-defined]


@pytest.fixture
def without_late(tmp_path: Path, clock: Watch, late: Callable[[], None]) -> tuple[Post, Post, Post]:
    """Who acts and the other have signed that green's nonce is missing; green, who knows it, has sealed by now."""
    actor, other, green = opened(tmp_path, clock)
    ask(clock, actor, other)
    sign(actor)
    other.take(actor.packets())
    sign(other)
    late()
    green.take([*actor.packets(), *other.packets()])
    green.replica.settle()
    other.take(green.packets())
    assert kinds(green)[-1] == "seal"
    return actor, other, green


def signs_without(actor: Post, clock: Watch, *posts: Post) -> None:
    """They ask to go on without who is to act, and sign once the letters have gone and the grace is over."""
    clock.later(days=10)
    for post in posts:
        found = missing_at(post.replica)
        assert found is not None
        assert (found.what, found.players) == ("seal", (actor.player,))
        go_on_without(post.replica)
    clock.later(days=2)
    for post in posts:
        sign(post)
        assert kinds(post)[-1] == "without"


def test_who_signed_a_list_and_never_acts_is_gone_on_without_by_those_who_are_left(
    without_late: tuple[Post, Post, Post], clock: Watch
) -> None:
    actor, other, green = without_late
    signs_without(actor, clock, other, green)
    exchange([other, green])
    assert other.moment() == green.moment() > Moment(1, 2)
    assert sealed_at(green, 2) == sorted([other.player, LATE])
    exchange([actor, other, green])
    assert len({post.head() for post in (actor, other, green)}) == 1
    assert {fact.player for fact in facts(green, OrdersDefaulted)} == {actor.player}  # type: ignore[attr-defined]
    assert [refusals(post) for post in (actor, other, green)] == [[], [], []]


def test_who_signed_a_list_has_all_their_time_to_act_anew(without_late: tuple[Post, Post, Post], clock: Watch) -> None:
    actor, other, _ = without_late
    clock.later(days=1)
    with pytest.raises(NotNowError) as refusal:
        go_on_without(other.replica)
    assert str(refusal.value) == f"{actor.player} has until 2026-01-23 03:04 UTC, grace included."


def test_a_list_of_who_is_to_act_names_who_was_on_the_one_before_and_says_nothing(
    tmp_path: Path, clock: Watch, late: Callable[[], None]
) -> None:
    actor, other, green = opened(tmp_path, clock)
    late()
    green.replica.settle()
    sealed = green.packets()[-1]
    second = green.signed_anew(sealed, {**sealed.packet.body, "seals": ["1" * 64] * len(sealed.packet.body["seals"])})
    for post in (actor, other):
        post.take([sealed, second])
    for post in (actor, other):
        exchange([actor, other])
        assert go_on_without(post.replica).startswith("Signed: duel 1.2 goes on without green")
    exchange([actor, other])
    clock.later(days=12)
    found = missing_at(other.replica)
    assert found is not None
    assert found.players == tuple(sorted([actor.player, LATE]))
    with pytest.raises(UnsentError) as refusal:
        other.replica.post(Without(turn=1, segments=(2,), what="seal", players=(actor.player,)))
    assert str(refusal.value) == (
        f"{other.player} has signed that 1.2 goes on without green; a list of {actor.player} must name green too, "
        "silent since then."
    )


def test_an_act_that_comes_before_all_have_signed_so_is_played(
    without_late: tuple[Post, Post, Post], clock: Watch
) -> None:
    actor, other, green = without_late
    signs_without(actor, clock, other)
    actor.take(other.packets()[:-1])
    give(actor, flight(actor))
    assert kinds(actor)[-1] == "act"
    other.take(actor.packets())
    assert kinds(other)[-1] == "without", "green could sign it still"
    green.take([*actor.packets(), *other.packets()])
    exchange([actor, other, green])
    assert actor.moment() > Moment(1, 2)
    assert len({post.head() for post in (actor, other, green)}) == 1
    assert sealed_at(green, 2) == sorted([actor.player, other.player])
    assert {fact.player for fact in facts(green, OrdersDefaulted)} == {LATE}  # type: ignore[attr-defined]


def test_an_act_that_comes_after_all_have_signed_is_played_no_more(
    without_late: tuple[Post, Post, Post], clock: Watch
) -> None:
    actor, other, green = without_late
    signs_without(actor, clock, other, green)
    actor.take(other.packets()[:-1])
    give(actor, flight(actor))
    assert kinds(actor)[-1] == "act"
    for post in (other, green):
        post.take(actor.packets())
    exchange([actor, other, green])
    assert actor.moment() > Moment(1, 2)
    assert len({post.head() for post in (actor, other, green)}) == 1
    assert sealed_at(green, 2) == sorted([other.player, LATE])
    assert {fact.player for fact in facts(green, OrdersDefaulted)} == {actor.player}  # type: ignore[attr-defined]


def test_an_act_waits_while_nothing_tells_which_of_two_packets_counts(tmp_path: Path, clock: Watch) -> None:
    actor, other, green = opened(tmp_path, clock)
    first = green.packets()[-1]
    assert first.packet.kind == "seal"
    second = green.signed_anew(first, {**first.packet.body, "seals": ["1" * 64] * len(first.packet.body["seals"])})
    for post in (actor, other):
        post.take([second])
    with pytest.raises(NotNowError) as refusal:
        give(actor, flight(actor))
    assert str(refusal.value) == (
        "duel 1.2: green has sent two packets under one number, and nothing tells yet which of them counts. "
        "To go on without green: sits without duel"
    )
    for post in (actor, other):
        exchange([actor, other])
        assert go_on_without(post.replica).startswith("Signed: duel 1.2 goes on without green")
    exchange([actor, other])
    give(actor, flight(actor))
    exchange([actor, other])
    assert actor.moment() > Moment(1, 2)
    assert actor.head() == other.head()
    assert sealed_at(actor, 2) == sorted([actor.player, other.player])


@pytest.mark.parametrize("act_first", [True, False])
def test_an_act_tells_which_of_two_seals_under_one_number_counts(
    tmp_path: Path, clock: Watch, late: Callable[[], None], *, act_first: bool
) -> None:
    actor, other, green = opened(tmp_path, clock)
    late()
    green.replica.settle()
    first = green.packets()[-1]
    second = green.signed_anew(first, {**first.packet.body, "seals": ["1" * 64] * len(first.packet.body["seals"])})
    actor.take([first])
    other.take([second])
    give(actor, flight(actor))
    other.take([*actor.packets(), first] if act_first else [first, *actor.packets()])
    actor.take([second])
    assert kinds(other)[-1] == "reveal", "the act answers the first, so the other can never count"
    # green is silent for good: the two go on
    exchange([actor, other])
    clock.later(days=20)
    for post in (actor, other):
        go_on_without(post.replica)
    exchange([actor, other])
    clock.later(days=2)
    for post in (actor, other):
        sign(post)
    exchange([actor, other])
    assert [post.desk.seat("duel").branch != "duel" for post in (actor, other)] == [True, True]
    assert [fact.players for fact in facts(other, PlayersPutOut)] == [(LATE,)]  # type: ignore[attr-defined]
    assert sound(other)
