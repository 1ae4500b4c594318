"""Receipts for orders: what was taken, where the orders lead; an umpire's are for the one player's eyes alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.canonical import canonical
from sits_es.errors import GameError, UnreadableError
from sits_es.events import Event
from sits_es.game.play import read_forms
from sits_es.mail.packet import Signed, is_signed_by
from sits_es.orders.normal import write_sheet
from sits_es.orders.sheet import OrderSheet
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Entry, Seat, State
from sits_es.post.protocol.acting import nonce_alone, upcoming
from sits_es.post.protocol.bodies import Ack, Act, Seals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import seals_in
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.seals import box_for, from_box, open_seal
from sits_es.post.protocol.umpire import NOT_TAKEN, TAKEN
from sits_es.rules.moments import Moment
from sits_es.service.orders import forecast_lines, read_order_file

#: Receipts are as long as the next multiple of this, in characters: their length tells nobody much.
STEP = 1024
#: Boxes of orders that a receipt is as long as, in games whose terms say how long those are.
EVEN = 8


def due_receipt(desk: Desk, seat: Seat, chain: Chain) -> Ack | None:
    """The umpire's next receipt: for orders of the turn at hand that were taken, or refused. None when all have one."""
    acks = desk.journal.accepted(seat.game, kinds=("ack",), sender=seat.player)
    given = {signed.packet.body["packet"] for signed in acks}
    for signed, why in _orders(desk, seat, chain):
        if signed.digest not in given:
            words = "\n".join(_taken(desk, seat, chain, signed)) if why is None else _refused(chain, signed, why)
            box = _boxed(chain, signed, words)
            return Ack(packet=signed.digest, words=TAKEN if why is None else NOT_TAKEN, box=box)
    return None


def even_length(chain: Chain) -> int:
    """Bytes of what is encrypted besides orders, so that its length tells nothing; 0 in games without boxes."""
    terms = chain.terms
    return EVEN * terms.box if terms is not None else 0


