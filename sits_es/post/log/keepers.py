"""Another keeper: who asks for one, which log they go on with, and which of two logs a program follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from sits_es.post.log.decisions import more_than_half
from sits_es.post.log.entries import Entry, Epoch, Link, has
from sits_es.post.log.packets import Has, Next, Signed
from sits_es.post.log.state import State

#: The state after an entry; None if it is not here.
StateAt = Callable[[Has], State | None]


def parting(one: Link, other: Link) -> tuple[Link | None, Link | None]:
    """The first link of each chain that the other does not share; None if a chain ends before that."""
    a, b = one.back_to(min(one.n, other.n)), other.back_to(min(one.n, other.n))
    while a is not None and b is not None and a.digest != b.digest:
        a, b = a.before, b.before
    shared = -1 if a is None else a.n
    return one.back_to(shared + 1), other.back_to(shared + 1)


def rest(link: Link, other: Link) -> tuple[Link, ...]:
    """The links of a chain after it parts from another."""
    mine, _ = parting(link, other)
    return () if mine is None else link.since(mine.n - 1)


def two_faced(logs: Iterable[Link]) -> frozenset[int]:
    """Epochs of which two logs are held: their keeper has signed two entries for one place, or has begun twice."""
    pairs = [(rest(one, other), rest(other, one)) for one, other in combinations(logs, 2)]
    return frozenset[int]().union(*({a.epoch for a in mine} & {b.epoch for b in theirs} for mine, theirs in pairs))


def follows(here: Link, there: Link, promised: int) -> bool:
    """Whether a program goes on with a log: it continues its own or has a later epoch, none before the promised one."""
    mine, theirs = parting(here, there)
    return theirs is not None and there.epoch >= promised and (mine is None or there.epoch > here.epoch)


def rank(has: Has) -> tuple[int, int, int]:
    """What decides which log goes on: its last epoch, then its length, then the smallest digest."""
    return has.epoch, has.n, -int(has.digest, 16)


def may_begin(base: State, epoch: int, key: str, what: Epoch) -> bool:
    """Whether an epoch, signed with a key, may begin on a log: more than half, none two-faced, name it as the best."""
    if epoch <= base.link.epoch or not base.serves(epoch) or key != base.seats[base.keeper_of(epoch)].key:
        return False
    heads = _heads(base, epoch, what.nexts)
    left = {has(chain[-1]) for chain in what.left if _is_chain(base, chain)}
    parted = {head for head in heads.values() if not base.link.holds(head)}
    if len(heads) != len(what.nexts) or len(left) != len(what.left) or left != parted:
        return False
    bad = faces(base, what)
    count = [each for each in base.programs if each not in bad]
    named = [head for by, head in heads.items() if by not in bad]
    best = max(named, key=rank, default=None)
    return best == base.link.has and more_than_half(len([each for each in count if each in heads]), len(count))


def faces(base: State, what: Epoch) -> frozenset[str]:
    """Keepers who are shown by an epoch's entry to have signed two logs."""
    return frozenset(base.keeper_of(epoch) for left in what.left for epoch in _signed_twice(base, left))


def _signed_twice(base: State, entries: tuple[Entry, ...]) -> dict[int, str]:
    """Epochs that both a parting chain and the base have after they part, each with its key in the base."""
    there = {link.epoch: link.entry.key for link in base.link.since(entries[0].order.n - 1)} if entries else {}
    return {each.order.epoch: there[each.order.epoch] for each in entries if each.order.epoch in there}


def _heads(base: State, epoch: int, nexts: Iterable[Signed]) -> dict[str, Has]:
    """Which log each author names who asks for an epoch."""
    own = (each for each in nexts if each.packet.game == base.game and base.is_its_seats(each))
    return {each.by: each.body.head for each in own if isinstance(each.body, Next) and each.body.epoch == epoch}


def _is_chain(base: State, entries: tuple[Entry, ...]) -> bool:
    """Whether entries are a chain that parts from the base's; to blame a keeper it must be signed with their key."""
    if not entries or base.link.holds(has(entries[0])):
        return False
    first = entries[0].order
    before, keys = base.link.back_to(first.n - 1), _signed_twice(base, entries)
    follows = [(first.n, before and before.digest), *((each.order.n + 1, each.digest) for each in entries)]
    if any((each.order.n, each.order.prev) != place for each, place in zip(entries, follows, strict=False)):
        return False
    return all(keys.get(each.order.epoch, each.key) == each.key for each in entries)


def call(epoch: int, nexts: Iterable[Signed], state_at: StateAt) -> tuple[State, Epoch] | None:
    """The log on which an epoch begins, never one that the two-faced name, and its entry; None while too few ask."""
    named = ((each, state_at(each.body.head)) for each in nexts if isinstance(each.body, Next))
    asking = [(each, there) for each, there in named if there is not None]
    asking.sort(key=lambda each: rank(each[1].link.has))
    for last, base in reversed(asking):
        chosen = {each.by: (each, at.link) for each, at in asking if _heads(base, epoch, [each])}
        if last.by not in chosen:
            continue
        rests = {link.has: rest(link, base.link) for _, link in chosen.values()}
        left = (tuple(link.entry for link in rests[head]) for head in sorted(rests, key=rank) if rests[head])
        what = Epoch(nexts=tuple(chosen[by][0] for by in sorted(chosen)), left=tuple(left))
        if last.by not in faces(base, what):
            return (base, what) if may_begin(base, epoch, base.seats[base.keeper_of(epoch)].key, what) else None
    return None
