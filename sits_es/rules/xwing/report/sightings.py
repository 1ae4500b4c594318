"""How each ship on the table sees each enemy: in which of its firing arcs, and how it stands to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from sits_es.rules.xwing.play.proofs import standing
from sits_es.rules.xwing.state import Board
from sits_es.rules.xwing.sums.arcs import Sight, sight
from sits_es.rules.xwing.sums.numbers import shortened
from sits_es.rules.xwing.sums.relations import relation


@frozen(kw_only=True)
class Sighting:
    """A ship and an enemy. sight: what its firing arcs hold; relation: the ship is behind, in front or flanking it.

    Rule: xwing_arcs.md, "Firing arcs", "Relations"; the relation is None where it is none of them.
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
    places = {ship.name: standing(ship, ship.stand) for ship in board.placed() if ship.stand is not None}
    for one in board.placed():
        for other in board.placed():
            if one.side != other.side and player in {None, one.player}:
                here, there = places[one.name], places[other.name]
                seen = sight(here, there, one.firing)
                yield Sighting(ship=one.name, enemy=other.name, sight=seen, relation=relation(here, there).name)
