"""The umpire is gone for good, and a player's folder was lost: what that player sent to the umpire alone is nowhere."""

import shutil
from pathlib import Path

import pytest

from sits_es.game.events import UmpireReplaced
from sits_es.post import decisions
from sits_es.post.arrivals import arrive
from sits_es.post.copies import copy_for
from sits_es.post.desk.given_up import CAME_BACK, given_up_with
from sits_es.post.enclosures import readers
from sits_es.post.handover import hand_over
from sits_es.post.proof import prove
from sits_es.rules.moments import Moment
from tests.post.example_games import posts, refusals, said
from tests.post.test_older_folders import backed_up
from tests.shared.careful import careful, terms
from tests.shared.posts import (
    BLUE,
    RED,
    Post,
    carry,
    exchange,
    facts,
    open_post,
    seal_lines,
    sound,
    thrust,
    with_a_key_alone,
)
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

#: What a player is told whose earlier packets only the umpire had.
LOST = (
    "Only ump had what you have sent, up to packet 2. It is lost, but for what ump has told of it: that stands. Your "
    "program sends nothing in duel before you sign that all go on without ump: sits agree duel, or: sits umpire duel "
    "--none. If ump still answers, sign nothing; ump types: sits mail out --bundle duel --for red"
)


def played(folder: Path) -> dict[str, Post]:
    """A careful duel with an umpire, whose first exchange was told; then the umpire is heard of no more."""
    found = careful(folder, umpire="ump")
    found["red"].seal(RED, 1)
    found["blue"].seal(BLUE, 1)
    carry(found["ump"], found["red"], found["blue"])
    return found


def told(post: Post, kind: str) -> list[str]:
    return [words for _, words, _ in post.desk.journal.told("duel", (kind,))]


def play_on(red: Post, blue: Post, segment: int) -> None:
    """An exchange among peers."""
    for post in (red, blue):
        post.seal(thrust(post, post.desk.seat("duel").branch, segment), segment)
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, segment + 1)
    assert red.head() == blue.head()


def restored(folder: Path) -> tuple[Post, Post, Post, Path]:
    """Red's folder from before all, once the first exchange was told and blue has signed to go on without the umpire.

    Red's post, the umpire's, blue's, and one more copy of red's older folder.
    """
    found = careful(folder, umpire="ump")
    old, older = (backed_up(found["red"], folder / name) for name in ("old", "older"))
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    hand_over(blue.replica, None)
    again = open_post(old, "red")
    again.take([*ump.packets(), *blue.packets()])
    return again, ump, blue, older


def test_before_anybody_has_signed_only_the_umpire_can_help(tmp_path: Path) -> None:
    blue = played(tmp_path)["blue"]
    assert said(lambda: copy_for(blue.replica, "red")) == (
        "Only the umpire has what red has sent. Ask ump for the letter.\n"
        "If ump is silent for good: sits umpire duel --none, then: sits mail out --bundle duel --for red"
    )


def test_who_lost_the_folder_gets_the_game_from_a_player_who_has_signed_and_all_play_on(tmp_path: Path) -> None:
    found = played(tmp_path)
    red, blue = found["red"], found["blue"]
    hand_over(blue.replica, None)
    anew = with_a_key_alone(red, tmp_path / "anew")
    anew.take([copy_for(blue.replica, "red")])
    assert anew.head() == blue.head()
    assert told(anew, "bundle")[0].endswith(f"every signature and every event holds. {LOST}")
    assert told(anew, "failure") == [
        "blue signs that the game goes on from 1.2 as peers, without ump. To sign it as well: sits agree duel"
    ]
    assert said(lambda: anew.seal(thrust(anew, "duel", 2), 2)) == LOST
    assert [each.packet.kind for each in anew.packets()] == ["join"]
    assert decisions.agree(anew.replica) == (
        "Signed by all: you go on as peers. Everything is sealed again from there on."
    )
    assert [(each.packet.kind, each.packet.number) for each in anew.packets()[:2]] == [("join", 1), ("succession", 2)]
    exchange([anew, blue])
    (replaced,) = facts(blue, UmpireReplaced)
    assert replaced == UmpireReplaced(turn=1, segment=2, old="ump", new=None, by=("blue", "red"))
    play_on(anew, blue, 2)
    assert refusals(anew) == refusals(blue) == []
    assert prove(anew.desk, anew.desk.seat("duel")).faults == (), "ump's letters carry what red had signed before"
    assert sound(anew)
    assert sound(blue)


