"""Restored folders in umpired games: what the umpire resolved with counts, and what is told twice is told once."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sits_es.game.events import OrdersDefaulted
from sits_es.post import decisions
from sits_es.post.asking_back import asked_for, asking
from sits_es.post.copies import copy_for
from sits_es.post.protocol.bodies import Note
from sits_es.rules.moments import Moment
from tests.post.example_games import refusals, said
from tests.post.test_umpires_word import bundles, fork_of, table
from tests.shared.posts import BLUE, CLOCK, RED, Post, carry, facts, open_post, sound, thrust, with_a_key_alone
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


def older(folder: Path, post: Post, clock: Callable[[], str] = lambda: CLOCK) -> Post:
    """A copy of somebody's folder as it stands now, which is used later on."""
    shutil.copytree(post.desk.folder, folder / f"{post.player} older")
    return open_post(folder / f"{post.player} older", post.player, clock)


def restored(post: Post) -> list[str]:
    return [words for _, words, _ in post.desk.journal.told("duel", ("restored",))]


def test_a_players_seal_that_the_umpire_resolved_with_counts_although_an_earlier_packet_came_back(
    tmp_path: Path,
) -> None:
    """Red wrote a note, restored the folder and sealed; the umpire had the seal, and red's note comes to red first."""
    ump, red, blue = table(tmp_path)
    before = older(tmp_path, red)
    before.replica.post(Note(words="Hello."))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    ump.take([*red.packets(), *blue.packets()])
    red.take(before.packets()[1:])
    assert [signed.packet.kind for signed in red.packets()] == ["join", "note"]
    red.take(ump.packets())
    assert [signed.packet.kind for signed in red.packets()] == ["join", "seal"]
    assert restored(red)[1:] == [
        "ump has gone on with packets of yours that were set aside here. They count again: seal 2."
    ]
    red.seal(thrust(red, "duel", 2), 2)
    blue.take(ump.packets())
    blue.seal(thrust(blue, "duel", 2), 2)
    carry(ump, red, blue)
    assert ump.moment() == red.moment() == blue.moment() == Moment(1, 3)
    assert ump.head() == red.head() == blue.head()
    assert sound(red)


def test_an_earlier_packet_that_comes_back_after_the_umpires_bundle_changes_nothing(tmp_path: Path) -> None:
    ump, red, blue = table(tmp_path)
    before = older(tmp_path, red)
    before.replica.post(Note(words="Hello."))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    red.take(before.packets()[1:])
    assert [signed.packet.kind for signed in red.packets()] == ["join", "seal"]
    (words,) = restored(red)
    assert words == (
        "Your own packet 2 came back, with other content than packet 2 of this folder. Others have answered the one "
        "here already, so that it counts."
    )


def twice_defaulted(folder: Path, *, late: bool = False) -> tuple[Post, Post, Post, Post]:
    """An umpire who goes on without red, restores the folder, and does it again. late: red's seal comes in between.

    The umpire's first folder and the restored one, red and blue; nobody has taken anything of it yet.
    """
    clock = Watch()
    ump, red, blue = table(folder, clock=clock)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    again = fork_of(folder, ump, clock)
    clock.later(hours=168 + 48)
    decisions.default(ump.replica, "red", "drift")
    clock.later(hours=24)
    if late:
        red.seal(RED, 1)
        again.take(red.packets())
    else:
        decisions.default(again.replica, "red", "drift")
    return ump, again, red, blue


def test_a_restored_umpires_second_bundle_that_tells_the_same_takes_the_place_of_the_first(tmp_path: Path) -> None:
    """Blue has the first one, red the second; what the umpire sends later follows the second."""
    ump, again, red, blue = twice_defaulted(tmp_path)
    assert ump.head() == again.head()
    assert bundles(ump)[0].digest != bundles(again)[0].digest
    blue.take(ump.packets())
    red.take(again.packets())
    again.take(ump.packets())
    red.take(ump.packets())
    for post in (red, blue):
        post.seal(thrust(post, "duel", 2), 2)
    carry(again, red, blue)
    assert again.moment() == red.moment() == blue.moment() == Moment(1, 3)
    assert again.head() == red.head() == blue.head()
    assert len(facts(blue, OrdersDefaulted)) == 1
    assert sound(blue)
    assert [each.digest for each in bundles(again)] == [
        each.digest for each in blue.desk.journal.accepted("duel", kinds=("bundle",), sender="ump")
    ]
    assert len(refusals(blue)) == 2


