"""Speed, thrust, inertia and movement, and ships bound by a web's energy. Rule: C1.4, C2.111, C8, C14.20, P4.11."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.board import Board, Body, Unit
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.links.rules import parts_made
from sits_es.rules.sfb.motion.facts import (
    BindOrdered,
    Decelerated,
    DecelerationOrdered,
    InertiaChanged,
    SpeedChanged,
    SpeedOrdered,
    ThrustChanged,
    ThrustOrdered,
    UnitMoved,
    UnitsBound,
    UnitsParted,
)
from sits_es.rules.sfb.order_rules import OrderRules, When
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.bearing import bearing
from sits_es.rules.sfb.sums.binding import APART, SHIPS, averaged, between
from sits_es.rules.sfb.sums.holes import MOST_PULL, pull
from sits_es.rules.sfb.sums.limits import is_beyond
from sits_es.rules.sfb.sums.links import part_of
from sits_es.rules.sfb.sums.motion import step, thrust_gain
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import Inertia, Place, exact
from sits_es.rules.sfb.webs.rules import lose_inertia


class Speed(OrderRules[SpeedOrdered]):
    """The warp speed from now on, in the turn break from the next turn on. Rule: C1.4, C1.43."""

    once, early = "speed", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """In orbit the speed is the orbit's. While tactical manoeuvres last, up to the turn's end, there is none but 0.

        Rule: C1.43, C5.3 (note), P8.413, house.
        """
        speed = self.fact.speed
        if is_beyond("speed", speed):
            yield refused(unit.name, "beyond-limit", "speed", speed, field="speed")
        yield from not_in_orbit(unit)
        if speed > 0 and work.now and unit.tac(work.now):
            yield refused(unit.name, "tac-under-way", unit.tac_until)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Ships that are bound part when one of them gets power to move. Rule: C14.20."""
        if self.fact.speed != unit.speed:
            if self.fact.speed:
                part(work, unit)
            work.record(SpeedChanged(unit=unit.name, before=unit.speed, after=self.fact.speed))

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """The speed that it has, or 12.5."""
        speed = unit.speed or 12 * WHOLE + WHOLE // 2
        yield SpeedOrdered(unit=unit.name, impulse=board.impulse, speed=speed), "every run"


class Thrust(OrderRules[ThrustOrdered]):
    """The impulse energy for movement from now on; under tactical manoeuvres it waits (C5.3). Rule: C2.111, C8.41."""

    once, early = "thrust", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """There is none in orbit, nor after an emergency deceleration. Rule: C2.111, C8.41, P8.413."""
        thrust = self.fact.thrust
        if is_beyond("thrust", thrust):
            yield refused(unit.name, "beyond-limit", "thrust", thrust, field="thrust")
        yield from not_in_orbit(unit)
        if thrust > 0:
            yield from no_wait(unit, work.clock if work.now else work.board.turn * IMPULSES + 1)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Ships that are bound part when one of them gets power to move. Rule: C14.20."""
        if self.fact.thrust != unit.thrust:
            if self.fact.thrust:
                part(work, unit)
            work.record(ThrustChanged(unit=unit.name, before=unit.thrust, after=self.fact.thrust))

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """A whole point."""
        yield ThrustOrdered(unit=unit.name, impulse=board.impulse, thrust=WHOLE), "every run"


class Deceleration(OrderRules[DecelerationOrdered]):
    """All inertia is lost; in an emergency deceleration speed and thrust too, with a wait before thrust works again.

    After one of inertia only, inertia adds up again from the next impulse on. Rule: C8, C8.41.
    """

    once, early = "deceleration", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """Nothing decelerates that is bound, or in an orbit: there is no inertia in one (P8.41, house)."""
        del work
        yield from not_held(unit)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Lose it all."""
        order, period = self.fact, 0
        if not order.inertia_only:
            period = IMPULSES - work.now if order.period is None else order.period
        work.record(Decelerated(unit=unit.name, inertia_only=order.inertia_only, period=period))
        work.stilled.add(unit.name)
        if not order.inertia_only:
            if unit.speed:
                work.record(SpeedChanged(unit=unit.name, before=unit.speed, after=0, cause="deceleration"))
            if unit.thrust:
                work.record(ThrustChanged(unit=unit.name, before=unit.thrust, after=0, cause="deceleration"))
        if unit.inertia:
            lost = Inertia(-unit.inertia.x, -unit.inertia.y, -unit.inertia.z)
            work.record(InertiaChanged(unit=unit.name, cause="deceleration", change=lost, inertia=Inertia()))


