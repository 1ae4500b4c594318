from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from sits_es.errors import NotAllowedError
from sits_es.mail.servers import Password, Server, find_password, system_keyring

SMTP = Server(service="smtp", host="smtp.example.org", port=587, security="starttls", user="red")


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
