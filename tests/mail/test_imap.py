from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.mail.reading import read_letter
from sits_es.mail.servers import Password, Server
from sits_es.mail.transport import _ask, fetch, try_server
from tests.mail.samples import bundle, written
from tests.shared.mail_servers import HUSH, Dovecot
from tests.shared.refusals import refused
from tests.shared.rows import each_row

WORD = Password(HUSH)


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sits_es.mail.transport.PATIENCE", 5.0)


def put(boxes: Dovecot, server: Server, *numbers: int) -> None:
    for number in numbers:
        boxes.bring(str(server.user), written(number).as_bytes())


def found(server: Server, kept: str = "", since: date | None = None) -> list[bytes]:
    """The bundles of the mails that are fetched."""
    return [read_letter(each.content).contents[0] for each in fetch(server, WORD, kept, since)]


def test_letters_are_fetched_in_order_and_marked_by_nobody(boxes: Dovecot, mailbox: Server) -> None:
    put(boxes, mailbox, 1, 2, 3)
    assert [each.content for each in fetch(mailbox, WORD)] == [written(number).as_bytes() for number in (1, 2, 3)]
    names = [path.name for path in (boxes.home / "box" / str(mailbox.user)).glob("*/*here*")]
    assert (len(names), [name for name in names if name.endswith("S")]) == (3, [])


def test_only_what_came_after_the_bookmark_is_fetched(boxes: Dovecot, mailbox: Server) -> None:
    assert found(mailbox) == []
    put(boxes, mailbox, 1, 2)
    *_, last = fetch(mailbox, WORD)
    assert last.bookmark is not None
    name, kept = last.bookmark
    assert name == f"imap {mailbox.user}@127.0.0.1/INBOX"
    assert found(mailbox, kept) == []
    put(boxes, mailbox, 3)
    assert found(mailbox, kept) == [bundle(3)]
    # a folder that was made anew is read from its beginning
    assert found(mailbox, "1 9999") == [bundle(number) for number in (1, 2, 3)]


def test_without_a_bookmark_a_day_may_be_named(boxes: Dovecot, mailbox: Server) -> None:
    put(boxes, mailbox, 1)
    assert found(mailbox, since=date(2020, 2, 29)) == [bundle(1)]
    assert found(mailbox, since=date(2120, 2, 29)) == []


def test_many_mails_and_long_ones_come_in_order_and_of_one_that_is_too_long_the_head_alone(
    boxes: Dovecot, mailbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sits_es.mail.transport.MOST_MAIL", 200_000)
    sizes = [20, 150_000, *[30] * 60, 250_000, 40]
    for size in sizes:
        boxes.bring(str(mailbox.user), b"From: a@example.org\nSubject: x\n\n" + b"0123456789abcd\n" * (size // 15))
    mails = list(fetch(mailbox, WORD))
    assert [each.size > 100_000 for each in mails] == [size > 100_000 for size in sizes]
    assert mails[62].content.split() == b"From: a@example.org Subject: x".split()


def test_mails_are_fetched_over_tls(boxes: Dovecot, mailbox: Server) -> None:
    put(boxes, mailbox, 1)
    secure = boxes.server(str(mailbox.user), "tls")
    assert found(secure) == found(replace(secure, port=mailbox.port, security="starttls")) == [bundle(1)]
    assert try_server(secure, WORD).endswith(f"lets {mailbox.user} read mail. Mails in INBOX: 1.")


@each_row(
    ("change", "password", "kind", "told"),
    [
        ({"user": "red"}, "wrong-words", NotAllowedError, "does not accept this password for red. Check both."),
        ({"user": "red"}, "w\u00f6rter", NotAllowedError, "does not accept this password for red. Check both."),
        (
            {"security": "tls", "authority": None},
            HUSH,
            NotAllowedError,
            (
                "cannot prove that it is 127.0.0.1: self-signed certificate. Nothing was sent. Check `host`, "
                "or set `authority` to the file with the server's certificate."
            ),
        ),
        ({"folder": "Nowhere"}, HUSH, NotNowError, "refused a request"),
        ({"port": 1}, HUSH, NotNowError, "cannot be used now: Connection refused. Try again later."),
    ],
)
def test_a_server_that_cannot_be_used_or_does_not_know_us_is_told(
    boxes: Dovecot, change: dict[str, Any], password: str, kind: type[GameError], told: str
) -> None:
    server = replace(boxes.server("red", change.get("security", "none")), **change)
    said = refused(list, fetch(server, Password(password)), kind=kind)
    assert said.partition(": Response")[0] == f"The IMAP server 127.0.0.1 (port {server.port}) {told}"


def test_a_server_without_tls_and_certificates_that_are_none_are_told(boxes: Dovecot) -> None:
    plain, secure = replace(boxes.server("red", "none"), security="tls"), boxes.server("red", "tls")
    nowhere, wrong = (replace(secure, authority=str(boxes.home / name)) for name in ("nowhere.pem", "dovecot.conf"))
    named = "cannot be the authority for the"
    for server, kind, told in (
        (plain, NotNowError, f"The {plain} does not speak TLS: wrong version number. Check `port` and `security`."),
        (nowhere, NotAllowedError, f"{nowhere.authority} {named} {secure}: no such file or directory."),
        (wrong, NotAllowedError, f"{wrong.authority} {named} {secure}: it holds no certificate."),
    ):
        assert refused(list, fetch(server, WORD), kind=kind) == told


def test_a_mailbox_that_gives_up_no_mails_is_told_in_its_own_words() -> None:
    def uid(*_: str) -> tuple[str, list[bytes]]:
        return "NO", [b"[UNAVAILABLE] the folder is being moved"]

    box: Any = SimpleNamespace(client=SimpleNamespace(uid=uid))
    assert refused(_ask, box, [1, 2], "RFC822.SIZE", kind=NotNowError) == (
        "The mailbox did not hand over its mails: [UNAVAILABLE] the folder is being moved. Try again later."
    )
