"""Whose slot it is, what is ordered in its stage, and why anything else can't be. Rule: house, rules.md, Slots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sits_es.rules.star_wars.orders.expected import before
from sits_es.rules.star_wars.orders.forms import ACTIONS, MANOEUVRES, OfStarship, SideOrdered, SpendOrdered
from sits_es.rules.star_wars.state import Board, SlotStage, Starship

#: What is ordered in each stage.
ORDERED: Final[dict[SlotStage, tuple[type[OfStarship], ...]]] = {
    "initiative": (),
    "act": (*MANOEUVRES, *ACTIONS),
    "side": (SideOrdered,),
    "spend": (SpendOrdered,),
}

#: What there is at most one of, and what it is called.
ONCE: Final = ((MANOEUVRES, "manoeuvre in a slot"), (ACTIONS, "action in a slot"), ((SideOrdered,), "side to name"))


def due(board: Board) -> Starship | None:
    """The starship that is given orders in the stage at hand; None while initiative is not known."""
    if board.stage == "initiative":
        return None
    if board.stage == "side" and board.declared is not None:
        return board.starships[board.declared.by]
    return board.acting()


def at_hand(board: Board) -> str:
    """What is done at hand, and by whom, as a sentence."""
    starship = due(board)
    if starship is None:
        return "The order of initiative comes first, and nobody gives orders for it."
    if board.stage == "side" and board.declared is not None:
        return (
            f"{board.declared.starship} attacks {board.declared.target} in one hex, and {starship.name} holds the "
            f"advantage: {starship.player} names the side."
        )
    if board.stage == "spend":
        return f"{starship.name} has rolled, and {starship.player} may spend what the roll brought."
    return f"This is the slot of {starship.name}, and {starship.player} orders it."


def unable(board: Board, starship: Starship) -> str | None:
    """Why a starship can't act at all; None when it can."""
    if starship.gone:
        return f"{starship.name} is lost. Leave its orders out."
    if starship.shut_down and board.stage == "act":
        most = board.class_of(starship).strain
        return (
            f"{starship.name} is shut down, with {starship.strain} strain of {most}. It acts again once its strain is "
            f"entered as {most} or less."
        )
    return None


def out_of_place(board: Board, starship: Starship, order: OfStarship) -> str | None:
    """Why an order does not belong to the stage at hand; None when it does."""
    name, ordered = starship.name, due(board)
    if ordered is None or ordered.name != name:
        return f"{name} can't be ordered now. {at_hand(board)}"
    if isinstance(order, ORDERED[board.stage]):
        return None
    if board.stage == "side":
        return f"{name} only names a side now, for an attack in one hex. Order side, with a side from A to F."
    if board.stage == "spend":
        return f"{name} has had its manoeuvre and its action. Now it spends what its roll brought, or nothing."
    if isinstance(order, SideOrdered):
        return f"{name}: no attack waits for a side to be named. Order a manoeuvre and an action."
    return f"{name}: nothing is rolled yet in this slot. Spend when the roll is known."


def too_many(starship: Starship, order: OfStarship, given: Sequence[OfStarship]) -> str | None:
    """Why an order is one too many; None when it isn't. given: all orders of the file, as written."""
    for kinds, what in ONCE:
        if isinstance(order, kinds) and (number := sum(isinstance(each, kinds) for each in before(order, given))):
            return f"{starship.name} has one {what}, and this is number {number + 1}. Leave one."
    return None
