"""A slot stage by stage: what orders can be given for, and what comes of all of them. Rule: house, rules.md, Slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from sits_es.dice import Dice
from sits_es.events import Coded, Event
from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.attacks.facts import SideOrdered
from sits_es.rules.starwars.attacks.rules import Fire, order_of, orders_after, resume
from sits_es.rules.starwars.board import Board, SlotStage, Starship
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.harm.rules import strained
from sits_es.rules.starwars.order_rules import MOST_MANOEUVRES, OrderRules, against, barred, member_of, unable
from sits_es.rules.starwars.qualities.rules import guide
from sits_es.rules.starwars.reasons import REASONS
from sits_es.rules.starwars.resolution import Resolution
from sits_es.rules.starwars.slots.course import due, following, is_last_of_round
from sits_es.rules.starwars.slots.ending import outcome
from sits_es.rules.starwars.slots.facts import InitiativeSet, SlotLeft, SlotPassed, SlotTaken, TimeRanOut
from sits_es.rules.starwars.spending.facts import SpendOrdered
from sits_es.rules.starwars.starship_class import HexSide
from sits_es.rules.starwars.sums.narrative_dice import Pool, Result
from sits_es.sentences import unknown

#: Of what a slot has one, or two: see `OrderRules.once`.
MANOEUVRED: Final = "manoeuvred-already"
ACTED: Final = "acted-already"

#: The strain that a second manoeuvre costs. Rule: base game; rules.md, Crews.
SECOND_MANOEUVRE: Final = 2

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
    tried, taken, astray = list[OfStarship](), list[OfStarship](), False
    for each in above if order.starship in board.starships else ():
        if _out_of_place(there, each) is not None or _second(there, each, tried) is not None:
            continue
        tried.append(each)
        moves = _once(each) == MANOEUVRED
        if any(against(there, there.starships[each.starship], each, taken)):
            astray = astray or moves
            continue
        taken.append(each)
        if moves or isinstance(each, SpendOrdered):
            there = there.copy()
            expect(there, there.starships[each.starship], each)
    for found in _faults(there, order, tried, taken):
        # where it would be after a flight that can't be flown nobody knows
        if not (astray and found.why is not None and found.why.code in _BY_PLACE):
            yield found


#: Reasons that follow from where a starship is.
_BY_PLACE: Final = frozenset(
    {
        "out-of-range",
        "does-not-bear",
        "zone-not-open",
        "zone-not-named",
        "side-not-named",
        "side-not-yours",
        "side-not-in-one-hex",
        "not-close",
    }
)


def in_slot(board: Board, given: Sequence[OfStarship]) -> Board:
    """The board as it is once the starship that is ordered first has taken a slot of its side."""
    if (first := _takes(board, given)) is None:
        return board
    there = board.copy()
    there.take_slot(first.name)
    return there


def _takes(board: Board, given: Sequence[OfStarship]) -> Starship | None:
    """The starship that takes a slot of its side by these orders; None if none does."""
    if not board.by_side or board.stage != "act" or board.chosen is not None:
        return None
    ready = {each.name: each for each in board.ready() if board.has_slot(each.name)}
    acts = (each.starship for each in given if OrderRules.of(each).stage == "act")
    return next((ready[name] for name in acts if name in ready), None)


def why_not(board: Board, order: OfStarship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
    """The same on the board as the lines above leave it. above: those of the same starship."""
    return _faults(board, order, above, above)


def _faults(
    board: Board, order: OfStarship, tried: Sequence[OfStarship], taken: Sequence[OfStarship]
) -> Iterator[Refusal]:
    """The same. tried: the lines above for which the slot has a place; taken: those of them that can be carried out."""
    starship = board.starships.get(order.starship)
    if starship is None:
        yield Refusal(unknown("starship", order.starship, sorted(board.starships)), "starship")
    elif (why := _out_of_place(board, order)) is not None:
        yield REASONS.refusal(starship.name, why)
    else:
        if (why := _second(board, order, tried)) is not None:
            yield REASONS.refusal(starship.name, why)
        yield from against(board, starship, order, taken)


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
    won = board.stage == "spend" and board.won and _once(order) == MANOEUVRED
    if starship in awaited and (stage == board.stage or won):
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
    if board.stage in ("spend", "threat"):
        return Coded("rolled-already" if board.stage == "spend" else "threat-at-hand")
    return Coded("nothing-declared" if stage == "side" else "nothing-rolled")


def _second(board: Board, order: OfStarship, above: Sequence[OfStarship]) -> Coded | None:
    """That a slot has one action of each of the crew, its manoeuvres and an attack one side, whatever came of them."""
    once, member = _once(order), member_of(order)
    if member and not board.crews:
        return None  # there is nobody who could act, which is told by itself
    earlier = sum((_once(each), member_of(each)) == (once, member) for each in above)
    if once == MANOEUVRED and board.crews:
        return _third(board, board.starships[order.starship], earlier)
    if once is None or not earlier:
        return None
    return Coded("member-acted", (member,)) if member else Coded(once)


def _third(board: Board, starship: Starship, earlier: int) -> Coded | None:
    """That a slot has two manoeuvres at the most, and a second one its price. Rule: rules.md, Crews."""
    made = board.manoeuvres if board.stage == "spend" else earlier
    if made >= MOST_MANOEUVRES:
        return Coded("manoeuvred-twice")
    threshold = board.class_of(starship).strain
    if made and board.stage == "act" and starship.strain + SECOND_MANOEUVRE > threshold:
        return Coded("too-strained", (starship.strain, threshold))
    return None


def _once(order: OfStarship) -> str | None:
    """Of what an order is one; what another than the pilot does is always their action."""
    once = OrderRules.of(order).once
    return ACTED if once == MANOEUVRED and member_of(order) else once


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
    if board.stage != "initiative" and following(board) is None and is_last_of_round(board):
        guide(work)
        _time_is_up(work)
    return work.facts


def _admitted(work: Resolution) -> Iterator[OfStarship]:
    """The orders for which there is a place, each by the board as it has become; all others come to nothing."""
    tried: list[OfStarship] = []
    for order in work.all_orders():
        if (why := _out_of_place(work.board, order) or _second(work.board, order, tried)) is not None:
            work.void(order, why)
        else:
            tried.append(order)
            yield order


def _act(work: Resolution) -> None:
    """The manoeuvres and actions of a slot, or what is spent of its rolls, in the order written."""
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
    _carry(work, admitted)


def _carry(work: Resolution, orders: Iterator[OfStarship], side: HexSide | None = None) -> None:
    """Carry orders out, in the order written. side: the one that a foe has named for attacks of this slot, if any.

    Whatever is written after an attack of which a foe names the side waits until that is made.
    """
    board = work.board
    for order in orders:
        starship, rules = board.starships[order.starship], OrderRules.of(order)
        unfit = unable(board, starship) if rules.stage == "act" else None
        if (why := unfit or barred(board, starship, order)) is not None:
            work.void(order, why)
        elif isinstance(rules, Fire) and rules.waits(board, starship):
            if board.stage == "side":
                # a second attack of the slot goes by the same side: house
                resume(work, rules.fact, side)
            else:
                rules.declare(work, starship, then=[*orders])
        else:
            if is_second(board, order):
                strained(work, starship, Coded("manoeuvre"), SECOND_MANOEUVRE)
            rules.carry_out(work, starship)


def is_second(board: Board, order: OfStarship) -> bool:
    """Whether it is a second manoeuvre of a slot, which costs strain: one that a roll has brought does not."""
    return board.crews and board.stage != "spend" and board.manoeuvres > 0 and _once(order) == MANOEUVRED


def expect(board: Board, starship: Starship, order: OfStarship) -> None:
    """Move a working board on by an order, as far as no dice decide: what a second manoeuvre costs, then the rest."""
    if is_second(board, order) and board.class_of(starship).group:
        starship.trauma += SECOND_MANOEUVRE
    elif is_second(board, order):
        starship.strain += SECOND_MANOEUVRE
    OrderRules.of(order).expect(board, starship)


def _name_side(work: Resolution) -> None:
    """The attack that was declared, from the side that its target names, and the orders after it."""
    declared = work.board.declared
    sides = [order.side for order in _admitted(work) if isinstance(order, SideOrdered)]
    if declared is None:
        return
    side = sides[0] if sides else None
    resume(work, order_of(declared), side)
    _carry(work, iter(orders_after(declared)), side)


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
    if board.rounds and board.turn >= board.rounds and outcome(board) is None:
        work.record(TimeRanOut())
