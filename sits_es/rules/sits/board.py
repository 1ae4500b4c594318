"""The board: every ship as it is in a segment of a turn."""

import zlib
from collections.abc import Iterable
from copy import copy
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec
from attrs import Factory, define, evolve
from msgspec import Struct
from msgspec.structs import replace

from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.fact import Side
from sits_es.rules.sits.missiles.facts import SalvoLaunched
from sits_es.rules.sits.scenario.terms import Options, Victory
from sits_es.rules.sits.sums.deck import Miracle
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.sums.tracks import fresh_boxes, marked
from sits_es.rules.sits.tables.values import Tables
from sits_es.space.arcs import Facing
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.bearing import FORMULA
from sits_es.space.hexes import HexVector, Position

if TYPE_CHECKING:
    from sits_es.rules.sits.fact import Fact
    from sits_es.rules.sits.motion.facts import ShipPlaced
    from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun, ShipTurned


class Pivot(Struct, frozen=True, kw_only=True):
    """A pivot under way. start: the attitude in which it began; path: that at the end of each window.

    due: segments from the start until then; spent: segments so far.
    """

    start: Attitude
    to: Window
    path: tuple[Attitude, ...]
    due: tuple[int, ...]
    spent: int = 0


class Roll(Struct, frozen=True, kw_only=True):
    """A roll under way. due: segments from the start until each window is done; spent: segments so far."""

    side: Side
    due: tuple[int, ...]
    spent: int = 0


class Launch(Struct, frozen=True, kw_only=True):
    """Salvoes that this ship launched at one target in one turn."""

    turn: int
    salvoes: int


@define(kw_only=True)
class Ship:
    """One ship. vectors: hexes per turn since the last thrust break; future: this segment's marker, None before it.

    boxes: track -> marks, see WHOLE and the others; counters: weapon or launcher -> segments until it is ready;
    spent: mount -> missiles or rows taken from its magazine; launches: target -> what was launched at it, by turn;
    plots, slide, present: as last ordered; halves: windows that hold half a hex of displacement carried over;
    fired, cut, turned: weapons fired, thrust set to zero by order, pivot completed in this segment;
    hand: miracle cards, open to all; wonder: the miracle at work in this segment;
    destroyed: what took it out of the game, a code of CAUSES.
    """

    name: str
    ship_class: str
    side: str
    player: str
    position: Position
    vectors: HexVector
    attitude: Attitude
    future: Position | None = None
    thrust: int = 0
    chart: ThrustChart = ThrustChart()
    plots: dict[Window, HexVector] = Factory(dict)
    pivot: Pivot | None = None
    roll: Roll | None = None
    boxes: dict[str, str] = Factory(dict)
    counters: dict[str, int] = Factory(dict)
    spent: dict[str, int] = Factory(dict)
    launches: dict[str, tuple[Launch, ...]] = Factory(dict)
    decoys_spent: int = 0
    decoys_active: int = 0
    slide: Facing | None = None
    present: Facing | None = None
    halves: tuple[Window, ...] = ()
    fired: tuple[str, ...] = ()
    cut: bool = False
    turned: bool = False
    hand: tuple[str, ...] = ()
    wonder: Miracle | None = None
    destroyed: str | None = None

    def open_segment(self, future: Position) -> None:
        """Mark where the ship will be, and end what held for the segment before."""
        self.future = future
        self.decoys_active = 0
        self.slide = self.present = self.wonder = None
        self.fired = ()
        self.cut = self.turned = False

    def mark(self, track: str, box: int, mark: str) -> None:
        """Put another mark on a box of a track, counted from 0."""
        self.boxes[track] = marked(self.boxes[track], box, mark)

    def cross(self, thrust: int, nose: Window) -> None:
        """Cross off a pulse of the thrust chart."""
        self.chart = ThrustChart((*self.chart.thrusts, thrust), (*self.chart.noses, nose))

    def break_thrust(self) -> None:
        """Begin a new thrust chart; the plots are used up."""
        self.chart = ThrustChart()
        self.plots = {}

    def pivot_to(self, begun: "PivotBegun") -> None:
        """Begin a pivot."""
        self.pivot = Pivot(start=self.attitude, to=begun.to, path=begun.path, due=begun.due)

    def roll_to(self, begun: "RollBegun") -> None:
        """Begin a roll."""
        self.roll = Roll(side=begun.side, due=begun.due)

    def spend(self, by: Literal["pivot", "roll"], segments: int) -> None:
        """Say how many segments a pivot or roll has taken so far."""
        if by == "pivot" and self.pivot is not None:
            self.pivot = replace(self.pivot, spent=segments)
        elif by == "roll" and self.roll is not None:
            self.roll = replace(self.roll, spent=segments)

    def turn(self, turned: "ShipTurned") -> None:
        """Lie otherwise; with its last window a pivot or roll is over."""
        self.attitude = turned.attitude
        under_way = self.pivot if turned.by == "pivot" else self.roll
        if under_way is not None and turned.windows < turned.of:
            self.spend(turned.by, under_way.spent + 1)
        elif turned.by == "pivot":
            self.pivot, self.turned = None, True
        else:
            self.roll = None


@define(kw_only=True)
class Attack:
    """Missiles under way in this segment. left: those not killed yet."""

    launched: SalvoLaunched
    left: int


