"""Orders in a game by mail: checked, kept as they will be sealed, taken back; a receipt says what became of them.

Orders stay in the drawer until letters are written; only then are they sealed. So a file can be corrected until nobody
else could have seen the seal.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from attrs import frozen

from sits_es.canonical import canonical
from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.game.play import read_forms
from sits_es.orders.faults import OrderFault, OrderFaults
from sits_es.orders.frame import MOST_LINES, read_sheet, scan_sheet
from sits_es.orders.normal import how_they_stand, standing_forms, write_line, write_sheet
from sits_es.orders.sheet import OrderSheet
from sits_es.post import news
from sits_es.post.desk import Desk
from sits_es.post.log import boxes, exchanges
from sits_es.post.log.packets import Standing
from sits_es.post.replica import Replica, replica_of
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import counted, shell
from sits_es.service.orders import (
    OrderFile,
    as_called,
    forecast_lines,
    game_named,
    nothing_owed,
    played_lines,
    read_order_file,
)

_TICKET: Final = re.compile(r"(?m)^[\s#]*ticket\s+([0-9a-f]{16})\b")
#: What a block says of how far its orders hold.
_UPTO: Final = re.compile(r"(?mi)^[\s#]*up to\s+(\S+)")
#: Words of a comment in the ORDERS block of a report: as long as they stand, a block without orders is not taken.
AS_IT_STANDS: Final = "Sent back as it stands"
#: Under this name the drawer keeps the secret by which a program knows its own reports again.
_SECRET: Final = "reports"  # noqa: S105 -- the name of a bookmark


@frozen(kw_only=True)
class Receipt:
    """What became of orders. kept: the exchanges they are for; words: for the player."""

    game: str
    kept: tuple[Moment, ...]
    words: str


def game_of(desk: Desk, source: str, text: str) -> Replica:
    """The game by mail that orders name. Raises NotAllowedError, NotNowError."""
    name = game_named(text)
    if name is None:
        raise NotAllowedError(f"{source}: the orders do not say which game they are for.")
    return replica_of(desk, name)


def give(
    replica: Replica,
    source: str,
    text: str,
    upto: Moment | None = None,
    *,
    seat: str | None = None,
    by_mail: bool = False,
) -> Receipt:
    """Check a player's orders and keep them until letters are written, in place of earlier ones.

    upto: the last exchange they are for, ordered or not; seat: of a player without a program; by_mail: it came by mail,
    and holds as far as it says, or further. Raises OrderFaults with every mistake, NotNowError where none can be given.
    """
    me, called, drawer = seat or replica.me, replica.called, replica.desk.drawer
    owed = _may_order(replica, me)
    found = _checked(replica, source, text, me)
    ordered = _last_ordered(replica, found.sheet)
    last = max(upto or ordered, ordered) if by_mail else upto or ordered
    alone = tuple(nothing_owed(replica.course.fold, me))
    orders = _orders(replica, me, found.sheet, last)
    if not orders:
        raise NotNowError(" ".join(alone) or _all_sealed(replica, me, last))
    if faults := list(_crowded(replica, orders)):
        raise NotAllowedError(faults)
    before = {moment: plot.lines for moment, plot in replica.plots(me).items()}
    for moment, lines in orders.items():
        drawer.plot(replica.name, me, moment, replica.plot(lines))
    drawer.save()
    how = "are in order and will be sealed with the next letters"
    if all(before.get(moment) == lines for moment, lines in orders.items()):
        how = "stand already, just as they are here"
    elif not owed.sealed and not alone:
        how = "go out in the open with the next letters"
    elif seat is not None:
        how = "are in order and count once all others have sealed; answer again to change them"
    first = f"Your orders for {called} {span_of(replica, orders)} {how}. In normal form:"
    steps = found.sheet.by_step(_steps(replica, moment) for moment in orders)
    leads = forecast_lines(replica.course.rules, replica.course.game.board, found.player, steps)
    normal = write_sheet(found.sheet, replica.course.rules.language).rstrip("\n")
    words = [*alone, first, "", normal, *([""] if leads else []), *leads, *(f"\n{each}" for each in found.warned)]
    return Receipt(game=called, kept=tuple(orders), words="\n".join(words))


def _may_order(replica: Replica, seat: str) -> Owed:
    course = replica.course
    replica.must_go_on()
    if seat not in replica.state.playing:
        raise NotAllowedError(f"{seat} gives no orders in {replica.called}.")
    owed = replica.state.owed
    if owed is None:
        raise NotNowError(f"Nobody owes orders in {replica.called} at {course.rules.label(course.moment)}.")
    return owed


def _open_for(replica: Replica, seat: str) -> tuple[Moment, ...]:
    """Exchanges for which a seat's orders can be given or changed now."""
    state, found = replica.state, []
    for owed in state.course.upcoming():
        exchange = state.exchange(owed.moment)
        if seat not in owed.orders_by:
            continue
        if not owed.sealed:
            act_is_there = exchange.set is not None and exchange.set.digest is not None
            found += [owed.moment] if owed == state.owed and not act_is_there else []
        elif seat not in exchange.seals and exchange.set is None and not replica.has_sealed(owed.moment, seat):
            found.append(owed.moment)
    return tuple(found)


