"""The board of X-Wing: ships with their displays, attacks with what was said of them, at work and as values."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from decimal import Decimal
from typing import Literal

from attrs import Factory, define, evolve, frozen

from sits_es.rules.packing import Packing
from sits_es.rules.xwing.events.setup import TableLaid
from sits_es.rules.xwing.sums.numbers import DIGITS, plainly
from sits_es.rules.xwing.weapons import TurretKind, Weapon, firing_arcs_of

#: Why a ship is out of the game.
Fate = Literal["lost", "removed"]


@frozen
class Stand:
    """Where a ship stands: x, y in mm and facing in degrees, as decimals."""

    x: str
    y: str
    facing: str

    def __str__(self) -> str:
        return f"{self.x},{self.y} facing {self.facing}"

    def away_from(self, other: Stand) -> str:
        """How far apart the middles of two places are, in mm to three decimals."""
        x, y = Decimal(self.x) - Decimal(other.x), Decimal(self.y) - Decimal(other.y)
        return plainly(round(DIGITS.sqrt(x * x + y * y), 3))


@define(kw_only=True)
class Ship:
    """One ship; see ShipListed. shields, hull: left; most_*: at the beginning. stand: None before it is placed.

    gone: why it is out of the game, None while in it; criticals: as entered.
    """

    name: str
    player: str
    side: str
    base: str
    half_angle: str | None
    shaded: tuple[str, ...]
    turret: TurretKind | None
    points: tuple[str, ...]
    weapons: tuple[Weapon, ...]
    shields: int
    hull: int
    most_shields: int
    most_hull: int
    stand: Stand | None = None
    gone: Fate | None = None
    criticals: tuple[str, ...] = ()

    @property
    def huge(self) -> bool:
        """Whether it has a base of its own measures."""
        return self.half_angle is not None

    @property
    def firing(self) -> tuple[str, ...]:
        """Its firing arcs as its turret points now."""
        return tuple(firing_arcs_of(self.shaded, self.points, self.weapons))

    def weapon(self, name: str) -> Weapon | None:
        """Its weapon of that name."""
        return next((each for each in self.weapons if each.name == name), None)


@frozen(kw_only=True)
class Attack:
    """One attack. moment: round and entry; stand, target_stand, points: of both ships and the turret at that time.

    arcs, arc, range: see AttackDeclared. disputed: by which player, in which words; ruled: whether it stands, and why.
    """

    number: int
    moment: tuple[int, int]
    ship: str
    target: str
    weapon: str
    ruling: str
    points: tuple[str, ...]
    stand: Stand | None
    target_stand: Stand | None
    arcs: tuple[str, ...] = ()
    arc: str | None = None
    range: int | None = None
    disputed: tuple[str, str] | None = None
    ruled: tuple[bool, str] | None = None


@define(kw_only=True)
class Board:
    """The table, and which entry of which round comes next. table: None for any.

    attacks: in order, the first is number 1; ending: the round is over with this entry.
    """

    turn: int = 1
    entry: int = 1
    table: TableLaid | None = None
    ships: dict[str, Ship] = Factory(dict)
    attacks: tuple[Attack, ...] = ()
    ending: bool = False

    def attack(self, number: int) -> Attack | None:
        """The attack of that number, 1 up."""
        return self.attacks[number - 1] if 1 <= number <= len(self.attacks) else None

    def next_attack(self, ship: str, target: str, weapon: str, ruling: str) -> Attack:
        """An attack that is entered now, with both ships and the turret as they are. KeyError for unknown ships."""
        one, other = self.ships[ship], self.ships[target]
        return Attack(
            number=len(self.attacks) + 1,
            moment=(self.turn, self.entry),
            ship=ship,
            target=target,
            weapon=weapon,
            ruling=ruling,
            points=one.points,
            stand=one.stand,
            target_stand=other.stand,
        )

    def left(self) -> Iterator[Ship]:
        """Ships that are in the game, placed or not, in the order of their names."""
        return (ship for _, ship in sorted(self.ships.items()) if ship.gone is None)

    def placed(self) -> Iterator[Ship]:
        """Ships on the table, in the order of their names."""
        return (ship for ship in self.left() if ship.stand is not None)


def copied(board: Board) -> Board:
    """A copy to work on, or to hand out; the one given stays as it is. Values are shared."""
    return evolve(board, ships={name: copy(ship) for name, ship in board.ships.items()})


_PACKING = Packing(Board)
#: A working board as bytes, all of it, and from them again.
pack, unpack = _PACKING.pack, _PACKING.unpack
