"""What the checker says of orders and what comes of them agree: what it refuses is never carried out, whatever the
others do; what it is silent about never comes to nothing while they drift and nothing is hit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.dice import Dice, KeyedDice, RollKey
from sits_es.events import Event
from sits_es.rules import system
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.board import Board, Launch, Ship, copied, fold
from sits_es.rules.sits.damage.facts import HullStruck
from sits_es.rules.sits.ending.facts import OrderVoided, StopOrdered
from sits_es.rules.sits.fact import Fact, Order
from sits_es.rules.sits.missiles.facts import DecoyOrdered, DecoysDeployed
from sits_es.rules.sits.motion.facts import PlotOrdered, ThrustBroke
from sits_es.rules.sits.order_rules import OrderRules
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.orders.problems import future_problems, problems
from sits_es.rules.sits.procedure import BREAK, opening, resolve
from sits_es.rules.sits.repairs.facts import RepairOrdered
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.space.attitude import Attitude
from sits_es.space.avid import WINDOWS
from sits_es.space.hexes import HexVector, Position
from tests.rules.sits.any_orders import ways_of
from tests.shared.sits_boards import facts_of, moved_on

RED, BLUE = "Fearless", "Sirius"

#: What the checker says of a launch that others of the turn may leave no salvo.
LAUNCHED = "if the launches before it are carried out"
Plan = Mapping[int, Sequence[Order]]


class Ones(Dice):
    """Dice that show a 1 each: every repair succeeds."""

    def throw(self, key: RollKey, number: int, sides: int = 10) -> tuple[int, ...]:
        del key
        assert sides > 1
        return (1,) * number


@cache
def duel() -> Board:
    """The bundled duel as it begins."""
    rules = system("sits")
    made = rules.setup(rules.bundled()["duel"].text, "duel", {})
    board: Board = rules.new_board(made.options, made.tables, made.classes)
    return fold(board, [fact for fact in made.opening if isinstance(fact, Fact)])


def few(least: int, most: int) -> st.SearchStrategy[int]:
    return st.integers(least, most)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """The duel at some segment, the ships somewhere near each other, worn and damaged."""
    working = copied(duel())
    working.segment = draw(few(1, BREAK))
    working.turn = draw(few(1, 3))
    for ship in working.ships.values():
        _wear(draw, working, ship)
    board = working
    return fold(board, opening(board))


def _wear(draw: st.DrawFn, board: Board, ship: Ship) -> None:
    card = board.class_of(ship)
    nose = draw(st.sampled_from(WINDOWS))
    ship.position = Position(draw(few(-4, 4)), draw(few(-4, 4)), draw(few(-2, 2)))
    ship.vectors = HexVector(draw(few(-6, 6)), draw(few(-6, 6)), draw(few(-2, 2)))
    ship.attitude = Attitude(nose, draw(few(0, 11)))
    for track in draw(st.lists(st.sampled_from(sorted(card.tracks)), max_size=6)):
        boxes = draw(few(0, len(ship.boxes[track])))
        ship.boxes[track] = draw(st.sampled_from("xt#")) * boxes + ship.boxes[track][boxes:]
    ship.thrust = draw(few(0, max(card.tracks["thrust"])))
    pulses = draw(few(0, 7)) if ship.thrust else 0
    ship.chart = ThrustChart((ship.thrust,) * pulses, (nose,) * pulses)
    ship.counters = draw(st.dictionaries(st.sampled_from((*card.weapons(), *card.launchers())), few(1, 4), max_size=3))
    ship.spent = draw(st.dictionaries(st.sampled_from(card.launchers()), few(0, 140), max_size=2))
    ship.decoys_spent = draw(few(0, 3))
    ship.hand = draw(st.sampled_from([(), ("AS", "10H"), ("9S",)]))
    other = BLUE if ship.name == RED else RED
    ship.launches = {other: (Launch(turn=board.turn, salvoes=draw(few(1, 3))),)} if draw(st.booleans()) else {}


def orders(name: str, other: str, segment: int) -> st.SearchStrategy[list[Order]]:
    """Orders of a ship for a segment, sense or not, each once; `stop if` ends orders, and none comes to nothing."""
    card = duel().class_of(duel().ships[name])
    ways = ways_of([name], targets=[other], weapons=card.weapons(), mounts=card.launchers(), tracks=sorted(card.tracks))
    given = [form for form in ways if _is_given(OrderRules.row(form), segment) and form is not StopOrdered]
    return st.lists(st.one_of([ways[form] for form in given]), max_size=5, unique_by=_alike)


def _is_given(rules: type[OrderRules[Any]], segment: int) -> bool:
    return rules.in_break if segment == BREAK else rules.in_segments


def _alike(order: Order) -> tuple[object, ...]:
    """What no two orders of a segment have alike, as they would be one too many."""
    own = write_order(order) if isinstance(order, RepairOrdered) else ""
    return type(order), getattr(order, "weapon", ""), getattr(order, "mount", ""), own


@st.composite
def plans(draw: st.DrawFn, board: Board, name: str, other: str) -> dict[int, list[Order]]:
    """A ship's orders from the exchange at hand on to some later one of the turn."""
    return {step: draw(orders(name, other, step)) for step in range(board.segment, draw(few(board.segment, BREAK)) + 1)}


