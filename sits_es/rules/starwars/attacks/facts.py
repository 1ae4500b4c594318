"""Attacks as they are ordered, declared and aimed."""

from typing import TYPE_CHECKING

from attrs import frozen
from msgspec import Struct

from sits_es.events import event
from sits_es.rules.starwars.checks.facts import ACTION
from sits_es.rules.starwars.fact import OfMember, OfStarship
from sits_es.rules.starwars.starship_class import Arc, Band, HexSide

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board


class Attack(Struct, frozen=True, kw_only=True):
    """An attack of the slot at hand. hits: so far, linked ones too; hurt: whether one came through the armour."""

    weapon: str
    target: str
    zone: Arc
    hits: int = 0
    hurt: bool = False


@event("starwars.FireOrdered")
@frozen(kw_only=True)
class FireOrdered(OfMember):
    """`fire forward-lasers at Corvette zone aft toward C`, an action.

    zone: the one to attack, if several are open; toward: in one hex, the side on which the target lies. None if nothing
    is said. Rule: rules.md, Arcs and zones; One hex.
    """

    weapon: str
    target: str
    zone: Arc | None = None
    toward: HexSide | None = None


@event("starwars.SideOrdered")
@frozen(kw_only=True)
class SideOrdered(OfStarship):
    """`side C`, by whoever holds the advantage: the side of the attacker on which its target lies, as seen on the map.

    side: of the attacker's hex. Rule: rules.md, One hex.
    """

    side: HexSide


@event("starwars.AttackDeclared")
@frozen(kw_only=True)
class AttackDeclared(OfStarship):
    """An attack in one hex, for which a foe that holds the advantage will name the side.

    Everything else is as ordered. by: who holds the advantage. then: the lines that were ordered after the attack, as
    they were sealed; they wait until the attack is made.
    """

    by: str
    weapon: str
    target: str
    zone: Arc | None
    boost: int
    setback: int
    upgrades: int
    harder: int
    member: str
    then: tuple[str, ...]

    def apply(self, board: "Board") -> None:
        """It waits for its side."""
        board.declared = self


@event("starwars.AttackAimed")
@frozen(kw_only=True)
class AttackAimed(OfStarship):
    """An attack, with the proof that it is legal.

    hexes: how many to the target; band: of range; toward: in one hex, the side on which the target lies. arcs: the
    starship's arcs that hold the target; zones: the target's zones that are open to the starship; zone: the one
    attacked; shields: the zone's points that count, 0 in a gas cloud.
    """

    weapon: str
    target: str
    hexes: int
    band: Band
    toward: HexSide | None
    arcs: tuple[Arc, ...]
    zones: tuple[Arc, ...]
    zone: Arc
    shields: int
    member: str = ""

    def apply(self, board: "Board") -> None:
        """It is one of this slot's attacks, and waits no more; a beam that is turned on it lets go of others."""
        board.declared = None
        made = Attack(weapon=self.weapon, target=self.target, zone=self.zone)
        board.attacks = board.attacks | {self.member or ACTION: made}
        board.fire(self.starship, self.weapon)