def _all_sealed(replica: Replica, seat: str, last: Moment) -> str:
    owed = [each.moment for each in replica.state.course.upcoming() if seat in each.orders_by and each.moment <= last]
    if not owed:
        return f"{seat} owes no orders for {replica.called} {replica.course.rules.label(replica.course.moment)}."
    return f"{seat}'s orders for {replica.called} {span_of(replica, owed)} are sealed and out. A seal is never changed."


def _checked(replica: Replica, source: str, text: str, seat: str) -> OrderFile:
    """A player's orders, checked. Raises OrderFaults with every mistake."""
    scanned = as_called(replica.opened, scan_sheet(text, replica.course.rules.language))
    sheet, secret = scanned.sheet, list[OrderFault]()
    if sheet is not None and sheet.secret is not None:
        said = "A game by mail makes its own secrets, and others who read this one know your orders."
        secret = [OrderFault.at(sheet.places["secret"], f"{said} Take the line out.")]
    try:
        played = played_lines(replica.opened)
        found = read_order_file(replica.course.fold, source, text, seat, played, scanned, replica.called)
    except OrderFaults as others:
        raise OrderFaults([*others.faults, *secret], source, text) from others
    if secret:
        raise OrderFaults(secret, source, text)
    return found


def _last_ordered(replica: Replica, sheet: OrderSheet) -> Moment:
    """The last exchange that a sheet orders; lines for the whole turn do not count."""
    course = replica.course
    steps = {step for line in sheet.lines if not line.whole_turn for step in line.steps}
    return max([course.moment, *(owed.moment for owed in course.upcoming() if steps & set(owed.steps))])


def _steps(replica: Replica, moment: Moment) -> tuple[int, ...]:
    return next((owed.steps for owed in replica.course.upcoming() if owed.moment == moment), ())


def _orders(replica: Replica, seat: str, sheet: OrderSheet, last: Moment) -> dict[Moment, tuple[str, ...]]:
    """A seat's orders as they are sealed, for each exchange up to the last that it can order now.

    Raises NotAllowedError for more than a packet holds.
    """
    found, language = {}, replica.course.rules.language
    for moment in _open_for(replica, seat):
        forms = sheet.at(*_steps(replica, moment)) if moment <= last else ()
        if len(forms) > MOST_LINES:
            raise NotAllowedError(
                f"The orders for an exchange come to {len(forms)} lines, one for each unit and step of an order. By "
                f"mail it can be {MOST_LINES} at most. Leave some out."
            )
        if moment <= last:
            found[moment] = tuple(write_line(form, language) for form in forms)
    return found


