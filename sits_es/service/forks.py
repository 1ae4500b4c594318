"""Branches of a game: what-ifs and what they inherit, lines that a rewind begins, and all branches as a tree."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate
from typing import Any, Final, cast

from msgspec import Struct, structs
from msgspec.structs import replace

from sits_es.errors import NotAllowedError, NotNowError, UnsoundError
from sits_es.events import Event
from sits_es.game.events import GameForked, SeedMade
from sits_es.game.exchanges import Exchange
from sits_es.game.fold import Fold
from sits_es.game.play import Given
from sits_es.game.state import line_number
from sits_es.game.verify import UNTOLD, given_again, orders_by_player
from sits_es.orders.names import same
from sits_es.report.blocks import Block, ReportLine, TextTable
from sits_es.rules.moments import Moment
from sits_es.rules.options import chosen_options
from sits_es.sentences import counted, shell
from sits_es.service.fair_dice import Ask, chains, commitments, line_id, not_asked
from sits_es.service.names import require_possible
from sits_es.service.session import OpenGame, Session
from sits_es.store import Branch

#: A branch is set in by its depth up to here; deeper ones say how deep they are.
MOST_SET_IN: Final = 8


class _Branch:
    """A branch of the line, with its own events alone, read when needed. origin: the fact that opened a fork."""

    def __init__(self, session: Session, name: str, after: int, origin: Event | None) -> None:
        self._session = session
        self.name = name
        self.after = after
        self.origin = origin if isinstance(origin, GameForked) else None

    @cached_property
    def _opened(self) -> OpenGame:
        return self._session.open_stream(self.name)

    def _since(self, moment: Moment) -> Iterator[Exchange]:
        """The exchanges of a moment and of later ones that this branch itself played."""
        run = self._opened.history.played(moment)
        return (each for each in run if each.opened >= self.after and not each.recorded)

    def has_come_to(self, moment: Moment) -> bool:
        """Whether this branch itself has played that moment or a later one."""
        return next(self._since(moment), None) is not None

    def played(self, moment: Moment) -> list[Event]:
        """The events of a moment, if this branch itself played it."""
        first = next(self._since(moment), None)
        return [] if first is None or first.moment != moment else self._opened.facts(first.opened + 1, first.last)


class Inheritance:
    """What a what-if takes over from its parent and the games before that; nothing for any other game."""

    def __init__(self, opened: OpenGame) -> None:
        self._opened = opened

    @cached_property
    def _line(self) -> Sequence[_Branch]:
        opened = {name: each.event for name, each in self._opened.store.openings(self._opened.stream).items()}
        line = self._opened.store.line(self._opened.stream)
        return [_Branch(self._opened.session, name, after, opened.get(name)) for name, after in line]

    @cached_property
    def _went_on(self) -> Sequence[_Branch]:
        """The ancestors that went on after this game left them."""
        heads = self._opened.store.heads()
        shared = accumulate((child.after for child in self._line), min)
        return [
            parent for parent, upto in zip(self._line[1:], shared, strict=False) if heads[parent.name].version > upto
        ]

    def _ancestors(self, moment: Moment) -> Iterator[_Branch]:
        """The branches from which the game may inherit an exchange, nearest first."""
        own = self._line[0].origin
        # only ancestors that played on after the fork can have a later exchange
        old = own is None or moment < Moment(own.turn, own.segment)
        left = None if old else len(self._went_on)
        for child, parent in zip(self._line, self._line[1:], strict=False):
            if left == 0:
                return
            origin = child.origin
            # a branch that became the game takes nothing over after its beginning
            if origin is None or not (origin.what_if or moment < Moment(origin.turn, origin.segment)):
                return
            if left is None:
                yield parent
            elif parent in self._went_on:
                left -= 1
                yield parent

    def facts(self, moment: Moment) -> list[Event]:
        """The events of an exchange in the nearest ancestor that played it, if any."""
        return next((facts for each in self._ancestors(moment) if (facts := each.played(moment))), [])

    def seed(self, moment: Moment) -> bytes | None:
        """The seed that an exchange inherits, if any."""
        return next((bytes.fromhex(fact.seed) for fact in self.facts(moment) if isinstance(fact, SeedMade)), None)

    def seed_on_record(self, moment: Moment) -> bytes | None:
        """The same, or UNTOLD: a bundle of one branch holds of its parents no more than what it shares with them."""
        ancestors = [*self._ancestors(moment)]
        origin = self._line[0].origin
        is_untold = origin is not None and origin.what_if and not any(each.has_come_to(moment) for each in ancestors)
        return UNTOLD if is_untold else self.seed(moment)

    def orders(self, moment: Moment) -> dict[str, Given]:
        """What each player ordered in an inherited exchange."""
        facts = self.facts(moment)
        orders = orders_by_player(facts, self._opened.rules.order_types) if facts else {}
        return {given.player: given for given in given_again(facts, orders)}


def fork_game(parent: OpenGame, where: str, child: str, options: Sequence[str] = ()) -> tuple[Fold, GameForked]:
    """Fork a game at a moment or event: the fork as it stands, and the fact that opens it. Options: NAME=VALUE."""
    fold, forked = plan_fork(parent, where, child, chosen_options(options))
    open_fork(parent, forked)
    return fold, forked


def plan_fork(parent: OpenGame, where: str, child: str, options: Mapping[str, str]) -> tuple[Fold, GameForked]:
    """A what-if as it would stand, and the fact that would open it; nothing is written. Raises as fork_game."""
    require_possible(child, "fork")
    return _leave(parent, where, child, options=dict(options))


def _leave(parent: OpenGame, where: str, child: str, **how: Any) -> tuple[Fold, GameForked]:
    """A branch as it would stand, and the fact that would open it. how: more of what that fact says."""
    version, called = parent.version_of(where), parent.called
    exchange = parent.history.open_at(version)
    if exchange is None:
        raise NotNowError(f"{called} has not begun at event #{version}. Choose a later event.")
    fold = parent.fold(exchange.opened).copy()
    if fold.game.ended is not None:
        where = fold.system.label(exchange.moment)
        raise NotNowError(f"{called} is over at {where}: {fold.game.ended} Choose an earlier moment.")
    (at,) = parent.events(exchange.opened, exchange.opened)
    forked = GameForked(
        turn=exchange.moment.turn,
        segment=exchange.moment.segment,
        branch=child,
        parent=parent.stream,
        at_version=exchange.opened,
        at_digest=at.digest,
        **how,
    )
    fold.add(forked)
    return fold, forked


def rewind_game(opened: OpenGame, where: str, ask: Ask = not_asked) -> tuple[OpenGame, Fold]:
    """Play a game on from an earlier exchange, in a new line with new dice: the line it leaves, the game as it stands.

    ask: gives each player's secret where dice are fair: whoever lacks it can't throw again. Raises NotAllowedError for
    a what-if and a game by mail, NotNowError if nothing was played since.
    """
    name, fold, aliases = shell(opened.called), opened.fold(), opened.session.aliases
    if fold.game.what_if:
        again = f"sits fork {name} --at {shell(where)} --name NAME"
        raise NotAllowedError(f"{opened.called} is a what-if, which keeps its dice. Fork it instead: {again}")
    if fold.game.play != "hot seat":
        propose = f"sits propose rewind {name} {shell(where)}"
        raise NotAllowedError(f"{opened.called} is played by mail, so all players must sign a rewind: {propose}")
    game, number = line_number(opened.stream)
    lines = aliases.lines(game)
    rewound, forked = _leave(opened, where, f"{game}~{max(lines) + 1}", what_if=False)
    if forked.at_version == opened.head.version and number == max(lines):
        stands = fold.system.label(fold.game.moment)
        raise NotNowError(f"{opened.called} is at {stands}: nothing has been played since. Choose an earlier moment.")
    ask = cache(ask)
    chains(fold.game, ask)
    fixed = commitments(line_id(rewound.game), rewound.game.links, ask)
    opened.branch(forked.branch, forked.at_version, [forked, *fixed])
    return opened.session.open_stream(lines[max(lines)]), rewound.add_all(fixed)


def told_of_rewind(left: OpenGame, fold: Fold) -> Iterator[str]:
    """What a rewind did, and what to type next. left: the line that was played on before; fold: the game now."""
    game, session = fold.game, left.session
    before, now = left.called, session.display_name(game.branch)
    name, line = shell(now), shell(before)
    dice = ", with new dice from here on" if fold.system.has_dice else ""
    yield f"{now} is at {fold.system.label(game.moment)} again{dice}."
    for player in game.asked if game.owed is not None else game.players:
        yield f"  sits orders new {name} --as {shell(player)}"
    yield f"The game until now is kept as {before}: sits show {line}"
    if left.fold().game.ended is None:
        back = left.rules.label(left.moment(left.head.version))
        yield f"To go back to that: sits rewind {line} --at {back}"


def open_fork(parent: OpenGame, forked: GameForked) -> None:
    """Write a what-if of a game. Raises NotAllowedError when its name is taken, capitals aside."""
    if (taken := same(forked.branch, parent.session.aliases.taken())) is not None:
        raise NotAllowedError(f"There is already a game named {taken}. Give the fork another name.")
    parent.branch(forked.branch, forked.at_version, [forked])


def next_commands(session: Session, fold: Fold, forked: GameForked) -> Iterator[str]:
    """Where a new what-if stands, and what to type next."""
    name, parent = forked.branch, session.display_name(forked.parent)
    stands = fold.system.label(fold.game.moment)
    yield f"{name} branches off {parent} after event #{forked.at_version} and is at {stands}; nothing was copied."
    owed = fold.game.owed
    who = shell(min(fold.game.asked or fold.game.players))
    if owed is None:
        yield "Enter what happens instead:"
        yield f"  sits orders new {shell(name)} --as {who} -o changed.facts"
        yield f"  sits record {shell(name)} changed.facts"
    else:
        yield "Players without a file repeat their orders from the parent, with the same dice:"
        yield f"  sits orders new {shell(name)} --as {who} -o changed.orders"
        yield f"  sits play {shell(name)} changed.orders"
    yield f"  sits diff {shell(parent)} {shell(name)}"


class BranchOfGame(Struct, frozen=True, kw_only=True):
    """A branch. name: its id; called: its display name; parent: an id; depth: number of its ancestors.

    after: the last event that it shares with its parent; left: the moment at which it left; own: how many events it
    does not share; what_if: same dice, nothing decided; counts: whether it is played on, None if there is one line.
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
        """Its kind and options, for people."""
        said = []
        if self.parent is not None:
            said.append("what-if" if self.what_if else "rewound")
        said += [f"{name}={value}" for name, value in sorted(self.options.items())]
        if self.counts:
            said.append("counts")
        return ", ".join(said)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {name: value for name, value in structs.asdict(self).items() if name != "depth"}


