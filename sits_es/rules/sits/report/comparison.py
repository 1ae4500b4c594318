"""Two boards side by side, ship by ship: what a what-if changed."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.sits.play.aiming import magazine
from sits_es.rules.sits.report.ship_words import decoys_text, dots_text, pivot_text, plots_text, roll_text
from sits_es.rules.sits.ship.condition import conditions
from sits_es.rules.sits.ship.tracks import rating
from sits_es.rules.sits.state import DISABLED, HIT, LOST, TRIED, Board, Ship
from sits_es.sentences import counted, listed
from sits_es.space.vectors import vectors_in_words


def differences(one: Board, other: Board) -> list[tuple[str, str, str, str]]:
    """(ship, what, in the one, in the other) for everything that differs, by ship and in the order of a panel."""
    names = sorted({*one.ships, *other.ships})
    return [(name, *differs) for name in names for differs in _of_ship(one, other, name)]


def _of_ship(one: Board, other: Board, name: str) -> Iterator[tuple[str, str, str]]:
    if name not in one.ships or name not in other.ships:
        there, missing = "on the board", "not there"
        yield "ship", there if name in one.ships else missing, there if name in other.ships else missing
        return
    left, right = dict(_facts(one, one.ships[name])), dict(_facts(other, other.ships[name]))
    for what in dict.fromkeys((*left, *right)):
        if (was := left.get(what, "")) != (now := right.get(what, "")):
            yield what, was or "none", now or "none"


def _facts(board: Board, ship: Ship) -> Iterator[tuple[str, str]]:
    """Everything about a ship that two branches may differ in, by name."""
    chart = ship.chart
    yield "fate", f"out: {ship.destroyed}" if ship.destroyed is not None else "in the game"
    yield "state", "; ".join(conditions(ship))
    yield "position", str(ship.position)
    yield "marker", str(ship.future) if ship.future is not None else ""
    yield "vectors", vectors_in_words(ship.vectors)
    yield "thrust", str(ship.thrust)
    yield "pulses", ", ".join(f"{thrust} {nose}" for thrust, nose in zip(chart.thrusts, chart.noses, strict=True))
    yield "dots", dots_text(chart)
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
            yield f"{mount.name} missiles", str(magazine(board, ship, mount))
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
