"""Boards of Star Wars hex combat to try the rules on: starships by keyword, terrain by its hexes.

Places are written as vectors from the middle of the map: "" the middle itself, "2A", "3A 1B".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import evolve

from sits_es.rules.starwars.board import Board, Starship, Terrain
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.setting_up.facts import TerrainKind
from sits_es.rules.starwars.starship_class import Crew, HexSide, StarshipClass, StarshipWeapon
from sits_es.space.hexes import HexVector, Position

CREW = Crew(agility=3, intellect=2, cunning=2, piloting=2, gunnery=1, computers=1)

#: A weapon without qualities.
LASERS = StarshipWeapon(name="lasers", arcs=("forward",), reach="short", damage=5, critical=3)

#: Plain cards: their numbers are easy to add up, and nobody's own.
CARDS = (
    StarshipClass(
        name="Fighter",
        silhouette=3,
        speed=5,
        armour=2,
        hull=8,
        strain=6,
        shields=(1, 1, 0, 0),
        crew=CREW,
        weapons=(
            StarshipWeapon(name="forward-lasers", arcs=("forward",), reach="short", damage=5, critical=3),
            StarshipWeapon(name="torpedoes", arcs=("forward",), reach="medium", damage=7, critical=2),
        ),
    ),
    StarshipClass(
        name="Corvette",
        silhouette=5,
        speed=3,
        armour=4,
        hull=30,
        strain=20,
        shields=(2, 1, 1, 1),
        crew=CREW,
        weapons=(
            StarshipWeapon(
                name="turret", arcs=("forward", "aft", "port", "starboard"), reach="medium", damage=6, critical=4
            ),
        ),
    ),
    StarshipClass(name="Frigate", silhouette=6, speed=4, armour=5, hull=45, strain=35, shields=(2, 2, 2, 2), crew=CREW),
    StarshipClass(name="Station", silhouette=8, speed=0, armour=9, hull=90, strain=50, shields=(3, 3, 3, 3), crew=CREW),
)


def place(text: str | Position) -> Position:
    """A hex by its way from the middle of the map."""
    if isinstance(text, Position):
        return text
    ways = (HexVector.unit(word[-1]).times(int(word[:-1])) for word in text.split())
    return Position() + sum(ways, HexVector())


def starship(name: str, at: str | Position = "", facing: HexSide = "A", card: str = "Fighter", **more: Any) -> Starship:
    """A starship; the rest as Starship has it, speed 3 where nothing is said (2 for a Corvette, 0 for a Station).

    Starships whose names begin with K are Ben's and side "blue", all others Anna's and side "red".
    """
    known = next(each for each in CARDS if each.name == card)
    player, side = ("Ben", "blue") if name.startswith("K") else ("Anna", "red")
    usual: dict[str, Any] = {
        "player": player,
        "side": side,
        "speed": min(3, max(0, known.speed - 1)),
        "crew": known.crew,
        "shields": known.shields,
    }
    return Starship(name=name, starship_class=card, place=place(at), facing=facing, **(usual | more))


def terrain(name: str, kind: TerrainKind, *hexes: str, setback: int = 1) -> Terrain:
    """Terrain in these hexes."""
    return Terrain(name=name, kind=kind, hexes=tuple(map(place, hexes)), setback=setback)


def board(
    *things: Starship | Terrain, order: Sequence[str] = (), cards: Iterable[StarshipClass] = (), **more: Any
) -> Board:
    """A board in round 1, in the slot of the starship that was named first, in which it acts.

    order: of initiative, as the starships were named where nothing is said. cards: besides the plain ones, or instead
    of those of their name.
    """
    starships = {thing.name: thing for thing in things if isinstance(thing, Starship)}
    fields = {thing.name: thing for thing in things if isinstance(thing, Terrain)}
    return Board(
        classes={card.name: card for card in (*CARDS, *cards)},
        order=tuple(order or starships),
        starships=starships,
        terrain=fields,
        **({"stage": "act"} | more),
    )


def card(name: str, **more: Any) -> StarshipClass:
    """One of the plain cards, changed."""
    return evolve(next(known for known in CARDS if known.name == name), **more)


def by_player(on: Board, *orders: OfStarship) -> dict[str, list[OfStarship]]:
    """Orders by whose starship they are of."""
    found: dict[str, list[OfStarship]] = {}
    for order in orders:
        found.setdefault(on.starships[order.starship].player, []).append(order)
    return found
