"""A board in words and for programs: boxes, ships under way, what differs between two boards, how a game stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sits_es.report.blocks import Phrase, Tone
from sits_es.report.differences import Contrast, differing
from sits_es.rules.sits.board import Board, Pivot, Roll, Ship
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.ending.rules import score
from sits_es.rules.sits.play.aiming import magazine
from sits_es.rules.sits.sums.thrust_chart import ThrustChart, dots
from sits_es.rules.sits.sums.tracks import DISABLED, HIT, LOST, TRIED, WHOLE, conditions, decoys_left, lost_as, rating
from sits_es.rules.sits.tables.values import Tables
from sits_es.sentences import counted, listed
from sits_es.space.vectors import vectors_in_words

#: What stands before a box's value, by its mark, and what it means, in the order of the legend.
SHAPES: Final = {
    WHOLE: ("", "whole"),
    HIT: ("x", "destroyed"),
    TRIED: ("t", "a repair failed"),
    LOST: ("#", "lost"),
    DISABLED: ("~", "down"),
}
#: How boxes are meant, by their mark: what its sign says, said again in colour.
TONES: Final[dict[str, Tone]] = {WHOLE: "plain", HIT: "bad", TRIED: "bad", LOST: "bad", DISABLED: "warning"}


def box(mark: str, value: str) -> str:
    """What stands in one box, such as `4` in a whole one or `x4` in one that is destroyed."""
    sign, _ = SHAPES[mark]
    return f"{sign}{value.strip()}" if sign else value


def row(ship_class: ShipClass, track: str, marks: str) -> tuple[Phrase, ...]:
    """What stands in the boxes of a track, from left to right, as the marks have them."""
    values = _printed(track, ship_class.tracks[track])
    return tuple(Phrase(box(mark, value), TONES[mark]) for mark, value in zip(marks, values, strict=True))


def _printed(track: str, values: tuple[int, ...]) -> Iterator[str]:
    """Values as the card shows them. A structure box is plain, numbered, or the last, marked `!`.

    Rule: sits rules 9.
    """
    if track != "structure":
        yield from map(str, values)
        return
    for value in values[:-1]:
        yield str(value) if value else " "
    yield from ["!"] * bool(values)


def dots_text(chart: ThrustChart, tables: Tables) -> str:
    """Dots by window since the last thrust break: "A+ 2, B/C 1", or "none"."""
    return ", ".join(f"{window} {number}" for window, number in dots(chart, tables)) or "none"


def pivot_text(pivot: Pivot) -> str:
    """How far a pivot has come and how many segments it still takes."""
    return f"to {pivot.to}: {_progress(pivot.due, pivot.spent)}"


def roll_text(roll: Roll) -> str:
    """How far a roll has come and how many segments it still takes."""
    return f"to {roll.side}: {_progress(roll.due, roll.spent)}"


def _progress(due: Sequence[int], spent: int) -> str:
    """Windows done of a pivot or roll, segments left, and its pace."""
    done = sum(segments <= spent for segments in due)
    to_go = counted(due[-1] - spent, "segment")
    steady = all(segments == due[0] * window for window, segments in enumerate(due, start=1))
    pace = f"{due[0]} a window" if steady else f"windows after {', '.join(map(str, due))} segments"
    return f"{done} of {counted(len(due), 'window')} done, {to_go} to go ({pace})"


def plots_text(ship: Ship) -> str:
    """Plots named for the ship's next thrust break."""
    return "; ".join(f"{window}: {vectors_in_words(vector)}" for window, vector in ship.plots.items())


def decoys_text(board: Board, ship: Ship) -> str:
    """Decoys left, and those at work in this segment."""
    active = f", {ship.decoys_active} at work in this segment" if ship.decoys_active else ""
    return f"{decoys_left(board.class_of(ship), ship)} left, {board.class_of(ship).decoy_value}% each{active}"


def differences(one: Board, other: Board) -> list[Contrast]:
    """(ship, what, in the one, in the other) for everything that differs, by ship and in the order of a panel."""
    ours, theirs = ({name: (board, ship) for name, ship in board.ships.items()} for board in (one, other))
    return [*differing(ours, theirs, "ship", lambda at: _facts(*at))]


def _facts(board: Board, ship: Ship) -> Iterator[tuple[str, str]]:
    """Everything about a ship that two branches may differ in, by name."""
    chart = ship.chart
    yield "fate", f"out: {lost_as(ship.destroyed)}" if ship.destroyed is not None else "in the game"
    yield "state", "; ".join(conditions(ship))
    yield "position", str(ship.position)
    yield "marker", str(ship.future) if ship.future is not None else ""
    yield "vectors", vectors_in_words(ship.vectors)
    yield "thrust", str(ship.thrust)
    yield "pulses", ", ".join(f"{thrust} {nose}" for thrust, nose in zip(chart.thrusts, chart.noses, strict=True))
    yield "dots", dots_text(chart, board.tables)
    yield "half hexes", ", ".join(ship.halves)
    yield "plots", plots_text(ship)
    yield "attitude", str(ship.attitude)
    yield "pivot", pivot_text(ship.pivot) if ship.pivot else ""
    yield "roll", roll_text(ship.roll) if ship.roll else ""
    for weapon in (*board.class_of(ship).weapons(), *board.class_of(ship).launchers()):
        waits = ship.counters.get(weapon, 0)
        yield f"{weapon} ready", f"in {counted(waits, 'segment')}" if waits else "now"
    for mount in board.class_of(ship).mounts:
        if mount.track("magazine") in ship.boxes:
            yield f"{mount.name} {mount.stores}s", str(magazine(board, ship, mount))
    yield "decoys", decoys_text(board, ship)
    yield "miracle cards", ", ".join(ship.hand)
    for track, marks in ship.boxes.items():
        yield f"{track} track", boxes_text(board, ship, track, marks)


#: Marks of a box that is not whole, in words, in the order in which they are told.
_MARKS = {HIT: "destroyed", TRIED: "tried once", LOST: "lost for good", DISABLED: "down"}


def boxes_text(board: Board, ship: Ship, track: str, marks: str) -> str:
    """A track in a few words: its rating, and how many of its boxes are not whole."""
    now = rating(board.class_of(ship), ship, track)
    gone = [f"{marks.count(mark)} {word}" for mark, word in _MARKS.items() if mark in marks]
    state = f"{listed(gone)} of {len(marks)}" if gone else f"all {len(marks)} whole"
    return f"rating {'none' if now is None else now}; {state}"


def standing(board: Board) -> dict[str, Any]:
    """Points so far by side with the ships they are for, the terms, ships out of order and open hands: for programs."""
    return {
        "points": {
            each.side: {
                "points": each.points,
                "ships": {gain.ship: {"state": gain.state, "points": gain.points} for gain in each.gains},
            }
            for each in score(board)
        },
        "terms": {"turns": board.victory.turns, "margin": board.victory.margin},
        "conditions": {ship.name: list(says) for ship in board.standing() if (says := conditions(ship))},
        "miracle_cards": {ship.name: list(ship.hand) for ship in board.standing() if ship.hand},
    }
