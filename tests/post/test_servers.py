"""A turn of the duel by `sits mail in` alone, through a real SMTP server, and through a real IMAP mailbox."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Mailbox
from aiosmtpd.smtp import SMTP, Envelope, Session
from imap_tools.mailbox import MailBox, MailBoxUnencrypted

from sits_es.mail.servers import Server
from tests.mail.test_imap import free_port
from tests.shared.programs import Table

pytestmark = pytest.mark.long


@contextmanager
def smtp(handler: object) -> Iterator[str]:
    """A mail server on this machine; the table of sits.toml that names it."""
    port = free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield f'[mail.smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
    finally:
        controller.stop()


class Delivering:
    """A mail server that hands every mail on."""

    def __init__(self, deliver: Callable[[bytes], object]) -> None:
        self.deliver = deliver

    async def handle_DATA(  # noqa: N802 -- the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        content = envelope.content
        self.deliver(content if isinstance(content, bytes) else str(content).encode())
        return "250 Taken"


def test_a_turn_is_played_through_a_real_smtp_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with smtp(Mailbox(tmp_path / "post")) as server:
        table = Table(tmp_path, monkeypatch, f'inbox = "../post"\n{server}')
        table.play_a_turn()
        assert len(table.heads()) == 1
        assert "duel stands at 2.1." in table.sits("ben", "mail", "in")


def test_a_turn_is_played_through_a_real_imap_mailbox(
    secure: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", "hush-hush")

    def deliver(content: bytes) -> None:
        with _logged_in(secure) as box:
            box.append(content, "INBOX")

    imap = (
        f'[mail.imap]\nhost = "{secure.host}"\nport = {secure.port}\nsecurity = "{secure.security}"\n'
        f'user = "anna"\nauthority = "{secure.authority}"\n'
    )
    with smtp(Delivering(deliver)) as server:
        table = Table(tmp_path, monkeypatch, f"{server}{imap}")
        table.play_a_turn()
        assert len(table.heads()) == 1
        assert "duel stands at 2.1." in table.sits("ben", "mail", "in")


def _logged_in(server: Server) -> MailBox | MailBoxUnencrypted:
    from sits_es.mail.logins import trusted

    box = MailBox(server.host, server.port, ssl_context=trusted(server))
    box.login("anna", "hush-hush")
    return box
