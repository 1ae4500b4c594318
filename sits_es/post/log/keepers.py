"""Another keeper: who asks for one, on which log it goes on, and what a program follows that is shown two logs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from sits_es.post.log.decisions import more_than_half
from sits_es.post.log.entries import Entry, Epoch, Link, has
from sits_es.post.log.packets import Has, Next, Signed
from sits_es.post.log.state import State

#: The state after an entry that is held, or None.
StateAt = Callable[[Has], State | None]


def parting(one: Link, other: Link) -> tuple[Link | None, Link | None]:
    """The first link of each chain that the other does not share; None where a chain ends before that."""
    a, b = one.back_to(min(one.n, other.n)), other.back_to(min(one.n, other.n))
    while a is not None and b is not None and a.digest != b.digest:
        a, b = a.before, b.before
    shared = -1 if a is None else a.n
    return one.back_to(shared + 1), other.back_to(shared + 1)


def two_faced(logs: Iterable[Link]) -> frozenset[int]:
    """Epochs of which two logs are held: their keeper has signed two entries for one place."""
    partings = (parting(one, other) for one, other in combinations(logs, 2))
    return frozenset(a.epoch for a, b in partings if a is not None and b is not None and a.epoch == b.epoch)


def follows(here: Link, there: Link, promised: int) -> bool:
    """Whether a program whose log ends here goes on with one that ends there.

    It takes what follows on its own log, and leaves that only for one on which a later epoch began; nothing of an epoch
    before the one it has asked for. promised: that epoch's number.
    """
    mine, theirs = parting(here, there)
    return theirs is not None and there.epoch >= promised and (mine is None or there.epoch > here.epoch)


def rank(has: Has) -> tuple[int, int, int]:
    """By which the log to go on with is chosen: its last epoch, then its length, then the smallest digest."""
    return has.epoch, has.n, -int(has.digest, 16)


def may_begin(base: State, epoch: int, key: str, what: Epoch) -> bool:
    """Whether an epoch may begin on a log, by what the entry carries. key: of whoever signed it.

    Its base is the best log named; of the players, more than half ask for it. A keeper of whom it shows two logs of one
    epoch is left aside: neither does what they ask for count, nor their seat.
    """
    if epoch <= base.link.epoch or not base.serves(epoch) or key != base.seats[base.keeper_of(epoch)].key:
        return False
    heads = _heads(base, epoch, what.nexts)
    left = {has(chain[-1]): chain[0] for chain in what.left if _is_chain(base, chain)}
    parted = {head for head in heads.values() if not base.link.holds(head)}
    if len(heads) != len(what.nexts) or len(left) != len(what.left) or set(left) != parted:
        return False
    bad = faces(base, what)
    count = [each for each in base.programs if each not in bad]
    named = [head for by, head in heads.items() if by not in bad]
    best = max(named, key=rank, default=None)
    return best == base.link.has and more_than_half(len([each for each in count if each in heads]), len(count))


def faces(base: State, what: Epoch) -> frozenset[str]:
    """Keepers of whom an epoch's entry shows another log of one epoch than that it goes on from."""
    first = [left[0].order for left in what.left if left]
    there = {order.n: base.link.back_to(order.n) for order in first}
    parted = [each for each in first if (link := there[each.n]) is not None and link.epoch == each.epoch]
    return frozenset(base.keeper_of(each.epoch) for each in parted)


def _heads(base: State, epoch: int, nexts: Iterable[Signed]) -> dict[str, Has]:
    """The log that each author names who asks for an epoch."""
    return {
        each.by: each.body.head
        for each in nexts
        if isinstance(each.body, Next)
        and each.body.epoch == epoch
        and each.packet.game == base.game
        and each.by in base.seats
        and base.seats[each.by].key == each.key
    }


def _is_chain(base: State, entries: tuple[Entry, ...]) -> bool:
    """Whether these are entries that part from the base's chain, one after another.

    The key is asked for where it blames somebody: where the first was signed for the place and epoch of another.
    """
    if not entries or base.link.holds(has(entries[0])):
        return False
    first = entries[0].order
    before = base.link.back_to(first.n - 1)
    n, prev = first.n, None if before is None else before.digest
    for entry in entries:
        order = entry.order
        if (order.n, order.prev) != (n, prev):
            return False
        n, prev = n + 1, entry.digest
    there = base.link.back_to(first.n)
    return there is None or there.epoch != first.epoch or there.entry.key == entries[0].key


def call(epoch: int, nexts: Iterable[Signed], state_at: StateAt, known: Iterable[Link]) -> tuple[State, Epoch] | None:
    """The log on which an epoch begins, and its entry, by the packets that ask for it; None where they do not do.

    known: the ends of all logs that are held. What names no log that is held, and what is not signed with its author's
    key on the base, is left aside; on what a two-faced keeper names no epoch begins.
    """
    asking = [
        (packet, there)
        for packet in nexts
        if isinstance(packet.body, Next) and (there := state_at(packet.body.head)) is not None
    ]
    asking.sort(key=lambda each: rank(each[1].link.has))
    for last, base in reversed(asking):
        chosen = {each.by: (each, at.link.has) for each, at in asking if _heads(base, epoch, [each])}
        if last.by not in chosen:
            continue
        left = {head for _, head in chosen.values() if not base.link.holds(head)}
        what = Epoch(
            nexts=tuple(chosen[by][0] for by in sorted(chosen)),
            left=tuple(_left(base, head, known) for head in sorted(left, key=rank)),
        )
        if last.by not in faces(base, what):
            return (base, what) if may_begin(base, epoch, base.seats[base.keeper_of(epoch)].key, what) else None
    return None


def _left(base: State, head: Has, known: Iterable[Link]) -> tuple[Entry, ...]:
    """The entries of a log from where it parts from the base to its end; none where it is not held."""
    for link in known:
        end = link.back_to(head.n)
        if end is not None and end.digest == head.digest:
            mine, _ = parting(end, base.link)
            return () if mine is None else tuple(each.entry for each in end.since(mine.n - 1))
    return ()
