"""What the rules make of one form of orders: why an order can't be carried out, and what comes of one that can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, TypeVar

from sits_es.events import Coded
from sits_es.rules.chapters import About
from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.fact import Entry, Order, Steering
from sits_es.rules.sfb.motion.facts import SpeedOrdered
from sits_es.rules.sfb.reasons import refused
from sits_es.sentences import unknown

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board, Unit
    from sits_es.rules.sfb.resolution import Resolution

F = TypeVar("F", bound=Order)

#: When a suggested order is given: in the impulse at hand, in each of the run, or without one, for every run.
When = Literal["now", "each impulse", "every run"]


class OrderRules(About[F]):
    """The rules of one form of orders.

    once: what it is called, where a unit has only one of it in an impulse. early: whether it is carried out before
    anything moves in its impulse, so that of the impulse at hand all is known.
    """

    BESIDE = "rules"

    once: ClassVar[str] = ""
    early: ClassVar[bool] = False

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """Every reason why it can't be carried out now, the one that is recorded first.

        work: the impulse at hand, with the board as it is when this order's turn comes. A reason warns where others may
        still change it by what they do.
        """
        del work, unit
        yield from ()

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """What comes of it, where nothing speaks against it."""

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """Orders of this form that may be worth giving in the impulse at hand; who asks leaves out what can't be."""
        del board, unit
        yield from ()


def why_not(work: Resolution, order: Order) -> Iterator[Refusal]:
    """Every reason why an order can't be carried out now, the one that is recorded first; silent when it can."""
    unit = work.board.units.get(order.unit)
    if unit is None:
        yield Refusal(unknown("unit", order.unit, sorted(work.board.units)), "unit", why=Coded("unit-gone"))
        return
    if isinstance(order, Entry):
        yield Refusal(f"{unit.name}: this is not an order. Enter it with sits record, from your own displays.")
        return
    none = list(_no_orders(work, unit, order))
    yield from none or OrderRules.of(order).why_not(work, unit)


def _no_orders(work: Resolution, unit: Unit, order: Order) -> Iterator[Refusal]:
    """Why a unit takes no orders at all, or none of this kind. Rule: A3.4, C3.7, C3.71, F2.21, M2.40."""
    stays = isinstance(order, SpeedOrdered) and not order.speed
    if unit.gone is not None:
        yield refused(unit.name, "unit-gone")
    elif unit.kind in {"seeking", "mine"}:
        yield refused(unit.name, "no-helm", unit.kind, field="unit")
    elif unit.aboard is not None:
        yield refused(unit.name, "aboard", unit.aboard)
    elif work.now and unit.name not in work.starts:
        yield refused(unit.name, "just-released")
    elif unit.kind == "base" and isinstance(order, Steering) and not stays:
        yield refused(unit.name, "no-helm", unit.kind)


def no_target(board: Board, unit: Unit, name: str) -> Iterator[Refusal]:
    """Why nothing can be aimed at a unit: it is unknown, gone, or of a side that isn't aimed at."""
    target = board.units.get(name)
    if target is not None and target is not unit and not board.allows_target(unit, target):
        yield refused(unit.name, "own-side", name, target.side)
    else:
        yield from no_mark(board, unit, name, [each.name for each in board.out() if board.allows_target(unit, each)])


def no_mark(board: Board, unit: Unit, name: str, known: Sequence[str] | None = None) -> Iterator[Refusal]:
    """Why a name is none of another unit on the map. known: the names that are told, by default all others."""
    target = board.units.get(name)
    if target is None:
        others = [other.name for other in board.out() if other is not unit]
        yield refused(unit.name, "no-target", name, *(others if known is None else known))
    elif target is unit:
        yield refused(unit.name, "itself")
    elif not target.out:
        # what is aboard may come out until then, and nobody knows what a seeking weapon meets
        unsure = target.aboard is not None or target.kind in {"seeking", "mine"}
        yield refused(unit.name, "target-gone", name, warns=unsure)
