"""How each ship on the table sees each enemy: in which of its firing arcs, and how it stands to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from sits_es.rules.xwing.board import Board
from sits_es.rules.xwing.sums.arcs import Sight, seen
from sits_es.rules.xwing.sums.numbers import shortened
from sits_es.rules.xwing.sums.relations import relation


class Sighting(Struct, frozen=True, kw_only=True):
    """A ship and an enemy. sight: what its firing arcs hold; relation: the ship is behind, in front or flanking it.

    Rule: rules.md, Firing arcs, Relations; the relation is None if it is none of them.
    """

    ship: str
    enemy: str
    sight: Sight
    relation: str | None

    def data(self) -> dict[str, Any]:
        """The same for programs; distance in mm to three decimals, as text."""
        return {
            "ship": self.ship,
            "enemy": self.enemy,
            "distance": shortened(self.sight.distance, 3),
            "range": self.sight.range,
            "arc_range": self.sight.arc_range,
            "relation": self.relation,
        }


def sightings(board: Board, player: str | None = None) -> Iterator[Sighting]:
    """Every placed ship with every placed enemy, by name. player: whose ships look, None for everybody's."""
    places = {ship.name: ship.placement for ship in board.placed()}
    for one in board.placed():
        if player in {None, one.player}:
            here, enemies = places[one.name], [other.name for other in board.placed() if other.side != one.side]
            for enemy, found in zip(enemies, seen(here, [places[name] for name in enemies], one.firing), strict=True):
                stands = relation(here, places[enemy]).name
                yield Sighting(ship=one.name, enemy=enemy, sight=found, relation=stands)