def test_a_folder_that_was_restored_is_brought_to_the_last_event_that_was_told_before_one_signs(
    tmp_path: Path,
) -> None:
    again, _, blue, _ = restored(tmp_path)
    assert again.moment() == Moment(1, 1)
    assert again.replica.silent() == (
        "ump has taken packet 2 of yours, which is not in this folder: it is an older copy of duel. Your program asks "
        "the others for it. Send their letters, and take in what they answer: sits mail out, sits mail in. If ump is "
        "silent for good: sits umpire duel --none"
    )
    assert decisions.agree(again.replica) == (
        "Signed by all: you go on as peers. Everything is sealed again from there on."
    )
    ((_, words, _),) = again.desk.journal.told("duel", ("restored",))
    assert words == (
        "Only ump had what you have sent and is missing in this folder, up to packet 2. It is lost, but for what ump "
        "has told of it: that stands."
    )
    exchange([again, blue])
    assert again.head() == blue.head()
    assert blue.moment() == Moment(1, 2)
    play_on(again, blue, 2)
    assert refusals(again) == refusals(blue) == []
    assert sound(again)


def test_an_older_folder_does_not_wait_again_for_what_one_had_given_up(tmp_path: Path) -> None:
    again, ump, blue, older = restored(tmp_path)
    decisions.agree(again.replica)
    exchange([again, blue])
    play_on(again, blue, 2)
    anew = open_post(older, "red")
    anew.take([*ump.packets(), *blue.packets(), *again.packets()])
    assert anew.head() == blue.head(), "nobody has what ump had of red, and red had signed to go on without it"
    play_on(anew, blue, 3)
    assert refusals(anew) == refusals(blue) == []
    assert sound(anew)


def test_what_an_umpire_told_counts_also_where_it_comes_after_one_has_signed_in_an_older_folder(
    tmp_path: Path,
) -> None:
    found = careful(tmp_path, umpire="ump")
    old = backed_up(found["red"], tmp_path / "old")
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    again = open_post(old, "red")
    hand_over(again.replica, None)  # from the beginning: nothing of what ump told has come here yet
    hand_over(blue.replica, None)
    again.take([*ump.packets(), *blue.packets()])
    assert again.moment() == Moment(1, 2), "told by ump, with red's own seal that is lost here"
    decisions.agree(again.replica)
    exchange([again, blue])
    play_on(again, blue, 2)
    assert sound(again)


def test_ones_own_packets_that_come_back_after_one_has_gone_on_change_nothing(tmp_path: Path) -> None:
    time = Watch()
    found = careful(tmp_path, umpire="ump", clock=time)
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    for segment in (2, 3):
        seal_lines(red, {Moment(1, segment): ()})
    time.later(days=1)
    hand_over(blue.replica, None)
    anew = with_a_key_alone(red, tmp_path / "anew", time)
    anew.take([copy_for(blue.replica, "red")])
    decisions.agree(anew.replica)
    anew.take(red.packets())  # from one's own mailbox
    exchange([anew, blue])
    before = anew.head()
    anew.take(red.packets())
    assert anew.head() == before
    assert told(anew, "restored") == [CAME_BACK]
    assert anew.replica.doubles() == []
    assert anew.replica.silent() is None
    play_on(anew, blue, 2)
    assert sound(anew)