def branches_of(opened: OpenGame, played: Collection[str] = ()) -> list[BranchOfGame]:
    """All branches of a game, in the order in which they were opened. played: ids that are played by mail."""
    store = opened.store
    root = store.line(opened.stream)[-1][0]
    streams = {each.stream: each for each in store.streams()}
    aliases = opened.session.aliases
    names = aliases.all_shown(streams)
    forks: dict[str, list[str]] = {}
    for child, parent in store.forks():
        forks.setdefault(parent, []).append(child)
    found: list[BranchOfGame] = []
    left = [(root, 0)]
    while left:
        name, depth = left.pop()
        called = names.get(name, name)
        found.append(_branch(opened.session, streams.get(name) or Branch(name, -1), depth, called))
        left += [(child, depth + 1) for child in reversed(forks.get(name, []))]
    if len(aliases.lines(root)) > 1:
        played = [aliases.current(root)]
    if not any(each.name in played for each in found):
        return found
    return [replace(each, counts=each.name in played) for each in found]


def _branch(session: Session, branch: Branch, depth: int, called: str) -> BranchOfGame:
    name, parent, after = branch.stream, branch.parent, -1
    first, over, opened = None, False, session.open_stream(name)
    if parent is not None:
        if not isinstance(branch.at_version, int):
            # which it refuses
            session.store.line(name)
        after = cast("int", branch.at_version)
    try:
        if parent is not None:
            # its parent is known already: nothing that they share is read or folded again
            opened.keep(after, session.open_stream(parent).fold(after))
            first = next(iter(opened.facts(after + 1, after + 1)), None)
        fold = opened.fold()
        over, rules = fold.game.ended is not None, fold.system
        stands = rules.label(opened.moment(opened.head.version))
    except UnsoundError as fault:
        rules = opened.rules
        stands = f"unsound from #{fault.version} on"
    forked = first if isinstance(first, GameForked) else None
    return BranchOfGame(
        name=name,
        called=called,
        parent=parent,
        depth=depth,
        after=after if parent is not None else None,
        left=rules.label(Moment(forked.turn, forked.segment)) if forked is not None else None,
        events=opened.head.version + 1,
        own=opened.head.version - after,
        stands=stands,
        over=over,
        what_if=forked is not None and forked.what_if,
        options=dict(forked.options) if forked is not None else {},
        counts=None,
    )


def branch_tree(branches: Sequence[BranchOfGame]) -> Iterator[Block]:
    """The branches as a tree, for people."""
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
    yield TextTable(("Branch", "From", "At", "Own events", "Stands at", ""), rows, spaced=True)
    deepest = max(each.depth for each in branches)
    if deepest > MOST_SET_IN:
        yield ReportLine(f"The deepest is {counted(deepest, 'fork')} from {branches[0].called}.", hang=0)


def _set_in(branch: BranchOfGame) -> str:
    if branch.depth <= MOST_SET_IN:
        return "  " * branch.depth + branch.called
    return f"{'  ' * MOST_SET_IN}({branch.depth}) {branch.called}"
