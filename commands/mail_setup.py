"""`sits mail setup`: the first sits.toml, and whether the mail servers in it can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from commands.output import say

if TYPE_CHECKING:
    from sits_es.post.desk.blank_settings import Wanted

#: How the way to a server is encrypted that is named with one of these ports.
_BY_PORT = {465: "tls", 993: "tls", 587: "starttls", 143: "starttls"}


def setup(
    smtp: Annotated[
        str | None, typer.Option("--smtp", metavar="HOST[:PORT]", help="The server that takes your letters.")
    ] = None,
    imap: Annotated[
        str | None, typer.Option("--imap", metavar="HOST[:PORT]", help="The server that keeps your mail.")
    ] = None,
    user: Annotated[
        str | None, typer.Option("--user", help="The name under which you log in; your address without it.")
    ] = None,
    address: Annotated[str | None, typer.Option("--address", help="Your own mail address.")] = None,
    show_all: Annotated[bool, typer.Option("--show", help="Instead: print all that can be set, explained.")] = False,
) -> None:
    """Write var/sits.toml, with every setting explained, and try the mail servers that it names.

    A file that is there is never changed. Passwords are not kept in it, but in the environment or the keyring.
    """
    from sits_es.post.desk.blank_settings import blank_settings

    if show_all:
        typer.echo(blank_settings(), nl=False)
        return
    wanted: dict[tuple[str | int, ...], str | int] = {}
    if address is not None:
        wanted["mail", "address"] = address
    for service, server in (("smtp", smtp), ("imap", imap)):
        if server is not None:
            wanted |= _server(service, server, user or address)
    if _write(wanted):
        _try()
    else:
        raise typer.Exit(1)


def _server(service: str, named: str, user: str | None) -> Wanted:
    """What is set for a server that is named with or without its port."""
    from sits_es.mail.servers import LOOPBACK

    host, colon, port = named.rpartition(":")
    if not (colon and port.isascii() and port.isdigit() and ":" not in host):
        host, port = named, ""
    found: dict[tuple[str | int, ...], str | int] = {("mail", service, "host"): host}
    if port:
        found["mail", service, "port"] = int(port)
        security = _BY_PORT.get(int(port), "none" if host in LOOPBACK else None)
        if security is not None:
            found["mail", service, "security"] = security
    if user is not None:
        found["mail", service, "user"] = user
    return found


def _write(wanted: Wanted) -> bool:
    """Write the file where there is none. Whether it says now what is wanted; what it lacks is printed."""
    from commands.home import home
    from sits_es.post.desk.blank_settings import as_lines, filled
    from sits_es.post.desk.settings import post_settings, read_settings, unlike

    path = home() / "sits.toml"
    if not path.exists():
        read_settings(home(), filled(wanted))
        home().mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(filled(wanted))
        say(f"{path} is written; every setting is explained in it.")
        return True
    post_settings(home())
    if missing := unlike(wanted, path.read_text(encoding="utf-8")):
        say(f"{path} is there already and was not changed. Write into it:")
        typer.echo(f"\n{as_lines(missing)}\n")
        say("Then try the servers: sits mail setup")
        return False
    return True


def _try() -> None:
    """Log in at the servers that are set, and say how it went."""
    from commands.home import home, open_desk
    from sits_es.post.carriage import try_servers
    from sits_es.post.desk.settings import post_settings

    settings = post_settings(home())
    if settings.smtp is None and settings.imap is None:
        place = " FILE" if settings.inbox is None else ""
        say(f"No mail server is set, so letters are files: sits mail out, sits mail in{place}")
        return
    with open_desk() as desk:
        tried = list(try_servers(desk, settings))
    for _, words in tried:
        say(words)
    if not all(well for well, _ in tried):
        raise typer.Exit(1)
