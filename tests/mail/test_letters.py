from __future__ import annotations

import re
from datetime import UTC, datetime
from email.message import EmailMessage
from hashlib import shake_256
from typing import Any, Final

from sits_es.errors import UnreadableError
from sits_es.mail.letters import read_address
from sits_es.mail.reading import read_letter, text_of_html
from sits_es.sentences import one_line
from tests.mail.samples import BLOCK, CONTENT, REPORT, bundle, name, written
from tests.shared.refusals import refused
from tests.shared.rows import each_row

#: A bundle that is too long to be shown.
LONG: Final = shake_256(b"long").digest(90_000)


def test_a_letter_is_a_report_with_its_bundle_at_the_end() -> None:
    cc, noon = ("green@example.org", "gold@example.org"), datetime(2026, 3, 1, 12, tzinfo=UTC)
    message = written(cc=cc, in_reply_to="<a@b>", date=noon)
    assert message.get_content() == f"{REPORT}\n\n{BLOCK}"
    assert dict(message.items()) | {"Content-Type": ""} == {
        "From": "blue@example.org",
        "To": "red@example.org",
        "Cc": "green@example.org, gold@example.org",
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
    assert not list(message.iter_attachments())


def test_the_same_letter_is_the_same_bytes_and_bears_the_name_of_its_bundle() -> None:
    assert written().as_bytes() == written().as_bytes()
    assert written()["Message-ID"].startswith(f"<sits.{name(CONTENT)}.")


@each_row(
    "changes",
    [
        {"to": ("green@example.org",)},
        {"cc": ("green@example.org",)},
        {"content": bundle(5)},
        {"content": None},
        {"content": None, "report": "x"},
    ],
)
def test_another_letter_has_another_message_id(changes: dict[str, Any]) -> None:
    assert written()["Message-ID"] != written(**changes)["Message-ID"]


@each_row("report", [REPORT, "Über Sirius: 3 hexes.\n", "x" * 3000 + "\n", "From the start\n.\n..\n", ""])
def test_what_is_written_is_read_again(report: str) -> None:
    content = written(report=report).as_bytes()
    found = read_letter(content)
    assert (found.contents, found.faults) == ((CONTENT,), ())
    assert content.isascii()


def test_a_long_bundle_is_attached_once_and_its_size_is_told() -> None:
    message = written(content=LONG, page=True)
    file = f"sits-{name(LONG)[:8]}.sits"
    assert [part.get_filename() for part in message.iter_attachments()] == [file]
    for kind in ("plain", "html"):
        text = message.get_body((kind,))
        assert text is not None
        assert re.search(rf"Attached: {file}, 12\d kB\. Your program reads it\.", text.get_content())
        assert "BEGIN SITS" not in text.get_content()
    assert read_letter(message.as_bytes()).contents == (LONG,)


def test_a_page_stands_beside_the_text_and_the_bundle_is_read_once() -> None:
    message = written(report="<b>You owe</b>\n  A   1", page=True, thread="<root@sits.invalid>")
    assert message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert (message["References"], message["In-Reply-To"]) == ("<root@sits.invalid>",) * 2
    found = read_letter(message.as_bytes())
    assert (found.contents, found.faults) == ((CONTENT,), ())
    again = written(report="<b>You owe</b>\n  A   1", page=True, thread="<root@sits.invalid>")
    assert message.as_bytes() == again.as_bytes()
    page = message.get_body(("html",))
    assert page is not None
    assert '<pre style="font:13px/1.4 monospace">&lt;b&gt;You owe&lt;/b&gt;\n  A   1</pre>' in page.get_content()


def test_a_subject_cannot_add_headers_and_an_answer_refers_to_its_game_and_to_the_mail_that_it_answers() -> None:
    message = written(subject="Duel\nBcc: green@example.org", in_reply_to="<a@b>\n\tX: y")
    assert (message["Bcc"], message["X"]) == (None, None)
    assert message["Subject"] == "Duel Bcc: green@example.org"
    answer = written(thread="<root@sits.invalid>", in_reply_to="<a@b>")
    assert (answer["References"], answer["In-Reply-To"]) == ("<root@sits.invalid> <a@b>", "<a@b>")


@each_row("address", ["", "red", "red@", "@x", "a b@c.d", "a@b,c@d", "a@b\nBcc: c@d", "ré@example.org", "<a@b>"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    told = f'"{one_line(address)}" is not a mail address. Write an address like red@example.org.'
    for place in ("sender", "to", "cc"):
        assert refused(written, **{place: address if place == "sender" else (address,)}, kind=UnreadableError) == told
    assert read_address(" red@example.org\n") == "red@example.org"


def test_a_page_that_was_passed_on_alone_is_known_and_one_with_its_bundle_is_read() -> None:
    message = written(report="Nothing to do.", page=True)
    assert not read_letter(message.as_bytes()).page_alone
    page = message.get_body(("html",))
    assert page is not None
    quoted = f"<p>See below</p><blockquote>{page.get_content()}</blockquote>"
    plain = "> " + text_of_html(page.get_content()).replace("\n", "\n> ")
    for subtype, content, page_alone, contents in (
        ("html", quoted, True, ()),
        ("plain", plain, True, ()),
        ("html", f"{quoted}<pre>{BLOCK}</pre>", False, (CONTENT,)),
    ):
        passed_on = EmailMessage()
        passed_on.set_content(content, subtype=subtype)
        found = read_letter(passed_on.as_bytes())
        assert (found.page_alone, found.contents) == (page_alone, contents)
