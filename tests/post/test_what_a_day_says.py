"""What `sits mail in` says of mails and games that are nobody's business here: in so many words, and once."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from sits_es.mail.identity import Identity
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.packet import Packet, sign
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.kinds import as_data
from tests.shared.programs import Table

pytestmark = pytest.mark.long


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def test_a_mail_with_a_picture_and_no_packet_is_named(table: Table, tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Ben <ben@example.org>", "duel: my map"
    mail.set_content("Look where I am!\n")
    mail.add_attachment(b"\x89PNG\r\n\x1a\n" + bytes(1000), maintype="image", subtype="png", filename="map.png")
    (tmp_path / "map.eml").write_bytes(mail.as_bytes())
    table.begin()
    assert table.sits("anna", "mail", "in", "--quiet", str(tmp_path / "map.eml")).splitlines()[:2] == [
        "Mails read: 1. New packets: 0.",
        '1 mail held nothing of a game (from ben@example.org, subject "duel: my map").',
    ]


def test_a_game_that_nobody_here_was_invited_to_is_in_no_later_day(table: Table, tmp_path: Path) -> None:
    table.begin()
    table.sits("anna", "mail", "in", "--quiet")
    eve = Identity.from_secret("Eve", b"eve".ljust(32, b"\0"))
    note = Packet(kind="note", game="other", branch="other", sender="eve", number=2, body=as_data(Note(words="Hello.")))
    letter = Letter(
        sender="eve@example.org", to=("anna@example.org",), subject="other", report="", packets=(sign(note, eve),)
    )
    (mail,) = write_letter(letter)
    (tmp_path / "eve.eml").write_bytes(mail.as_bytes())
    first = table.sits("anna", "mail", "in", "--quiet", str(tmp_path / "eve.eml"))
    assert first == "Mails read: 1. New packets: 1.\n"
    assert table.sits("anna", "mail", "in", "--quiet") == "Mails read: 0. New packets: 0.\n"
    assert "other" not in table.sits("anna", "mail", "in")
    assert "other" not in table.sits("anna", "mail", "status")
