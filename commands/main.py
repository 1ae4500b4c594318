"""`sits`: the program that players start. Its verbs by heading; each one's module is imported when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Annotated, Final

import typer

from commands.verbs import Verb, listing, systems

#: The verbs and groups of the first level by heading, as `sits --help` lists them, each in a line of 80 columns.
HEADINGS: Final[Mapping[str, tuple[Verb, ...]]] = {
    "Begin": (
        Verb("demo", "commands.play:demo", "Watch the bundled duel, turn by turn"),
        Verb("tutorial", "commands.tutorial:tutorial", "Play a first turn, guided, in ten minutes"),
        Verb("new", "commands.games:new", "Begin a hot-seat game"),
        Verb("docs", "commands.docs:docs", "Read the documentation: a first turn, orders, mail and more"),
        Verb("rules", "commands.docs:rules", "Read the rules as this program plays them"),
        Verb("doctor", "commands.audit:doctor", "Check the installation, the store and who owes orders"),
    ),
    "Play": (
        Verb("games", "commands.games:app", "List the games here: where each stands, and who owes what"),
        Verb("show", "commands.show:show", "Show a game as it stands, or as it stood"),
        Verb("orders", "commands.orders:app", "Read how orders are written; write, check and seal them"),
        Verb("play", "commands.play:play", "Play exchanges with everybody's orders, hot seat"),
        Verb("odds", "commands.odds:odds", "Play a turn many times to see what your orders lead to"),
        Verb("record", "commands.play:enter", "Enter facts where the rules leave them to you"),
    ),
    "Look back": (
        Verb("replay", "commands.replay:replay", "Replay exchanges or single events, also as a file for a browser"),
        Verb("watch", "commands.watch.command:watch", "Step through a game on the whole screen"),
        Verb("report", "commands.replay:report", "Write a turn's report into a file: page, text, picture, JSON"),
        Verb("explain", "commands.replay:explain", "Work one event out on paper: tables, sums, rules, dice"),
        Verb("review", "commands.review:review", "Say what could have been better, and what the dice did"),
        Verb("stats", "commands.graphs:stats", "Show damage, points, ranges and luck over a game"),
        Verb("fork", "commands.branches:fork", "Ask what would have happened instead"),
        Verb("rewind", "commands.branches:rewind", "Return to an earlier exchange, and play on with new dice"),
        Verb("diff", "commands.branches:diff", "Show what differs between two branches or moments"),
    ),
    "Check": (Verb("audit", "commands.audit:app", "List, search, verify, export and prove records"),),
    "Play by mail": (
        Verb("keys", "commands.mail:keys", "Make and show your key, which signs what you send"),
        Verb("mail", "commands.mail:app", "Invite others, read and send letters, see what is owed"),
        Verb("join", "commands.mail:join", "Answer an invitation"),
        Verb("propose", "commands.agreement:app", "Propose more time, playing on without somebody, and more"),
        Verb("agree", "commands.agreement:agree", "Sign what the others have proposed"),
        Verb("dispute", "commands.agreement:dispute", "Dispute how an exchange was resolved"),
        Verb("resign", "commands.agreement:resign", "Resign from a game"),
    ),
    "Back up and share": (
        Verb("backup", "commands.backup:backup", "Copy your folder and check the copy"),
        Verb("restore", "commands.backup:restore", "Restore a backup"),
        Verb("export", "commands.backup:export", "Write a game into a file, byte for byte"),
        Verb("import", "commands.backup:take", "Import a game from such a file"),
        Verb(
            "follow",
            "commands.games:follow",
            "Follow games while others play here, for people and for programs",
        ),
    ),
    "Make your own": (
        Verb("scenario", "commands.scenario:app", "List, read, write and check scenarios"),
        Verb("card", "commands.card:app", "List, show, write and check unit cards"),
        Verb("calc", "commands.calc:app", "Work out single numbers by a game's rules, with every step"),
    ),
}
VERBS: Final = tuple(chain(*HEADINGS.values()))

#: What rule systems bring: a package commands.<system> lists it as VERBS. It stands under the last heading.
OF_SYSTEMS: Final = tuple(verb for package in systems() for verb in getattr(package, "VERBS", ()))

_LAST: Final = [*HEADINGS][-1]

app = typer.Typer(
    cls=listing((*VERBS, *OF_SYSTEMS), headings={**HEADINGS, _LAST: (*HEADINGS[_LAST], *OF_SYSTEMS)}),
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    rich_markup_mode=None,
)


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

    Games are kept in the folder var, or in the one that SITS_HOME names. Start with: sits demo, or sits tutorial
    """
