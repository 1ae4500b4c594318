"""Scenario files: who plays, which starships begin where, what lies on the map, who acts when and for how long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from sits_es.events import Event
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.star_wars import SHORT
from sits_es.rules.star_wars.cards.reader import to_data
from sits_es.rules.star_wars.cards.sample_cards import known_classes
from sits_es.rules.star_wars.events.motion import StarshipPlaced, TerrainPlaced
from sits_es.rules.star_wars.scenario.options import MOST_ROUNDS, Options, options_data
from sits_es.rules.star_wars.scenario.order_of_play import given_order, is_rolled
from sits_es.rules.star_wars.scenario.starships import Names, starships
from sits_es.rules.star_wars.scenario.terrain import terrain
from sits_es.rules.star_wars.starship_class import StarshipClass
from sits_es.rules.system import Setup

TOP_KEYS: Final = ("rules", "title", "text", "map", "rounds", "initiative", "players", "starships", "terrain")
#: What a file may call the rules that it is for.
RULES: Final = (SHORT, "star_wars")


@frozen(kw_only=True)
class Scenario:
    """A scenario file, read. players: id -> (name, side). classes: those of its starships."""

    title: str
    text: str
    map: str
    options: Options
    players: dict[str, tuple[str, str]]
    terrain: tuple[TerrainPlaced, ...]
    starships: tuple[StarshipPlaced, ...]
    classes: dict[str, StarshipClass]

    @property
    def opening(self) -> tuple[Event, ...]:
        """Facts that put everything on the map: terrain, then starships."""
        return (*self.terrain, *self.starships)


def setup(text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
    """Make a scenario ready. UnreadableError names every fault of it, or of the starship cards, at once.

    unit_files: name -> text of a player's own cards; one of a sample's name takes the sample's place.
    """
    read = read_scenario(text, source, known_classes(unit_files))
    return Setup(
        title=read.title,
        scenario=source,
        options=options_data(read.options),
        tables={},
        classes={name: to_data(card) for name, card in read.classes.items()},
        players=read.players,
        opening=read.opening,
        text=read.text,
        map=read.map,
    )


def read_scenario(text: str, source: str, classes: Mapping[str, StarshipClass]) -> Scenario:
    """Read a scenario file. SheetFaults names every fault at once by key and line.

    source: what to call the file; classes: those that its starships may be of, by name.
    """
    names: Names = {}
    sheet = GameSheet.read(text, source)
    sheet.table((), TOP_KEYS)
    sheet.choice(("rules",), RULES, SHORT)
    players = sheet.players()
    sides = {player: side for player, (_, side) in players.items()}
    found = starships(sheet, names, sides, classes, rolled=is_rolled(sheet))
    for player in players:
        if not any(placed.player == player for _, placed in found.values()):
            sheet.fault(("players", player), f'{player} has no starship. Give one a line player = "{player}".')
    used = {placed.starship_class for _, placed in found.values()}
    read = Scenario(
        title=sheet.title(("title",), "A patrol"),
        text=sheet.prose(("text",), "Two patrols meet.", ""),
        map=sheet.prose(("map",), "Open space", ""),
        options=Options(
            order=given_order(sheet, tuple(found)),
            rounds=sheet.whole(("rounds",), 0, MOST_ROUNDS, 0),
        ),
        players=players,
        terrain=terrain(sheet, names),
        starships=tuple(found[name][1] for name in sorted(found)),
        classes={name: classes[name] for name in sorted(used) if name in classes},
    )
    sheet.refuse()
    return read
