"""Seeking weapons are placed, seek and strike; units that were carried go out. Rule: A3.4, F1.24, F2, F4, FP3.1."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.cards.unit_class import Launcher
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.launching.facts import (
    LaunchOrdered,
    ReleaseOrdered,
    SeekerLaunched,
    SeekerSpent,
    SeekerStruck,
    UnitReleased,
)
from sits_es.rules.sfb.motion.rules import advance
from sits_es.rules.sfb.order_rules import OrderRules, When, no_target
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.spheres.rules import explode
from sits_es.rules.sfb.sums.bearing import bearing
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.places import Inertia, Place, exact
from sits_es.rules.sfb.sums.seeking import IMPACT, towards
from sits_es.rules.sfb.sums.tubes import placed
from sits_es.rules.sfb.sums.turn_modes import limit
from sits_es.rules.sfb.sums.weapons import Weapon, bears
from sits_es.rules.sfb.turns.facts import UnitTurned

#: What a seeking weapon has its target in when it is placed. Rule: F1.24.
AHEAD: Final = Weapon(("FA",), "centre")


class Launching(OrderRules[LaunchOrdered]):
    """A seeking weapon is placed, its target before it. Rule: F1.24, F4, FP3.1, D2.34, D2.35."""

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """The launcher, its shots and the target; then whether the target is where the weapon can seek it."""
        order, card = self.fact, work.board.class_of(unit)
        launcher = card.launcher(order.launcher)
        if launcher is None:
            yield refused(unit.name, "no-launcher", order.launcher, *(each.name for each in card.launchers))
        elif launcher.shots and unit.launched.get(launcher.name, 0) >= launcher.shots:
            yield refused(unit.name, "no-shots", launcher.name, launcher.shots)
        faults = [] if order.target is None else list(no_target(work.board, unit, order.target))
        yield from faults
        at = _aim(work.board, order)
        if faults or launcher is None or at is None:
            return
        yield from _out_of_sight(unit, launcher, at)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Place it where its launcher is."""
        order, board = self.fact, work.board
        launcher, at = board.class_of(unit).launcher(order.launcher), _aim(board, order)
        if launcher is None or at is None:
            return
        work.record(
            SeekerLaunched(
                unit=unit.name,
                launcher=launcher.name,
                seeker=_name(board, unit, launcher.name),
                unit_class=launcher.launches,
                target=order.target,
                aim=order.aim,
                place=unit.place,
                facing=_placed(launcher, unit, at),
                speed=board.classes[launcher.launches].speed,
            )
        )

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """Each launcher at each enemy in sight, but for seeking weapons and mines."""
        from sits_es.rules.sfb.orders.lookout import in_range

        for other in in_range(board, unit):
            for launcher in board.class_of(unit).launchers if other.kind not in {"seeking", "mine"} else ():
                order = LaunchOrdered(unit=unit.name, impulse=board.impulse, launcher=launcher.name, target=other.name)
                yield order, "now"


class Release(OrderRules[ReleaseOrdered]):
    """A unit that is carried goes out at its carrier's place. Rule: A3.4."""

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """Only what is aboard goes out."""
        if self.fact.carried not in (known := work.board.carried(unit)):
            yield refused(unit.name, "not-aboard", self.fact.carried, *known)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """With its carrier's facing and inertia; mines lie where they are laid (house)."""
        out = work.board.units[self.fact.carried]
        work.record(
            UnitReleased(
                unit=out.name,
                carrier=unit.name,
                place=unit.place,
                facing=unit.facing,
                speed=out.speed,
                inertia=Inertia() if out.kind == "mine" else unit.inertia,
            )
        )

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """Whatever it carries."""
        for name in board.carried(unit):
            yield ReleaseOrdered(unit=unit.name, impulse=board.impulse, carried=name), "now"


def launch(work: Resolution) -> None:
    """Release what is carried, then place seeking weapons, by the unit's name and for one unit as written."""
    work.carry_out(ReleaseOrdered, by=lambda order: order.unit)
    work.carry_out(LaunchOrdered, by=lambda order: order.unit)


