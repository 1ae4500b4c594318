"""How long an umpire waits for a player: by the terms, by a deadline, and not while they are known to be away."""

from pathlib import Path

import pytest

from sits_es.game.events import OrdersDefaulted
from sits_es.mail.packet import Signed
from sits_es.post import decisions
from sits_es.post.leaving import resign
from sits_es.post.protocol.bodies import Note
from sits_es.post.standing_orders import set_standing
from sits_es.rules.moments import Moment
from tests.post.example_games import refusals, said
from tests.post.test_umpires_word import bundles, forged, table
from tests.shared.posts import BLUE, RED, Post, carry, facts, sound, thrust
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


def gone(post: Post) -> list[tuple[str, int]]:
    """Players without whom the game went on, and in which segment."""
    found = facts(post, OrdersDefaulted)
    return [(fact.player, fact.segment) for fact in found if isinstance(fact, OrdersDefaulted)]


def earlier(ump: Post, sent: list[Signed], at: str) -> list[Signed]:
    """What the umpire sent, of which the default and the bundle that follows from it have another time."""
    found: list[Signed] = []
    for signed in sent:
        packet = signed.packet
        if packet.kind in ("default", "bundle"):
            changes = {"at": at, "previous": found[-1].digest}
            found.append(ump.signed_anew(signed, {**packet.body, **changes}))
        else:
            found.append(signed)
    return found[: [each.packet.kind for each in found].index("bundle") + 1]


def test_an_umpire_goes_on_without_a_seal_only_after_time_and_grace_of_the_terms(tmp_path: Path) -> None:
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    clock.later(hours=168 + 47)
    assert (
        said(lambda: decisions.default(ump.replica, "red", "drift"))
        == "red has until 2026-01-11 03:04 UTC, grace included."
    )
    clock.later(hours=1)
    assert decisions.default(ump.replica, "red", "drift") == "Signed by all who must: it holds."
    sent = ump.packets()
    before = red.head()
    red.take(earlier(ump, sent, "2026-01-11T03:03Z"))
    assert refusals(red) == [
        "1.1: ump goes on without red at 2026-01-11 03:03 UTC. By the terms red has until 2026-01-11 03:04 UTC."
    ]
    assert red.head() == before
    blue.take(sent)
    assert blue.head() == ump.head()
    assert sound(blue)


def test_a_deadline_of_the_umpire_gives_more_time_and_never_less(tmp_path: Path) -> None:
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    decisions.set_deadline(ump.replica, "2026-01-03T00:00Z", 1)
    clock.later(hours=100)
    assert (
        said(lambda: decisions.default(ump.replica, "red", "drift"))
        == "red has until 2026-01-11 03:04 UTC, grace included."
    )
    decisions.set_deadline(ump.replica, "2026-01-20T00:00Z", 1)
    assert (
        said(lambda: decisions.default(ump.replica, "red", "drift"))
        == "red has until 2026-01-20 01:00 UTC, grace included."
    )
    clock.later(hours=400)
    decisions.default(ump.replica, "red", "drift")
    carry(ump, red, blue)
    assert refusals(red) == refusals(blue) == []
    assert ump.head() == red.head() == blue.head()


def test_an_absent_player_costs_the_umpire_one_command_and_then_only_mail_in(tmp_path: Path) -> None:
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    decisions.set_absence(ump.replica, "blue", "2026-01-02T03:04Z", "2026-01-16T03:04Z")
    carry(ump, red, blue)
    for segment in range(1, 9):
        clock.later(hours=12)
        red.seal(thrust(red, "duel", segment), segment)
        ump.take(red.packets())
        red.take(ump.packets())
    assert red.moment() == ump.moment() > Moment(1, 8)
    assert [player for player, _ in gone(red)] == ["blue"] * 8
    assert refusals(red) == []
    blue.take(ump.packets())
    assert blue.head() == ump.head()
    assert sound(blue)


def test_a_seal_of_one_who_is_away_brings_them_back(tmp_path: Path) -> None:
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    decisions.set_absence(ump.replica, "blue", "2026-01-02T03:04Z", "2026-01-16T03:04Z")
    carry(ump, red, blue)
    red.seal(thrust(red, "duel", 1), 1)
    carry(ump, red, blue)
    blue.seal(thrust(blue, "duel", 2), 2)
    carry(ump, red, blue)
    red.seal(thrust(red, "duel", 2), 3)
    carry(ump, red, blue)
    assert ump.moment() == Moment(1, 3), "blue is back, and is waited for"
    assert [segment for _, segment in gone(red)] == [1]
    blue.seal(thrust(blue, "duel", 3), 3)
    carry(ump, red, blue)
    assert ump.moment() == red.moment() == Moment(1, 4)


def test_when_the_absence_is_over_everybody_is_waited_for_again(tmp_path: Path) -> None:
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    decisions.set_absence(ump.replica, "blue", "2026-01-02T03:04Z", "2026-01-03T03:04Z")
    red.seal(RED, 8)
    clock.later(hours=24)
    carry(ump, red, blue)
    assert ump.moment() == Moment(1, 1)


def test_while_everybody_is_away_nobody_rolls_dice(tmp_path: Path) -> None:
    ump, red, blue = table(tmp_path)
    for player in ("red", "blue"):
        decisions.set_absence(ump.replica, player, "2026-01-02T03:04Z", "2026-01-16T03:04Z")
    carry(ump, red, blue)
    assert ump.moment() == Moment(1, 1)
    assert [signed for signed in ump.packets() if signed.packet.kind == "default"] == []


def test_a_seal_that_comes_after_the_default_was_signed_still_counts(tmp_path: Path) -> None:
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    clock.later(hours=168 + 48)
    decisions.default(ump.replica, "red", "drift")
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    assert facts(ump, OrdersDefaulted) == []
    assert ump.head() == red.head() == blue.head()
    assert ump.moment() == Moment(1, 2)


def test_an_umpire_gives_standing_orders_and_no_others_in_a_players_name(tmp_path: Path) -> None:
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    set_standing(red.replica, "standing", "game duel\nturn 1\nplayer red\nship Fearless\n  1-8 thrust 2\n")
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    clock.later(hours=168 + 48)
    decisions.default(ump.replica, "red", "drift")
    sent = ump.packets()
    (bundle,) = bundles(ump)
    events = []
    for name, data in bundle.packet.body["events"]:
        lines = {"lines": ["Fearless: thrust 6"]} if name.startswith("game.OrdersDefaulted") else {}
        events.append([name, {**data, **lines}])
    red.take(forged(ump, sent, events=events))
    (why,) = refusals(red)
    assert why.endswith("1.1: the orders that ump gives for red are not the standing orders of red.")
    # the true one has the number of the forged one: it counts once a later packet is built on it
    ump.replica.post(Note(words="As it was."))
    red.take([*sent, *ump.packets()])
    assert red.head() == ump.head()


def test_of_two_players_one_resigns_and_everybody_is_told(tmp_path: Path) -> None:
    ump, red, blue = table(tmp_path)
    resign(blue.replica, "Good luck to you.")
    carry(ump, red, blue)
    assert refusals(ump) == refusals(red) == refusals(blue) == []
    assert ump.head() == red.head() == blue.head()
    assert red.replica.chain().game.out == {"blue": ("blue",)}
