"""Mails that are too long to open are named and never read whole: memory stays small, whatever comes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.mail.servers import Server
from tests.mail.test_imap import box

pytestmark = pytest.mark.long

#: What `sits mail in` may take, in bytes.
MEMORY = 200_000_000

PROGRAM = """
import resource, sys
from commands.start import run
sys.argv = ["sits", "mail", "in", *sys.argv[1:]]
try:
    run()
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, file=sys.stderr)
"""

HEAD = b"From: Eve <eve@example.org>\nSubject: =?utf-8?q?My_holidays=21?=\nContent-Type: text/plain\n\n"


def long_mail(megabytes: int, line: bytes = b"QUJD" * 19 + b"\n") -> Iterator[bytes]:
    """A mail in pieces."""
    yield HEAD
    piece = line * (1_000_000 // len(line))
    left = megabytes * 1_000_000 - len(HEAD)
    while left > 0:
        yield piece[:left]
        left -= len(piece[:left])


def put(path: Path, megabytes: int, *, before: bytes = b"", line: bytes = b"QUJD" * 19 + b"\n") -> Path:
    with path.open("wb") as file:
        file.write(before)
        file.writelines(long_mail(megabytes, line))
    return path


def mail_in(home: Path, *words: str, feed: Path | None = None) -> tuple[str, int]:
    """What `sits mail in` says in a process of its own, and the most memory that it had."""
    environment = {**os.environ, "SITS_HOME": str(home), "COLUMNS": "300"}
    with (feed or Path(os.devnull)).open("rb") as stream:
        done = subprocess.run(
            # a shell between: otherwise the memory of the tests themselves would count as the program's
            ["sh", "-c", '"$@"; exit $?', "sh", sys.executable, "-c", PROGRAM, *words],
            env=environment,
            stdin=stream,
            capture_output=True,
            text=True,
            check=True,
        )
    return done.stdout, int(done.stderr.strip().splitlines()[-1])


def said_of(source: str, megabytes: int) -> str:
    return (
        f'{source}: a mail of {megabytes}.0 MB from eve@example.org, subject "My holidays!" was not opened. '
        "A mail may have 25 MB; a letter of a game has far less.\n"
    )


@pytest.mark.parametrize(("megabytes", "line"), [(99, b"QUJD" * 19 + b"\n"), (200, b"QUJD")], ids=["lines", "one line"])
def test_a_mail_that_is_too_long_is_named_with_little_memory(megabytes: int, line: bytes, tmp_path: Path) -> None:
    path = put(tmp_path / "long.eml", megabytes, line=line)
    said, memory = mail_in(tmp_path / "var", str(path))
    assert said_of(str(path), megabytes) in said
    assert memory < MEMORY


def test_a_long_mail_in_a_maildir_an_mbox_and_standard_input_is_named_with_little_memory(tmp_path: Path) -> None:
    for room in ("cur", "new", "tmp"):
        (tmp_path / "box" / room).mkdir(parents=True)
    put(tmp_path / "box" / "new" / "1.long", 99)
    mbox = put(tmp_path / "mbox", 99, before=b"From a\nFrom: a@example.org\nSubject: One\n\nHi.\n\nFrom eve\n")
    with mbox.open("ab") as file:
        file.write(b"\n\nFrom b\nFrom: b@example.org\nSubject: Three\n\nHi.\n")
    said, memory = mail_in(tmp_path / "var", str(tmp_path / "box"), str(mbox), "-", feed=mbox)
    assert said_of(f"{tmp_path}/box/1.long", 99) in said
    assert said_of(f"{mbox}, mail 2", 99) in said
    assert said_of("standard input, mail 2", 99) in said
    assert said.startswith("Mails read: 7. New packets: 0.\n")
    assert memory < MEMORY


def test_a_mail_that_may_just_be_opened_takes_little_memory(tmp_path: Path) -> None:
    path = put(tmp_path / "long.eml", 25)
    said, memory = mail_in(tmp_path / "var", str(path))
    assert '1 mail held nothing of a game (from eve@example.org, subject "My holidays!").' in said
    assert memory < MEMORY


def test_a_long_mail_in_an_inbox_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "var" / "inbox").mkdir(parents=True)
    path = put(tmp_path / "var" / "inbox" / "long.eml", 26)
    assert said_of(str(path), 26) in mail_in(tmp_path / "var")[0]
    assert mail_in(tmp_path / "var")[0] == "Mails read: 0. New packets: 0.\n"


def test_a_long_mail_stays_on_its_server_and_is_named_once(
    mailbox: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", "hush-hush")
    with box(mailbox) as inbox:
        inbox.append(b"".join(long_mail(40)), "INBOX")
        inbox.append(b"From: a@example.org\nSubject: Hi\n\nHello.\n", "INBOX")
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "sits.toml").write_text(
        f'[mail.imap]\nhost = "127.0.0.1"\nport = {mailbox.port}\nsecurity = "none"\nuser = "red"\n'
    )
    said, memory = mail_in(tmp_path / "var")
    assert ' MB from eve@example.org, subject "My holidays!" was not opened.' in said
    assert '1 mail held nothing of a game (from a@example.org, subject "Hi").' in said
    assert memory < 100_000_000, "none of it came over the line"
    assert mail_in(tmp_path / "var")[0] == "Mails read: 0. New packets: 0.\n"
