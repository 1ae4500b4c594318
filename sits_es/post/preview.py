"""What sealing a player's orders would do, before it is done: for `sits orders check`."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.orders.frame import read_sheet
from sits_es.orders.sheet import OrderSheet
from sits_es.post.acting import in_the_open, to_seal
from sits_es.post.desk.desk import Desk
from sits_es.post.orders import game_named, last_ordered, lines_of, sealed_before, steps_of
from sits_es.post.protocol.boxes import size_of
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.seals import crowded, umpire_of, unsealed_by
from sits_es.post.receipts import span_of
from sits_es.post.replica import Replica, replica_of
from sits_es.rules.moments import Moment
from sits_es.sentences import counted, shell


def before_sealing(desk: Desk, source: str, text: str, player: str | None = None) -> tuple[str, ...]:
    """What `sits orders seal` would do with orders that are in order; nothing where their game is not played by mail.

    player: whose they are, where that was said: nothing for another than oneself.
    """
    named = game_named(text)
    seat = desk.find_seat(named) if named is not None else None
    if seat is None or seat.player is None or not desk.started(seat) or player not in (None, seat.player):
        return ()
    replica = replica_of(desk, seat)
    chain = replica.chain()
    if desk.session.aliases.resolve(named or "") != chain.name:
        new = f"sits orders new {shell(chain.called)} --as {shell(seat.player)}"
        return (f"{named} is played on as {chain.called}, and nothing is sealed in {named} any more: {new}",)
    if chain.game.ended is not None or seat.player not in chain.game.players:
        return ()
    try:
        sheet = read_sheet(text, chain.rules.language, source)
        return tuple(_told(replica, chain, sheet, shell(source)))
    except GameError as refusal:
        return refusal.problems


def _told(replica: Replica, chain: Chain, sheet: OrderSheet, file: str) -> Iterator[str]:
    me, ledger = replica.me, replica.ledger()
    command = f"sits orders seal {file}"
    if (alone := in_the_open(chain, me)) is not None:
        yield f"To give them in the open for {chain.called} {alone.label}, for all to read: {command}"
        return
    last, left = last_ordered(chain, sheet), unsealed_by(chain, ledger, me)
    moments = [moment for moment in left if moment <= last]
    if not moments:
        yield sealed_before(replica, chain, ledger, sheet, last).words
        return
    umpire = umpire_of(chain)
    if umpire is not None and any(ledger.seal(umpire, moment, chain) is None for moment in moments):
        raise NotNowError(f"The umpire's seal for {chain.rules.label(moments[0])} is not here yet. Wait for it.")
    orders = {moment: lines_of(chain, sheet.at(*steps_of(chain, moment))) for moment in moments}
    if faults := list(crowded(chain, orders)):
        raise NotAllowedError(faults)
    yield f"To seal them for {chain.called} {span_of(chain, moments)}: {command}"
    yield from _about(replica, chain, sheet, moments, left)


def _about(
    replica: Replica, chain: Chain, sheet: OrderSheet, moments: list[Moment], left: tuple[Moment, ...]
) -> Iterator[str]:
    """What is worth knowing of the exchanges that would be sealed: those before, without orders, and after them."""
    orders = {moment: lines_of(chain, sheet.at(*steps_of(chain, moment))) for moment in moments}
    before = [moment for moment in to_seal(chain, replica.me) if moment < moments[0]]
    if before:
        yield f"{span_of(chain, before)}: already sealed; what the file says there is not read."
    if empty := [moment for moment, lines in orders.items() if not lines]:
        where = ", ".join(chain.rules.label(moment) for moment in empty)
        yield f"Nothing is ordered for {where}, and that is sealed too."
    if after := [moment for moment in left if moment > moments[-1] and moment.turn == moments[-1].turn]:
        yield f"{span_of(chain, after)}: not sealed, so you can order there later."
    if (terms := chain.terms) is not None:
        yield f"They can be taken back until their letter is written: sits orders unseal {shell(chain.called)}"
        most = max(moments, key=lambda moment: size_of(orders[moment]))
        room = f"{size_of(orders[most])} of {counted(terms.box, 'byte')}"
        yield f"Room in the box of an exchange: {room} are used at the most, in {chain.rules.label(most)}."
