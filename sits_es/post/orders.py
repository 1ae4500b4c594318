"""Orders by mail: checked, stored, taken back. They are sealed when letters are written; until then they can change."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sits_es.canonical import canonical
from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.game.play import read_forms
from sits_es.orders.faults import OrderFault
from sits_es.orders.frame import read_sheet, scan_sheet
from sits_es.orders.names import same
from sits_es.orders.normal import how_they_stand, standing_forms, write_line, write_sheet
from sits_es.orders.sheet import OrderSheet
from sits_es.post import news
from sits_es.post.desk import Desk
from sits_es.post.log import boxes, exchanges, packets
from sits_es.post.log.packets import Standing
from sits_es.post.replica import Replica, replica_of
from sits_es.post.signing import sealed_by
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import shell
from sits_es.service.orders import (
    as_called,
    forecast_lines,
    game_of_file,
    lines_by_step,
    means,
    nothing_owed,
    ordered_ahead,
    played_lines,
    read_order_file,
)

_TICKET: Final = re.compile(r"(?m)^[\s#]*ticket\s+([0-9a-f]{16})\b")
#: How far a block's orders hold, by its own words.
_UPTO: Final = re.compile(r"(?mi)^[\s#]*up to\s+(\S+)")
#: A comment in the ORDERS block of a report. While it stands, a block without orders is not taken.
AS_IT_STANDS: Final = "Sent back unchanged"


class Receipt(Struct, frozen=True, kw_only=True):
    """What became of orders. kept: the exchanges they are for; words: for the player."""

    game: str
    kept: tuple[Moment, ...]
    words: str


def game_of(desk: Desk, source: str, text: str) -> Replica:
    """The game by mail that an order file names. Raises OrderFaults, NotAllowedError, NotNowError."""
    return replica_of(desk, game_of_file(desk.session, source, text).stream)


def give(
    replica: Replica,
    source: str,
    text: str,
    upto: Moment | None = None,
    *,
    seat: str | None = None,
    by_mail: bool = False,
) -> Receipt:
    """Check a player's orders and store them in place of earlier ones. upto: the last exchange they are for.

    seat: a player's without a program; by_mail: they hold as far as they say. Raises OrderFaults with every mistake,
    NotAllowedError, NotNowError.
    """
    me, drawer, rules = seat or replica.me, replica.desk.drawer, replica.course.rules
    at_hand, scanned = _may_order(replica, me), as_called(replica.opened, scan_sheet(text, rules.language))
    if scanned.sheet is not None and scanned.sheet.secret is not None:
        said = "A game by mail makes its own secrets, and whoever reads this secret knows your orders. Delete the line."
        secret = OrderFault.at(scanned.sheet.places["secret"], said)
        scanned = replace(scanned, faults=(*scanned.faults, secret))
    sealed = sealed_lines(replica, me)
    played = played_lines(replica.opened)
    found = read_order_file(replica.course.fold, source, text, me, played, scanned, replica.called, sealed)
    ordered = _last_ordered(replica, found.sheet)
    orders = _orders(replica, me, found.sheet, max(upto or ordered, ordered) if by_mail else upto or ordered)
    if faults := list(_crowded(replica, orders)):
        raise NotAllowedError(faults)
    before = {moment: plot.lines for moment, plot in replica.plots(me).items()}
    for owed, lines in orders.items():
        replica.plot(me, owed.moment, lines)
    drawer.save()
    alone = [*nothing_owed(replica.course.fold, me)]
    how = "are valid and will be sealed with the next letters"
    if all(before.get(owed.moment) == lines for owed, lines in orders.items()):
        how = "are the same as those already given"
    elif not at_hand.sealed and not alone:
        how = "go out in the open with the next letters"
    elif seat is not None:
        how = "are valid and count once all others have sealed; answer again to change them"
    earlier = [owed for owed, lines in orders.items() if before.get(owed.moment, lines) != lines]
    how += f". They replace your orders for {_span(earlier)}" if earlier else ""
    first = f"Your orders for {replica.called} {_span(orders)} {how}. In normal form:"
    steps = ordered_ahead(replica.course.fold, found.sheet, me, sealed)
    steps |= found.sheet.by_step(owed.steps for owed in orders)
    leads = forecast_lines(rules, replica.course.game.board, found.player, dict(sorted(steps.items())))
    normal = write_sheet(found.sheet, rules.language).rstrip("\n")
    words = [*alone, first, "", normal, *([""] if leads else []), *leads, *(f"\n{each}" for each in found.warned)]
    return Receipt(game=replica.called, kept=tuple(owed.moment for owed in orders), words="\n".join(words))


def draft(replica: Replica, level: str) -> str | None:
    """Give a bot's orders for this seat, if it owes some and has given none. What it does, in words, or None.

    level: the best at which it plays, if the rule system has it.
    """
    me, course = replica.me, replica.course
    owes = course.rules.has_plans and not course.over and news.owes(replica, me)
    if not owes or course.moment in replica.plots(me):
        return None
    from sits_es.service.bot import bot_orders, levels_of

    levels = levels_of(course.rules)
    level = level if level in levels else levels[-1]
    drafted = bot_orders(course.fold, replica.called, me, level, replica.desk.random(8).hex())
    give(replica, f"the {level}'s orders", drafted.text(course.fold))
    return f"The {level} gives your orders for {news.where(replica)}: {drafted.plan.name}."


def _may_order(replica: Replica, seat: str) -> Owed:
    """The exchange at hand. Raises NotAllowedError, NotNowError if a seat can give no orders."""
    replica.must_go_on()
    if seat not in replica.state.playing:
        raise NotAllowedError(f"{seat} gives no orders in {replica.called}.")
    if replica.state.owed is None:
        at = replica.course.rules.label(replica.course.moment)
        raise NotNowError(f"Nobody owes orders in {replica.called} at {at}.")
    return replica.state.owed


def _open_for(replica: Replica, seat: str) -> list[Owed]:
    """Exchanges for which a seat can give or change orders now."""
    found = []
    for owed in (each for each in replica.course.upcoming if seat in each.orders_by):
        exchange, at_hand = replica.state.exchange(owed.moment), owed == replica.state.owed
        sealed = seat in exchange.seals or exchange.set is not None or replica.has_sealed(owed.moment, seat)
        if (at_hand and exchange.fixed is None) if not owed.sealed else not sealed:
            found.append(owed)
    return found


def sealed_lines(replica: Replica, seat: str) -> dict[tuple[str, int], tuple[str, ...]]:
    """What a seat has sealed for the rest of this turn and can't change: (player, step) -> lines, none too."""
    course, found = replica.course, dict[tuple[str, int], tuple[str, ...]]()
    # whoever acts in the open has sealed a nonce and no orders
    own = (owed for owed in course.upcoming if owed.sealed and seat in owed.orders_by)
    for owed in (each for each in own if each.moment.turn == course.moment.turn):
        if (opening := sealed_by(replica, seat, owed.moment)) is not None:
            found |= dict.fromkeys(((seat, step) for step in owed.steps), ())
            by_step = lines_by_step(course.rules, owed.steps[0], opening.lines)
            found |= {(seat, step): lines for step, lines in by_step}
    return found


