"""Letters of an umpire who is gone for good: whoever has them passes them on to the players to whom they never came."""

import shutil
from pathlib import Path

import pytest

from sits_es.post import decisions
from sits_es.post.copies import copy_for
from sits_es.post.enclosures import Enclosed, enclosed_for, note_enclosed, readers
from sits_es.post.handover import hand_over
from sits_es.rules.moments import Moment
from tests.post.example_games import posts, refusals
from tests.post.test_umpires_twice_told import older
from tests.shared.careful import terms
from tests.shared.posts import BLUE, RED, Post, carry, open_post, sound, thrust
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


@pytest.fixture
def time() -> Watch:
    return Watch()


@pytest.fixture
def found(tmp_path: Path, time: Watch) -> dict[str, Post]:
    """A duel whose umpire told the first exchange and was gone.

    Red has that letter, and has sealed what comes next; to blue it never came.
    """
    table = posts(tmp_path, "sits", "duel", umpire="ump", clock=time, spectators=("gil",), **terms())
    ump, red, blue, gil = (table[player] for player in ("ump", "red", "blue", "gil"))
    ump.take(gil.packets())
    gil.take(ump.packets())
    carry(ump, red, blue)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    ump.take([*red.packets(), *blue.packets()])
    red.take(ump.packets())
    assert (red.moment(), blue.moment()) == (Moment(1, 2), Moment(1, 1))
    red.seal(thrust(red, "duel", 2), 2)
    time.later(days=1)
    return table


def letter(sender: Post, reader: Post) -> Enclosed:
    """What goes to a reader now, who takes it."""
    inside = enclosed_for(sender.replica, reader.player)
    assert inside is not None
    note_enclosed(sender.desk, "duel", reader.player, inside)
    reader.take(inside.packets)
    return inside


def of_the_umpire(inside: Enclosed | None) -> list[str]:
    """The umpire's packets in a letter, by title without the game."""
    packets = inside.others if inside is not None else ()
    return [f"{each.packet.kind} {each.packet.number}" for each in packets if each.packet.sender == "ump"]


def test_who_signs_passes_on_what_the_umpire_told_last(found: dict[str, Post]) -> None:
    red, blue = found["red"], found["blue"]
    hand_over(red.replica, "gil")
    inside = letter(red, blue)
    assert of_the_umpire(inside) == ["ack 4", "ack 5", "bundle 6"], "blue had the others when sealing"
    assert inside.words == ("Passed on, as it is not known that you have them: packets 4 to 6 of ump.",)
    assert blue.head() == red.head()
    assert decisions.agree(blue.replica).startswith("Signed by all: gil is the umpire now.")
    red.take(blue.packets())
    assert red.head() == blue.head()
    assert refusals(red) == refusals(blue) == []


def test_who_signed_last_and_has_gone_over_passes_it_on_to_who_signed_first(found: dict[str, Post]) -> None:
    red, blue, gil = (found[player] for player in ("red", "blue", "gil"))
    told, known = (post.replica.chain().head.version for post in (red, blue))
    hand_over(blue.replica, "gil")
    red.take(blue.packets())
    assert decisions.agree(red.replica).startswith("Signed by all: gil is the umpire now.")
    blue.take(red.packets())
    assert [entry.why for entry in blue.desk.journal.entries("duel", ("parked",))] == [
        f"red has come to event #{told}, this record to #{known}",
        "",
    ]
    assert of_the_umpire(letter(red, blue)) == ["ack 4", "ack 5", "bundle 6"]
    assert blue.head() == red.head()
    assert blue.replica.chain().game.umpires == ("gil",)
    gil.take([copy_for(blue.replica, "gil"), *red.packets()])
    carry(gil, red, blue)
    for post in (red, blue):
        post.seal(thrust(post, post.desk.seat("duel").branch, 1), 1)
    carry(gil, red, blue)
    assert gil.head() == red.head() == blue.head()
    assert red.moment() == Moment(1, 2)
    assert sound(red)
    assert refusals(red) == refusals(blue) == refusals(gil) == []


