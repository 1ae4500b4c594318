"""Missiles: orders and facts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

from attrs import field, frozen
from attrs.validators import ge, in_, optional

from sits_es.events import Coded, Shape, event, one_of
from sits_es.rules.sits.beams.facts import Aim
from sits_es.rules.sits.fact import Fact, OfShip, Order
from sits_es.space.arcs import Facing
from sits_es.space.avid import Window
from sits_es.values import Value

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board

Warhead = Literal["laser-head", "nuke"]
Layer = Literal["ECM", "countermissiles", "point defence", "lasers"]

#: How an attack ends.
ENDS: Final[Mapping[str, Shape]] = {
    "struck": (),
    "all-killed": (),
    "stopped-by-sidewall": (),
    "target-out": (),
}


@event("sits.LaunchOrdered")
@frozen(kw_only=True)
class LaunchOrdered(Order):
    """Launch salvoes from a mount. salvoes: 1 up; tubes: how many (1 up) a salvo uses, None for all that work."""

    mount: str
    target: str
    salvoes: int = field(validator=ge(1))
    tubes: int | None = field(default=None, validator=optional(ge(1)))
    warhead: Warhead = field(default="laser-head", validator=in_(("laser-head", "nuke")))


@event("sits.DecoyOrdered")
@frozen(kw_only=True)
class DecoyOrdered(Order):
    """Deploy decoys.

    count: how many, 1 up; if_launched_at: only when somebody launches at the ship in this segment; missiles: only if so
    many or more are launched at it, 1 up; within: counting those launched from so many hexes away or fewer, 0 up; null
    for any number, from any range. ValueError if they don't go with `if_launched_at`.
    """

    count: int = field(validator=ge(1))
    if_launched_at: bool = True
    missiles: int | None = field(default=None, validator=optional(ge(1)))
    within: int | None = field(default=None, validator=optional(ge(0)))

    def __attrs_post_init__(self) -> None:
        if not self.if_launched_at and (self.missiles is not None or self.within is not None):
            raise ValueError("a decoy that waits for no launch takes neither a number nor a range")


@event("sits.SalvoLaunched")
@frozen(kw_only=True)
class SalvoLaunched(Fact):
    """Salvoes left a mount: one attack.

    missiles: how many, salvoes x tubes; range_modifier: percent by the range table; penalty: percent of fire control;
    quality_level: percent, the sum of quality, range_modifier and penalty. max_salvoes: the card's text for this range
    ("3", "1/2"). Rule: card, Missile Range Table.
    """

    attack: str
    shooter: str
    mount: str
    target: str
    aim: Aim
    salvoes: int
    tubes: int
    missiles: int
    warhead: Warhead
    damage_each: int
    max_salvoes: str
    quality: int
    range_modifier: int
    penalty: int
    quality_level: int

    def apply(self, board: "Board") -> None:
        board.launch(self)


@event("sits.DecoysDeployed")
@frozen(kw_only=True)
class DecoysDeployed(OfShip):
    """Decoys last through this segment's missile resolution. value: percent of each. Rule: card, step 4."""

    count: int
    value: int

    def apply(self, board: "Board") -> None:
        ship = board.ships[self.ship]
        ship.decoys_active += self.count
        ship.decoys_spent += self.count


@event("sits.AttackArrived")
@frozen(kw_only=True)
class AttackArrived(Fact):
    """An attack reached its target after the moves.

    window: on the map, target to shooter; target_window: the same in the target's frame; slid: it was aimed at the
    wedge and slides to `facing`; bearing: mounts whose defences bear on it.
    """

    attack: str
    target: str
    window: Window | None
    target_window: Window | None
    slid: bool
    facing: Facing
    missiles: int
    bearing: tuple[str, ...]


@frozen(kw_only=True)
class Term(Value):
    """One number of a sum. name: what it is called, such as `base ECM`; value: in percent."""

    name: str
    value: int


@event("sits.LayerFought")
@frozen(kw_only=True)
class LayerFought(Fact):
    """One layer against one attack.

    layer: which; incoming: how many missiles; systems: how many fire, 0 for ECM; against: how many incoming missiles
    for ECM, defensive shots for the others; terms: add up to `percent` before it is limited to 0 to 100; percent: 0 to
    100; parts: how many kills for hundreds, tens and ones; fired: lasers that bear and do not defend, by mount, because
    they fired in this segment (house, sits rules 8.1); doubled: whether it is point defence against nukes, or ECM by
    a miracle; kills: how many missiles, never more than came in; left: how many missiles remain. Rule: flyer, defence
    layers.
    """

    attack: str
    target: str
    layer: Layer
    incoming: int
    systems: int
    fired: tuple[Term, ...] = ()
    salvoes: int
    against: int
    terms: tuple[Term, ...]
    percent: int
    parts: tuple[int, ...]
    doubled: bool
    kills: int
    left: int

    def apply(self, board: "Board") -> None:
        board.attacks[self.attack].left = self.left


@event("sits.AttackSpent")
@frozen(kw_only=True)
class AttackSpent(Fact):
    """An attack is over. struck: points that struck the hull; reason: why it ended."""

    attack: str
    target: str
    struck: int
    reason: Coded = field(validator=one_of(ENDS))

    def apply(self, board: "Board") -> None:
        del board.attacks[self.attack]
