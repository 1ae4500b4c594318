"""Reading a full set of rule tables from plain data, every fault named at once."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sits.tables.beam_blocks import read_bands, read_grasers, read_lasers
from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.charts import PIVOTS, ROLLS, read_paces, read_thrust_rows
from sits_es.rules.sits.tables.kill_chart import read_kill_chart
from sits_es.rules.sits.tables.missile_table import read_missile_damage, read_missile_rows, read_torpedoes
from sits_es.rules.sits.tables.movement_grids import read_horizontal, read_vertical
from sits_es.rules.sits.tables.plot_rows import read_plot_rows
from sits_es.rules.sits.tables.range_chart import read_range_table
from sits_es.rules.sits.tables.values import Tables

#: Sections that every set of tables has, in the order of the card's data.
PRINTED: Final = (
    "rate_of_closure",
    "missile_range",
    "missile_damage",
    "energy_torpedo",
    "graser_damage",
    "laser_damage",
    "movement_grid",
)

#: Sections for which the program's sums stand where nothing is entered.
RULED: Final = ("ralt", "kill_chart", "thrust_chart", "plots", "pivot_chart", "roll_chart")

#: Every section.
SECTIONS: Final = (*PRINTED, *RULED)


def read_sections(cells: Cells, *, besides: tuple[str, ...] = ()) -> Tables:
    """Read all sections. besides: names that the data have beside the sections. SheetFaults names every fault."""
    cells.record((), PRINTED, (*RULED, *besides))
    cells.record(("rate_of_closure",), ("bands",))
    bands = read_bands(cells)
    cells.record(("movement_grid",), ("horizontal", "vertical"))
    tables = Tables(
        closure_bands=bands,
        missile_rows=read_missile_rows(cells),
        missile_damage=read_missile_damage(cells),
        energy_torpedo=read_torpedoes(cells),
        graser_damage=read_grasers(cells, bands),
        laser_damage=read_lasers(cells, bands),
        horizontal=read_horizontal(cells),
        vertical=read_vertical(cells),
        range_table=read_range_table(cells),
        kill_chart=read_kill_chart(cells),
        thrust_rows=read_thrust_rows(cells),
        plot_rows=read_plot_rows(cells),
        pivot_rows=read_paces(cells, PIVOTS),
        roll_rows=read_paces(cells, ROLLS),
    )
    cells.refuse()
    return tables
