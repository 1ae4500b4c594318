"""Mail that can't be fetched does not stop letters going out, nor the other way; and what a day says of it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from sits_es.mail.servers import Server
from tests.mail.test_imap import box, free_port
from tests.mail.test_smtp import Post, certified, check, post  # noqa: F401 -- two of them are fixtures
from tests.post.test_servers import Delivering, smtp
from tests.shared.programs import Table

pytestmark = pytest.mark.long

LETTER = b"From: friend@example.org\nSubject: Hello\n\nHow are you?\n"


def imap(server: Server, user: str = "red", security: str = "none") -> str:
    return f'[mail.imap]\nhost = "{server.host}"\nport = {server.port}\nsecurity = "{security}"\nuser = "{user}"\n'


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mailbox: Server) -> Table:
    """Anna has invited Ben, and her letter waits to go out; a letter waits for her on the server."""
    monkeypatch.setenv("SITS_IMAP_PASSWORD", "hush-hush")
    found = Table(tmp_path, monkeypatch)
    monkeypatch.setenv("COLUMNS", "400")
    found.sits("anna", "id", "new", "anna")
    found.sits("anna", "invite", "duel", "--name", "duel", "--as", "red", "blue=ben@example.org")
    with box(mailbox) as inbox:
        inbox.append(LETTER, "INBOX")
    return found


def set_servers(table: Table, *tables: str) -> None:
    text = '[post]\nname = "Anna"\n[mail]\naddress = "anna@example.org"\n' + "".join(tables)
    (table.folder / "anna" / "sits.toml").write_text(text)


def nobody() -> str:
    return f'[mail.smtp]\nhost = "127.0.0.1"\nport = {free_port()}\nsecurity = "none"\n'


class Full:
    """A server at which every mailbox is full."""

    async def handle_RCPT(  # noqa: N802 -- the library's name
        self, _server: SMTP, _session: Session, _envelope: Envelope, _address: str, _options: list[str]
    ) -> str:
        return "552 5.2.2 Mailbox full"


@contextmanager
def silent() -> Iterator[int]:
    """A server that takes calls and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield int(listener.getsockname()[1])


def after_a_failure(table: Table) -> list[str]:
    """What a day says that did not go well in one direction."""
    return table.refused_with("anna", "mail", "in", "--quiet").splitlines()


def goes_out_though(table: Table, mailbox_table: str, said: str) -> None:
    """The invitation is sent although mail can't be fetched, and next time the letter that waited is read."""
    arrived: list[bytes] = []
    with smtp(Delivering(arrived.append)) as out:
        set_servers(table, out, mailbox_table)
        lines = after_a_failure(table)
    assert lines[:2] == ["Mails read: 0. New packets: 0.", said]
    assert lines[-1].startswith("Sent to ben@example.org: duel")
    assert len(arrived) == 1


def comes_in_though(table: Table, mailbox: Server, out: str, *said: str) -> None:
    """Mail is fetched although no letter can be sent, and the letter waits."""
    set_servers(table, out, imap(mailbox))
    lines = after_a_failure(table)
    assert "Mails read: 1. New packets: 0." in lines
    assert '1 mail held nothing of a game (from friend@example.org, subject "Hello").' in lines
    assert tuple(lines[-len(said) :]) == said
    arrived: list[bytes] = []
    with smtp(Delivering(arrived.append)) as working:
        set_servers(table, working, imap(mailbox))
        assert "Mails read: 0. New packets: 0." in table.sits("anna", "mail", "in")
    assert len(arrived) == 1


