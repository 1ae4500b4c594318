"""Verbs about mail and the keys that sign it. `sits mail in` is all that a player needs in a day."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.home import home, open_desk
from commands.options import GameByMail, Json, game_argument, game_option, player_option
from commands.output import say, show_json
from commands.stream import progress, still_read, strip_controls
from commands.verbs import group
from sits_es.errors import NotAllowedError

if TYPE_CHECKING:
    from sits_es.post.desk.blank_settings import Wanted


app = group("Play by mail: take letters in, write them, see what is owed.")
AnyGame = Annotated[str | None, game_argument("Name of a game; all of them if you name none.")]


@app.command(name="in")
def take_in(
    places: Annotated[
        list[Path] | None,
        typer.Argument(help="Mails: files, an mbox, a Maildir, or - for standard input; [mail] inbox otherwise."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say only what is new, without reports.")] = False,
) -> None:
    """Take in what came, play what can be played, write what must go out, and show the report.

    sits mail in
    sits mail in ~/Downloads/duel.eml
    sits mail in - < letter.eml
    """
    from sits_es.post.day import a_day, note_shown

    with open_desk() as desk:
        stdin = typer.get_binary_stream("stdin") if places and Path("-") in places else None
        with progress("Mails read:") as pace:
            named = [place for place in places or () if place != Path("-")]
            done = a_day(desk, named, stdin, quiet=quiet, told=pace)
        for line in done.said:
            say(line)
        for report in done.reports:
            typer.echo("")
            typer.echo(strip_controls(report))
        if still_read():
            note_shown(desk, done)
    if done.failed:
        raise typer.Exit(1)


@app.command()
def out(
    again: Annotated[str | None, game_option("--again", "Write all letters of a game once more.")] = None,
    bundle: Annotated[str | None, game_option("--bundle", "Instead: a whole game, for a player who lost it.")] = None,
    player: Annotated[str | None, player_option("--for", "Who lost it.")] = None,
) -> None:
    """Write what must go out, as .eml files or into a Maildir, by [mail] outbox in var/sits.toml.

    sits mail out
    sits mail out --again duel
    sits mail out --bundle duel --for blue
    """
    from sits_es.post.copy_letters import write_copy
    from sits_es.post.desk.settings import post_settings
    from sits_es.post.intake import settle_all
    from sits_es.post.outgoing import write_out

    if (bundle is None) != (player is None):
        raise NotAllowedError("Say both which game and for whom: sits mail out --bundle GAME --for PLAYER")
    with open_desk() as desk:
        settings = post_settings(desk.folder)
        if bundle is not None and player is not None:
            written = [f"Written for {line}" for line in write_copy(desk, settings, bundle, player)]
        else:
            settle_all(desk)  # what orders that were sealed meanwhile lead to
            written = write_out(desk, settings, desk.seat(again).game if again else None)
    for line in written:
        say(line)
    count = sum(line.startswith("Written") for line in written)
    typer.echo(f"Letters written to {settings.outbox}: {count}.")
    if count < len(written):
        raise typer.Exit(1)


@app.command()
def send(
    again: Annotated[str | None, game_option("--again", "Send all letters of a game once more.")] = None,
) -> None:
    """Hand what must go out to the mail server of [mail.smtp] in var/sits.toml; passwords are never kept there.

    sits mail send
    """
    from sits_es.post.carriage import send_letters
    from sits_es.post.desk.settings import post_settings

    with open_desk() as desk:
        done = send_letters(desk, post_settings(desk.folder), desk.seat(again).game if again else None)
    for line in done:
        say(line)
    typer.echo(f"Letters: {sum(line.startswith('Sent') for line in done)}.")
    if any(line.startswith("NOT") for line in done):
        raise typer.Exit(1)


@app.command()
def fetch(
    since: Annotated[
        datetime | None,
        typer.Option("--since", formats=["%Y-%m-%d"], metavar="DAY", help="Read all mails from this day on once more."),
    ] = None,
) -> None:
    """Fetch mail from the server of [mail.imap] in var/sits.toml and play on, without a report and without letters.

    sits mail fetch
    sits mail fetch --since 2026-01-31
    """
    from sits_es.post.carriage import fetch_letters
    from sits_es.post.clock import keep_time
    from sits_es.post.day import Done, take
    from sits_es.post.desk.settings import post_settings

    with open_desk() as desk:
        done = Done()
        day = since.date() if since is not None else None
        with progress("Mails read:") as pace:
            trouble = take(desk, done, fetch_letters(desk, post_settings(desk.folder), done.said, day), pace)
        if trouble is None:
            keep_time(desk)
    for line in done.said:
        say(line)
    if trouble is not None:
        raise typer.Exit(1)


@app.command()
def status(
    game: AnyGame = None,
    every: Annotated[bool, typer.Option("--all", help="Also the games that you put away with sits archive.")] = False,
    as_json: Json = False,
) -> None:
    """Say where each game by mail stands, who owes what, what waits and what was refused.

    sits mail status
    sits mail status duel --json
    sits mail status --all
    """
    from sits_es.post.status import status_of

    with open_desk() as desk:
        seats = [desk.seat(game)] if game else desk.journal.seats() if every else desk.journal.at_hand()
        found = [status_of(desk, seat) for seat in seats]
        put_away = bool(desk.journal.seats()) and not found
    if as_json:
        show_json([each.as_json() for each in found])
        return
    for each in found:
        say(each.in_words())
    if put_away:
        typer.echo("Every game by mail here is put away. To see them: sits mail status --all")
    elif not found:
        typer.echo(
            "No game is played by mail here yet. Try: sits invite duel --name ours --as red blue=blue@example.org"
        )


@app.command()
def prove(
    game: GameByMail,
    as_json: Json = False,
) -> None:
    """Check every signature of a game, and that every seal and reveal on record was signed by its player.

    Where there is an umpire, the umpire's letters carry every player's signed seals. In older games they don't, and the
    umpire vouches for the others' seals, players for their own. A forfeit that was offered is shown as what it is.

    sits mail prove duel
    """
    from attrs import asdict

    from sits_es.post.proof import prove as check

    with open_desk() as desk:
        found = check(desk, desk.seat(game))
    if as_json:
        told = asdict(found)
        if not found.statements:
            del told["statements"]
        show_json({"ok": not found.faults, **told})
    elif found.faults:
        typer.echo("\n".join(found.faults), err=True)
    else:
        said = f"{found.packets} signatures hold, and all {found.facts} seals and reveals on record were signed."
        say(f"{game}: {said}")
    if not as_json:
        for statement in found.statements:
            say(f"{game}: {statement}")
    if found.faults:
        raise typer.Exit(1)


#: How the way to a server is encrypted that is named with one of these ports.
_BY_PORT = {465: "tls", 993: "tls", 587: "starttls", 143: "starttls"}


@app.command()
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

    sits mail setup --smtp smtp.example.org --imap imap.example.org --user anna --address anna@example.org
    sits mail setup
    sits mail setup --show
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


keys = group("Your key pair: it signs what you send, and nothing else can.")

KeyName = Annotated[str | None, typer.Argument(help="What you call the key; needed when you have several.")]


@keys.command("new")
def new_key(name: Annotated[str, typer.Argument(help="What you call the key, such as your first name.")]) -> None:
    """Make a key pair in var/keys, readable by nobody but you. Keep a copy of that folder in a safe place.

    sits id new red
    """
    import os

    from sits_es.mail.identity import new_identity, save_identity

    identity = new_identity(name, os.urandom)
    path = save_identity(identity, home() / "keys")
    say(f"{path} is written.\nKeep a copy in a safe place: without it you cannot play on.")
    typer.echo(f"Public key {identity.key}")
    typer.echo(f"In words   {identity.fingerprint}")


@keys.command("show")
def show_key(name: KeyName = None, as_json: Json = False) -> None:
    """Show the public half of a key, as hexadecimal and as words to compare by telephone.

    sits id show
    sits id show red --json
    """
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
