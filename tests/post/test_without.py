"""Games by mail that go on without somebody, between desks: a missing seal, a withheld reveal, and coming back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.game.departures import PlayersPutOut
from sits_es.game.events import OrdersDefaulted
from sits_es.post.protocol.put_out import sign_list
from sits_es.post.protocol.without import missing_parts
from sits_es.rules.moments import Moment
from tests.post.protocol import open_table
from tests.post.second import THREE, heads
from tests.shared.careful import careful
from tests.shared.posts import Post, exchange, facts, sound
from tests.systems.installed import installed

BEGUN, LATE = "2026-01-02T03:04:05+00:00", "2026-01-12T03:04:05+00:00"
CLOCK = [BEGUN]


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


@pytest.fixture
def three(tmp_path: Path) -> dict[str, Post]:
    """A game of three that has begun; the clock stands."""
    CLOCK[0] = BEGUN
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    return careful(tmp_path, ("red", "blue", "green"), str(path), "slots", clock=lambda: CLOCK[0])


def seal(post: Post) -> None:
    """Seal no orders for the exchange at hand."""
    replica = post.replica
    replica.seal({replica.chain().game.moment: ()})
    replica.settle()


def sign(post: Post, what: str) -> None:
    """Sign that the exchange at hand goes on without those whose part is missing."""
    replica = post.replica
    chain, ledger = replica.chain(), replica.ledger()
    assert chain.game.owed is not None
    version = chain.head.version
    missing = missing_parts(chain, ledger, chain.game.owed, version, what)  # type: ignore[arg-type]
    replica.do(sign_list(chain, ledger, post.player, chain.game.owed, version, what, missing))  # type: ignore[arg-type]
    replica.settle()


def test_a_missing_seal_is_gone_on_without(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    for post in (red, blue):
        seal(post)
    exchange([red, blue])
    CLOCK[0] = LATE
    sign(red, "seal")
    exchange([red, blue])
    assert red.moment() == Moment(1, 1)
    sign(blue, "seal")
    exchange([red, blue])
    assert red.moment() > Moment(1, 1)
    exchange([red, blue, green])
    assert len(heads(three)) == 1
    (fact, *_) = facts(green, OrdersDefaulted)
    assert isinstance(fact, OrdersDefaulted)
    assert (fact.player, fact.by) == ("green", ("blue", "red"))
    assert all(sound(post) for post in three.values())


def test_a_withheld_reveal_opens_a_branch_without_that_player(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    seal(green)
    for post in (red, blue):
        post.take(green.packets())
        seal(post)
    exchange([red, blue])
    CLOCK[0] = LATE
    for post in (red, blue):
        sign(post, "reveal")
    exchange([red, blue])
    assert red.replica.seat.branch != "duel"
    assert red.moment() > Moment(1, 1)
    exchange([red, blue, green])
    assert len(heads(three)) == 1
    (fact,) = facts(green, PlayersPutOut)
    assert isinstance(fact, PlayersPutOut)
    assert (fact.players, fact.by) == (("green",), ("blue", "red"))
    assert all(sound(post) for post in three.values())