def judged(board: Board, plan: Plan) -> dict[tuple[int, str], list[Refusal]]:
    """What the checker says of a plan, by segment and text of the order."""
    found: dict[tuple[int, str], list[Refusal]] = {}
    for step, each in plan.items():
        for order in each:
            found[step, write_order(order)] = list(problems(board, step, order, each))
    for step, order, problem in future_problems(board, plan):
        found[step, write_order(order)].append(problem)
    return found


def played(board: Board, plans: Sequence[Plan], dice: Sequence[Dice]) -> list[tuple[int, list[Event]]]:
    """The facts of each segment of the first plan, played with what the others order in it."""
    found = []
    for step, thrown in zip(sorted(plans[0]), dice, strict=False):
        given = {player: plan.get(step, ()) for player, plan in zip(("red", "blue"), plans, strict=True)}
        before = fold(board, [order for lines in given.values() for order in lines])
        facts = resolve(copied(before), given, thrown)
        found.append((step, facts))
        board = moved_on(fold(before, facts_of(facts)))
    return found


def carried_out(step: int, order: Order, course: Sequence[tuple[int, list[Event]]]) -> bool:
    """Whether an order came to anything in a game; a plot at whatever thrust break."""
    if isinstance(order, PlotOrdered):
        ((window, vector),) = ((choice.window, choice.vector) for choice in order.plots)
        breaks = [fact for at, facts in course if at >= step for fact in facts if isinstance(fact, ThrustBroke)]
        named = [dots for fact in breaks if fact.ship == order.ship for dots in fact.dots if dots.named]
        return any((dots.window, dots.plot) == (window, vector) for dots in named)
    (facts,) = (facts for at, facts in course if at == step)
    mine = [fact for fact in facts if getattr(fact, "ship", None) == order.ship]
    if isinstance(order, DecoyOrdered):
        return any(isinstance(fact, DecoysDeployed) and fact.count == order.count for fact in mine)
    return not any(isinstance(fact, OrderVoided) and fact.order == write_order(order) for fact in mine)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), seed=st.binary(min_size=32, max_size=32))
def test_what_is_refused_is_not_carried_out_whatever_the_other_player_orders(data: st.DataObject, seed: bytes) -> None:
    board = data.draw(boards())
    mine, theirs = data.draw(plans(board, RED, BLUE)), data.draw(plans(board, BLUE, RED))
    said = judged(board, mine)
    course = played(board, (mine, theirs), [KeyedDice(seed, "duel", 1, step) for step in mine])
    for step, given_then in mine.items():
        for order in given_then:
            refused = [found for found in said[step, write_order(order)] if not found.warns]
            assert not refused or not carried_out(step, order, course)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_comes_to_nothing_when_the_others_drift_and_nothing_is_hit_is_said(data: st.DataObject) -> None:
    board = data.draw(boards())
    mine = data.draw(plans(board, RED, BLUE))
    said = judged(board, mine)
    plotted: tuple[int, str] | None = None
    for step, facts in played(board, (mine, {}), [Ones()] * BREAK):
        plots = [write_order(order) for order in mine[step] if isinstance(order, PlotOrdered)]
        plotted = (step, plots[-1]) if plots else plotted
        void = {fact.order for fact in facts if isinstance(fact, OrderVoided) and not fact.order.startswith("plot")}
        # decoys that may be used up for nothing are carried out
        told = {
            text: found
            for (at, text), every in said.items()
            if at == step
            and (found := [each for each in every if each.why is None or each.why.code != "decoys-for-nothing"])
        }
        foreseen = {text for text in told if not text.startswith("plot")}
        waiting = {write_order(each) for each in mine[step] if isinstance(each, DecoyOrdered) and each.if_launched_at}
        # what goes by launches before it comes to nothing only if those are carried out
        unsure = {text for text, found in told.items() if all(each.assumes == LAUNCHED for each in found)}
        assert void - unsure == foreseen - waiting - unsure
        for fact in facts:
            if isinstance(fact, OrderVoided) and fact.order.startswith("plot") and plotted is not None:
                assert said[plotted]
            if isinstance(fact, ThrustBroke) and fact.ship == RED:
                plotted = None
        if any(isinstance(fact, HullStruck) for fact in facts):
            break
