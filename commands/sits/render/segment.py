"""One segment as a player checks it: everything that the rules ask a report to show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType

from commands.sits.render.boxes import legend
from commands.sits.render.damage import hits, repairs, tracks_changed
from commands.sits.render.fire import shots
from commands.sits.render.miracles import miracles
from commands.sits.render.missiles import defences, launches
from commands.sits.render.movement import movement, thrust_breaks
from commands.sits.render.orders_given import orders_given, voided
from commands.sits.render.page import Line, heading, section
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.rules.sits.report.facts import of, with_dice
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.tables.variance import DICE as VARIANCE


def name_of(board: Board) -> str:
    """The exchange that a board stands at: "Turn 2, segment 5", "Turn 2, turn break"."""
    where = f"segment {board.segment}" if board.segment <= SEGMENTS else "turn break"
    return f"Turn {board.turn}, {where}"


def segment_report(before: Board, events: Sequence[Event], after: Board, *, ascii_only: bool = False) -> Group:
    """The report of a segment or of a turn break.

    before, after: the board when its orders were owed, and when all was resolved; events: what it brought, in order.
    Sections to which nothing belongs are left out. Rule: rules/sits.md 11.
    """
    parts: list[RenderableType] = [heading(name_of(before), ascii_only=ascii_only)]
    for title, content in _sections(before, events, after, ascii_only=ascii_only):
        if content:
            parts += [section(title), *content]
    return Group(*parts)


def _sections(
    before: Board, events: Sequence[Event], after: Board, *, ascii_only: bool
) -> Iterator[tuple[str, list[RenderableType]]]:
    facts = with_dice(events)
    yield "Orders", [*orders_given(before, events)]
    yield "Orders that came to nothing", [*voided(events)]
    yield "Beams", [*shots(facts)]
    yield "Launches", [*launches(facts)]
    if before.segment <= SEGMENTS:
        yield "Movement", [*movement(before, events, after, ascii_only=ascii_only)]
    yield "Missile defence", [*defences(facts)]
    yield "Damage", [*hits(facts)]
    yield "Thrust breaks", [*thrust_breaks(events, before.segment)]
    yield "Damage control", [*repairs(facts)]
    yield "Miracles", [*miracles(facts)]
    changed: list[RenderableType] = [*tracks_changed(before, after)]
    yield "Tracks before and after", [*changed, legend()] if changed else []
    if any(len(roll.faces) == VARIANCE for roll in of(events, DiceRolled)):
        yield "Dice", [Line("As thrown, then who rolled what; of three the key pair stands before the bar.", 2)]
