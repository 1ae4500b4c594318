"""One segment as a player checks it: with everything that the rules ask a report to show, and step by step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, ReportLine, TextTable, strong
from sits_es.report.luck import HEADS, rolls
from sits_es.report.steps import AFTER, AGREED, OF_ANY_GAME, ORDERS, stored_name, told_under
from sits_es.rules.sits.board import Board, copied
from sits_es.rules.sits.fact import Fact, Order
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.sums.variance import DICE as VARIANCE
from sits_es.rules.sits.tables.section import OWN, source
from sits_es.rules.sits.tables.values import SEGMENTS, Tables
from sits_es.rules.sits.telling import MOVEMENT, SECTIONS, STEPS, SitsTold
from sits_es.rules.sits.views.movement import movement
from sits_es.rules.sits.views.panels import legend, tracks_changed
from sits_es.rules.sits.words import faces_of, name_of, of
from sits_es.rules.told import Told, contexts
from sits_es.sentences import of_side


def segment_report(stage: Stage, tell: Callable[[Event], str]) -> Iterator[Block]:
    """The report of a segment or of a turn break.

    Sections to which nothing belongs are left out. Rule: sits rules 11.
    """
    del tell
    yield Heading(name_of(stage.before), major=True)
    for title, content in _sections(stage):
        if content:
            yield Heading(title)
            yield from content


def _sections(stage: Stage) -> Iterator[tuple[str, list[Block]]]:
    before, events = stage.before, stage.facts
    told = told_in(before, events)
    yield "Orders", [*orders_given(before, events, stage.orders)]
    moved = [*movement(before, events, stage.after)] if before.segment <= SEGMENTS else []
    yield from ((section, moved if section == MOVEMENT else told[section]) for section in SECTIONS)
    changed: list[Block] = [*tracks_changed(before, stage.after)]
    yield "Tracks before and after", [*changed, legend()] if changed else []
    yield "Dice", [*dice_thrown(events)]
    yield "Where the numbers come from", [*sources_used(before.tables, events)]


def told_in(before: Board, facts: Sequence[Event]) -> Mapping[str, list[Block]]:
    """What facts say of themselves, by the section in which they stand, that of a shot or attack under its name."""
    found: dict[str, dict[str, list[Block]]] = {}
    for at in contexts(copied(before), facts):
        row = SitsTold.of(at.event)
        if section := row.section_at(at):
            found.setdefault(section, {}).setdefault(getattr(at.event, row.under, ""), []).extend(row.in_full(at))
    lines = defaultdict[str, list[Block]](list)
    for section, subjects in found.items():
        for subject, blocks in subjects.items():
            lines[section] += [strong(subject, 2), *blocks] if subject else blocks
    return lines


def orders_given(board: Board, events: Sequence[Event], sealed: Mapping[str, Sequence[str]]) -> Iterator[ReportLine]:
    """Each player's orders line by line, in the words that were sealed; without them, in normal form."""
    sides = {ship.player: ship.side for ship in board.ships.values()}
    for player in sorted({*sides, *sealed}):
        written = sealed[player] if player in sealed else list(_written(board, events, player))
        side = sides.get(player, player)
        yield strong(of_side(side, player), 2)
        yield from (ReportLine(line, 4) for line in written or ["no orders"])


def _written(board: Board, events: Iterable[Event], player: str) -> Iterator[str]:
    for event in events:
        if isinstance(event, Order) and event.ship in board.ships and board.ships[event.ship].player == player:
            yield f"{event.ship}: {write_order(event)}"


def dice_thrown(events: Sequence[Event]) -> Iterator[Block]:
    """Every roll: who rolled it, what for, the faces as thrown and what they came to; silent when there was none."""
    if rows := [*rolls(events, faces_of, lambda fact: Told.of(fact).came_to())]:
        yield TextTable(HEADS, rows, indent=2)
    if any(len(roll.faces) == VARIANCE for roll in of(events, DiceRolled)):
        yield ReportLine("Dice as thrown; in a roll of three, the key pair is before the bar.", 2)


#: Tables by name, each with its key, in the order of a segment. Cells of beam tables, rows of missile ranges and
#: damages say themselves whose they are.
_USED: Final[Mapping[str, tuple[str, ...]]] = {
    "range table": ("ralt",),
    "rate of closure": ("rate_of_closure",),
    "kill chart": ("kill_chart",),
    "movement grids": ("movement_grid",),
    "dots": ("thrust_chart", "dots"),
    "displacement": ("thrust_chart", "hexes"),
    "plots": ("plots",),
    "pivots": ("pivot_chart",),
    "rolls": ("roll_chart",),
}


def sources_used(tables: Tables, events: Sequence[Event]) -> Iterator[ReportLine]:
    """Whose each table is that these facts went by; silent when they went by none. Rule: sits rules 12."""
    went_by = {name for event in events if isinstance(event, Fact) for name in SitsTold.of(event).went_by}
    told = [f"{name}: {_whose(tables, *key)}" for name, key in _USED.items() if name in went_by]
    if told:
        yield ReportLine(f"Ships' numbers: their cards; {'; '.join(told)}.", 2)


def _whose(tables: Tables, *key: str) -> str:
    """Whose a table is as a whole, and whether the game has rows or cells of its own in it."""
    name = ".".join(key)
    whose = "card" if name == "ralt" and name not in tables.own else source(tables, *key)
    parts = any(own.startswith(f"{name}.") for own in tables.own)
    return f"{whose}, {OWN} in parts" if parts and whose != OWN else whose


#: The steps of facts of any game, by their stored names.
_AT_IN_ANY_GAME: Final = {
    "game.Forked": 1,
    **{name: {AGREED: 0, ORDERS: 2, AFTER: 10}[heading] for name, heading in OF_ANY_GAME.items()},
}


def steps(events: Sequence[Event]) -> dict[int, list[Event]]:
    """Facts by the step of the procedure that they belong to, 0 to 10; in each step in the order recorded.

    Dice go with the fact that they decide, which is the next that is not a roll.
    """
    found: dict[int, list[Event]] = {}
    waiting: list[Event] = []
    here = 3
    for event in events:
        if isinstance(event, DiceRolled):
            waiting.append(event)
            continue
        step = _step(event, here)
        here = max(step, here)
        found.setdefault(step, []).extend([*waiting, event])
        waiting.clear()
    if waiting:
        found.setdefault(here, []).extend(waiting)
    return dict(sorted(found.items()))


def _step(event: Event, here: int) -> int:
    if isinstance(event, Fact):
        return SitsTold.of(event).step_after(here)
    return _AT_IN_ANY_GAME.get(stored_name(event), here)


def step_view(events: Sequence[Event], telling: Callable[[Event], str | None]) -> Iterator[Block]:
    """Facts under the heading of their step, one line each; steps in which nothing happened are left out.

    telling: a fact as one line, or None to leave it out.
    """
    return told_under(((STEPS[step], facts) for step, facts in steps(events).items()), telling)
