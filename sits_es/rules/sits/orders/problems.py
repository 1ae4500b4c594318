"""Every reason why an order can't be given: the checker, the template and the engine share the rules' own tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from attrs import evolve

from sits_es.dice import ScriptedDice
from sits_es.events import Coded, Event
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.board import Board, Launch, Ship, fold
from sits_es.rules.sits.ending.facts import OrderVoided, StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import MiracleOrdered
from sits_es.rules.sits.miracles.rules import miracle_problems, reopened
from sits_es.rules.sits.missiles.facts import DecoyOrdered, LaunchOrdered
from sits_es.rules.sits.motion.facts import PlotOrdered, ThrustOrdered
from sits_es.rules.sits.motion.rules import thrust_problems
from sits_es.rules.sits.orders.forms import BREAK_ORDERS, SEGMENT_ORDERS
from sits_es.rules.sits.play.aiming import fire_problems, launch_problems, own_side_problems, target_problems
from sits_es.rules.sits.play.long_orders import decoy_problems
from sits_es.rules.sits.procedure import BREAK, foretell
from sits_es.rules.sits.repairs.facts import RepairOrdered
from sits_es.rules.sits.repairs.rules import repair_problems
from sits_es.rules.sits.ship.ship_class import BEYOND_REPAIR
from sits_es.rules.sits.story.codes import as_problem
from sits_es.rules.sits.sums.plots import in_words, own_vectors, plots_of
from sits_es.rules.sits.turns.facts import PivotOrdered, RollOrdered
from sits_es.rules.sits.turns.rules import pivot_problems, roll_problems
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered
from sits_es.sentences import counted, unknown
from sits_es.space.bearing import ralt
from sits_es.space.vectors import vectors_in_words

#: Orders that a ship can have only one of in a segment, and what they are called.
ONCE: dict[type[Order], str] = {
    ThrustOrdered: "thrust",
    PlotOrdered: "plot",
    PivotOrdered: "pivot",
    RollOrdered: "roll",
    DecoyOrdered: "decoy",
    SlideOrdered: "slide",
    PresentOrdered: "present",
    MiracleOrdered: "miracle",
}


def problems(board: Board, segment: int, order: Order, given: Sequence[Order]) -> Iterator[Refusal]:
    """Every reason why an order can't be given; silent when it can.

    given: all orders of the segment, this one among them. What depends on where ships are is judged only for the
    segment at hand; orders plotted ahead are judged by what is known today.
    """
    found = list(_names(board, order))
    ship = board.ships.get(order.ship)
    if found or ship is None:
        yield from found
        return
    if ship.destroyed is not None:
        yield as_problem(ship.name, Coded("out-of-game", (ship.destroyed,)))
        return
    if not isinstance(order, BREAK_ORDERS if segment == BREAK else SEGMENT_ORDERS):
        yield Refusal(f"{ship.name}: repairs are for the turn break, all other orders for a segment.", "segments")
        return
    if board.options.plot_ahead == "off" and segment > board.segment and not isinstance(order, StopOrdered):
        yield Refusal(f"{ship.name}: this game is ordered one segment at a time, and {_step(board.segment)} is next.")
    yield from _repeated(ship, order, given)
    yield from _always(board, ship, order)
    if isinstance(order, PlotOrdered):
        foretold = list(_foretold(board, ship, given)) if segment == board.segment else []
        never = list(_plots_that_never_fit(board, ship, order))
        yield from _passing(foretold) if not never else foretold or never
    if isinstance(order, MiracleOrdered):
        yield from _told(ship, miracle_problems(board, ship, order, in_break=segment == BREAK))
    if segment == board.segment:
        yield from _passing(_now(board, ship, order, given))


def _passing(found: Iterable[Refusal]) -> Iterator[Refusal]:
    """Problems of the segment at hand alone: later segments of the line stand all the same."""
    return (evolve(problem, passing=True) for problem in found)


def _told(ship: Ship, reasons: Iterable[Coded]) -> Iterator[Refusal]:
    return (as_problem(ship.name, reason) for reason in reasons)


def _step(segment: int) -> str:
    return "the turn break" if segment == BREAK else f"segment {segment}"


def _names(board: Board, order: Order) -> Iterator[Refusal]:
    """Words that name nothing: ship, target, weapon, mount, track."""
    ship = board.ships.get(order.ship)
    if ship is None:
        yield Refusal(unknown("ship", order.ship, tuple(board.ships)), "ship")
        return
    card = board.class_of(ship)
    target = getattr(order, "target", None)
    if target is not None and target not in board.ships:
        yield Refusal(unknown("ship", target, tuple(name for name in board.ships if name != ship.name)), "target")
    if isinstance(order, FireOrdered) and order.weapon not in card.weapons():
        yield Refusal(f"{ship.name}: {unknown('beam weapon', order.weapon, card.weapons())}", "weapon")
    if isinstance(order, LaunchOrdered) and order.mount not in card.launchers():
        yield Refusal(f"{ship.name}: {unknown('launcher', order.mount, card.launchers())}", "mount")
    if isinstance(order, RepairOrdered) and order.track not in card.tracks:
        yield Refusal(f"{ship.name}: {unknown('track', order.track, tuple(card.tracks))}", "track")


def _repeated(ship: Ship, order: Order, given: Sequence[Order]) -> Iterator[Refusal]:
    """A second order of a kind that a ship has only one of in a segment."""
    before = given[: next((at for at, other in enumerate(given) if other is order), len(given))]
    mine = [other for other in before if other.ship == order.ship]
    kind = ONCE.get(type(order))
    if kind and any(type(other) is type(order) for other in mine):
        yield Refusal(f"{ship.name} has two {kind} orders for this segment. Leave one.")
    if isinstance(order, FireOrdered) and any(
        isinstance(other, FireOrdered) and other.weapon == order.weapon for other in mine
    ):
        yield Refusal(f"{ship.name}: {order.weapon} are ordered to fire twice. Leave one order.", "weapon")
    if isinstance(order, LaunchOrdered) and any(
        isinstance(other, LaunchOrdered) and other.mount == order.mount for other in mine
    ):
        yield Refusal(f"{ship.name}: {order.mount} is ordered to launch twice. Leave one order.", "mount")


def _always(board: Board, ship: Ship, order: Order) -> Iterator[Refusal]:
    """What can't be ordered in any segment, as the ship is today."""
    match order:
        case ThrustOrdered():
            yield from _told(ship, thrust_problems(board, ship, order))
        case RollOrdered():
            yield from _told(ship, roll_problems(board, ship, order))
        case DecoyOrdered():
            yield from _told(ship, decoy_problems(board, ship, order))
        case RepairOrdered() if order.track in BEYOND_REPAIR:
            yield as_problem(ship.name, Coded("beyond-repair", (order.track,)))
        case StopOrdered() if order.target == ship.name:
            yield Refusal(f"{ship.name} cannot watch itself. Name another ship.", "target")
        case StopOrdered(condition="target bears", target=str(target)):
            yield from _told(ship, own_side_problems(board, ship, board.ships[target]))
        case FireOrdered() | LaunchOrdered():
            yield from _told(ship, target_problems(board, ship, order.target))


