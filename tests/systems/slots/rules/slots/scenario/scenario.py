"""Scenario files of Slots."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import asdict, frozen

from sits_es.rules.options import options_data
from sits_es.rules.scenario_sheet import ScenarioSheet, new_name, whose
from sits_es.rules.schema import read_as, whole
from sits_es.rules.set_up import NONE_CHOSEN
from sits_es.rules.system import Setup

from ..board import Options
from ..fight.facts import StarshipPlaced


@frozen(kw_only=True)
class StarshipRow:
    """A starship as its table has it."""

    starship: str = new_name("starship", "Kestrel", "name")
    player: str = whose()
    zone: int = whole(0, 9)
    guns: int = whole(1, 9)
    hull: int = whole(1, 99)


def setup(text: str, source: str, unit_files: Mapping[str, str], chosen: Mapping[str, str] = NONE_CHOSEN) -> Setup:
    """Make a scenario ready. Raises UnreadableError with every fault."""
    del unit_files
    sheet = ScenarioSheet.read(text, source)
    head = sheet.head("slots", ("initiative", "starships"), "The Narrows")
    options = sheet.options(Options, chosen, ("initiative",))
    starships = [read_as(StarshipRow, sheet, path) for path in sheet.units("starship")]
    sheet.each_has("starship", {each.player for each in starships})
    sheet.refuse()
    return Setup(
        **head,
        scenario=source,
        options=options_data(options),
        tables={},
        classes={},
        opening=[StarshipPlaced(**asdict(each), side=sheet.sides[each.player]) for each in starships],
    )
