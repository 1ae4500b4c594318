"""Why a unit can't fire, launch, release, form a sphere or keep a watch as ordered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.errors import NotAllowedError
from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.ending.facts import StopOrdered
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.fire.facts import FireOrdered
from sits_es.rules.sfb_n3d.launching.facts import LaunchOrdered, ReleaseOrdered
from sits_es.rules.sfb_n3d.orders.expected import expect
from sits_es.rules.sfb_n3d.orders.names import carried, launchers, others, weapons
from sits_es.rules.sfb_n3d.spheres.facts import SphereEndOrdered, SphereOrdered
from sits_es.rules.sfb_n3d.sums.expanding_spheres import check_radius
from sits_es.sentences import counted, unknown


def shooting_problems(board: Board, unit: Unit, order: OfUnit, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Why an order of this kind can't be given; silent for every other order. given: as in `problems`."""
    match order:
        case FireOrdered():
            yield from _weapons(board, unit, order, given)
            yield from _target(board, unit, order.target, own=False)
        case LaunchOrdered():
            yield from _launcher(board, unit, order, given)
            if order.target is not None:
                yield from _target(board, unit, order.target, own=False)
        case ReleaseOrdered():
            yield from _release(board, unit, order, given)
        case SphereOrdered() | SphereEndOrdered():
            yield from _sphere(board, unit, order, given)
        case StopOrdered() if order.target is not None:
            yield from _target(board, unit, order.target, own=True)


def _target(board: Board, unit: Unit, name: str, own: bool) -> Iterator[Refusal]:
    """own: whether the player's own units will do."""
    target = board.units.get(name)
    if target is None:
        known = [other for other in others(board, unit) if own or board.units[other].player != unit.player]
        yield Refusal(f"{unit.name}: {unknown('target', name, known)}", "target")
    elif target is unit:
        yield Refusal(f"{unit.name} cannot name itself. Name another unit.", "target")
    elif target.gone is not None:
        yield Refusal(f"{unit.name}: {name} is out of the game. Name another unit.", "target")
    elif target.player == unit.player and not own:
        yield Refusal(f"{unit.name}: {name} is your own. Name a unit of somebody else.", "target")


def _weapons(board: Board, unit: Unit, order: FireOrdered, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    group = board.class_of(unit).weapon(order.weapon)
    if group is None:
        yield Refusal(f"{unit.name}: {unknown('weapon', order.weapon, weapons(board, unit))}", "weapon")
        return
    if order.number is None:
        return
    if order.number > group.number:
        yield Refusal(
            f"{unit.name}: the group {group.name} has {counted(group.number, 'weapon')}, not {order.number} (D2.11).",
            "number",
        )
        return
    fired = sum(
        other.number or 0
        for other in given
        if isinstance(other, FireOrdered)
        and (other.unit, other.impulse, other.weapon) == (unit.name, order.impulse, group.name)
    )
    if fired > group.number:
        yield Refusal(
            f"{unit.name}: {fired} weapons of {group.name} are ordered to fire in impulse {order.impulse}, and it has "
            f"{group.number}. Each fires once in an impulse (D2.11).",
            "number",
        )


def _launcher(board: Board, unit: Unit, order: LaunchOrdered, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    launcher = board.class_of(unit).launcher(order.launcher)
    if launcher is None:
        yield Refusal(f"{unit.name}: {unknown('launcher', order.launcher, launchers(board, unit))}", "launcher")
        return
    if not launcher.shots:
        return
    left = max(0, launcher.shots - unit.launched.get(launcher.name, 0))
    same = [
        other
        for other in given
        if isinstance(other, LaunchOrdered) and (other.unit, other.launcher) == (unit.name, launcher.name)
    ]
    rank = sum(other.impulse < order.impulse for other in same)
    rank += [other for other in same if other.impulse == order.impulse].index(order) if order in same else 0
    if rank >= left:
        yield Refusal(
            f"{unit.name}: {launcher.name} has {counted(left, 'shot')} left of {launcher.shots}, and this is number "
            f"{rank + 1} (F1.24).",
            "launcher",
        )


def _release(board: Board, unit: Unit, order: ReleaseOrdered, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    known = carried(board, unit)
    if order.carried not in known:
        said = unknown("unit aboard", order.carried, known, "units aboard")
        yield Refusal(f"{unit.name}: {said}", "carried")
        return
    before = [
        other.impulse
        for other in given
        if isinstance(other, ReleaseOrdered) and other.carried == order.carried and other.impulse < order.impulse
    ]
    if before:
        yield Refusal(f"{unit.name}: {order.carried} is released in impulse {min(before)} already (A3.4).", "carried")


def _sphere(
    board: Board, unit: Unit, order: SphereOrdered | SphereEndOrdered, given: Sequence[OfUnit]
) -> Iterator[Refusal]:
    if not board.class_of(unit).sphere:
        yield Refusal(f"{unit.name} has no expanding sphere generator (G23.4).")
        return
    is_up = expect(board, unit, order, given).sphere
    if isinstance(order, SphereEndOrdered):
        if not is_up:
            yield Refusal(f"{unit.name} has no sphere up in impulse {order.impulse} (G23.4).")
        return
    if is_up:
        yield Refusal(f"{unit.name} has a sphere up in impulse {order.impulse}. Order `sphere off` first (G23.4).")
    try:
        check_radius(order.radius)
    except NotAllowedError as refusal:
        yield from (Refusal(f"{unit.name}: {said}", "radius") for said in refusal.problems)
