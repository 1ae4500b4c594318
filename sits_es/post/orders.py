"""Orders of a player's own hand: checked, put in normal form, sealed. A receipt says what became of them."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from sits_es.canonical import canonical
from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.events import Event
from sits_es.orders.faults import OrderFault, OrderFaults
from sits_es.orders.frame import MOST_LINES, Scanned, scan_sheet
from sits_es.orders.normal import write_line, write_sheet
from sits_es.orders.sheet import OrderSheet
from sits_es.post.acting import act, in_the_open, to_seal
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.seals import umpire_of, unsealed_by
from sits_es.post.receipts import predicted, span_of, what_stands
from sits_es.post.replica import Replica, replica_of
from sits_es.post.unsealing import can_unseal, firmness
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.service.orders import LinesPlayed, OrderFile, played_lines, read_order_file

_TICKET = re.compile(r"(?m)^[\s#]*ticket\s+([0-9a-f]{16})\b")
#: Exchanges of a turn whose tickets are known again: the one at hand, and those before it.
MOST_TICKETS = 64
_GAME = re.compile(r"(?mi)^\s*game\s+(?:\"([^\"]*)\"|(\S+))")


@frozen(kw_only=True)
class Receipt:
    """What became of orders. sealed: exchanges that are sealed now, or ordered in the open; words: for the player.

    again: the very same orders were given before; in_the_open: they are not sealed, as the player acts alone.
    warned: what is worth a warning in them, as the player reads it.
    """

    game: str
    sealed: tuple[Moment, ...]
    words: str
    again: bool = False
    in_the_open: bool = False
    warned: tuple[str, ...] = ()


def seal_text(
    replica: Replica,
    source: str,
    text: str,
    upto: Moment | None = None,
    *,
    goes_on: bool = False,
    scanned: Scanned | None = None,
) -> Receipt:
    """Check and seal a player's orders. upto: the last exchange to seal, ordered or not.

    scanned: the text as it was read, where it was read before.
    goes_on: the text may hold what was ordered for exchanges that are over, as it was; never for a text from a mail,
    which may be an old one that comes again.
    Where the player acts alone, the orders for the open exchange go out openly instead.
    Raises OrderFaults with every mistake, NotNowError when other orders are sealed already, or none are owed.
    """
    chain = replica.chain()
    me = _player(chain, replica)
    alone = in_the_open(chain, me)
    scanned = scanned or scan_sheet(text, chain.rules.language)
    played = played_lines(replica.desk.session.open_game(chain.name)) if goes_on else {}
    found = _checked(chain, source, text, scanned, me, played)
    if alone is not None:
        return _given(replica, chain, found, alone)
    ledger = replica.ledger()
    last = upto or last_ordered(chain, found.sheet)
    left = unsealed_by(chain, ledger, me)
    moments = [moment for moment in left if moment <= last]
    if not moments:
        return sealed_before(replica, chain, ledger, found.sheet, last)
    umpire = umpire_of(chain)
    if umpire is not None and any(ledger.seal(umpire, moment, chain) is None for moment in moments):
        raise NotNowError(f"The umpire's seal for {chain.rules.label(moments[0])} is not here yet. Wait for it.")
    orders = {moment: lines_of(chain, found.sheet.at(*steps_of(chain, moment))) for moment in moments}
    replica.seal(orders)
    words = "\n".join(_words(chain, found, moments))
    return Receipt(game=chain.called, sealed=tuple(moments), words=words, warned=found.warned)


def _given(replica: Replica, chain: Chain, found: OrderFile, owed: Owed) -> Receipt:
    """Orders for the open exchange, in the open."""
    where = f"Your orders for {chain.called} {owed.label}"
    if not act(replica, chain, lines_of(chain, found.sheet.at(*owed.steps))):
        words = f"{where} are already given in the open, just as they are here."
        return Receipt(game=chain.called, sealed=(), words=words, again=True, in_the_open=True)
    words = "\n".join([f"{where} are given in the open. In normal form:", "", *_normal(chain, found, [owed.moment])])
    return Receipt(game=chain.called, sealed=(owed.moment,), words=words, in_the_open=True, warned=found.warned)


def _checked(chain: Chain, source: str, text: str, scanned: Scanned, me: str, played: LinesPlayed) -> OrderFile:
    """A player's orders for a game by mail, checked. Raises OrderFaults with every mistake."""
    sheet = scanned.sheet
    secret = []
    if sheet is not None and sheet.secret is not None:
        said = "A game by mail makes its own secrets, and others who read this one know your orders. Take the line out."
        secret.append(OrderFault.at(sheet.places["secret"], said))
    try:
        found = read_order_file(chain.fold, source, text, me, played, scanned, chain.called)
    except OrderFaults as others:
        raise OrderFaults([*others.faults, *secret], source, text) from others
    if secret:
        raise OrderFaults(secret, source, text)
    return found


