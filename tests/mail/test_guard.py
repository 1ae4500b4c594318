from __future__ import annotations

from email import message_from_string

import pytest

from sits_es.mail.guard import Judgement, Writer, judge

NOISE, PROGRAM, PERSON = Writer.NOISE, Writer.PROGRAM, Writer.PERSON


@pytest.mark.parametrize(
    ("headers", "verdict"),
    [
        ("From: red@example.org", Judgement(PERSON)),
        ("Auto-Submitted: no", Judgement(PERSON)),
        ("Return-Path: <red@example.org>", Judgement(PERSON)),
        ("Precedence: first-class", Judgement(PERSON)),
        ("Auto-Submitted: auto-generated", Judgement(PROGRAM, "a program sent it")),
        ("Auto-Submitted: Auto-Notified; owner-email=x", Judgement(PROGRAM, "a program sent it")),
        ("Precedence: bulk", Judgement(PROGRAM, "it was sent to many (precedence bulk)")),
        ("Precedence: LIST", Judgement(PROGRAM, "it was sent to many (precedence list)")),
        ("List-Id: <players.example.org>", Judgement(PROGRAM, "a mailing list sent it")),
        ("Auto-Submitted: auto-replied (vacation)", Judgement(NOISE, "it is an automatic answer")),
        ("Precedence: auto_reply", Judgement(NOISE, "it is an automatic answer")),
        ("X-Autoreply: yes", Judgement(NOISE, "it is an automatic answer")),
        ("Return-Path: <>", Judgement(NOISE, "a mail system sent it: it has no return path")),
        ("Return-Path:", Judgement(NOISE, "a mail system sent it: it has no return path")),
        ("From: Mail Delivery <MAILER-DAEMON@example.org>", Judgement(NOISE, "a mail system sent it: mailer-daemon")),
        ("From: postmaster@example.org", Judgement(NOISE, "a mail system sent it: postmaster")),
        (
            "Content-Type: multipart/report; boundary=x",
            Judgement(NOISE, "it reports that a mail was delivered or was not"),
        ),
        ("Message-ID:  <ours@example.org> ", Judgement(NOISE, "it is a mail of our own that came back")),
    ],
)
def test_a_mail_is_judged_by_its_headers(headers: str, verdict: Judgement) -> None:
    found = judge(message_from_string(f"{headers}\n\nbody\n"), own={"<ours@example.org>"})
    assert found == verdict
    assert found.answered is (verdict.writer is PERSON)
