"""`sits`: the program that players start. Each group of verbs is a module of its own."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated

import typer

import commands
from commands import audit, branches, demo, doctor, games, orders, play, replay
from commands.output import group

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


app.command()(demo.demo)
app.command()(games.new)
app.command("games")(games.list_games)
app.command()(games.show)
app.add_typer(orders.app, name="orders")
app.command()(play.play)
app.command()(replay.replay)
app.command()(branches.fork)
app.command()(branches.diff)
app.command()(audit.audit)
app.command()(doctor.doctor)


def _system_groups() -> None:
    """Add the groups that rule systems bring: a package commands.<system> lists them as GROUPS, name -> module."""
    for found in iter_modules(commands.__path__):
        if found.ispkg and found.name != "views":
            package = import_module(f"commands.{found.name}")
            for name, module in package.GROUPS.items():
                app.add_typer(import_module(module).app, name=name)


_system_groups()


def run() -> None:
    """Start the program."""
    app()
