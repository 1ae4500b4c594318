"""Verbs about mail and the keys that sign it. `sits mail in` is all that a player needs in a day."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands import completion
from commands.home import home, open_desk, open_game, open_replica
from commands.options import (
    ChosenOptions,
    GameByMail,
    Json,
    Key,
    OwnCards,
    ScenarioRules,
    Words,
    game_argument,
    game_option,
)
from commands.output import LETTERS, Form, report, say, say_and_write, show_json
from commands.stream import progress, still_read, strip_controls
from commands.verbs import group
from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.sentences import quoted, shell, unknown

if TYPE_CHECKING:
    from commands.settings import Wanted
    from sits_es.post.drawer import GameHere


app = group("Play by mail: invite players, read and write letters, see who owes what.")
AnyGame = Annotated[str | None, game_argument("Name of a game; by default all games.")]
Address = Annotated[
    str | None, typer.Option("--address", help="Your mail address; by default [mail] address in var/sits.toml.")
]
OwnSeat = Annotated[str | None, typer.Option("--as", metavar="SEAT", help="The seat that you take.")]


@app.command()
def invite(
    scenario: Annotated[
        str, typer.Argument(autocompletion=completion.scenarios, help="A bundled scenario (duel) or a scenario file.")
    ],
    name: Annotated[str, typer.Option("--name", help="A name for the game; its dice depend on it.")],
    me: Annotated[str, typer.Option("--as", metavar="SEAT", help="The seat that you take yourself.")],
    others: Annotated[list[str], typer.Argument(help="The others, each as SEAT=ADDRESS.")],
    role: Annotated[
        list[str] | None,
        typer.Option(
            "--role",
            metavar="SEAT=ROLE",
            help="keeper (keeps the log, plays no side), umpire (a keeper whose program opens all orders), mailbox "
            "(plays by answering reports, without this program) or spectator (only gets reports); can be repeated.",
        ),
    ] = None,
    term: Annotated[
        list[str] | None,
        typer.Option(
            "--term",
            metavar="NAME=VALUE",
            help="Change a term, such as grace=24. To list all terms, give an unknown NAME.",
        ),
    ] = None,
    rules: ScenarioRules = None,
    cards: OwnCards = None,
    option: ChosenOptions = None,
    address: Address = None,
    key: Key = None,
) -> None:
    """Invite others to a game by mail. The game begins when everybody has answered; `sits mail out` writes the letters.

    sits mail invite duel --name ours --as red blue=blue@example.org
    sits mail invite duel --name ours --as red blue=blue@example.org --option sidewall=stops
    sits mail invite duel --name ours --as red blue=blue@example.org --term deadline='3 days' --term grace=24
    sits mail invite duel --name ours --as gil red=red@example.org blue=blue@example.org --role gil=umpire
    """
    from commands.terms import roles_in, terms_in
    from sits_es.keys.recovery import recovery_key
    from sits_es.post import opening

    wish = opening.Wish(
        scenario=scenario,
        name=name,
        me=me,
        others=_addresses(others),
        rules=rules,
        cards=cards,
        options=option or (),
        roles=roles_in(role or ()),
        terms=terms_in(term or ()),
    )
    with open_desk() as desk:
        recovery = recovery_key(desk.random)
        here = opening.invite(desk, wish, opening.mine(desk, address, recovery.key), key)
    say(f"{name}: the invitation is ready for {', '.join(sorted(wish.others))}.")
    _tell_recovery(here, recovery.words)
    say("\nTerms, which everybody signs by joining:")
    for line in opening.terms_in_words(here.offer):
        say(f"  {line}")
    typer.echo(f"\n{LETTERS}")


def _addresses(texts: list[str]) -> dict[str, str]:
    """SEAT=ADDRESS texts by seat. Raises UnreadableError."""
    from commands.terms import once
    from sits_es.mail.letters import read_address

    found = [text.partition("=") for text in texts]
    if wrong := [text for text, (seat, equals, _) in zip(texts, found, strict=True) if not (seat and equals)]:
        raise UnreadableError([f"{quoted(text)}: write SEAT=ADDRESS, such as blue=blue@example.org." for text in wrong])
    return once((seat, read_address(address)) for seat, _, address in found)


def _tell_recovery(here: GameHere, recovery: str) -> None:
    """The key to keep elsewhere."""
    say(
        "\nIf you lose your key, this recovery key replaces it. Keep it somewhere else; it is shown only once:\n"
        f"  {recovery}\n"
        f"To use it: sits propose reseat {shell(here.name)} {shell(here.me or '')} --recovery"
    )


def join(
    game: Annotated[str, game_argument("Name of the game that you are invited to.")],
    seat: OwnSeat = None,
    address: Address = None,
    key: Key = None,
) -> None:
    """Answer an invitation that came with `sits mail in`.

    sits join ours
    sits join ours --as blue --address blue@example.org
    """
    from sits_es.keys.identity import fingerprint
    from sits_es.keys.recovery import recovery_key
    from sits_es.post import opening

    with open_desk() as desk:
        opening.invited(desk, game)
        recovery = recovery_key(desk.random)
        opening.answer(desk, game, opening.mine(desk, address, recovery.key), seat, key)
        here = desk.game(game)
    say(f"You join {game} as {here.me}.")
    say(f"The invitation is signed by {here.invite.by}, whose key in words is {fingerprint(here.invite.key)}.")
    typer.echo(f"Compare these words with {here.invite.by}'s by telephone.")
    _tell_recovery(here, recovery.words)
    typer.echo(f"\n{LETTERS}")


@app.command()
def decline(
    game: Annotated[str, game_argument("Name of the game that you are invited to.")],
    words: Words = "",
    seat: OwnSeat = None,
    address: Address = None,
    key: Key = None,
) -> None:
    """Decline an invitation that came with `sits mail in`: the host is told, and the game is archived here.

    sits mail decline ours
    sits mail decline ours --words 'No time this year'
    """
    from sits_es.post import opening

    with open_desk() as desk:
        opening.invited(desk, game)
        signed = opening.answer(desk, game, opening.mine(desk, address), seat, key, declines=words)
    say_and_write(f"You decline {game}, as {signed.by}. It is archived: sits mail status --all")


@app.command()
def confirm(
    game: Annotated[str, game_argument("Name of the game to which you invited others.")],
    seat: Annotated[str | None, typer.Argument(help="Whose answer to confirm; by default everybody's.")] = None,
) -> None:
    """Confirm those who have answered your invitation, once you have compared their keys in words.

    Confirming is needed only if the terms ask for it; the game then begins once all players are confirmed.

    sits mail confirm ours
    sits mail confirm ours blue
    """
    from sits_es.post import day, opening

    with open_desk() as desk:
        for line in opening.confirm(desk, desk.game(game), seat):
            say(f"Confirmed: {line}")
        done = day.Done()
        day.go_on(desk, done)
    for line in (*done.said, *done.stands):
        say(line)
    typer.echo(LETTERS)


@app.command(name="in")
def take_in(
    places: Annotated[
        list[Path] | None,
        typer.Argument(help="Mail: files, an mbox, a Maildir, or - for standard input. Default: [mail] inbox."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say only what is new or wrong, without reports.")] = False,
    every: Annotated[
        str | None,
        typer.Option("--every", metavar="TIME", help="Keep running and look for mail this often, such as 15m or 2h."),
    ] = None,
) -> None:
    """Take in new mail, play what can be played, write what must go out, and show the report.

    sits mail in
    sits mail in ~/Downloads/duel.eml
    sits mail in - < letter.eml
    sits mail in --every 15m
    """
    from commands.times import seconds_in
    from sits_es.post.clerk import keep_going, notify
    from sits_es.post.day import Done, a_day, note_shown

    if every is not None:
        if places:
            raise NotAllowedError(
                f"With --every, mail is read from the place that {home() / 'sits.toml'} names. Leave out either "
                "--every or the places to read."
            )
        for line in keep_going(open_desk, seconds_in(every), quiet=quiet):
            typer.echo(strip_controls(line)) if "\n" in line else say(line)
        return
    with open_desk() as desk:
        stdin = typer.get_binary_stream("stdin") if places and Path("-") in places else None
        with progress("Mails read:") as pace:
            named = [place for place in places or () if place != Path("-")]
            done: Done = a_day(desk, named, stdin, quiet=quiet, told=pace)
        for line in (*done.lines(quiet=quiet), *notify(desk, seen=not quiet)):
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
    again: Annotated[
        str | None, game_option("--again", "Write the whole log of a game again, for somebody who lost it.")
    ] = None,
) -> None:
    """Write what must go out, as .eml files or into a Maildir, whichever [mail] outbox in var/sits.toml names.

    sits mail out
    sits mail out --again duel
    """
    from sits_es.post import carriage, day

    with open_desk() as desk:
        outbox, done = desk.settings.outbox, day.Done()
        day.go_on(desk, done)  # what orders that were given meanwhile lead to
        written = [*done.said, *done.stands, *carriage.write_out(desk, again and desk.game(again).name)]
    _tell_letters(written, f"Letters written to {outbox}", "Written")


def _tell_letters(told: list[str], whole: str, went: str) -> None:
    """What became of letters, and how many went."""
    for line in told:
        say(line)
    typer.echo(f"{whole}: {sum(line.startswith(went) for line in told)}.")
    if any(line.startswith("NOT") for line in told):
        raise typer.Exit(1)


@app.command()
def send(
    again: Annotated[str | None, game_option("--again", "Send the whole log of a game again.")] = None,
) -> None:
    """Hand your outgoing letters to the mail server that [mail.smtp] in var/sits.toml names.

    Passwords are never kept in sits.toml.

    sits mail send
    """
    from sits_es.post import carriage, day

    with open_desk() as desk:
        day.go_on(desk, day.Done())
        sent = carriage.send_letters(desk, again and desk.game(again).name)
    _tell_letters(sent, "Letters", "Sent")


@app.command()
def fetch(
    since: Annotated[
        datetime | None,
        typer.Option("--since", formats=["%Y-%m-%d"], metavar="DAY", help="Read all mail since this day again."),
    ] = None,
) -> None:
    """Fetch mail from the server that [mail.imap] in var/sits.toml names, and play on, without reports or letters.

    sits mail fetch
    sits mail fetch --since 2026-01-31
    """
    from sits_es.post import carriage, day

    with open_desk() as desk:
        done = day.Done()
        with progress("Mails read:") as pace:
            mails = carriage.fetch_letters(desk, done.said, since and since.date())
            day.take(desk, done, mails, pace)
        day.go_on(desk, done)
    for line in done.lines():
        say(line)
    if done.failed:
        raise typer.Exit(1)


@app.command()
def status(
    game: AnyGame = None,
    every: Annotated[bool, typer.Option("--all", help="Archived games too.")] = False,
    as_json: Json = False,
) -> None:
    """Say where each game by mail stands: whom it waits for, since when, and what you can do.

    sits mail status
    sits mail status duel --json
    sits mail status --all
    """
    from sits_es.post.status import status_of

    with open_desk() as desk:
        games = [desk.game(game)] if game else [each for each in desk.drawer.games() if every or not each.away]
        found = [status_of(desk, each) for each in games]
        put_aside = bool(desk.drawer.games()) and not found
    if as_json:
        show_json([each.as_json() for each in found])
        return
    for each in found:
        say(each.in_words())
    if put_aside:
        typer.echo("All games by mail here are archived. To see them: sits mail status --all")
    elif not found:
        typer.echo(
            "No game is played by mail here yet. Try: sits mail invite duel --name ours --as red blue=blue@example.org"
        )


@app.command()
def log(
    game: GameByMail,
    check: Annotated[
        bool, typer.Option("--check", help="Read every entry again, check every signature, and replay everything.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List a game's log: every entry that the keepers have put in order, with its time and what it holds.

    sits mail log duel
    sits mail log duel --check
    """
    from sits_es.post.listing import check_log, listed_log

    with open_replica(game) as replica:
        found = check_log(replica) if check else listed_log(replica)
    if check:
        report(found, as_json=as_json)
    else:
        Form(as_json).answer(found)


