from __future__ import annotations

import grp
import os
import pwd
import socket
import subprocess
from collections.abc import Iterator
from datetime import date
from email.message import EmailMessage
from pathlib import Path
from shutil import rmtree, which
from tempfile import mkdtemp
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from imap_tools.mailbox import MailBoxUnencrypted

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.reading import read_letter
from sits_es.mail.servers import Password, Server
from sits_es.mail.transport import Bookmark, _ask, fetch
from tests.mail.samples import REPORT, bundle

HUSH = Password("hush-hush")


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sits_es.mail.transport.PATIENCE", 5.0)


CONFIGURATION = """
protocols = imap
base_dir = {home}/run
state_dir = {home}/state
log_path = {home}/log
default_internal_user = {internal}
default_login_user = {login}
default_internal_group = {group}
ssl = yes
ssl_cert = <{home}/cert.pem
ssl_key = <{home}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:{home}/box/mail
first_valid_uid = 0
first_valid_gid = 0
passdb {{
  driver = static
  args = password=hush-hush
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={home}/box
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {secure_port}
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, log: Path) -> None:
    end = monotonic() + 10
    while monotonic() < end:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0 and probe.recv(4) == b"* OK":
                return
        sleep(0.1)
    pytest.fail(f"dovecot does not answer: {log.read_text() if log.exists() else 'no log'}")


@pytest.fixture(scope="module")
def secure() -> Iterator[Server]:
    """A Dovecot of our own on this machine, with a mailbox for anybody who knows the password; over TLS."""
    if which("dovecot") is None or which("openssl") is None:
        missing = "dovecot or openssl is not installed, so there is no real IMAP mailbox to read"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    # As root, Dovecot insists on users of its own, who must be able to walk to its folder: not one below pytest's.
    home = Path(mkdtemp(prefix="sits-imap-"))
    home.chmod(0o755)
    mine = pwd.getpwuid(os.getuid()).pw_name
    internal, login, owner = ("dovecot", "dovenull", "dovecot") if os.getuid() == 0 else (mine, mine, mine)
    account = pwd.getpwnam(owner)
    (home / "box").mkdir()
    os.chown(home / "box", account.pw_uid, account.pw_gid)
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"),
        ],
        cwd=home,
        check=True,
        capture_output=True,
    )
    port, secure_port = free_port(), free_port()
    (home / "dovecot.conf").write_text(
        CONFIGURATION.format(
            home=home,
            internal=internal,
            login=login,
            group=grp.getgrgid(account.pw_gid).gr_name,
            uid=account.pw_uid,
            gid=account.pw_gid,
            port=port,
            secure_port=secure_port,
        )
    )
    running = subprocess.Popen(["dovecot", "-F", "-c", str(home / "dovecot.conf")], stderr=subprocess.DEVNULL)
    try:
        wait_for(port, home / "log")
        yield Server(
            service="imap",
            host="127.0.0.1",
            port=secure_port,
            security="tls",
            user="red",
            authority=str(home / "cert.pem"),
        )
    finally:
        running.terminate()
        running.wait(10)
        rmtree(home)


@pytest.fixture
def server(secure: Server) -> Server:
    """The same, not encrypted, with an empty mailbox."""
    port = next(
        int(line.split("=")[1])
        for line in (Path(str(secure.authority)).parent / "dovecot.conf").read_text().splitlines()
        if line.strip().startswith("port = ")
    )
    plain = evolve(secure, port=port, security="none", authority=None)
    with box(plain) as opened:
        opened.delete(opened.uids())
    return plain


def box(server: Server) -> MailBoxUnencrypted:
    opened = MailBoxUnencrypted(server.host, server.port, timeout=5)
    opened.login("red", HUSH.reveal())
    return opened


def mail(number: int) -> EmailMessage:
    (message,) = write_letter(
        Letter(
            sender="blue@example.org",
            to=("red@example.org",),
            subject="Duel",
            report=REPORT,
            content=bundle(number),
        )
    )
    return message


def put(server: Server, *numbers: int) -> None:
    with box(server) as opened:
        for number in numbers:
            opened.append(mail(number).as_bytes(), "INBOX")


def test_letters_are_fetched_in_order_and_marked_by_nobody(server: Server) -> None:
    put(server, 1, 2, 3)
    found = list(fetch(server, HUSH))
    assert [read_letter(each.mail.content).contents for each in found] == [(bundle(number),) for number in (1, 2, 3)]
    assert [each.mail.content for each in found] == [mail(number).as_bytes() for number in (1, 2, 3)]
    with box(server) as opened:
        assert len(opened.uids("UNSEEN")) == 3


def test_only_what_came_after_the_bookmark_is_fetched(server: Server) -> None:
    put(server, 1, 2)
    *_, last = fetch(server, HUSH)
    assert list(fetch(server, HUSH, after=last.bookmark)) == []
    put(server, 3)
    (found,) = fetch(server, HUSH, after=last.bookmark)
    assert read_letter(found.mail.content).contents == (bundle(3),)


def test_a_folder_that_was_made_anew_is_read_from_its_beginning(server: Server) -> None:
    put(server, 1)
    assert len(list(fetch(server, HUSH, after=Bookmark(validity=1, uid=9999)))) == 1


def test_without_a_bookmark_a_day_may_be_named(server: Server) -> None:
    put(server, 1)
    assert len(list(fetch(server, HUSH, since=date(2020, 2, 29)))) == 1
    assert list(fetch(server, HUSH, since=date(2120, 2, 29))) == []


def test_an_empty_mailbox_holds_nothing(server: Server) -> None:
    assert list(fetch(server, HUSH)) == []


def test_mails_are_fetched_over_tls(secure: Server, server: Server) -> None:
    put(server, 1)
    (found,) = fetch(secure, HUSH)
    assert read_letter(found.mail.content).contents == (bundle(1),)
    (found,) = fetch(evolve(server, security="starttls", authority=secure.authority), HUSH)
    assert read_letter(found.mail.content).contents == (bundle(1),)


def test_a_server_that_cannot_prove_its_name_learns_no_password(secure: Server) -> None:
    with pytest.raises(NotAllowedError, match=r"cannot prove that it is 127\.0\.0\.1: self-signed certificate"):
        list(fetch(evolve(secure, authority=None), HUSH))


@pytest.mark.parametrize("password", ["wrong-words", "w\u00f6rter"])
def test_a_wrong_password_is_told_and_not_repeated(server: Server, password: str) -> None:
    with pytest.raises(NotAllowedError) as refusal:
        list(fetch(server, Password(password)))
    assert str(refusal.value) == (
        f"The IMAP server 127.0.0.1, port {server.port} does not know red with this password. Check both."
    )


def test_a_folder_that_is_not_there_is_told(server: Server) -> None:
    with pytest.raises(NotNowError, match=r"did not do what it was asked: .*Mailbox doesn't exist"):
        list(fetch(evolve(server, folder="Nowhere"), HUSH))


def test_a_server_that_is_not_there_is_told() -> None:
    absent = Server(service="imap", host="127.0.0.1", port=free_port(), security="none", user="red")
    with pytest.raises(NotNowError) as refusal:
        list(fetch(absent, HUSH))
    assert str(refusal.value) == (
        f"The IMAP server 127.0.0.1, port {absent.port} cannot be used now: Connection refused. Try again later."
    )


def test_a_mailbox_that_gives_up_no_mails_is_told_in_its_own_words() -> None:
    def uid(*_: str) -> tuple[str, list[bytes]]:
        return "NO", [b"[UNAVAILABLE] the folder is being moved"]

    box: Any = SimpleNamespace(client=SimpleNamespace(uid=uid))
    with pytest.raises(NotNowError) as refusal:
        _ask(box, [1, 2], "RFC822.SIZE")
    assert str(refusal.value) == (
        "The mailbox did not give up its mails: [UNAVAILABLE] the folder is being moved. Try again later."
    )
