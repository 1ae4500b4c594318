"""Voids, claims, standing orders and reminders of games by older terms, after a deadline that was agreed."""

from pathlib import Path

import pytest

from sits_es.errors import NotNowError
from sits_es.events import Coded
from sits_es.game.events import (
    ExchangeVoided,
    GameClaimed,
    GameEnded,
)
from sits_es.post import decisions
from sits_es.post.clock import keep_time
from sits_es.post.standing_orders import set_standing
from sits_es.rules.moments import Moment
from tests.post.test_agreements import deadline_of
from tests.shared.posts import BLUE, RED, Post, exchange, facts, lose_secrets, peers, sound, thrust
from tests.shared.watch import NOON, Watch

pytestmark = pytest.mark.long


@pytest.fixture
def watch() -> Watch:
    return Watch(NOON)


def withheld(tmp_path: Path, watch: Watch) -> tuple[Post, Post]:
    """Both have sealed, red has revealed, and blue has lost what was sealed, so that the reveal does not come."""
    red, blue = peers(tmp_path, watch)
    deadline_of(watch, red, blue)
    red.seal(RED, 2)
    seals = red.packets()
    blue.seal(BLUE, 2)
    red.take(blue.packets())
    assert seals[-1].packet.kind == "seal"
    lose_secrets(blue)
    watch.later(hours=31)
    return red, blue


def test_a_claim_ends_the_game_once_who_withholds_his_reveal_has_signed_it_too(tmp_path: Path, watch: Watch) -> None:
    red, blue = withheld(tmp_path, watch)
    sealed = r"^blue has sealed 1\.1\. A missing seal is defaulted, a withheld reveal voided or claimed\.$"
    with pytest.raises(NotNowError, match=sealed):
        decisions.default(red.replica, "blue", "drift")
    assert decisions.default(red.replica, "blue", "claim") == "Signed. Still to sign: blue."
    exchange([red, blue])
    assert facts(red, GameClaimed) == facts(blue, GameClaimed) == []
    assert decisions.agree(blue.replica, "claim") == "Signed by all who must: it holds."
    exchange([red, blue])
    told = [words for _, words, _ in red.desk.journal.told("duel", ("signature",))]
    assert told == ["blue signs that the game may be claimed, and gives up revealing 1.1."]
    assert red.head() == blue.head()
    assert facts(red, GameClaimed) == [GameClaimed(turn=1, segment=1, player="blue", by=("red",))]
    assert facts(red, GameEnded) == [GameEnded(winner="red", outcome=(Coded("claimed", ("blue", "1.1")),))]
    assert sound(red)


def test_a_claim_after_exchanges_that_were_played_leaves_the_record_sound(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    deadline_of(watch, red, blue)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    for post in (red, blue):
        post.seal(thrust(post, "duel", 2), 2)
    assert blue.packets()[-1].packet.kind == "seal"
    red.take(blue.packets())
    lose_secrets(blue)
    watch.later(hours=31)
    decisions.default(red.replica, "blue", "claim")
    exchange([red, blue])
    decisions.agree(blue.replica, "claim")
    exchange([red, blue])
    assert len(facts(red, GameClaimed)) == 1
    assert sound(red)


def test_a_void_that_both_sign_lets_the_exchange_be_sealed_anew(tmp_path: Path, watch: Watch) -> None:
    red, blue = withheld(tmp_path, watch)
    decisions.default(red.replica, "blue", "void")
    assert facts(red, ExchangeVoided) == []
    exchange([red, blue])
    assert decisions.agree(blue.replica, "void") == "Signed by all who must: it holds."
    exchange([red, blue])
    told = [words for _, words, _ in red.desk.journal.told("duel", ("signature",))]
    assert told == ["blue signs that 1.1 is void, and gives up revealing it."]
    assert facts(red, ExchangeVoided) == [ExchangeVoided(turn=1, segment=1, player="blue", by=("blue", "red"))]
    assert red.head() == blue.head()
    assert red.moment() == Moment(1, 1)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 2)
    assert red.head() == blue.head()
    assert sound(blue)


def test_standing_orders_are_sealed_by_the_players_own_program_when_the_deadline_passes(
    tmp_path: Path, watch: Watch
) -> None:
    red, blue = peers(tmp_path, watch)
    deadline_of(watch, red, blue)
    text = "game duel\nturn 1\nship Sirius\n  1-8 decoy 1 if launched at\n"
    assert set_standing(blue.replica, "standing", text) == ("Sirius: decoy 1 if launched at",)
    red.seal(RED, 1)
    watch.later(hours=20)
    keep_time(blue.desk)
    assert blue.packets()[-1].packet.kind == "deadline"
    watch.later(hours=5)
    keep_time(blue.desk)
    assert blue.packets()[-1].packet.kind == "seal"
    exchange([red, blue])
    assert red.moment() == Moment(1, 2)


def test_who_owes_something_is_reminded_once_a_day_by_a_mail_to_send(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    deadline_of(watch, red, blue)
    watch.later(hours=2)
    keep_time(red.desk)
    keep_time(red.desk)
    (letter,) = red.desk.journal.queued()
    assert letter[2:5] == (
        "ben@example.org",
        "duel 1.1: a reminder",
        "The seal of blue for duel 1.1 is owed by 2026-01-03 12:00 UTC. Grace ends 2026-01-03 18:00 UTC.",
    )
