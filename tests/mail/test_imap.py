from __future__ import annotations

import getpass
import grp
import os
import socket
import subprocess
from collections.abc import Iterator
from datetime import date
from email.message import EmailMessage
from pathlib import Path
from shutil import which
from time import monotonic, sleep

import pytest
from attrs import evolve
from imap_tools.mailbox import MailBoxUnencrypted

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.reading import read_letter
from sits_es.mail.settings import Password, Server
from sits_es.mail.transport import Bookmark, fetch
from tests.mail.mailing import REPORT, seal

HUSH = Password("hush hush")

CONFIGURATION = """
protocols = imap
base_dir = {home}/run
state_dir = {home}/state
log_path = {home}/log
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
ssl = {ssl}
ssl_cert = <{home}/cert.pem
ssl_key = <{home}/key.pem
disable_plaintext_auth = no
mail_location = maildir:{home}/box
first_valid_uid = 0
first_valid_gid = 0
passdb {{
  driver = static
  args = password="hush hush"
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={home}
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
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.05)
    pytest.fail(f"dovecot does not answer: {log.read_text() if log.exists() else 'no log'}")


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Dovecot of our own on this machine, with a mailbox for anybody who knows the password; over TLS."""
    if which("dovecot") is None or which("openssl") is None:
        pytest.skip("dovecot or openssl is not installed, so there is no real IMAP mailbox to read")
    home = tmp_path_factory.mktemp("post")
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
            user=getpass.getuser(),
            group=grp.getgrgid(os.getgid()).gr_name,
            uid=os.getuid(),
            gid=os.getgid(),
            ssl="yes",
            port=port,
            secure_port=secure_port,
        )
    )
    running = subprocess.Popen(["dovecot", "-F", "-c", str(home / "dovecot.conf")], stderr=subprocess.DEVNULL)
    try:
        wait_for(secure_port, home / "log")
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
    opened = MailBoxUnencrypted(server.host, server.port)
    opened.login("red", HUSH.reveal())
    return opened


def mail(number: int) -> EmailMessage:
    (message,) = write_letter(
        Letter(
            sender="blue@example.org",
            to=("red@example.org",),
            subject="Duel",
            report=REPORT,
            packets=(seal(number=number),),
        )
    )
    return message


def put(server: Server, *numbers: int) -> None:
    with box(server) as opened:
        for number in numbers:
            opened.append(mail(number).as_bytes(), "INBOX")


def test_packets_are_fetched_in_order_and_marked_by_nobody(server):
    put(server, 1, 2, 3)
    found = list(fetch(server, HUSH))
    assert [read_letter(each.mail.content).packets[0].packet.number for each in found] == [1, 2, 3]
    assert [each.mail.content.replace(b"\r", b"") for each in found] == [
        mail(n).as_bytes().replace(b"\r", b"") for n in (1, 2, 3)
    ]
    with box(server) as opened:
        assert len(opened.uids("UNSEEN")) == 3


def test_only_what_came_after_the_bookmark_is_fetched(server):
    put(server, 1, 2)
    *_, last = fetch(server, HUSH)
    assert list(fetch(server, HUSH, after=last.bookmark)) == []
    put(server, 3)
    (found,) = fetch(server, HUSH, after=last.bookmark)
    assert read_letter(found.mail.content).packets == (seal(number=3),)


def test_a_folder_that_was_made_anew_is_read_from_its_beginning(server):
    put(server, 1)
    assert len(list(fetch(server, HUSH, after=Bookmark(validity=1, uid=9999)))) == 1


def test_without_a_bookmark_a_day_may_be_named(server):
    put(server, 1)
    assert len(list(fetch(server, HUSH, since=date(2020, 2, 29)))) == 1
    assert list(fetch(server, HUSH, since=date(2120, 2, 29))) == []


def test_an_empty_mailbox_holds_nothing(server):
    assert list(fetch(server, HUSH)) == []


def test_mails_are_fetched_over_tls(secure, server):
    put(server, 1)
    (found,) = fetch(secure, HUSH)
    assert read_letter(found.mail.content).packets == (seal(number=1),)
    (found,) = fetch(evolve(server, security="starttls", authority=secure.authority), HUSH)
    assert read_letter(found.mail.content).packets == (seal(number=1),)


def test_a_server_that_cannot_prove_its_name_learns_no_password(secure):
    with pytest.raises(NotAllowedError, match="cannot prove that it is 127.0.0.1: self-signed certificate"):
        list(fetch(evolve(secure, authority=None), HUSH))


@pytest.mark.parametrize("password", ["wrong-words", "w\u00f6rter"])
def test_a_wrong_password_is_told_and_not_repeated(server, password):
    with pytest.raises(NotAllowedError) as refusal:
        list(fetch(server, Password(password)))
    assert str(refusal.value) == (
        f"The IMAP server 127.0.0.1, port {server.port} does not know red with this password. Check both."
    )


def test_a_folder_that_is_not_there_is_told(server):
    with pytest.raises(NotNowError, match="did not do what it was asked: .*Mailbox doesn't exist"):
        list(fetch(evolve(server, folder="Nowhere"), HUSH))


def test_a_server_that_is_not_there_is_told():
    absent = Server(service="imap", host="127.0.0.1", port=free_port(), security="none", user="red")
    with pytest.raises(NotNowError) as refusal:
        list(fetch(absent, HUSH))
    assert str(refusal.value) == (
        f"The IMAP server 127.0.0.1, port {absent.port} cannot be used now: Connection refused. Try again later."
    )