@app.command()
def write(
    game: GameByMail,
    words: Annotated[str, typer.Argument(help="What you want to say.")],
    to: Annotated[
        str | None, typer.Option("--to", metavar="SEAT", help="To one player only; by default to all.")
    ] = None,
) -> None:
    """Write to the other players of a game; your words travel with the letters and appear in the reports.

    sits mail write ours 'Back on Sunday'
    sits mail write ours 'Truce?' --to blue
    """
    from sits_es.post.agreement import write_note

    with open_replica(game) as replica:
        said = write_note(replica, words, to)
    say_and_write(said)


#: How the way to a server is encrypted that is named with one of these ports.
_BY_PORT = {465: "tls", 993: "tls", 587: "starttls", 143: "starttls"}


@app.command()
def setup(
    chosen: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE...",
            help="smtp and imap, each HOST or HOST:PORT; address, your mail address; user, your login name if it is "
            "different.",
        ),
    ] = None,
    show_all: Annotated[
        bool, typer.Option("--show", help="Print every setting with its explanation, and do nothing else.")
    ] = False,
    timer: Annotated[
        bool, typer.Option("--timer", help="Only write a timer (systemd or cron) that takes mail in.")
    ] = False,
) -> None:
    """Write var/sits.toml, with every setting explained, and try the mail servers that it names.

    An existing file is never changed. Passwords are kept in the environment or the keyring, not in the file. With
    --timer, the command writes a systemd timer for your user, or lines for cron if there is no systemd, and starts
    nothing.

    sits mail setup smtp=smtp.example.org imap=imap.example.org user=anna address=anna@example.org
    sits mail setup
    sits mail setup --show
    sits mail setup --timer
    """
    from sits_es.post.settings import blank_settings

    if timer:
        _set_timer()
        return
    if show_all:
        typer.echo(blank_settings(), nl=False)
        return
    said = _named(chosen or [])
    wanted: dict[tuple[str | int, ...], str | int] = {}
    if "address" in said:
        wanted["mail", "address"] = said["address"]
    for service in ("smtp", "imap"):
        if service in said:
            wanted |= _server(service, said[service], said.get("user", said.get("address")))
    if _write(wanted):
        _try()
    else:
        raise typer.Exit(1)