def sealed_here(desk: Desk, game: str) -> dict[tuple[str, int], tuple[str, ...]]:
    """The same for the player of a game by mail that has this name here; nothing for any other game."""
    here = desk.find_game(game)
    if here is None or here.me is None:
        return {}
    try:
        replica = replica_of(desk, here.name)
        return sealed_lines(replica, here.me) if means(replica.opened, game) else {}
    except GameError:
        return {}


def _last_ordered(replica: Replica, sheet: OrderSheet) -> Moment:
    """The last exchange that a sheet orders; lines for the whole turn do not count."""
    course = replica.course
    steps = {step for line in sheet.lines if not line.whole_turn for step in line.steps}
    return max([course.moment, *(owed.moment for owed in course.upcoming if steps & set(owed.steps))])


def _orders(replica: Replica, seat: str, sheet: OrderSheet, last: Moment) -> Mapping[Owed, tuple[str, ...]]:
    """A seat's orders for each open exchange up to a last one. Raises NotNowError if none is open."""
    course, language = replica.course, replica.course.rules.language
    found = {
        owed: tuple(write_line(form, language) for form in sheet.at(*owed.steps))
        for owed in _open_for(replica, seat)
        if owed.moment <= last
    }
    if found:
        return found
    if alone := [*nothing_owed(course.fold, seat)]:
        raise NotNowError(alone)
    sealed = [owed for owed in course.upcoming if seat in owed.orders_by and owed.moment <= last]
    if not sealed:
        raise NotNowError(f"{seat} owes no orders for {news.where(replica)}.")
    raise NotNowError(_cannot_change(replica, seat, sealed))


