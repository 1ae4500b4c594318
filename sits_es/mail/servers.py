"""Mail servers, and where the password for one comes from: the environment or the system's keyring, never a file."""

from __future__ import annotations

import importlib
import os
from contextlib import suppress
from typing import Final, Literal, get_args

from attrs import field, frozen
from msgspec import Struct

from sits_es.errors import NotAllowedError
from sits_es.values import Value

Service = Literal["smtp", "imap"]
Security = Literal["starttls", "tls", "none"]
SECURITY: Final = get_args(Security)

#: Servers on this machine.
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})

#: The usual port of a service by its security.
PORTS: Final = {
    "smtp": {"starttls": 587, "tls": 465, "none": 25},
    "imap": {"starttls": 143, "tls": 993, "none": 143},
}


class Server(Struct, frozen=True, kw_only=True):
    """A mail server. user: None for none; security: "none" on this machine alone; authority: file with certificates."""

    service: Service
    host: str
    port: int
    security: Security
    user: str | None = None
    authority: str | None = None
    folder: str = "INBOX"

    def __str__(self) -> str:
        return f"{self.service.upper()} server {self.host} (port {self.port})"


@frozen
class Password(Value):
    """A password, shown by nothing that shows values. text: for the server alone."""

    text: str = field(repr=False)


def find_password(server: Server) -> Password | None:
    """A server's password, from environment or keyring; None without a user. NotAllowedError says where to put it."""
    if server.user is None:
        return None
    variable, kept_as = password_variable(server.service), f"sits-es {server.service}"
    text = os.environ.get(variable) or _in_keyring(kept_as, server.user)
    if not text:
        raise NotAllowedError(
            f"There is no password for {server.user} at the {server}. Set {variable} in the environment, or "
            f'keep it in the system\'s keyring: keyring set "{kept_as}" {server.user}'
        )
    return Password(text)


def _in_keyring(service: str, user: str) -> str | None:
    """What the system's keyring holds, where the package `keyring` is installed and finds one that it can open."""
    with suppress(ImportError):
        keyring = importlib.import_module("keyring")
        with suppress(keyring.errors.KeyringError):
            found: str | None = keyring.get_password(service, user)
            return found
    return None


def password_variable(service: Service) -> str:
    """The environment variable that holds a password."""
    return f"SITS_{service.upper()}_PASSWORD"
