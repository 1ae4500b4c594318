from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.mail.settings import (
    MailSettings,
    Password,
    Server,
    find_password,
    read_settings,
    system_keyring,
)

WHOLE = """
[mail]
address = "red@example.org"
inbox = "mail/in"
outbox = "mail/out"

[mail.smtp]
host = "smtp.example.org"
user = "red"

[mail.imap]
host = "imap.example.org"
port = 1993
user = "red"
folder = "Games"
authority = "own.pem"
"""
SMTP = Server(service="smtp", host="smtp.example.org", port=587, security="starttls", user="red")


def test_settings_are_read_and_what_is_left_out_is_the_usual() -> None:
    assert read_settings(WHOLE, "sits.toml") == MailSettings(
        address="red@example.org",
        inbox="mail/in",
        outbox="mail/out",
        smtp=SMTP,
        imap=Server(
            service="imap",
            host="imap.example.org",
            port=1993,
            security="tls",
            user="red",
            folder="Games",
            authority="own.pem",
        ),
    )
    assert read_settings("", "sits.toml") == MailSettings()
    assert read_settings("[other]\npassword = 'x'", "sits.toml") == MailSettings()


@pytest.mark.parametrize(
    ("service", "security", "port"),
    [("smtp", "starttls", 587), ("smtp", "tls", 465), ("imap", "starttls", 143), ("imap", "tls", 993)],
)
def test_a_port_follows_from_the_service_and_its_security(service: str, security: str, port: int) -> None:
    settings = read_settings(f'[mail.{service}]\nhost = "h"\nsecurity = "{security}"', "sits.toml")
    assert [server.port for server in (settings.smtp, settings.imap) if server] == [port]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mail = 7", "mail is a table. Write [mail] on a line of its own."),
        ("[mail]\nadress = 'a@b'", "mail.adress is not known. Known are address, inbox, outbox, smtp, imap."),
        ("[mail]\naddress = 'red'", "mail.address: 'red' is no mail address. Write one like red@example.org."),
        ("[mail]\ninbox = 7", "mail.inbox is 7; it is a text."),
        ("[mail]\noutbox = ''", "mail.outbox is ''; it is a text."),
        ("[mail]\nsmtp = 'host'", "mail.smtp is a table. Write [mail.smtp] on a line of its own."),
        ("[mail.smtp]", "mail.smtp.host is missing or no server's name. Write one like smtp.example.org."),
        (
            "[mail.imap]\nhost = 'red:x@y'",
            "mail.imap.host is missing or no server's name. Write one like imap.example.org.",
        ),
        ("[mail.smtp]\nhost = 'h'\nport = 0", "mail.smtp.port is 0; it is a whole number from 1 to 65535."),
        ("[mail.smtp]\nhost = 'h'\nport = '25'", "mail.smtp.port is '25'; it is a whole number from 1 to 65535."),
        ("[mail.smtp]\nhost = 'h'\nuser = 1", "mail.smtp.user is 1; it is a text."),
        (
            "[mail.smtp]\nhost = 'h'\nfolder = 'x'",
            "mail.smtp.folder is not known. Known are host, port, security, user, authority.",
        ),
        ("[mail.imap]\nhost = 'h'\nsecurity = 'ssl'", "mail.imap.security is 'ssl'; it is starttls, tls or none."),
        ("[mail.imap]\nhost = 'h'\nsecurity = []", "mail.imap.security is []; it is starttls, tls or none."),
        (
            "[mail.smtp]\nhost = 'h'\nsecurity = 'none'",
            'mail.smtp.security is "none", which sends mail in the clear; only a server on this machine may do so.',
        ),
    ],
)
def test_a_wrong_setting_is_told_in_words(text: str, told: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_settings(text, "sits.toml")
    assert str(refusal.value) == f"sits.toml: {told}"


def test_every_wrong_setting_is_told_at_once() -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_settings("[mail]\ncolour = 1\n[mail.smtp]\nport = 0\n[mail.imap]\nport = 0", "sits.toml")
    assert len(refusal.value.problems) == 5


def test_a_file_that_is_no_toml_is_told() -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_settings("[mail", "sits.toml")
    assert str(refusal.value).startswith("sits.toml: Expected ']' at the end of a table declaration")


@pytest.mark.parametrize(
    ("text", "name", "variable"),
    [
        ("[mail.smtp]\nhost = 'h'\npassword = 'hush-hush'", "mail.smtp.password", "SITS_SMTP_PASSWORD"),
        ("[mail.imap]\nPassWd = 'hush-hush'", "mail.imap.PassWd", "SITS_IMAP_PASSWORD"),
        ("[mail]\nsmtp_token = 'hush-hush'", "mail.smtp_token", "SITS_SMTP_PASSWORD"),
        ("[mail.smtp]\nclient_secret = 'hush-hush'", "mail.smtp.client_secret", "SITS_SMTP_PASSWORD"),
    ],
)
def test_a_password_in_the_file_is_refused_and_not_repeated(text: str, name: str, variable: str) -> None:
    with pytest.raises(NotAllowedError) as refusal:
        read_settings(text, "sits.toml")
    assert str(refusal.value) == (
        f"sits.toml: {name} looks like a password, and none may stand in this file. Take it out, and set "
        f"{variable} in the environment instead."
    )


def test_a_password_comes_from_the_environment_before_the_keyring() -> None:
    password = find_password(SMTP, {"SITS_SMTP_PASSWORD": "hush"}, lambda *_: "other")
    assert password is not None
    assert password.reveal() == "hush"


def test_a_password_comes_from_the_keyring_under_service_and_user() -> None:
    password = find_password(SMTP, {}, lambda service, user: f"{service}/{user}")
    assert password == Password("sits-es smtp/red")


def test_a_server_that_asks_for_no_name_needs_no_password() -> None:
    assert find_password(Server(service="smtp", host="localhost", port=25, security="none"), {}) is None


@pytest.mark.parametrize("keyring", [None, lambda *_: None])
def test_a_password_that_is_nowhere_is_told_with_where_to_put_it(
    keyring: Callable[[str, str], str | None] | None,
) -> None:
    with pytest.raises(NotAllowedError) as refusal:
        find_password(SMTP, {"SITS_IMAP_PASSWORD": "x"}, keyring)
    assert str(refusal.value) == (
        "There is no password for red at the SMTP server smtp.example.org, port 587. Set SITS_SMTP_PASSWORD in the "
        'environment, or keep it in the system\'s keyring: keyring set "sits-es smtp" red'
    )


def test_a_password_is_shown_by_nothing() -> None:
    assert "hush" not in repr(Password("hush")) + str(Password("hush"))


def test_the_systems_keyring_is_asked_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("keyring")
    module.__spec__ = __spec__
    module.get_password = lambda service, user: f"{service} {user}"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", module)
    ask = system_keyring()
    assert ask is not None
    assert ask("sits-es imap", "red") == "sits-es imap red"


def test_without_a_keyring_none_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert system_keyring() is None
