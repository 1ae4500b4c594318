"""The board of X-Wing: ships with their displays, attacks with what was said of them, at work and as values."""

from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING, Any, Literal

from attrs import Factory, define, evolve
from msgspec import Struct
from msgspec.structs import replace

from sits_es.rules.moments import Moment
from sits_es.rules.packing import Packing
from sits_es.rules.xwing.setting_up.facts import ObjectLaid, ShipListed, TableLaid
from sits_es.rules.xwing.sums.bases import Placement, Stand, placed, read_base
from sits_es.rules.xwing.weapons import TurretKind, Weapon, firing_arcs_of

if TYPE_CHECKING:
    from sits_es.rules.xwing.fact import OfShip
    from sits_es.rules.xwing.sums.objects import Lying

#: Why a ship is out of the game.
Fate = Literal["lost", "removed"]


@define(kw_only=True)
class Ship:
    """One ship; see ShipListed. shields, hull: left; most_*: at the beginning. stand: None before it is placed.

    dial: the templates on its dial, shows: the one that it shows until the ship moves. gone: why it is out of
    the game, None while in it; criticals: as entered.
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
    dial: tuple[str, ...] = ()
    stand: Stand | None = None
    shows: str | None = None
    gone: Fate | None = None
    criticals: tuple[str, ...] = ()

    @property
    def huge(self) -> bool:
        """Whether it has a base of its own measures."""
        return self.half_angle is not None

    @property
    def sinks(self) -> bool:
        """Whether it is in the game without hull."""
        return self.hull == 0 and self.gone is None

    @property
    def placement(self) -> Placement:
        """Its base where it stands. Raises ValueError for a ship that is not placed."""
        return self.at(self.stand)

    def at(self, stand: Stand | None) -> Placement:
        """Its base at a place. Raises ValueError for none."""
        if stand is None:
            raise ValueError(f"{self.name} is not placed")
        return placed(read_base(self.base, self.half_angle), stand.x, stand.y, stand.facing)

    @property
    def firing(self) -> tuple[str, ...]:
        """Its firing arcs as its turret points now."""
        return tuple(firing_arcs_of(self.shaded, self.points, self.weapons))

    def weapon(self, name: str) -> Weapon | None:
        """Its weapon of that name."""
        return next((each for each in self.weapons if each.name == name), None)


class Attack(Struct, frozen=True, kw_only=True):
    """One attack. moment: round and entry; stand, target_stand, points: of both ships and the turret at that time.

    arcs, arc, range, obstructed: see AttackDeclared. disputed: by which player, in which words; ruled: whether it
    stands, and why.
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
    obstructed: tuple[str, ...] = ()
    disputed: tuple[str, str] | None = None
    ruled: tuple[bool, str] | None = None

    @property
    def state(self) -> str:
        """What was said of it: declared, disputed, stands, or does not stand."""
        if self.ruled is not None:
            return "stands" if self.ruled[0] else "does not stand"
        return "declared" if self.disputed is None else f"disputed by {self.disputed[0]}"

    @property
    def made_in(self) -> tuple[str, str]:
        """The arc that it is made in, or that it is by a ruling, and its range, for tables."""
        return self.arc or "by a ruling", "beyond 3" if self.range is None else str(self.range)


@define(kw_only=True)
class Board:
    """The table, and which entry of which round comes next. table: None for any.

    objects: what lies on the table, by name. attacks: in order, the first is number 1; ending: the round is over with
    this entry; sealed: dials are sealed in this game, revealed: those of this round are on the table.
    """

    turn: int = 1
    entry: int = 1
    table: TableLaid | None = None
    objects: dict[str, ObjectLaid] = Factory(dict)
    ships: dict[str, Ship] = Factory(dict)
    attacks: tuple[Attack, ...] = ()
    ending: bool = False
    sealed: bool = False
    revealed: bool = False

    @property
    def dials_owed(self) -> bool:
        """Whether a round waits for its dials: when it begins, in the first round once every ship is placed."""
        if not self.sealed or self.revealed or not any(self.placed()):
            return False
        return self.entry == 1 if self.turn > 1 else not self.still_to_place

    @property
    def still_to_place(self) -> tuple[str, ...]:
        """Ships that the dials of the first round wait for."""
        waits = self.sealed and not self.revealed and self.turn == 1
        return tuple(ship.name for ship in self.left() if waits and ship.stand is None)

    def list(self, listed: ShipListed) -> None:
        """Let a ship take part, with its display as its card has it."""
        self.ships[listed.ship] = Ship(
            name=listed.ship,
            player=listed.player,
            side=listed.side,
            base=listed.base,
            half_angle=listed.half_angle,
            shaded=listed.shaded,
            turret=listed.turret,
            points=listed.points,
            weapons=listed.weapons,
            shields=listed.shields,
            hull=listed.hull,
            most_shields=listed.shields,
            most_hull=listed.hull,
            dial=listed.dial,
        )

    @property
    def lying(self) -> "dict[str, Lying]":
        """The shapes of what lies on the table, by name."""
        return {name: laid.lying for name, laid in sorted(self.objects.items())}

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

    def change_attack(self, number: int, **values: Any) -> None:
        """Keep something more of an attack, by its number."""
        at = number - 1
        self.attacks = (*self.attacks[:at], replace(self.attacks[at], **values), *self.attacks[number:])

    def left(self) -> Iterator[Ship]:
        """Ships that are in the game, placed or not, in the order of their names."""
        return (ship for _, ship in sorted(self.ships.items()) if ship.gone is None)

    def copy(self) -> "Board":
        """A copy to work on, or to hand out; this one stays as it is. Values are shared."""
        return copied(self)

    def placed(self) -> Iterator[Ship]:
        """Ships on the table, in the order of their names."""
        return (ship for ship in self.left() if ship.stand is not None)


def copied(board: Board) -> Board:
    """A copy to work on, or to hand out; the one given stays as it is. Values are shared."""
    return evolve(board, objects={**board.objects}, ships={name: copy(ship) for name, ship in board.ships.items()})


def units(board: Board, player: str) -> tuple[str, ...]:
    """The player's ships, those that are out of the game too: disputes may be entered under them."""
    return tuple(name for name, ship in sorted(board.ships.items()) if ship.player == player)


def owner(board: Board, unit: str) -> str | None:
    """Whose ship it is."""
    ship = board.ships.get(unit)
    return None if ship is None else ship.player


def names(board: Board, order: "OfShip", field: str) -> tuple[str, ...]:
    """Names that a field of an entry may hold: ships, and the ship's own weapons."""
    if field == "weapon":
        ship = board.ships.get(order.ship)
        return () if ship is None else tuple(each.name for each in ship.weapons)
    return tuple(sorted(board.ships)) if field in {"ship", "target"} else ()


def moment(board: Board) -> Moment:
    """The next entry of the round."""
    return Moment(board.turn, board.entry)


_PACKING = Packing(Board)
#: A working board as bytes, all of it, and from them again.
pack, unpack = _PACKING.pack, _PACKING.unpack
