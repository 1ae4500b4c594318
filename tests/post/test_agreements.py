"""Deadlines, absences, defaults, voids, claims and rulings: each takes its signatures and is a fact of the game."""

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import (
    AbsenceGranted,
    DeadlineSet,
    OrdersDefaulted,
)
from sits_es.post import decisions
from sits_es.post.clock import keep_time
from sits_es.post.replica import Replica
from sits_es.post.standing_orders import set_standing
from sits_es.rules.moments import Moment
from sits_es.service.audit import audit_game
from sits_es.service.forks import fork_game
from sits_es.service.play import play
from tests.shared.posts import BLUE, RED, Post, carry, exchange, facts, peers, sound, umpired
from tests.shared.watch import NOON, Watch


@pytest.fixture
def watch() -> Watch:
    return Watch(NOON)


def test_a_deadline_that_both_signed_stands_in_its_exchange(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    until = decisions.parse_time("+3d", watch())
    assert decisions.set_deadline(red.replica, until, 12) == "Signed. Still to sign: blue."
    exchange([red, blue])
    assert decisions.agree(blue.replica) == "Signed by all who must: it holds."
    exchange([red, blue])
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    assert facts(red, DeadlineSet) == [
        DeadlineSet(turn=1, segment=1, until="2026-01-05T12:00Z", grace=12, by=("blue", "red"))
    ]
    assert red.head() == blue.head()
    assert sound(red)


def test_a_deadline_that_one_alone_wants_does_not_hold(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    decisions.set_deadline(red.replica, decisions.parse_time("+3d", watch()), 0)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    assert facts(red, DeadlineSet) == []
    assert red.moment() == blue.moment() == Moment(1, 2)


def test_an_absence_that_both_signed_is_a_fact(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    now = decisions.parse_time("+0h", watch())
    decisions.set_absence(red.replica, "red", now, decisions.parse_time("+9d", watch()))
    exchange([red, blue])
    decisions.agree(blue.replica)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    assert facts(blue, AbsenceGranted) == [
        AbsenceGranted(
            turn=1, segment=1, player="red", since="2026-01-02T12:00Z", until="2026-01-11T12:00Z", by=("blue", "red")
        )
    ]
    assert red.head() == blue.head()


def deadline_of(watch: Watch, first: Post, second: Post) -> None:
    for post in (first, second):
        keep_time(post.desk)
    decisions.set_deadline(first.replica, decisions.parse_time("+1d", watch()), 6)
    exchange([first, second])
    decisions.agree(second.replica)
    exchange([first, second])


def test_of_two_peers_nobody_defaults_the_other(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    deadline_of(watch, red, blue)
    watch.later(hours=31)
    with pytest.raises(NotNowError, match=r"^In a game of two, neither player can default the other\.$"):
        decisions.default(red.replica, "blue", "drift")


def test_nothing_is_signed_against_a_player_before_his_grace_is_over(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    with pytest.raises(
        NotNowError, match=r"^No deadline is set for duel 1\.1\. Agree on one: sits deadline duel \+3d$"
    ):
        decisions.default(red.replica, "blue", "claim")
    deadline_of(watch, red, blue)
    watch.later(hours=29)
    with pytest.raises(NotNowError, match=r"^blue has until 2026-01-03 18:00 UTC, grace included\.$"):
        decisions.default(red.replica, "blue", "claim")


def test_after_an_outage_everybody_has_a_day_more(tmp_path: Path, watch: Watch) -> None:
    red, blue = peers(tmp_path, watch)
    deadline_of(watch, red, blue)
    watch.later(days=7)
    keep_time(red.desk)
    with pytest.raises(NotNowError, match=r"^blue has until 2026-01-10 12:00 UTC, grace included\.$"):
        decisions.default(red.replica, "blue", "claim")


def test_an_umpire_defaults_a_missing_seal_to_the_standing_orders_that_he_was_given(
    tmp_path: Path, watch: Watch
) -> None:
    ump, red, blue = umpired(tmp_path, watch)
    set_standing(blue.replica, "standing", "game duel\nturn 1\nship Sirius\n  1-8 decoy 1 if launched at\n")
    keep_time(ump.desk)
    assert decisions.set_deadline(ump.replica, "2026-01-03T12:00Z", 0) == "Signed by all who must: it holds."
    red.seal(RED, 2)
    carry(ump, red, blue)
    watch.later(hours=25)
    decisions.default(ump.replica, "blue", "drift")
    carry(ump, red, blue)
    assert facts(red, OrdersDefaulted) == [
        OrdersDefaulted(turn=1, segment=1, player="blue", lines=("Sirius: decoy 1 if launched at",), by=("ump",))
    ]
    assert red.moment() == Moment(1, 2)
    assert red.head() == blue.head() == ump.head()
    assert sound(blue)


def test_players_of_an_umpired_game_do_not_set_the_clock(tmp_path: Path, watch: Watch) -> None:
    _, red, _ = umpired(tmp_path, watch)
    with pytest.raises(NotAllowedError, match=r"^That is for ump to say in duel\.$"):
        decisions.set_deadline(red.replica, "2026-01-03T12:00Z", 0)


def test_orders_that_do_not_fit_their_seal_are_refused_by_the_umpire_and_count_as_never_sealed(
    tmp_path: Path, watch: Watch
) -> None:
    ump, red, blue = umpired(tmp_path, watch)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    seal = blue.packets()[-1]
    ump.take([*blue.packets()[:-1], blue.signed_anew(seal, {**seal.packet.body, "seals": ["ab" * 32]})])
    ump.take(red.packets())
    (entry,) = ump.desk.journal.entries("duel", ("refused",))
    assert entry.why == "What blue sends the umpire for 1.1 does not fit the seal."
    assert ump.moment() == Moment(1, 1)
    ump.take([seal])
    assert ump.moment() == Moment(1, 2)


def test_a_game_by_mail_is_not_played_at_one_machine_but_a_what_if_of_it_is(tmp_path: Path, watch: Watch) -> None:
    ump, red, blue = umpired(tmp_path, watch)
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    carry(ump, red, blue)
    table = red.desk.session
    with pytest.raises(NotAllowedError, match=r"^duel is played by mail\. Seal your orders: sits orders seal FILE$"):
        list(play(table.open_game("duel"), []))
    with pytest.raises(NotAllowedError, match=r"^duel is played by mail\. Seal your orders: sits orders seal FILE$"):
        list(play(table.open_game("duel"), [], drift=["red", "blue"]))
    fork_game(table.open_game("duel"), "1.1", "if", [])
    assert len(list(play(table.open_game("if"), [], Moment(1, 2)))) == 2
    assert audit_game(table.open_game("if"), []).faults == ()


def test_an_umpires_bundle_that_is_not_what_the_rules_bring_is_refused(tmp_path: Path, watch: Watch) -> None:
    ump, red, blue = umpired(tmp_path, watch)
    other = Replica(red.desk, red.desk.seat("duel"))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    ump.take([*red.packets(), *blue.packets()])
    bundle = next(signed for signed in ump.packets() if signed.packet.kind == "bundle")
    events = [[topic, {**data, "after": 5} if topic == "sits.ThrustChanged/1" else data]
              for topic, data in bundle.packet.body["events"]]  # fmt: skip
    assert events != bundle.packet.body["events"]
    forged = ump.signed_anew(bundle, {**bundle.packet.body, "events": events})
    before = red.head()
    red.take([*[signed for signed in ump.packets() if signed.packet.number < bundle.packet.number], forged])
    (entry,) = other.desk.journal.entries("duel", ("refused",))
    assert entry.why.startswith("1.1: ")
    assert red.head() == before
    red.take(ump.packets())
    assert red.head() == ump.head()
