"""What `sits --help` lists: the verbs of the first level under headings, each in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: By heading, each verb with what it does, in the order in which they are listed.
HEADINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "Begin": {
        "demo": "Watch the bundled duel, turn by turn",
        "tutorial": "Play a first turn, guided, in ten minutes",
        "new": "Begin a hot-seat game",
        "docs": "Read the documentation: a first turn, orders, mail and more",
        "rules": "Read the rules as this program plays them",
        "doctor": "Check the installation, the store and what waits for whom",
    },
    "Play": {
        "games": "List the games here: where each stands, and who owes what",
        "show": "Show a game as it stands, or as it stood",
        "orders": "Read how orders are written; write, check and seal them",
        "play": "Play exchanges with everybody's orders, hot seat",
        "record": "Enter facts where the rules leave them to you",
    },
    "Look back": {
        "replay": "Replay exchanges or single events, also as a file for a browser",
        "watch": "Step through a game on the whole screen",
        "report": "Write a turn's report into a file: page, text, picture, JSON",
        "explain": "Redo one event on paper: tables, sums, rules, dice",
        "luck": "Compare everybody's dice with the average",
        "graph": "Draw damage, points, ranges and luck over a game",
        "fork": "Ask what would have happened instead",
        "branches": "Show all branches of a game as a tree",
        "diff": "Say what differs between two branches or moments",
    },
    "Check": {
        "audit": "List, search, verify and export a record",
        "recheck": "Derive all games of stores again",
        "dice": "Work dice out again from their seed",
        "proof": "Sign checkpoints, and prove single events",
    },
    "Begin by mail": {
        "id": "Make and show your key",
        "invite": "Invite others to a game",
        "join": "Answer an invitation",
        "decline": "Decline an invitation",
        "confirm": "Confirm who has answered yours",
    },
    "Play by mail": {
        "mail": "Take letters in, send them, see what is owed",
        "deadline": "Propose a deadline or an absence",
        "agree": "Sign what the others have proposed",
        "rewind": "Propose to play on from an earlier exchange",
        "dispute": "Doubt how an exchange was resolved",
        "rule": "Decide a dispute",
        "archive": "Put a game by mail away, with its letters",
        "follow": "Keep lists up to date while others play in the same store",
    },
    "When somebody fails": {
        "without": "Go on without players who are silent",
        "default": "Umpires: go on without a player's seal",
        "umpire": "Go on without the umpire, or with another one",
        "resign": "Resign from a game",
        "forfeit": "Of two: offer the end of the game",
        "readmit": "Take somebody in again who is out",
        "reseat": "Give a seat a new key, or to another person",
    },
    "Keep and carry": {
        "backup": "Copy your folder, checked",
        "restore": "Put a backup in its place again",
        "export": "Write a game into a file, byte for byte or as a text",
        "import": "Take a game from such a file",
    },
    "Make your own": {
        "scenario": "List, read, write and check scenarios",
        "calc": "Work out the sums of a game, with every step",
    },
}


def under_headings(verbs: Mapping[str, str]) -> dict[str, list[tuple[str, str]]]:
    """Verbs and what is said of them, by heading. verbs: those that there are, each with the first line of its help.

    What rule systems bring stands under the last heading, in its own words.
    """
    found = {
        heading: [(name, words) for name, words in listed.items() if name in verbs]
        for heading, listed in HEADINGS.items()
    }
    known = {name for listed in HEADINGS.values() for name in listed}
    found[[*HEADINGS][-1]] += [(name, _first(says)) for name, says in verbs.items() if name not in known]
    return {heading: listed for heading, listed in found.items() if listed}


def _first(says: str) -> str:
    return says.partition(". ")[0].rstrip(".")
