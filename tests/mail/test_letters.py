from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import pytest

from sits_es.errors import UnreadableError
from sits_es.mail.addresses import read_address
from sits_es.mail.armour import armour, join
from sits_es.mail.body_text import text_of_html
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.packet import sign
from sits_es.mail.reading import read_letter
from sits_es.sentences import one_line
from tests.shared.mailing import BLUE, REPORT, packet, seal
from tests.shared.rows import each_row


def letter(**changes: Any) -> Letter:
    fields: dict[str, Any] = {
        "sender": "blue@example.org",
        "to": ("red@example.org",),
        "subject": "Duel, turn 2",
        "report": REPORT,
        "packets": (seal(),),
    }
    return Letter(**{**fields, **changes})


def test_a_letter_is_a_report_with_its_packet_at_the_end() -> None:
    (message,) = write_letter(letter(in_reply_to="<a@b>", date=datetime(2026, 3, 1, 12, tzinfo=UTC)))
    body = message.get_body()
    assert body is not None
    text = body.get_content()
    assert text.startswith(REPORT)
    assert text.endswith("-----END SITS PACKET-----\n")
    assert dict(message.items()) | {"Content-Type": ""} == {
        "From": "blue@example.org",
        "To": "red@example.org",
        "Subject": "Duel, turn 2",
        "Date": "Sun, 01 Mar 2026 12:00:00 +0000",
        "Message-ID": message["Message-ID"],
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "References": "<a@b>",
        "In-Reply-To": "<a@b>",
        "MIME-Version": "1.0",
        "Content-Type": "",
        "Content-Transfer-Encoding": "7bit",
    }
    assert text.count("-----BEGIN SITS PACKET-----") == 1
    assert not list(message.iter_attachments())


def test_the_same_letter_is_the_same_bytes_and_bears_its_packets_digest() -> None:
    (first,), (second,) = write_letter(letter()), write_letter(letter())
    assert first.as_bytes() == second.as_bytes()
    assert f"<sits.{seal().digest[:32]}." in first["Message-ID"]


@each_row(
    "changes",
    [{"to": ("green@example.org",)}, {"packets": (seal(number=5),)}, {"packets": ()}, {"packets": (), "report": "x"}],
)
def test_another_letter_has_another_message_id(changes: dict[str, Any]) -> None:
    (first,), (second,) = write_letter(letter()), write_letter(letter(**changes))
    assert first["Message-ID"] != second["Message-ID"]


@each_row("report", [REPORT, "Über Sirius: 3 hexes.\n", "x" * 3000 + "\n", "From the start\n.\n..\n", ""])
def test_what_is_written_is_read_again(report: str) -> None:
    reveal = seal(kind="reveal", number=5)
    (message,) = write_letter(letter(report=report, packets=(reveal, seal())))
    found = read_letter(message.as_bytes())
    assert found.packets == (reveal, seal())
    assert found.faults == ()
    assert message.as_bytes().isascii()


def test_one_mail_carries_the_reveal_and_the_next_seal() -> None:
    (message,) = write_letter(letter(packets=(seal(kind="reveal", number=5), seal(number=6))))
    text = message.get_content()
    assert text.count("-----BEGIN SITS PACKET-----") == 2
    assert not list(message.iter_attachments())


def test_a_long_packet_is_attached_once_and_its_size_is_told() -> None:
    long = sign(
        packet(kind="bundle", body={"events": [hashlib.sha512(b"%d" % each).hexdigest() for each in range(1500)]}), BLUE
    )
    (message,) = write_letter(letter(packets=(long, seal(number=6)), page="<p>Hello</p>"))
    names = [part.get_filename() for part in message.iter_attachments()]
    assert names == ["duel-blue-4-bundle.sits"]
    plain, page = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert page is not None
    said = r"Attached: duel-blue-4-bundle\.sits, 1\d\d kB\. Your program reads it\."
    assert re.search(said, plain.get_content())
    assert re.search(said, page.get_content())
    assert plain.get_content().count("-----BEGIN SITS PACKET-----") == 1
    assert "BEGIN SITS" not in page.get_content()
    assert set(read_letter(message.as_bytes()).packets) == {long, seal(number=6)}


