"""Going on: the facts that follow once everything for an exchange is there. Whoever works it out comes to the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import OrdersSealed, SegmentClosed
from sits_es.game.exchange import Brought, Given, play_exchange
from sits_es.game.fold import Fold
from sits_es.game.lines import read_forms
from sits_es.game.moments import Moment
from sits_es.game.seals import Sealed, commitment
from sits_es.game.verify import check_exchange
from sits_es.post.protocol.agreements import agreed, defaulted, withheld
from sits_es.post.protocol.bodies import Opened
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Ledger

Open = Callable[[str], Opened | None]


def peers_next(chain: Chain, ledger: Ledger) -> Brought | None:
    """What follows in a game of peers; nothing while anybody's seal or reveal is missing."""
    at = chain.game.moment
    if decided := withheld(chain, ledger, at):
        return Brought(facts=decided, fold=chain.fold.copy().add_all(decided))
    return _exchange(chain, ledger, lambda player: ledger.reveal(player, at, chain), {})


def umpires_next(chain: Chain, ledger: Ledger, opened: Open, standing: Mapping[str, tuple[str, ...]]) -> Brought | None:
    """What follows in an umpired game, worked out by the umpire. opened: a player's orders for the exchange owed.

    standing: standing orders that players gave the umpire.
    """
    return _exchange(chain, ledger, opened, standing)


def _exchange(chain: Chain, ledger: Ledger, opened: Open, standing: Mapping[str, tuple[str, ...]]) -> Brought | None:
    game, at = chain.game, chain.game.moment
    out = defaulted(chain, ledger, at)
    given: list[Given] = []
    for player in (player for player in game.sealers if player not in out):
        seal, orders = ledger.seal(player, at, chain), opened(player)
        if seal is None or orders is None:
            return None
        sealed = Sealed(player=player, lines=orders.lines, nonce=bytes.fromhex(orders.nonce))
        if commitment(game.root, chain.name, at, sealed) != seal.commitment:
            return None
        forms = read_forms(chain.rules, orders.lines, at.segment)
        given.append(Given(player=player, forms=forms, lines=orders.lines, nonce=sealed.nonce))
    if len(given) < 2:
        return None  # one alone could choose his dice
    known = {player: lines for player, lines in standing.items() if _fits(chain, lines, at)}
    return play_exchange(game, given, None, agreed(chain, ledger, at, known))


def _fits(chain: Chain, lines: Sequence[str], at: Moment) -> bool:
    """Whether standing orders are orders of this exchange: in the turn break they are not."""
    try:
        read_forms(chain.rules, lines, at.segment)
    except UnreadableError:
        return False
    return True


def stretches(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Facts cut before each exchange's first seal."""
    current: list[Event] = []
    closed = False
    for fact in events:
        if isinstance(fact, OrdersSealed) and (closed or (current and not _sealing(current))):
            yield current
            current, closed = [], False
        current.append(fact)
        closed = closed or isinstance(fact, SegmentClosed)
    if current:
        yield current


def _sealing(facts: Sequence[Event]) -> bool:
    return any(isinstance(fact, OrdersSealed) for fact in facts)


def bundle_faults(
    fold: Fold, events: Sequence[Event], seals: Mapping[tuple[str, Moment], str], bound: Collection[str]
) -> Iterator[str]:
    """Everything in which a bundle is not what the rules bring, or breaks a seal that was sent.

    fold: the game before it, brought on by it; seals: commitments that are known here, by player and exchange;
    bound: players of whom no other seal is taken.
    """
    for facts in stretches(events):
        at = fold.game.moment
        where = at.written(fold.system.steps)
        if _sealing(facts):
            yield from check_exchange(fold.game, facts).faults
        for fact in facts:
            if isinstance(fact, OrdersSealed) and fact.player in bound:
                known = seals.get((fact.player, at))
                if known is None:
                    yield f"{where}: {fact.player} had sent no seal before."
                elif known != fact.commitment:
                    yield f"{where}: the seal of {fact.player} is not the one that he sent."
        fold.add_all(facts)
