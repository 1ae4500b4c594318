"""Attacks as they are entered and as they are proved, and what is said of them later."""

from typing import TYPE_CHECKING

from attrs import field, frozen
from attrs.validators import ge, in_, optional

from sits_es.events import Event, event
from sits_es.rules.xwing.fact import OfShip, Said

if TYPE_CHECKING:
    from sits_es.rules.xwing.board import Board


@event("xwing.AttackEntered")
@frozen(kw_only=True)
class AttackEntered(OfShip):
    """`attack Hawk with lasers`. ruling: empty, or the ruling that allows the attack if these rules have no answer."""

    target: str
    weapon: str
    ruling: str = ""

    def apply(self, board: "Board") -> None:
        """It is kept with the places of that time: whoever moves later in the same entry changes nothing of it."""
        board.attacks = (*board.attacks, board.next_attack(self.ship, self.target, self.weapon, self.ruling))


@event("xwing.AttackDeclared")
@frozen(kw_only=True)
class AttackDeclared(Event):
    """An attack with the proof of its arc, as the ships stood when it was entered.

    Areas and lengths are worked out again when they are shown.

    attack: its number in the game, 1 up. arcs: every arc of the ship in which the target is; arc: the one attacked in,
    None for an attack by a ruling. range: 1 to 3, to the closest part of the target in that arc; for an attack by a
    ruling, the range between the bases, 0 if they touch, None beyond 3. obstructed: the objects that its line crosses.
    Rule: rules.md, Range bands.
    """

    attack: int = field(validator=ge(1))
    ship: str
    target: str
    weapon: str
    arcs: tuple[str, ...]
    arc: str | None
    range: int | None = field(validator=optional(in_((0, 1, 2, 3))))
    obstructed: tuple[str, ...] = ()

    def apply(self, board: "Board") -> None:
        """Its proof is kept with it."""
        board.change_attack(self.attack, arcs=self.arcs, arc=self.arc, range=self.range, obstructed=self.obstructed)


@event("xwing.DisputeEntered")
@frozen(kw_only=True)
class DisputeEntered(Said):
    """`dispute 1: TEXT`. attack: its number, 1 up.

    The ship named is any ship of the player who disputes it. Rule: house.
    """

    attack: int = field(validator=ge(1))

    def apply(self, board: "Board") -> None:
        """It is disputed by the ship's player."""
        board.change_attack(self.attack, disputed=(board.ships[self.ship].player, self.text))


@event("xwing.RulingEntered")
@frozen(kw_only=True)
class RulingEntered(Said):
    """`ruling 1 stands: TEXT`, `ruling 1 does not stand: TEXT`.

    attack: number of a disputed attack, 1 up. Rule: house.
    """

    attack: int = field(validator=ge(1))
    stands: bool

    def apply(self, board: "Board") -> None:
        """It is ruled on."""
        board.change_attack(self.attack, ruled=(self.stands, self.text))
