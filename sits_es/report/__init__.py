"""What people are shown, before anybody draws it: what a rule system says of its own events and boards.

A system says it in a class of its own below `Report`; its package rules.<system>.report offers one as REPORT. What the
system does not say is said here for any system, and all of it where there is no such package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from msgspec import Struct, field

from sits_es.events import Event
from sits_es.generics import Board

if TYPE_CHECKING:
    from sits_es.dice import DiceRolled
    from sits_es.report.blocks import Block
    from sits_es.report.differences import Contrast
    from sits_es.report.glance import Glance, Measure, UnitLine
    from sits_es.report.graphs import Measured, Tally
    from sits_es.report.luck import Luck
    from sits_es.report.scenes import Scene, Volley
    from sits_es.report.solids import Solid
    from sits_es.report.working import Context, Working


__all__ = ["Report", "Stage", "report_of"]


class Stage(Struct, frozen=True, kw_only=True):
    """One exchange for a report. label: what it is called; before, after: the system's boards; facts: what it brought.

    before: as it stood when its orders were owed; after: when all was resolved. orders: lines as they were revealed, by
    player.
    """

    label: str
    before: Any
    facts: Sequence[Event]
    after: Any
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)


class Report(Generic[Board]):
    """What a rule system shows. Boards are the system's own. about_luck: what is to be known to read its luck.

    shots, losses: stored names of the facts at which somebody fires, and of those at which something is damaged or
    lost: who watches a game again wants to be taken from one to the next.
    around_named: what players call the picture of what a unit has around it; avids: whether that is an AVID;
    turn_named: what they call a turn, in small letters.
    """

    about_luck: ClassVar[str] = ""
    around_named: ClassVar[str] = "Around"
    avids: ClassVar[bool] = False
    turn_named: ClassVar[str] = "turn"
    shots: ClassVar[frozenset[str]] = frozenset()
    losses: ClassVar[frozenset[str]] = frozenset()

    def standing(self, board: Board) -> Mapping[str, Any]:
        """What is reckoned from a board besides its rows, for programs: the points so far and the like."""
        del board
        return {}

    def states(self, board: Board) -> Mapping[str, Mapping[str, str]]:
        """What there is to say of each unit on the board, by name: `hull`, `4`. All defaults for units are made of it.

        Of one that a board does not hold, nothing.
        """
        del board
        return {}

    def board(self, board: Board, *, player: str | None = None, detail: bool = False) -> Iterable[Block]:
        """A board as it stands: by default the states of its units, or what it is reckoned to.

        player: whose units are shown in full, and what they see; None for all. detail: each unit's own pictures too.
        """
        from sits_es.report.blocks import Fields, ReportLine

        del player, detail
        states = self.states(board)
        rows = [(name, ", ".join(_of(state))) for name, state in states.items()] or [*_flat(self.standing(board))]
        yield Fields(rows) if rows else ReportLine("This rule system has no board to draw.")

    def scene(self, board: Board) -> Scene | None:
        """The picture of a board, for a file of its own; None if there is none to draw."""
        del board
        return None

    def solids(self, board: Board) -> Mapping[str, Solid]:
        """What the units of the picture look like in space, by name; by default nothing: there is no height."""
        del board
        return {}

    def glance(self, stages: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
        """What a run of exchanges brought, on one screen: by default the picture, the units, and each fact as a line.

        board: as it stands after them, or at all where there are none.
        """
        from sits_es.report.glance import Glance, Glimpse, UnitGlance

        labels = list(dict.fromkeys((stages[0].label, stages[-1].label))) if stages else []
        return Glance(
            title=" to ".join(labels) or "set up",
            measures=self.measures(board),
            scene=self.scene(board),
            units=tuple(map(UnitGlance.of, self.lines(stages[0].before if stages else board, board))),
            happened=[
                Glimpse(tell(fact), weight, stage.label)
                for stage in stages
                for fact in stage.facts
                if (weight := self.weight(fact)) is not None
            ],
        )

    def lines(self, before: Board, board: Board) -> Iterable[UnitLine]:
        """The units of a glance, in its order, with what became of each since a board: by default their states."""
        from sits_es.report.glance import Glimpse, UnitLine

        del before
        states = self.states(board).items()
        return (UnitLine(name=name, side="", told=map(Glimpse, _of(state))) for name, state in states)

    def weight(self, fact: Event) -> int | None:
        """How much a fact matters in a glance, as `Glimpse` has it; None if it is left out. By default 2, usual."""
        del fact
        return 2

    def unit(self, board: Board, name: str) -> Iterable[Block] | None:
        """One unit in full, with its own picture: by default its state. None if there is none of that name."""
        from sits_es.report.blocks import Fields

        state = self.states(board).get(name)
        return None if state is None else [Fields([*state.items()])]

    def units(self, board: Board) -> Sequence[str]:
        """The names of the units that `unit` shows."""
        return tuple(self.states(board))

    def sheet(self, board: Board, name: str) -> Iterable[Block]:
        """What a unit has and what it lost, to be followed event by event: by default its state; no pictures."""
        from sits_es.report.blocks import Fields

        return [Fields([*self.states(board).get(name, {}).items()])]

    def forecast(self, board: Board, player: str, orders: Mapping[int, Sequence[Event]]) -> Scene | None:
        """The picture of where a player's orders lead, as the system's own forecast; None if nothing moves.

        orders: by step, in a row from the one at hand on.
        """
        del board, player, orders
        return None

    def around(self, board: Board, name: str) -> Scene | None:
        """The picture of what a unit has around it; None if there is none, as of a unit that is out of the game."""
        del board, name
        return None

    def overview(self, board: Board) -> Iterable[Block]:
        """The map, and all units in a line each, for letters: by default the board as it is reckoned to stand."""
        return self.board(board)

    def faces(self, rolled: DiceRolled) -> str:
        """What dice show, where a table of rolls has a shorter way to write it than the system's words; else empty."""
        del rolled
        return ""

    def came_to(self, fact: Event) -> str:
        """What the dice right before a fact came to, and what was needed, in a few words; empty if it has none."""
        del fact
        return ""

    def exchange(self, stage: Stage, tell: Callable[[Event], str]) -> Iterable[Block]:
        """What one exchange brought: by default each fact as a line. tell: a fact as a sentence."""
        from sits_es.report.blocks import Heading

        yield Heading(stage.label, major=True)
        yield from self.steps(stage.facts, tell)

    def turn(self, stages: Sequence[Stage], tell: Callable[[Event], str]) -> Iterable[Block]:
        """What a run of exchanges brought: by default one after the other."""
        from sits_es.report.blocks import ReportLine

        if not stages:
            yield ReportLine("Nothing has been played.")
        for stage in stages:
            yield from self.exchange(stage, tell)

    def steps(self, facts: Sequence[Event], tell: Callable[[Event], str | None]) -> Iterable[Block]:
        """Facts one by one, a line each, under the headings of the procedure where the system has one.

        tell: a fact as a line, None to leave it out.
        """
        from sits_es.report.blocks import ReportLine

        return (ReportLine(told, 2) for fact in facts if (told := tell(fact)) is not None)

    def volley(self, context: Context) -> Volley | None:
        """The fire that an event tells of, or says more of; None if nobody fires in it, and by default."""
        del context
        return None

    def explain(self, context: Context) -> Working:
        """How one event comes about."""
        from sits_es.report.working import Working

        del context
        return Working(rule="")

    def luck(self, events: Iterable[Event], board: Board) -> Sequence[Luck] | None:
        """What each player's dice came to, by kind of roll; None if the rules don't say what is good, by default.

        board: any of the game's, for what it is played by.
        """
        del events, board
        return None

    def measures(self, board: Board) -> Sequence[Measure]:
        """By what a side can be ahead, what decides first, as a glance has it; by default nothing."""
        del board
        return ()

    def tallies(self, board: Board) -> Sequence[Tally]:
        """Numbers of single units that are worth following over a game, such as damage; by default none."""
        del board
        return ()

    def apart(self, board: Board, one: str, other: str) -> Measured | None:
        """How far apart two units are as the rules measure it; None if one is not there, and by default."""
        del board, one, other
        return None

    def differences(self, one: Board, other: Board) -> Sequence[Contrast] | None:
        """What differs between two boards: unit, what, in the one, in the other; by default in the units' states.

        None if the system says nothing by which boards could be compared.
        """
        from sits_es.report.differences import differing

        ours, theirs = self.states(one), self.states(other)
        return [*differing(ours, theirs, "unit", lambda state: state.items())] if ours or theirs else None

    def to_try(self, game: str) -> Sequence[tuple[str, str]]:
        """What to type after a demonstration, and what that shows. game: its name as it has to be typed."""
        return (
            (f"sits show {game}", "the board as it stands"),
            (f"sits replay {game} --step", "event by event"),
            (f"sits audit list {game}", "the whole record"),
        )


def _of(state: Mapping[str, str]) -> Iterator[str]:
    """A unit's state, one thing after the other: `hull 4`."""
    return (f"{what} {said}" for what, said in state.items())


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Values as labels and texts; what stands in another bears its names before its own."""
    for name, value in values.items():
        label = f"{before}{name}".replace("_", " ")
        match value:
            case Mapping():
                yield from _flat(value, f"{label}, ")
            case list() | tuple():
                yield label, ", ".join(map(str, value))
            case None:
                continue
            case bool():
                yield label, "yes" if value else "no"
            case _:
                yield label, str(value)


@cache
def report_of(system_name: str) -> Report:
    """The report of a rule system: REPORT of its package rules.<system>.report, or what holds for any system."""
    name = f"sits_es.rules.{system_name}.report"
    try:
        own = find_spec(name)
    except ModuleNotFoundError:  # it is a single module, or stands elsewhere
        own = None
    if own is None:
        return Report()
    found: Report = import_module(name).REPORT
    return found
