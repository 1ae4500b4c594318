"""On a wide page the units stand beside the picture of a board; on another one below it, as they always did."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from commands.render.blocks import LEAST_PICTURE, side_by_side
from sits_es.report.blocks import Block, Heading, Picture, ReportLine, TextTable
from sits_es.report.scenes import HexPlace, MapScene, Marker
from tests.shared.commands_told import Sits
from tests.shared.rows import each_row
from tests.shared.view_samples import lines_of

MAP = Picture(MapScene((Marker(label="S", name="Sirius", place=HexPlace(2, 1)),)))
UNITS = TextTable(("Ship", "What it does"), (("Sirius", "waits for whatever comes first, or for nothing"),), indent=2)
BLOCKS = (ReportLine("duel"), MAP, Heading("Ships"), UNITS, ReportLine("after"))


def shown(blocks: tuple[Block, ...], width: int) -> list[str]:
    return [line.plain.rstrip() for line in side_by_side(blocks, width)]


def test_where_there_is_room_for_both_they_stand_abreast() -> None:
    lines = shown(BLOCKS, 120)
    (heads,) = (line for line in lines if "What it does" in line)
    assert heads.startswith("  ")
    assert lines[0] == "duel"
    assert lines[1].endswith("  Ships")
    assert lines[-1] == "after"
    assert max(map(cell_len, lines)) <= 120
    assert {*"\\/_"} & {*heads}


def test_where_there_is_not_they_stand_one_below_the_other() -> None:
    table = max(map(len, lines_of(UNITS, 80)))
    narrow = LEAST_PICTURE + table + 1
    assert shown(BLOCKS, narrow) == lines_of(BLOCKS, narrow)
    assert shown(BLOCKS, narrow + 1) != lines_of(BLOCKS, narrow + 1)


@each_row(
    "blocks",
    [
        (MAP,),
        (Heading("Ships"), UNITS),
        (MAP, Heading("Ships"), ReportLine("none")),
        (MAP, ReportLine("none"), Heading("Ships"), UNITS),
        (MAP, Heading("From the side")),
        (),
    ],
)
def test_anything_else_stays_as_it_is(blocks: tuple[Block, ...]) -> None:
    assert shown(blocks, 160) == lines_of(blocks, 160)


def test_of_two_pictures_the_last_stands_beside_the_units() -> None:
    lines = shown((MAP, Heading("From the side"), MAP, Heading("Ships"), UNITS), 160)
    assert [line for line in lines if "Ships" in line] == [line for line in lines if line.endswith("  Ships")]
    assert "From the side" in lines


@pytest.mark.parametrize("scenario", ["duel", "pursuit", "ambush", "beacon"])
def test_every_board_keeps_within_the_page_and_says_all_that_it_says_on_a_narrow_one(sits: Sits, scenario: str) -> None:
    assert sits("demo", scenario).code == 0
    wide = sits("show", scenario, "-v", "--width", "180").out
    assert max(map(cell_len, wide.splitlines())) <= 180
    units = sits("show", scenario, "-v", "--width", "80").out
    heading = "Starships" if scenario == "ambush" else "Units" if scenario == "pursuit" else "Ships"
    assert any(line.endswith(f"  {heading}") for line in wide.splitlines())
    assert heading in units.splitlines()