def sealed_before(replica: Replica, chain: Chain, ledger: Ledger, sheet: OrderSheet, last: Moment) -> Receipt:
    """Say that the very same orders are sealed. Raises NotNowError for others: a seal is never changed."""
    me, at, rules = replica.me, chain.game.moment, chain.rules
    if last < at:
        raise NotNowError(f"{rules.label(last)} is over; {chain.called} stands at {rules.label(at)}.")
    upcoming = to_seal(chain, me)
    asked = {moment: lines_of(chain, sheet.at(*steps_of(chain, moment))) for moment in upcoming if moment <= last}
    if all(_kept(replica, chain, ledger, moment) == lines for moment, lines in asked.items()):
        where = span_of(chain, [*asked])
        end = f"; {firmness(replica)}" if can_unseal(replica) else "."
        words = f"Your orders for {chain.called} {where} are already sealed, just as they are here{end}"
        return Receipt(game=chain.called, sealed=(), words=words, again=True)
    left = unsealed_by(chain, ledger, me)
    sealed = [moment for moment in upcoming if not left or moment < left[0]]
    kept = {moment: _kept(replica, chain, ledger, moment) for moment in sealed}
    said = f"{me} has already sealed {chain.called} up to {rules.label(sealed[-1])}, and {firmness(replica)}"
    raise NotNowError([said, *what_stands(chain, me, kept)])


def _kept(replica: Replica, chain: Chain, ledger: Ledger, moment: Moment) -> tuple[str, ...] | None:
    """The lines that one sealed for an exchange, as far as they are kept here."""
    seal = ledger.seal(replica.me, moment, chain)
    kept = replica.find(seal.commitment) if seal is not None else None
    return kept.lines if kept is not None else None


def _player(chain: Chain, replica: Replica) -> str:
    if chain.game.ended is not None:
        raise NotNowError(f"{chain.called} is over: {chain.game.ended}")
    if replica.seat.player not in chain.game.players:
        raise NotAllowedError(f"{replica.seat.player or 'Nobody'} gives no orders in {chain.called}.")
    return replica.me


def last_ordered(chain: Chain, sheet: OrderSheet) -> Moment:
    """The last exchange that a sheet orders; lines for the whole turn do not count."""
    at = chain.game.moment
    steps = {step for line in sheet.lines if not line.whole_turn for step in line.steps}
    return max([at, *(owed.moment for owed in chain.game.upcoming if steps & set(owed.steps))])


def steps_of(chain: Chain, moment: Moment) -> tuple[int, ...]:
    """The steps of an order file that belong to an exchange."""
    return next((owed.steps for owed in chain.game.upcoming if owed.moment == moment), ())


def lines_of(chain: Chain, forms: Sequence[Event]) -> tuple[str, ...]:
    """Orders as the lines that are sealed. Raises NotAllowedError when they are more than a packet holds."""
    lines = tuple(write_line(form, chain.rules.language) for form in forms)
    if len(lines) > MOST_LINES:
        raise NotAllowedError(
            f"The orders for an exchange come to {len(lines)} lines, one for each unit and step of an order. By mail "
            f"it can be {MOST_LINES} at most. Leave some out."
        )
    return lines


