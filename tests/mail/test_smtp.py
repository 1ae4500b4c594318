from __future__ import annotations

import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from email.message import EmailMessage
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Mailbox
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.reading import read_letter
from sits_es.mail.servers import Password, Security, Server
from sits_es.mail.sources import read_mails
from sits_es.mail.transport import Sent, send
from tests.mail.samples import BLUE, CONTENT, REPORT, bundle

HUSH = "hush-hush"
Post = Callable[..., AbstractContextManager[Server]]


class Refusing(Mailbox):
    """A mail server that knows red and nobody else, and takes no mail called Spam."""

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
        if isinstance(envelope.content, bytes) and b"Subject: Spam" in envelope.content:
            return "554 Not here"
        return str(await super().handle_DATA(server, session, envelope))


def check(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: object) -> AuthResult:
    known = isinstance(data, LoginPassword) and (data.login, data.password) == (b"blue", HUSH.encode())
    return AuthResult(success=known, handled=False)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def post(tmp_path: Path) -> Post:
    """Open a post office on this machine that puts what it takes into the Maildir `box`."""

    @contextmanager
    def opened(security: Security = "none", user: str | None = None, **options: Any) -> Iterator[Server]:
        port = free_port()
        controller = Controller(Refusing(tmp_path / "box"), hostname="127.0.0.1", port=port, **options)
        controller.start()
        try:
            yield Server(
                service="smtp",
                host="127.0.0.1",
                port=port,
                security=security,
                user=user,
                authority=str(tmp_path / "cert.pem") if security != "none" else None,
            )
        finally:
            controller.stop()

    return opened


@pytest.fixture
def certified(tmp_path: Path) -> ssl.SSLContext:
    """A certificate for 127.0.0.1, made for this test."""
    if which("openssl") is None:
        pytest.skip("openssl is not installed, so there is no certificate to show")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"),
        ],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    return context


def mail(number: int = 4, to: str = "red@example.org", subject: str = "Duel") -> EmailMessage:
    (message,) = write_letter(
        Letter(sender="blue@example.org", to=(to,), subject=subject, report=REPORT, content=bundle(number))
    )
    return message


def test_a_bundle_travels_through_a_real_server(post: Post, tmp_path: Path) -> None:
    mails = [mail(1), mail(2)]
    with post() as server:
        sent = list(send(mails, server, None))
    assert sent == [Sent(message_id=str(each["Message-ID"])) for each in mails]
    found = [read_letter(each.content) for each in read_mails(tmp_path / "box")]
    assert {content for each in found for content in each.contents} == {bundle(1), bundle(2)}


def test_a_mail_that_is_turned_down_does_not_keep_the_next_one(post: Post) -> None:
    mails = [mail(1, to="green@example.org"), mail(2, subject="Spam"), mail(3)]
    with post() as server:
        refused = [each.refused for each in send(mails, server, None)]
    assert refused == ["green@example.org: 550 Nobody of that name.", "554 Not here.", None]


def test_a_mail_that_only_some_may_have_says_so(post: Post) -> None:
    (message,) = write_letter(
        Letter(sender="blue@example.org", to=("red@example.org", "green@example.org"), subject="Duel", report=REPORT)
    )
    with post() as server:
        (sent,) = send([message], server, None)
        assert sent.refused == f"{server} did not accept it for green@example.org."


def test_mail_is_sent_encrypted_and_under_the_players_name(
    post: Post, certified: ssl.SSLContext, tmp_path: Path
) -> None:
    with post("starttls", "blue", tls_context=certified, authenticator=check, auth_required=True) as server:
        (sent,) = send([mail()], server, Password(HUSH))
    assert sent.refused is None
    (found,) = read_mails(tmp_path / "box")
    assert HUSH.encode() not in found.content


def test_a_wrong_password_is_told_and_not_repeated(post: Post, certified: ssl.SSLContext) -> None:
    with post("starttls", "blue", tls_context=certified, authenticator=check, auth_required=True) as server:
        with pytest.raises(NotAllowedError) as refusal:
            list(send([mail()], server, Password("wrong-words")))
        assert str(refusal.value) == (
            f"The SMTP server 127.0.0.1, port {server.port} does not know blue with this password. Check both."
        )


def test_nothing_is_sent_in_the_clear_where_it_should_be_encrypted(
    post: Post, tmp_path: Path, certified: ssl.SSLContext
) -> None:
    del certified
    with post("starttls") as server:
        with pytest.raises(NotNowError) as refusal:
            list(send([mail()], server, None))
        assert str(refusal.value) == (
            f"The SMTP server 127.0.0.1, port {server.port} cannot be used now: "
            "STARTTLS extension not supported by server. Try again later."
        )
    assert not list(tmp_path.glob("box/new/*"))


def test_nothing_is_sent_to_a_server_that_cannot_prove_its_name(
    post: Post, certified: ssl.SSLContext, tmp_path: Path
) -> None:
    with post("starttls", tls_context=certified) as server:
        other = Server(service="smtp", host="127.0.0.1", port=server.port, security="starttls")
        with pytest.raises(NotAllowedError) as refusal:
            list(send([mail()], other, None))
        assert str(refusal.value) == (
            f"The SMTP server 127.0.0.1, port {server.port} cannot prove that it is 127.0.0.1: "
            "self-signed certificate. Nothing was sent to it. "
            "Check the host, or name its certificate's file as authority."
        )
    assert not list(tmp_path.glob("box/new/*"))


def test_a_server_that_is_not_there_is_told() -> None:
    server = Server(service="smtp", host="127.0.0.1", port=free_port(), security="none")
    with pytest.raises(NotNowError) as refusal:
        list(send([mail()], server, None))
    assert str(refusal.value) == (
        f"The SMTP server 127.0.0.1, port {server.port} cannot be used now: Connection refused. Try again later."
    )


def test_what_travels_tells_no_secret_key(post: Post, tmp_path: Path) -> None:
    with post() as server:
        list(send([mail()], server, None))
    (found,) = read_mails(tmp_path / "box")
    secret = bytes(range(32, 64))
    assert read_letter(found.content).contents == (CONTENT,)
    assert BLUE.key.encode() not in found.content
    assert secret not in found.content
    assert secret.hex().encode() not in found.content
