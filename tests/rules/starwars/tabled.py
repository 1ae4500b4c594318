"""Boards on which critical hits go by a table whose rows each do one thing."""

from __future__ import annotations

from typing import Any, Final

from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.critical_table import CriticalRow, CriticalTable
from tests.rules.starwars.crewed import crewed

#: What each ten results do; from 101 on the starship is lost. The row of 1 to 10 takes armour, that of 91 to 100 all
#: that lasts.
DOES: Final[tuple[dict[str, Any], ...]] = (
    {"armour": 1},
    {"speed": 1},
    {"shields": 1},
    {"setback_piloting": 1},
    {"setback_gunnery": 2},
    {"weapon": True},
    {"trauma": 3},
    {"strain": 2},
    {"shut_down": True},
    {"armour": 2, "speed": 4, "shields": 1, "setback_piloting": 1, "setback_gunnery": 1, "weapon": True},
)
TABLE: Final = CriticalTable(
    name="Plain hits",
    rows=(
        *(
            CriticalRow(least=10 * at + 1, most=10 * at + 10, words=f"Hit {at}", difficulty=1 + at % 4, **does)
            for at, does in enumerate(DOES)
        ),
        CriticalRow(least=101, words="The end", difficulty=4, lost=True),
    ),
)

#: A result of each row that lasts.
ARMOUR, SPEED, SHIELDS, PILOTING, GUNNERY, WEAPON, TRAUMA, STRAIN, STOPPED, ALL, LOST = range(5, 115, 10)


def tabled(*results: int, **more: Any) -> Board:
    """The slot of Hawk, which has critical hits with these results already, as `crewed` makes it."""
    on = crewed(**{"critical_table": TABLE} | more)
    for number, result in enumerate(results, 1):
        on.wound("Hawk", number, result, str(TABLE.row_of(result)))
    return on
