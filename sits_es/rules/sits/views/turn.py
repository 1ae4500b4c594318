"""A whole turn for a player's mail: what happened in short lines, then tables of moves, shots, missiles and damage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, Picture, ReportLine, TextTable
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import BoxDestroyed
from sits_es.rules.sits.motion.facts import ShipMoved
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.telling import SitsTold, TurnTable, in_place
from sits_es.rules.sits.views.board import score_so_far
from sits_es.rules.sits.views.panels import legend, tracks_changed
from sits_es.rules.sits.views.scenes import map_of
from sits_es.rules.sits.words import of
from sits_es.sentences import listed
from sits_es.space.vectors import vectors_in_words


def turn_report(run: Sequence[Stage], tell: Callable[[Event], str]) -> Iterator[Block]:
    """The report of a turn, or of any run of exchanges, in the order played.

    Tables to which nothing belongs are left out.
    """
    del tell
    if not run:
        yield ReportLine("Nothing has been played.")
        return
    first, last = run[0].before, run[-1].after
    yield Heading(_title(run), major=True)
    yield from _story(run)
    for table, rows in _tables(run):
        yield Heading(table.title)
        yield TextTable(table.heads, rows, right=table.right, indent=2)
    if changed := [*tracks_changed(first, last)]:
        yield Heading("Tracks before and after")
        yield from changed
        yield legend()
    yield from score_so_far(last)
    yield Heading("The map now")
    yield Picture(map_of(last))


#: The least columns that the place of an exchange takes before its lines.
_LABEL = 9


def _title(run: Sequence[Stage]) -> str:
    turns = sorted({exchange.before.turn for exchange in run})
    return f"Turn {turns[0]}" if len(turns) == 1 else f"Turns {turns[0]} to {turns[-1]}"


def _place(board: Board) -> str:
    """The exchange in short: "2.5" for turn 2, segment 5; "2.break" for the turn break."""
    return f"{board.turn}.{board.segment}" if board.segment <= SEGMENTS else f"{board.turn}.break"


def _story(run: Sequence[Stage]) -> Iterator[ReportLine]:
    """Every exchange in short lines, its place before the first of them; quiet segments in a row share a line."""
    told = [*_lines(run)]
    wide = max([_LABEL, *(len(place) + 1 for place, _ in told)])
    return (ReportLine(f"{place:<{wide}}{line}", 2, wide + 2) for place, line in told)


def _lines(run: Sequence[Stage]) -> Iterator[tuple[str, str]]:
    """What `_story` tells, with its place or nothing."""
    for quiet, alike in groupby(run, _is_quiet):
        exchanges = list(alike)
        if quiet:
            places = [_place(exchange.before) for exchange in (exchanges[0], exchanges[-1])]
            yield "-".join(dict.fromkeys(places)), "nobody fires"
            continue
        for exchange in exchanges:
            for number, line in enumerate(highlights(exchange.facts) or ["nothing is repaired"]):
                yield "" if number else _place(exchange.before), line


def _is_quiet(exchange: Stage) -> bool:
    return exchange.before.segment <= SEGMENTS and not highlights(exchange.facts)


_MOVES = TurnTable("Movement", ("At", "Ship", "From", "To", "Thrust", "Nose", "Roll", "Vectors"), (0,))


def _tables(run: Sequence[Stage]) -> Iterator[tuple[TurnTable, list[tuple[str, ...]]]]:
    """The tables that have a row, that of moves first."""
    found: dict[TurnTable, list[tuple[str, ...]]] = {_MOVES: [row for exchange in run for row in _moves(exchange)]}
    for exchange in run:
        for at in in_place(exchange.facts):
            told = SitsTold.of(at.event)
            if told.table is not None:
                found.setdefault(told.table, []).append((_place(exchange.before), *told.cells(at)))
    return ((table, rows) for table, rows in found.items() if rows)


def _moves(exchange: Stage) -> Iterator[tuple[str, ...]]:
    if exchange.before.segment > SEGMENTS:
        return
    moved = {event.ship: event for event in of(exchange.facts, ShipMoved)}
    for number, ship in enumerate(exchange.before.standing()):
        now = exchange.after.ships[ship.name]
        end = str(moved[ship.name].end) if ship.name in moved else "out"
        place = "" if number else _place(exchange.before)
        lies = (now.attitude.nose, str(now.attitude.roll))
        yield place, ship.name, str(ship.position), end, str(now.thrust), *lies, vectors_in_words(now.vectors)


def highlights(events: Sequence[Event]) -> list[str]:
    """A line each, in the order it happened, and last what was lost; none when nothing is worth a line."""
    lines = (SitsTold.of(at.event).highlight(at) for at in in_place(events))
    return [line for line in (*lines, losses(events)) if line]


def losses(events: Iterable[Event]) -> str:
    """Boxes lost, ship by ship and track by track: "Sirius loses 2 of hull and 1 of port-tubes"; "" for none."""
    lost: dict[str, dict[str, int]] = {}
    for box in of(events, BoxDestroyed):
        tracks = lost.setdefault(box.ship, {})
        tracks[box.track] = tracks.get(box.track, 0) + 1
    return "; ".join(
        f"{ship} loses {listed(f'{number} of {track}' for track, number in tracks.items())}"
        for ship, tracks in lost.items()
    )
