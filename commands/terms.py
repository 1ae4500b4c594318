"""How a game by mail is played, as whoever invites types it: the terms, and the roles of seats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from commands.times import hours_in
from sits_es.errors import GameError, UnreadableError
from sits_es.post.opening import ROLES
from sits_es.sentences import either, quoted, unknown

T = TypeVar("T")


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,5}", text) or not least <= int(text) <= most:
            raise UnreadableError(f"{quoted(text)} is not a number from {least} to {most}.")
        return int(text)

    return read


def _one_of(values: Mapping[str, Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if text not in values:
            raise UnreadableError(f"{quoted(text)} is not allowed. Write {either(values)}.")
        return values[text]

    return read


_YES: Final = _one_of({"yes": True, "no": False})

#: The terms by name: what the game calls each, and how its value is read.
TERMS: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "deadline": ("hours", hours_in),
    "grace": ("grace", _whole(0, 999)),
    "escrow": ("escrow", _YES),
    "reveal": ("reveal", _one_of({"turn": "run", "exchange": "segment"})),
    "rulings": ("rules", _one_of({"keeper": "keeper", "all": "all"})),
    "confirm": ("confirm", _YES),
    "delay": ("spectators", _whole(0, 9999)),
    "box": ("box", _whole(512, 65536)),
}


def once(said: Iterable[tuple[str, T]]) -> dict[str, T]:
    """What was said by name. Raises UnreadableError for every name that is given twice."""
    pairs = [*said]
    times = Counter(name for name, _ in pairs)
    if twice := [f"{name} is given twice. Give it once." for name, number in times.items() if number > 1]:
        raise UnreadableError(twice)
    return dict(pairs)


def terms_in(texts: Iterable[str]) -> dict[str, Any]:
    """NAME=VALUE texts as the game has them. UnreadableError names every fault."""
    found: list[tuple[str, Any]] = []
    faults: list[str] = []
    for name, _, said in (text.partition("=") for text in texts):
        if name not in TERMS:
            faults.append(unknown("term", name, TERMS))
            continue
        try:
            found.append((name, TERMS[name][1](said)))
        except GameError as refusal:
            faults += [f"--term {name}: {problem}" for problem in refusal.problems]
    if faults:
        raise UnreadableError(faults)
    return {TERMS[name][0]: value for name, value in once(found).items()}


def roles_in(texts: Iterable[str]) -> dict[str, str]:
    """The role of each seat, by SEAT=ROLE texts. Raises UnreadableError."""
    found: list[tuple[str, str]] = []
    for text in texts:
        seat, _, role = text.partition("=")
        if not seat or role not in ROLES:
            raise UnreadableError(f"{quoted(text)}: write SEAT=ROLE. {unknown('role', role, ROLES)}")
        found.append((seat, role))
    return once(found)
