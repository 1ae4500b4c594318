"""Files that are sent round: the two lines for a mail, and mails that have such a file attached."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace

from sits_es.mail.blocks import armour, orders_block
from sits_es.mail.reading import Writer, read_letter
from tests.mail.samples import CONTENT, ORDERS
from tests.shared.commands_told import run

#: Kinds of text that mail programs call such a file.
KINDS = {"html": ("text", "html"), "txt": ("text", "plain"), "svg": ("image", "svg+xml"), "json": ("text", "json")}
RECORD = "  Its record: up to #593, head ebe0663c77ca5233"


def lines_for_a_mail(*words: str) -> list[str]:
    told = run(*words)
    assert told.code == 0
    _, _, lines = told.out.partition("Two lines for an e-mail:\n")
    return re.sub(r"\d+ kB", "... kB", lines).splitlines()


def test_what_is_written_has_two_lines_for_a_mail(folder: Path) -> None:
    assert lines_for_a_mail("replay", "duel", "-o", str(folder / "sent.html")) == [
        "  Attached: sent.html (... kB), duel to watch in a browser.",
        f"{RECORD}; the page checks the record itself.",
    ]
    assert lines_for_a_mail("report", "duel", "1", "-o", "sent.svg") == [
        "  Attached: sent.svg (... kB), the report of turn 1 of duel, to read in a browser.",
        f"{RECORD}.",
    ]
    assert lines_for_a_mail("report", "duel", "-o", "sent.txt") == [
        "  Attached: sent.txt (... kB), the report of turn 2 of duel.",
        f"{RECORD}.",
    ]


def test_the_record_is_told_as_reports_tell_it(folder: Path) -> None:
    told = lines_for_a_mail("report", "duel", "--at", "2.1", "-o", "half.txt")
    record = told[-1].removeprefix("  Its record: ").removesuffix(".")
    assert f"\nRecord: {record}. Check: " in (folder / "half.txt").read_text(encoding="utf-8")


def test_of_a_file_that_lies_on_the_web_they_say_where(folder: Path) -> None:
    link = "https://example.org/club/duel.html"
    told = lines_for_a_mail("replay", "duel", "-o", "linked.html", "--link", link)
    assert told == [f"  duel to watch in a browser, ... kB: {link}", f"{RECORD}; the page checks the record itself."]
    assert "example.org" not in (folder / "linked.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("link", ["duel.html", "file:///duel.html", "https://example.org/a b", "https://e\x1b[31m"])
def test_what_is_no_address_is_refused_and_nothing_written(folder: Path, link: str) -> None:
    for words in (("replay", "duel", "-o", "x.html"), ("report", "duel", "-o", "x.html")):
        told = run(*words, "--link", link)
        assert told.code == 1
        assert told.err.startswith('--link: "')
        assert told.err.endswith(
            " is not an address. Write the address that the file will have, such as https://example.org/duel.html.\n"
        )
        assert "\x1b" not in told.err
        assert not (folder / "x.html").exists()


@pytest.mark.parametrize("text", ["Have a look!\n", orders_block(ORDERS), "".join(armour(CONTENT))])
@pytest.mark.parametrize("name", ["duel.html", "both.html", "mailed.html", "mailed.txt", "mailed.svg", "mailed.json"])
def test_a_file_that_somebody_attached_changes_nothing_of_what_a_mail_says(folder: Path, name: str, text: str) -> None:
    path = folder / name
    if not path.exists():
        assert run("report", "duel", "-v", "-o", name).code == 0
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Ben <ben@example.org>", "anna@example.org", "Re: duel 2.1"
    mail.set_content(text)
    alone = read_letter(mail.as_bytes())
    kind, subtype = KINDS[path.suffix[1:]]
    mail.add_attachment(path.read_bytes(), maintype=kind, subtype=subtype, filename=name)
    assert alone.writer is Writer.PERSON
    assert replace(read_letter(mail.as_bytes()), texts=alone.texts) == alone
