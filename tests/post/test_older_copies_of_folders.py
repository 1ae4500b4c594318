"""Somebody plays on from an older copy of their folder: their own packets come back, and all come to the same."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.errors import NotNowError
from sits_es.mail.packet import Signed
from sits_es.post.arrivals import arrive
from sits_es.post.copies import copy_for
from sits_es.post.enclosures import enclosed_for, note_enclosed
from sits_es.post.protocol.bodies import Note
from sits_es.rules.moments import Moment
from tests.post.example_games import THREE
from tests.post.protocol.open_table import RULES
from tests.shared.careful import careful
from tests.shared.posts import BLUE, CLOCK, RED, Post, exchange, open_post, seal_lines, sound, thrust, with_a_key_alone
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


def copied(post: Post, folder: Path, clock: str = CLOCK) -> Post:
    """The folder as it is now, to be played on from later."""
    shutil.copytree(post.desk.folder, folder)
    return open_post(folder, post.player, lambda: clock)


def letter(post: Post, reader: str) -> tuple[Signed, ...]:
    """The packets of a letter that goes to a reader now."""
    inside = enclosed_for(post.replica, reader)
    if inside is None:
        return ()
    note_enclosed(post.desk, "duel", reader, inside)
    post.desk.journal.note_sent("duel", reader, inside.number or post.desk.journal.sent("duel", reader))
    return inside.packets


def kinds(packets: tuple[Signed, ...]) -> list[str]:
    return [f"{each.packet.kind} {each.packet.number} of {each.packet.sender}" for each in packets]


def behind(folder: Path) -> tuple[Post, Post]:
    """Red, who has blue's seals, and an older copy of blue's folder that has heard so."""
    red, blue = careful(folder).values()
    old = copied(blue, folder / "old")
    blue.seal(BLUE, 2)
    red.take(blue.packets())
    red.seal(RED, 2)
    old.take(red.packets())
    return red, old


def test_an_older_folder_sends_nothing_while_others_have_packets_of_its_player_that_it_lacks(tmp_path: Path) -> None:
    _, old = behind(tmp_path)
    with pytest.raises(NotNowError) as refused:
        old.seal(thrust(old, "duel", 1), 1)
    assert str(refused.value) == (
        "red has taken packet 3 of yours, which is not in this folder: it is an older copy of duel. Your program asks "
        "the others for it. Send their letters, and take in what they answer: sits mail out, sits mail in"
    )


def test_an_older_folder_asks_and_gets_its_own_packets_back(tmp_path: Path) -> None:
    red, old = behind(tmp_path)
    asks = letter(old, "red")
    assert kinds(asks) == ["behind 2 of blue"]
    assert letter(old, "red") == (), "it is asked again only a day later"
    red.take(asks)
    answer = letter(red, "blue")
    assert "seal 3 of blue" in kinds(answer)
    old.take(answer)
    exchange([red, old])
    assert red.head() == old.head()
    assert red.moment() == Moment(1, 3)
    assert sound(old)


def test_nobody_silences_another_for_ever_by_naming_a_packet_that_there_is_not(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    last = red.replica.post(Note(words="One."))
    said = red.signed_anew(last, {**last.packet.body, "taken": {"blue": [99, "1" * 64]}})
    blue.take([said])
    assert blue.replica.silent() is not None
    later = open_post(blue.desk.folder, "blue", lambda: "2026-12-24T10:00:00+00:00")
    assert later.replica.silent() is None


def test_an_old_word_of_what_a_folder_lacks_is_not_answered_again(tmp_path: Path) -> None:
    red, old = behind(tmp_path)
    asks = letter(old, "red")
    red.take(asks)
    assert "seal 3 of blue" in kinds(letter(red, "blue"))
    red.take(asks)
    assert "seal 3 of blue" not in kinds(letter(red, "blue"))


def test_others_who_hold_later_packets_of_an_older_folder_go_over_to_those_it_took_up_again(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    red, blue, green = careful(tmp_path, ("red", "blue", "green"), str(path), "slots").values()
    old = copied(green, tmp_path / "old")
    seal_lines(green, {Moment(1, 1): ()})
    first = green.packets()[-1]
    red.take([first])
    # the older folder goes on, and only blue hears of it
    old.replica.post(Note(words="One."))
    old.replica.post(Note(words="Two."))
    blue.take(old.packets())
    assert blue.desk.journal.last_number("duel", "green") == first.packet.number + 1
    old.take([first])
    assert old.packets()[-1].digest == first.digest
    later = [old.replica.post(Note(words=words)) for words in ("Three.", "Four.")]
    blue.take([first, *later])
    here = blue.desk.journal.at("duel", "green", first.packet.number)
    assert here is not None
    assert here.digest == first.digest
    for post in (red, blue):
        seal_lines(post, {Moment(1, 1): ()})
    exchange([red, blue, old])
    assert red.head() == blue.head() == old.head()
    assert red.moment() > Moment(1, 1)


def test_what_others_have_answered_counts_again_although_an_older_packet_came_back_first(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    red, blue, green = careful(tmp_path, ("red", "blue", "green"), str(path), "slots").values()
    old = copied(green, tmp_path / "old")
    before = green.replica.post(Note(words="Before the disk broke."))
    # the older folder seals under the same number, and the others reveal to that
    seal_lines(old, {Moment(1, 1): ()})
    for post in (red, blue):
        seal_lines(post, {Moment(1, 1): ()})
        post.take(old.packets())
    exchange([red, blue])
    assert red.packets()[-1].packet.kind == blue.packets()[-1].packet.kind == "reveal"
    # then the packet from before comes back, and only after it what the others revealed
    arrive(old.desk, before, "by hand")
    old.replica.settle()
    assert old.packets()[-1].digest == before.digest
    exchange([red, blue, old])
    assert red.head() == blue.head() == old.head()
    assert red.moment() > Moment(1, 1)
    (_, said) = [words for _, words, _ in old.desk.journal.told("duel", ("restored",))]
    assert said == (
        "Others have answered other packets of yours than those that counted here from packet 3 on. What they answered "
        "counts again, and what was sent from here since does not."
    )


def two_ways(folder: Path) -> tuple[Post, Post, Signed, Signed]:
    """Red, and blue's older folder, which has sealed again; and a note of blue's from before that, with its seal.

    The note was lost on its way to red; the seal, which follows it, came.
    """
    red, blue = careful(folder).values()
    old = copied(blue, folder / "old")
    lost = blue.replica.post(Note(words="Before the disk broke."))
    blue.seal(BLUE, 2)
    first = blue.packets()[-1]
    red.take([first])
    old.replica.post(Note(words="The disk broke."))
    old.seal(thrust(old, "duel", 1), 1)
    red.take(old.packets())
    return red, old, lost, first


def test_what_comes_back_and_follows_a_packet_that_was_lost_does_not_take_the_place_of_what_counts(
    tmp_path: Path,
) -> None:
    red, old, lost, first = two_ways(tmp_path)
    sealed = old.packets()[-1]
    assert kinds((lost, first)) == ["note 3 of blue", "seal 4 of blue"]
    assert kinds((sealed,)) == ["seal 4 of blue"]
    # red passes on what it could not take: two packets have one number, and a word says by which blue goes on
    old.take([first])
    word = old.packets()[-1]
    assert kinds((word,)) == ["ack 5 of blue"]
    assert word.packet.body["previous"] == sealed.digest
    (words,) = [words for _, words, _ in old.desk.journal.told("duel", ("restored",))]
    assert words == (
        "Your own packet 4 came back, with other content than packet 4 of this folder. It follows another packet 3 "
        "than the one that counts here, and can count only once that one does."
    )
    red.seal(thrust(red, "duel", 1), 1)
    exchange([red, old])
    assert red.head() == old.head()
    assert red.moment() == Moment(1, 2)
    assert sound(old)


def test_what_came_back_too_early_is_taken_up_with_the_packet_that_it_follows(tmp_path: Path) -> None:
    red, old, lost, first = two_ways(tmp_path)
    old.take([first])
    old.take([lost])
    assert old.packets()[-2:] == [lost, first]
    assert old.replica.silent() is None
    red.take([lost])
    red.seal(RED, 1)
    exchange([red, old])
    assert red.head() == old.head()
    assert red.moment() == Moment(1, 2)
    assert sound(old)


def test_an_older_folder_waits_a_while_and_no_longer_for_a_packet_of_its_own_that_was_lost(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    old = copied(blue, tmp_path / "old")
    blue.replica.post(Note(words="Before the disk broke."))
    blue.seal(BLUE, 2)
    # the note was lost; the seal that follows it came back alone
    old.take([blue.packets()[-1]])
    said = old.replica.silent()
    assert said == (
        "Packets of your own came back to duel, and some before them are missing: this folder is an older copy. "
        "Take in the letters of the others first: sits mail in"
    )
    red, later = (open_post(each.desk.folder, each.player, lambda: "2026-01-05T10:00:00+00:00") for each in (red, old))
    assert later.replica.silent() is None
    red.take([blue.packets()[-1]])
    red.seal(RED, 1)
    later.replica.settle()
    later.seal(thrust(later, "duel", 1), 1)
    exchange([red, later])
    assert red.head() == later.head()
    assert red.moment() == Moment(1, 2)
    assert sound(later)


def test_a_lost_folder_whose_older_word_came_back_first_goes_on_from_its_later_ones(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    old = copied(blue, tmp_path / "old")
    later = [blue.replica.post(Note(words=words)) for words in ("One.", "Two.", "Three.")]
    older = old.replica.post(Note(words="Another one."))
    anew = with_a_key_alone(blue, tmp_path / "anew")
    anew.take([copy_for(red.replica, "blue")])
    anew.take([older])
    assert anew.packets()[-1].digest == older.digest
    for packet in later:
        arrive(anew.desk, packet, "mail")
    anew.replica.settle()
    assert [each.digest for each in anew.packets()[-3:]] == [each.digest for each in later]
    (told,) = [words for _, words, _ in anew.desk.journal.told("duel", ("restored",))]
    assert told == (
        f"Later packets of yours follow other ones than those that counted here from packet {older.packet.number} on. "
        "What they follow counts again, and what was sent from here since does not."
    )


@pytest.mark.parametrize("first", [0, 1])
def test_a_folder_restored_twice_goes_on_from_the_packets_that_lead_to_its_later_word(
    tmp_path: Path, first: int
) -> None:
    red, blue = careful(tmp_path).values()
    began = copy_for(red.replica, "blue")
    ways = [blue, copied(blue, tmp_path / "old", "2026-01-02T04:04:05+00:00")]
    earlier = [each.replica.post(Note(words=words)) for each, words in zip(ways, ("One.", "Another one."), strict=True)]
    word = red.replica.post(Note(words="What both had heard."))
    for each in ways:
        each.take([word])
    later = [each.replica.post(Note(words=words)) for each, words in zip(ways, ("Two.", "The last."), strict=True)]
    anew = with_a_key_alone(blue, tmp_path / "anew")
    anew.take([began])
    for number in (first, 1 - first):
        # what follows either waits for what both had heard
        anew.take([earlier[number]])
        anew.take([later[number]])
    assert anew.packets()[-1] == earlier[1]
    anew.take([word])
    assert anew.packets()[-2:] == [earlier[1], later[1]]
    assert len(anew.desk.journal.told("duel", ("restored",))) == 1 - first


def test_what_came_back_does_not_undo_reveals_by_which_others_have_played(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    blue.seal(BLUE, 2)
    old = copied(blue, tmp_path / "old", "2026-01-02T04:04:05+00:00")
    first = blue.replica.post(Note(words="Before the disk broke."))
    red.take(old.packets())
    red.seal(RED, 2)
    exchange([red, old])
    assert red.moment() == old.moment() == Moment(1, 3)
    own = old.packets()
    assert "reveal" in [each.packet.kind for each in own if each.packet.number >= first.packet.number]
    old.take([first])
    red.take([first])
    assert old.packets() == own
    number = first.packet.number
    (told,) = [words for _, words, _ in old.desk.journal.told("duel", ("restored",))]
    assert told == (
        f"Your own packet {number} came back, with other content than packet {number} of this folder. Others have "
        "answered the one here already, so that it counts."
    )
    for post in (red, old):
        post.seal(thrust(post, "duel", 3), 3)
    exchange([red, old])
    assert red.head() == old.head()
    assert red.moment() == Moment(1, 4)
    assert sound(old)
