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
        Verb(
            "demo",
            "commands.play:demo",
            "Watch the bundled duel, turn by turn",
            ("sits demo", "sits demo --full --ascii"),
        ),
        Verb(
            "tutorial",
            "commands.tutorial:tutorial",
            "Play a first turn, guided, in ten minutes",
            ("sits tutorial", "sits tutorial 28"),
        ),
        Verb(
            "new",
            "commands.games:new",
            "Begin a hot-seat game",
            ("sits new duel --name friday", "sits new my-scenario.toml --name convoy-2 --ships my-ships"),
        ),
        Verb(
            "docs",
            "commands.docs:docs",
            "Read the documentation: a first turn, orders, mail and more",
            ("sits docs", "sits docs first turn", "sits docs json > json.md"),
        ),
        Verb(
            "rules",
            "commands.docs:rules",
            "Read the rules as this program plays them",
            ("sits rules", "sits rules 8.5", "sits rules bearing", "sits rules dice --system starwars"),
        ),
        Verb(
            "doctor",
            "commands.audit:doctor",
            "Check the installation, the store and what waits for whom",
            ("sits doctor", "sits doctor --json"),
        ),
    ),
    "Play": (
        Verb("games", "commands.games:app", "List the games here: where each stands, and who owes what"),
        Verb(
            "show",
            "commands.show:show",
            "Show a game as it stands, or as it stood",
            (
                "sits show duel",
                "sits show duel -v",
                "sits show duel --ship Fearless",
                "sits show duel --at 1.4 --as red --avids",
                "sits show duel --svg map.svg",
            ),
        ),
        Verb("orders", "commands.orders:app", "Read how orders are written; write, check and seal them"),
        Verb(
            "play",
            "commands.play:play",
            "Play exchanges with everybody's orders, hot seat",
            (
                "sits play duel red.orders blue.orders",
                "sits play duel red.orders blue.orders --to 1.break",
                "sits play what-if red.orders",
                "sits play duel red.orders --drift blue",
            ),
        ),
        Verb(
            "record",
            "commands.play:enter",
            "Enter facts where the rules leave them to you",
            ("sits record duel red.facts", "sits record duel red.facts --as red"),
        ),
    ),
    "Look back": (
        Verb(
            "replay",
            "commands.replay:replay",
            "Replay exchanges or single events, also as a file for a browser",
            (
                "sits replay duel --from 1.3 --to 1.5 --step",
                "sits replay duel --from 2.4 --to 2.4",
                "sits replay duel --verify",
                "sits replay duel --html duel.html --beside what-if",
            ),
        ),
        Verb(
            "watch",
            "commands.watch.command:watch",
            "Step through a game on the whole screen",
            ("sits watch duel", "sits watch duel --at 2.1"),
        ),
        Verb(
            "report",
            "commands.replay:report",
            "Write a turn's report into a file: page, text, picture, JSON",
            ("sits report duel -o turn.html", "sits report duel --turn 1 --full -o turn-1.txt"),
        ),
        Verb(
            "explain",
            "commands.replay:explain",
            "Redo one event on paper: tables, sums, rules, dice",
            ("sits explain duel 120", "sits explain duel '#120' --json"),
        ),
        Verb(
            "luck",
            "commands.graphs:luck",
            "Compare everybody's dice with the average",
            ("sits luck duel", "sits luck duel --json"),
        ),
        Verb(
            "graph",
            "commands.graphs:graph",
            "Draw damage, points, ranges and luck over a game",
            (
                "sits graph duel",
                "sits graph duel hull",
                "sits graph duel range Fearless Sirius",
                "sits graph duel luck --svg luck.svg",
            ),
        ),
        Verb(
            "fork",
            "commands.branches:fork",
            "Ask what would have happened instead",
            (
                "sits fork duel --at 1.3 --name what-if",
                "sits fork duel --at 2.1 --name other-reading --option sidewall=stops --option mixed_walls=true",
                "sits fork ours --at 1.3 --name what-if --offer",
            ),
        ),
        Verb(
            "branches",
            "commands.branches:branches",
            "Show all branches of a game as a tree",
            ("sits branches duel", "sits branches what-if --json"),
        ),
        Verb(
            "diff",
            "commands.branches:diff",
            "Say what differs between two branches or moments",
            ("sits diff duel what-if --at 1.5 --json", "sits diff duel duel --at 1.3 --with 1.5"),
        ),
    ),
    "Check": (
        Verb(
            "audit",
            "commands.audit:audit",
            "List, search, verify, export and prove records",
            (
                "sits audit duel --verify",
                'sits audit duel --search "Sirius countermissiles"',
                "sits audit duel --export duel.jsonl",
                "sits audit duel --against old-mails.mbox",
                "sits audit duel --prove 120",
                "sits audit duel --prove red --at 1.3 --checkpoint kept.txt",
                "sits audit duel --sign",
                "sits audit --check event.proof",
                "sits audit --all",
                "sits audit --all club/sits.db old-games --jobs 2",
            ),
        ),
        Verb("dice", "commands.graphs:dice", "Work dice out again from their seed"),
    ),
    "Begin by mail": (
        Verb("id", "commands.mail:keys", "Make and show your key"),
        Verb(
            "invite",
            "commands.seats:invite",
            "Invite others to a game",
            (
                "sits invite duel --name ours --as red blue=blue@example.org",
                "sits invite duel --name ours --as umpire --umpire umpire red=red@example.org blue=blue@example.org",
            ),
        ),
        Verb(
            "join",
            "commands.seats:join",
            "Answer an invitation",
            ("sits join ours", "sits join ours --as blue --address blue@example.org"),
        ),
        Verb(
            "decline",
            "commands.seats:decline",
            "Decline an invitation",
            ("sits decline ours", "sits decline ours --words 'No time this year'"),
        ),
        Verb(
            "confirm",
            "commands.seats:confirm",
            "Confirm who has answered yours",
            ("sits confirm ours", "sits confirm ours blue"),
        ),
    ),
    "Play by mail": (
        Verb("mail", "commands.mail:app", "Take letters in, send them, see what is owed"),
        Verb(
            "deadline",
            "commands.agreements:deadline",
            "Propose a deadline or an absence",
            ("sits deadline ours +3d --grace 12", "sits deadline ours +14d --absent blue"),
        ),
        Verb(
            "agree",
            "commands.agreements:agree",
            "Sign what the others have proposed",
            ("sits agree ours", "sits agree ours --fork what-if", "sits agree ours --refuse WHY"),
        ),
        Verb(
            "rewind",
            "commands.agreements:rewind",
            "Propose to play on from an earlier exchange",
            ("sits rewind ours --to 1.3", "sits rewind ours --to 2.1 --why 'The map was misread'"),
        ),
        Verb(
            "dispute",
            "commands.agreements:dispute",
            "Doubt how an exchange was resolved",
            ("sits dispute ours 2.5 'The decoy was spent already'",),
        ),
        Verb(
            "rule",
            "commands.agreements:rule",
            "Decide a dispute",
            ("sits rule ours 2.5 'The record stands'", "sits rule ours 2.5 'By sits rules 8' --branch ours-2"),
        ),
        Verb(
            "archive",
            "commands.seats:archive",
            "Put a game by mail away, with its letters",
            ("sits archive ours", "sits archive ours --undo"),
        ),
        Verb(
            "follow",
            "commands.games:follow",
            "Keep lists up to date while others play in the same store",
            ("sits follow", "sits follow --for 600"),
        ),
    ),
    "When somebody fails": (
        Verb(
            "without",
            "commands.agreements:without",
            "Go on without players who are silent",
            ("sits without ours", "sits without ours blue", "sits without ours --cancel"),
        ),
        Verb(
            "default",
            "commands.agreements:default",
            "Umpires: go on without a player's seal",
            ("sits default ours blue", "sits default ours blue --claim"),
        ),
        Verb(
            "umpire",
            "commands.agreements:umpire",
            "Go on without the umpire, or with another one",
            ("sits umpire ours --none", "sits umpire ours --new gil", "sits umpire ours --resume"),
        ),
        Verb(
            "resign",
            "commands.seats:resign",
            "Resign from a game",
            ("sits resign ours", "sits resign ours --words 'I have no time any more'"),
        ),
        Verb(
            "forfeit",
            "commands.seats:forfeit",
            "Of two: offer the end of the game",
            ("sits forfeit ours", "sits forfeit ours --words 'Nothing for a month'"),
        ),
        Verb("readmit", "commands.seats:readmit", "Take somebody in again who is out", ("sits readmit ours blue",)),
        Verb(
            "reseat",
            "commands.seats:reseat",
            "Give a seat a new key, or to another person",
            (f"sits reseat ours blue --key {'0f' * 32} --name Cleo --address cleo@example.org",),
        ),
    ),
    "Keep and carry": (
        Verb("backup", "commands.backup:backup", "Copy your folder, checked", ("sits backup /media/stick/sits-march",)),
        Verb(
            "restore",
            "commands.backup:restore",
            "Put a backup in its place again",
            ("sits restore /media/stick/sits-march", "sits restore /media/stick/sits-march --older"),
        ),
        Verb(
            "export",
            "commands.backup:export",
            "Write a game into a file, byte for byte",
            ("sits export duel -o duel.bundle", "sits export duel -o new.bundle --since kept-checkpoint.txt"),
        ),
        Verb("import", "commands.backup:take", "Take a game from such a file", ("sits import duel.bundle",)),
    ),
    "Make your own": (
        Verb("scenario", "commands.scenario:app", "List, read, write and check scenarios"),
        Verb("calc", "commands.calc:app", "Work out the sums of a game, with every step"),
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

    Games are kept in the folder var, or where SITS_HOME says. Start with: sits demo, or sits tutorial
    """
