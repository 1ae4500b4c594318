"""Where starships and terrain are as a game begins."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.starwars.fact import Fact, OfStarship
from sits_es.rules.starwars.starship_class import Crew, HexSide

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board

TerrainKind = Literal["asteroid-field", "gas-cloud", "gravity-well"]


@event("starwars.StarshipPlaced")
@frozen(kw_only=True)
class StarshipPlaced(OfStarship):
    """A starship takes part.

    q, r: number of its hex along two axes; one hex toward A is (0, -1), toward B (1, -1), toward C (1, 0); facing: the
    side its bow points to. crew: as the scenario has it; initiative: how many dice its pool has, in the order ability,
    proficiency, boost. number: how many starships a minion group has, 1 for a single starship.
    """

    player: str
    side: str
    starship_class: str
    q: int
    r: int
    facing: HexSide
    speed: int
    crew: Crew
    initiative: tuple[int, int, int]
    number: int = 1

    def apply(self, board: "Board") -> None:
        """It is on the map, with the shields of its card."""
        board.place(self)


@event("starwars.TerrainPlaced")
@frozen(kw_only=True)
class TerrainPlaced(Fact):
    """Terrain lies on the map.

    name: its name; hexes: number of each along two axes, q and r; setback: dice that it adds to Piloting checks, 0 up.
    """

    name: str
    kind: TerrainKind
    hexes: tuple[tuple[int, int], ...]
    setback: int

    def apply(self, board: "Board") -> None:
        """It is on the map."""
        board.lay(self)