def _named(texts: list[str]) -> dict[str, str]:
    """NAME=VALUE texts by name. Raises UnreadableError with every fault."""
    from commands.terms import once

    names = ("smtp", "imap", "user", "address")
    found: list[tuple[str, str]] = []
    faults: list[str] = []
    for text in texts:
        name, _, value = text.partition("=")
        if name not in names:
            faults.append(unknown("setting", name, names))
        elif not value:
            faults.append(f"{quoted(text)}: write NAME=VALUE, such as smtp=smtp.example.org.")
        found.append((name, value))
    if faults:
        raise UnreadableError(faults)
    return once(found)


def _set_timer() -> None:
    """Write what runs `sits mail in` again and again."""
    import shutil
    import sys

    from commands import timers

    found = shutil.which("sits", path=str(Path(sys.executable).parent)) or shutil.which("sits")
    program = [str(Path(found).absolute())] if found else [sys.executable, "-m", "commands.start"]
    folder = home().absolute()
    units = timers.user_units() if shutil.which("systemctl") else None
    made = timers.timer(folder, program) if units is not None else timers.crontab(folder, program)
    said, differs = timers.write(units or folder, made)
    for line in said:
        say(line)
    if differs:
        raise typer.Exit(1)


def _server(service: str, named: str, user: str | None) -> Wanted:
    """What is set for a server that is named with or without its port."""
    from sits_es.mail.servers import LOOPBACK

    host, colon, port = named.rpartition(":")
    if not (colon and port.isascii() and port.isdigit() and ":" not in host):
        host, port = named, ""
    number = int(port) if port else None
    security = None if number is None else _BY_PORT.get(number, "none" if host in LOOPBACK else None)
    found = {"host": host, "port": number, "security": security, "user": user}
    return {("mail", service, key): value for key, value in found.items() if value is not None}


