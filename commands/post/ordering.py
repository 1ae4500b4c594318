"""Orders of a player's own hand: checked, put in normal form, sealed. A receipt says what became of them."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from commands.order_files import OrderFile, read_order_file
from commands.post.chain import Chain
from commands.post.desk import Desk
from commands.post.foretelling import predicted, span_of
from commands.post.releasing import unsealed_by
from commands.post.replica import Replica
from commands.post.sealing import seal_orders, umpire_of
from sits_es.canonical import canonical
from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.events import Event
from sits_es.game.moments import Moment
from sits_es.orders.normal import write_line, write_sheet
from sits_es.orders.sheet import OrderSheet

_TICKET = re.compile(r"(?m)^[\s#]*ticket\s+([0-9a-f]{16})\b")
_GAME = re.compile(r"(?mi)^\s*game\s+(?:\"([^\"]*)\"|(\S+))")


@frozen(kw_only=True)
class Receipt:
    """What became of orders. sealed: exchanges that are sealed now; words: for the player, all of it."""

    game: str
    sealed: tuple[Moment, ...]
    words: str


def seal_text(replica: Replica, source: str, text: str, upto: Moment | None = None) -> Receipt:
    """Check and seal a player's orders. upto: the last exchange to seal, ordered or not.

    Raises OrderFaults with every mistake, NotNowError when nothing is left to seal.
    """
    chain = replica.chain()
    me = _player(chain, replica)
    found = read_order_file(chain.fold, source, text, me)
    ledger = replica.ledger(chain)
    last = upto or last_ordered(chain, found.sheet)
    moments = [moment for moment in unsealed_by(chain, ledger, me) if moment <= last]
    if not moments:
        where = last.written(chain.rules.steps)
        raise NotNowError(f"{me} has sealed {chain.name} up to {where} already, and a seal is never changed.")
    umpire = umpire_of(chain)
    if umpire is not None and any(ledger.seal(umpire, moment, chain) is None for moment in moments):
        raise NotNowError(
            f"The umpire's seal for {moments[0].written(chain.rules.steps)} is not here yet. Wait for it."
        )
    orders = {moment: lines_of(chain, found.sheet.at(moment.segment)) for moment in moments}
    replica.post(seal_orders(chain, me, orders, replica.desk.secrets, os.urandom))
    return Receipt(game=chain.name, sealed=tuple(moments), words="\n".join(_words(chain, found, moments)))


def _player(chain: Chain, replica: Replica) -> str:
    if chain.game.ended is not None:
        raise NotNowError(f"{chain.name} is over: {chain.game.ended}")
    if replica.seat.player not in chain.game.players:
        raise NotAllowedError(f"{replica.seat.player or 'Nobody'} gives no orders in {chain.name}.")
    return replica.me


def last_ordered(chain: Chain, sheet: OrderSheet) -> Moment:
    """The last exchange that a sheet orders; lines for the whole turn do not count."""
    at = chain.game.moment
    segments = [segment for line in sheet.lines if not line.whole_turn for segment in line.segments]
    return Moment(at.turn, max([at.segment, *segments]))


def lines_of(chain: Chain, forms: Sequence[Event]) -> tuple[str, ...]:
    """Orders as the lines that are sealed."""
    return tuple(write_line(form, chain.rules.language) for form in forms)


def _words(chain: Chain, found: OrderFile, moments: Sequence[Moment]) -> Iterator[str]:
    yield f"Your orders for {chain.name} {span_of(chain, moments)} are in order and sealed. In normal form:"
    yield ""
    yield write_sheet(found.sheet, chain.rules.language).rstrip("\n")
    yield from predicted(chain, found.player, {moment.segment: found.sheet.at(moment.segment) for moment in moments})


def ticket(desk: Desk, branch: str, player: str, moment: Moment) -> str:
    """A word that only this program can have put into a report: orders that come back by mail must hold it."""
    place = canonical([branch, player, moment.turn, moment.segment])
    return hmac.digest(desk.secrets.ticket(), place, hashlib.sha256).hex()[:16]


def game_named(text: str) -> str | None:
    """The game that orders are for, by their own words."""
    named = _GAME.search(text)
    return (named[1] or named[2]) if named else None


def game_of(desk: Desk, source: str, text: str) -> Replica:
    """The game by mail that orders name. Raises NotAllowedError."""
    named = game_named(text)
    if named is None:
        raise NotAllowedError(f"{source}: the orders do not say which game they are for.")
    seat = desk.seat(named)
    if seat.player is None or not desk.started(seat):
        raise NotNowError(f"{seat.game} has not begun here.")
    return Replica(desk, seat)


def take_block(desk: Desk, source: str, text: str) -> Receipt:
    """Take an ORDERS block that came by mail: it counts only with the ticket of a report that was written here.

    Raises GameError; whatever is wrong is one's own to mend, so nothing is told to anybody else.
    """
    replica = game_of(desk, source, text)
    chain = replica.chain()
    at = chain.game.moment
    held = _TICKET.search(text)
    steps = [Moment(at.turn, segment) for segment in range(1, len(chain.rules.steps) + 1)]
    good = {ticket(desk, chain.name, replica.me, moment): moment for moment in steps}
    if held is None or held[1] not in good:
        raise NotAllowedError(
            f"{source}: the orders do not hold the ticket of a report of this turn. Answer the newest report, with "
            "its ORDERS block left in place, or seal them by hand: sits orders seal FILE"
        )
    try:
        return seal_text(replica, source, text)
    except GameError as fault:
        return Receipt(game=chain.name, sealed=(), words=f"Your orders for {chain.name} are not sealed.\n{fault}")
