"""A scenario whose every table is replaced: each decides something in the segments played, and is named as its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.game.play import first_facts, play_exchange
from sits_es.rules import system
from sits_es.rules.sits.beams.facts import BeamFired
from sits_es.rules.sits.cards.samples import template
from sits_es.rules.sits.missiles.facts import SalvoLaunched
from sits_es.rules.sits.motion.facts import DotGained, FutureDisplaced, FutureMarked, ThrustBroke
from sits_es.rules.sits.tables.section import SECTIONS
from sits_es.rules.sits.tables.tables import from_data, read_tables_file
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.service.session import Session
from tests.shared.commands_told import run
from tests.shared.duels import given
from tests.shared.every_table_replaced import BANDS, as_text, printed, replaced
from tests.shared.rows import each_row

OWN: Final = "own table"

#: A class with a fourth type of missile and a third type of energy torpedo, and a hull that holds out.
CLASS: Final = (
    template()
    .replace('name = "My Cruiser" ', 'name = "Anvil"')
    .replace('missile_size = "medium"', 'missile_size = "capital"')
    .replace('type = "1ET"', 'type = "3ET"')
    .replace("hit_size = 5 ", "hit_size = 60 ")
    .replace("hull = 24", "hull = 200")
)

SCENARIO: Final = """
title = "A fight by our own tables"
tables = "mine.toml"

[players.red]
[players.blue]

[[ships]]
name = "Anvil"
class = "Anvil"
player = "red"
at = "0,0"
vectors = "3A 2+"
nose = "A"

[[ships]]
name = "Hammer"
class = "Anvil"
player = "blue"
at = "-1,0 alt +1"
vectors = "20D"
nose = "A"

[[ships]]
name = "Tongs"
class = "Anvil"
player = "blue"
at = "0,-2 alt +1"
nose = "A"
"""

RED: Final = """game own
turn 1
player red
secret 1111111111111111111111111111111111111111111111111111111111111111
ship Anvil
  1  fire port-laser at Hammer
  1  fire port-graser at Hammer
  1  fire forward-energy-torpedo at Tongs
  1  launch port 1 salvo at Hammer
  1  thrust 3
  1  pivot to B
  1  roll starboard 2
