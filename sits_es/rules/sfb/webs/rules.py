"""Webs: where they run, whom they hold, and how strands are laid, powered and lost. Rule: G10."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, groupby, pairwise

from msgspec import Struct

from sits_es.events import Event
from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import Board, Body, Unit, Web
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.motion.facts import InertiaChanged
from sits_es.rules.sfb.order_rules import F, OrderRules, When
from sits_es.rules.sfb.points.facts import JoinOrdered, PointOrdered, PointsLost
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.limits import is_beyond
from sits_es.rules.sfb.sums.places import Inertia, Place, exact
from sits_es.rules.sfb.sums.webs import (
    POWER_A_HEX,
    REACH,
    TIMES,
    distance,
    in_reach,
    in_web,
    points_lost,
    strand_cost,
    strength,
)
from sits_es.rules.sfb.sums.words import in_order
from sits_es.rules.sfb.terrain.facts import HOLDING
from sits_es.rules.sfb.webs.facts import (
    AnchorDropOrdered,
    AnchorLost,
    CastOrdered,
    Point,
    Strand,
    StrandLaid,
    UnitFreed,
    UnitTrapped,
    WebDissolved,
    WebKind,
    WebOrdered,
    WebPlaced,
    WebPowered,
    WebPowerOrdered,
)

#: Keeps a fact and lets it change the board.
Record = Callable[[Event], None]


class Weaving(OrderRules[F]):
    """The rules of an order for a unit that lays webs. Rule: G10.0."""

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It takes a generator, and whatever else the order takes."""
        if work.board.class_of(unit).web:
            yield from self.not_woven(work, unit)
        else:
            yield refused(unit.name, "no-generator", "web")

    def not_woven(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """Why a unit with a generator can't carry it out."""
        raise NotImplementedError


class Lay(Weaving[WebOrdered]):
    """A strand between two anchors, or its growth; both may pay, and what they give adds up. Rule: G10.211."""

    def not_woven(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """The first strand of a web is shorter than two hexes; what adds to an anchored web may be of any length.

        What is given beyond the cost is the players' to count.
        """
        order, board = self.fact, work.board
        yield from no_power(unit, order.power)
        faults = list(no_anchor(board, unit, order.to, "to"))
        yield from faults
        if faults:
            return
        length, found = exact(unit.place, place_of(board, order.to)), _strand(board, unit.name, order.to)
        longer = _to_pay(work, length, found)
        power = sum(
            each.power for each in work.ordered(WebOrdered) if _ends(each) == _ends(order) and _pays(work, each)
        )
        begins = found is None and _home(board, unit, {unit.name, order.to}) is None
        if begins and length >= REACH:
            yield refused(unit.name, "too-far", order.to, length, REACH, field="to", warns=True)
        elif found is not None and not longer:
            yield refused(unit.name, "strand-is-laid", found[0].name, warns=True)
        elif power < POWER_A_HEX * longer:
            yield refused(unit.name, "power-short", POWER_A_HEX * longer, power, warns=True)

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """A strand to whatever is near enough, with the power that it takes."""
        for name in (*(other.name for other in board.out()), *sorted(board.bodies)):
            at = place_of(board, name)
            if in_reach(unit.place, at):
                power = strand_cost(unit.place, at)
                yield WebOrdered(unit=unit.name, impulse=board.impulse, to=name, power=power), "now"


class Power(Weaving[WebPowerOrdered]):
    """A web's strength by the printed rules. Rule: G10.3."""

    early = True

    def not_woven(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It is a web of one's own."""
        yield from no_web(work, unit, self.fact, self.fact.web)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """It counts four times, or as it is."""
        empower(work.board, self.fact.web, unit.name, self.fact.traditional, work.record)


class Cast(Weaving[CastOrdered]):
    """A web with the strength of the caster's own chart. Rule: note on web casters."""

    def not_woven(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It has a strength that webs have."""
        del work
        if is_beyond("strength", self.fact.strength):
            yield refused(unit.name, "beyond-limit", "strength", self.fact.strength, field="strength")

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """It is there at once."""
        order = self.fact
        work.record(
            WebPlaced(
                web=new_name(work.board),
                player=unit.player,
                kind="cast",
                points=(Point("1", order.start), Point("2", order.end)),
                strands=(Strand("1", "2", exact(order.start, order.end)),),
                strength=order.strength,
            )
        )


class Drop(OrderRules[AnchorDropOrdered]):
    """A unit is an anchor no more. Rule: G10.117."""

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It is one of the web's anchors, whoever laid it."""
        web, unsure = work.board.webs.get(self.fact.web), laid_before(work, unit, self.fact)
        if web is None:
            yield refused(unit.name, "no-web", self.fact.web, *in_order(work.board.webs), warns=unsure)
        elif unit.name not in anchors(web):
            yield refused(unit.name, "not-its-anchor", web.name, warns=unsure)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """The web goes on without it."""
        lose(work.board, self.fact.web, unit.name, work.record)


# why something can't be woven


def no_power(unit: Unit, power: int) -> Iterator[Refusal]:
    """Who gives no power at all; in play a strand without length is laid for none."""
    if not power:
        said = f"{unit.name}: a strand cannot be laid without power. It takes {POWER_A_HEX} points a hex (G10.211)."
        yield Refusal(said, "power")


def no_anchor(board: Board, unit: Unit, name: str, field: str) -> Iterator[Refusal]:
    """Why something holds no web of a unit: it is a weaver or base of its side, or a large and solid body.

    Rule: G10.211, house.
    """
    other, body = board.units.get(name), board.bodies.get(name)
    if other is None and body is None:
        mates = [each for each in board.out() if each.side == unit.side and each is not unit]
        known = [each.name for each in mates if may_hold(board, each)]
        known += [each for each in sorted(board.bodies) if board.bodies[each].kind in HOLDING]
        yield refused(unit.name, "no-anchor", name, *known, field=field)
    elif (why := _bare(board, unit, other, body)) is not None:
        yield refused(unit.name, "not-anchor", name, why, field=field)


def _bare(board: Board, unit: Unit, other: Unit | None, body: Body | None) -> str | None:
    """Why a body, or a unit, holds no web of a unit, in the word that the reason has for it; None if it does."""
    if body is not None:
        return None if body.kind in HOLDING else body.kind
    if other is None or not other.out:
        return "gone"
    if other is unit:
        return "itself"
    if other.side != unit.side:
        return "side"
    return None if may_hold(board, other) else "bare"


def no_web(work: Resolution, unit: Unit, order: Order, name: str) -> Iterator[Refusal]:
    """Why a web is none that a unit works on: it isn't there, or is somebody else's."""
    web = work.board.webs.get(name)
    if web is None:
        yield refused(unit.name, "no-web", name, *in_order(work.board.webs), warns=laid_before(work, unit, order))
    elif web.player != unit.player:
        yield refused(unit.name, "not-your-web", name)


def laid_before(work: Resolution, unit: Unit, order: Order) -> bool:
    """Whether a web of its player's is to be laid by the time of an order, so that nobody knows yet what it finds."""
    return any(
        isinstance(other, WebOrdered | PointOrdered | JoinOrdered | CastOrdered)
        and other.impulse <= order.impulse
        and other != order
        for other in work.orders.get(unit.player, ())
    )


def unpaid(unit: Unit, power: int, start: Place, end: Place) -> Iterator[Refusal]:
    """Why a strand from a point is not paid for. Rule: G10.12, G10.211."""
    length = exact(start, end)
    if power < POWER_A_HEX * length:
        yield refused(unit.name, "power-short", POWER_A_HEX * length, power, warns=True)


# strands and anchors


def anchors(web: Web) -> tuple[str, ...]:
    """The units and bodies that hold a web, by name."""
    return tuple(sorted({end for strand in web.strands for end in (strand.one, strand.other)} - {*web.points}))


def may_hold(board: Board, unit: Unit) -> bool:
    """Whether a unit can be an anchor: it lays webs, is a base, or already is one. Rule: G10.211, house."""
    if board.class_of(unit).web or unit.kind == "base":
        return True
    return any(unit.name in anchors(web) for web in board.webs.values())


def place_of(board: Board, anchor: str) -> Place:
    """Where a valid anchor is."""
    return board.units[anchor].place if anchor in board.units else board.bodies[anchor].place


def lose_gone(board: Board, record: Record) -> None:
    """Take away every anchor that is not on the map any more, by the names of webs and anchors."""
    for name in sorted(board.webs):
        for anchor in anchors(board.webs[name]):
            if name in board.webs and board.place_of(board.webs[name], anchor) is None:
                lose(board, name, anchor, record)


def lose(board: Board, name: str, anchor: str, record: Record) -> None:
    """Take an anchor away: its neighbours are joined by a straight line, and one anchor alone holds no web.

    A globular web keeps its points without it, as far as they hold one another. Rule: G10.117; globular by house.
    """
    web = board.webs[name]
    left = _rejoined(web, anchor) if web.kind == "linear" else _without(web, anchor)
    if left:
        record(AnchorLost(web=name, anchor=anchor, strands=left))
        prune(board, name, record)
    else:
        record(WebDissolved(web=name, cause="anchors"))


def _without(web: Web, anchor: str) -> tuple[Strand, ...]:
    return tuple(strand for strand in web.strands if anchor not in {strand.one, strand.other})


def _rejoined(web: Web, anchor: str) -> tuple[Strand, ...]:
    """The strands without an anchor, its neighbours joined in the order in which their strands were laid."""
    left = list(_without(web, anchor))
    known = {frozenset((strand.one, strand.other)) for strand in left}
    loose = [strand for strand in web.strands if anchor in {strand.one, strand.other}]
    for first, second in pairwise(loose):
        one, other = (strand.other if strand.one == anchor else strand.one for strand in (first, second))
        if frozenset((one, other)) not in known:
            left.append(Strand(one, other, first.paid + second.paid))
    return tuple(left)


# linear webs


def lay(work: Resolution) -> None:
    """Lay strands, or let them grow, by the names of their ends."""
    orders = sorted(work.ordered(WebOrdered), key=lambda order: (*_ends(order), order.unit, order.power))
    for (one, other), given in groupby(orders, _ends):
        if valid := [order for order in given if work.allows(order)]:
            _lay(work, one, other, valid)


def _lay(work: Resolution, one: str, other: str, given: list[WebOrdered]) -> None:
    board = work.board
    length, found = exact(place_of(board, one), place_of(board, other)), _strand(board, one, other)
    layer = board.units[given[0].unit]
    name = found[0].name if found else _home(board, layer, {one, other}) or begin(work, layer, "linear")
    by = tuple(
        (unit, sum(order.power for order in given if order.unit == unit))
        for unit in sorted({order.unit for order in given})
    )
    cost = POWER_A_HEX * _to_pay(work, length, found)
    work.record(StrandLaid(web=name, one=one, other=other, length=length, cost=cost, by=by))


def _ends(order: WebOrdered) -> tuple[str, str]:
    one, other = sorted((order.unit, order.to))
    return one, other


def _pays(work: Resolution, order: WebOrdered) -> bool:
    """Whether an order counts to what a strand is paid with, whatever it comes to."""
    unit = work.unit(order.unit)
    if unit is None or unit.name not in work.starts or not work.board.class_of(unit).web:
        return False
    return not any(no_anchor(work.board, unit, order.to, "to"))


def _to_pay(work: Resolution, length: int, found: tuple[Web, Strand] | None) -> int:
    """How many kilometres of a strand are to be paid for: all of a new one, the growth of one without power."""
    if found is None:
        return length
    return 0 if found[0].strength else growth(work, *found)


def growth(work: Resolution, web: Web, strand: Strand) -> int:
    """How much longer a strand is, in km, than what was paid for and than when the impulse began; 0 up."""
    one, other = (work.board.place_of(web, end) for end in (strand.one, strand.other))
    if one is None or other is None:
        return 0
    before = exact(work.starts.get(strand.one, one), work.starts.get(strand.other, other))
    return max(0, exact(one, other) - max(strand.paid, before))


def part(work: Resolution) -> None:
    """Part the webs without power whose strands became longer in this impulse than what was paid for. Rule: house.

    Of a globular web, and of a linear one with more anchors than two, only the anchor that went away is lost (G10.117).
    """
    board = work.board
    for name in in_order(board.webs):
        for strand in board.webs[name].strands:
            web = board.webs.get(name)
            if web is None or web.strength or strand not in web.strands or not growth(work, web, strand):
                continue
            if web.kind == "globular":
                lose(board, name, strand.one if strand.other in web.points else strand.other, work.record)
            elif (gone := _went_away(work, web, strand)) is not None:
                lose(board, name, gone, work.record)
            else:
                work.record(WebDissolved(web=name, cause="parted"))


def _went_away(work: Resolution, web: Web, strand: Strand) -> str | None:
    """The anchor that a linear web loses with a strand that nobody paid for; None when all of the web goes.

    The one that moved, or of two that did the one at the web's end.
    """
    if len(web.strands) == 1:
        return None
    ends = (strand.one, strand.other)
    moved = [end for end in ends if end in work.starts and work.starts[end] != work.board.place_of(web, end)]
    last = [end for end in ends if sum(end in {each.one, each.other} for each in web.strands) == 1]
    found = moved if len(moved) == 1 else last
    return found[0] if len(found) == 1 else None


def begin(work: Resolution, unit: Unit, kind: WebKind) -> str:
    """Begin a web without strands; its name."""
    name = new_name(work.board)
    work.record(WebPlaced(web=name, player=unit.player, kind=kind))
    return name


def new_name(board: Board) -> str:
    """The name of the web that is made next: web-1, web-2, and so on."""
    return next(name for number in count(board.webs_made + 1) if (name := f"web-{number}") not in board.webs)


def _strand(board: Board, one: str, other: str) -> tuple[Web, Strand] | None:
    """The strand between two anchors and its web, None when there is none."""
    for name in in_order(board.webs):
        for strand in board.webs[name].strands:
            if {strand.one, strand.other} == {one, other}:
                return board.webs[name], strand
    return None


def _home(board: Board, unit: Unit, ends: set[str]) -> str | None:
    """The linear web that a new strand adds to: the first that one of its ends already holds. Rule: G10.224.

    Webs of two sides are two webs, also where a planet holds both [house].
    """
    friends = {each.player for each in board.units.values() if each.side == unit.side}
    for name in in_order(board.webs):
        web = board.webs[name]
        if web.kind == "linear" and web.player in friends and ends & {*anchors(web)}:
            return name
    return None


# power


def power(work: Resolution) -> None:
    """Carry out `power web-1 to 3.5`, by the web's name and the unit's, one after the other. Rule: G10.3."""
    work.carry_out(WebPowerOrdered, by=lambda order: (order.web, order.unit, order.traditional))


def empower(board: Board, name: str, unit: str, traditional: int, record: Record) -> None:
    """Give a web the strength that the players found by the printed rules, in ten-thousandths.

    It counts four times; a cast web's counts as it is, as its caster's chart has it. Rule: G10.3, note on web casters.
    """
    counts = strength(traditional, 1 if board.webs[name].kind == "cast" else TIMES)
    record(WebPowered(web=name, by=unit, traditional=traditional, strength=counts))
    prune(board, name, record)


def prune(board: Board, name: str, record: Record) -> None:
    """Take away the points that a web with power can't keep; without points it is gone. Rule: G10.12."""
    web = board.webs[name]
    if web.kind != "globular" or not web.strength:
        return
    pairs = [(strand.one, strand.other) for strand in web.strands]
    if lost := points_lost(in_order(web.points), pairs, anchors(web)):
        record(PointsLost(web=name, points=lost))
    if not web.points:
        record(WebDissolved(web=name, cause="points"))


# who is in which web


class _Line(Struct, frozen=True):
    """A strand of a web with power, and the box that holds everything in it."""

    web: str
    one: Place
    other: Place
    low: Place
    high: Place

    def holds(self, at: Place) -> bool:
        """Whether a place is less than two hexes from it."""
        low, high = self.low, self.high
        return (
            low.x <= at.x <= high.x
            and low.y <= at.y <= high.y
            and low.z <= at.z <= high.z
            and in_web(at, self.one, self.other)
        )


def hold(work: Resolution) -> None:
    """Record who has come into a web with power and who is free again; who comes in loses all inertia at once.

    Of several webs the strongest counts, of equals the first by name (house). Asked for before
    anything turns, so that webs count that got power now or since the last exchange, after everything has moved, and
    when webs have been laid. Rule: G10.51, G10.511.
    """
    board = work.board
    every = [*_lines(board)]
    for unit in board.out():
        line = next((line for line in every if line.holds(unit.place)), None)
        if line is None:
            if unit.trapped is not None:
                work.record(UnitFreed(unit=unit.name))
            continue
        if unit.trapped != line.web:
            nearest = min(distance(unit.place, each.one, each.other) for each in every if each.web == line.web)
            work.record(UnitTrapped(unit=unit.name, web=line.web, exact=nearest))
        lose_inertia(work, unit)


def lose_inertia(work: Resolution, unit: Unit) -> None:
    """All inertia of a unit in a web is lost. Rule: G10.511."""
    if unit.inertia and unit.trapped is not None:
        lost = Inertia(-unit.inertia.x, -unit.inertia.y, -unit.inertia.z)
        work.record(InertiaChanged(unit=unit.name, cause="web", change=lost, inertia=Inertia(), by=unit.trapped))


def _lines(board: Board) -> Iterator[_Line]:
    """Every strand of a web with power, the strongest web's first."""
    webs: list[Web] = [web for web in board.webs.values() if web.strength > 0]
    for web in sorted(webs, key=lambda web: (-web.strength, web.name)):
        for one, other in board.lines(web):
            low = Place(*(min(pair) - REACH for pair in zip(_three(one), _three(other), strict=True)))
            high = Place(*(max(pair) + REACH for pair in zip(_three(one), _three(other), strict=True)))
            yield _Line(web.name, one, other, low, high)


def _three(place: Place) -> tuple[int, int, int]:
    return place.x, place.y, place.z
