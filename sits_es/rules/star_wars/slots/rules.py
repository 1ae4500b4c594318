"""A slot stage by stage: what orders can be given for, and what comes of all of them. Rule: house, rules.md, Slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.dice import Dice
from sits_es.events import Coded, Event
from sits_es.rules.refusals import Refusal
from sits_es.rules.star_wars.attacks.facts import SideOrdered
from sits_es.rules.star_wars.attacks.rules import Fire, manoeuvre_of, resume
from sits_es.rules.star_wars.board import Board, SlotStage, Starship
from sits_es.rules.star_wars.fact import OfStarship
from sits_es.rules.star_wars.order_rules import OrderRules, barred, unable
from sits_es.rules.star_wars.reasons import REASONS
from sits_es.rules.star_wars.resolution import Resolution
from sits_es.rules.star_wars.slots.course import can_spend, due, is_last_of_round
from sits_es.rules.star_wars.slots.ending import outcome
from sits_es.rules.star_wars.slots.facts import InitiativeSet, SlotLeft, SlotPassed, SlotTaken, TimeRanOut
from sits_es.rules.star_wars.sums.narrative_dice import Pool, Result
from sits_es.sentences import unknown

# why an order can't be given


def problems_at(board: Board, step: int, order: OfStarship, given: Sequence[OfStarship]) -> Iterator[Refusal]:
    """Every reason why an order can't be given for the slot at hand; silent when it can.

    given: all orders of the file, as written, this one among them: an attack below a flight is judged from where the
    flight leads. What its dice bring is not known.
    """
    del step
    mine = [each for each in given if each.starship == order.starship]
    here = next((at for at, each in enumerate(mine) if each is order), None)
    # an order that was read a second time is told by what it says
    above = mine[: mine.index(order) if here is None and order in mine else here]
    there = in_slot(board, given)
    if order.starship in board.starships and (moves := [each for each in above if _once(each) == "manoeuvred-already"]):
        there = there.copy()
        OrderRules.of(moves[0]).expect(there, there.starships[order.starship])
    return why_not(there, order, above)


def in_slot(board: Board, given: Sequence[OfStarship]) -> Board:
    """The board as it is once the starship that is ordered first has taken a slot of its side."""
    if (first := _takes(board, given)) is None:
        return board
    there = board.copy()
    there.take_slot(first.name)
    return there


def _takes(board: Board, given: Sequence[OfStarship]) -> Starship | None:
    """The starship that takes a slot of its side by these orders; None where none does."""
    if not board.by_side or board.stage != "act" or board.chosen is not None:
        return None
    ready = {each.name: each for each in board.ready() if board.has_slot(each.name)}
    acts = (each.starship for each in given if OrderRules.of(each).stage == "act")
    return next((ready[name] for name in acts if name in ready), None)


def why_not(board: Board, order: OfStarship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
    """The same on the board as the lines above leave it. above: those of the same starship."""
    starship = board.starships.get(order.starship)
    if starship is None:
        yield Refusal(unknown("starship", order.starship, sorted(board.starships)), "starship")
    elif (why := _out_of_place(board, order)) is not None:
        yield REASONS.refusal(starship.name, why)
    else:
        if (why := _second(order, above)) is not None:
            yield REASONS.refusal(starship.name, why)
        yield from OrderRules.of(order).why_not(board, starship, above)


def _out_of_place(board: Board, order: OfStarship) -> Coded | None:
    """Why the stage at hand has no place for an order; None when it has."""
    starship, stage = board.starships.get(order.starship), OrderRules.of(order).stage
    if stage is None:
        return Coded("only-entered")
    if (
        starship is not None
        and (starship.gone or board.stage == "act")
        and (why := unable(board, starship)) is not None
    ):
        return why
    if not (awaited := due(board)):
        return Coded("initiative-first")
    if starship in awaited and stage == board.stage:
        return None
    return _of_another(board, awaited, stage, None if starship in awaited else starship)


def _of_another(board: Board, awaited: Sequence[Starship], stage: SlotStage, other: Starship | None) -> Coded:
    """Whose slot it is, or what is done in this stage of it. other: who is ordered, where the slot is another's."""
    names, player = ", ".join(each.name for each in awaited), awaited[0].player
    if board.stage == "side":
        return Coded("side-first", (names,))
    if other is not None:
        if board.stage == "act" and board.by_side and other.player == player:
            # whoever acts now has acted too, and only then is a second starship ordered in one slot
            return Coded("one-a-slot", (names,)) if other.name not in board.acted else Coded("has-acted", (names,))
        return Coded("not-its-slot", (names, player))
    if board.stage == "spend":
        return Coded("rolled-already")
    return Coded("nothing-declared" if stage == "side" else "nothing-rolled")


