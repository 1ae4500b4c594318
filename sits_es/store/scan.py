"""One scan over the rows of a store: every stretch that is asked for is read, digested, linked and decoded once.

Rows are found by going through the table itself, for an index may lie. However many forks inherit a stretch, they
share what was found in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from itertools import chain, groupby
from operator import itemgetter

from sits_es.store.codec import Codec
from sits_es.store.log import Fork, Statements
from sits_es.store.stretches import BadEvent, Broken, Row, Seen, Stretch


class Plan:
    """The stretches of branches and of all that they inherit from, by stream, parents first; nothing is read yet.

    names: the branches that are wanted whole; of the others, what these inherit.
    """

    def __init__(self, names: Iterable[str], forks: Mapping[str, Fork]) -> None:
        self.stretches: dict[str, Stretch] = {}
        self._forks = forks
        #: Why lineage cannot be followed, by stream: the fork that says nothing, or where it runs in a circle.
        self._unclear: dict[str, tuple[str, str]] = {}
        for name in names:
            self._add(name)
            self.stretches[name].upto = None
        # children first: what they want of their parents decides what these want of theirs
        for stretch in reversed(self.stretches.values()):
            parent, wanted = stretch.parent, stretch.upto != -1
            if wanted and parent is not None:
                parent.leaving.add(stretch.after)
                parent.upto = None if parent.upto is None else max(parent.upto, stretch.after)
        self.stretches = {name: stretch for name, stretch in self.stretches.items() if stretch.upto != -1}

    def _add(self, name: str) -> None:
        """Make the stretches of a branch and its ancestors, oldest first, as far as they are not there yet."""
        line: dict[str, Fork | None] = {}
        unclear = None
        while name not in self.stretches:
            fork = line[name] = self._forks.get(name)
            if fork is None:
                break
            if fork.parent is None or fork.at_version is None:
                unclear = ("nowhere", name)
                break
            name = fork.parent
            if name in line:
                unclear = ("circle", name)
                break
        unclear = unclear or self._unclear.get(name)
        for child, fork in reversed(line.items()):
            if unclear is not None:
                self._give_up(child, unclear)
            else:
                self.stretches[child] = self._stretch(child, fork)

    def _stretch(self, child: str, fork: Fork | None) -> Stretch:
        parent = None if fork is None or fork.parent is None else self.stretches[fork.parent]
        at = -1 if fork is None or fork.at_version is None else fork.at_version
        # a fork of a fork may branch off before the point where its parent did
        while parent is not None and at < parent.start:
            parent = parent.parent
        if parent is None or fork is None:
            return Stretch(stream=child)
        return Stretch(stream=child, parent=parent, after=at, at_digest=fork.at_digest)

    def _give_up(self, child: str, unclear: tuple[str, str]) -> None:
        """Note that it cannot be said what a branch inherits."""
        what, where = unclear
        if what == "circle":
            why = f"The lineage of {child} runs in a circle by way of {where}"
        else:
            why = f"The lineage of {where} does not say after which event of which game it was forked"
        bad = BadEvent(child, 0, None, "lineage", f"its lineage cannot be followed: {why}")
        self.stretches[child] = Stretch(stream=child, inherited=Broken(bad, 0))
        self._unclear[child] = unclear


def scan(
    log: Statements, plan: Plan, codec: Codec, seen: Seen | None, known: Collection[str] | None
) -> dict[bytes, Row]:
    """Walk along every stretch of a plan, parents first.

    known: every stream that was ever begun; rows of other streams are then looked for as well, and the first of each
    is returned. None: only the rows of the plan's streams are looked at.
    """
    stretches = list(plan.stretches.values())
    places = {stretch.stream.encode(): place for place, stretch in enumerate(stretches)}
    strange: dict[bytes, Row] = {}
    done = 0
    with closing(log.scan(places, only=known is None)) as rows:
        for place, group in groupby(rows, itemgetter(0)):
            if place is None:
                strange |= {origin: Row(*next(of_it)) for origin, of_it in groupby(group, itemgetter(1))}
                continue
            stretch, found = stretches[place], iter(group)
            if known is not None and stretch.stream not in known:
                first = next(found)
                strange[first[1]] = Row(*first)
                found = chain([first], found)
            for empty in stretches[done:place]:
                empty.walk((), codec, seen)
            stretch.walk(found, codec, seen)
            done = place + 1
    for empty in stretches[done:]:
        empty.walk((), codec, seen)
    return strange


def strange_rows(log: Statements, known: Collection[str]) -> dict[bytes, Row]:
    """The first row of every stream that was never begun. known: those that were; their rows are not looked at."""
    with closing(log.scan_strange(known)) as rows:
        return {origin: Row(*next(of_it)) for origin, of_it in groupby(rows, itemgetter(1))}
