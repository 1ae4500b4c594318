from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from sits_es.errors import NotAllowedError
from sits_es.mail.servers import Password, Server, find_password
from tests.shared.refusals import refused

SMTP = Server(service="smtp", host="smtp.example.org", port=587, security="starttls", user="red")


class NoKeyringError(Exception):
    """The library has found nothing that keeps passwords."""


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], str]:
    """What the system's keyring holds, by service and user; without red's password for SMTP it does not open."""
    passwords: dict[tuple[str, str], str] = {}

    def get_password(service: str, user: str) -> str:
        if (service, user) not in passwords:
            raise NoKeyringError
        return passwords[service, user]

    errors = SimpleNamespace(KeyringError=NoKeyringError)
    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(get_password=get_password, errors=errors))
    monkeypatch.delenv("SITS_SMTP_PASSWORD", raising=False)
    return passwords


def test_a_password_comes_from_the_environment_before_the_keyring_and_is_needed_only_for_a_name(
    kept: dict[tuple[str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept["sits-es smtp", "red"] = "other"
    assert find_password(SMTP) == Password("other")
    monkeypatch.setenv("SITS_SMTP_PASSWORD", "hush")
    assert (password := find_password(SMTP)) is not None
    assert password.text == "hush"
    assert "hush" not in repr(password) + str(password)
    assert find_password(Server(service="smtp", host="localhost", port=25, security="none")) is None


@pytest.mark.parametrize("keyring", ["installed", "missing"])
def test_a_password_that_is_nowhere_is_told_with_where_to_put_it(keyring: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", "x")
    if keyring == "missing":
        monkeypatch.setitem(sys.modules, "keyring", None)
    assert refused(find_password, SMTP, kind=NotAllowedError) == (
        "There is no password for red at the SMTP server smtp.example.org (port 587). Set SITS_SMTP_PASSWORD in the "
        'environment, or keep it in the system\'s keyring: keyring set "sits-es smtp" red'
    )