def test_an_umpire_who_answers_after_all_gives_everything_back(tmp_path: Path) -> None:
    found = played(tmp_path)
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    hand_over(blue.replica, None)
    anew = with_a_key_alone(red, tmp_path / "anew")
    anew.take([copy_for(blue.replica, "red")])
    assert given_up_with(anew.desk, "duel") == "ump"
    ump.take(blue.packets())
    anew.take([copy_for(ump.replica, "red")])
    assert given_up_with(anew.desk, "duel") is None
    assert [each.packet.kind for each in anew.packets()][:2] == ["join", "seal"]
    for post in (anew, blue):
        post.seal(thrust(post, "duel", 2), 2)
    carry(ump, anew, blue)
    assert anew.moment() == Moment(1, 3)
    assert anew.head() == ump.head() == blue.head()


def test_what_one_had_sent_to_the_players_is_not_lost_and_counts(tmp_path: Path) -> None:
    found = played(tmp_path)
    red, blue = found["red"], found["blue"]
    hand_over(red.replica, None)
    blue.take(red.packets())
    decisions.agree(blue.replica)  # and then red's folder is lost
    anew = with_a_key_alone(red, tmp_path / "anew")
    anew.take([copy_for(blue.replica, "red")])
    assert anew.head() == blue.head()
    assert [each.digest for each in anew.packets()][:3] == [each.digest for each in red.packets()][:3]
    assert anew.replica.silent() is None
    exchange([anew, blue])
    play_on(anew, blue, 2)
    assert refusals(anew) == refusals(blue) == []


def test_an_umpire_can_still_make_up_no_orders_for_one_who_lost_them(tmp_path: Path) -> None:
    found = careful(tmp_path, umpire="ump")
    old = backed_up(found["red"], tmp_path / "old")
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    again = open_post(old, "red")
    hand_over(again.replica, None)
    (bundle,) = (each for each in ump.packets() if each.packet.kind == "bundle")
    before = [each for each in ump.packets() if each.packet.number < bundle.packet.number]
    again.take([*before, ump.signed_anew(bundle, {**bundle.packet.body, "packets": []})])
    assert again.moment() == Moment(1, 1)
    assert refusals(again) == [
        "1.1: no packet signed by blue holds a seal for it. 1.1: no packet signed by red holds a seal for it."
    ]


def test_a_new_umpire_gives_the_game_back_from_its_beginning_with_the_first_one(tmp_path: Path) -> None:
    found = posts(tmp_path, "sits", "duel", umpire="ump", spectators=("gil",), **terms())
    ump, red, blue, gil = (found[player] for player in ("ump", "red", "blue", "gil"))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    hand_over(red.replica, "gil")
    blue.take(red.packets())
    decisions.agree(blue.replica)
    red.take(blue.packets())
    gil.take([copy_for(blue.replica, "gil"), *red.packets()])
    carry(gil, red, blue)
    for post in (red, blue):
        post.seal(thrust(post, post.desk.seat("duel").branch, 2), 2)
    carry(gil, red, blue)
    copy = copy_for(gil.replica, "red")
    sealed = [each for each in blue.packets() if each.packet.kind == "seal"]
    assert sealed[-1].bytes.decode() not in copy.packet.body["packets"], "what blue seals is for gil alone"
    anew = with_a_key_alone(red, tmp_path / "anew")
    anew.take([copy])
    assert anew.head() == gil.head()
    for post in (anew, blue):
        post.seal(thrust(post, post.desk.seat("duel").branch, 3), 3)
    carry(gil, anew, blue)
    assert anew.moment() == Moment(1, 4)
    assert anew.head() == gil.head() == blue.head()
    assert sound(anew)


def test_a_letter_of_the_umpire_that_comes_late_is_taken_though_ones_own_packets_came_back(tmp_path: Path) -> None:
    time = Watch()
    found = posts(tmp_path, "sits", "duel", umpire="ump", clock=time, spectators=("gil",), **terms())
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    hand_over(blue.replica, None)
    copy = copy_for(blue.replica, "red")
    for post in (red, blue):
        post.seal(thrust(post, "duel", 2), 2)
    ump.take([*red.packets(), *blue.packets()])  # and then ump is gone, and so is red's folder
    time.later(days=1)
    anew = with_a_key_alone(red, tmp_path / "anew", time)
    anew.take([copy])
    hand_over(anew.replica, "gil")  # so that not all have signed the same
    anew.take(red.packets())
    blue.take(ump.packets())
    anew.take([*ump.packets(), *blue.packets()])
    assert anew.moment() == blue.moment() == Moment(1, 3)
    assert anew.head() == blue.head()
    assert refusals(anew) == []


