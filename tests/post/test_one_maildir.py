"""A turn of the duel played by two programs alone, `sits mail in` by `sits mail in`, with one Maildir between them."""

import base64
import re
import stat
import zlib
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.shared.programs import RED, Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def test_a_turn_is_played_by_mail_in_alone_and_both_records_are_the_same(table: Table) -> None:
    table.play_a_turn()
    report = table.sits("anna", "mail", "in")
    assert "Turn 1 ---" in report
    assert "duel stands at 2.1." in report
    assert "Owed: seal of blue, seal of red." in report
    assert len(table.heads()) == 1


def test_show_says_what_the_game_asks_of_whoever_looks(table: Table) -> None:
    table.begin()
    table.sits("ben", "mail", "in", "--quiet")
    for who in ("anna", "ben"):
        assert table.sits(who, "show", "duel").splitlines()[-1].startswith("You owe orders for duel 1.1 ")
    table.sits("anna", "orders", "seal", str(table.folder / "red.orders"))
    asked = table.sits("anna", "show", "duel").splitlines()[-1]
    assert asked.startswith("Nothing to do: blue owes orders for duel 1.1 by ")
    assert table.sits("ben", "show", "duel").splitlines()[-1].startswith("You owe orders for duel 1.1 ")
    # as it stood then nothing is owed any more
    assert asked not in table.sits("anna", "show", "duel", "--at", "1.1")


def test_nothing_that_leaves_before_the_reveal_holds_the_orders(table: Table) -> None:
    table.begin()
    before = len(table.sent())
    table.sits("anna", "orders", "seal", str(table.folder / "red.orders"), "--to", "1.break")
    table.sits("anna", "mail", "in", "--quiet")
    (letter,) = table.sent()[before:]
    everything = [letter, *_opened(letter)]
    for word in (b"Fearless: thrust 6", b"thrust 6", b"port 1 salvo at Sirius", b"pivot to A/B"):
        for form in (word, base64.b64encode(word)[:-4], word.hex().encode(), zlib.compress(word, 9)[2:-6]):
            assert not any(form in content for content in everything)


def _opened(letter: bytes) -> list[bytes]:
    """Every part of a mail with its encoding taken off, and every packet in it decompressed."""
    parts = [part.get_payload(decode=True) for part in message_from_bytes(letter).walk() if not part.is_multipart()]
    found = [part for part in parts if isinstance(part, bytes)]
    packed = [
        re.sub(rb"\s", b"", block) for part in found for block in re.findall(rb"\n\n([A-Za-z0-9+/=\n]+)-----END", part)
    ]
    assert packed
    return [*found, *(zlib.decompress(base64.b64decode(block)) for block in packed)]


def test_keys_and_unrevealed_orders_are_for_nobody_elses_eyes(table: Table) -> None:
    table.begin()
    table.sits("anna", "orders", "seal", str(table.folder / "red.orders"))
    keys = table.folder / "anna" / "keys"
    assert stat.S_IMODE(keys.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in keys.iterdir()}
    assert modes == {"anna.key": 0o600, "secrets.db": 0o600, "snapshots.secret": 0o600}
    assert stat.S_IMODE((table.folder / "anna" / "mail.db").stat().st_mode) == 0o600
    secret = (keys / "anna.key").read_text().split("secret ")[1].strip()
    for words in (
        ("mail", "status"),
        ("mail", "status", "--json"),
        ("id", "show", "--json"),
        ("mail", "in"),
        ("games",),
    ):
        said = table.sits("anna", *words)
        assert secret not in said
        assert "thrust 6\n" not in said.replace("thrust may be 0 to 6\n", "")


def test_a_quoted_report_with_edited_orders_is_sealed_and_answered_with_a_receipt(table: Table) -> None:
    table.begin()
    report = table.sits("anna", "mail", "in")
    block = report[report.index("-----BEGIN SITS ORDERS") :]
    edited = block.replace("ship Fearless\n", "ship Fearless\n  1 thrust 5\n")
    quoted = "\n".join(f"> {line}" for line in edited.splitlines())
    head = "From: anna@example.org\nTo: anna@example.org\nSubject: Re: duel\nMessage-ID: <1@example.org>\n\nHere:\n"
    (table.folder / "answer.eml").write_text(f"{head}{quoted}\n")
    said = table.sits("anna", "mail", "in", str(table.folder / "answer.eml"))
    assert "Your orders for duel 1.1 are in order and sealed. In normal form:" in said
    assert "  1      thrust 5" in said
    assert "If everybody else drifts:" in said
    assert "Written for anna@example.org: duel: your orders are sealed" in said


def test_orders_without_the_ticket_of_a_report_are_not_sealed(table: Table) -> None:
    table.begin()
    forged = "From: anna@example.org\nMessage-ID: <2@example.org>\n\n-----BEGIN SITS ORDERS-----\n" + RED
    (table.folder / "forged.eml").write_text(forged + "-----END SITS ORDERS-----\n")
    said = table.sits("anna", "mail", "in", str(table.folder / "forged.eml"))
    assert "the orders do not hold the ticket of a report of this turn." in said
    assert "Owed: seal of blue, seal of red." in said


