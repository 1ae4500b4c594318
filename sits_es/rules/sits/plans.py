"""What a player could order for the rest of a turn: how the ships lie, when and at whom they launch, what is mended.

The usual plan keeps the course, shoots what bears as soon as it bears, and answers launches with decoys. The others
turn a mount or the wedge toward the enemy, run at or from them, or keep their fire for the shortest range. What bears
is foreseen as if everybody else drifts. Rule: house.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal

from attrs import define, field
from msgspec import Struct

from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import SHIP_TRACKS, Mount
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.missiles.facts import DecoyOrdered, LaunchOrdered
from sits_es.rules.sits.motion.facts import ThrustOrdered
from sits_es.rules.sits.order_rules import can_be, offered
from sits_es.rules.sits.orders.forecast import course
from sits_es.rules.sits.procedure import BREAK
from sits_es.rules.sits.repairs.facts import RepairOrdered
from sits_es.rules.sits.repairs.rules import MendBox
from sits_es.rules.sits.sums.aiming import magazine, seen_through
from sits_es.rules.sits.sums.missiles import damage_each, missile_row, salvoes_allowed
from sits_es.rules.sits.sums.pace import segments_due
from sits_es.rules.sits.sums.tracks import decoys_left, has_bridge, rating, strength
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.turns.facts import PivotOrdered, RollOrdered
from sits_es.rules.system import Plan
from sits_es.space.arcs import behind_wedge, ship_window
from sits_es.space.attitude import ROLL_STEPS, Attitude, pivot, roll
from sits_es.space.avid import WINDOWS, Window, distance, opposite
from sits_es.space.bearing import bearing_between

#: Range in hexes within which nukes do more than laser-heads: beyond it point defence, which counts double against
#: them, leaves too few. Measured with the card's own numbers.
NUKES_WITHIN: Final = 8


class Fire(Struct, frozen=True):
    """When to shoot, and with what. warhead: "range" for nukes within NUKES_WITHIN and laser-heads beyond."""

    name: str
    when: Literal["soon", "near"]
    warhead: Literal["range", "laser-head", "nuke"] = "range"
    launches: bool = True


#: The usual one first.
FIRES: Final = (
    Fire("fire at once", "soon"),
    Fire("hold to closest", "near"),
    Fire("nukes at once", "soon", "nuke"),
    Fire("hold laser-heads to closest", "near", "laser-head"),
    Fire("launch nothing", "soon", launches=False),
)

Coming = Sequence[Board]
Helm = Callable[[Coming, Ship, Ship], Sequence[Order]]


def plans(board: Board, player: str) -> Iterator[Plan]:
    """Plans of a player's ships from the exchange at hand to the end of the turn, the usual one first."""
    mine = [ship for ship in board.standing() if ship.player == player]
    foes = [other for other in board.standing() if mine and other.side != mine[0].side]
    if board.segment == BREAK or not foes:
        mended = {BREAK: [order for ship in mine for order in repairs(board, ship)]}
        yield Plan("mend what can be mended", mended if board.segment == BREAK else {})
        return
    drift = _coming(board, ())
    seen = set[str]()
    for name, helm in _helms(board, mine):
        steered = tuple(order for ship in mine for order in helm(drift, ship, _nearest(drift, ship, foes)))
        if not steered and helm is not _hold:
            continue
        coming = _coming(board, steered) if steered else drift
        chances = {ship.name: _chances(coming, ship, foes) for ship in mine}
        ways = [(f"{name}, {fire.name}", foes, fire) for fire in FIRES]
        if helm is _hold and len(foes) > 1:
            ways += [
                (f"{name}, {fire.name}, {focus.name} first", [focus, *(foe for foe in foes if foe is not focus)], fire)
                for focus in foes
                for fire in FIRES[:2]
            ]
        for called, at, fire in ways:
            plan = _plan(called, coming, mine, chances, at, steered, fire)
            if (said := repr(plan.orders)) not in seen:
                seen.add(said)
                yield plan


def _plan(
    name: str,
    coming: Coming,
    mine: Sequence[Ship],
    chances: Mapping[str, Sequence[Chance]],
    foes: Sequence[Ship],
    steered: Sequence[Order],
    fire: Fire,
) -> Plan:
    board, first = coming[0], coming[0].segment
    orders: dict[int, list[Order]] = {segment: [] for segment in range(first, BREAK)}
    orders[first] += steered
    for ship in mine:
        for segment, order in _Gunnery(coming, ship, fire).orders(chances[ship.name], foes):
            orders[segment].append(order)
        if decoys_left(board.class_of(ship), ship):
            for each in orders.values():
                each.append(DecoyOrdered(ship=ship.name, count=1))
    if board.options.plot_ahead == "off":
        return Plan(name, {first: orders[first]})
    orders[BREAK] = [order for ship in mine for order in repairs(board, ship)]
    return Plan(name, orders)