class Bind(OrderRules[BindOrdered]):
    """Three ships of a side that a web's energy binds; their inertia is averaged at once. Rule: C14.20."""

    once, early = "bind", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """They are ships of one side without speed and thrust, near to each other and off the right shields."""
        ships = [unit]
        for field in ("first", "second"):
            name = getattr(self.fact, field)
            faults = list(_no_mate(work.board, ships, name, field))
            yield from faults
            ships += [] if faults else [work.board.units[name]]
        for ship in ships:
            yield from _not_still(unit, ship)
        far = [(one, other) for one, other in combinations(ships, 2) if exact(one.place, other.place) >= APART]
        for one, other in far:
            values = (one.name, other.name, exact(one.place, other.place), APART)
            yield refused(unit.name, "far-apart", *values, warns=True)
        for ship in ships if len(ships) == SHIPS and not far else ():
            one, other = (each for each in ships if each is not ship)
            if not between(_yaw(ship, one), _yaw(ship, other)):
                yield refused(unit.name, "shields-wrong", ship.name, one.name, other.name, warns=True)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """They have the mean of their inertia."""
        ships = [unit, work.board.units[self.fact.first], work.board.units[self.fact.second]]
        before = [ship.inertia for ship in ships]
        inertia = averaged(before)
        work.record(UnitsBound(units=tuple(ship.name for ship in ships), inertia=inertia))
        for ship, was in zip(ships, before, strict=True):
            change = Inertia(inertia.x - was.x, inertia.y - was.y, inertia.z - was.z)
            if change:
                first = next(other.name for other in ships if other is not ship)
                work.record(InertiaChanged(unit=ship.name, cause="binding", change=change, inertia=inertia, by=first))


def _no_mate(board: Board, ships: Sequence[Unit], name: str, field: str) -> Iterator[Refusal]:
    """Why nothing of a name can be bound to some ships: it is none, one of them, off the map or of another side."""
    unit, mate = ships[0], board.units.get(name)
    if mate is None:
        known = [other.name for other in board.out() if other is not unit]
        yield refused(unit.name, "no-mate", name, *known, field=field)
    elif mate in ships:
        yield refused(unit.name, "named-twice", name, field=field)
    elif not mate.out:
        unsure = mate.aboard is not None and mate.player != unit.player
        yield refused(unit.name, "target-gone", name, field=field, warns=unsure)
    elif mate.side != unit.side:
        yield refused(unit.name, "other-side", name, field=field)


def _not_still(unit: Unit, ship: Unit) -> Iterator[Refusal]:
    """Why one of the three can't be bound, wherever it is; of another player's it may be otherwise by then."""
    of_others = ship.player != unit.player
    if ship.kind != "ship":
        yield refused(unit.name, "not-a-ship", ship.name, ship.kind)
    elif ship.bound:
        yield refused(unit.name, "bound-already", ship.name, *ship.bound, warns=of_others)
    elif ship.speed or ship.thrust:
        yield refused(unit.name, "still-moving", ship.name, ship.speed, ship.thrust, warns=of_others)


def _yaw(ship: Unit, other: Unit) -> int | None:
    seen = bearing(ship.place, ship.facing, other.place)
    return None if seen is None else seen.yaw


def not_in_orbit(unit: Unit) -> Iterator[Refusal]:
    """What an orbit keeps a unit from: it moves it. Rule: P8.413."""
    if unit.orbits is not None:
        yield refused(unit.name, "in-orbit", unit.orbits.planet)


def not_bound(unit: Unit) -> Iterator[Refusal]:
    """What binding keeps a ship from, until it gets power to move. Rule: C14.20, house."""
    if unit.bound:
        yield refused(unit.name, "is-bound", *unit.bound)


def not_held(unit: Unit) -> Iterator[Refusal]:
    """What keeps a unit from changing how it moves: its orbit moves it, web energy binds it. Rule: C14.20, P8.413."""
    yield from not_in_orbit(unit)
    yield from not_bound(unit)


