"""What can stand in each slot of an order or entry now, for whoever points: weapons, targets, angles, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sits_es.orders.choices import Offer, plain
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.links.facts import SHIELDS
from sits_es.rules.sfb.orders.lookout import bearing, in_range
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.places import exact
from sits_es.rules.sfb.sums.webs import in_reach, strand_cost
from sits_es.rules.sfb.sums.words import in_order
from sits_es.rules.sfb.turns.rules import turn_limit

#: Speeds, parts of a point, degrees and small numbers that are offered; any other can be typed.
SPEEDS: Final = range(0, 33, 2)
DEGREES: Final = range(0, 360, 30)
SMALL: Final = range(1, 11)


def choices(board: Board, unit: str, order: str, slot: str) -> Iterable[Offer] | None:
    """What may stand in a slot of a unit's order now, what is likeliest first; None if players say it."""
    find = _CHOICES.get(f"{order} {slot}") or _CHOICES.get(slot)
    return None if find is None else find(board, board.units[unit])


def _speeds(board: Board, unit: Unit) -> Iterator[Offer]:
    del board
    yield Offer(written(unit.speed), "as now")
    yield from plain(speed for speed in SPEEDS if speed * WHOLE != unit.speed)


def _targets(board: Board, unit: Unit) -> Iterator[Offer]:
    """Enemies in sight with their range and what bears on them, then all other units."""
    seen = in_range(board, unit)
    for other in seen:
        yield Offer(other.name, f"range {_range(unit, other)}; bearing: {bearing(board, unit, other)}")
    for other in board.out():
        if other is not unit and other not in seen:
            yield Offer(other.name, f"range {_range(unit, other)}")


def _near(board: Board, unit: Unit) -> Iterator[Offer]:
    others = sorted(board.out(), key=lambda other: (exact(unit.place, other.place), other.name))
    return (Offer(other.name, f"range {_range(unit, other)}") for other in others if other is not unit)


def _range(unit: Unit, other: Unit) -> str:
    return written(exact(unit.place, other.place))


def _own(board: Board, unit: Unit) -> Iterator[Offer]:
    return (Offer(other.name) for other in board.out() if other is not unit and other.side == unit.side)


def _turns(board: Board, unit: Unit) -> Iterator[Offer]:
    """As far as it may turn to either side, half of it, and one degree."""
    most = turn_limit(board, unit, min(board.impulse, IMPULSES))
    for part, said in ((most, "the most"), (most // 2, "half"), (WHOLE, "")):
        if 0 < part <= most:
            yield Offer(written(part), said)
            yield Offer(written(-part), said)


def _weapons(board: Board, unit: Unit) -> Iterator[Offer]:
    return (Offer(group.name, f"{group.number} of them") for group in board.class_of(unit).weapons)


def _numbers(board: Board, unit: Unit) -> Iterable[Offer]:
    return plain(range(1, max((group.number for group in board.class_of(unit).weapons), default=0) + 1))


def _launchers(board: Board, unit: Unit) -> Iterator[Offer]:
    for launcher in board.class_of(unit).launchers:
        left = launcher.shots - unit.launched.get(launcher.name, 0)
        yield Offer(launcher.name, f"{left} of {launcher.shots} left" if launcher.shots else "any number left")


def _places(board: Board, unit: Unit) -> Iterator[Offer]:
    """Where other units are, the nearest first; there and elsewhere can be aimed at."""
    found = sorted(board.out(), key=lambda other: (exact(unit.place, other.place), other.name))
    return (Offer(str(other.place), f"where {other.name} is") for other in found if other is not unit)


def _anchors(board: Board, unit: Unit) -> Iterator[Offer]:
    """Units and bodies, those first that a strand reaches, with the power that it takes."""
    places = {other.name: other.place for other in board.out() if other is not unit}
    places |= {name: body.place for name, body in sorted(board.bodies.items())}
    for name, place in sorted(places.items(), key=lambda each: (not in_reach(unit.place, each[1]), each[0])):
        yield Offer(name, f"takes {written(strand_cost(unit.place, place))}" if in_reach(unit.place, place) else "")


def _powers(board: Board, unit: Unit) -> Iterator[Offer]:
    """What strands to what is in reach take, then small numbers."""
    others = [(other.name, other.place) for other in board.out() if other is not unit]
    costs = [(name, strand_cost(unit.place, place)) for name, place in others if in_reach(unit.place, place)]
    found = [Offer(written(cost), f"a strand to {name}") for name, cost in costs]
    return iter({each.text: each for each in (*plain(SMALL), *reversed(found))}.values())


def _points(board: Board, unit: Unit) -> Iterable[Offer]:
    names = {name: web.name for web in board.webs.values() if web.player == unit.player for name in web.points}
    return (Offer(name, f"of {names[name]}") for name in in_order(names))


def _small(board: Board, unit: Unit) -> Iterable[Offer]:
    del board, unit
    return plain(SMALL)


#: By the slot, as its help names it, or by the order and the slot.
_CHOICES: Final[dict[str, Callable[[Board, Unit], Iterable[Offer]]]] = {
    "SPEED": _speeds,
    "THRUST": lambda *_: plain(("1", "0.75", "0.5", "0.25", "0")),
    "DEGREES": _turns,
    "het DEGREES": lambda *_: plain(DEGREES),
    "IMPULSES": lambda *_: plain((8, 16, 24, IMPULSES)),
    "PLANET": lambda board, _: plain(sorted(board.bodies)),
    "SHIP": _own,
    "RADIUS": lambda *_: plain(("0.5", "1", "1.5", "2", "2.5", "3", "3.5")),
    "ENERGY": _small,
    "NUMBER": _numbers,
    "WEAPONS": _weapons,
    "UNIT": _targets,
    "tractor UNIT": _near,
    "transport UNIT": _near,
    "end_tractor UNIT": lambda _, unit: plain(sorted(unit.tractors)),
    "tractor_power UNIT": lambda _, unit: plain(sorted(unit.tractors)),
    "LAUNCHER": _launchers,
    "PLACE": _places,
    "ABOARD": lambda board, unit: plain(board.carried(unit)),
    "LENGTH": _small,
    "TRACTOR": _small,
    "tractor_power TRACTOR": lambda *_: plain((0, *SMALL)),
    "ANCHOR": _anchors,
    "POWER": _powers,
    "POINT": _points,
    "WEB": lambda board, _: plain(in_order(board.webs)),
    "STRENGTH": _small,
    "HEXES": _small,
    "POINTS": _small,
    "EXPLOSION": _small,
    "LEFT": lambda *_: plain((0, *SMALL)),
    "AT": lambda _, unit: (Offer(str(unit.place), "where it is"),),
    "DRIFT": lambda _, unit: (Offer(",".join(unit.inertia.decimals()), "as now"),),
    "SHIELD": lambda *_: plain(SHIELDS),
}
