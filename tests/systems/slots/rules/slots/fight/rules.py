"""Why an order can't be given, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from sits_es.dice import Dice, RollKey
from sits_es.events import Coded, Event
from sits_es.rules.bench import Bench
from sits_es.rules.chapters import About
from sits_es.rules.refusals import Refusal

from ..board import Board
from ..dice_shown import FACES, counts
from ..fact import OfStarship
from ..sums.attacks import settled
from ..words import WHY_NOT
from .facts import (
    AttackOrdered,
    AttackRolled,
    AttackSettled,
    FlightOrdered,
    HasteOrdered,
    InitiativeGiven,
    InitiativeSet,
    OrderVoided,
    RerollOrdered,
    SlotSpent,
    StarshipFlew,
    StarshipLost,
)

F = TypeVar("F", bound=OfStarship)

#: How far a starship flies, in zones.
MOST_ZONES = 2


class OrderRules(About[F]):
    """The rules of one form of orders. stage: what the slot waits for when it is given."""

    BESIDE = "rules"

    stage = "act"

    def why_not(self, board: Board) -> Iterator[Coded]:
        """Every reason why it can't be given where its starship has the slot; the first is recorded in play."""
        del board
        yield from ()

    def carry_out(self, work: Bench[Board, OfStarship]) -> None:
        """What comes of it, where nothing speaks against it."""


class _Haste(OrderRules[HasteOrdered]):
    stage = "plan"


class _Flight(OrderRules[FlightOrdered]):
    def why_not(self, board: Board) -> Iterator[Coded]:
        if abs(board.starships[self.fact.starship].zone - self.fact.zone) > MOST_ZONES:
            yield Coded("too-far", (MOST_ZONES,))

    def carry_out(self, work: Bench[Board, OfStarship]) -> None:
        work.record(StarshipFlew(starship=self.fact.starship, zone=self.fact.zone))


class _Attack(OrderRules[AttackOrdered]):
    def why_not(self, board: Board) -> Iterator[Coded]:
        others = [name for name in board.standing() if name != self.fact.starship]
        if self.fact.target not in others:
            yield Coded("no-target", (self.fact.target, *others))

    def carry_out(self, work: Bench[Board, OfStarship]) -> None:
        who, target = self.fact.starship, self.fact.target
        successes, threats, blanks = _throw(work, RollKey(who, "attack", target), work.board.starships[who].guns)
        work.record(AttackRolled(starship=who, target=target, successes=successes, threats=threats, blanks=blanks))


class _Reroll(OrderRules[RerollOrdered]):
    stage = "choose"


class _Initiative(OrderRules[InitiativeGiven]):
    stage = "enter"


def _throw(work: Bench[Board, OfStarship], key: RollKey, number: int) -> tuple[int, int, int]:
    """Successes, threats and blanks of a roll."""
    return counts(work.throw(key, number, len(FACES)))


# orders


def why_not(board: Board, order: OfStarship) -> Iterator[Coded]:
    """Every reason why an order can't be given at the slot at hand."""
    rules, stage = OrderRules.of(order), board.stage
    if stage in ("enter", "roll"):
        yield Coded("unplanned")
    elif stage == "plan":
        if rules.stage != stage:
            yield Coded("planning")
    elif board.acting != order.starship:
        yield Coded("not-its-slot", (board.acting,))
    elif rules.stage != stage:
        yield Coded("rolled" if stage == "choose" else "not-rolled")
    else:
        yield from rules.why_not(board)


def problems(board: Board, step: int, order: OfStarship, given: Sequence[OfStarship]) -> Iterator[Refusal]:
    """The same in words."""
    del step, given
    if isinstance(order, InitiativeGiven):
        yield Refusal("Initiative is entered, not ordered: sits record GAME FILE.", "initiative")
        return
    yield from (WHY_NOT.refusal(order.starship, why) for why in why_not(board, order))


def resolve(board: Board, orders: Mapping[str, Sequence[OfStarship]], dice: Dice) -> list[Event]:
    """Initiative after planning; otherwise what the starship does whose slot it is."""
    work, before = Bench(board, orders, dice), board.standing()
    if not board.queue:
        _roll_initiative(work)
        return work.facts
    actor = board.acting
    order = next((form for forms in orders.values() for form in forms if form.starship == actor), None)
    if order is not None and (reason := next(why_not(board, order), None)) is not None:
        work.record(OrderVoided(starship=actor, why=reason))
        order = None
    if board.rolled is not None:
        _settle(work, board.rolled, order)
    elif order is not None:
        OrderRules.of(order).carry_out(work)
    if board.rolled is None:
        work.record(SlotSpent(starship=actor))
    for name in before:
        if name not in board.standing():
            work.record(StarshipLost(starship=name))
    return work.facts


def _roll_initiative(work: Bench[Board, OfStarship]) -> None:
    came_to = {
        name: _throw(work, RollKey(name, "initiative"), 2 + work.board.starships[name].haste)[0]
        for name in work.board.standing()
    }
    work.record(InitiativeSet(order=_by_number(came_to)))


def _settle(work: Bench[Board, OfStarship], rolled: AttackRolled, order: OfStarship | None) -> None:
    """Throw again what its player wants, and do the damage."""
    again = (0, 0, 0)
    if isinstance(order, RerollOrdered):
        number = rolled.blanks if order.kind == "blanks" else rolled.threats
        again = _throw(work, RollKey(rolled.starship, "attack again", rolled.target), number)
    kept = 0 if isinstance(order, RerollOrdered) and order.kind == "threats" else rolled.threats
    here, there = (work.board.starships[name].zone for name in (rolled.starship, rolled.target))
    successes, threats, zones = rolled.successes + again[0], kept + again[1], abs(here - there)
    found = settled(successes, threats, zones)
    work.record(
        AttackSettled(
            starship=rolled.starship,
            target=rolled.target,
            successes=successes,
            threats=threats,
            zones=zones,
            hits=found.hits,
            strain=found.strain,
        )
    )


def _by_number(numbers: Mapping[str, int]) -> tuple[str, ...]:
    """Names, the highest number first, then by name."""
    return tuple(sorted(numbers, key=lambda name: (-numbers[name], name)))


# what people enter


def entry_problems(board: Board, player: str, entered: Sequence[OfStarship]) -> Iterator[Refusal]:
    """Initiative alone is entered, once for each starship of one's own."""
    if not board.entered:
        yield Refusal("In this game nobody enters facts: initiative is rolled by the program.")
    elif board.queue is not None:
        yield Refusal("The initiative of this turn is known. Give orders for the slot at hand.")
    for at, fact in enumerate(entered):
        starship = board.starships.get(fact.starship)
        if not isinstance(fact, InitiativeGiven):
            yield Refusal("That is an order. Enter initiative and nothing else.", at=at)
        elif starship is None or starship.player != player:
            yield Refusal(f"{fact.starship} is not a starship of {player}.", "starship", at=at)
        elif starship.initiative is not None:
            yield Refusal(f"The initiative of {fact.starship} is entered already.", at=at)


def enter(board: Board, player: str, entered: Sequence[OfStarship]) -> list[Event]:
    """Once everybody's initiative is there, the order in which they act."""
    del player, entered
    numbers = {name: board.starships[name].initiative for name in board.standing()}
    known = {name: number for name, number in numbers.items() if number is not None}
    if len(known) < len(numbers):
        return []
    fact = InitiativeSet(order=_by_number(known))
    fact.apply(board)
    return [fact]
