"""Going on: what follows once everything for an exchange is there, and what is due then. All come to the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.game.play import Given, Resolved, play_exchange, read_forms
from sits_es.game.seals import Sealed, commitment
from sits_es.orders.normal import standing_lines
from sits_es.post.protocol.acting import parted
from sits_es.post.protocol.agreements import agreed, defaulted, resigned_all, withheld
from sits_es.post.protocol.boxes import Unbox
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.changing_seats import seat_facts
from sits_es.post.protocol.content import Opened
from sits_es.post.protocol.cut import Cut, cut_of, standing_of
from sits_es.post.protocol.entries import entered, unsettled
from sits_es.post.protocol.errands import Append, Errand, Post
from sits_es.post.protocol.leaving import conceded
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.seals import Find, due_reveal, line_faults, umpire_of
from sits_es.post.protocol.silent_signers import waits_for_signers
from sits_es.post.protocol.umpire import opened_by_umpire
from sits_es.rules.moments import Moment


def advance(
    chain: Chain, ledger: Ledger, me: str, find: Find, unbox: Unbox, standing: Mapping[str, tuple[str, ...]]
) -> list[Errand]:
    """What follows on the record, once nothing for it is missing: peers write it themselves, or an umpire alone.

    find: one's own sealed orders; unbox, standing: for an umpire, to whom players' orders are encrypted.
    """
    if chain.game.ended is not None:
        return []
    if chain.game.play == "peers":
        resolved = entered(chain, ledger) or _peers_next(chain, ledger)
    elif umpire_of(chain) == me:
        opened = partial(opened_by_umpire, chain, ledger, me, find=find, unbox=unbox)
        resolved = entered(chain, ledger) or _over(chain, ledger) or _exchange(chain, ledger, opened, standing)
    else:
        resolved = None
    if resolved is None:
        return []
    command = canonical([chain.game.moment.turn, chain.game.moment.segment, chain.head.digest])
    facts = tuple(resolved.facts)
    return [Append(after=chain.head.version, facts=facts, fold=resolved.fold, command=command)]


def _peers_next(chain: Chain, ledger: Ledger) -> Resolved | None:
    at, owed = chain.game.moment, chain.game.owed
    if chain.terms is not None:
        cut = cut_of(chain, ledger, owed) if owed is not None else None
        opened = partial(ledger.opening, moment=at, chain=chain)
        return _over(chain, ledger) or (_exchange(chain, ledger, opened, {}, cut) if cut is not None else None)
    if decided := withheld(chain, ledger, at):
        return Resolved(facts=decided, fold=chain.fold.copy().add_all(decided))
    if next(parted(chain, ledger), None) is not None:
        return None
    return _exchange(chain, ledger, lambda player: ledger.opening(player, at, chain), {})


def _over(chain: Chain, ledger: Ledger) -> Resolved | None:
    """The end of a game that too few are left to play, or that both of two peers signed, where its terms know that."""
    if chain.terms is None:
        return None
    at = chain.game.moment
    decided = resigned_all(chain, ledger, at) or conceded(chain, ledger, at)
    return Resolved(facts=decided, fold=chain.fold.copy().add_all(decided)) if decided else None


def _exchange(
    chain: Chain,
    ledger: Ledger,
    opened: Callable[[str], Opened | None],
    standing: Mapping[str, tuple[str, ...]],
    cut: Cut | None = None,
) -> Resolved | None:
    """The exchange at hand; nothing while anybody's seal or orders are missing.

    opened: a player's orders for it; cut: what counts among peers, in games whose terms say what happens when people
    fail.
    """
    game, at = chain.game, chain.game.moment
    if (owed := game.owed) is None:
        return None
    out = defaulted(chain, ledger, at) if cut is None else tuple(cut.out)
    given: list[Given] = []
    for player in (player for player in game.sealers_of(owed) if player not in out):
        seal, orders = ledger.seal(player, at, chain), opened(player)
        if seal is None or orders is None:
            return None
        promise = Sealed(player=player, lines=orders.lines, nonce=bytes.fromhex(orders.nonce))
        if commitment(game.root, chain.name, at, promise) != seal.commitment:
            return None
        open_ = not owed.sealed and player in owed.orders_by
        act = ledger.act(player, at, chain) if open_ else None
        if (open_ and act is None) or (orders.lines and (open_ or player not in owed.orders_by)):
            return None  # not given yet, or under the seal of one who owes no sealed orders
        lines = act.body.lines if act is not None else orders.lines
        forms = read_forms(chain.rules, lines, at.segment)
        given.append(Given(player=player, forms=forms, lines=lines, nonce=promise.nonce, in_the_open=open_))
    if len(given) < min(2, len(game.sealers_of(owed))):
        return None  # one alone could choose the dice
    if cut is not None:
        on_record = {p: standing_of(chain, ledger, owed, p, cut) for p in cut.out if p in owed.orders_by}
        standing = {p: () if any(line_faults(chain, p, at, lines)) else lines for p, lines in on_record.items()}
    known = {player: standing_at(chain, lines, at) for player, lines in standing.items()}
    upto = cut.agreed if cut is not None else None
    signed = [*seat_facts(chain, ledger, at, upto), *agreed(chain, ledger, at, known, cut)]
    return play_exchange(game, given, None, signed)


def standing_at(chain: Chain, lines: Sequence[str], at: Moment) -> tuple[str, ...]:
    """Standing orders as lines of this exchange; none where they are no orders of it, as in the turn break."""
    try:
        lines = standing_lines(lines, chain.rules.language, at.segment)
        read_forms(chain.rules, lines, at.segment)
    except UnreadableError:
        return ()
    return lines


def reveal(chain: Chain, ledger: Ledger, me: str, find: Find) -> list[Errand]:
    """A peer opens their seal for the exchange owed when all seals are there."""
    if chain.game.ended is not None or chain.game.play != "peers" or me not in chain.game.players:
        return []
    if unsettled(chain, ledger, me) is not None or waits_for_signers(chain, ledger, me):
        return []
    due = due_reveal(chain, ledger, me, find)
    return [Post(body=due)] if due is not None else []
