"""The tables of a game: the bundled ones, a player's own laid over them, stored, printed, and where they come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from typing import Any, Final

from msgspec.structs import replace

from sits_es.rules.sits.tables.beam_blocks import FACTORS, GRASERS, LASERS, RATE_OF_CLOSURE, bands_data
from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.grid_rows import MOVEMENT_GRID
from sits_es.rules.sits.tables.kill_chart import KILL_CHART
from sits_es.rules.sits.tables.missile_table import ENERGY_TORPEDO, MISSILE_DAMAGE, MISSILE_RANGE
from sits_es.rules.sits.tables.plot_rows import PLOTS
from sits_es.rules.sits.tables.printed_charts import PIVOT_CHART, ROLL_CHART, THRUST_CHART
from sits_es.rules.sits.tables.range_chart import RANGE_CHART
from sits_es.rules.sits.tables.section import SECTIONS
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.supplied import text_in
from sits_es.toml import Sheet, SheetFaults

SECTIONS.update(
    (section.name, section)
    for section in (
        RATE_OF_CLOSURE,
        MISSILE_RANGE,
        MISSILE_DAMAGE,
        ENERGY_TORPEDO,
        GRASERS,
        LASERS,
        MOVEMENT_GRID,
        RANGE_CHART,
        KILL_CHART,
        THRUST_CHART,
        PLOTS,
        PIVOT_CHART,
        ROLL_CHART,
    )
)

#: Sections of tables.toml that state a rule instead of a table: the program's own sums follow them.
RULES: Final = ("ralt", "thrust_chart", "kill_chart")


@cache
def card_tables() -> Tables:
    """The bundled tables of the first edition's card."""
    return read_tables(_bundled())


@cache
def _bundled() -> Mapping[str, Any]:
    return Sheet.read(text_in("sits_es.rules.sits", "tables", "tables.toml"), "tables.toml").data


def read_tables(data: Mapping[str, object]) -> Tables:
    """Read a full set of tables in the shape of tables.toml, decimals exact or as text.

    Sections that state a rule, and the note which graser cells are worked out, are skipped.
    SheetFaults names every fault at once.
    """
    tables = {name: cell for name, cell in data.items() if name not in RULES}
    grasers = tables.get("graser_damage")
    if isinstance(grasers, Mapping):
        tables["graser_damage"] = {size: rows for size, rows in grasers.items() if size != "derived"}
    return _read(Cells("Rule tables", tables))


def _read(cells: Cells, *besides: str) -> Tables:
    """Read all sections. besides: names that the data have beside them. SheetFaults names every fault."""
    printed = [name for name, section in SECTIONS.items() if not section.ruled]
    cells.record((), printed, (*(name for name in SECTIONS if name not in printed), *besides))
    found: dict[str, Any] = {}
    for section in SECTIONS.values():
        found |= section.read(cells, found)
    cells.refuse()
    return Tables(**found)


def read_tables_file(text: str, source: str) -> Tables:
    """The bundled tables with a file of a player's own laid over them. SheetFaults names every fault by key and line.

    source: what to call the file.
    """
    sheet = Sheet.read(text, source)
    try:
        return overridden(card_tables(), sheet.data)
    except SheetFaults as error:
        for fault in error.faults:
            sheet.fault(fault.path, fault.message, fault.joint)
        sheet.refuse()
        raise


def overridden(tables: Tables, house: Mapping[str, object]) -> Tables:
    """These tables with others laid over them: what a file of tables holds, or the house tables of a scenario.

    A named entry replaces the one of that name and leaves its neighbours; a list replaces the whole list. Blocks of
    damage that are not entered with other rates of closure are read under those if they have a column for each, and
    otherwise keep the rates that they were printed under. SheetFaults names every fault at once, by its key, and what
    is allowed.
    """
    lasers = house.get("laser_damage")
    factors = [name for name in FACTORS if name in lasers] if isinstance(lasers, Mapping) else []
    below = _printed_under(tables, house) | ({"laser_damage": _bundled()["laser_damage"]} if factors else {})
    cells = Cells("Rule tables", _laid_over(below, house))
    if own := [key.partition(".")[2] for key in tables.own if key.startswith("laser_damage.")]:
        for name in factors:
            message = (
                f"would recompute lasers that the tables file already has: {', '.join(own)}. Enter {name} in that file."
            )
            cells.fault(("laser_damage", name), message)
    read = _read(cells)
    return replace(read, own=own_keys(read, card_tables()))


