"""Declared fire: which weapons bear, and what is in the way. Rule: D1.4, D2, P2.1, G10.61."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.cards.unit_class import WeaponGroup
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.fire.facts import FireOrdered, WeaponFired
from sits_es.rules.sfb.order_rules import OrderRules, When, no_target
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.bearing import Bearing, bearing
from sits_es.rules.sfb.sums.places import exact
from sits_es.rules.sfb.sums.weapons import bearing_of
from sits_es.sentences import counted


class Fire(OrderRules[FireOrdered]):
    """Fire of a group at a target: each weapon once in an impulse, the first that bear first (house)."""

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """The group and the target; then what bears after all have moved, and what lies between. Rule: D2.1, D2.11."""
        order, board = self.fact, work.board
        group, target = board.class_of(unit).weapon(order.weapon), board.units.get(order.target)
        if group is None:
            known = [each.name for each in board.class_of(unit).weapons]
            yield refused(unit.name, "no-weapon", order.weapon, *known)
        else:
            yield from self._too_many(work, unit, group)
        faults = list(no_target(board, unit, order.target))
        yield from faults
        if faults or group is None or target is None:
            return
        seen = bearing(unit.place, unit.facing, target.place)
        if seen is not None and not bearing_of(group.arcs, group.mounts, seen):
            yield refused(unit.name, "does-not-bear", group.name, seen.yaw, seen.pitch, warns=True)
        elif not self._free(work, unit, group, seen):
            yield refused(unit.name, "all-fired", group.name, warns=True)
        if (body := board.body_between(unit.place, target.place)) is not None:
            yield refused(unit.name, "planet-between", body, warns=True)
        if (web := board.web_between(unit, target.place)) is not None:
            yield refused(unit.name, "web-between", web, warns=True)

    def _too_many(self, work: Resolution, unit: Unit, group: WeaponGroup) -> Iterator[Refusal]:
        """More weapons than there are; in play those fire that there are."""
        number, has = self.fact.number or 0, counted(group.number, "weapon")
        same = [each for each in work.ordered(FireOrdered) if (each.unit, each.weapon) == (unit.name, group.name)]
        if number > group.number:
            yield Refusal(f"{unit.name}: the group {group.name} has {has}, not {number} (D2.11).", "number")
        elif number and (fired := sum(each.number or 0 for each in same)) > group.number:
            yield Refusal(
                f"{unit.name}: {fired} weapons of the group {group.name} are ordered to fire in impulse {work.now}, "
                f"but the group has only {group.number}. Each weapon fires at most once in an impulse (D2.11).",
                "number",
            )

    def _free(self, work: Resolution, unit: Unit, group: WeaponGroup, seen: Bearing | None) -> list[int]:
        """The weapons that fire, by their number in the group: of those that bear, the first that haven't fired."""
        used = work.fired.get((unit.name, group.name), set())
        return [number for number in bearing_of(group.arcs, group.mounts, seen) if number not in used][
            : self.fact.number
        ]

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Roll the dice that the card names; what they do stands in the players' own tables."""
        target, group = work.board.units[self.fact.target], work.board.class_of(unit).weapon(self.fact.weapon)
        if group is None:
            return
        seen = bearing(unit.place, unit.facing, target.place)
        free = self._free(work, unit, group, seen)
        work.fired.setdefault((unit.name, group.name), set()).update(free)
        if group.dice:
            roll = (unit.name, group.name, target.name)
            dice = len(free) * group.dice
            work.roll(unit.name, f"fire {group.name}", target.name, number=dice, nth=work.shots[roll])
            work.shots[roll] += 1
        work.record(
            WeaponFired(
                unit=unit.name,
                weapon=group.name,
                target=target.name,
                mounts=tuple(group.mounts[number] for number in free),
                exact=exact(unit.place, target.place),
                yaw=None if seen is None else seen.yaw,
                pitch=None if seen is None else seen.pitch,
            )
        )

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """Each group at each enemy in sight, and at seeking weapons."""
        from sits_es.rules.sfb.orders.lookout import in_range

        for other in in_range(board, unit):
            for group in board.class_of(unit).weapons:
                order = FireOrdered(unit=unit.name, impulse=board.impulse, weapon=group.name, target=other.name)
                yield order, "now"


def fire(work: Resolution) -> None:
    """Give all declared fire, by the unit's name and for one unit as written; nobody is taken off in between.

    All fire is simultaneous: what it does is entered by players after the run. Rule: house.
    """
    work.carry_out(FireOrdered, by=lambda order: order.unit)
