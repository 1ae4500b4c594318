"""Deep searches of the small tables at which people decide what they like, with one cheat."""

from __future__ import annotations

from tests.post.log.checker import explore
from tests.post.log.tables import TABLES

#: Seconds that one search may take.
SECONDS = 300


def tables(first: int, count: int) -> list[str]:
    """Everything that can happen at small tables whose people rewind, resign, take keys and umpires. What must not be.

    Each seed is a table, one after another, and once all have been searched a move deeper.
    """
    names, found = list(TABLES), list[str]()
    for seed in range(first, first + count):
        deeper, place = divmod(seed - 1, len(names))
        setting, _, depth = TABLES[names[place]]
        search = explore(setting, [depth + 1 + deeper], seconds=SECONDS)
        if search.law is not None:
            found.append(f"{seed}: at {names[place]} law {search.law}: {search.why}; {'; '.join(search.trace)}")
    return found