def _boxed(chain: Chain, signed: Signed, words: str) -> str:
    """A receipt for the eyes of one player; where terms ask for boxes, of one length whatever it says."""
    player, least = signed.packet.sender, even_length(chain)
    if not least:
        return box_for(chain, player, words.ljust(-(-len(words) // STEP) * STEP))
    if len(canonical(words)) > least:
        words = f"{words.splitlines()[0][: least // 8]}\nThe rest of this receipt is too long for a box of this game."
    return box_for(chain, player, words, least)


def _orders(desk: Desk, seat: Seat, chain: Chain) -> Iterator[tuple[Signed, str | None]]:
    """Packets with orders for what is still to be played, each with why it was refused, if it was."""
    at = chain.game.moment
    states: tuple[State, ...] = ("accepted", "refused", "void")
    entries = desk.journal.entries(seat.game, states, kind="seal", turn=at.turn)
    entries = [each for each in entries if _orders_something(chain, each)]
    entries += desk.journal.entries(seat.game, states, kind="act", turn=at.turn)
    for entry in entries:
        packet = entry.signed.packet
        who = chain.game.people.get(packet.sender)
        if packet.sender == seat.player or packet.branch != chain.name or who is None:
            continue
        if entry.state in ("refused", "void"):
            if is_signed_by(entry.signed, who.key or ""):
                yield entry.signed, entry.why
        elif packet.body["segments"][-1] >= at.segment:
            yield entry.signed, None


def _orders_something(chain: Chain, entry: Entry) -> bool:
    """Whether seals are for orders, and not for nonces that a program sealed by itself."""
    packet = entry.signed.packet
    if entry.state in ("refused", "void"):
        return True
    moments = [Moment(packet.body["turn"], segment) for segment in packet.body["segments"]]
    found = [upcoming(chain.game, moment) for moment in moments]
    return any(owed is not None and not nonce_alone(owed, packet.sender) for owed in found)


def _taken(desk: Desk, seat: Seat, chain: Chain, signed: Signed) -> Iterator[str]:
    """Orders in normal form, everything wrong with them by line, and where they lead."""
    player = signed.packet.sender
    body = content_of(signed)
    if not isinstance(body, Seals | Act):
        raise TypeError(f"{signed.packet.title} holds no orders")
    unbox = desk.identity(seat.identity).open
    orders: dict[int, tuple[Event, ...]] = {}
    if isinstance(body, Act):
        orders |= _by_step(chain, body.lines, body.moment)
    for moment, seal in seals_in(signed, body) if isinstance(body, Seals) else ():
        orders |= _by_step(chain, open_seal(seal, unbox).lines, moment)
    sheet = OrderSheet.of(chain.called, body.turn, orders, chain.rules.language, player=player)
    text = write_sheet(sheet, chain.rules.language)
    yield f"The umpire has your orders for {chain.called} {span_of(chain, body.moments)}. In normal form:"
    yield ""
    yield text.rstrip("\n")
    try:
        wrong = read_order_file(chain.fold, "orders", text, player, called=chain.called).warned
    except GameError as fault:
        wrong = fault.problems
    if wrong:
        yield ""
        yield "As the game stands, something in them has no effect:"
        yield from wrong
    # what is over is not foretold, nor what was ordered for another turn
    first = min(chain.game.upcoming[0].steps, default=0) if chain.game.upcoming else 0
    if first and body.turn == chain.game.moment.turn:
        yield from predicted(chain, player, {step: forms for step, forms in orders.items() if step >= first})


def _by_step(chain: Chain, lines: Sequence[str], moment: Moment) -> dict[int, tuple[Event, ...]]:
    """Orders of an exchange by step: all are its one step's, unless each names its own."""
    steps = next((owed.steps for owed in chain.game.upcoming if owed.moment == moment), (moment.segment,))
    found: dict[int, tuple[Event, ...]] = dict.fromkeys(steps, ())
    for form in read_forms(chain.rules, lines, moment.segment):
        step = chain.rules.language.step_of(form) or moment.segment
        found[step] = (*found.get(step, ()), form)
    return found


def _refused(chain: Chain, signed: Signed, why: str) -> str:
    return (
        f"The umpire could not take your packet {signed.packet.number} with orders for {chain.called}. {why}\n"
        "Nothing in it counts. Write your orders again, then: sits orders seal FILE"
    )


def read_receipt(desk: Desk, seat: Seat, sender: str, body: Ack) -> str | None:
    """What a receipt says to the one whose packet it is for; None for everybody else."""
    about = desk.journal.find(body.packet)
    if about is None or body.box is None or about.packet.sender != seat.player:
        return None
    try:
        words = from_box(body.box, desk.identity(seat.identity).open)
    except UnreadableError:
        return f"{sender} sends a receipt that cannot be opened with your key."
    return str(words).rstrip()


def what_stands(chain: Chain, player: str, kept: Mapping[Moment, Sequence[str] | None]) -> Iterator[str]:
    """Sealed orders in normal form, as far as they are kept here, below a line that says so. kept: by exchange."""
    orders: dict[int, tuple[Event, ...]] = {}
    for moment, lines in kept.items():
        if lines is not None:
            orders |= _by_step(chain, lines, moment)
    if orders:
        sheet = OrderSheet.of(chain.called, min(kept).turn, orders, chain.rules.language, player=player)
        yield f"What stands:\n\n{write_sheet(sheet, chain.rules.language).rstrip()}"


def span_of(chain: Chain, moments: Sequence[Moment]) -> str:
    """Exchanges of one turn in words, the first and the last."""
    first, last = (chain.rules.label(moment) for moment in (moments[0], moments[-1]))
    return first if first == last else f"{first} to {last}"


def predicted(chain: Chain, player: str, orders: Mapping[int, Sequence[Event]]) -> Iterator[str]:
    """Where orders lead, step by step, below what that takes for granted; silent where nothing can be foretold."""
    if lines := forecast_lines(chain.rules, chain.game.board, player, orders):
        yield ""
        yield from lines