def no_wait(unit: Unit, clock: int) -> Iterator[Refusal]:
    """Whether a unit still waits after an emergency deceleration. clock: impulses since the game began. Rule: C8.41."""
    if clock <= unit.waits:
        yield refused(unit.name, "no-thrust-yet", *unit.waits_until)


def part(work: Resolution, unit: Unit) -> None:
    """Bound ships are bound no more; nothing happens to a ship that isn't."""
    if unit.bound:
        work.record(UnitsParted(units=(unit.name, *unit.bound)))


def part_lost(work: Resolution) -> None:
    """Ships are bound no more when one of them is gone, or half a hex or more from another. Rule: C14.20, house."""
    for unit in work.board.out():
        if not unit.bound:
            continue
        ships = [unit, *(other for name in unit.bound if (other := work.unit(name)) is not None)]
        if len(ships) < SHIPS or any(exact(one.place, other.place) >= APART for one, other in combinations(ships, 2)):
            part(work, unit)


# how inertia grows, and everything moves


def gather(work: Resolution) -> None:
    """Thrust along the new heading, then the pull of every black hole; whoever is in a web has no inertia.

    In a web thrust moves a unit without adding up, and a black hole's pull is inertia too (house). In a standard orbit
    nothing gathers: what a black hole pulls there is what keeps the ship on its circle (house).
    """
    holes = [work.board.bodies[name] for name in sorted(work.board.bodies) if work.board.bodies[name].kind == "hole"]
    for unit in work.board.out():
        if unit.orbits is not None:
            continue
        if unit.trapped is not None:
            lose_inertia(work, unit)
            continue
        if thrust := working_thrust(work, unit):
            _add(work, unit, "thrust", thrust_gain(unit.facing, thrust))
        for hole in holes:
            _pull(work, unit, hole)


def working_thrust(work: Resolution, unit: Unit) -> int:
    """The impulse energy that moves a unit in this impulse, in ten-thousandths of a point.

    None while tactical manoeuvres are under way: they take all energy there is for movement (C5.3, note). None in the
    impulse of a deceleration, and in the waiting period after an emergency one (C8.41).
    """
    if not unit.thrust or unit.name in work.stilled or unit.tac(work.now) or work.clock <= unit.waits:
        return 0
    return unit.thrust


def _pull(work: Resolution, unit: Unit, hole: Body) -> None:
    """The pull from the place before moving; in exactly the same place it has no direction (house)."""
    if unit.place != hole.place:
        _add(work, unit, "pull", pull(hole.size, hole.place, unit.place, MOST_PULL).change, hole.name)


def _add(work: Resolution, unit: Unit, cause: Literal["thrust", "pull"], change: Inertia, by: str = "") -> None:
    if change:
        now = unit.inertia + change
        work.record(InertiaChanged(unit=unit.name, cause=cause, change=change, inertia=now, by=by))


def move(work: Resolution) -> None:
    """Every unit but seeking weapons moves. Units aboard have no place of their own until they are released.

    Rule: C1.11, C1.43.
    """
    advance(work, *(unit for unit in work.board.out() if unit.kind != "seeking"))


def advance(work: Resolution, *units: Unit) -> None:
    """Move units; a movement of no kilometre at all is none. Those that tractor links join make a part of it."""
    ways = {unit.name: _way(work, unit) for unit in units}
    made = parts_made(work, ways) if any(unit.tractors or unit.held_by for unit in units) else {}
    for unit in units:
        moved = ways[unit.name]
        if unit.name in made:
            moved = part_of(moved, made[unit.name])
        if moved != Place():
            speed = work.board.speed_left(unit)
            work.record(UnitMoved(unit=unit.name, moved=moved, place=unit.place + moved, speed=speed))


def _way(work: Resolution, unit: Unit) -> Place:
    """The movement of an impulse. In a web thrust moves a unit in this impulse alone."""
    speed = work.board.speed_left(unit)
    thrust = working_thrust(work, unit) if unit.trapped is not None else 0
    return step(unit.heading, speed + thrust, unit.inertia) if speed or thrust or unit.inertia else Place()
