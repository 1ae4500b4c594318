"""`sits`: the program that players start. Each group of verbs is a module of its own, imported when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.by_mail import BY_MAIL
from commands.list_of_verbs import under_headings
from commands.verbs import Verb, listing, systems

#: Verbs and groups of the first level, as `sits --help` lists them.
VERBS = (
    Verb(
        "demo",
        "commands.play:demo",
        "Play the bundled duel with both sides' orders and show its turns. Run again, it goes on, or is read.",
        ("sits demo", "sits demo --full --ascii"),
    ),
    Verb(
        "tutorial",
        "commands.tutorial:tutorial",
        "Play a first turn, guided: each step says what to type, and whether it is done.",
        ("sits tutorial", "sits tutorial 28"),
    ),
    Verb(
        "new",
        "commands.games:new",
        "Begin a hot-seat game.",
        ("sits new duel --name friday", "sits new my-scenario.toml --name convoy-2 --ships my-ships"),
    ),
    Verb(
        "games",
        "commands.keeping:app",
        "List the games here, where each stands, where it came from, and in games by mail who owes what.",
    ),
    Verb(
        "show",
        "commands.show:show",
        "Show a game as it stands, or as it stood at an earlier moment: on one screen, or with -v all of it.",
        (
            "sits show duel",
            "sits show duel -v",
            "sits show duel --ship Fearless",
            "sits show duel --at 1.4 --as red --avids",
            "sits show duel --svg map.svg",
        ),
    ),
    Verb(
        "play",
        "commands.play:play",
        "Play exchanges with the orders of all players; without --to, up to the last one that a file orders.",
        (
            "sits play duel red.orders blue.orders",
            "sits play duel red.orders blue.orders --to 1.break",
            "sits play what-if red.orders",
            "sits play duel red.orders --drift blue",
        ),
    ),
    Verb(
        "record",
        "commands.record:enter",
        "Enter facts, such as a placement or damage taken, in a game whose rules leave them to the people who play it.",
        ("sits record duel red.facts", "sits record duel red.facts --as red"),
    ),
    Verb(
        "replay",
        "commands.record:replay",
        "Replay what was played: exchange by exchange, or with --step every event.",
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
        "Step through a game on the whole screen: events, map, units and explanations side by side.",
        ("sits watch duel", "sits watch duel --at 2.1"),
    ),
    Verb(
        "report",
        "commands.handouts:report",
        "Write a turn's report into a file, the kind by its ending: a page, plain text, a picture, or JSON.",
        ("sits report duel -o turn.html", "sits report duel --turn 1 --full -o turn-1.txt"),
    ),
    Verb(
        "fork",
        "commands.branches:fork",
        "Ask what would have happened instead: a branch that leaves the game at a moment, with the same dice.",
        (
            "sits fork duel --at 1.3 --name what-if",
            "sits fork duel --at 2.1 --name other-reading --option sidewall=stops --option mixed_walls=true",
            "sits fork ours --at 1.3 --name what-if --offer",
        ),
    ),
    Verb(
        "branches",
        "commands.branches:branches",
        "Show all branches of a game as a tree: where each leaves which, and where it stands.",
        ("sits branches duel", "sits branches what-if --json"),
    ),
    Verb(
        "diff",
        "commands.branches:diff",
        "Say what differs between two branches: the first event that does, and then unit by unit.",
        ("sits diff duel what-if --at 1.5 --json", "sits diff duel duel --at 1.3 --with 1.5"),
    ),
    Verb(
        "audit",
        "commands.audit:audit",
        "Look into the record: list it, search it, verify it, export it.",
        (
            "sits audit duel --verify",
            'sits audit duel --search "Sirius countermissiles"',
            "sits audit duel --export duel.jsonl",
            "sits audit duel --against old-mails.mbox",
            "sits audit duel --prove 120",
            "sits audit --all --jobs 2",
        ),
    ),
    Verb(
        "recheck",
        "commands.recheck:recheck",
        "Derive all games of stores again, wherever they lie: every byte, every exchange from its orders and dice.",
        ("sits recheck", "sits recheck club/sits.db old-games --jobs 2"),
    ),
    Verb(
        "explain",
        "commands.record:explain",
        "Explain one event as you would redo it on paper: tables, sums, rules, and its dice from the seed.",
        ("sits explain duel 120", "sits explain duel '#120' --json"),
    ),
    Verb(
        "luck",
        "commands.record:luck",
        "Compare what each player's dice showed with what dice show on average, kind by kind.",
        ("sits luck duel", "sits luck duel --json"),
    ),
    Verb(
        "graph",
        "commands.graphs:graph",
        "Draw numbers of a game over its moments: damage, points, the range of two units; and luck by kind of roll.",
        (
            "sits graph duel",
            "sits graph duel hull",
            "sits graph duel range Fearless Sirius",
            "sits graph duel luck --svg luck.svg",
        ),
    ),
    Verb(
        "rules",
        "commands.rulebook:rules",
        "Read the rules as this program plays them, section by section: what explanations cite.",
        ("sits rules", "sits rules 8.5", "sits rules bearing", "sits rules dice --system starwars"),
    ),
    Verb(
        "docs",
        "commands.docs:docs",
        "Read the documentation: a first turn, orders, mail, scenarios, settings, and what programs need.",
        ("sits docs", "sits docs first turn", "sits docs json > json.md"),
    ),
    *BY_MAIL,
    Verb(
        "backup",
        "commands.carrying:backup",
        "Copy your folder while nobody writes in it: games, letters, keys and settings. The copy is checked.",
        ("sits backup /media/stick/sits-march",),
    ),
    Verb(
        "restore",
        "commands.carrying:restore",
        "Put a backup in the place of what is in your folder, once it is checked. Nothing is deleted.",
        ("sits restore /media/stick/sits-march", "sits restore /media/stick/sits-march --older"),
    ),
    Verb(
        "export",
        "commands.carrying:export",
        "Write a game into a file, byte for byte as it is on record, for another folder or a club's server.",
        ("sits export duel -o duel.bundle", "sits export duel -o new.bundle --since kept-checkpoint.txt"),
    ),
    Verb(
        "import",
        "commands.carrying:take",
        "Take a game from a file that `sits export` has written.",
        ("sits import duel.bundle",),
    ),
    Verb(
        "doctor",
        "commands.record:doctor",
        "Check the installation: versions, the store's health, and which games wait for orders.",
        ("sits doctor", "sits doctor --json"),
    ),
    Verb("orders", "commands.orders:app", "Write and check order files."),
    Verb("mail", "commands.mail:app", "Play by mail: take letters in, write them, see what is owed."),
    Verb("id", "commands.identity:app", "Your key pair: it signs what you send, and nothing else can."),
    Verb(
        "proof",
        "commands.evidence:app",
        "Checkpoints with your signature, and proofs that others check without the record.",
    ),
    Verb("dice", "commands.record:dice", "The dice: anybody can work them out again."),
    Verb(
        "scenario",
        "commands.scenario:app",
        "Scenarios: list, show, write and check the files that new games start from.",
    ),
    Verb("calc", "commands.calc:app", "Work out the sums of a game. Every answer shows its steps and names its rule."),
)

#: What rule systems bring: a package commands.<system> lists it as VERBS.
OF_SYSTEMS = tuple(verb for package in systems() for verb in getattr(package, "VERBS", ()))

app = typer.Typer(
    cls=listing((*VERBS, *OF_SYSTEMS), headings=under_headings),
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
