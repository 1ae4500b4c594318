"""The commands that only SITS has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from commands.verbs import Verb

if TYPE_CHECKING:
    from commands.calc import Answer

#: Groups of verbs, as `sits --help` lists them.
VERBS: Final = (
    Verb("tables", "commands.sits.tables:app", "Rule tables: show those in force, write and check your own."),
)

_HERE: Final = "commands.sits.calc"


class Sum(Verb):
    """A sum by tables: those of --game or of --tables, otherwise the bundled ones."""

    __slots__ = ()

    def found(self) -> Callable[..., Answer]:
        """The function, with these options."""
        from commands.sits.tables import by_tables

        return by_tables(super().found())


#: What each sum is for, in a line of the group's help.
SUMS: Final = (
    Verb("consolidate", f"{_HERE}:consolidate", "Reduce vectors to their canonical form, step by step."),
    Sum("bearing", f"{_HERE}:bearing", "Range, ring and window of a target; what bears on it."),
    Sum("range", f"{_HERE}:range_", "The Range Angle Lookup Table: range and ring."),
    Sum("grid", f"{_HERE}:grid", "The movement grid of vectors, segment by segment."),
    Sum("plots", f"{_HERE}:plots", "What acceleration dots in a window can become."),
    Verb("attitude", f"{_HERE}:attitude", "The windows that a ship's six ends point to."),
    Sum("pivot", f"{_HERE}:pivot", "How the nose pivots to another window."),
    Sum("roll", f"{_HERE}:roll", "A roll, step by step."),
    Sum("closure", f"{_HERE}:closure", "The rate of closure of two ships."),
    Sum("course", f"{_HERE}:course", "Where a ship will be, segment by segment."),
    Sum("beam", f"{_HERE}:beam", "The damage of a graser, laser or energy torpedo."),
    Sum("lance", f"{_HERE}:lance", "Whether a grav lance brings a sidewall down."),
    Sum("wall", f"{_HERE}:wall", "What a sidewall lets through."),
    Sum("missiles", f"{_HERE}:missiles", "Salvoes allowed at a range, and the range modifier."),
    Sum("kills", f"{_HERE}:kills", "The kill chart, part by part."),
    Verb("variance", f"{_HERE}:variance", "A variance roll, 3d10v, or all 1,000 of them."),
)

#: Its sums, directly below `sits calc`.
CALC: Final = Verb(
    "",
    "commands.sits:SUMS",
    """Work out vectors, bearings, movement and fire for SITS.

    sits calc consolidate 6F 3D 1A
    sits calc bearing "6B 3+" --nose A+
    sits calc kills 136 28
    """,
)
