"""Scenario files of Slots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.schema import choice, name, read_whole, tables, text, value, whole
from sits_es.rules.system import Setup

from ..board import INITIATIVES
from ..fight.facts import StarshipPlaced


@frozen(kw_only=True)
class StarshipSheet:
    """A starship as its table has it."""

    name: str = name("Kestrel")
    player: str = value(lambda sheet, path: sheet.choice(path, sheet.table(("players",))))
    zone: int = whole(0, 9)
    guns: int = whole(1, 9)
    hull: int = whole(1, 99)


@frozen(kw_only=True)
class ScenarioSheet:
    """A scenario file. initiative: how it is found who acts first."""

    rules: str = choice(("slots",), "slots")
    title: str = text("The Narrows")
    initiative: str = choice(INITIATIVES, "rolled")
    players: dict[str, tuple[str, str]] = value(lambda sheet, _: sheet.players())
    starships: tuple[StarshipSheet, ...] = tables(StarshipSheet, "starship")


def setup(text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
    """Make a scenario ready. Raises UnreadableError with every fault."""
    del unit_files
    read = read_whole(ScenarioSheet, GameSheet.read(text, source))
    nothing: dict[str, Any] = {}
    return Setup(
        title=read.title,
        scenario=source,
        options={"initiative": read.initiative},
        tables=nothing,
        classes=nothing,
        players=read.players,
        opening=[
            StarshipPlaced(
                starship=each.name,
                player=each.player,
                side=read.players[each.player][1],
                zone=each.zone,
                guns=each.guns,
                hull=each.hull,
            )
            for each in read.starships
        ],
    )
