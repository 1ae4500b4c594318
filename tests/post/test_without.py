"""Games by mail that go on without somebody, between desks: a missing seal, a withheld reveal, and coming back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sits_es.game.departures import PlayersPutOut
from sits_es.game.events import OrdersDefaulted
from sits_es.rules.moments import Moment
from tests.post.second import THREE, heads, refusals
from tests.shared.careful import careful
from tests.shared.posts import Post, exchange, facts, sound

NOW = ["2026-01-02T03:04:05+00:00"]
LATE = "2026-01-12T03:04:05+00:00"


@pytest.fixture
def three(tmp_path: Path) -> dict[str, Post]:
    """A game of three that has begun; the clock stands."""
    NOW[0] = "2026-01-02T03:04:05+00:00"
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    return careful(tmp_path, ("red", "blue", "green"), str(path), "slots", clock=lambda: NOW[0])


def seal(post: Post) -> None:
    replica = post.replica
    replica.seal({replica.chain().game.moment: ()})
    replica.settle()


def test_a_missing_seal_is_gone_on_without(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    for post in (red, blue):
        seal(post)
    exchange([red, blue])
    NOW[0] = LATE
    print(red.replica.chain().game.owed, red.replica.ledger())