def _words(chain: Chain, found: OrderFile, moments: Sequence[Moment]) -> Iterator[str]:
    yield f"Your orders for {chain.called} {span_of(chain, moments)} are in order and sealed. In normal form:"
    yield ""
    yield from _normal(chain, found, moments)


def _normal(chain: Chain, found: OrderFile, moments: Sequence[Moment]) -> Iterator[str]:
    """Orders in normal form, and where they lead."""
    yield write_sheet(found.sheet, chain.rules.language).rstrip("\n")
    yield from predicted(chain, found.player, found.sheet.by_step(steps_of(chain, moment) for moment in moments))


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
    return replica_of(desk, seat)


def take_block(desk: Desk, source: str, text: str) -> Receipt:
    """Take an ORDERS block that came by mail: it counts only with the ticket of a report that was written here.

    One that orders nothing seals nothing: it is a report that was answered as it stood. The same block again changes
    nothing. Raises GameError; whatever is wrong is one's own to mend, so nothing is told to anybody else.
    """
    replica = game_of(desk, source, text)
    chain = replica.chain()
    name = f"orders {chain.name} {hashlib.sha256(text.encode()).hexdigest()}"
    if (span := _taken_before(replica, chain, name)) is not None:
        words = f"Your orders for {chain.called} {span} are already sealed, just as they are here."
        return Receipt(game=chain.called, sealed=(), words=words, again=True)
    if not has_ticket(replica, text):
        raise NotAllowedError(
            f"{source}: the orders do not hold the ticket of a report of this turn. Answer the newest report, with "
            "its ORDERS block left in place, or seal them by hand: sits orders seal FILE"
        )
    scanned = scan_sheet(text, chain.rules.language)
    if scanned.sheet is not None and not (scanned.sheet.lines or scanned.faults):
        words = f"Your orders for {chain.called} are not sealed: the ORDERS block orders nothing. {how_to_drift(chain)}"
        return Receipt(game=chain.called, sealed=(), words=words)
    try:
        receipt = seal_text(replica, source, text, scanned=scanned)
    except GameError as fault:
        return Receipt(game=chain.called, sealed=(), words=f"Your orders for {chain.called} are not sealed.\n{fault}")
    if receipt.sealed:
        last = receipt.sealed[-1]
        desk.journal.keep(name, f"{last.turn} {last.segment} {span_of(chain, receipt.sealed)}")
    # a mail is answered with its words alone
    return evolve(receipt, words="\n".join([receipt.words, *(f"\n{warning}" for warning in receipt.warned)]))


def how_to_drift(chain: Chain) -> str:
    """How a player without an order lets their units go on as they do, or gives up what is open to them, on purpose."""
    where, owed = chain.rules.label(chain.game.moment), chain.game.owed
    what = "drift" if owed is None or owed.sealed else "order nothing"
    return f"To {what} on purpose, save it as a file and type: sits orders seal FILE --to {where}"


def has_ticket(replica: Replica, text: str) -> bool:
    """Whether orders hold the ticket of a report of this turn."""
    chain = replica.chain()
    held = _TICKET.search(text)
    # of the exchange at hand, or of one of the turn that is over
    at = chain.game.moment
    moments = [Moment(at.turn, step) for step in range(max(1, at.segment - MOST_TICKETS + 1), at.segment + 1)]
    return held is not None and held[1] in {ticket(replica.desk, chain.name, replica.me, moment) for moment in moments}


def _taken_before(replica: Replica, chain: Chain, name: str) -> str | None:
    """The exchanges that this very block sealed, when those seals hold; after a stop it may count again."""
    kept = replica.desk.journal.kept(name)
    if kept is None:
        return None
    turn, segment, span = kept.split(" ", 2)
    left = unsealed_by(chain, replica.ledger(), replica.me)
    return None if any(moment <= Moment(int(turn), int(segment)) for moment in left) else span
