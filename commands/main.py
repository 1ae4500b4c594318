"""`sits`: the program that players start. Each group of verbs is a module of its own, imported when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.verbs import Verb, listing, systems

#: Verbs and groups of the first level, as `sits --help` lists them.
VERBS = (
    Verb(
        "demo",
        "commands.play:demo",
        "Play the bundled duel with both sides' orders and show its turns. Run again, it is read from the record.",
        ("sits demo", "sits demo --full --ascii"),
    ),
    Verb(
        "new",
        "commands.games:new",
        "Begin a hot-seat game.",
        ("sits new duel --name friday", "sits new my-scenario.toml --name convoy-2 --ships my-ships"),
    ),
    Verb(
        "games",
        "commands.games:list_games",
        "List the games here, where each stands, where it came from, and in games by mail who owes what.",
        ("sits games", "sits games --json"),
    ),
    Verb(
        "show",
        "commands.games:show",
        "Show a game as it stands, or as it stood at an earlier moment.",
        ("sits show duel", "sits show duel --at 1.4 --as red --avids", "sits show duel --svg map.svg"),
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
        ),
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
        "commands.record:audit",
        "Look into the record: list it, search it, verify it, export it.",
        (
            "sits audit duel --verify",
            'sits audit duel --search "Sirius countermissiles"',
            "sits audit duel --export duel.jsonl",
            "sits audit duel --against old-mails.mbox",
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
        "rules",
        "commands.rulebook:rules",
        "Read the rules as this program plays them, section by section: what explanations cite.",
        ("sits rules", "sits rules 8.5", "sits rules bearing", "sits rules dice --system starwars"),
    ),
    Verb(
        "invite",
        "commands.seats:invite",
        "Invite others to a game by mail. It begins when everybody has answered; `sits mail out` writes the letters.",
        (
            "sits invite duel --name ours --as red blue=blue@example.org",
            "sits invite duel --name ours --as umpire --umpire umpire red=red@example.org blue=blue@example.org",
        ),
    ),
    Verb(
        "join",
        "commands.seats:join",
        "Answer an invitation that came with `sits mail in`.",
        ("sits join ours", "sits join ours --as blue --address blue@example.org"),
    ),
    Verb(
        "decline",
        "commands.leaving:decline",
        "Decline an invitation that came with `sits mail in`: the host is told, and the game is put away here.",
        ("sits decline ours", "sits decline ours --words 'No time this year'"),
    ),
    Verb(
        "resign",
        "commands.leaving:resign",
        "Resign from a game by mail, at the first exchange for which no seal of yours holds. It can't be undone.",
        ("sits resign ours", "sits resign ours --words 'I have no time any more'"),
    ),
    Verb(
        "readmit",
        "commands.leaving:readmit",
        (
            "Sign that a player who is out takes part again, from the next exchange on; with an umpire, only the "
            "umpire does."
        ),
        ("sits readmit ours blue",),
    ),
    Verb(
        "reseat",
        "commands.leaving:reseat",
        "Give a seat a new key, and maybe to another person, between two exchanges.",
        (f"sits reseat ours blue --key {'0f' * 32} --name Cleo --address cleo@example.org",),
    ),
    Verb(
        "forfeit",
        "commands.leaving:forfeit",
        "Of two peers: offer the end of the game, after the other has missed the time and its grace.",
        ("sits forfeit ours", "sits forfeit ours --words 'Nothing for a month'"),
    ),
    Verb(
        "archive",
        "commands.leaving:archive",
        "Put a game by mail away: `sits mail in` and `sits mail status` are silent about it. Nobody is told.",
        ("sits archive ours", "sits archive ours --undo"),
    ),
    Verb(
        "confirm",
        "commands.seats:confirm",
        "Confirm who has answered your invitation, once you have compared their key in words; then the game begins.",
        ("sits confirm ours", "sits confirm ours blue"),
    ),
    Verb(
        "deadline",
        "commands.agreements:deadline",
        (
            "Propose or agree to a deadline for this turn's orders, or an absence; "
            "with an umpire, only the umpire sets it."
        ),
        ("sits deadline ours +3d --grace 12", "sits deadline ours +14d --absent blue"),
    ),
    Verb(
        "agree",
        "commands.agreements:agree",
        (
            "Sign what the others have proposed: a deadline, an absence, a ruling, facts, a seat; "
            "or open an offered what-if."
        ),
        ("sits agree ours", "sits agree ours --fork what-if", "sits agree ours --refuse WHY"),
    ),
    Verb(
        "default",
        "commands.agreements:default",
        (
            "Sign that the game goes on without a player's seal; "
            "or, with --void or --claim, what becomes of a held reveal."
        ),
        ("sits default ours blue", "sits default ours blue --claim"),
    ),
    Verb(
        "umpire",
        "commands.umpires:umpire",
        "Sign that all players go on without their umpire, from the last event that they were told.",
        ("sits umpire ours --none", "sits umpire ours --new gil", "sits umpire ours --resume"),
    ),
    Verb(
        "without",
        "commands.agreements:without",
        "Go on without players who keep an exchange waiting after its time and grace, once all others sign it as well.",
        ("sits without ours", "sits without ours blue", "sits without ours --cancel"),
    ),
    Verb(
        "dispute",
        "commands.agreements:dispute",
        "Tell the others that you doubt how an exchange was resolved.",
        ("sits dispute ours 2.5 'The decoy was spent already'",),
    ),
    Verb(
        "rule",
        "commands.agreements:rule",
        (
            "Decide a dispute: the umpire, or all players by signing the same words. The record stands, or a "
            "branch is played."
        ),
        ("sits rule ours 2.5 'The record stands'", "sits rule ours 2.5 'By sits rules 8' --branch ours-2"),
    ),
    Verb(
        "rewind",
        "commands.agreements:rewind",
        "Propose that the game is played on from an earlier exchange, in a new branch; an umpire decides it alone.",
        ("sits rewind ours --to 1.3", "sits rewind ours --to 2.1 --why 'The map was misread'"),
    ),
    Verb(
        "follow",
        "commands.onlookers:follow",
        "Keep lists and searches here up to date while others play in the same store, and say which games move on.",
        ("sits follow", "sits follow --for 600"),
    ),
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
        "doctor",
        "commands.record:doctor",
        "Check the installation: versions, the store's health, and which games wait for orders.",
        ("sits doctor", "sits doctor --json"),
    ),
    Verb("orders", "commands.orders:app", "Write and check order files."),
    Verb("mail", "commands.mail:app", "Play by mail: take letters in, write them, see what is owed."),
    Verb("id", "commands.identity:app", "Your key pair: it signs what you send, and nothing else can."),
    Verb("dice", "commands.record:dice", "The dice: anybody can work them out again."),
    Verb("scenario", "commands.scenario:app", "Scenarios: write and check the files that new games start from."),
    Verb("calc", "commands.calc:app", "Work out the sums of a game. Every answer shows its steps and names its rule."),
)

#: What rule systems bring: a package commands.<system> lists it as VERBS.
OF_SYSTEMS = tuple(verb for package in systems() for verb in getattr(package, "VERBS", ()))

app = typer.Typer(cls=listing((*VERBS, *OF_SYSTEMS)), no_args_is_help=True, rich_markup_mode=None)


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

    Games are kept in the folder var, or where SITS_HOME says. Start with: sits demo
    """
