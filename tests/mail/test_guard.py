from __future__ import annotations

from email import message_from_string

from sits_es.mail.guard import Verdict, Writer, judge
from tests.shared.rows import each_row

NOISE, PROGRAM, PERSON = Writer.NOISE, Writer.PROGRAM, Writer.PERSON


@each_row(
    ("headers", "verdict"),
    [
        ("From: red@example.org", Verdict(PERSON)),
        ("Auto-Submitted: no", Verdict(PERSON)),
        ("Return-Path: <red@example.org>", Verdict(PERSON)),
        ("Precedence: first-class", Verdict(PERSON)),
        ("Auto-Submitted: auto-generated", Verdict(PROGRAM, "a program sent it")),
        ("Auto-Submitted: Auto-Notified; owner-email=x", Verdict(PROGRAM, "a program sent it")),
        ("Precedence: bulk", Verdict(PROGRAM, "it was sent to many (precedence bulk)")),
        ("Precedence: LIST", Verdict(PROGRAM, "it was sent to many (precedence list)")),
        ("List-Id: <players.example.org>", Verdict(PROGRAM, "a mailing list sent it")),
        ("Auto-Submitted: auto-replied (vacation)", Verdict(NOISE, "it is an automatic answer")),
        ("Precedence: auto_reply", Verdict(NOISE, "it is an automatic answer")),
        ("X-Autoreply: yes", Verdict(NOISE, "it is an automatic answer")),
        ("Return-Path: <>", Verdict(NOISE, "a mail system sent it: it has no return path")),
        ("Return-Path:", Verdict(NOISE, "a mail system sent it: it has no return path")),
        ("From: Mail Delivery <MAILER-DAEMON@example.org>", Verdict(NOISE, "a mail system sent it: mailer-daemon")),
        ("From: postmaster@example.org", Verdict(NOISE, "a mail system sent it: postmaster")),
        (
            "Content-Type: multipart/report; boundary=x",
            Verdict(NOISE, "it reports that a mail was delivered or was not"),
        ),
        ("Message-ID:  <ours@example.org> ", Verdict(NOISE, "it is a mail of our own that came back", own=True)),
    ],
)
def test_a_mail_is_judged_by_its_headers(headers: str, verdict: Verdict) -> None:
    found = judge(message_from_string(f"{headers}\n\nbody\n"), own={"<ours@example.org>"})
    assert found == verdict
    assert found.answered is (verdict.writer is PERSON)
