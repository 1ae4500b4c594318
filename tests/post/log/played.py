"""Logs to be spoilt: entries of every kind, with the states between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from sits_es.post.log.apply import apply
from sits_es.post.log.entries import Entry, Epoch, Opened
from sits_es.post.log.packets import Act, End, Next, Note, Rewind, Standing, Terms, write_part
from sits_es.post.log.state import State
from tests.post.log.examples import all_open, all_seal, all_send, gone_without, opening_of, set_of, share_of, the_set
from tests.post.log.table import Table, append, decide, entry_from, log, packet, seal


def another_keeper(state: State, *who: str) -> State:
    """Some ask for the next keeper, who begins."""
    epoch = state.link.epoch + 1
    nexts = tuple(packet(state, each, Next(epoch=epoch, head=state.link.has)) for each in who)
    return append(state, Epoch(nexts=nexts), epoch=epoch)


def peers() -> tuple[Table, State]:
    """Four peers with escrow: one is away and comes back, a rewind, another keeper, shares, the old one back."""
    terms = Terms(hours=24, grace=12, escrow=True, box=512)
    table = Table(players=("ann", "bob", "cyd", "dee"), terms=terms, last=3, ahead=1)
    state = table.state()
    state = log(log(state, "bob", Standing(number=1, lines=("hold",))), "cyd", Note(words="Good luck."))
    state = all_seal(state, "ann", "bob", "cyd")
    state = gone_without(state, "dee", "seal", "ann", "bob", "cyd")
    state = all_open(state, "ann", "bob", "cyd")
    state = all_open(all_seal(state, "dee", "ann", "bob", "cyd"), "ann", "bob", "cyd", "dee")
    state = all_send(state, decide(state, Rewind(to=state.course.moment)), "ann", "bob", "cyd", "dee")
    state = another_keeper(all_seal(state, "ann"), "bob", "cyd", "dee")
    state = all_open(all_seal(state, "ann", "bob", "cyd", "dee"), "bob", "cyd", "dee")
    for each in ("bob", "cyd", "dee"):
        state = log(state, each, share_of(state, each, "ann"))
    return table, state


def umpired() -> tuple[Table, State]:
    """An umpired game with a mailbox seat, then without the umpire."""
    terms = Terms(hours=24, grace=12, reads=True, box=512)
    table = Table(players=("ann", "bob", "cyd"), umpire="uma", mailbox=("bob",), terms=terms, last=2)
    state = table.state()
    state = all_seal(state, "uma", "ann", "cyd")
    state = log(state, "uma", seal(state, "bob", opening_of("bob"), by="uma"))
    told = {each: opening_of(each) for each in set_of(state).seals}
    state = another_keeper(append(state, Opened(set=the_set(state), seals=told)), "ann", "cyd")
    return table, all_send(all_seal(state, "ann"), decide(state, End(winner="ann")), "ann", "cyd")


def open_air() -> tuple[Table, State]:
    """Three of whom one acts alone, for whose second act nobody waits longer."""
    terms = Terms(hours=24, grace=12, box=512)
    table = Table(players=("ann", "bob", "cyd"), terms=terms, last=2, alone="ann")
    state = table.state()
    state = all_seal(state, "ann", "bob", "cyd")
    state = log(state, "ann", Act(set=set_of(state).bare, lines=("run",)))
    state = all_seal(all_open(state, "ann", "bob", "cyd"), "ann", "bob", "cyd")
    state = gone_without(state, "ann", "act", "bob", "cyd")
    return table, all_open(state, "ann", "bob", "cyd")


@cache
def logs() -> tuple[tuple[State, ...], ...]:
    """The states of those games, entry by entry."""
    return tuple(tuple(read_again(*game())) for game in (peers, umpired, open_air))


def read_again(table: Table, end: State) -> Iterator[State]:
    """The states of a log, which is read again from its beginning."""
    state = table.state()
    yield state
    for link in end.link.since(0):
        after = apply(state, entry_from(write_part(link.entry)))
        assert isinstance(after, State)
        state = after
        yield state


@cache
def entries() -> tuple[Entry, ...]:
    """The entries of those games."""
    return tuple(state.link.entry for states in logs() for state in states)


def spoilt(value: Any, donors: dict[str, list[Any]], chance: Random) -> Any:
    """Plain JSON with one or some of its values replaced by those of another place of the same name, or by odd ones."""
    odd: list[Any] = [0, -1, 1, 1 << 53, (1 << 53) - 1, 10**40, "", "eve", "0" * 64, None, [], {}, True]
    if isinstance(value, dict):
        changed = dict(value)
        for key in chance.sample(sorted(value), min(len(value), chance.choice([1, 1, 2]))):
            take = chance.random()
            if take < 0.5 and isinstance(value[key], dict | list) and value[key]:
                changed[key] = spoilt(value[key], donors, chance)
            elif take < 0.9 and donors.get(key):
                changed[key] = chance.choice(donors[key])
            else:
                changed[key] = chance.choice(odd)
        return changed
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        return [spoilt(each, donors, chance) if at == n else each for n, each in enumerate(value)]
    return chance.choice(odd)


def values(part: Any, into: dict[str, list[Any]]) -> None:
    """All values in plain JSON, by the name of their place."""
    if isinstance(part, dict):
        for key, value in part.items():
            into.setdefault(key, []).append(value)
            values(value, into)
    if isinstance(part, list | tuple):
        for each in part:
            values(each, into)