def test_a_wrong_imap_password_does_not_stop_letters(
    table: Table, mailbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", "wrong-words")
    said = f"The IMAP server 127.0.0.1, port {mailbox.port} does not know red with this password. Check both."
    goes_out_though(table, imap(mailbox), said)


def test_a_missing_imap_password_does_not_stop_letters(
    table: Table, mailbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SITS_IMAP_PASSWORD")
    said = (
        f"There is no password for red at the IMAP server 127.0.0.1, port {mailbox.port}. Set SITS_IMAP_PASSWORD in "
        'the environment, or keep it in the system\'s keyring: keyring set "sits-es imap" red'
    )
    goes_out_though(table, imap(mailbox), said)


def test_an_imap_certificate_that_is_not_trusted_does_not_stop_letters(table: Table, secure: Server) -> None:
    said = (
        f"The IMAP server 127.0.0.1, port {secure.port} cannot prove that it is 127.0.0.1: self-signed certificate. "
        "Nothing was sent to it. Check the host, or name its certificate's file as authority."
    )
    goes_out_though(table, imap(secure, security="tls"), said)


def test_an_imap_server_that_is_not_there_does_not_stop_letters(table: Table) -> None:
    port = free_port()
    said = f"The IMAP server 127.0.0.1, port {port} cannot be used now: Connection refused. Try again later."
    goes_out_though(table, f'[mail.imap]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\nuser = "red"\n', said)


def test_an_imap_server_that_says_nothing_does_not_stop_letters(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sits_es.mail.logins.PATIENCE", 0.5)
    with silent() as port:
        said = f"The IMAP server 127.0.0.1, port {port} cannot be used now: timed out. Try again later."
        text = f'[mail.imap]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\nuser = "red"\n'
        goes_out_though(table, text, said)


def test_an_smtp_server_that_is_not_there_does_not_stop_mail(table: Table, mailbox: Server) -> None:
    out = nobody()
    port = out.split("port = ")[1].split("\n")[0]
    said = f"The SMTP server 127.0.0.1, port {port} cannot be used now: Connection refused. Try again later."
    comes_in_though(table, mailbox, out, f"NOT sent to ben@example.org: {said}")


def test_an_smtp_server_that_says_nothing_does_not_stop_mail(
    table: Table, mailbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sits_es.mail.logins.PATIENCE", 0.5)
    with silent() as port:
        out = f'[mail.smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
        broke = "Connection unexpectedly closed: timed out."
        said = f"The SMTP server 127.0.0.1, port {port} cannot be used now: {broke} Try again later."
        comes_in_though(table, mailbox, out, f"NOT sent to ben@example.org: {said}")


def test_a_missing_smtp_password_does_not_stop_mail(
    table: Table, mailbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SITS_SMTP_PASSWORD", raising=False)
    out = '[mail.smtp]\nhost = "smtp.example.org"\nuser = "anna"\n'
    said = (
        "The letters wait: There is no password for anna at the SMTP server smtp.example.org, port 587. Set "
        'SITS_SMTP_PASSWORD in the environment, or keep it in the system\'s keyring: keyring set "sits-es smtp" anna'
    )
    comes_in_though(table, mailbox, out, said)


def test_a_wrong_smtp_password_does_not_stop_mail(
    table: Table,
    mailbox: Server,
    post: Post,  # noqa: F811 -- a fixture
    certified: ssl.SSLContext,  # noqa: F811 -- a fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SITS_SMTP_PASSWORD", "wrong-words")
    with post("starttls", "blue", tls_context=certified, authenticator=check, auth_required=True) as server:
        out = (
            f'[mail.smtp]\nhost = "127.0.0.1"\nport = {server.port}\nuser = "blue"\nauthority = "{server.authority}"\n'
        )
        said = f"The SMTP server 127.0.0.1, port {server.port} does not know blue with this password. Check both."
        comes_in_though(table, mailbox, out, f"The letters wait: {said}")


def test_an_smtp_certificate_that_is_not_trusted_does_not_stop_mail(
    table: Table,
    mailbox: Server,
    post: Post,  # noqa: F811 -- a fixture
    certified: ssl.SSLContext,  # noqa: F811 -- a fixture
) -> None:
    with post("starttls", tls_context=certified) as server:
        said = (
            f"The letters wait: The SMTP server 127.0.0.1, port {server.port} cannot prove that it is 127.0.0.1: "
            "self-signed certificate. Nothing was sent to it. Check the host, or name its certificate's file as "
            "authority."
        )
        comes_in_though(table, mailbox, f'[mail.smtp]\nhost = "127.0.0.1"\nport = {server.port}\n', said)


def test_a_full_mailbox_does_not_stop_mail_and_its_letter_waits(table: Table, mailbox: Server) -> None:
    with smtp(Full()) as out:
        said = "NOT sent to ben@example.org: ben@example.org: 552 5.2.2 Mailbox full."
        comes_in_though(table, mailbox, out, said)


def test_an_inbox_that_cannot_be_read_does_not_stop_the_servers(table: Table, mailbox: Server) -> None:
    arrived: list[bytes] = []
    box_of_links = table.folder / "anna" / "in" / "new"
    box_of_links.mkdir(parents=True)
    for name in ("cur", "tmp"):
        (box_of_links.parent / name).mkdir()
    (box_of_links / "1.round").symlink_to("1.round")
    with smtp(Delivering(arrived.append)) as out:
        set_servers(table, 'inbox = "in"\n', out, imap(mailbox))
        lines = after_a_failure(table)
    assert lines[0] == "Mails read: 0. New packets: 0."
    assert lines[1].endswith("1.round: too many levels of symbolic links.")
    assert "Mails read: 1. New packets: 0." in lines
    assert len(arrived) == 1


def test_the_first_reading_begins_with_the_day_before_the_invitation_and_says_so(
    table: Table, mailbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    from imap_tools.mailbox import BaseMailBox

    real = BaseMailBox.uids

    def uids(self: BaseMailBox, criteria: str) -> list[str]:
        asked.append(criteria)
        return real(self, criteria)

    monkeypatch.setattr(BaseMailBox, "uids", uids)
    arrived: list[bytes] = []
    with smtp(Delivering(arrived.append)) as out:
        set_servers(table, out, imap(mailbox))
        said = table.sits("anna", "mail", "in", "--quiet")
        assert asked[0].startswith("SINCE ")
        assert said.startswith("INBOX of red is read for the first time, so mails since 20")
        assert "were taken in. Older mails: sits mail fetch --since DAY\n" in said
        assert "first time" not in table.sits("anna", "mail", "in", "--quiet")
        assert len(asked) == 1, "nothing new: nothing is searched"
        again = table.sits("anna", "mail", "fetch", "--since", "2020-02-29")
        assert asked[1] == "SINCE 29-Feb-2020"
        assert again.startswith("Mails read: 1.")
