"""An order file ready to edit: each unit's state, and what it may do, as comments beside the orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.board import BREAK, Board, Unit
from sits_es.rules.sfb_n3d.ending.facts import StopOrdered
from sits_es.rules.sfb_n3d.fact import Order
from sits_es.rules.sfb_n3d.fire.facts import FireOrdered
from sits_es.rules.sfb_n3d.launching.facts import LaunchOrdered, ReleaseOrdered
from sits_es.rules.sfb_n3d.motion.facts import SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb_n3d.orders.forecast import judged
from sits_es.rules.sfb_n3d.orders.language import LANGUAGE, write_order
from sits_es.rules.sfb_n3d.orders.lookout import (
    ORDERED,
    SIGHT,
    enemies,
    hindrances,
    seekers,
    seen,
    standing,
    turning,
)
from sits_es.rules.sfb_n3d.spheres.facts import SphereEndOrdered, SphereOrdered
from sits_es.rules.sfb_n3d.sums.facings import Facing, Turn
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
from sits_es.rules.sfb_n3d.sums.places import exact
from sits_es.rules.sfb_n3d.sums.webs import in_reach, strand_cost
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered, TacOrdered, TurnOrdered
from sits_es.rules.sfb_n3d.turns.rules import BEGINNINGS, turn_limit
from sits_es.rules.sfb_n3d.webs.facts import WebOrdered
from sits_es.sentences import listed

#: A body is told of when its middle is no farther than this, in kilometres.
NEAR: Final = 10 * WHOLE


def template(board: Board, player: str, game: str) -> str:
    """An order file for the player's units at the exchange at hand. Unedited it orders nothing."""
    mine = [unit for unit in board.out() if unit.player == player and unit.kind in ORDERED]
    if board.impulse == BREAK:
        notes = [
            f"Orders of {player} for the break after turn {board.turn}. What follows a # is a comment.",
            f"Write: break, then speed or thrust: they hold from the first impulse of turn {board.turn + 1} on.",
        ]
        blocks = [_break_block(board, unit) for unit in mine]
    else:
        notes = list(_notes(board, player))
        blocks = [_block(board, unit) for unit in mine]
    return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=notes)


def _notes(board: Board, player: str) -> Iterator[str]:
    steps = board.steps(board.impulse)
    first, last = steps[0], steps[-1]
    run = f"impulse {first}" if first == last else f"impulses {first} to {last}"
    yield f"Orders of {player} for turn {board.turn}, {run}. What follows a # is a comment."
    several = f" {first}-{last} repeats an order in each of those impulses." if first < last else ""
    yield f"Write: impulse, its number, and the order.{several}"
    yield "Without an impulse, speed, thrust and stop if are given once in every run, at its first impulse."
    yield "A stop if that is met ends the run after its impulse; later impulses are then ordered again."
    yield "Stop if: launched at, fired at, struck, trapped, broken down, range to NAME at most 3, NAME bears."
    if last < IMPULSES:
        yield f"Orders for impulses {last + 1} to {IMPULSES} can be given ahead."
    for seeker in board.out():
        if seeker.kind == "seeking" and seeker.player == player:
            yield f"{seeker.name}: {_way(board, seeker)}"


def _way(board: Board, seeker: Unit) -> str:
    target = board.units.get(seeker.target) if seeker.target is not None else None
    if target is None:
        return f"flies straight on, {standing(seeker)}"
    return (
        f"seeks {target.name}, {written(exact(seeker.place, target.place))} hexes away, speed {written(seeker.speed)}"
    )


def _block(board: Board, unit: Unit) -> UnitBlock:
    return UnitBlock(
        name=unit.name,
        notes=(*_state(board, unit), *seen(board, unit), *seekers(board, unit), *_bodies(board, unit)),
        examples=("what could be ordered now:", *(f"  {line}" for line in _examples(board, unit))),
    )


def _state(board: Board, unit: Unit) -> Iterator[str]:
    yield f"{unit.unit_class} ({unit.kind}) {standing(unit)}"
    yield turning(board, unit, board.impulse)
    yield from hindrances(board, unit, board.impulse)
    for launcher in board.class_of(unit).launchers:
        left = launcher.shots - unit.launched.get(launcher.name, 0)
        shots = f"{left} of {launcher.shots} left" if launcher.shots else "any number"
        yield f"{launcher.name} launches {launcher.launches}: {shots}"
    if aboard := board.carried(unit):
        yield f"carries {listed(aboard)}"


