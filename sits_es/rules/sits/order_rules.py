"""What the rules make of one order: why it can't be given, and what could be ordered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from sits_es.rules.chapters import About
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.reasons import REASONS, no

F = TypeVar("F", bound=Order)


class OrderRules(About[F]):
    """The rules of one form of orders.

    kind: what it is called, where a ship has only one of it in a segment; in_segments, in_break: when it is given.
    """

    BESIDE = "rules"

    kind: ClassVar[str] = ""
    in_segments: ClassVar[bool] = True
    in_break: ClassVar[bool] = False

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """Every reason why it can't be carried out as things stand, the one that is recorded first.

        given: those of the same form and ship that are carried out in the same exchange before it.
        """
        del board, ship, given
        yield from ()

    def why_never(self, board: Board, ship: Ship, later: int) -> Iterator[Refusal]:
        """Those of them that hold so many segments later in the turn, whatever is ordered and thrown until then.

        0 is the exchange at hand, in which a ship may still be hit before its order is carried out.
        """
        for found in self.why_not(board, ship):
            if not later or REASONS.lasts(found.why):
                yield found
            elif found.why is not None and found.why.code.endswith("-waits"):
                what, left = found.why.values
                if (still := int(left) - later) > 0:
                    yield no(ship.name, found.why.code, what, still)

    def doubts(self, ship: Ship) -> Iterator[Refusal]:
        """What is worth a warning about it, though it can be carried out."""
        del ship
        yield from ()

    def why_twice(self, ship: Ship, before: Sequence[Order]) -> Iterator[Refusal]:
        """Why it is one order too many. before: the ship's orders of the segment that are written before it."""
        if self.kind and any(type(other) is type(self.fact) for other in before):
            yield no(ship.name, "ordered-twice", self.kind)

    def why_together(self, board: Board, ship: Ship, before: Sequence[Order]) -> Iterator[Refusal]:
        """Why it comes to nothing if those before it in the turn are carried out, whatever else comes until then."""
        del board, ship, before
        yield from ()

    def instead(self, board: Board, ship: Ship, code: str) -> str:
        """What could be ordered in its place as things stand, as a sentence; empty if the reason says it.

        code: why it can't be carried out.
        """
        del board, ship, code
        return ""

    def names(self, board: Board, ship: Ship, field: str) -> tuple[str, ...]:
        """Names that a field of its own may hold; none for one that holds no names, or a ship's."""
        del board, ship, field
        return ()

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """Orders of this form that may be worth giving; whoever asks leaves out those that can't be given."""
        del board, ship
        yield from ()


def why_not(board: Board, ship: Ship, order: Order, given: Sequence[Order] = ()) -> list[Refusal]:
    """Every reason why an order can't be carried out as things stand; none where it can."""
    return list(OrderRules.of(order).why_not(board, ship, given))


def can_be(board: Board, ship: Ship, order: Order) -> bool:
    """Whether an order can be carried out as things stand."""
    return next(OrderRules.of(order).why_not(board, ship), None) is None


def offered(board: Board, ship: Ship, rules: type[OrderRules[Any]]) -> Iterator[Order]:
    """Orders of one form, by its rules, that may be worth giving, and can be given as things stand."""
    return (order for order in rules.suggested(board, ship) if can_be(board, ship, order))


# targets, of whatever form


def why_no_target(board: Board, ship: Ship, name: str) -> Iterator[Refusal]:
    """Why nothing can be aimed at a ship of that name; silent when it can."""
    if name == ship.name:
        yield no(ship.name, "aims-at-itself")
    elif (target := board.ships.get(name)) is None:
        yield no_such_target(board, ship, name)
    elif target.destroyed is not None:
        yield no(ship.name, "target-out", name, target.destroyed)
    else:
        yield from why_own_side(board, ship, target)


def no_such_target(board: Board, ship: Ship, name: str) -> Refusal:
    """There is no ship of that name; which there are besides the ship itself."""
    return no(ship.name, "no-such-target", name, *(other for other in board.ships if other != ship.name))


def why_own_side(board: Board, ship: Ship, target: Ship) -> Iterator[Refusal]:
    """Why a ship of its own side is no target; silent where the scenario allows it. Rule: house."""
    if target.side == ship.side and not board.options.own_side_targets:
        yield no(ship.name, "own-side", target.name, target.side)
