"""`sits`: the program that players start. Each group of verbs is a module of its own."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated

import typer

import commands
from commands import agreements, branches, games, identity, mail, orders, record, seats
from commands.output import examples, group

app = group("Three-dimensional space tactics by e-mail, on a record that players can check.")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"sits-es {version('sits-es')}")
        raise typer.Exit


@app.callback()
def sits(
    _version_wanted: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Three-dimensional space tactics by e-mail, on a record that players can check.

    Games live in the folder var, or where SITS_HOME says. Start with: sits demo
    """


#: Verbs of the first level: name, what it does, examples for its help.
VERBS = (
    ("demo", games.demo, ("sits demo", "sits demo --full --ascii")),
    ("new", games.new, ("sits new duel --name friday", "sits new my-scenario.toml --name convoy-2 --ships my-ships")),
    ("games", games.list_games, ("sits games", "sits games --json")),
    (
        "show",
        games.show,
        ("sits show duel", "sits show duel --at 1.4 --as red --avids", "sits show duel --svg map.svg"),
    ),
    (
        "play",
        games.play,
        (
            "sits play duel red.orders blue.orders",
            "sits play duel red.orders blue.orders --to 1.break",
            "sits play what-if red.orders",
        ),
    ),
    ("record", games.record, ("sits record duel red.facts", "sits record duel red.facts --as red")),
    (
        "replay",
        record.replay,
        (
            "sits replay duel --from 1.3 --to 1.5 --step",
            "sits replay duel --from 2.4 --to 2.4",
            "sits replay duel --verify",
        ),
    ),
    (
        "fork",
        branches.fork,
        (
            "sits fork duel --at 1.3 --name what-if",
            "sits fork duel --at 2.1 --name other-reading --option sidewall=stops",
            "sits fork ours --at 1.3 --name what-if --offer",
        ),
    ),
    ("diff", branches.diff, ("sits diff duel what-if", "sits diff duel what-if --at 1.5 --json")),
    (
        "audit",
        record.audit,
        (
            "sits audit duel --verify",
            'sits audit duel --search "Sirius countermissiles"',
            "sits audit duel --export duel.jsonl",
            "sits audit --all --jobs 2",
        ),
    ),
    ("explain", record.explain, ("sits explain duel 120", "sits explain duel '#120' --json")),
    ("luck", record.luck, ("sits luck duel", "sits luck duel --json")),
    (
        "invite",
        seats.invite,
        (
            "sits invite duel --name ours --as red blue=blue@example.org",
            "sits invite duel --name ours --as umpire --umpire umpire red=red@example.org blue=blue@example.org",
        ),
    ),
    ("join", seats.join, ("sits join ours", "sits join ours --as blue --address blue@example.org")),
    ("deadline", agreements.deadline, ("sits deadline ours +3d --grace 12", "sits deadline ours +14d --absent blue")),
    ("agree", agreements.agree, ("sits agree ours", "sits agree ours --fork what-if", "sits agree ours --refuse WHY")),
    ("default", agreements.default, ("sits default ours blue", "sits default ours blue --claim")),
    ("dispute", agreements.dispute, ("sits dispute ours 2.5 'The decoy was spent already'",)),
    (
        "rule",
        agreements.rule,
        ("sits rule ours 2.5 'The record stands'", "sits rule ours 2.5 'By rules section 8' --branch ours-2"),
    ),
    (
        "rewind",
        agreements.rewind,
        ("sits rewind ours --to 1.3", "sits rewind ours --to 2.1 --why 'The map was misread'"),
    ),
    ("doctor", record.doctor, ("sits doctor", "sits doctor --json")),
)

for _name, _verb, _lines in VERBS:
    app.command(_name, epilog=examples(*_lines))(_verb)
app.add_typer(orders.app, name="orders")
app.add_typer(mail.app, name="mail")
app.add_typer(identity.app, name="id")
app.add_typer(record.dice, name="dice")


def _system_groups() -> None:
    """Add the groups that rule systems bring: a package commands.<system> lists them as GROUPS, name -> module."""
    for found in iter_modules(commands.__path__):
        if found.ispkg and found.name != "render":
            package = import_module(f"commands.{found.name}")
            for name, module in getattr(package, "GROUPS", {}).items():
                app.add_typer(import_module(module).app, name=name)


_system_groups()


def run() -> None:
    """Start the program."""
    app()
