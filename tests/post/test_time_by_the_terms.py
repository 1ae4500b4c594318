"""The clock where terms say how long an exchange has: grace, outages, standing orders, reminders, reliability."""

from pathlib import Path
from typing import Any

import pytest

from sits_es.post.clock import keep_time
from sits_es.post.orders import seal_text
from sits_es.post.protocol.bodies import Ack
from sits_es.post.standing_orders import set_standing
from sits_es.post.status import reliability
from tests.shared.careful import careful
from tests.shared.posts import BLUE, RED, Post, exchange
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

STANDING = "game duel\nturn 1\nplayer red\nship Fearless\n  1-8 decoy 1 if launched at\n"


def begun(folder: Path, clock: Watch, **terms: Any) -> tuple[Post, Post]:
    """A game in which both have spoken at its first head."""
    found = careful(folder, clock=clock, **terms)
    red, blue = found["red"], found["blue"]
    for post, other in ((red, blue), (blue, red)):
        post.replica.post(Ack(packet=other.packets()[-1].digest, words=""))
    exchange([red, blue])
    return red, blue


def reminders(post: Post) -> list[str]:
    return [words for _, words, _ in post.desk.journal.told("duel", ("reminder",))]


def stood(folder: Path, clock: Watch, **terms: Any) -> Post:
    """A player whose program has standing orders, and has read mail when the game began."""
    red, _ = begun(folder, clock, **terms)
    set_standing(red.replica, "standing", STANDING)
    keep_time(red.desk)
    return red


def has_sealed(post: Post, clock: Watch, **by: float) -> bool:
    """Whether a program has sealed once mail was read at a later time."""
    clock.later(**by)
    keep_time(post.desk)
    return any(signed.packet.kind == "seal" for signed in post.packets())


def test_standing_orders_wait_for_the_grace(tmp_path: Path) -> None:
    clock = Watch()
    red = stood(tmp_path, clock, hours=72, grace=24)
    assert [has_sealed(red, clock, days=1) for _ in range(3)] == [False, False, False]
    assert not has_sealed(red, clock, hours=1)
    assert has_sealed(red, clock, hours=23)


def test_standing_orders_are_not_sealed_at_once_after_an_outage(tmp_path: Path) -> None:
    clock = Watch()
    red = stood(tmp_path, clock, hours=24, grace=24)
    assert not has_sealed(red, clock, days=5)
    assert has_sealed(red, clock, hours=24)


def test_reminders_begin_once_grace_is_over_and_wait_after_an_outage(tmp_path: Path) -> None:
    clock = Watch()
    red, _ = begun(tmp_path, clock, hours=72, grace=24)
    seal_text(red.replica, "orders", RED)
    keep_time(red.desk)
    for hours in (48, 47):
        clock.later(hours=hours)
        keep_time(red.desk)
        assert reminders(red) == []
    clock.later(hours=1)
    keep_time(red.desk)
    assert reminders(red) == ["The seal of blue for duel 1.1 was owed by 2026-01-05 03:04 UTC."]


def test_after_an_outage_in_which_the_time_ran_out_reminders_wait_for_a_day(tmp_path: Path) -> None:
    clock = Watch()
    red, _ = begun(tmp_path, clock, hours=72, grace=24)
    seal_text(red.replica, "orders", RED)
    keep_time(red.desk)
    clock.later(days=9)
    keep_time(red.desk)
    clock.later(hours=23)
    keep_time(red.desk)
    assert reminders(red) == []
    clock.later(hours=1)
    keep_time(red.desk)
    assert reminders(red) == ["The seal of blue for duel 1.1 was owed by 2026-01-05 03:04 UTC."]


def test_lateness_is_reckoned_alike_everywhere_from_the_clocks_of_who_sent(tmp_path: Path) -> None:
    clock = Watch()
    red, blue = begun(tmp_path, clock, hours=72, grace=24)
    seal_text(red.replica, "orders", RED)  # in time, and a week on its way
    seal_text(blue.replica, "orders", BLUE)
    clock.later(days=7)
    exchange([red, blue])
    figures = [reliability(post.desk, post.desk.seat("duel")) for post in (red, blue)]
    assert figures[0] == figures[1]
    assert {player: found.in_words() for player, found in figures[0].items()} == {
        "blue": "1 in time, 0 late, 0 missing",
        "red": "1 in time, 0 late, 0 missing",
    }


def test_who_seals_after_the_time_of_the_terms_is_late_on_every_machine(tmp_path: Path) -> None:
    clock = Watch()
    red, blue = begun(tmp_path, clock, hours=72, grace=24)
    seal_text(red.replica, "orders", RED)
    clock.later(days=4)
    seal_text(blue.replica, "orders", BLUE)
    exchange([red, blue])
    for post in (red, blue):
        found = reliability(post.desk, post.desk.seat("duel"))
        assert found["red"].in_words() == "1 in time, 0 late, 0 missing"
        assert found["blue"].in_words() == "0 in time, 1 late, 0 missing"
