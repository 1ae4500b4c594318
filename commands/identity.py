"""Verbs about one's own keys: id new, id show."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import Json, examples, group, say, show_json

app = group("Your key pair: it signs what you send, and nothing else can.")

KeyName = Annotated[str | None, typer.Argument(help="What you call the key; needed when you have several.")]


@app.command(epilog=examples("sits id new red"))
def new(name: Annotated[str, typer.Argument(help="What you call the key, such as your first name.")]) -> None:
    """Make a key pair in var/keys, readable by nobody but you. Keep a copy of that folder in a safe place."""
    import os

    from commands.home import home
    from sits_es.mail.identity import new_identity, save_identity

    identity = new_identity(name, os.urandom)
    path = save_identity(identity, home() / "keys")
    say(f"{path} is written.\nKeep a copy in a safe place: without it you cannot play on.")
    typer.echo(f"Public key {identity.key}")
    typer.echo(f"In words   {identity.fingerprint}")


@app.command(epilog=examples("sits id show", "sits id show red --json"))
def show(name: KeyName = None, as_json: Json = False) -> None:
    """Show the public half of a key, as hexadecimal and as words to compare by telephone."""
    from commands.home import home
    from sits_es.errors import NotAllowedError
    from sits_es.mail.identity import identities, load_identity

    known = identities(home() / "keys")
    if not known:
        raise NotAllowedError("There is no key here yet. Make one: sits id new NAME")
    found = [load_identity(home() / "keys", each) for each in ([name] if name else known)]
    if as_json:
        show_json([{"name": each.name, "key": each.key, "words": each.fingerprint} for each in found])
        return
    for each in found:
        say(f"{each.name}")
        typer.echo(f"  Public key {each.key}\n  In words   {each.fingerprint}")
