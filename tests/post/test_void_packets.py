"""A packet whose content is refused takes its number: what its sender signs after it does not wait for ever."""

from pathlib import Path

import pytest

from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.bodies import Ruling
from sits_es.post.status import status_of
from tests.shared.careful import careful
from tests.shared.posts import BLUE, RED, Post, exchange, peers, sound, unjudged

pytestmark = pytest.mark.long

WHY = "The ruling 3 of red in duel is about an exchange that has not been played."


def ruling() -> Ruling:
    """A ruling about an exchange that nobody has played yet."""
    return Ruling(turn=1, segments=(1,), about_turn=2, about_segment=1, upheld=True, words="", branch=None)


def states(desk: Desk, number: int) -> list[str]:
    entries = desk.journal.entries("duel")
    return [each.state for each in entries if (each.signed.packet.sender, each.signed.packet.number) == ("red", number)]


def refused(red: Post, blue: Post) -> int:
    """Red signs what means nothing, and blue has it. Its number."""
    signed = unjudged(red, ruling())
    red.seal(RED, 1)
    exchange([red, blue])
    return signed.packet.number


def test_what_follows_a_refused_packet_counts(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    number = refused(red, blue)
    assert states(blue.desk, number) == ["void"]
    (told,) = [words for _, words, _ in blue.desk.journal.told("duel", ("refusal",))]
    assert told == WHY.replace("3", str(number))
    assert (f"ruling {number} of red in duel", told) in status_of(blue.desk, blue.desk.seat("duel")).refused
    blue.seal(BLUE, 1)
    exchange([red, blue])
    assert red.replica.chain().rules.label(blue.moment()) == "1.2"
    assert red.head() == blue.head()
    assert sound(blue)


def test_a_refused_packet_counts_for_nothing_and_has_its_number(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    number = refused(red, blue)
    journal = blue.desk.journal
    assert number not in [each.packet.number for each in journal.accepted("duel", sender="red")]
    assert number in [each.packet.number for each in journal.accepted("duel", sender="red", void=True)]
    assert number in [each.packet.number for each, _ in journal.came("duel", "red", 0)], "others still need it"
    assert journal.last_number("duel", "red") > number
    assert not blue.replica.ledger().signatures


def test_another_content_under_its_number_is_second_content(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    signed = unjudged(red, ruling())
    blue.take(red.packets())
    blue.take([red.signed_anew(signed, {**signed.packet.body, "words": "Another."})])
    assert states(blue.desk, signed.packet.number) == ["void", "refused"]
    assert len(blue.replica.doubles()) == 1


def test_in_other_games_a_refused_packet_has_no_number(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    number = refused(red, blue)
    assert states(blue.desk, number) == ["refused"]
    assert blue.desk.journal.last_number("duel", "red") == number - 1