def _plots_that_never_fit(board: Board, ship: Ship, order: PlotOrdered) -> Iterator[Refusal]:
    """A plot that its window has for no number of dots; its own range says for how many it could have been meant."""
    for choice in order.plots:
        if choice.vector in own_vectors(board.tables, choice.window):
            continue
        dots = ralt(choice.vector.hexes, choice.vector.up)
        allowed_then = plots_of(board.tables, dots, choice.window)
        if choice.vector not in allowed_then:
            allowed = in_words(allowed_then)
            many = counted(dots, "dot")
            message = f"{vectors_in_words(choice.vector)} is not a plot in {choice.window}. For {many} plot {allowed}."
            yield Refusal(f"{ship.name}: {message}", "plots")
        elif (most := _most_dots(board, ship)) is not None and dots > most:
            taken = f"{vectors_in_words(choice.vector)} takes {counted(dots, 'dot')} in {choice.window}"
            allowed = f"Plot for 1 to {counted(most, 'dot')}" if most else "Plot nothing"
            yield Refusal(f"{ship.name}: {taken}, and a whole chart gives it {most}. {allowed}.", "plots")


def _most_dots(board: Board, ship: Ship) -> int | None:
    """The most dots that a chart can give: eight pulses at a thrust of T give T. None where it isn't reckoned.

    It is not by a game's own thrust chart, which may give anything.
    """
    if board.tables.thrust_rows:
        return None
    return max(board.class_of(ship).tracks.get("thrust", (0,)))


