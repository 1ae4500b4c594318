"""What a set of tables has of its own: its entries held against the bundled ones and against the sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import evolve

from sits_es.rules.sits.tables.charts import formula_thrust
from sits_es.rules.sits.tables.kill_chart import own_rows
from sits_es.rules.sits.tables.movement_grids import NAMES, SPLITS
from sits_es.rules.sits.tables.values import BeamBlock, ClosureBand, Tables

#: Sections of which a list of what is a game's own names no single rows.
BY_ROWS = ("ralt", "kill_chart", "thrust_chart", "pivot_chart", "roll_chart", "movement_grid", "plots")


def own_keys(tables: Tables, bundled: Tables) -> tuple[str, ...]:
    """Keys of the entries that differ from the bundled tables, in the order of the alphabet."""
    theirs = dict(_entries(bundled, tables.closure_bands))
    differing = (key for key, entry in _entries(tables, tables.closure_bands) if theirs.get(key) != entry)
    return tuple(sorted((*differing, *_rows_of_rules(tables))))


def _entries(tables: Tables, bands: tuple[ClosureBand, ...]) -> Iterator[tuple[str, object]]:
    """The entries of the tables that are printed. bands: the game's, under which blocks are read if they fit."""
    yield "rate_of_closure", tables.closure_bands
    yield "missile_range", tables.missile_rows
    for missile in tables.missile_damage:
        yield f"missile_damage.{missile.size}", missile
    for torpedo in tables.energy_torpedo:
        yield f"energy_torpedo.{torpedo.type}", torpedo
    for section, blocks in (("graser_damage", tables.graser_damage), ("laser_damage", tables.laser_damage)):
        for block in blocks:
            yield f"{section}.{block.size}", read_under(block, tables.closure_bands, bands)
    for name, (one, other) in zip(NAMES, SPLITS, strict=True):
        yield f"movement_grid.horizontal.{name}", tables.horizontal[one][other]
        yield f"movement_grid.vertical.{name}", tables.vertical[one][other]


def read_under(block: BeamBlock, printed: tuple[ClosureBand, ...], bands: tuple[ClosureBand, ...]) -> BeamBlock:
    """A block of tables that has their bands, as it is read in a game of other ones: under these where they fit it."""
    fits = block.bands == printed and len(printed) == len(bands)
    return evolve(block, bands=bands) if fits else block


def _rows_of_rules(tables: Tables) -> Iterator[str]:
    """Entries of the tables that the program's sums stand for: all that are kept differ from the sums."""
    yield from (f"ralt.ranges.{levels}" for levels, row in enumerate(tables.range_table.ranges) if row)
    yield from (f"ralt.rings.{levels}" for levels, row in enumerate(tables.range_table.rings) if row)
    if tables.kill_chart is not None:
        yield from (f"kill_chart.{percent}" for percent in own_rows(tables.kill_chart))
    for thrust in tables.thrust_rows:
        ruled = formula_thrust(thrust.thrust)
        if thrust.dots != ruled.dots:
            yield f"thrust_chart.dots.{thrust.thrust}"
        if thrust.hexes != ruled.hexes:
            yield f"thrust_chart.hexes.{thrust.thrust}"
    yield from (f"plots.{row.window}.{row.dots}" for row in tables.plot_rows)
    yield from (f"pivot_chart.{row.rating}" for row in tables.pivot_rows)
    yield from (f"roll_chart.{row.rating}" for row in tables.roll_rows)


def tables_named(own: Iterable[str]) -> list[str]:
    """Keys of one's own as a short list: tables that go by many rows once each, such as kill_chart."""
    short = (key.partition(".")[0] if key.partition(".")[0] in BY_ROWS else key for key in own)
    return [key for key, _ in groupby(sorted(short))]
