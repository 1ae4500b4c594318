"""Real mail servers on this machine: a Dovecot that keeps mail, and one for SMTP that brings it there."""

from __future__ import annotations

import grp
import itertools
import os
import pwd
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from shutil import rmtree, which
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import Final

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from attrs import Factory, define

from sits_es.mail.servers import Security, Server

#: The password of everybody.
HUSH: Final = "hush-hush"

_CONFIGURATION: Final = """
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
mail_location = maildir:{home}/box/%u
first_valid_uid = 0
first_valid_gid = 0
mail_max_userip_connections = 100
passdb {{
  driver = static
  args = password={password}
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
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def settings(address: str, user: str = "", **ports: int) -> str:
    """Settings of somebody whose mail goes by servers on this machine. ports: of smtp, imap or both."""
    text = f'[mail]\naddress = "{address}"\noutbox = "out"\n'
    for service, port in ports.items():
        text += f'[mail.{service}]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
    return text + (f'user = "{user}"\n' if user else "")


def certify(folder: Path) -> ssl.SSLContext:
    """Write a certificate for 127.0.0.1, cert.pem and key.pem; a server's context with it."""
    words = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1")
    more = ("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem")
    subprocess.run(["openssl", *words, *more], cwd=folder, check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context


@define
class Dovecot:
    """A Dovecot of our own, with a mailbox for anybody who knows the password. It goes away and comes back."""

    home: Path
    port: int = Factory(free_port)
    secure_port: int = Factory(free_port)
    _running: subprocess.Popen[bytes] | None = None

    @property
    def owner(self) -> pwd.struct_passwd:
        """Who reads the mailboxes: as root, Dovecot insists on users of its own."""
        return pwd.getpwnam("dovecot") if os.getuid() == 0 else pwd.getpwuid(os.getuid())

    def server(self, user: str, security: Security = "none") -> Server:
        """How somebody's program reaches it."""
        port = self.secure_port if security == "tls" else self.port
        authority = None if security == "none" else str(self.home / "cert.pem")
        return Server(service="imap", host="127.0.0.1", port=port, security=security, user=user, authority=authority)

    def somebody(self) -> Server:
        """How somebody's program reaches an empty mailbox."""
        return self.server(f"red{next(_NUMBERS)}")

    def start(self) -> None:
        """Let it come, or come back."""
        self._running = subprocess.Popen(
            ["dovecot", "-F", "-c", str(self.home / "dovecot.conf")], stderr=subprocess.DEVNULL
        )
        end = monotonic() + 10
        while monotonic() < end:
            with socket.socket() as probe, suppress(OSError):
                probe.settimeout(1)
                if probe.connect_ex(("127.0.0.1", self.port)) == 0 and probe.recv(4) == b"* OK":
                    return
            sleep(0.1)
        log = self.home / "log"
        pytest.fail(f"dovecot does not answer: {log.read_text() if log.exists() else 'no log'}")

    def stop(self) -> None:
        """Let it go away, with all who are connected."""
        if self._running is not None:
            self._running.terminate()
            self._running.wait(10)
            self._running = None

    def bring(self, user: str, content: bytes) -> None:
        """Put a mail into somebody's mailbox, as a program does that delivers mail."""
        box, name = self.home / "box" / user, f"{monotonic():.6f}.{next(_NUMBERS)}.here"
        for folder in (box, box / "tmp", box / "new", box / "cur"):
            if not folder.exists():
                folder.mkdir(mode=0o700)
                self._give(folder)
        (box / "tmp" / name).write_bytes(content)
        self._give(box / "tmp" / name)
        (box / "tmp" / name).rename(box / "new" / name)

    def write(self) -> None:
        """Write its settings, and a certificate."""
        certify(self.home)
        (self.home / "box").mkdir()
        self._give(self.home / "box")
        owner, mine = self.owner, pwd.getpwuid(os.getuid()).pw_name
        text = _CONFIGURATION.format(
            home=self.home,
            password=HUSH,
            internal=owner.pw_name,
            login="dovenull" if os.getuid() == 0 else mine,
            group=grp.getgrgid(owner.pw_gid).gr_name,
            uid=owner.pw_uid,
            gid=owner.pw_gid,
            port=self.port,
            secure_port=self.secure_port,
        )
        (self.home / "dovecot.conf").write_text(text)

    def _give(self, path: Path) -> None:
        os.chown(path, self.owner.pw_uid, self.owner.pw_gid)


_NUMBERS: Final = itertools.count()


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """A Dovecot that runs. Without the programs that it takes a test is skipped, and fails in CI."""
    if which("dovecot") is None or which("openssl") is None:
        missing = "dovecot or openssl is not installed, so there is no real IMAP mailbox to read"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    home = Path(mkdtemp(prefix="sits-imap-"))  # users of its own must walk to it: not to one below pytest's
    home.chmod(0o755)
    running = Dovecot(home)
    try:
        running.write()
        running.start()
        yield running
    finally:
        running.stop()
        rmtree(home)


@define
class PostOffice:
    """A mail server that takes letters and brings each to its readers' mailboxes. It goes away and comes back.

    taken: every mail, in order.
    """

    boxes: Dovecot
    port: int = Factory(free_port)
    taken: list[Message] = Factory(list)
    _running: Controller | None = None

    def start(self) -> None:
        """Let it come, or come back."""
        self._running = Controller(self, hostname="127.0.0.1", port=self.port)
        self._running.start()

    def stop(self) -> None:
        """Let it go away."""
        if self._running is not None:
            self._running.stop()
            self._running = None

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 -- the library's name
        """Bring a mail to its readers."""
        content = envelope.original_content or b""
        self.taken.append(message_from_bytes(content))
        for each in envelope.rcpt_tos:
            self.boxes.bring(each.partition("@")[0], content)
        return "250 Taken"


@contextmanager
def post_office(boxes: Dovecot) -> Iterator[PostOffice]:
    """A mail server that runs."""
    running = PostOffice(boxes)
    try:
        running.start()
        yield running
    finally:
        running.stop()
