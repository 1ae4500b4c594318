"""An order file ready to edit: each unit's state, and what it may do, as comments beside the orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.board import BREAK, Board, Unit
from sits_es.rules.sfb.exchanges import ORDER_TYPES
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.order_rules import OrderRules, When
from sits_es.rules.sfb.orders.forecast import judged
from sits_es.rules.sfb.orders.language import LANGUAGE, write_order
from sits_es.rules.sfb.orders.lookout import (
    commanded,
    hindrances,
    seekers,
    seen,
    standing,
    turning,
)
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.places import exact
from sits_es.sentences import listed

#: A body is told of when its middle is no farther than this, in kilometres.
NEAR: Final = 10 * WHOLE


def template(board: Board, player: str, game: str) -> str:
    """An order file for the player's units at the exchange at hand. Unedited it orders nothing."""
    mine = [board.units[name] for name in commanded(board, player)]
    if board.impulse == BREAK:
        notes = [
            f"{player}'s orders for the break after turn {board.turn}. Text after # is a comment.",
            f"Write: break, then speed or thrust; they apply from the first impulse of turn {board.turn + 1}.",
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
    yield f"{player}'s orders for turn {board.turn}, {run}. Text after # is a comment."
    several = f" {first}-{last} repeats an order in each of those impulses." if first < last else ""
    yield f"Write: impulse, its number, and the order.{several}"
    yield 'Speed, thrust and "stop if" orders without an impulse apply from the first impulse of every run.'
    yield "The run ends after the impulse in which a stop condition is met; order later impulses again."
    yield "Stop if: launched at, fired at, struck, trapped, broken down, range to NAME at most 3, NAME bears."
    if last < IMPULSES:
        yield f"Orders for impulses {last + 1} to {IMPULSES} can be given in advance."
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
        examples=("you can order now:", *(f"  {line}" for line in _examples(board, unit))),
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
    found = _suggested(board, unit)
    yield from (f"impulse {first}  {write_order(order)}" for order, when in found if when == "now")
    if first < last:
        yield from (f"impulse {first}-{last}  {write_order(order)}" for order, when in found if when == "each impulse")
    yield from (write_order(order) for order, when in found if when == "every run")


def _suggested(board: Board, unit: Unit) -> list[tuple[Order, When]]:
    """What each form of orders suggests, chapter by chapter, where nothing speaks against it."""
    forms = [each for each in ORDER_TYPES if issubclass(each, Order)]
    found = [each for form in forms for each in OrderRules.row(form).suggested(board, unit)]
    against = judged(board, [order for order, _ in found], only_asks=True)
    return [(order, when) for order, when in found if not against.get(id(order), True)]


def _break_block(board: Board, unit: Unit) -> UnitBlock:
    lines = [f"  break  {write_order(order)}" for order, when in _suggested(board, unit) if when == "every run"]
    return UnitBlock(
        name=unit.name,
        notes=(f"{unit.unit_class} ({unit.kind}) {standing(unit)}", *hindrances(board, unit, BREAK)),
        examples=("you can order now:", *lines) if lines else ("nothing can be ordered in this break",),
    )