def test_faults_in_mailed_orders_are_answered_all_at_once_and_nothing_is_sealed(table: Table) -> None:
    table.begin()
    report = table.sits("anna", "mail", "in")
    block = report[report.index("-----BEGIN SITS ORDERS") :]
    edited = block.replace("ship Fearless\n", "ship Fearless\n  1 thrust 55\n  2 fire port-graser at Sirus\n")
    (table.folder / "answer.eml").write_text(f"From: anna@example.org\nMessage-ID: <3@example.org>\n\n{edited}\n")
    said = table.sits("anna", "mail", "in", str(table.folder / "answer.eml"))
    assert "Your orders for duel are not sealed." in said
    assert "thrust 55 is plotted" in said
    assert "Sirus" in said
    assert "Did you mean Sirius?" in said
    assert "Written for anna@example.org: duel: your orders are NOT sealed" in said


def test_every_signature_and_every_roll_of_a_game_can_be_checked(table: Table) -> None:
    table.play_a_turn()
    said = table.sits("ben", "mail", "prove", "duel")
    assert said == "duel: 29 signatures hold, and all 36 seals and reveals on record were signed.\n"
    assert "9 exchanges checked" in table.sits("anna", "audit", "duel", "--verify")
    assert "seal of blue, red" in table.sits("anna", "games")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mail", "status", "duel"), "duel is not played by mail here. Games by mail: none."),
        (("join", "duel"), "There is no invitation to duel here. Games by mail: none. Take in the letter that brought"),
        (("id", "show"), "There is no key here yet. Make one: sits id new NAME"),
        (
            ("invite", "duel", "--name", "duel", "--as", "red", "blue"),
            '"blue": write PLAYER=ADDRESS, such as blue=blue@example.org.',
        ),
        (("invite", "duel", "--name", "duel", "--as", "red", "blue=b@example.org"), "There is no key here yet."),
        (("default", "duel", "blue", "--void", "--claim"), "Either void the exchange or claim the game, not both."),
    ],
)
def test_what_cannot_be_done_yet_is_said_in_words(table: Table, words: tuple[str, ...], said: str) -> None:
    assert table.refused("anna", *words).startswith(said)


def test_a_seal_is_never_changed(table: Table) -> None:
    table.begin()
    orders = str(table.folder / "red.orders")
    table.sits("anna", "orders", "seal", orders)
    table.sits("anna", "mail", "out")
    assert (
        table.sits("anna", "orders", "seal", orders)
        == "Your orders for duel 1.1 to 1.3 are already sealed, just as they are here.\n"
    )
    other = table.folder / "other.orders"
    other.write_text(RED.replace("1 thrust 6", "1 thrust 5"))
    said = "red has already sealed duel up to 1.3, and a seal is never changed.\n"
    assert table.refused("anna", "orders", "seal", str(other)).startswith(said)
    other.write_text(RED.replace("  3 pivot to A/B\n", "").replace("1 thrust 6", "1 thrust 5"))
    assert table.refused("anna", "orders", "seal", str(other)).startswith(said), "the last that is sealed is named"
    said = "No seal of yours is due in duel: somebody's seal is missing, or yours is already opened.\n"
    assert table.refused("anna", "orders", "reveal", "duel") == said


@pytest.mark.parametrize(
    ("time", "said"),
    [
        ("2096-12-01T18:00", "duel: 2096-12-01 18:00 UTC. Signed. Still to sign: blue."),
        ("2096-12-01T20:00+02:00", "duel: 2096-12-01 18:00 UTC. Signed. Still to sign: blue."),
    ],
)
def test_a_deadline_is_written_in_utc(table: Table, time: str, said: str) -> None:
    table.begin()
    assert table.sits("anna", "deadline", "duel", time).startswith(said)
    table.sits("anna", "mail", "in", "--quiet")
    news = table.sits("ben", "mail", "in")
    assert "red signs that orders from 1.1 on are owed by 2096-12-01 18:00 UTC, with 0 hours of grace." in news
    assert "Signed by all who must: it holds." in table.sits("ben", "agree", "duel")


def test_a_word_that_is_no_time_is_refused(table: Table) -> None:
    table.begin()
    said = '"soon" is not a time. Write it in UTC, such as 2026-12-01T18:00, or +36h or +3d from now.\n'
    assert table.refused("anna", "deadline", "duel", "soon") == said


def test_the_same_file_is_sealed_on_with_when_a_part_of_it_has_been_played(table: Table) -> None:
    table.begin()
    table.sits("ben", "mail", "in", "--quiet")
    files = {who: table.folder / f"{side}.orders" for who, side in (("anna", "red"), ("ben", "blue"))}
    for who, file in files.items():
        table.sits(who, "orders", "seal", str(file), "--to", "1.1")
    for _ in range(2):
        for who in files:
            table.sits(who, "mail", "in", "--quiet")
    said = table.sits("anna", "orders", "seal", str(files["anna"]), "--to", "1.2")
    assert said.startswith("Your orders for duel 1.2 are in order and sealed.")
    files["anna"].write_text(files["anna"].read_text().replace("thrust 6", "thrust 5"))
    assert " is over; duel stands at 1.2.\n" in table.refused("anna", "orders", "seal", str(files["anna"]))