def _crowded(replica: Replica, orders: Mapping[Moment, tuple[str, ...]]) -> Iterator[str]:
    """Orders that do not fit into a box."""
    most = replica.state.terms.box
    for moment, lines in orders.items():
        if (size := boxes.size_of(lines)) > most:
            where = replica.course.rules.label(moment)
            allowed = f"the terms of {replica.name} allow {most}. Leave some out."
            yield f"The orders for {where} take {size} bytes, packed; {allowed}"


def span_of(replica: Replica, moments: Collection[Moment]) -> str:
    """Exchanges in words, the first and the last."""
    first, last = (replica.course.rules.label(moment) for moment in (min(moments), max(moments)))
    return first if first == last else f"{first} to {last}"


def take_back(replica: Replica) -> str:
    """Forget one's orders that are not sealed yet. Raises NotNowError where there are none."""
    drawer, name, me = replica.desk.drawer, replica.name, replica.me
    open_ones = _open_for(replica, me)
    plotted = [moment for moment in replica.plots(me) if moment in open_ones]
    if not plotted:
        at = replica.course.rules.label(replica.course.moment)
        raise NotNowError(f"No orders of yours wait to be sealed in {replica.called} at {at}.")
    for moment in plotted:
        drawer.plot(name, me, moment, None)
    drawer.save()
    again = "Give others: sits orders seal FILE"
    return f"Your orders for {replica.called} {span_of(replica, plotted)} are taken back; nobody has seen them. {again}"


def let_pass(replica: Replica) -> str:
    """Order nothing in the exchange that is one's own to act in, and say so in the open. Raises NotNowError."""
    owed, me = replica.state.owed, replica.me
    replica.must_go_on()
    if owed is None or exchanges.actor(replica.state, owed) != me:
        raise NotNowError(f"You do not act alone in {replica.called} now: {news.others(replica)}.")
    replica.desk.drawer.plot(replica.name, me, owed.moment, replica.plot(()))
    replica.desk.drawer.save()
    return f"You let {replica.called} {owed.label} pass; that goes out with the next letters."


def before_giving(desk: Desk, source: str, text: str, player: str | None = None) -> tuple[str, ...]:
    """What giving a file's orders would do, once they are in order; nothing for a game that is not played by mail."""
    named = game_named(text)
    here = desk.find_game(named) if named is not None else None
    if here is None or here.me is None or player not in (None, here.me):
        return ()
    try:
        replica = replica_of(desk, here.name)
        sheet = as_called(replica.opened, scan_sheet(text, replica.course.rules.language)).sheet
        return () if sheet is None else tuple(_told_before(replica, sheet, shell(source)))
    except GameError as refusal:
        return refusal.problems


def _told_before(replica: Replica, sheet: OrderSheet, file: str) -> Iterator[str]:
    owed, me, label = _may_order(replica, replica.me), replica.me, replica.course.rules.label
    if sheet.game != replica.called:
        yield f"They are for {sheet.game}, which the game has left. It goes on as {replica.called}."
        return
    last = _last_ordered(replica, sheet)
    orders = _orders(replica, me, sheet, last)
    alone = tuple(nothing_owed(replica.course.fold, me))
    yield from alone
    if not orders:
        yield from () if alone else (_all_sealed(replica, me, last),)
        return
    how = "have them sealed" if owed.sealed or alone else "give them in the open"
    yield f"To {how} for {replica.called} {span_of(replica, orders)}: sits orders seal {file}"
    if empty := ", ".join(label(moment) for moment, lines in orders.items() if not lines):
        yield f"Nothing is ordered for {empty}, and that {'is sealed too' if owed.sealed else 'goes out as well'}."
    faults = list(_crowded(replica, orders))
    yield from faults
    if not faults and owed.sealed:
        size, most = max((boxes.size_of(lines), moment) for moment, lines in orders.items())
        room = f"{size} of {counted(replica.state.terms.box, 'byte')}"
        yield f"Room in the box of an exchange: {room} are used at the most, in {label(most)}."


