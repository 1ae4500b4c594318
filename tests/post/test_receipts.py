"""Receipts: between programs, from an umpire to each player, and for orders that came as plain text."""

import zlib
from pathlib import Path

import pytest

from sits_es.errors import UnreadableError
from sits_es.mail.letters import write_letter
from sits_es.mail.packet import Signed
from sits_es.mail.sources import Mail
from sits_es.post.desk.settings import post_settings
from sits_es.post.intake import take_mails
from sits_es.post.outgoing import confirm, note, outgoing, write_out
from sits_es.post.receipts import STEP
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from tests.post.test_ways_of_play import order, three
from tests.shared.posts import BLUE, RED, Post, carry, exchange, peers, seal_lines, umpired


def acks(post: Post) -> list[Signed]:
    return [signed for signed in post.packets() if signed.packet.kind == "ack"]


def mailed(*posts: Post) -> None:
    """Everything that is due goes out."""
    for post in posts:
        for each in list(outgoing(post.desk)):
            note(post.desk, each)


def day(post: Post, *others: Post, wanted: bool = True) -> None:
    """What comes of a day's mail: packets, receipts, letters."""
    for other in others:
        post.take(other.packets())
    confirm(post.replica, wanted=wanted)
    mailed(post)


def test_a_letter_that_needs_no_other_answer_is_confirmed_once_and_a_receipt_never_is(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    for post in (red, blue):
        confirm(post.replica, wanted=False)
    mailed(red, blue)
    red.seal(RED, 1)
    mailed(red)
    for _ in range(3):
        day(blue, red)
        day(red, blue)
    (ack,) = acks(blue)
    seal = red.packets()[-1]
    assert ack.packet.body == {"packet": seal.digest, "words": "came", "box": None, "mark": red.mark()}
    assert acks(red) == []
    status = status_of(red.desk, red.desk.seat("duel"))
    assert status.arrived == (("blue", seal.packet.number),)
    assert f"\n  arrived: blue has your packets up to {seal.packet.number}" in status.in_words()
    assert status_of(blue.desk, blue.desk.seat("duel")).arrived == ()


def test_no_receipt_goes_where_something_else_goes(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    for post in (red, blue):
        confirm(post.replica, wanted=False)
    mailed(red, blue)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    day(blue, red)
    assert acks(blue) == []
    assert blue.packets()[-1].packet.kind == "reveal"
    day(red, blue)
    assert red.moment() == Moment(1, 2)
    assert acks(red) == [], "its reveal went"


def test_receipts_can_be_turned_off(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    red.seal(RED, 1)
    mailed(red, blue)
    day(blue, red, wanted=False)
    day(blue, red)
    assert acks(blue) == []
    settings = tmp_path / "sits.toml"
    assert post_settings(tmp_path).acks
    settings.write_text("[post]\nacks = false\n")
    assert not post_settings(tmp_path).acks
    settings.write_text('[post]\nacks = "no"\n')
    with pytest.raises(UnreadableError) as refusal:
        post_settings(tmp_path)
    assert str(refusal.value) == f"{settings}:2: post.acks is neither true nor false."


def test_a_receipt_for_one_player_is_no_letter_to_another_but_goes_with_the_next(tmp_path: Path) -> None:
    red, blue, green = posts = three(tmp_path)
    for post in posts:
        confirm(post.replica, wanted=False)
    mailed(*posts)
    order(red, 1)
    mailed(red)
    blue.take(red.packets())
    confirm(blue.replica, wanted=True)
    assert len(acks(blue)) == 1
    assert [each.player for each in outgoing(blue.desk)] == ["red"]
    mailed(blue)
    order(blue, 1)
    letters = {each.player: each.letter for each in outgoing(blue.desk)}
    assert [signed.packet.kind for signed in letters["green"].packets] == ["ack", "seal"]
    assert [signed.packet.kind for signed in letters["red"].packets] == ["seal"]
    order(green, 1)
    exchange(posts)
    assert len({post.head() for post in posts}) == 1


def test_a_receipt_changes_no_record(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    mailed(red, blue)
    red.seal(RED, 2)
    blue.take(red.packets())
    confirm(blue.replica, wanted=True)
    blue.seal(BLUE, 2)
    exchange([red, blue])
    assert len(acks(blue)) == 1
    assert red.head() == blue.head()
    assert red.moment() == Moment(1, 3)


def receipts(post: Post) -> list[str]:
    return [words for _, words, _ in post.desk.journal.told("duel", ("receipt",))]


def test_an_umpire_tells_a_player_what_he_took_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    red.seal(RED, 2)
    ump.take(red.packets())
    (ack,) = acks(ump)
    assert ack.packet.body["packet"] == red.packets()[-1].digest
    assert ack.packet.body["words"] == "came"
    for post in (red, blue):
        post.take(ump.packets())
    (words,) = receipts(red)
    lines = words.splitlines()
    assert lines[0] == "The umpire has your orders for duel 1.1 to 1.2. In normal form:"
    assert "  1      thrust 6" in lines
    assert "If everybody else drifts:" in lines
    assert receipts(blue) == receipts(ump) == []
    for each in outgoing(ump.desk):
        for message in write_letter(each.letter):
            assert b"thrust 6" not in message.as_bytes()
        for signed in each.letter.packets:
            assert b"thrust 6" not in signed.bytes
            assert zlib.compress(b"thrust 6")[2:8] not in signed.bytes
    blue.seal(BLUE, 2)
    carry(ump, red, blue)
    assert len(acks(ump)) == 2
    assert red.head() == blue.head() == ump.head()


def test_receipts_are_as_long_for_few_orders_as_for_some(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    ump.take([*red.packets(), *blue.packets()])
    lengths = {len(ack.packet.body["box"]) for ack in acks(ump)}
    assert len(lengths) == 1
    assert lengths.pop() * 3 // 4 >= STEP


def test_an_umpires_receipt_names_what_comes_to_nothing_by_its_line(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    seal_lines(red, {Moment(1, 1): ("Fearless: thrust 6", "Fearless: launch port 9 salvoes at Sirius")})
    carry(ump, red, blue)
    (words,) = receipts(red)
    assert "As the game stands, something in them has no effect:" in words
    said = "orders:7:22: Fearless: 9 salvoes are ordered at Sirius. Range 28 allows 2 in a turn, 2 more now."
    assert said in words.splitlines()


def test_an_umpires_receipt_warns_of_what_is_void_in_the_first_segment_alone(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    shot = ("Fearless: fire starboard-laser at Sirius",)
    seal_lines(red, {Moment(1, 1): shot, Moment(1, 2): shot})
    carry(ump, red, blue)
    (words,) = receipts(red)
    _, _, said = words.partition("As the game stands, something in them has no effect:\n")
    reach = "Fearless: Sirius is at range 28, and starboard-laser reach 3. (Void in segment 1; for 2 it stands.)"
    assert f"orders:6:34: warning: {reach}" in said.splitlines()


def test_an_umpire_says_why_he_did_not_take_orders(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    red.seal(RED, 1)
    seal = red.packets()[-1]
    ump.take([*red.packets()[:-1], red.signed_anew(seal, {**seal.packet.body, "seals": ["ab" * 32]})])
    (ack,) = acks(ump)
    assert ack.packet.body["words"] == "came and was not taken"
    assert status_of(ump.desk, ump.desk.seat("duel")).refused[0][1].endswith("does not fit the seal.")
    red.take(ump.packets())
    assert receipts(red) == [], "the packet that came was never sent by red's program"
    ump.take([seal])
    assert [each.packet.body["words"] for each in acks(ump)] == ["came and was not taken", "came"]
    blue.take(ump.packets())
    assert receipts(blue) == []


PLAIN = (
    "Anybody could have written them, and read them on the way. A player's own program signs and seals them, and "
    "encrypts them where there is an umpire. Save them as a file, then type: sits orders seal FILE, and: sits mail out"
)


def plain(sender: str, more: str = "") -> Mail:
    head = f"From: {sender}\nMessage-ID: <9@example.org>\n{more}\n-----BEGIN SITS ORDERS-----\n"
    return Mail(source="plain.eml", content=f"{head}{RED}-----END SITS ORDERS-----\n".encode())


def test_orders_in_plain_text_are_not_taken_by_an_umpire_who_says_what_to_type(tmp_path: Path) -> None:
    ump, red, _ = umpired(tmp_path)
    write_out(ump.desk, post_settings(ump.desk.folder))
    taken = take_mails(ump.desk, [plain("Anna@example.org")])
    assert taken.words == [f"plain.eml: red sends orders for duel in plain text. They are not taken. {PLAIN}"]
    ((_, game, address, subject, report, answered),) = ump.desk.journal.queued()
    assert (game, address.lower(), answered) == ("duel", "anna@example.org", "<9@example.org>")
    assert subject == "duel: your orders are NOT taken"
    assert report == f"Your orders for duel are not taken. {PLAIN}"
    assert [entry.signed.packet.kind for entry in ump.desk.journal.entries("duel") if not entry.mine] == [
        "join",
        "join",
    ]
    assert red.moment() == ump.moment() == Moment(1, 1)


@pytest.mark.parametrize(
    ("sender", "more"), [("eve@example.org", ""), ("anna@example.org", "Auto-Submitted: auto-generated\n")]
)
def test_nobody_unknown_and_no_program_is_answered(sender: str, more: str, tmp_path: Path) -> None:
    ump, _, _ = umpired(tmp_path)
    take_mails(ump.desk, [plain(sender, more)])
    assert ump.desk.journal.queued() == []