def _write(wanted: Wanted) -> bool:
    """Write the file where there is none. Whether it says now what is wanted; what it lacks is printed."""
    from commands.settings import as_lines, filled, unlike
    from sits_es.disk import write
    from sits_es.post.settings import post_settings, read_settings

    path = home() / "sits.toml"
    if not path.exists():
        read_settings(home(), filled(wanted))
        write(path, filled(wanted))
        say(f"{path} is written; every setting is explained in it.")
        return True
    post_settings(home())
    if missing := unlike(wanted, path.read_text(encoding="utf-8")):
        say(f"{path} already exists and was not changed. Add to it:")
        typer.echo(f"\n{as_lines(missing)}\n")
        say("Then try the servers: sits mail setup")
        return False
    return True


def _try() -> None:
    """Log in at the servers that are set, and say how it went."""
    from sits_es.post.carriage import try_servers
    from sits_es.post.settings import post_settings

    settings = post_settings(home())
    if settings.smtp is None and settings.imap is None:
        place = " FILE" if settings.inbox is None else ""
        say(f"No mail server is set, so letters are files: sits mail out, sits mail in{place}")
        return
    with open_desk() as desk:
        tried = list(try_servers(desk))
    for _, words in tried:
        say(words)
    if not all(well for well, _ in tried):
        raise typer.Exit(1)