def stand(replica: Replica, source: str, text: str | None) -> Standing:
    """Standing orders from the lines of a file that hold in the whole turn; without a text one's units drift.

    All can read them. Raises OrderFaults for a file that can't be read, NotAllowedError for one without such lines.
    """
    course, language = replica.course, replica.course.rules.language
    _may_order(replica, replica.me)
    number = replica.state.standing.get(replica.me, (0, ()))[0] + 1
    if text is None:
        return Standing(number=number, lines=())
    sheet = read_sheet(text, language, source)
    lines = tuple(write_line(form, language) for form in standing_forms(sheet, language))
    own = course.rules.units(course.game.board, replica.me)
    if strange := sorted({line.unit for line in sheet.lines} - set(own)):
        raise NotAllowedError(f"{', '.join(strange)}: not yours to order. Yours: {', '.join(own)}.")
    if not lines:
        raise NotAllowedError(f"{source} has no orders for the whole turn.{how_they_stand(language)}")
    read_forms(course.rules, lines, 1)
    if faults := list(_crowded(replica, {course.moment: lines})):
        raise NotAllowedError(faults)
    return Standing(number=number, lines=lines)


# orders that answer a report


def ticket(desk: Desk, branch: str, seat: str, moment: Moment) -> str:
    """A word that only this program can have put into a report: orders that come back by mail must hold it."""
    drawer = desk.drawer
    secret = drawer.mark("", _SECRET)
    if secret is None:
        drawer.put_mark("", _SECRET, secret := desk.random(32))
    place = canonical([branch, seat, moment.turn, moment.segment])
    return hmac.digest(secret, place, hashlib.sha256).hex()[:16]


def seat_of_ticket(replica: Replica, text: str) -> str | None:
    """Whose report of this turn orders answer, by the ticket in them; None where they hold none."""
    held, at, stream = _TICKET.search(text), replica.course.moment, replica.course.point.stream
    moments = [] if held is None else [Moment(at.turn, step) for step in range(1, at.segment + 1)]
    by = {ticket(replica.desk, stream, seat, each): seat for seat in replica.state.seats for each in moments}
    return None if held is None else by.get(held[1])


def stands(replica: Replica, text: str) -> bool:
    """Whether an ORDERS block orders nothing and says of itself that it came back as it stands."""
    scanned = scan_sheet(text, replica.course.rules.language)
    empty = scanned.sheet is not None and not (scanned.sheet.lines or scanned.faults)
    return empty and AS_IT_STANDS in text


def refused(replica: Replica, why: str) -> Receipt:
    """A receipt that says why orders are not taken."""
    return Receipt(game=replica.called, kept=(), words=f"Your orders for {replica.called} are not taken. {why}")


def take_block(replica: Replica, seat: str, source: str, text: str) -> Receipt:
    """Take an ORDERS block that came by mail: it counts only with the ticket of a report that was written here.

    It holds up to the exchange that it names. One without orders is a report that was answered as it stood, unless its
    player took out the line that says so.
    """
    if seat_of_ticket(replica, text) != seat:
        where = "They do not hold the ticket of a report of this turn."
        return refused(replica, f"{where} Answer the newest report, with its ORDERS block left in place.")
    if stands(replica, text):
        return refused(replica, "The ORDERS block orders nothing.")
    named = _UPTO.search(text)
    try:
        upto = None if named is None else replica.course.rules.read_moment(named[1])
        return give(replica, source, text, upto, seat=None if seat == replica.me else seat, by_mail=True)
    except GameError as fault:
        return refused(replica, f"\n{fault}")


def last_of_turn(replica: Replica, seat: str) -> Moment:
    """The last exchange of this turn for which a seat can order now."""
    turn = replica.course.moment.turn
    return max((each for each in _open_for(replica, seat) if each.turn == turn), default=replica.course.moment)
