"""How a game by mail is played, as whoever invites types it: the terms, and the roles of seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from commands.times import hours_in
from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.sentences import either, quoted, unknown


def _whole(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,5}", text) or int(text) > most:
            raise UnreadableError(f"{quoted(text)} is not a number from 0 to {most}.")
        return int(text)

    return read


def _one_of(values: Mapping[str, bool]) -> Callable[[str], bool]:
    def read(text: str) -> bool:
        if text not in values:
            raise UnreadableError(f"{quoted(text)} is not allowed. Write {either(values)}.")
        return values[text]

    return read


_YES: Final = _one_of({"yes": True, "no": False})

#: The terms by name: what a wish calls each, and how its value is read.
TERMS: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "deadline": ("hours", hours_in),
    "grace": ("grace", _whole(999)),
    "escrow": ("escrow", _YES),
    "reveal": ("run", _one_of({"turn": True, "exchange": False})),
    "rulings": ("keeper_rules", _one_of({"keeper": True, "all": False})),
    "confirm": ("confirm", _YES),
    "delay": ("delay", _whole(9999)),
    "box": ("box", _whole(65536)),
}
#: The roles that a seat can have besides that of a player, each with what a wish calls it, and whether it has several.
ROLES: Final[Mapping[str, tuple[str, bool]]] = {
    "keeper": ("keeper", False),
    "umpire": ("umpire", False),
    "mailbox": ("mailboxes", True),
    "spectator": ("spectators", True),
}


def terms_in(texts: Iterable[str]) -> dict[str, Any]:
    """NAME=VALUE texts as a wish has them. UnreadableError names every fault."""
    found: dict[str, Any] = {}
    faults: list[str] = []
    for name, _, said in (text.partition("=") for text in texts):
        if name not in TERMS:
            faults.append(unknown("term", name, TERMS))
            continue
        key, read = TERMS[name]
        try:
            found[key] = read(said)
        except GameError as refusal:
            faults += [f"--term {name}: {problem}" for problem in refusal.problems]
    if faults:
        raise UnreadableError(faults)
    return found


def roles_in(texts: Iterable[str]) -> dict[str, Any]:
    """SEAT=ROLE texts as a wish has them. Raises UnreadableError, and NotAllowedError for two keepers."""
    found: dict[str, Any] = {}
    for text in texts:
        seat, _, role = text.partition("=")
        if not seat or role not in ROLES:
            raise UnreadableError(f"{quoted(text)}: write SEAT=ROLE. {unknown('role', role, ROLES)}")
        key, several = ROLES[role]
        if several:
            found[key] = [*found.get(key, ()), seat]
        elif key in found:
            raise NotAllowedError(f"A game has one {role}; you named {found[key]} and {seat}.")
        else:
            found[key] = seat
    return found
