"""A run of impulses as a player checks it: how units moved, what happened impulse by impulse, what is to be settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, Picture, ReportLine, TextTable, strong
from sits_es.rules.sfb_n3d.events import motion
from sits_es.rules.sfb_n3d.events.fire import OrderVoided, SeekerStruck, WeaponFired
from sits_es.rules.sfb_n3d.events.motion import RunEnded, UnitMoved
from sits_es.rules.sfb_n3d.orders.forms import IMPULSE_ORDERS, OfUnit
from sits_es.rules.sfb_n3d.report.board import name_of, run_name
from sits_es.rules.sfb_n3d.report.happenings import Happened, dice_text, happened
from sits_es.rules.sfb_n3d.report.scenes import plot
from sits_es.rules.sfb_n3d.report.settling import to_settle
from sits_es.rules.sfb_n3d.state import BREAK, Board, Unit
from sits_es.rules.sfb_n3d.story import tell
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.sentences import counted

#: Facts of movement, which are told once for a whole run; turns and speeds ordered among them.
MOVEMENT: Final[tuple[type[Event], ...]] = (motion.UnitMoved, motion.ImpulseBegun, motion.RunEnded)

#: Columns that the impulse takes before its lines.
_LABEL: Final = 5


def run_report(stage: Stage) -> Iterator[Block]:
    """The report of a run of impulses or of a turn break. Sections to which nothing belongs are left out."""
    yield Heading(title(stage), major=True)
    for name, content in _sections(stage):
        if content:
            yield Heading(name)
            yield from content


def title(stage: Stage) -> str:
    """`Turn 2, impulses 1 to 8`: those that happened."""
    first = stage.before.impulse
    last = next((fact.impulse for fact in stage.facts if isinstance(fact, RunEnded)), None)
    if first == BREAK or last is None:
        return name_of(stage.before)
    return f"Turn {stage.before.turn}, {run_name(first, last)}"


def _sections(stage: Stage) -> Iterator[tuple[str, list[Block]]]:
    yield "Orders", [*orders_given(stage.before, stage.facts, stage.orders)]
    yield "Orders that came to nothing", [ReportLine(tell(fact), 2) for fact in _of(stage.facts, OrderVoided)]
    yield "Movement", [*movement(stage)]
    yield "Impulse by impulse", [*impulses(stage)]
    yield "To settle on your displays", [*settling([stage])]


def _of(facts: Iterable[Event], cls: type[Event]) -> Iterator[Event]:
    return (fact for fact in facts if isinstance(fact, cls))


def orders_given(board: Board, facts: Sequence[Event], sealed: Mapping[str, Sequence[str]]) -> Iterator[ReportLine]:
    """Each player's orders line by line, in the words that were sealed; without them, in normal form."""
    sides = {unit.player: unit.side for unit in board.units.values()}
    for player in sorted({*sides, *sealed}):
        written_down = sealed[player] if player in sealed else list(_normal(board, facts, player))
        side = sides.get(player, player)
        yield strong(side if side == player else f"{side} ({player})", 2)
        yield from (ReportLine(line, 4) for line in written_down or ["no orders"])


def _normal(board: Board, facts: Iterable[Event], player: str) -> Iterator[str]:
    from sits_es.rules.sfb_n3d.orders.language import write_order

    for fact in facts:
        if isinstance(fact, OfUnit) and isinstance(fact, IMPULSE_ORDERS):
            unit = board.units.get(fact.unit)
            if unit is not None and unit.player == player:
                yield f"{fact.unit}: {fact.impulse}: {write_order(fact)}"


def movement(stage: Stage) -> Iterator[TextTable]:
    """A line for each unit that moved: from where to where, how it points then, and by what it moved."""
    rows = [*_moves(stage)]
    if rows:
        yield TextTable(("Unit", "From", "To", "Facing now", "By"), rows, indent=2)