def test_a_restored_folder_gets_what_its_own_seals_had_taken_before(
    found: dict[str, Post], time: Watch, tmp_path: Path
) -> None:
    """Blue had sealed 1.2 in answer to the umpire's bundle; the older copy of the folder lacks that bundle."""
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    again = older(tmp_path, blue, time)
    blue.take(ump.packets())
    blue.seal(thrust(blue, "duel", 2), 2)
    ump.take([*red.packets(), *blue.packets()])
    red.take(ump.packets())
    assert (red.moment(), again.moment()) == (Moment(1, 3), Moment(1, 1))
    hand_over(red.replica, "gil")
    hand_over(again.replica, "gil")
    red.take(again.packets())
    again.take(red.packets())
    time.later(days=1)
    told = [f"{each.packet.kind} {each.packet.number}" for each in ump.packets() if each.packet.number > 3]
    assert of_the_umpire(letter(red, again)) == told
    assert again.head() == red.head()


def test_where_that_letter_is_lost_it_goes_again_after_three_days(found: dict[str, Post], time: Watch) -> None:
    red = found["red"]
    hand_over(red.replica, "gil")
    inside = enclosed_for(red.replica, "blue")
    assert inside is not None
    note_enclosed(red.desk, "duel", "blue", inside)
    time.later(days=2)
    assert of_the_umpire(enclosed_for(red.replica, "blue")) == []
    time.later(days=1)
    assert of_the_umpire(enclosed_for(red.replica, "blue")) == ["ack 4", "ack 5", "bundle 6"]


def test_before_anybody_signs_the_umpires_letters_are_the_umpires_to_send(found: dict[str, Post]) -> None:
    assert of_the_umpire(enclosed_for(found["red"].replica, "blue")) == []


def test_who_looks_on_gets_none_of_it(found: dict[str, Post]) -> None:
    hand_over(found["red"].replica, "gil")
    assert of_the_umpire(enclosed_for(found["red"].replica, "gil")) == []


def older_than_the_last_letter(found: dict[str, Post], folder: Path, time: Watch) -> Post:
    """Blue's folder before the umpire's last letters came; with them blue has signed to go on, and red has heard so."""
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    shutil.copytree(blue.desk.folder, folder)
    blue.take(ump.packets())
    hand_over(blue.replica, "gil")
    red.take(blue.packets())
    return open_post(folder, "blue", time)


def test_an_older_folder_that_had_them_gets_them_from_who_has_signed_too(
    found: dict[str, Post], tmp_path: Path, time: Watch
) -> None:
    """Blue's word that the umpire's letters had come is in red's hands, so that red does not pass them on unasked."""
    red, old = found["red"], older_than_the_last_letter(found, tmp_path / "old", time)
    assert decisions.agree(red.replica).startswith("Signed by all: gil is the umpire now.")
    old.take(red.packets())
    assert old.head() != red.head()
    asks = letter(old, red)
    assert [each.packet.kind for each in asks.packets] == ["behind"]
    assert of_the_umpire(letter(red, old)) == ["ack 4", "ack 5", "bundle 6"]
    assert old.head() == red.head()
    assert sound(old)


def test_nobody_who_has_not_signed_gives_them_to_an_older_folder(
    found: dict[str, Post], tmp_path: Path, time: Watch
) -> None:
    red, old = found["red"], older_than_the_last_letter(found, tmp_path / "old", time)
    old.take(found["blue"].packets())
    letter(old, red)
    assert of_the_umpire(letter(red, old)) == []


def test_a_folder_older_than_ones_signature_gets_the_other_players_from_who_plays_on_already(
    found: dict[str, Post], tmp_path: Path, time: Watch
) -> None:
    """Red knows that blue has had it, and under the new umpire players write to each other no more, but for this."""
    red, blue, gil = (found[player] for player in ("red", "blue", "gil"))
    again = older(tmp_path, blue, time)
    hand_over(red.replica, "gil")
    letter(red, blue)
    decisions.agree(blue.replica)
    red.take(blue.packets())
    gil.take([copy_for(blue.replica, "gil"), *red.packets()])
    red.take(gil.packets())
    red.seal(thrust(red, red.desk.seat("duel").branch, 2), 2)
    assert readers(red.replica) == ("gil",)
    again.take(blue.packets())
    assert again.replica.chain().game.umpires == ("ump",), "blue's signature came back, and red's is not here"
    asks = letter(again, red)
    assert [each.packet.kind for each in asks.packets] == ["behind"]
    assert readers(red.replica) == ("blue", "gil")
    inside = letter(red, again)
    assert inside.own[-1].packet.kind == "succession", "the seal after it is for gil alone"
    assert readers(red.replica) == ("gil",)
    assert again.head() == red.head()
    assert again.replica.chain().game.umpires == ("gil",)
    assert sound(again)