keys = group("Your key pair: only it can sign what you send.")

KeyName = Annotated[str | None, typer.Argument(help="What you call the key; needed when you have several.")]


@keys.command("new")
def new_key(name: Annotated[str, typer.Argument(help="What you call the key, such as your first name.")]) -> None:
    """Make a key pair in var/keys, readable by nobody but you. Keep a copy of that folder in a safe place.

    sits keys new red
    """
    import os

    from sits_es.keys.identity import new_identity, save_identity

    identity = new_identity(name, os.urandom)
    path = save_identity(identity, home() / "keys")
    say(f"{path} is written.\nKeep a copy in a safe place: without the key you cannot play on.")
    typer.echo(f"Public key {identity.key}")
    typer.echo(f"In words   {identity.fingerprint}")


@keys.command("show")
def show_key(name: KeyName = None, as_json: Json = False) -> None:
    """Show the public half of a key: in hexadecimal, in words to compare by telephone, and as a vkey for programs.

    sits keys show
    sits keys show red --json
    """
    from sits_es.keys.identity import identities, load_identity
    from sits_es.service.signed_notes import VKey

    known = identities(home() / "keys")
    if not known:
        raise NotAllowedError("There is no key here yet. Make one: sits keys new NAME")
    found = [load_identity(home() / "keys", each) for each in ([name] if name else known)]
    if as_json:
        show_json(
            [
                {"name": each.name, "key": each.key, "words": each.fingerprint, "vkey": str(VKey.of_cosigner(each.key))}
                for each in found
            ]
        )
        return
    for each in found:
        say(f"{each.name}")
        typer.echo(f"  Public key {each.key}\n  In words   {each.fingerprint}")
        typer.echo(f"  As a vkey  {VKey.of_cosigner(each.key)}")


@keys.command("policy")
def policy(
    game: Annotated[str, game_argument("A game or a branch of one.")],
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VKEY]...", help="Players' keys that the record lacks."),
    ] = None,
) -> None:
    """Print a game's policy: a checkpoint counts once every player has signed it.

    sits keys policy ours
    sits keys policy duel anna=VKEY ben=VKEY
    """
    from sits_es.service.evidence import policy_of

    with open_game(game) as opened:
        typer.echo(str(policy_of(opened, players or ())), nl=False)
