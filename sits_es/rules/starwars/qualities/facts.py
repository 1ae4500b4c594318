"""Starships in tractor beams, and guided weapons that fly on."""

from typing import TYPE_CHECKING

from attrs import frozen
from msgspec import Struct

from sits_es.events import event
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.starship_class import Arc

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board


class Shot(Struct, frozen=True, kw_only=True):
    """An attack with a weapon that has few, or is slow to fire again. turn: the round of it."""

    weapon: str
    turn: int


class Beam(Struct, frozen=True, kw_only=True):
    """A tractor beam on a starship. by: who holds it; difficulty: dice of the check to break free, 1 up."""

    by: str
    weapon: str
    difficulty: int


@event("starwars.StarshipCaught")
@frozen(kw_only=True)
class StarshipCaught(OfStarship):
    """A tractor beam holds the starship.

    by: the starship that holds it; difficulty: dice of the check to break free, 1 up.
    """

    by: str
    weapon: str
    difficulty: int

    def apply(self, board: "Board") -> None:
        """It can't move until it is free."""
        starship = board.starships[self.starship]
        starship.beams = (*starship.beams, Beam(by=self.by, weapon=self.weapon, difficulty=self.difficulty))
        board.count_hit(self.weapon, hurt=False)


@event("starwars.StarshipFreed")
@frozen(kw_only=True)
class StarshipFreed(OfStarship):
    """The starship broke free of all tractor beams and carries out its manoeuvre."""

    def apply(self, board: "Board") -> None:
        """Nothing holds it."""
        board.starships[self.starship].beams = ()


@event("starwars.StarshipHeld")
@frozen(kw_only=True)
class StarshipHeld(OfStarship):
    """The starship did not break free: its manoeuvre is lost."""

    def apply(self, board: "Board") -> None:
        """It has made that manoeuvre."""
        board.manoeuvred()


@event("starwars.WeaponGuided")
@frozen(kw_only=True)
class WeaponGuided(OfStarship):
    """A guided weapon missed and attacks again at the end of the round. zone: the one that it attacks again."""

    weapon: str
    target: str
    zone: Arc

    def apply(self, board: "Board") -> None:
        """It is on its way."""
        board.guided = (*board.guided, self)
