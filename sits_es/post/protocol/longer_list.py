"""From the branch of a list of missing reveals to that of the list to which it has given way.

Who signed the shorter list last may have gone over to its branch, while the others, who had not heard of that, signed a
longer one without them and play on in another branch: where somebody had sent two packets under one number, so that
what could still be signed was not the same for all, or where a program did not wait for the others' words. Once the
packets of both are here, the longer list is in force for the exchange before both branches, as everywhere: see
`without`. So one goes over from the one branch to the other. What the lists of the parent are worth is judged as it
would be there, by what their signers had taken. Nothing is undone further back than the turn before the one at hand.
Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve

from sits_es.mail.packet import Signed
from sits_es.post.protocol.agreements import Held
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.errands import Errand
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.left_behind import PutOut
from sits_es.post.protocol.missing import had_of, without_faults
from sits_es.post.protocol.put_out import open_without
from sits_es.post.protocol.sorting import ledger_of
from sits_es.post.protocol.terms import terms_of
from sits_es.post.protocol.without import in_force


def longer_list(
    chain: Chain,
    packets: Callable[[int], Iterable[Signed]],
    doubles: Callable[[], Iterable[tuple[Signed, Signed]]],
    held: Held,
) -> list[Errand]:
    """Go over to the branch of another list for the exchange with which the one at hand began; nothing where none is.

    packets: all that were accepted from a turn on, of every branch; doubles: two under one number, the one that counts
    first; held: what branches that are here hold.
    """
    put_out, game = chain.put_out, chain.game
    if put_out is None or terms_of(game) is None or game.play != "peers" or put_out.moment.turn < game.moment.turn - 1:
        return []
    kept = list(packets(max(put_out.moment.turn - 1, 1)))
    lists = [(signed, body) for signed in kept if (body := _list_in(signed, put_out)) is not None]
    if all(tuple(sorted(body.players)) == put_out.players for _, body in lists):
        return []
    parent = evolve(chain, name=put_out.parent, put_out=put_out.earlier)
    ledger = _before_the_branch(parent, put_out, kept, lists)
    for first, second in doubles():
        ledger.second(first, second, parent)
    for signed, body in sorted(lists, key=lambda each: _how_much_known(*each)):
        if next(without_faults(signed.packet, body, ledger, parent, put_out.before), None) is None:
            ledger.take(signed, body)
    for what in sorted({body.what for _, body in lists}):
        sheet = in_force(parent, ledger, put_out.moment, put_out.before, what)
        if sheet is not None and sheet.players != put_out.players:
            return open_without(parent, ledger, put_out.moment, put_out.before, sheet, held)
    return []


def _list_in(signed: Signed, put_out: PutOut) -> Without | None:
    """The list of missing reveals, or silent ones, that a packet of the parent signs for the exchange played again."""
    packet = signed.packet
    if packet.kind != "without" or packet.branch != put_out.parent or packet.head is None:
        return None
    body = content_of(signed)
    if not isinstance(body, Without) or body.what == "seal" or packet.head.version != put_out.before:
        return None
    return body if body.moment == put_out.moment else None


def _before_the_branch(
    parent: Chain, put_out: PutOut, kept: Iterable[Signed], lists: Iterable[tuple[Signed, Without]]
) -> Ledger:
    """What was sealed, opened and signed in the parent, but for the lists, which are judged first."""
    judged = {signed.digest for signed, _ in lists}
    rest = [signed for signed in kept if signed.digest not in judged]
    return ledger_of(rest, parent, max(put_out.moment.turn - 1, 1))


def _how_much_known(signed: Signed, body: Without) -> tuple[int, str]:
    """Who has taken a packet has taken all that its sender had, and it: so the later of two comes later."""
    return signed.packet.number + sum(had_of(body).values()), signed.digest