def test_where_a_lost_signature_reaches_the_others_after_all_the_records_stay_one(tmp_path: Path) -> None:
    time = Watch()
    found = careful(tmp_path, umpire="ump", clock=time)
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    hand_over(red.replica, None)  # on its way for days
    time.later(days=1)
    hand_over(blue.replica, None)
    anew = with_a_key_alone(red, tmp_path / "anew", time)
    anew.take([copy_for(blue.replica, "red")])
    decisions.agree(anew.replica)
    for _ in range(2):
        blue.take([*anew.packets(), *red.packets()])
        anew.take([*red.packets(), *blue.packets()])
    play_on(anew, blue, 2)
    assert sound(anew)
    assert sound(blue)


def test_who_loses_the_folder_again_after_signing_has_nothing_more_to_sign(tmp_path: Path) -> None:
    found = played(tmp_path)
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    for segment in (2, 3, 4, 5):
        seal_lines(red, {Moment(1, segment): ()})
    carry(ump, red, blue)
    hand_over(blue.replica, None)
    anew = with_a_key_alone(red, tmp_path / "anew")
    anew.take([copy_for(blue.replica, "red")])
    decisions.agree(anew.replica)
    exchange([anew, blue])
    again = with_a_key_alone(red, tmp_path / "again")
    again.take([copy_for(blue.replica, "red")])
    assert "Only ump had" in told(anew, "bundle")[0]
    assert "Only ump had" not in told(again, "bundle")[0]
    assert again.replica.silent() is None
    exchange([again, blue])
    play_on(again, blue, 2)
    assert refusals(again) == refusals(blue) == []


def test_an_older_folder_whose_own_signature_was_followed_by_more_is_told_not_to_sign_again(tmp_path: Path) -> None:
    found = played(tmp_path)
    red, blue = found["red"], found["blue"]
    old = backed_up(red, tmp_path / "old")
    hand_over(blue.replica, None)
    red.take(blue.packets())
    decisions.agree(red.replica)
    exchange([red, blue])
    red.seal(thrust(red, red.desk.seat("duel").branch, 2), 2)
    again = open_post(old, "red")
    again.take([*blue.packets(), red.packets()[-1]])  # the signature itself has not come back yet
    refused = (
        "Packets of your own came back that you sent after you had signed to go on without ump: this folder is an "
        "older copy, and another signature would be a second one. The other players have all that is missing here. "
        "Wait for their letters, or let one of them type: sits mail out --bundle duel --for red"
    )
    assert said(lambda: hand_over(again.replica, None)) == refused
    assert said(lambda: decisions.agree(again.replica)) == refused
    assert readers(again.replica) == ("blue", "ump"), "the other player is asked, who has what is missing"
    exchange([blue, again])
    blue.take(red.packets())
    again.take([*blue.packets(), *red.packets()])
    assert again.head() == blue.head()
    assert told(again, "restored") == []


def test_an_older_folder_that_signed_again_goes_back_to_the_signature_by_which_the_others_have_gone_on(
    tmp_path: Path,
) -> None:
    time = Watch()
    found = careful(tmp_path, umpire="ump", clock=time)
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    shutil.copytree(red.desk.folder, tmp_path / "old")
    hand_over(blue.replica, None)
    hand_over(red.replica, None)
    exchange([red, blue])
    play_on(red, blue, 2)
    old = open_post(tmp_path / "old", "red", time)
    old.take(blue.packets())
    time.later(days=4)
    old.replica.settle()
    hand_over(old.replica, None)
    assert old.packets()[-1].digest not in {each.digest for each in red.packets()}
    for packet in red.packets():
        arrive(old.desk, packet, "mail")
    old.replica.settle()
    old.take(blue.packets())
    assert old.head() == blue.head() == red.head()
    assert [each.digest for each in old.packets()] == [each.digest for each in red.packets()]
