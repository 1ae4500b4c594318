"""Verbs of the first level that are about games by mail, as `sits --help` lists them."""

from __future__ import annotations

from commands.verbs import Verb

BY_MAIL = (
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
)
