"""What var/sits.toml says about mail; it holds no secret. The file sits.toml beside this one explains every key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, cast

from msgspec import Struct

from sits_es.disk import read_text
from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.game.events import LEVELS
from sits_es.mail.letters import read_address
from sits_es.mail.servers import LOOPBACK, PORTS, SECURITY, Security, Server, Service, password_variable
from sits_es.packaged import files
from sits_es.toml import KeyPath, Sheet, named

_SHOWN: Final = re.compile(r"#?\[(?P<table>[a-z.]+)\]|#(?P<key>[a-z]+) = ")
_HOST: Final = re.compile(r"[A-Za-z0-9.:-]{1,255}")
#: What a password may be called; the file must not hold one.
_SECRET: Final = re.compile(r"pass|secret|token|pwd", re.IGNORECASE)


class PostSettings(Struct, frozen=True, kw_only=True):
    """Where mail is. name, address: the player's; inbox, outbox: a folder of .eml files, an mbox or a Maildir.

    Relative places and certificates are below the file's folder. reports: the player's own report goes to their own
    address, to answer with orders; notify: a command that hears what happens; smtp, imap: servers, if they are set;
    bot: the level at which the program gives the orders itself.
    """

    name: str | None = None
    bot: str | None = None
    reports: bool = False
    notify: str | None = None
    address: str | None = None
    inbox: Path | None = None
    outbox: Path
    smtp: Server | None = None
    imap: Server | None = None


def post_settings(folder: Path) -> PostSettings:
    """What sits.toml in a folder says. UnreadableError names every fault and line, NotAllowedError every password."""
    path = folder / "sits.toml"
    return read_settings(folder, read_text(path) if path.exists() else "")


def read_settings(folder: Path, text: str) -> PostSettings:
    """What a text says as sits.toml of a folder. Raises what `post_settings` raises."""
    sheet = _Settings.read(text, str(folder / "sits.toml"))
    if secrets := list(sheet.secrets()):
        raise NotAllowedError(secrets)
    for table, names in known_keys().items():
        sheet.table(table, names)
    usual = folder / "inbox"
    inbox, outbox = sheet.line("mail.inbox", "inbox"), sheet.line("mail.outbox", "outbox")
    read = PostSettings(
        name=sheet.line("post.name", "Anna"),
        bot=sheet.choice(("post", "bot"), LEVELS, "") or None,
        reports=sheet.switch(("post", "reports")),
        notify=sheet.line("notify.command", "notify-send SITS"),
        address=sheet.address(),
        inbox=folder / inbox if inbox else usual if usual.exists() else None,
        outbox=folder / (outbox or "outbox"),
        smtp=_server(sheet, "smtp", folder),
        imap=_server(sheet, "imap", folder),
    )
    sheet.refuse()
    return read


class _Settings(Sheet):
    """The file, and what only it holds."""

    def secrets(self) -> Iterator[str]:
        """Where a password seems to stand, and where it belongs; never the password itself."""
        for path, line in self.lines().items():
            if path and _SECRET.search(str(path[-1])):
                variable = password_variable("imap" if "imap" in named(path) else "smtp")
                yield (
                    f"{self.source}:{line}: {named(path)} looks like a password, and this file must not hold one. "
                    f"Delete that line, and set {variable} in the environment instead."
                )

    def line(self, key: str, example: str) -> str | None:
        """A text of one line, None if it is missing or empty. key: its path, such as mail.inbox."""
        path = tuple(key.split("."))
        found = self.text(path, example, "")
        if not found.isprintable():
            self.fault(path, "The text holds an invisible character.")
        return found or None

    def address(self) -> str | None:
        """The player's mail address."""
        try:
            return read_address(found) if (found := self.line("mail.address", "anna@example.org")) else None
        except UnreadableError as fault:
            self.fault(("mail", "address"), str(fault))
            return None


def _server(sheet: _Settings, service: Service, folder: Path) -> Server | None:
    path: KeyPath = ("mail", service)
    if not isinstance(sheet.get(path), Mapping):
        return None
    host = sheet.get((*path, "host"))
    security = sheet.choice((*path, "security"), SECURITY, "starttls" if service == "smtp" else "tls")
    if not (isinstance(host, str) and _HOST.fullmatch(host)):
        said = f"The host is missing or is not the name of a server. Write a name like {service}.example.org."
        sheet.fault((*path, "host"), said)
    if security == "none" and host not in LOOPBACK:
        said = '"none" sends mail unencrypted; it is allowed only for a server on this machine.'
        sheet.fault((*path, "security"), said)
    authority = sheet.line(f"mail.{service}.authority", "own.pem")
    return Server(
        service=service,
        host=str(host),
        port=sheet.whole((*path, "port"), 1, 65535, PORTS[service][security]),
        security=cast("Security", security),
        user=sheet.line(f"mail.{service}.user", "anna"),
        authority=str(folder / authority) if authority else None,
        folder=sheet.line(f"mail.{service}.folder", "INBOX") or "INBOX",
    )


# the file before anything is set


@cache
def blank_settings() -> str:
    """The text of the file before anything is set."""
    return (files("sits_es.post") / "sits.toml").read_text(encoding="utf-8")


@cache
def known_keys() -> Mapping[KeyPath, tuple[str, ...]]:
    """Names of the keys and tables in each table, in the file's order. The file itself is the table ()."""
    names: dict[KeyPath, dict[str, None]] = {(): {}}
    for path, _ in template_lines():
        for depth, name in enumerate(path):
            names.setdefault(path[:depth], {})[str(name)] = None
    return {path: tuple(each) for path, each in names.items()}


def template_lines() -> Iterator[tuple[KeyPath, str]]:
    """The lines of the file, each with the path of the table or key that it shows, or with ()."""
    table: KeyPath = ()
    for line in blank_settings().splitlines(keepends=True):
        found = _SHOWN.match(line)
        if found and found["table"]:
            table = tuple(found["table"].split("."))
        yield (() if found is None else (*table, found["key"]) if found["key"] else table), line