def _cannot_change(replica: Replica, seat: str, sealed: Collection[Owed]) -> str:
    """Why a seat's orders for some exchanges stay as they are."""
    return f"{seat}'s orders for {replica.called} {_span(sealed)} are sealed and sent. A seal can't be changed."


def _crowded(replica: Replica, orders: Mapping[Owed, tuple[str, ...]]) -> Iterator[str]:
    """Which orders do not fit into a packet or a box."""
    most = replica.state.terms.box
    for owed, lines in orders.items():
        if len(lines) > packets.MOST_LINES:
            said = f"The orders for {owed.label} come to {len(lines)} lines, one for each unit and step of an order."
            yield f"{said} By mail the limit is {packets.MOST_LINES}. Leave some out."
        if (letters := max(map(len, lines), default=0)) > packets.MOST_LETTERS:
            said = f"An order for {owed.label} has {letters} characters in normal form."
            yield f"{said} By mail the limit is {packets.MOST_LETTERS}."
        if (size := boxes.size_of(lines)) > most:
            allowed = f"the terms of {replica.name} allow {most}. Leave some out."
            yield f"The orders for {owed.label} take {size} bytes, packed; {allowed}"


def _span(owed: Collection[Owed]) -> str:
    """Exchanges in words, from the first to the last."""
    labels = [each.label for each in owed]
    return labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"


def take_back(replica: Replica) -> str:
    """Forget the player's orders that are not sealed yet. Raises NotNowError if there are none."""
    drawer, plots = replica.desk.drawer, replica.plots(replica.me)
    free = _open_for(replica, replica.me)
    plotted = [owed for owed in free if owed.moment in plots]
    sealed = [owed for owed in replica.course.upcoming if replica.me in owed.orders_by and owed not in free]
    if not plotted and sealed:
        raise NotNowError(_cannot_change(replica, replica.me, sealed))
    if not plotted:
        at = replica.course.rules.label(replica.course.moment)
        raise NotNowError(f"You have no orders waiting to be sealed in {replica.called} at {at}.")
    for owed in plotted:
        replica.plot(replica.me, owed.moment, None)
    drawer.save()
    again = "To give new ones: sits orders seal FILE"
    return f"Your orders for {replica.called} {_span(plotted)} have been taken back; nobody has seen them. {again}"


def let_pass(replica: Replica) -> str:
    """Order nothing, in the open, in an exchange in which the player acts alone. Raises NotNowError."""
    owed, me = replica.state.owed, replica.me
    replica.must_go_on()
    if owed is None or exchanges.actor(replica.state, owed) != me:
        raise NotNowError(f"You do not act alone in {replica.called} now: {news.others(replica)}.")
    replica.plot(me, owed.moment, ())
    replica.desk.drawer.save()
    return f"You pass in {replica.called} {owed.label}; your pass goes out with the next letters."


def before_giving(desk: Desk, source: str, text: str, player: str | None = None) -> tuple[str, ...]:
    """What giving a file's orders would do, if they are valid; nothing for a game that is not by mail."""
    here = desk.find_game(game_of_file(desk.session, source, text).stream)
    if here is None or here.me is None or same(player or here.me, [here.me]) is None:
        return ()
    try:
        replica = replica_of(desk, here.name)
        sheet = as_called(replica.opened, scan_sheet(text, replica.course.rules.language)).sheet
        return () if sheet is None else tuple(_told_before(replica, sheet, shell(source)))
    except GameError as refusal:
        return refusal.problems