def test_an_umpire_who_went_on_otherwise_than_players_were_told_is_told_how_to_get_the_game_back(
    tmp_path: Path,
) -> None:
    """Players were told that red drifts; the restored folder has had red's late seal meanwhile."""
    ump, again, red, blue = twice_defaulted(tmp_path, late=True)
    for post in (red, blue):
        post.take(ump.packets())
    again.take(ump.packets())
    number = bundles(ump)[0].packet.number
    words = (
        f"Your own bundle {number} of ump in duel came back and tells another course of the game than this folder, "
        "which is an older copy and has gone on since. What players were told counts. Get the game back in a folder "
        "that holds nothing but your keys and sits.toml; all players type: sits mail out --bundle duel --for YOU"
    )
    assert restored(again)[-1] == words
    assert said(lambda: again.replica.post(Note(words="Hello."))) == words
    found = with_a_key_alone(again, tmp_path / "anew", again.desk.clock)
    for post in (red, blue):
        post.seal(thrust(post, "duel", 2), 2)
        found.take([copy_for(post.replica, "ump")])
    carry(found, red, blue)
    assert found.moment() == red.moment() == blue.moment() == Moment(1, 3)
    assert found.head() == red.head() == blue.head()


def test_an_umpire_learns_that_players_were_told_otherwise_in_a_bundle_whose_number_the_folder_has_not_used(
    tmp_path: Path,
) -> None:
    """The first folder wrote a note before its bundle, so that the restored one has sent one packet fewer."""
    ump, red, blue = table(tmp_path)
    again = fork_of(tmp_path, ump)
    ump.replica.post(Note(words="All of you have 48 hours."))
    for post, text in ((red, RED), (blue, BLUE)):
        post.seal(text, 1)
    carry(ump, red, blue)
    sealed = [red.packets()[:-1], blue.packets()]
    for packets in sealed:
        again.take(packets)
    again.desk.clock = lambda: "2026-03-01T00:00:00+00:00"
    decisions.default(again.replica, "red", "drift")
    assert again.moment() == red.moment() == blue.moment() == Moment(1, 2)
    (bundle,) = bundles(ump)
    assert all(signed.packet.number < bundle.packet.number for signed in again.packets())
    again.take(ump.packets())
    assert restored(again)[-1] == (
        f"Your own bundle {bundle.packet.number} of ump in duel came back and tells another course of the game than "
        "this folder, which is an older copy and has gone on since. What players were told counts. Get the game back "
        "in a folder that holds nothing but your keys and sits.toml; all players type: sits mail out --bundle duel "
        "--for YOU"
    )


def test_a_restored_umpire_sends_nothing_while_players_have_packets_that_the_folder_lacks(tmp_path: Path) -> None:
    ump, red, blue = table(tmp_path)
    again = fork_of(tmp_path, ump)
    for post, text in ((red, RED), (blue, BLUE)):
        post.seal(text, 1)
    carry(ump, red, blue)
    red.seal(thrust(red, "duel", 2), 2)
    again.take(red.packets())
    (bundle,) = bundles(ump)
    last = max(signed.packet.number for signed in ump.packets())
    assert last >= bundle.packet.number
    assert said(lambda: again.replica.post(Note(words="Hello."))) == (
        f"red has taken packet {last} of yours, which is not in this folder: it is an older copy of duel. Your program "
        "asks the others for it. Send their letters, and take in what they answer: sits mail out, sits mail in"
    )
    again.take(ump.packets())
    assert again.head() == ump.head() == red.head()


def test_a_restored_folder_gets_its_packet_that_the_umpire_has_given_up_so_that_it_can_go_on(tmp_path: Path) -> None:
    """The umpire names red's first packet, which red's folder lacks, and the letter with both is lost."""
    ump, red, blue = table(tmp_path)
    before = older(tmp_path, red)
    before.replica.post(Note(words="Hello."))
    ump.take(before.packets())
    ump.replica.post(Note(words="I have taken packet 2 of red."))
    red.replica.post(Note(words="Good day."))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    ump.take([*red.packets(), *blue.packets()])
    red.take(ump.packets())
    assert red.moment() == Moment(1, 1)
    behind = asking(red.replica, "ump")
    assert behind is not None
    ump.take([behind])
    answer = asked_for(ump.replica, "red")
    assert [each.packet.title for each in answer if each.packet.sender == "red"] == ["note 2 of red in duel"]
    red.take(answer)
    assert red.head() == ump.head()
    assert red.moment() == Moment(1, 2)