@define(kw_only=True)
class Board:
    """Everything a segment of SITS is decided from. turn from 1; segment 1 to 8, 9 for the turn break.

    victory: the scenario's terms; without any the game goes on until one side is left.
    """

    tables: Tables
    options: Options
    classes: dict[str, ShipClass]
    ships: dict[str, Ship] = Factory(dict)
    attacks: dict[str, Attack] = Factory(dict)
    turn: int = 1
    segment: int = 1
    victory: Victory = Factory(Victory)

    def class_of(self, ship: Ship) -> ShipClass:
        """The ship's class."""
        return self.classes[ship.ship_class]

    def standing(self) -> list[Ship]:
        """Ships still in the game, in the order of their names."""
        return [self.ships[name] for name in sorted(self.ships) if self.ships[name].destroyed is None]

    def place(self, placed: "ShipPlaced") -> None:
        """Put a ship on the map, undamaged."""
        self.ships[placed.ship] = Ship(
            name=placed.ship,
            ship_class=placed.ship_class,
            side=placed.side,
            player=placed.player,
            position=placed.position,
            vectors=placed.vectors,
            attitude=placed.attitude,
            boxes=fresh_boxes(self.classes[placed.ship_class]),
        )

    def fire(self, shooter: str, weapon: str) -> None:
        """Fire a ship's weapon, which then waits until it can fire again."""
        ship = self.ships[shooter]
        ship.fired = (*ship.fired, weapon)
        ship.counters[weapon] = self.class_of(ship).recycle(weapon)

    def launch(self, launched: SalvoLaunched) -> None:
        """Put an attack under way. Its launcher waits, and its magazine is emptier. KeyError for an unknown mount."""
        ship = self.ships[launched.shooter]
        mount = self.class_of(ship).mount(launched.mount)
        if mount is None:
            raise KeyError(launched.mount)
        ship.counters[launched.mount] = mount.reload
        taken = mount.takes(launched.salvoes, launched.tubes)
        ship.spent[launched.mount] = ship.spent.get(launched.mount, 0) + taken
        launch = Launch(turn=self.turn, salvoes=launched.salvoes)
        ship.launches[launched.target] = (*ship.launches.get(launched.target, ()), launch)
        self.attacks[launched.attack] = Attack(launched=launched, left=launched.missiles)


def fold(board: Board, facts: "Iterable[Fact]") -> Board:
    """The board after all the facts; the one given stays as it is."""
    working = copied(board)
    for fact in facts:
        fact.apply(working)
    return working


def copied(board: Board) -> Board:
    """A copy to work on, or to hand out; the one given stays as it is. Values and classes are shared."""
    return evolve(
        board,
        classes=dict(board.classes),
        ships={name: _copied(ship) for name, ship in board.ships.items()},
        attacks={name: copy(attack) for name, attack in board.attacks.items()},
    )


def _copied(ship: Ship) -> Ship:
    found = copy(ship)
    for table in ("plots", "boxes", "counters", "spent", "launches"):
        setattr(found, table, dict(getattr(ship, table)))
    return found


class _Packed(Struct, frozen=True, kw_only=True):
    """How a board stands: all of it that facts change, and the readings of the rules."""

    options: Options
    ships: dict[str, Ship]
    attacks: dict[str, Attack]
    turn: int
    segment: int
    victory: Victory


class _Printed(Struct, frozen=True, kw_only=True):
    """What a board is played by and no fact changes: its tables, and its classes in the order of their cards."""

    tables: Tables
    classes: dict[str, ShipClass]


_STANDING = _Packed.__struct_fields__

#: Bytes that say how many of those after them are deflated tables and classes.
_LENGTH = 4


@cache
def _reader() -> msgspec.json.Decoder[_Packed]:
    return msgspec.json.Decoder(_Packed)


@lru_cache(maxsize=64)
def _printed(deflated: bytes) -> _Printed:
    """They are values: all boards that were packed with the same ones share them."""
    read = msgspec.json.decode(zlib.decompress(deflated), type=_Printed)
    # the card's range table is known as such
    table = FORMULA if read.tables.range_table == FORMULA else read.tables.range_table
    return replace(read, tables=replace(read.tables, range_table=table))


def pack(board: Board) -> bytes:
    """A working board as bytes, with all that it is played by; what the two parts repeat is deflated away.

    Tables of a ship keep the order in which facts filled them: orders that come to nothing are told in it.
    """
    printed = _Printed(tables=board.tables, classes=board.classes)
    deflated = zlib.compress(msgspec.json.encode(printed), level=1)
    packed = _Packed(**{name: getattr(board, name) for name in _STANDING})
    standing = zlib.compress(msgspec.json.encode(packed), level=1)
    return len(deflated).to_bytes(_LENGTH, "big") + deflated + standing


def unpack(state: bytes) -> Board:
    """A working board from its bytes, which `pack` made: they are read without a second look at the rules.

    Raises ValueError for others.
    """
    end = _LENGTH + int.from_bytes(state[:_LENGTH], "big")
    try:
        printed = _printed(state[_LENGTH:end])
        packed = _reader().decode(zlib.decompress(state[end:]))
    except zlib.error as fault:
        raise ValueError(str(fault)) from fault
    standing = {name: getattr(packed, name) for name in _STANDING}
    return Board(tables=printed.tables, classes=dict(printed.classes), **standing)
