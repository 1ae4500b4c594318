"""All branches of a game as a tree: where each leaves which, what it holds of its own, and where it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, cast

from attrs import evolve, frozen

from sits_es.game.events import GameForked
from sits_es.report.blocks import Block, ReportLine, TextTable
from sits_es.rules.moments import Moment
from sits_es.sentences import counted
from sits_es.service.continuations import shown_as
from sits_es.service.session import Session
from sits_es.store import Branch

#: A branch is set in by its depth up to here; deeper ones say how deep they are.
MOST_SET_IN: Final = 8


@frozen(kw_only=True)
class BranchOfGame:
    """A branch. name: its id; called: what people see; parent: the id of the one it leaves, None for the game itself.

    depth: how many branches it comes from, 0 up; after: the last event that it shares with its parent; left: the moment
    at which it left it; events: how many it has, and own: without those that it shares. what_if: whether it asks what
    would have happened, with the same dice; otherwise it became the game by what was decided. counts: whether it is
    the one that is played by mail, None for a game at one table.
    """

    name: str
    called: str
    parent: str | None
    depth: int
    after: int | None
    left: str | None
    events: int
    own: int
    stands: str
    over: bool
    what_if: bool
    options: dict[str, Any]
    counts: bool | None

    def remark(self) -> str:
        """What is to be said of it, for people."""
        said = []
        if self.parent is not None:
            said.append("what-if" if self.what_if else "decided")
        said += [f"{name}={value}" for name, value in sorted(self.options.items())]
        if self.counts:
            said.append("counts")
        return ", ".join(said)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "name": self.name,
            "called": self.called,
            "parent": self.parent,
            "after": self.after,
            "left": self.left,
            "events": self.events,
            "own": self.own,
            "stands": self.stands,
            "over": self.over,
            "what_if": self.what_if,
            "options": self.options,
            "counts": self.counts,
        }


def branches_of(session: Session, game: str, played: Collection[str] = ()) -> list[BranchOfGame]:
    """All branches of the game that a branch belongs to, each behind the one that it leaves, the first opened first.

    played: ids of branches that are played by mail. Raises NotAllowedError for a game that there isn't.
    """
    root = session.store.line(session.must_know(game))[-1][0]
    streams = {each.stream: each for each in session.store.streams()}
    called = shown_as(session.store, session.created(root).game)
    forks: dict[str, list[str]] = {}
    for child, parent in session.store.forks():
        forks.setdefault(parent, []).append(child)
    found: list[BranchOfGame] = []
    left = [(root, 0)]
    while left:
        name, depth = left.pop()
        found.append(_branch(session, streams.get(name) or Branch(name, -1), depth, called.get(name, name)))
        left += [(child, depth + 1) for child in reversed(forks.get(name, []))]
    if not any(each.name in played for each in found):
        return found
    return [evolve(each, counts=each.name in played) for each in found]


def _branch(session: Session, branch: Branch, depth: int, called: str) -> BranchOfGame:
    name, parent, after = branch.stream, branch.parent, -1
    opened = None
    if parent is not None:
        if not isinstance(branch.at_version, int):
            # which it refuses
            session.store.line(name)
        after = cast("int", branch.at_version)
        # its parent is known already: nothing that they share is read or folded again
        session.carry_on(name, parent, after)
        opened = next(iter(session.facts(name, after + 1, after + 1)), None)
    head, fold = session.head(name), session.fold(name)
    forked = opened if isinstance(opened, GameForked) else None
    rules = fold.system
    return BranchOfGame(
        name=name,
        called=session.own.name(name) or called,
        parent=parent,
        depth=depth,
        after=after if parent is not None else None,
        left=rules.written(Moment(forked.turn, forked.segment)) if forked is not None else None,
        events=head.version + 1,
        own=head.version - after,
        stands=rules.written(session.moment(name, head.version)),
        over=fold.game.ended is not None,
        what_if=forked is not None and forked.what_if,
        options=dict(forked.options) if forked is not None else {},
        counts=None,
    )


def blocks(branches: Sequence[BranchOfGame]) -> Iterator[Block]:
    """The tree, for people."""
    called = {each.name: each.called for each in branches}
    rows = [
        (
            _set_in(each),
            f"{called[each.parent]} #{each.after}" if each.parent is not None else "-",
            each.left or "-",
            str(each.own),
            f"{each.stands}, over" if each.over else each.stands,
            each.remark(),
        )
        for each in branches
    ]
    yield TextTable(("Branch", "Leaves", "At", "Own events", "Stands at", ""), rows, spaced=True)
    deepest = max(each.depth for each in branches)
    if deepest > MOST_SET_IN:
        yield ReportLine(f"The deepest is {counted(deepest, 'fork')} away from {branches[0].called}.", hang=0)


def _set_in(branch: BranchOfGame) -> str:
    if branch.depth <= MOST_SET_IN:
        return "  " * branch.depth + branch.called
    return f"{'  ' * MOST_SET_IN}({branch.depth}) {branch.called}"