def _bodies(board: Board, unit: Unit) -> Iterator[str]:
    for name, body in sorted(board.bodies.items()):
        if (far := exact(unit.place, body.place)) <= NEAR + body.radius // 3:
            hexes = "hex" if far == WHOLE else "hexes"
            yield f"{name} ({body.kind}): {written(far)} {hexes} to its middle"


def _examples(board: Board, unit: Unit) -> Iterator[str]:
    """Orders that could be given now, each by itself; as comments they order nothing."""
    first, last = board.impulse, board.steps(board.impulse)[-1]
    acts = [*_attacks(board, unit), *_manoeuvres(board, unit), *_generators(board, unit)]
    on = TurnOrdered(unit=unit.name, impulse=first, turn=Turn(yaw=turn_limit(board, unit, first)))
    lasting = [*_power(board, unit), StopOrdered(unit=unit.name, impulse=first, condition="launched at")]
    allowed = _allowed(board, [*acts, on, *lasting])
    yield from (f"impulse {first}  {write_order(order)}" for order in acts if order in allowed)
    if first < last and on in allowed:
        yield f"impulse {first}-{last}  {write_order(on)}"
    yield from (write_order(order) for order in lasting if order in allowed)


def _allowed(board: Board, orders: Sequence[Order]) -> set[Order]:
    """Those of some orders against which nothing speaks, each by itself."""
    return {order for order, against in judged(board, orders, only_asks=True).items() if not against}


def _attacks(board: Board, unit: Unit) -> Iterator[Order]:
    name, now, card = unit.name, board.impulse, board.class_of(unit)
    near, _ = enemies(board, unit)
    guided = [other for other in board.out() if other.kind == "seeking" and other.side != unit.side]
    for other in (*near, *(each for each in guided if exact(unit.place, each.place) <= SIGHT)):
        for group in card.weapons:
            yield FireOrdered(unit=name, impulse=now, weapon=group.name, target=other.name)
        if other.kind not in ("seeking", "mine"):
            for launcher in card.launchers:
                yield LaunchOrdered(unit=name, impulse=now, launcher=launcher.name, target=other.name)
    for wasp in board.carried(unit):
        yield ReleaseOrdered(unit=name, impulse=now, carried=wasp)


def _manoeuvres(board: Board, unit: Unit) -> Iterator[Order]:
    name, now, most = unit.name, board.impulse, turn_limit(board, unit, board.impulse)
    yield TurnOrdered(unit=name, impulse=now, turn=Turn(yaw=most, pitch=-most))
    yield HetOrdered(unit=name, impulse=now, to=Facing(yaw=(unit.facing.yaw + 180 * WHOLE) % (360 * WHOLE)))
    yield TacOrdered(unit=name, impulse=now, tac="both" if now in BEGINNINGS else "sublight")
    yield OrbitEndOrdered(unit=name, impulse=now)
    for planet in board.planets():
        yield OrbitOrdered(unit=name, impulse=now, planet=planet)


def _generators(board: Board, unit: Unit) -> Iterator[Order]:
    name, now = unit.name, board.impulse
    yield SphereOrdered(unit=name, impulse=now, radius=2 * WHOLE + WHOLE // 2, energy=10 * WHOLE)
    yield SphereEndOrdered(unit=name, impulse=now)
    for name in (*(other.name for other in board.out()), *sorted(board.bodies)):
        at = board.bodies[name].place if name in board.bodies else board.units[name].place
        if in_reach(unit.place, at):
            yield WebOrdered(unit=unit.name, impulse=now, to=name, power=strand_cost(unit.place, at))


def _power(board: Board, unit: Unit) -> Iterator[Order]:
    yield SpeedOrdered(unit=unit.name, impulse=board.impulse, speed=unit.speed or 12 * WHOLE + WHOLE // 2)
    yield ThrustOrdered(unit=unit.name, impulse=board.impulse, thrust=WHOLE)


def _break_block(board: Board, unit: Unit) -> UnitBlock:
    orders = [*_power(board, unit)]
    allowed = _allowed(board, orders)
    lines = [f"  break  {write_order(order)}" for order in orders if order in allowed]
    return UnitBlock(
        name=unit.name,
        notes=(f"{unit.unit_class} ({unit.kind}) {standing(unit)}", *hindrances(board, unit, BREAK)),
        examples=("what could be ordered now:", *lines) if lines else ("nothing can be ordered in this break",),
    )