"""

BLUE: Final = """game own
turn 1
player blue
secret 2222222222222222222222222222222222222222222222222222222222222222
ship Hammer
"""

#: The pivot is done, which is a thrust break.
SEGMENTS: Final = 4


class Row(NamedTuple):
    """What a table decides: in which fact, what the record has by it, what it would have without it, and the working.

    place: of the facts of that form that a test may choose from, counted from 0.
    """

    table: str
    form: type[Event]
    chosen: Callable[[Any], bool]
    place: int
    number: Callable[[Any], Any]
    own: Any
    without: Any
    said: str


def fired(kind: str) -> Callable[[Any], bool]:
    return lambda fact: fact.kind == kind


def by_anvil(fact: Any) -> bool:
    return "Anvil" in (getattr(fact, "ship", ""), getattr(fact, "shooter", ""))


def any_ship(_: Any) -> bool:
    return True


ROWS: Final = (
    Row(
        *("rate_of_closure", BeamFired, fired("laser"), 0, lambda fact: fact.band, 2, 1),
        f"3.0 a segment is column 2, closure 2 to 5 ({OWN})",
    ),
    Row(
        *("missile_range", SalvoLaunched, by_anvil, 0, lambda fact: (fact.max_salvoes, fact.range_modifier)),
        *(("4", -3), ("5", 0)),
        f"row 0 to 9: at most 4 salvoes a turn from this ship at this target (house), range modifier -3 ({OWN})",
    ),
    Row(
        *("missile_damage", SalvoLaunched, by_anvil, 0, lambda fact: fact.damage_each, 12, 9),
        f"damage of each 12 missile damage, capital laser-head: {OWN}",
    ),
    Row(
        *("energy_torpedo", BeamFired, fired("energy-torpedo"), 0, lambda fact: fact.damage_each, 35, None),
        f"Energy torpedoes, 3ET: reach 4, damage 35 each ({OWN})",
    ),
    Row(
        *("graser_damage", BeamFired, fired("graser"), 0, lambda fact: fact.damage_each, 43, 8),
        f"Graser damage, block of size 40 (reach 4), row range 2: 44 43 42 41. Column 2 is 43 ({OWN})",
    ),
    Row(
        *("laser_damage", BeamFired, fired("laser"), 0, lambda fact: fact.damage_each, 39, 12),
        f"Laser damage, block of size 40 (reach 4), row range 2: 40 39 38 37. Column 2 is 39 ({OWN})",
    ),
    Row(
        *("movement_grid.horizontal", FutureMarked, by_anvil, 0, lambda fact: str(fact.move), "1A", ""),
        f"Horizontal grid, 3|0 (larger | smaller): A in 1, 4 and 7 ({OWN})",
    ),
    Row(
        *("movement_grid.vertical", FutureMarked, by_anvil, 2, lambda fact: str(fact.move), "1+", ""),
        f"Vertical grid, 3|2 (3 + 0 = 3 | vertical): + in 3 and 8 ({OWN})",
    ),
    Row(
        *("ralt.ranges", BeamFired, fired("energy-torpedo"), 0, lambda fact: fact.aim.range, 3, 2),
        f"Range 3, as looked up for H 2 and V 1 (range table: {OWN})",
    ),
    Row(
        *("ralt.rings", BeamFired, fired("energy-torpedo"), 0, lambda fact: fact.aim.window, "A", "A+"),
        f"H 2 and V 1 (range table: {OWN}): amber ring",
    ),
    Row(
        *("kill_chart", WallMet, any_ship, 0, lambda fact: fact.parts, (41, 5, 3), (44, 4, 3)),
        f"Kill chart, row from 40% ({OWN}), 117 points: 100 gives 41; 10 gives 5; 7 gives 3",
    ),
    Row(
        *("thrust_chart.dots", DotGained, by_anvil, 0, lambda fact: fact.dots, 3, 1),
        f"Dots by pulse at thrust 3: 3 0 0 0 0 0 0 1 ({OWN}); pulse 1 gives 3",
    ),
    Row(
        *("thrust_chart.hexes", FutureDisplaced, by_anvil, 0, lambda fact: str(fact.by), "2A", None),
        f"Hexes by pulse at thrust 3: 1 0 0 0 0 0 0 3 ({OWN}); pulse 1 gives 1",
    ),
    Row(
        *("plots", ThrustBroke, by_anvil, 0, lambda fact: str(fact.dots[0].plot), "4A", "3A"),
        "3 dots in A: 4A, the default, the first of its row; allowed are 4A, 3A 1B or 3A 1F, each alone or with 1+ or "
        f"1- (plots: {OWN})",
    ),
    Row(
        *("pivot_chart", PivotBegun, by_anvil, 0, lambda fact: fact.due, (3, 4), (2, 4)),
        f"The pivot chart, row 2: done after 3 and 4 segments ({OWN})",
    ),
    Row(
        *("roll_chart", RollBegun, by_anvil, 0, lambda fact: fact.due, (2, 3), (1, 2)),
        f"The roll chart, row 1: done after 2 and 3 segments ({OWN})",
    ),
)

#: What the types that the bundled tables do not have do in their place: as heavy missiles, and as the type 1ET, whose
#: reach is too short here.
AS_BUNDLED: Final = {
    "missile_damage": {"capital": {"laser_head": 9, "nuke": 90}},
    "energy_torpedo": {"3ET": {"reach": 2, "damage": 100}},
}


def all_but(table: str) -> dict[str, Any]:
    """Every table replaced but one, such as ralt.rings. Blocks keep the columns that they are printed under."""
    own, bundled = replaced(), printed()
    section, _, part = table.partition(".")
    if part:
        own[section][part] = bundled[section][part]
    else:
        own[section] = bundled[section] | AS_BUNDLED.get(section, {})
    if section == "rate_of_closure":
        own |= {name: bundled[name] for name in ("graser_damage", "laser_damage")}
    elif section in ("graser_damage", "laser_damage"):
        columns = {"bands": bundled["rate_of_closure"]["bands"]}
        own[section] = {size: columns | {"rows": rows} for size, rows in bundled[section].items()}
    return own


def fought(tables: Mapping[str, Any]) -> list[Event]:
    """The facts of the fight by these tables."""
    rules = system("sits")
    facts = first_facts(
        "own", rules, rules.setup(SCENARIO, "own.toml", {"mine.toml": as_text(tables), "anvil.toml": CLASS})
    )
    fold = Fold().add_all(facts)
    for _ in range(SEGMENTS):
        came = play_exchange(fold.game, given(fold, RED, BLUE)).facts
        facts += came
        fold.add_all(came)
    return facts


@cache
def fought_by_own() -> list[Event]:
    return fought(replaced())


def places(facts: list[Event], row: Row) -> list[int]:
    """Which of the facts the row may choose from."""
    return [place for place, fact in enumerate(facts) if isinstance(fact, row.form) and row.chosen(fact)]


def number(facts: list[Event], row: Row) -> Any:
    """What the record has that the row's table decides; None where the fact is not there."""
    found_at = places(facts, row)
    return row.number(facts[found_at[row.place]]) if len(found_at) > row.place else None