def _printed_under(tables: Tables, entered: Mapping[str, Any]) -> dict[str, Any]:
    """The tables as data, each block of damage with its bands if those entered are of another number."""
    below = to_data(replace(tables, own=()))
    closure = entered.get("rate_of_closure")
    bands = closure.get("bands") if isinstance(closure, Mapping) else None
    if isinstance(bands, list) and len(bands) != len(tables.closure_bands):
        named = bands_data(tables.closure_bands)
        for section in ("graser_damage", "laser_damage"):
            below[section] = {
                size: {"bands": named, "rows": block} if isinstance(block, list) else block
                for size, block in below[section].items()
            }
    return below


def _laid_over(below: Mapping[str, Any], above: Mapping[str, object]) -> dict[str, Any]:
    laid: dict[str, Any] = dict(below)
    for name, cell in above.items():
        under = below.get(name)
        laid[name] = _laid_over(under, cell) if isinstance(under, Mapping) and isinstance(cell, Mapping) else cell
    return laid


def to_data(tables: Tables) -> dict[str, Any]:
    """The tables in the shape of tables.toml: text, whole numbers, lists and tables, fit for a game's first event.

    Tables that the program's sums stand for are there where the game has rows of its own; `own` where it has any.
    """
    data = {name: section.data(tables) for name, section in SECTIONS.items()} | {"own": list(tables.own)}
    return {name: cells for name, cells in data.items() if cells or (name in SECTIONS and not SECTIONS[name].ruled)}


def from_data(data: Mapping[str, object]) -> Tables:
    """The tables that `to_data` wrote for a game. SheetFaults names every fault at once."""
    cells = Cells("Rule tables", data)
    own = data.get("own", [])
    if not (isinstance(own, list | tuple) and all(isinstance(key, str) for key in own)):
        cells.must_be(("own",), "a list of keys")
        own = ()
    return replace(_read(cells, "own"), own=tuple(own))


def own_keys(tables: Tables, card: Tables) -> tuple[str, ...]:
    """Keys of the entries that differ from the bundled tables, in the order of the alphabet."""
    return tuple(sorted(key for section in SECTIONS.values() for key in section.own(tables, card)))


def tables_named(own: Iterable[str]) -> list[str]:
    """Keys of one's own as a short list: tables that go by many rows once each, such as kill_chart."""
    split = ((key, key.partition(".")[0]) for key in own)
    by_rows = {name for name, section in SECTIONS.items() if section.ruled or section.depth > 1}
    return [key for key, _ in groupby(sorted(name if name in by_rows else key for key, name in split))]


def in_full(tables: Tables) -> dict[str, Any]:
    """Every section of the tables in force, cell by cell, as plain data; what is the game's own is not told apart."""
    return {name: section.full(tables) for name, section in SECTIONS.items()}


def sources_in_full(tables: Tables) -> dict[str, str]:
    """Where each entry comes from, by its key such as graser_damage.90; cells of several kinds are told together."""
    return {key: said for section in SECTIONS.values() for key, said in section.sources(tables).items()}


def as_file(tables: Tables, head: Iterable[str], only: str | None = None) -> str:
    """Tables as the text of a file, ready to edit. head: comments above it; only: the name of one section."""
    lines = [f"# {line}".rstrip() for line in head]
    for name in SECTIONS if only is None else (only,):
        lines += ["", *SECTIONS[name].lines(tables)]
    return "\n".join(lines).lstrip("\n") + "\n"
