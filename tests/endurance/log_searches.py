"""Everything that can happen at a table that plays by one log, with one cheat, searched deep; faults in the log's code.

The checker is that of tests/post/log, over the log's own code. A seed is the number of a table, or of a fault.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from tests.post.log.checker import explore
from tests.post.log.mutants import MUTANTS, search
from tests.post.log.world import Setting

#: Longer than any game at these tables: such a search goes on to the end.
TO_THE_END: Final = 60
#: Seconds that a table is searched at most; less deep than asked for is told.
MOST_SECONDS: Final = 2 * 60 * 60

_CALM: Final[dict[str, Any]] = {"lean": True, "forks": False}
_NEVER_KEEPS: Final[dict[str, Any]] = {"cheat": "C", "keepers": "AB", **_CALM}
_KEEPS_NEXT: Final[dict[str, Any]] = {"cheat": "B", **_CALM}
_KEEPS: Final[dict[str, Any]] = {"cheat": "A", "lean": True}


@frozen
class Place:
    """A table and how deep it is searched."""

    setting: Setting
    depth: int


def _both(depth: int, late: int, **more: Any) -> tuple[Place, Place]:
    """A table with mail that arrives in time, and the same with mail that comes late."""
    return Place(Setting(**more), depth), Place(Setting(**more, in_time=False), late)


PLACES: Final = (
    # two seats
    *_both(TO_THE_END, TO_THE_END, players="AB", cheat="B"),
    *_both(TO_THE_END, TO_THE_END, players="AB", cheat="A"),
    *_both(TO_THE_END, TO_THE_END, players="AB", cheat="A", exchanges=2, ahead=1, without=False),
    # a cheat that plays, and keeps later or never
    *_both(TO_THE_END, 10, **_NEVER_KEEPS),
    *_both(TO_THE_END, 10, **_KEEPS_NEXT),
    *_both(12, 9, **_NEVER_KEEPS, exchanges=2, ahead=1),
    *_both(12, 9, **_KEEPS_NEXT, exchanges=2, ahead=1),
    # a cheat that keeps
    *_both(10, 9, **_KEEPS, without=False),
    *_both(6, 5, **_KEEPS),
    *_both(8, 7, **_KEEPS, without=False, exchanges=2, ahead=1),
    # what a table may have besides
    *_both(12, 9, **_KEEPS_NEXT, exchanges=2, ahead=1, stop=True),
    *_both(11, 9, **_NEVER_KEEPS, standing=True),
    *_both(11, 8, **_KEEPS_NEXT, crash=True),
    *_both(11, 8, **_NEVER_KEEPS, crash=True),
    *_both(10, 8, **_NEVER_KEEPS, crash=True, standing=True),
    *_both(10, 8, **_KEEPS_NEXT, escrow=True),
    *_both(8, 7, **_KEEPS, escrow=True, without=False),
    *_both(TO_THE_END, 10, cheat="A", alone="A", escrow=True, without=False, **_CALM),
    *_both(10, 8, cheat="B", alone="B", **_CALM),
    *_both(10, 8, cheat="B", alone="A", escrow=True, **_CALM),
    # four seats
    *_both(8, 6, players="ABCD", **_KEEPS_NEXT),
    *_both(7, 5, players="ABCD", **_KEEPS, without=False),
    *_both(8, 6, players="ABCD", cheat="D", keepers="ABC", crash=True, epochs=0, **_CALM),
    # nobody cheats: the game ends
    Place(Setting(cheat="", crash=True), TO_THE_END),
    Place(Setting(cheat="", crash=True, exchanges=2, ahead=1), TO_THE_END),
    Place(Setting(cheat="", crash=True, escrow=True, alone="B"), TO_THE_END),
    Place(Setting(players="ABCD", cheat="", crash=True), 14),
)


def tables(first: int, count: int) -> list[str]:
    """Tables that play by one log are searched deep. What must not be: a law that breaks, or a search that is cut."""
    faults = []
    for number in range(first, first + count):
        place = PLACES[(number - 1) % len(PLACES)]
        found = explore(place.setting, range(1, place.depth + 1), seconds=MOST_SECONDS)
        if found.law is not None:
            faults.append("\n    ".join([f"table {number}, {place.setting}: {found.law}, {found.why}", *found.trace]))
        elif not found.whole and found.seconds >= MOST_SECONDS:
            faults.append(f"table {number}, {place.setting}: searched {found.depth} moves deep only")
    return faults


def faults(first: int, count: int) -> list[str]:
    """Each fault put into the log's code is looked for. What must not be: that none is found, or one without it."""
    missed = []
    for number in range(first, first + count):
        name = [*MUTANTS][(number - 1) % len(MUTANTS)]
        found, (law, depth, setting) = search(MUTANTS[name], MOST_SECONDS), MUTANTS[name].at
        if (found.law, found.depth) != (law, depth):
            missed.append(f"fault {number}, {name}: {found}")
        without = explore(setting, [depth], script=MUTANTS[name].script, seconds=MOST_SECONDS)
        if without.law is not None:
            missed.append(f"without fault {number}, {name}: {without}")
    return missed
