"""What every fact and order of SFB 'n3D is.

Places in kilometres, angles, speeds and points in ten-thousandths, inertia in ten-millionths.

What means the same in many facts and orders:

unit: its name; units: their names; unit_class: name of its class; player: id of its player; side: name of its side;
carrier: name of the unit that carries it; target: name of the unit aimed at or met; source: name of what exploded;
launcher: name of the launching mount; weapon: name of the group of weapons; body, planet: name of a body on the map;
web: its name; anchor: name of a unit or body; point: name of a point of the web, which is a number; start: name of the
point or anchor it goes on from; cause: why; condition: what ends the run; note: the player's words.

impulse: 1 to 32, 33 in the turn break; turns: how many; die: 1 to 6; place: in km; moved: the way, in km; facing, to:
in ten-thousandths of a degree; yaw, pitch: ten-thousandths of a degree; exact: km; range: km; length: km; radius:
ten-thousandths of a hex; speed: ten-thousandths of a hex a turn; inertia: after it, in ten-millionths of a hex a turn;
thrust, power, energy, strength, traditional, cost: ten-thousandths of a point; inertia_only: whether speed and thrust
stay; aim: the place of a ballistic weapon, in km, null for one with a target; in_web: whether a web weakened it; tac:
by which engine.

Rule: rules.md.
"""

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from sits_es.events import Event

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board


@frozen(kw_only=True)
class Fact(Event):
    """Something that happened, with what it does to the board."""

    def apply(self, board: "Board") -> None:
        """Change a working board, in place; a fact that is only told and kept changes nothing."""
        del board


@frozen(kw_only=True)
class OfUnit(Fact):
    """Something that a unit is ordered to do, or that is entered of it."""

    unit: str
    impulse: int = 1


@frozen(kw_only=True)
class Order(OfUnit):
    """An order. In the turn break the impulse is 33. RULE: where what it asks for stands."""

    RULE: ClassVar[str]


@frozen(kw_only=True)
class Steering(Order):
    """An order that moves a unit or turns it."""


@frozen(kw_only=True)
class Entry(OfUnit):
    """What a player enters from the unit's own display."""
