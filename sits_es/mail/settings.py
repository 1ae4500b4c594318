"""The [mail] table of var/sits.toml: the player's address, where his mails lie, and how they are sent and fetched.

Passwords never stand there: they come from the environment or the system's keyring.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal

from attrs import field, frozen

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.mail.letters import read_address

Service = Literal["smtp", "imap"]
Security = Literal["starttls", "tls", "none"]

#: What a password could be called in a file where it must not stand.
_SECRET: Final = re.compile(r"pass|secret|token|pwd", re.IGNORECASE)
_HOST: Final = re.compile(r"[A-Za-z0-9.:-]{1,255}")
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_SECURITY: Final = ("starttls", "tls", "none")
_PORTS: Final[dict[tuple[str, str], int]] = {
    ("smtp", "starttls"): 587,
    ("smtp", "tls"): 465,
    ("smtp", "none"): 25,
    ("imap", "starttls"): 143,
    ("imap", "tls"): 993,
    ("imap", "none"): 143,
}
_MAIL: Final = ("address", "inbox", "outbox", "smtp", "imap")
_SERVER: Final = {
    "smtp": ("host", "port", "security", "user", "authority"),
    "imap": ("host", "port", "security", "user", "authority", "folder"),
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


@frozen(kw_only=True)
class MailSettings:
    """How a player's mail travels. inbox, outbox: paths as written, None where none is named."""

    address: str | None = None
    inbox: str | None = None
    outbox: str | None = None
    smtp: Server | None = None
    imap: Server | None = None


@frozen
class Password:
    """A password, shown by nothing that shows values."""

    _text: str = field(repr=False)

    def reveal(self) -> str:
        """The password itself, for the server alone."""
        return self._text

    def __str__(self) -> str:
        return "(a password)"


def read_settings(text: str, source: str) -> MailSettings:
    """Read the [mail] table of a TOML text; without one, nothing is set. source: what to call the file.

    Raises UnreadableError with every fault, NotAllowedError when a password stands in it.
    """
    try:
        table = tomllib.loads(text).get("mail", {})
    except tomllib.TOMLDecodeError as fault:
        raise UnreadableError(f"{source}: {str(fault).rstrip('.')}.") from None
    if not isinstance(table, dict):
        raise UnreadableError(f"{source}: mail is a table. Write [mail] on a line of its own.")
    if secrets := list(_secrets(table, "mail")):
        raise NotAllowedError(
            f"{source}: {name} looks like a password, and none may stand in this file. Take it out, and set "
            f"{_variable('imap' if 'imap' in name else 'smtp')} in the environment instead."
            for name in secrets
        )
    faults = list(_faults(table))
    if faults:
        raise UnreadableError(f"{source}: {fault}" for fault in faults)
    return MailSettings(
        address=table.get("address"),
        inbox=table.get("inbox"),
        outbox=table.get("outbox"),
        smtp=_server("smtp", table),
        imap=_server("imap", table),
    )


def find_password(
    server: Server, environment: Mapping[str, str], keyring: Callable[[str, str], str | None] | None = None
) -> Password | None:
    """The password for a server, from the environment (SITS_SMTP_PASSWORD, SITS_IMAP_PASSWORD) or the keyring.

    keyring: asked with service and user, see `system_keyring`. None where the server asks for no name. Raises
    NotAllowedError when there is none, saying where to put it.
    """
    if server.user is None:
        return None
    if text := environment.get(_variable(server.service)):
        return Password(text)
    if keyring is not None and (text := keyring(f"sits-es {server.service}", server.user)):
        return Password(text)
    raise NotAllowedError(
        f"There is no password for {server.user} at {server}. Set {_variable(server.service)} in the environment, or "
        f'keep it in the system\'s keyring: keyring set "sits-es {server.service}" {server.user}'
    )


def system_keyring() -> Callable[[str, str], str | None] | None:
    """The system's keyring, where the package `keyring` is installed."""
    if importlib.util.find_spec("keyring") is None:
        return None
    found: Callable[[str, str], str | None] = importlib.import_module("keyring").get_password
    return found


def _variable(service: str) -> str:
    return f"SITS_{service.upper()}_PASSWORD"


def _secrets(table: Mapping[str, Any], path: str) -> Iterator[str]:
    """Where in a table a password seems to stand; never the password."""
    for key, value in table.items():
        if _SECRET.search(key):
            yield f"{path}.{key}"
        elif isinstance(value, dict):
            yield from _secrets(value, f"{path}.{key}")


def _faults(table: Mapping[str, Any]) -> Iterator[str]:
    """Everything that is wrong with the table."""
    yield from _unknown(table, _MAIL, "mail")
    for key in ("address", "inbox", "outbox"):
        if key in table and not _is_text(table[key]):
            yield f"mail.{key} is {table[key]!r}; it is a text."
    if _is_text(table.get("address")):
        try:
            read_address(str(table["address"]))
        except UnreadableError as fault:
            yield f"mail.address: {fault}"
    for service in _SERVER:
        if service in table:
            yield from _server_faults(service, table[service])


def _server_faults(service: str, table: object) -> Iterator[str]:
    path = f"mail.{service}"
    if not isinstance(table, dict):
        yield f"{path} is a table. Write [{path}] on a line of its own."
        return
    yield from _unknown(table, _SERVER[service], path)
    host = table.get("host")
    if not (isinstance(host, str) and _HOST.fullmatch(host)):
        yield f"{path}.host is missing or no server's name. Write one like {service}.example.org."
    port = table.get("port", 1)
    if not isinstance(port, int) or isinstance(port, bool) or not 1 <= port <= 65535:
        yield f"{path}.port is {port!r}; it is a whole number from 1 to 65535."
    for key in ("user", "authority", "folder"):
        if key in table and not _is_text(table[key]):
            yield f"{path}.{key} is {table[key]!r}; it is a text."
    security = table.get("security", "tls")
    if security not in _SECURITY:
        yield f"{path}.security is {security!r}; it is {', '.join(_SECURITY[:-1])} or {_SECURITY[-1]}."
    elif security == "none" and table.get("host") not in _LOOPBACK:
        yield f'{path}.security is "none", which sends mail in the clear; only a server on this machine may do so.'


def _unknown(table: Mapping[str, Any], known: tuple[str, ...], path: str) -> Iterator[str]:
    for key in table:
        if key not in known:
            yield f"{path}.{key} is not known. Known are {', '.join(known)}."


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value) and value.isprintable()


def _server(service: Service, table: Mapping[str, Any]) -> Server | None:
    if service not in table:
        return None
    found = dict(table[service])
    security = found.setdefault("security", "starttls" if service == "smtp" else "tls")
    found.setdefault("port", _PORTS[service, security])
    return Server(service=service, **found)
