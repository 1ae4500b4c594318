"""Tractor links, which hold units together, and transporters. Rule: house, after the flat game; G10.71."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sits_es.events import Event
from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.links.facts import (
    DisplacementEntered,
    InertiaEntered,
    TractorEnded,
    TractorEndOrdered,
    TractorEntered,
    TractorHeld,
    TractorLinked,
    TractorOrdered,
    Transported,
    TransportOrdered,
)
from sits_es.rules.sfb.order_rules import F, OrderRules, When, no_mark
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.bearing import bearing
from sits_es.rules.sfb.sums.binding import shields
from sits_es.rules.sfb.sums.links import Tether, part_made
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import Place, exact


class _Beam(OrderRules[F]):
    """What goes from a unit to another along the line between them."""

    def _in_the_way(self, work: Resolution, unit: Unit, target: Unit) -> Iterator[Refusal]:
        """A body or a web between the two: a web stops everybody's, also those who lay webs. Rule: G10.71, P2.1."""
        if (body := work.board.body_between(unit.place, target.place)) is not None:
            yield refused(unit.name, "planet-between", body, warns=True)
        if (web := work.board.web_in_way(unit.place, target.place)) is not None:
            yield refused(unit.name, "web-blocks", web, warns=True)


class Tractor(_Beam[TractorOrdered]):
    """A link at a range and with a power that the players' numbers allow; friends are linked too. Rule: house."""

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It takes a unit on the map, power, a link that is long enough after all have moved, and a free line."""
        order, board = self.fact, work.board
        if not order.power:
            yield refused(unit.name, "no-tractor-power")
        faults = list(no_mark(board, unit, order.target))
        yield from faults
        if faults:
            return
        target = board.units[order.target]
        if target.name in unit.tractors:
            yield refused(unit.name, "is-linked", target.name)
        if (far := exact(unit.place, target.place)) > order.length:
            yield refused(unit.name, "link-too-short", target.name, far, order.length, warns=True)
        yield from self._in_the_way(work, unit, target)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """The link holds from the next impulse on."""
        order = self.fact
        far = exact(unit.place, work.board.units[order.target].place)
        work.record(
            TractorLinked(unit=unit.name, target=order.target, length=order.length, power=order.power, exact=far)
        )

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """At every other unit within a hex, the same hex of the flat game, with one point."""
        for other in board.out():
            if other is not unit and exact(unit.place, other.place) < WHOLE:
                order = TractorOrdered(
                    unit=unit.name, impulse=board.impulse, target=other.name, length=WHOLE, power=WHOLE
                )
                yield order, "now"


class EndTractor(OrderRules[TractorEndOrdered]):
    """A link is over. Rule: house."""

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """Only who holds a link ends it; one that was ordered before may still come about."""
        if self.fact.target not in unit.tractors:
            given = work.orders.get(unit.player, ())
            may = any(isinstance(each, TractorOrdered) and each.unit == unit.name for each in given)
            yield refused(unit.name, "no-tractor", self.fact.target, warns=may)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """End it."""
        work.record(TractorEnded(unit=unit.name, target=self.fact.target, cause="order"))

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """Each link that it holds."""
        for name in sorted(unit.tractors):
            yield TractorEndOrdered(unit=unit.name, impulse=board.impulse, target=name), "now"


class Transport(_Beam[TransportOrdered]):
    """Something is moved to another unit; the range is the players' to check. Rule: house, G10.71."""

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It takes a unit on the map, a free line, and no shield up on the way, as far as shields were entered."""
        faults = list(no_mark(work.board, unit, self.fact.target))
        yield from faults
        if faults:
            return
        target = work.board.units[self.fact.target]
        yield from self._in_the_way(work, unit, target)
        for one, other in ((unit, target), (target, unit)):
            seen = bearing(one.place, one.facing, other.place)
            facing = shields(None if seen is None else seen.yaw)
            if facing <= {*one.shields}:
                yield refused(unit.name, "shield-up", one.name, *map(str, sorted(facing)), warns=True)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """It is there."""
        order = self.fact
        far = exact(unit.place, work.board.units[order.target].place)
        work.record(Transported(unit=unit.name, target=order.target, note=order.note, exact=far))


def link(work: Resolution) -> None:
    """Links that can hold no more are over; then links are ended, begun, and transporters used. Rule: house, G10.71."""
    cut_gone(work.board, work.record)
    for unit in work.board.out():
        for name in sorted(unit.tractors):
            if work.board.web_in_way(unit.place, work.board.units[name].place) is not None:
                work.record(TractorEnded(unit=unit.name, target=name, cause="web"))
    work.carry_out(TractorEndOrdered, by=lambda order: (order.unit, order.target))
    work.carry_out(TractorOrdered, by=lambda order: (order.unit, order.target))
    work.carry_out(TransportOrdered, by=lambda order: (order.unit, order.target))


def cut_gone(board: Board, record: Callable[[Event], None]) -> None:
    """End every link of which one end is not on the map any more."""
    for name in sorted(board.units):
        for target in sorted(board.units[name].tractors):
            if not (board.units[name].out and board.units[target].out):
                record(TractorEnded(unit=name, target=target, cause="gone"))


def parts_made(work: Resolution, ways: Mapping[str, Place]) -> dict[str, int]:
    """What part of its way each of these units makes, in ten-thousandths; those that no link holds are left out.

    All that links join makes the same part; a unit that is joined and has no way here stays where it is. Rule: house.
    """
    units, made = work.board.units, dict[str, int]()
    for group in _joined(work.board):
        moving = tuple(name for name in group if ways.get(name, Place()) != Place())
        tethers = [
            Tether(each.length, units[one].place, units[other].place, ways.get(one, Place()), ways.get(other, Place()))
            for one in group
            for other, each in sorted(units[one].tractors.items())
        ]
        if moving and (part := part_made(tethers)) < WHOLE:
            work.record(TractorHeld(units=moving, part=part))
            made.update(dict.fromkeys(moving, part))
    return made


def _joined(board: Board) -> Iterator[tuple[str, ...]]:
    """The units on the map that links join, group by group, by name."""
    left = {name: {*unit.tractors, *unit.held_by} for name, unit in board.units.items() if unit.out}
    for first in sorted(left):
        group, new = set[str](), {first} if left.get(first) else set[str]()
        while new:
            group |= new
            new = {other for name in new for other in left[name] if other in left} - group
        if group:
            yield tuple(sorted(group))
            for name in group:
                left[name] = set()


def entry_faults(
    board: Board, unit: Unit, entry: TractorEntered | DisplacementEntered | InertiaEntered, places: Mapping[str, Place]
) -> Iterator[Refusal]:
    """Why nothing can be entered of a link. places: of units displaced by what is entered before. Rule: house."""
    if isinstance(entry, TractorEntered):
        if entry.target not in unit.tractors:
            yield refused(unit.name, "no-tractor", entry.target)
        return
    if not (unit.tractors or unit.held_by):
        yield refused(unit.name, "not-linked")
    elif isinstance(entry, InertiaEntered) and unit.orbits is not None:
        yield refused(unit.name, "in-orbit", unit.orbits.planet)
    if isinstance(entry, DisplacementEntered):
        links = dict(unit.tractors) | {name: board.units[name].tractors[unit.name] for name in unit.held_by}
        for name, each in sorted(links.items()):
            far = exact(places.get(name, board.units[name].place), entry.place)
            if far > each.length:
                yield refused(unit.name, "beyond-link", name, far, each.length)


def settled_links(board: Board, entry: TractorEntered, record: Callable[[Event], None]) -> None:
    """A link without power is over."""
    if not entry.power and entry.target in board.units[entry.unit].tractors:
        record(TractorEnded(unit=entry.unit, target=entry.target, cause="power"))
