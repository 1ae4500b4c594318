"""Mail servers, and where the password for one comes from: the environment or the system's keyring, never a file."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from typing import Final, Literal

from attrs import field, frozen

from sits_es.errors import NotAllowedError

Service = Literal["smtp", "imap"]
Security = Literal["starttls", "tls", "none"]
SECURITY: Final = ("starttls", "tls", "none")

#: Servers on this machine.
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})

#: The usual port of a service by its security.
PORTS: Final[dict[tuple[str, str], int]] = {
    ("smtp", "starttls"): 587,
    ("smtp", "tls"): 465,
    ("smtp", "none"): 25,
    ("imap", "starttls"): 143,
    ("imap", "tls"): 993,
    ("imap", "none"): 143,
}


@frozen(kw_only=True)
class Server:
    """A mail server. user: None where it asks for no name; folder: of an IMAP mailbox.

    security: "starttls", "tls" from the first byte, or "none", which only this machine itself may use.
    authority: a file with the certificates to trust, None for the system's.
    """

    service: Service
    host: str
    port: int
    security: Security
    user: str | None = None
    authority: str | None = None
    folder: str = "INBOX"

    def __str__(self) -> str:
        return f"the {self.service.upper()} server {self.host}, port {self.port}"


@frozen
class Password:
    """A password, shown by nothing that shows values."""

    _text: str = field(repr=False)

    def reveal(self) -> str:
        """The password itself, for the server alone."""
        return self._text

    def __str__(self) -> str:
        return "(a password)"


def find_password(
    server: Server, environment: Mapping[str, str], keyring: Callable[[str, str], str | None] | None = None
) -> Password | None:
    """The password for a server, from the environment (SITS_SMTP_PASSWORD, SITS_IMAP_PASSWORD) or the keyring.

    keyring: asked with service and user, see `system_keyring`. None where the server asks for no name. Raises
    NotAllowedError when there is none, saying where to put it.
    """
    if server.user is None:
        return None
    variable = password_variable(server.service)
    if text := environment.get(variable):
        return Password(text)
    if keyring is not None and (text := keyring(f"sits-es {server.service}", server.user)):
        return Password(text)
    raise NotAllowedError(
        f"There is no password for {server.user} at {server}. Set {variable} in the environment, or "
        f'keep it in the system\'s keyring: keyring set "sits-es {server.service}" {server.user}'
    )


def system_keyring() -> Callable[[str, str], str | None] | None:
    """The system's keyring, where the package `keyring` is installed."""
    if importlib.util.find_spec("keyring") is None:
        return None
    found: Callable[[str, str], str | None] = importlib.import_module("keyring").get_password
    return found


def password_variable(service: Service) -> str:
    """The environment variable that holds a password."""
    return f"SITS_{service.upper()}_PASSWORD"