def names(tables: Mapping[str, Any]) -> set[str]:
    """Sections of a file of tables, those that have parts by their parts, except plots, whose parts are windows."""
    parted = {name for name, section in SECTIONS.items() if section.parts}
    return {f"{name}.{part}" for name in parted for part in tables[name]} | tables.keys() - parted


def rows_of(tables: Mapping[str, Any]) -> set[str]:
    """Every entry of a file of tables that can be of one's own, by its key."""
    keys = set()
    for section, entries in tables.items():
        if SECTIONS[section].depth == 0:
            keys.add(section)
        elif SECTIONS[section].depth == 2:
            keys |= {f"{section}.{part}.{row}" for part, rows in entries.items() for row in rows}
        else:
            keys |= {f"{section}.{name}" for name in entries}
    return keys


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the fight was set up and played as a player does it."""
    folder = tmp_path_factory.mktemp("own")
    with pytest.MonkeyPatch.context() as patch:
        set_up(folder, patch, SCENARIO, CLASS)
    return folder


def set_up(folder: Path, patch: pytest.MonkeyPatch, scenario: str, card: str) -> None:
    """Begin the fight and play its segments, in a folder with all files that it needs."""
    at_table(folder, patch)
    Path("var", "cards").mkdir(parents=True)
    files = {
        "var/cards/anvil.toml": card,
        "mine.toml": as_text(replaced()),
        "own.toml": scenario,
        "red.orders": RED,
        "blue.orders": BLUE,
    }
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")
    told = run("new", "own.toml", "--name", "own")
    assert told.code == 0, told.err
    told = run("play", "own", "red.orders", "blue.orders", "--to", f"1.{SEGMENTS}")
    assert (told.code, told.err) == (0, "")


def at_table(folder: Path, patch: pytest.MonkeyPatch) -> None:
    patch.chdir(folder)
    patch.setenv("SITS_HOME", "var")


def test_every_table_that_the_program_prints_is_replaced_and_has_its_row() -> None:
    assert names(replaced()) == names(printed()) == {row.table for row in ROWS}
    assert len(ROWS) == len({row.table for row in ROWS})


def test_every_entry_that_can_be_another_is() -> None:
    """Where no remainder is left, no segment can hold it; what lies level is amber."""
    tables = read_tables_file(as_text(replaced()), "mine.toml")
    empty = {"movement_grid.horizontal.0|0", *(f"movement_grid.vertical.{total}|0" for total in range(8))}
    assert rows_of(replaced()) >= rows_of({**printed(), "kill_chart": {}})
    assert set(tables.own) == rows_of(replaced()) - empty - {"ralt.rings.0"}
    assert len(tables.closure_bands) == len(BANDS) == 4


def test_a_game_keeps_the_tables_with_which_it_began(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_table(table, monkeypatch)
    with Session(Path("var")) as session:
        assert from_data(session.open_game("own").created.tables) == read_tables_file(as_text(replaced()), "mine.toml")
    assert run("audit", "verify", "own").code == 0


@each_row("row", ROWS)
def test_a_table_decides_what_is_on_record(row: Row) -> None:
    assert number(fought_by_own(), row) == row.own
    assert number(fought(all_but(row.table)), row) == row.without != row.own


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.table)
def test_explain_names_it_as_the_games_own(row: Row, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_table(table, monkeypatch)
    event = places(fought_by_own(), row)[row.place]
    told = run("explain", "own", str(event))
    assert told.code == 0
    assert row.said in told.flat
    assert OWN in row.said


def test_in_the_same_fight_by_the_bundled_tables_nothing_is_the_games_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = CLASS.replace('"capital"', '"heavy"').replace('"3ET"', '"1ET"')
    set_up(tmp_path, monkeypatch, SCENARIO.replace('tables = "mine.toml"\n', ""), plain)
    with Session(Path("var")) as session:
        facts = session.open_game("own").facts()
    for row in ROWS:
        for event in places(facts, row)[: row.place + 1]:
            told = run("explain", "own", str(event))
            assert (told.code, OWN in told.flat) == (0, False)
