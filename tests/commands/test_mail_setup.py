"""`sits mail setup` writes the first sits.toml, never changes another, and tries the servers."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from msgspec import structs

from commands.settings import filled
from sits_es.mail.servers import Server
from sits_es.post.settings import PostSettings, blank_settings, known_keys, post_settings, read_settings
from sits_es.toml import KeyPath
from tests.shared.mail_servers import free_port
from tests.shared.programs import Table

#: Every key that the reader of the file knows.
KEYS = {
    (): ("mail", "post", "notify"),
    ("mail",): ("address", "inbox", "outbox", "smtp", "imap"),
    ("mail", "smtp"): ("host", "port", "security", "user", "authority"),
    ("mail", "imap"): ("host", "port", "security", "user", "authority", "folder"),
    ("post",): ("name", "reports", "bot"),
    ("notify",): ("command",),
}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    table = Table(tmp_path, monkeypatch)
    (tmp_path / "anna" / "sits.toml").unlink()
    return table


def test_the_blank_file_explains_every_key_and_no_other() -> None:
    assert known_keys() == KEYS
    usual: dict[str, str | int] = {"port": 25, "reports": True, "security": "tls", "address": "a@b.org", "bot": "cadet"}
    set_to: dict[KeyPath, str | int] = {
        path: usual.get(path[-1], "x")
        for path in ((*table, key) for table, keys in KEYS.items() for key in keys)
        if path not in KEYS
    }
    read = read_settings(Path(), filled(set_to))
    fields = {name: value for name, value in vars_of(read).items() if value is None}
    assert not fields, "what is set in the blank file is read"
    before = [line for line in blank_settings().splitlines() if line.startswith("#")]
    assert len(before) > len(set_to)


def vars_of(read: PostSettings) -> dict[str, object]:
    return structs.asdict(read)


def test_the_blank_file_sets_nothing(tmp_path: Path) -> None:
    assert read_settings(tmp_path, blank_settings()) == read_settings(tmp_path, "")


def test_the_examples_in_the_blank_file_can_be_set_as_they_stand(tmp_path: Path) -> None:
    lines = [line[1:] if line.startswith("#") and line[1:2] != " " else line for line in blank_settings().splitlines()]
    read = read_settings(tmp_path, "\n".join(lines))
    assert (read.smtp and read.smtp.port, read.imap and read.imap.port) == (587, 993)


def test_all_that_can_be_set_is_shown(table: Table) -> None:
    assert table.sits("anna", "mail", "setup", "--show") == blank_settings()
    assert not (table.folder / "anna" / "sits.toml").exists()


def test_a_first_file_is_written_with_what_is_said_and_the_servers_are_tried(
    table: Table, mailbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", "hush-hush")
    port = mailbox.port
    out = free_port()
    server = Controller(Sink(), hostname="127.0.0.1", port=out)
    server.start()
    try:
        me = str(mailbox.user)
        words = (f"imap=127.0.0.1:{port}", f"user={me}")
        told = table.sits("anna", "mail", "setup", *words)
        path = table.folder / "anna" / "sits.toml"
        assert told == (
            f"{path} is written; every setting is explained in it.\n"
            f"The IMAP server 127.0.0.1 (port {port}) lets {me} read mail. Mails in INBOX: 0.\n"
        )
        text = path.read_text()
        told = table.refused_with("anna", "mail", "setup", f"smtp=127.0.0.1:{out}", *words)
        assert told == (
            f"{path} already exists and was not changed. Add to it:\n\n"
            f'[mail.smtp]\nhost = "127.0.0.1"\nport = {out}\nsecurity = "none"\nuser = "{me}"\n\n'
            "Then try the servers: sits mail setup\n"
        )
        assert path.read_text() == text
        path.write_text(text + f'\n[mail.smtp]\nhost = "127.0.0.1"\nport = {out}\nsecurity = "none"\n')
        assert table.sits("anna", "mail", "setup") == (
            f"The SMTP server 127.0.0.1 (port {out}) accepts letters.\n"
            f"The IMAP server 127.0.0.1 (port {port}) lets {me} read mail. Mails in INBOX: 0.\n"
        )
    finally:
        server.stop()


def test_a_server_that_cannot_be_used_is_told_beside_the_other(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SITS_IMAP_PASSWORD", raising=False)
    port = free_port()
    words = (f"smtp=127.0.0.1:{port}", "imap=imap.example.org", "address=anna@example.org")
    told = table.refused_with("anna", "mail", "setup", *words)
    path = table.folder / "anna" / "sits.toml"
    assert told.startswith(f"{path} is written; every setting is explained in it.\nThere is no password for anna@")
    assert "There is no password for anna@example.org at the IMAP server imap.example.org (port 993)." in told
    settings = post_settings(table.folder / "anna")
    assert settings.address == "anna@example.org"
    assert settings.smtp is not None
    assert (settings.smtp.security, settings.smtp.user) == ("none", "anna@example.org")
    assert settings.imap is not None
    assert (settings.imap.security, settings.imap.port) == ("tls", 993)


def test_what_cannot_be_set_is_refused_and_nothing_written(table: Table) -> None:
    said = table.refused("anna", "mail", "setup", "address=anna")
    assert '"anna" is not a mail address. Write an address like red@example.org.' in said
    said = table.refused("anna", "mail", "setup", "smpt=smtp.example.org", "anna")
    assert said == (
        "There is no setting smpt. Did you mean smtp? Settings: smtp, imap, user, address.\n"
        "There is no setting anna. Settings: smtp, imap, user, address.\n"
    )
    said = table.refused("anna", "mail", "setup", "smtp", "imap=")
    assert said == (
        '"smtp": write NAME=VALUE, such as smtp=smtp.example.org.\n'
        '"imap=": write NAME=VALUE, such as smtp=smtp.example.org.\n'
    )
    said = table.refused("anna", "mail", "setup", "smtp=smtp.example.org", "smtp=smtp.example.com")
    assert said == "smtp is given twice. Give it once.\n"
    assert not (table.folder / "anna" / "sits.toml").exists()


def test_fetching_from_no_server_or_for_nobody_is_refused(table: Table) -> None:
    path = table.folder / "anna" / "sits.toml"
    for text, told in (
        ("", f"No server is set for fetching mail. Write a table [mail.imap] in {path}."),
        ('[mail.imap]\nhost = "h"', f"{path}: mail.imap.user is missing; a mailbox needs a user."),
    ):
        path.write_text(text)
        said = " ".join(table.refused_with("anna", "mail", "fetch").split())
        assert said == f"Mails read: 0. With news: 0. {told}"


def test_without_servers_letters_are_files(table: Table) -> None:
    path = table.folder / "anna" / "sits.toml"
    assert table.sits("anna", "mail", "setup") == (
        f"{path} is written; every setting is explained in it.\n"
        "No mail server is set, so letters are files: sits mail out, sits mail in FILE\n"
    )