def _placed(launcher: Launcher, unit: Unit, at: Place) -> Facing:
    return placed(launcher.placing, launcher.yaw, launcher.swivel, unit.place, unit.facing, at)


def _out_of_sight(unit: Unit, launcher: Launcher, at: Place) -> Iterator[Refusal]:
    """Why a weapon can't be placed with its target before it: a swivel does not bear, or it lies outside its FA."""
    seen = bearing(unit.place, unit.facing, at)
    if launcher.placing == "swivel" and seen is not None and not bears(Weapon((launcher.swivel,), "swivel"), seen):
        values = (launcher.name, seen.yaw, seen.pitch)
        yield refused(unit.name, "does-not-bear", *values, field="launcher", warns=True)
        return
    seen = bearing(unit.place, _placed(launcher, unit, at), at)
    if seen is not None and not bears(AHEAD, seen):
        yield refused(unit.name, "outside-fa", launcher.name, seen.yaw, seen.pitch, warns=True)


def _aim(board: Board, order: LaunchOrdered) -> Place | None:
    """Where it is launched at; None if its target is nowhere."""
    target = None if order.target is None else board.units.get(order.target)
    return order.aim if target is None else target.place


def _name(board: Board, unit: Unit, launcher: str) -> str:
    """A name that no unit has: the ship's, the launcher's and the number of the shot."""
    shots = count(unit.launched.get(launcher, 0) + 1)
    return next(name for shot in shots if (name := f"{unit.name}-{launcher}-{shot}") not in board.units)


# seeking weapons under way


def seek(work: Resolution) -> None:
    """Every seeking weapon turns towards where its target is now, then moves. Rule: F2.123, F2.21, F4.

    A weapon launched at the end of an impulse turns and moves in the next for the first time (house). A target that is
    itself a seeking weapon is where it stands before any of them has moved (house). One whose target is gone is spent
    (house); a ballistic one flies straight on.
    """
    seekers = [unit for unit in work.board.out() if unit.kind == "seeking"]
    targets = {unit.name: work.unit(unit.target) for unit in seekers if unit.target is not None}
    places = {name: target.place for name, target in targets.items() if target is not None}
    for unit in seekers:
        if unit.target is not None and unit.name not in places:
            work.record(SeekerSpent(unit=unit.name, cause="target"))
            continue
        if unit.target is not None:
            _turn(work, unit, places[unit.name])
        advance(work, unit)


def _turn(work: Resolution, unit: Unit, target: Place) -> None:
    most = limit(work.board.class_of(unit).turn_class, work.board.speed_left(unit))
    if turn := towards(unit.place, unit.facing, target, most):
        facing = unit.facing.turned(turn)
        work.record(UnitTurned(unit=unit.name, cause="seek", turn=turn, facing=facing, limit=most))


def strike(work: Resolution) -> None:
    """Seeking weapons nearer than a hex to their targets strike, all by where they are before any explodes.

    Rule: F2.3.
    """
    struck: list[Unit] = []
    for unit, target in list(_seeking(work)):  # a weapon that strikes is there for those that seek it
        if target is not None and (far := exact(unit.place, target.place)) < IMPACT:
            work.record(SeekerStruck(unit=unit.name, target=target.name, exact=far))
            struck.append(unit)
    for unit in struck:
        strength = work.board.class_of(unit).strength
        if strength:
            explode(work, unit.name, unit.place, strength, "seeking")


def expire(work: Resolution) -> None:
    """Seeking weapons whose time is over are spent; they have flown as many impulses as their card says."""
    for unit, _ in _seeking(work):
        endurance = work.board.class_of(unit).endurance
        if endurance and work.clock - unit.since >= endurance:
            work.record(SeekerSpent(unit=unit.name, cause="endurance"))


def _seeking(work: Resolution) -> Iterator[tuple[Unit, Unit | None]]:
    """Seeking weapons on the map with their targets, None of a ballistic one or when the target is gone."""
    seekers = [unit for unit in work.board.out() if unit.kind == "seeking"]
    for unit in seekers:
        yield unit, None if unit.target is None else work.unit(unit.target)