def _coming(board: Board, steered: Sequence[Order]) -> Coming:
    """The board before each segment from the one at hand to the last, if all drift but for these orders."""
    rest: dict[int, Sequence[Order]] = dict.fromkeys(range(board.segment, SEGMENTS), ())
    if rest:
        rest[board.segment] = steered
    return [board, *(found.board for found in course(board, rest))]


def _nearest(coming: Coming, ship: Ship, foes: Sequence[Ship]) -> Ship:
    """The enemy that a ship comes nearest to in the turn."""
    return min(foes, key=lambda foe: (min(_range(board, ship, foe) for board in coming), foe.name))


def _range(board: Board, ship: Ship, foe: Ship) -> int:
    one, other = board.ships[ship.name], board.ships[foe.name]
    return bearing_between(one.position, other.position, board.tables.range_table).range


# how ships lie


def _where(coming: Coming, ship: Ship, foe: Ship) -> Window | None:
    """The window of the map that shows an enemy when they are nearest; None in the same place."""
    board = min(coming, key=lambda each: _range(each, ship, foe))
    return seen_through(board, board.ships[ship.name], board.ships[foe.name])[0]


def _turn_until(board: Board, ship: Ship, holds: Callable[[Attitude], bool]) -> Sequence[Order]:
    """The quickest pivot or roll after which something holds; none where it does already, or takes too long."""
    card, left = board.class_of(ship), BREAK - board.segment
    if holds(ship.attitude) or not has_bridge(ship):
        return ()
    found: list[tuple[int, int, Order]] = []
    if (pace := rating(card, ship, "pivot")) is not None:
        for at, window in enumerate(WINDOWS):
            if window != ship.attitude.nose and holds(pivot(ship.attitude, window).end):
                due = segments_due(board.tables, "pivot", pace, distance(ship.attitude.nose, window))[-1]
                found.append((due, at, PivotOrdered(ship=ship.name, to=window)))
    if (pace := rating(card, ship, "roll")) is not None:
        for steps in range(1, ROLL_STEPS // 2 + 1):
            for side in ("starboard", "port"):
                if holds(roll(ship.attitude, side, steps)):
                    due = segments_due(board.tables, "roll", pace, steps)[-1]
                    found.append((due, steps, RollOrdered(ship=ship.name, side=side, steps=steps)))
    quickest = min(found, key=lambda each: each[:2], default=None)
    return () if quickest is None or quickest[0] > left else (quickest[2],)


def _hold(coming: Coming, ship: Ship, foe: Ship) -> Sequence[Order]:
    del coming, ship, foe
    return ()


def _bring(name: str) -> Helm:
    """A helm that brings the mount of a name to bear."""

    def helm(coming: Coming, ship: Ship, foe: Ship) -> Sequence[Order]:
        mount, window = coming[0].class_of(ship).mount(name), _where(coming, ship, foe)
        if window is None or mount is None:
            return ()
        arc = frozenset(mount.arc)

        def bears(attitude: Attitude) -> bool:
            seen = ship_window(attitude, window)
            return seen in arc and not behind_wedge(seen)

        return _turn_until(coming[0], ship, bears)

    return helm


def _wedge(coming: Coming, ship: Ship, foe: Ship) -> Sequence[Order]:
    """Turn top or bottom toward the enemy."""
    window = _where(coming, ship, foe)
    if window is None:
        return ()
    return _turn_until(coming[0], ship, lambda attitude: behind_wedge(ship_window(attitude, window)))


def _run(coming: Coming, ship: Ship, foe: Ship, *, away: bool) -> Sequence[Order]:
    """Nose toward the enemy or away, and all the thrust there is."""
    board, window = coming[0], _where(coming, ship, foe)
    if window is None or not has_bridge(ship):
        return ()
    nose = opposite(window) if away else window
    most = strength(board.class_of(ship), ship, "thrust")
    thrust = (ThrustOrdered(ship=ship.name, thrust=most),) if most != ship.thrust else ()
    return (*_turn_until(board, ship, lambda attitude: attitude.nose == nose), *thrust)


def _toward(coming: Coming, ship: Ship, foe: Ship) -> Sequence[Order]:
    return _run(coming, ship, foe, away=False)


def _away(coming: Coming, ship: Ship, foe: Ship) -> Sequence[Order]:
    return _run(coming, ship, foe, away=True)


def _helms(board: Board, mine: Sequence[Ship]) -> Iterator[tuple[str, Helm]]:
    """How a player's ships could lie, in words, the usual one first."""
    yield "keep course", _hold
    for name in dict.fromkeys(mount.name for ship in mine for mount in board.class_of(ship).mounts):
        yield f"{name} to bear", _bring(name)
    yield "show the wedge", _wedge
    yield "close in", _toward
    yield "run", _away


# what ships shoot


class Chance(Struct, frozen=True):
    """What a ship could shoot at an enemy. at: segments from the one at hand, 0 up; weapons, mounts: those that can."""

    at: int
    foe: Ship
    hexes: int
    weapons: tuple[str, ...]
    mounts: tuple[Mount, ...]


def _chances(coming: Coming, ship: Ship, foes: Sequence[Ship]) -> list[Chance]:
    """Every chance in the coming segments, but for what its shots before it leave."""
    found: list[Chance] = []
    for at, board in enumerate(coming):
        there, card = board.ships[ship.name], board.class_of(ship)
        for foe in foes:
            weapons = tuple(
                weapon
                for weapon in card.weapons()
                if can_be(board, there, FireOrdered(ship=ship.name, weapon=weapon, target=foe.name))
            )
            mounts = tuple(
                mount
                for mount in filter(None, map(card.mount, card.launchers()))
                if can_be(board, there, LaunchOrdered(ship=ship.name, mount=mount.name, target=foe.name, salvoes=1))
            )
            if weapons or mounts:
                found.append(Chance(at, foe, _range(board, ship, foe), weapons, mounts))
    return found


@define
class _Gunnery:
    """What one ship fires and launches in the coming segments, as far as arcs, reach and waits allow.

    taken: weapon or launcher -> the segments in which it shoots; launched: target -> segment and salvoes; spent: mount
    -> what it takes from its magazine.
    """

    coming: Coming
    ship: Ship
    fire: Fire
    taken: dict[str, list[int]] = field(factory=dict)
    launched: dict[str, list[tuple[int, int]]] = field(factory=dict)
    spent: dict[str, int] = field(factory=dict)

    def orders(self, chances: Sequence[Chance], foes: Sequence[Ship]) -> Iterator[tuple[int, Order]]:
        """Each order with its segment. foes: those to shoot at first come first, where ranges are equal or all soon."""
        rank = {foe.name: at for at, foe in enumerate(foes)}
        first, near = self.coming[0].segment, self.fire.when == "near"
        card = self.coming[0].class_of(self.ship)
        for chance in sorted(chances, key=lambda each: (each.hexes if near else 0, each.at, rank[each.foe.name])):
            for weapon in chance.weapons:
                if self._ready(chance.at, weapon, card.recycle(weapon)):
                    order = FireOrdered(ship=self.ship.name, weapon=weapon, target=chance.foe.name)
                    yield first + chance.at, order
            for mount in chance.mounts if self.fire.launches else ():
                salvoes = self._salvoes(chance, mount)
                if salvoes and self._ready(chance.at, mount.name, mount.reload):
                    yield first + chance.at, self._launch(chance, mount, salvoes)

    def _ready(self, at: int, name: str, wait: int) -> bool:
        """Whether what shoots in other segments can shoot in this one too; then it does."""
        segments = self.taken.setdefault(name, [])
        if any(abs(other - at) < wait for other in segments):
            return False
        segments.append(at)
        return True

    def _launch(self, chance: Chance, mount: Mount, salvoes: int) -> LaunchOrdered:
        self.launched.setdefault(chance.foe.name, []).append((chance.at, salvoes))
        self.spent[mount.name] = self.spent.get(mount.name, 0) + mount.takes(salvoes, self._tubes(mount))
        wanted, tables, size = self.fire.warhead, self.coming[0].tables, mount.missile_size
        stronger = damage_each(tables, size, "nuke") > damage_each(tables, size, "laser-head")
        nukes = wanted == "nuke" or (wanted == "range" and stronger and chance.hexes <= NUKES_WITHIN)
        return LaunchOrdered(
            ship=self.ship.name,
            mount=mount.name,
            target=chance.foe.name,
            salvoes=salvoes,
            warhead="nuke" if nukes else "laser-head",
        )

    def _tubes(self, mount: Mount) -> int:
        return strength(self.coming[0].class_of(self.ship), self.ship, mount.track("tubes"))

    def _salvoes(self, chance: Chance, mount: Mount) -> int:
        """How many a mount may launch: the magazine holds them, and those chosen for later segments still may go."""
        chosen, tubes = self.launched.get(chance.foe.name, []), self._tubes(mount)
        times = [chance.at, *(at for at, _ in chosen if at > chance.at)]
        most = min(self._allowed(at, chance.foe, [salvoes for when, salvoes in chosen if when <= at]) for at in times)
        have = magazine(self.coming[0], self.ship, mount) - self.spent.get(mount.name, 0)
        return next((each for each in range(most, 0, -1) if mount.takes(each, tubes) <= have), 0)

    def _allowed(self, at: int, foe: Ship, salvoes: Sequence[int]) -> int:
        board = self.coming[at]
        row = missile_row(board.tables, _range(board, self.ship, foe))
        before = [(launch.turn, launch.salvoes) for launch in self.ship.launches.get(foe.name, ())]
        return salvoes_allowed(row, board.turn, [*before, *((board.turn, each) for each in salvoes)])


# what is mended


def repairs(board: Board, ship: Ship) -> Iterator[Order]:
    """A working party to each track that can be mended, as far as they go: the bridge first, then weapons."""
    crews = strength(board.class_of(ship), ship, "damage-control")
    found = [order.track for order in offered(board, ship, MendBox) if isinstance(order, RepairOrdered)]
    for track in sorted(found, key=lambda each: (each != "bridge", each in SHIP_TRACKS))[:crews]:
        yield RepairOrdered(ship=ship.name, track=track)
