"""A run of impulses as a player checks it: how units moved, what happened impulse by impulse, what is to be settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import Factory, astuple, define

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, Picture, ReportLine, TextTable, strong
from sits_es.rules.sfb_n3d.events import motion
from sits_es.rules.sfb_n3d.events.fire import OrderVoided, SeekerStruck, WeaponFired
from sits_es.rules.sfb_n3d.events.motion import ImpulseBegun, RunEnded, UnitMoved, UnitTurned
from sits_es.rules.sfb_n3d.orders.forms import ENTRIES, IMPULSE_ORDERS, OfUnit
from sits_es.rules.sfb_n3d.report.board import name_of, run_name
from sits_es.rules.sfb_n3d.report.happenings import Happened, dice_text, happened
from sits_es.rules.sfb_n3d.report.scenes import space
from sits_es.rules.sfb_n3d.report.settling import to_settle
from sits_es.rules.sfb_n3d.report.steps import ENTERED
from sits_es.rules.sfb_n3d.state import BREAK, Board, Unit
from sits_es.rules.sfb_n3d.story import tell
from sits_es.rules.sfb_n3d.sums.facings import Turn
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.places import Place
from sits_es.sentences import counted

#: Facts of movement, which are told once for a whole run.
MOVEMENT: Final[tuple[type[Event], ...]] = (UnitMoved, UnitTurned, ImpulseBegun, RunEnded)

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
    """`Turn 2, impulses 1 to 8`: those that happened; `Turn 2, before impulse 9` where players entered something."""
    first = stage.before.impulse
    if _is_entry(stage) and first != BREAK:
        return f"Turn {stage.before.turn}, before impulse {first}"
    last = next((fact.impulse for fact in stage.facts if isinstance(fact, RunEnded)), None)
    if first == BREAK or last is None:
        return name_of(stage.before)
    return f"Turn {stage.before.turn}, {run_name(first, last)}"


def _is_entry(stage: Stage) -> bool:
    """Whether it is what players entered from their own displays, and no run: in a run nobody enters anything."""
    return any(isinstance(fact, ENTRIES) for fact in stage.facts)


def _sections(stage: Stage) -> Iterator[tuple[str, list[Block]]]:
    if _is_entry(stage):
        yield ENTERED, [*impulses(stage)]
        yield "To settle on your displays", [*settling([stage])]
        return
    yield "Orders", [*orders_given(stage.before, stage.facts, stage.orders)]
    yield "Orders that came to nothing", [*voided(stage)]
    yield "Movement", [*movement(stage)]
    yield "Impulse by impulse", [*impulses(stage)]
    yield "To settle on your displays", [*settling([stage])]


def voided(stage: Stage) -> Iterator[ReportLine]:
    """Orders that came to nothing, each with its impulse and the reason; silent when there was none."""
    for each in happened(stage.before, stage.facts):
        if isinstance(each.fact, OrderVoided):
            yield _placed(str(each.impulse or ""), tell(each.fact))


def orders_given(board: Board, facts: Sequence[Event], sealed: Mapping[str, Sequence[str]]) -> Iterator[ReportLine]:
    """Each player's orders line by line, in the words that were sealed; without them, in normal form."""
    sides = {unit.player: unit.side for unit in board.units.values()}
    for player in sorted({*sides, *sealed}):
        written_down = sealed[player] if player in sealed else list(_normal(board, facts, player))
        if player not in sides and not written_down:
            continue  # an umpire hands in a part of the dice, and no orders
        side = sides.get(player, player)
        yield strong(side if side == player else f"{side} ({player})", 2)
        yield from (ReportLine(line, 4) for line in written_down or ["no orders"])


def _normal(board: Board, facts: Iterable[Event], player: str) -> Iterator[str]:
    from sits_es.rules.sfb_n3d.orders.language import write_order

    for fact in facts:
        if isinstance(fact, OfUnit) and isinstance(fact, IMPULSE_ORDERS):
            unit = board.units.get(fact.unit)
            if unit is not None and unit.player == player:
                yield f"impulse {fact.impulse} {fact.unit}: {write_order(fact)}"


@define
class _Course:
    """What a unit did in a run: where it began, each impulse's warp speed, and how far it turned in all."""

    start: Place
    end: Place
    speeds: list[int] = Factory(list)
    turn: Turn = Turn()


def movement(stage: Stage) -> Iterator[TextTable]:
    """A line for each unit that moved or turned: from where to where, how it points then, and by what."""
    rows = [
        (
            name,
            str(course.start),
            str(course.end),
            str(stage.after.units[name].facing),
            by(course, stage.after.units[name]),
        )
        for name, course in sorted(_courses(stage).items())
    ]
    if rows:
        yield TextTable(("Unit", "From", "To", "Facing now", "By"), rows, indent=2)


def _courses(stage: Stage) -> dict[str, _Course]:
    found: dict[str, _Course] = {}
    for fact in stage.facts:
        if isinstance(fact, UnitMoved):
            course = found.setdefault(fact.unit, _Course(fact.place - fact.moved, fact.place))
            if not course.speeds:
                course.start = fact.place - fact.moved
            course.end = fact.place
            course.speeds.append(fact.speed)
        elif isinstance(fact, UnitTurned) and fact.cause in ("order", "rotation"):
            place = stage.after.units[fact.unit].place
            course = found.setdefault(fact.unit, _Course(place, place))
            parts = zip(astuple(course.turn), astuple(fact.turn), strict=True)
            course.turn = Turn(*(one + more for one, more in parts))
    return found


def by(course: _Course, unit: Unit) -> str:
    """By what a unit moved: `8 impulses at speed 12 to 12.5, turned yaw 4, thrust 1, inertia 0.25,0,0`."""
    said = []
    if course.speeds:
        kinds = [*dict.fromkeys(course.speeds)]
        ends = (kinds[0], kinds[-1])
        at = " to ".join(map(written, ends)) if len(kinds) > 1 else written(kinds[0])
        said.append(f"{counted(len(course.speeds), 'impulse')} at speed {at}")
    said += [f"turned {course.turn} in all"] if course.turn else []
    said += [f"thrust {written(unit.thrust)}"] if unit.thrust else []
    said += [f"inertia {unit.inertia}"] if unit.inertia else []
    return ", ".join(said)


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
    return True


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
    """A turn, or any run of exchanges: what happened in each, then all that is to be settled, and the picture."""
    if not run:
        yield ReportLine("Nothing has been played.")
        return
    turns = sorted({stage.before.turn for stage in run})
    yield Heading(f"Turn {turns[0]}" if len(turns) == 1 else f"Turns {turns[0]} to {turns[-1]}", major=True)
    for stage in run:
        content: list[Block] = [*movement(stage), *impulses(stage)]
        content += voided(stage)
        yield Heading(title(stage))
        yield from content or [ReportLine("Nobody moved, and nothing happened.", 2)]
    if lines := [*settling(run)]:
        yield Heading("To settle on your displays")
        yield from lines
    yield Heading("Where they are now")
    yield Picture(space(run[-1].after))
