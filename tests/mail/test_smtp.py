from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Mailbox
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.mail.reading import read_letter
from sits_es.mail.servers import Password, Security, Server
from sits_es.mail.sources import read_mails
from sits_es.mail.transport import send
from tests.mail.samples import BLUE, CONTENT, bundle, written
from tests.shared.mail_servers import HUSH, certify, free_port
from tests.shared.refusals import refused

Post = Callable[..., AbstractContextManager[Server]]


class Refusing(Mailbox):
    """A mail server that knows red and nobody else, takes no mail called Spam, and hangs up on one called Bye."""

    async def handle_RCPT(  # noqa: N802 -- the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if not address.startswith("red@"):
            return "550 Nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 -- the library's name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        for subject, refusal in ((b"Spam", "554 Not here"), (b"Bye", "421 Bye")):
            if isinstance(envelope.content, bytes) and b"Subject: " + subject in envelope.content:
                return refusal
        return str(await super().handle_DATA(server, session, envelope))


def check(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: object) -> AuthResult:
    known = isinstance(data, LoginPassword) and (data.login, data.password) == (b"blue", HUSH.encode())
    return AuthResult(success=known, handled=False)


@pytest.fixture
def post(tmp_path: Path) -> Post:
    """Open a post office on this machine that puts what it takes into the Maildir `box`."""

    @contextmanager
    def opened(security: Security = "none", user: str | None = None, **options: Any) -> Iterator[Server]:
        port = free_port()
        controller = Controller(Refusing(tmp_path / "box"), hostname="127.0.0.1", port=port, **options)
        controller.start()
        authority = str(tmp_path / "cert.pem") if security != "none" else None
        try:
            yield Server(service="smtp", host="127.0.0.1", port=port, security=security, user=user, authority=authority)
        finally:
            controller.stop()

    return opened


@pytest.fixture
def certified(tmp_path: Path) -> ssl.SSLContext:
    """A certificate for 127.0.0.1, made for this test."""
    if which("openssl") is None:
        pytest.skip("openssl is not installed, so there is no certificate to show")
    return certify(tmp_path)


def test_bundles_travel_through_a_real_server_and_no_secret_key_does(post: Post, tmp_path: Path) -> None:
    with post() as server:
        assert send(written(1), server, None) == send(written(), server, None) == ""
    contents = [each.content for each in read_mails(tmp_path / "box")]
    assert {found for each in contents for found in read_letter(each).contents} == {bundle(1), CONTENT}
    secret = bytes(range(32, 64))
    assert not any(key in each for each in contents for key in (BLUE.key.encode(), secret, secret.hex().encode()))


def test_a_mail_that_is_turned_down_says_so_and_one_that_some_may_have_is_taken(post: Post, tmp_path: Path) -> None:
    nobody, somebody = ("green@example.org",), ("red@example.org", "green@example.org")
    with post() as server:
        for message, told in (
            (written(to=nobody), "green@example.org: 550 Nobody of that name."),
            (written(subject="Spam"), "554 Not here."),
        ):
            assert refused(send, message, server, None) == told
        assert (
            send(written(to=somebody), server, None) == f"the {server} did not accept the letter for green@example.org."
        )
        said = refused(send, written(subject="Bye"), server, None, kind=NotNowError)
        assert said.endswith("cannot be used now: 421 Bye. Try again later.")
    assert len(list(read_mails(tmp_path / "box"))) == 1


def test_mail_is_sent_encrypted_and_under_the_players_name(
    post: Post, certified: ssl.SSLContext, tmp_path: Path
) -> None:
    with post("starttls", "blue", tls_context=certified, authenticator=check, auth_required=True) as server:
        assert send(written(), server, Password(HUSH)) == ""
        assert refused(send, written(), server, Password("wrong-words"), kind=NotAllowedError) == (
            f"The SMTP server 127.0.0.1 (port {server.port}) does not accept this password for blue. Check both."
        )
    (found,) = read_mails(tmp_path / "box")
    assert HUSH.encode() not in found.content


def test_nothing_is_sent_to_a_server_that_cannot_be_trusted_or_used(
    post: Post, certified: ssl.SSLContext, tmp_path: Path
) -> None:
    def said(port: int, kind: type[GameError], authority: str | None = None) -> str:
        server = Server(service="smtp", host="127.0.0.1", port=port, security="starttls", authority=authority)
        words = refused(send, written(), server, None, kind=kind)
        return words.removeprefix(f"The SMTP server 127.0.0.1 (port {port}) ")

    with post("starttls") as server:
        assert said(server.port, NotNowError, server.authority) == (
            "cannot be used now: STARTTLS extension not supported by server. Try again later."
        )
    with post("starttls", tls_context=certified) as server:
        assert said(server.port, NotAllowedError) == (
            "cannot prove that it is 127.0.0.1: self-signed certificate. Nothing was sent. "
            "Check `host`, or set `authority` to the file with the server's certificate."
        )
    assert said(free_port(), NotNowError) == "cannot be used now: Connection refused. Try again later."
    assert not list(tmp_path.glob("box/new/*"))