def _second(order: OfStarship, above: Sequence[OfStarship]) -> Coded | None:
    """That a slot has one manoeuvre and one action, whatever came of the first of each, and an attack one side."""
    once = _once(order)
    return Coded(once) if once is not None and any(_once(each) == once for each in above) else None


def _once(order: OfStarship) -> str | None:
    return OrderRules.of(order).once


# what comes of them


def carry_out(board: Board, orders: Mapping[str, Sequence[OfStarship]], dice: Dice) -> list[Event]:
    """Everything that comes of the exchange at hand, on a working board, which every fact has changed in the end."""
    work = Resolution(board, orders, dice)
    if board.stage == "initiative":
        _set_order(work)
    elif board.stage == "side":
        _name_side(work)
    else:
        _act(work)
    _time_is_up(work)
    return work.facts


def _admitted(work: Resolution) -> Iterator[OfStarship]:
    """The orders for which there is a place, each by the board as it has become; all others come to nothing."""
    tried: list[OfStarship] = []
    for order in work.all_orders():
        if (why := _out_of_place(work.board, order) or _second(order, tried)) is not None:
            work.void(order, why)
        else:
            tried.append(order)
            yield order


def _act(work: Resolution) -> None:
    """The manoeuvre and the action of a slot, or what is spent of its rolls, in the order written.

    A manoeuvre that is written after an attack of which a foe names the side waits until that is done.
    """
    board = work.board
    if (takes := _takes(board, work.all_orders())) is not None:
        work.record(SlotTaken(starship=takes.name))
    acting, admitted = board.acting(), _admitted(work)
    if acting is None:
        if board.stage == "act":
            work.record(SlotLeft(side=board.ready()[0].side))
        list(admitted)  # none is
        return
    if board.stage == "act" and not any(order.starship == acting.name for order in work.all_orders()):
        work.record(SlotPassed(starship=acting.name))
    for order in admitted:
        rules = OrderRules.of(order)
        if (why := barred(board, acting, order)) is not None:
            work.void(order, why)
        elif isinstance(rules, Fire) and rules.waits(board, acting):
            rules.declare(work, acting, then=next(admitted, None))
        else:
            rules.carry_out(work, acting)


def _name_side(work: Resolution) -> None:
    """The attack that was declared, from the side that its target names, and the manoeuvre after it."""
    declared = work.board.declared
    sides = [order.side for order in _admitted(work) if isinstance(order, SideOrdered)]
    if declared is None:
        return
    resume(work, sides[0] if sides else None)
    attacker = work.board.starships[declared.starship]
    if (then := manoeuvre_of(declared)) is None:
        return
    if (why := unable(work.board, attacker) or barred(work.board, attacker, then)) is not None:
        work.void(then, why)
    else:
        OrderRules.of(then).carry_out(work, attacker)


def _set_order(work: Resolution) -> None:
    """Set the order in which the starships on the map act: the most success first, then advantage, then by name.

    A starship that is shut down has its place too, and its slot once it is restored. Nobody orders anything. Rule: base
    game; house.
    """
    list(_admitted(work))  # none is: all that is ordered comes to nothing
    came_to: dict[str, Result] = {}
    for starship in work.board.out():
        ability, proficiency, boost = starship.initiative
        pool = Pool(ability=ability, proficiency=proficiency, boost=boost)
        came_to[starship.name] = work.throw_pool(starship.name, "initiative", "", pool)
    order = tuple(sorted(came_to, key=lambda name: (-came_to[name].success, -came_to[name].advantage, name)))
    rolled = tuple((came_to[name].success, came_to[name].advantage) for name in order)
    work.record(InitiativeSet(order=order, rolled=rolled))


def _time_is_up(work: Resolution) -> None:
    """The last round ends with the last stage of its last slot, unless the game is over before. Rule: house."""
    board = work.board
    if not board.rounds or board.turn < board.rounds or board.stage == "initiative" or outcome(board) is not None:
        return
    going_on = (board.stage == "act" and board.declared is not None) or (board.stage != "spend" and can_spend(board))
    if not going_on and is_last_of_round(board):
        work.record(TimeRanOut())