def test_a_page_stands_beside_the_text_and_the_packet_is_read_once() -> None:
    (message,) = write_letter(letter(page="<p>You owe orders &lt;b&gt;</p>", thread="<root@sits.invalid>"))
    assert message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert (message["References"], message["In-Reply-To"]) == ("<root@sits.invalid>",) * 2
    assert read_letter(message.as_bytes()).packets == (seal(),)
    assert read_letter(message.as_bytes()).faults == ()
    assert (
        message.as_bytes()
        == write_letter(letter(page="<p>You owe orders &lt;b&gt;</p>", thread="<root@sits.invalid>"))[0].as_bytes()
    )


def test_an_answer_refers_to_its_game_and_to_the_mail_that_it_answers() -> None:
    (message,) = write_letter(letter(thread="<root@sits.invalid>", in_reply_to="<a@b>"))
    assert (message["References"], message["In-Reply-To"]) == ("<root@sits.invalid> <a@b>", "<a@b>")


def test_a_long_bundle_goes_in_several_mails_that_arrive_in_any_order() -> None:
    events = [hashlib.sha512(b"%d" % number).hexdigest() for number in range(30_000)]
    bundle = sign(packet(kind="bundle", body={"events": events}), BLUE)
    mails = write_letter(letter(packets=(bundle,)))
    assert len(mails) > 1
    assert mails[0]["Subject"] == f"Duel, turn 2 (1 of {len(mails)})"
    assert len({mail["Message-ID"] for mail in mails}) == len(mails)
    found = [read_letter(mail.as_bytes()) for mail in reversed(mails)]
    assert [each.packets for each in found] == [()] * len(mails)
    assert join(part for each in found for part in each.waiting).packets == (bundle,)


def test_a_subject_cannot_add_headers() -> None:
    (message,) = write_letter(letter(subject="Duel\nBcc: green@example.org", in_reply_to="<a@b>\n\tX: y"))
    assert message["Bcc"] is None
    assert message["X"] is None
    assert message["Subject"] == "Duel Bcc: green@example.org"


@each_row("address", ["", "red", "red@", "@x", "a b@c.d", "a@b,c@d", "a@b\nBcc: c@d", "ré@example.org", "<a@b>"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    told = f'"{one_line(address)}" is not a mail address. Write one like red@example.org.'
    with pytest.raises(UnreadableError) as refusal:
        write_letter(letter(to=(address,)))
    assert str(refusal.value) == told


def test_an_address_is_read_without_the_space_round_it() -> None:
    assert read_address(" red@example.org\n") == "red@example.org"


def test_a_page_that_was_passed_on_alone_is_known_and_one_with_its_packet_is_read() -> None:
    (message,) = write_letter(letter(page="<p>Nothing to do.</p>\n<svg><title/><text>A</text></svg>"))
    assert not read_letter(message.as_bytes()).page_alone
    page = message.get_body(("html",))
    assert page is not None
    quoted = f"<p>See below</p><blockquote>{page.get_content()}</blockquote>"
    for subtype, content in (
        ("html", quoted),
        ("plain", "> " + text_of_html(page.get_content()).replace("\n", "\n> ")),
    ):
        passed_on = EmailMessage()
        passed_on.set_content(content, subtype=subtype)
        found = read_letter(passed_on.as_bytes())
        assert (found.page_alone, found.packets) == (True, ())
    both = EmailMessage()
    both.set_content(f"{quoted}<pre>{armour(seal())[0]}</pre>", subtype="html")
    found = read_letter(both.as_bytes())
    assert (found.page_alone, found.packets) == (False, (seal(),)), "a map above it hides nothing"