def _now(board: Board, ship: Ship, order: Order, given: Sequence[Order]) -> Iterator[Refusal]:
    """What depends on the board in the segment at hand."""
    match order:
        case FireOrdered():
            yield from _told(ship, _of_now(board, ship, order, fire_problems(board, ship, order)))
        case LaunchOrdered():
            launching = _having_launched(board, ship, order, given)
            yield from _told(ship, _of_now(board, ship, order, launch_problems(board, launching, order)))
        case PivotOrdered():
            yield from _told(ship, pivot_problems(board, ship, order))
        case RepairOrdered() if order.track not in BEYOND_REPAIR:
            sent = _parties_before(order, given)
            opened = _with_miracle(board, ship, given)
            yield from _told(ship, repair_problems(opened, opened.ships[ship.name], order, sent))


def _of_now(board: Board, ship: Ship, order: FireOrdered | LaunchOrdered, reasons: Iterable[Coded]) -> Iterator[Coded]:
    """Reasons that hold in the segment at hand alone: what is wrong with the target in any segment is told already."""
    always = list(target_problems(board, ship, order.target))
    return (reason for reason in reasons if reason not in always)


def _having_launched(board: Board, ship: Ship, order: LaunchOrdered, given: Sequence[Order]) -> Ship:
    """The ship as this launch finds it: salvoes of its other mounts, ordered before, count against the most."""
    others = takewhile(lambda other: other is not order, given)
    mine = (other for other in others if isinstance(other, LaunchOrdered) and other.ship == ship.name)
    before = [Launch(turn=board.turn, salvoes=other.salvoes) for other in mine if other.target == order.target]
    return evolve(ship, launches=ship.launches | {order.target: (*ship.launches.get(order.target, ()), *before)})


def _parties_before(order: RepairOrdered, given: Sequence[Order]) -> int:
    sent = 0
    for other in given:
        if other is order:
            break
        if isinstance(other, RepairOrdered) and other.ship == order.ship:
            sent += other.parties
    return sent


def _with_miracle(board: Board, ship: Ship, given: Sequence[Order]) -> Board:
    """The board as repairs find it: a miracle that is spent first may have opened boxes again."""
    orders = (order for order in given if isinstance(order, MiracleOrdered) and order.ship == ship.name)
    for order in orders:
        if order.miracle == "repair again" and not any(miracle_problems(board, ship, order, in_break=True)):
            return fold(board, reopened(ship))
    return board


def _foretold(board: Board, ship: Ship, given: Sequence[Order]) -> Iterator[Refusal]:
    """Plots that would be void at a thrust break of this very segment."""
    mine = [order for order in given if order.ship == ship.name]
    for fact in foretell(board, {ship.player: mine}, ScriptedDice(())).facts:
        if isinstance(fact, OrderVoided) and fact.ship == ship.name and fact.order.startswith("plot"):
            yield from _told(ship, fact.reasons)


def names(board: Board, order: Event, field: str) -> tuple[str, ...]:
    """Names that a field of an order may hold; nothing for a field that holds no name or an unknown ship's order."""
    if field in ("ship", "target"):
        return tuple(sorted(board.ships))
    ship = board.ships.get(order.ship) if isinstance(order, Order) else None
    if ship is None:
        return ()
    card = board.class_of(ship)
    match order, field:
        case FireOrdered(), "weapon":
            return card.weapons()
        case LaunchOrdered(), "mount":
            return card.launchers()
        case RepairOrdered(), "track":
            return tuple(card.tracks)
    return ()