def _told_before(replica: Replica, sheet: OrderSheet, file: str) -> Iterator[str]:
    at_hand, me = _may_order(replica, replica.me), replica.me
    if sheet.game != replica.called:
        yield f"These orders are for {sheet.game}, but the game now goes on as {replica.called}."
        return
    orders = _orders(replica, me, sheet, _last_ordered(replica, sheet))
    alone = [*nothing_owed(replica.course.fold, me)]
    yield from alone
    how = "have them sealed" if at_hand.sealed or alone else "give them in the open"
    yield f"To {how} for {replica.called} {_span(orders)}: sits orders seal {file}"
    if empty := ", ".join(owed.label for owed, lines in orders.items() if not lines):
        yield f"You give no orders for {empty}; empty orders are {'sealed' if at_hand.sealed else 'sent'} too."
    yield from _crowded(replica, orders)


def stand(replica: Replica, source: str, text: str | None) -> Standing:
    """Standing orders: a file's lines for the whole turn, else drift. Raises OrderFaults, NotAllowedError."""
    course, language = replica.course, replica.course.rules.language
    owed = _may_order(replica, replica.me)
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
    if faults := [*_crowded(replica, {owed: lines})]:
        raise NotAllowedError(faults)
    return Standing(number=number, lines=lines)


# orders that answer a report


def ticket(desk: Desk, branch: str, seat: str, moment: Moment) -> str:
    """A word that only this program can have put into a report. Orders that come back by mail must hold it."""
    drawer = desk.drawer
    secret = drawer.mark("", "reports")
    if not secret:
        drawer.put_mark("", "reports", secret := desk.random(32).hex())
    place = canonical([branch, seat, moment.turn, moment.segment])
    return hmac.digest(bytes.fromhex(secret), place, hashlib.sha256).hex()[:16]


def seat_of_ticket(replica: Replica, text: str) -> str | None:
    """Whose report of this turn orders answer, by their ticket; None if they have none."""
    held, at, stream = _TICKET.search(text), replica.course.moment, replica.course.point.stream
    reports = ((seat, Moment(at.turn, step)) for seat in replica.state.seats for step in range(1, at.segment + 1))
    return next((seat for seat, each in reports if held and held[1] == ticket(replica.desk, stream, seat, each)), None)


def stands(replica: Replica, text: str) -> bool:
    """Whether an ORDERS block came back unchanged: it orders nothing and still has its comment."""
    scanned = scan_sheet(text, replica.course.rules.language)
    empty = scanned.sheet is not None and not (scanned.sheet.lines or scanned.faults)
    return empty and AS_IT_STANDS in text


def refused(replica: Replica, why: str) -> Receipt:
    """A receipt that says why orders are not taken."""
    return Receipt(game=replica.called, kept=(), words=f"Your orders for {replica.called} were not accepted. {why}")


def take_block(replica: Replica, seat: str, source: str, text: str) -> Receipt:
    """Take an ORDERS block that came by mail, if it has a ticket of this turn's reports. It holds as far as it says."""
    if seat_of_ticket(replica, text) != seat:
        where = "Your orders lack the ticket of a report from this turn."
        return refused(replica, f"{where} Answer the newest report, with its ORDERS block left in place.")
    if stands(replica, text):
        return refused(replica, "The ORDERS block holds no orders.")
    named = _UPTO.search(text)
    try:
        upto = None if named is None else replica.course.rules.read_moment(named[1])
        return give(replica, source, text, upto, seat=None if seat == replica.me else seat, by_mail=True)
    except GameError as fault:
        return refused(replica, f"\n{fault}")


def last_of_turn(replica: Replica, seat: str) -> Moment:
    """The last exchange of this turn for which a seat can give orders now."""
    at = replica.course.moment
    return max((owed.moment for owed in _open_for(replica, seat) if owed.moment.turn == at.turn), default=at)
