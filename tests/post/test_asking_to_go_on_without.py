"""What a person is told who asks their program to go on without somebody, and when the time for that is up."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.post.clock import keep_time
from sits_es.post.decisions import set_absence, set_deadline
from sits_es.post.parting import agree_without
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.fate import refused
from sits_es.post.signing import cancel, sign_when_due
from sits_es.rules.moments import Moment
from tests.shared.careful_three import careful_three, ordered
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, exchange, kinds, peers
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

Table = tuple[Post, Post, Post]


@pytest.fixture
def clock() -> Watch:
    return Watch()


@pytest.fixture
def table(tmp_path: Path, clock: Watch) -> Table:
    """Red, blue and green; red and blue have sealed 1.1, and nothing of green has come."""
    red, blue, green = careful_three(tmp_path, clock)
    for post in (red, blue):
        ordered(post, 1)
    exchange([red, blue])
    return red, blue, green


def told(post: Post, *players: str) -> str:
    """Why nobody goes on without somebody yet."""
    with pytest.raises(NotNowError) as refusal:
        go_on_without(post.replica, players)
    return str(refusal.value)


def lists(post: Post) -> list[list[str]]:
    """Lists that were signed, as far as they are here."""
    return [
        signed.packet.body["players"]
        for signed in post.desk.journal.accepted("duel")
        if signed.packet.kind == "without"
    ]


def test_who_keeps_a_game_waiting_alone_goes_on_without_nobody(tmp_path: Path, clock: Watch) -> None:
    red, blue, green = careful_three(tmp_path, clock)
    for post in (blue, green):
        ordered(post, 1)
    exchange([red, blue, green])
    clock.later(days=30)
    assert told(red) == "duel: orders for 1.1 are owed. Nobody keeps it waiting whom you could go on without."


def test_a_list_that_was_signed_is_not_signed_again(table: Table, clock: Watch) -> None:
    red, blue, _ = table
    clock.later(days=10)
    go_on_without(red.replica)
    clock.later(days=2)
    sign_when_due(red.replica)
    assert lists(red) == [["green"]]
    assert told(red) == "blue has until 2026-01-23 03:04 UTC, grace included.", (
        "who signs nothing for another term is next"
    )
    blue.replica.post(Note(words="I am here."))
    red.take(blue.packets())
    assert told(red) == "You have signed that duel 1.1 goes on without green already."
    with pytest.raises(NotNowError) as refusal:
        cancel(red.replica)
    assert str(refusal.value) == (
        "Your program has signed that duel 1.1 goes on without green. What is signed can't be taken back."
    )


def test_nobody_is_gone_on_without_whose_part_comes_while_they_have_the_grace_anew(table: Table, clock: Watch) -> None:
    red, blue, green = table
    clock.later(days=10)
    go_on_without(red.replica)
    ordered(green, 1)
    clock.later(days=1)
    red.take(green.packets())
    clock.later(days=30)
    sign_when_due(red.replica)
    assert lists(red) == []
    exchange([red, blue, green])
    assert red.moment() == Moment(1, 2)
    assert red.head() == blue.head() == green.head()


def test_a_deadline_that_all_signed_takes_the_place_of_the_time_in_the_terms(tmp_path: Path, clock: Watch) -> None:
    table = red, _, _ = careful_three(tmp_path, clock)
    for post in table:
        set_deadline(post.replica, "2026-02-01T00:00Z", 24)
    exchange(table)
    for post in table:
        ordered(post, 1)
    exchange(table)
    ordered(red, 2)
    exchange(table)
    clock.time = clock.time.replace(month=2, day=1, hour=23, minute=59)
    until = "has until 2026-02-02 00:00 UTC, grace included."
    assert told(red, "blue", "green") == f"blue {until}\ngreen {until}"
    clock.later(minutes=1)
    assert go_on_without(red.replica).startswith("blue and green will be sent everything of duel 1.2 again")


def test_an_absence_that_all_signed_moves_the_time_of_who_is_away_alone(tmp_path: Path, clock: Watch) -> None:
    table = red, _, _ = careful_three(tmp_path, clock)
    for post in table:
        set_absence(post.replica, "green", "2026-01-04T00:00Z", "2026-02-01T00:00Z")
    exchange(table)
    for post in table:
        ordered(post, 1)
    exchange(table)
    ordered(red, 2)
    exchange(table)
    clock.later(days=10)
    assert told(red) == "green has until 2026-02-03 00:00 UTC, grace included."
    clock.time = clock.time.replace(month=2, day=3, hour=0, minute=0)
    assert go_on_without(red.replica).startswith("blue and green will be sent everything of duel 1.2 again")


def test_nothing_is_agreed_where_nobody_signed_a_list_that_fell_short(table: Table) -> None:
    with pytest.raises(NotNowError) as refusal:
        agree_without(table[0].replica)
    assert str(refusal.value) == (
        "You and those who are still there have not all signed that duel goes on without the others. "
        "To sign it: sits without duel"
    )


def test_a_game_by_older_terms_names_its_own_way(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    for act in (go_on_without, cancel, agree_without):
        with pytest.raises(NotAllowedError) as refusal:
            act(red.replica)
        assert str(refusal.value) == "duel is played by terms without it: sits default duel PLAYER"


def test_no_clock_runs_while_no_mail_can_be_read_nor_does_that_of_a_list_one_asked_for(
    table: Table, clock: Watch
) -> None:
    red, blue, _ = table
    for post in (red, blue):
        keep_time(post.desk)
    clock.later(days=10)
    for post in (red, blue):
        keep_time(post.desk)
    assert go_on_without(red.replica).startswith("green will be sent everything of duel 1.1 again")
    clock.later(days=30)
    keep_time(red.desk)
    assert "without" not in kinds(red), "what green sent in these days may be read in the next hour"
    clock.later(hours=23)
    keep_time(red.desk)
    assert "without" not in kinds(red)
    clock.later(hours=2)
    keep_time(red.desk)
    assert kinds(red)[-1] == "without"


def test_nobody_is_told_that_their_program_signed_what_it_did_not_send(
    table: Table, clock: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, _, _ = table
    clock.later(days=10)
    go_on_without(red.replica)
    clock.later(days=2)
    monkeypatch.setattr(
        "sits_es.post.protocol.missing.earlier_faults", lambda *_: iter([refused("The others have another rule.")])
    )
    sign_when_due(red.replica)
    assert lists(red) == []
    assert red.desk.journal.told("duel", ("clock",)) == []
    (said,) = (said for _, said, _ in red.desk.journal.told("duel", ("unsent",)))
    assert said == "Your program does not send what others would refuse. The others have another rule."


def test_who_is_to_sign_at_once_hears_that_their_program_did_not(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    red, blue, green = table
    ordered(green, 1)
    sealed = green.packets()[-1]
    second = green.signed_anew(sealed, {**sealed.packet.body, "seals": ["1" * 64] * len(sealed.packet.body["seals"])})
    red.take([sealed, second, *blue.packets()])
    monkeypatch.setattr(
        "sits_es.post.protocol.missing.earlier_faults", lambda *_: iter([refused("The others have another rule.")])
    )
    assert go_on_without(red.replica) == "Your program did not sign that duel 1.1 goes on without green."
    assert lists(red) == []