def _moves(stage: Stage) -> Iterator[tuple[str, ...]]:
    starts: dict[str, str] = {}
    speeds: dict[str, list[int]] = {}
    ends: dict[str, UnitMoved] = {}
    for fact in stage.facts:
        if isinstance(fact, UnitMoved):
            starts.setdefault(fact.unit, str(fact.place - fact.moved))
            speeds.setdefault(fact.unit, []).append(fact.speed)
            ends[fact.unit] = fact
    for name in sorted(ends):
        now = stage.after.units[name]
        yield name, starts[name], str(ends[name].place), str(now.facing), by(now, speeds[name])


def by(unit: Unit, speeds: Sequence[int]) -> str:
    """By what a unit moved: `8 impulses at speed 12 to 12.5, thrust 1, inertia 0.25,0,0`."""
    kinds = [*dict.fromkeys(speeds)]
    at = " to ".join(written(speed) for speed in (kinds[0], kinds[-1])) if len(kinds) > 1 else written(kinds[0])
    more = [f"thrust {written(unit.thrust)}"] if unit.thrust else []
    more += [f"inertia {unit.inertia}"] if unit.inertia else []
    return ", ".join((f"{counted(len(speeds), 'impulse')} at speed {at}", *more))


def impulses(stage: Stage) -> Iterator[ReportLine]:
    """What happened besides movement, the impulse before its first line; silent when nothing did."""
    told = 0
    for each in happened(stage.before, stage.facts):
        if not is_told(each.fact):
            continue
        new = each.impulse and each.impulse != told
        yield _placed(str(each.impulse) if new else "", line(each))
        told = each.impulse or told


def is_told(fact: Event) -> bool:
    """Whether a fact is told impulse by impulse: no order, no movement, no turn that was part of it."""
    if isinstance(fact, (*IMPULSE_ORDERS, *MOVEMENT, OrderVoided)):
        return False
    if isinstance(fact, motion.InertiaChanged):
        return fact.cause not in ("thrust", "pull")
    return not (isinstance(fact, motion.UnitTurned) and fact.cause in ("rotation", "orbit", "seek"))


def line(each: Happened) -> str:
    """A fact with the dice that were thrown for it, where it doesn't name them itself."""
    dice = dice_text(each.dice) if isinstance(each.fact, WeaponFired | SeekerStruck) else ""
    return f"{tell(each.fact)} ({dice})" if dice else tell(each.fact)


def _placed(place: str, text: str) -> ReportLine:
    return ReportLine(f"{place:>3}  {text}", 2, _LABEL + 2)


def settling(run: Sequence[Stage]) -> Iterator[ReportLine]:
    """What players have to work out with their own tables, a line each, with turn and impulse."""
    for stage in run:
        for each in happened(stage.before, stage.facts):
            if (said := to_settle(each)) is not None:
                at = f"{stage.before.turn}.{each.impulse or stage.before.impulse}"
                yield ReportLine(f"{at:<6}{said}", 2, 8)


def turn_report(run: Sequence[Stage]) -> Iterator[Block]:
    """A turn, or any run of exchanges: what happened in each, then all that is to be settled, and the plot."""
    if not run:
        yield ReportLine("Nothing has been played.")
        return
    turns = sorted({stage.before.turn for stage in run})
    yield Heading(f"Turn {turns[0]}" if len(turns) == 1 else f"Turns {turns[0]} to {turns[-1]}", major=True)
    for stage in run:
        content: list[Block] = [*movement(stage), *impulses(stage)]
        content += [ReportLine(tell(fact), 2) for fact in _of(stage.facts, OrderVoided)]
        yield Heading(title(stage))
        yield from content or [ReportLine("Nobody moved, and nothing happened.", 2)]
    if lines := [*settling(run)]:
        yield Heading("To settle on your displays")
        yield from lines
    yield Heading("The plot now, from above, north up")
    yield Picture(plot(run[-1].after))
