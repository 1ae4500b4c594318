"""The hex map: starships with their facing, and the terrain below them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sits_es.report.scenes import (
    HexPlace,
    MapScene,
    MapWords,
    Marker,
    Pointer,
    SceneForm,
    Texture,
    short_labels,
    sides_by_name,
)
from sits_es.rules.starwars.board import Board, Starship, Terrain
from sits_es.rules.starwars.setting_up.facts import TerrainKind
from sits_es.rules.starwars.words import dice, hex_of, kind_in_words
from sits_es.space.hexes import DIRECTIONS, Position

#: What things on the map are called.
WORDS: Final = MapWords(unit="starship", pointer="bow", directions=tuple(DIRECTIONS), middle="0,0")

#: Degrees from one side of a hex to the next.
SIXTH: Final = 60

#: How each kind of terrain is drawn.
TEXTURES: Final[dict[TerrainKind, Texture]] = {
    "asteroid-field": "stones",
    "gas-cloud": "waves",
    "gravity-well": "rings",
}


def map_of(board: Board) -> MapScene:
    """Every starship that is not lost, and all terrain; labels differ among both."""
    there = board.out()
    fields = [board.terrain[name] for name in sorted(board.terrain)]
    labels = short_labels([*sorted(board.starships), *(field.name for field in fields)])
    sides = sides_by_name(board.starships)
    return MapScene(
        tuple(_marker(starship, labels[starship.name], sides) for starship in there),
        WORDS,
        tuple(_region(field, labels[field.name]) for field in fields),
    )


def _place(place: Position) -> HexPlace:
    return HexPlace(place.q, place.r)


def _marker(starship: Starship, label: str, sides: tuple[str, ...]) -> Marker:
    many = [f"{starship.left} of {starship.number}"] if starship.number > 1 else []
    facts = [*many, starship.starship_class, f"at {hex_of(starship.place)}", f"facing {starship.facing}"]
    facts.append("shut down" if starship.shut_down else f"speed {starship.speed}")
    return Marker(
        label=label,
        name=starship.name,
        side=starship.side,
        place=_place(starship.place),
        pointer=Pointer(starship.facing, SIXTH * DIRECTIONS.index(starship.facing)),
        facts=tuple(facts),
        sides=sides,
    )


def _region(field: Terrain, label: str) -> SceneForm:
    setback = dice((field.setback,), ("setback",))
    return SceneForm(
        kind="region",
        spots=tuple(map(_place, field.hexes)),
        label=label,
        name=field.name,
        texture=TEXTURES[field.kind],
        facts=(kind_in_words(field.kind), f"{setback} on Piloting checks"),
    )


#: How many hexes round a starship are seen.
NEAR: Final = 6


def around(board: Board, name: str) -> MapScene | None:
    """The map, but only what is near a starship; None for one that is lost."""
    starship = board.starships.get(name)
    if starship is None or starship.gone:
        return None
    scene = map_of(board)

    def near(place: HexPlace) -> bool:
        return (Position(place.q, place.r) - starship.place).hexes <= NEAR

    regions = (replace(each, spots=tuple(filter(near, each.spots))) for each in scene.regions)
    return replace(
        scene,
        markers=tuple(marker for marker in scene.markers if near(marker.place)),
        regions=tuple(region for region in regions if region.spots),
    )
