"""The whole board: the map, the ships in one table, who sees whom, how the game stands, and every ship's panel."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sits_es.report.blocks import BLANK, Block, Heading, Picture, ReportLine, TextTable
from sits_es.report.graphs import Measured, Tally
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.sums.aiming import bears, seen_through
from sits_es.rules.sits.sums.score import score, score_lines
from sits_es.rules.sits.sums.tracks import WHOLE, conditions, lost_as
from sits_es.rules.sits.views.panels import legend, ship_panel
from sits_es.rules.sits.views.scenes import avid_of, map_of
from sits_es.rules.sits.words import stands_at
from sits_es.space.arcs import behind_wedge, facing, slide
from sits_es.space.bearing import bearing_between
from sits_es.space.vectors import vectors_in_words


def ships(board: Board) -> TextTable:
    """Every ship of the game on one line, those out of it too."""
    rows = (_row(board.ships[name]) for name in sorted(board.ships))
    return TextTable(("Ship", "Side", "Position", "Marker", "Vectors", "Thrust", "Nose", "Roll"), rows, indent=2)


def _row(ship: Ship) -> tuple[str, ...]:
    if ship.destroyed is not None:
        return ship.name, ship.side, str(ship.position), f"out: {lost_as(ship.destroyed)}", "", "", "", ""
    marker = str(ship.future) if ship.future is not None else ""
    return (
        ship.name,
        ship.side,
        str(ship.position),
        marker,
        vectors_in_words(ship.vectors),
        str(ship.thrust),
        ship.attitude.nose,
        str(ship.attitude.roll),
    )


def overview(board: Board) -> Iterator[Block]:
    """The map and the ships, for letters."""
    yield Heading("The map now")
    yield Picture(map_of(board))
    yield Heading("Ships")
    yield ships(board)
    yield from conditions_of(board)


def board_view(board: Board, *, player: str | None = None, detail: bool = False) -> Iterator[Block]:
    """The board as it stands. detail: every ship's AVID too.

    player: whose ships have panels, and whose view the bearings are; None for everybody's.
    """
    yield Heading(stands_at(board), major=True)
    yield Picture(map_of(board))
    yield Heading("Ships")
    yield ships(board)
    yield from conditions_of(board)
    yield from score_so_far(board)
    if len({ship.side for ship in board.standing()}) > 1:
        yield Heading("Bearings")
        yield bearings(board, player=player)
    for name in sorted(board.ships):
        ship = board.ships[name]
        if player not in (None, ship.player):
            continue
        yield BLANK
        yield from ship_panel(board, ship)
        if detail and ship.destroyed is None:
            yield BLANK
            yield Picture(avid_of(ship, board), indent=2)
    yield BLANK
    yield legend()


def ships_of(board: Board) -> list[str]:
    """Every ship, those out of the game too."""
    return sorted(board.ships)


def ship_in_full(board: Board, name: str) -> Iterator[Block] | None:
    """One ship: its panel, its AVID, and what it sees and is seen by; None if there is none of that name."""
    return _in_full(board, board.ships[name]) if name in board.ships else None


def _in_full(board: Board, ship: Ship) -> Iterator[Block]:
    yield from ship_panel(board, ship)
    yield legend()
    if ship.destroyed is not None:
        return
    yield BLANK
    yield Picture(avid_of(ship, board), indent=2)
    others = [other for other in board.standing() if other.side != ship.side]
    if others:
        yield Heading("Bearings")
        rows = [row for other in others for row in (_seen(board, ship, other), _seen(board, other, ship))]
        yield TextTable(_BEARINGS, rows, right=(2,), indent=2)


#: The heads of a table of bearings.
_BEARINGS = ("From", "To", "Range", "Map", "Ship", "Mounts that bear", "Comes in on")


def bearings(board: Board, *, player: str | None = None) -> TextTable:
    """One row for each ship and each enemy that it sees, where both stand now. player: only what their ships see."""
    ships = board.standing()
    own = [ship for ship in ships if player in (None, ship.player)]
    rows = (_seen(board, ship, other) for ship in own for other in ships if ship.side != other.side)
    return TextTable(_BEARINGS, rows, right=(2,), indent=2)


def _seen(board: Board, ship: Ship, other: Ship) -> tuple[str, ...]:
    hexes = bearing_between(ship.position, other.position, board.tables.range_table).range
    window, own = seen_through(board, ship, other)
    mounts = ", ".join(mount.name for mount in board.class_of(ship).mounts if bears(mount, own))
    closed = own is not None and behind_wedge(own)
    return (
        ship.name,
        other.name,
        str(hexes),
        window or "-",
        own or "-",
        mounts or ("none: own wedge" if closed else "none"),
        "; ".join(_side(board, other, ship)),
    )


def _side(board: Board, target: Ship, shooter: Ship) -> Iterator[str]:
    """The target's side that a shot comes in on."""
    _, seen = seen_through(board, target, shooter)
    if seen is None:
        yield "same place: its choice"
    elif behind_wedge(seen):
        yield f"wedge {seen}"
        yield f"missiles slide to {' or '.join(slide(seen))}"
    else:
        yield f"{facing(seen)} {seen}"


def conditions_of(board: Board) -> Iterator[Block]:
    """Ships that are disabled, without a bridge or with a sidewall down, a line each; silent when there is none."""
    told = {ship.name: conditions(ship) for ship in board.standing()}
    if any(told.values()):
        yield Heading("Out of order")
        yield from (ReportLine(f"{name}: {'; '.join(says)}", 2) for name, says in told.items() if says)


def score_so_far(board: Board) -> Iterator[Block]:
    """What each side has by the scenario's points as the board stands; silent where it gives none."""
    if lines := score_lines(board):
        yield Heading("Points so far")
        yield from (ReportLine(line, 2) for line in lines)
        if board.victory.turns is not None:
            yield ReportLine(f"The game ends with turn {board.victory.turns}.", 2)


def tallies(board: Board) -> list[Tally]:
    """Hull boxes lost by ship, of one that is destroyed too. Rule: the card's hull track."""
    found = []
    for name in sorted(board.ships):
        ship = board.ships[name]
        marks = ship.boxes.get("hull", "")
        found.append(Tally(what="hull boxes lost", whose=name, side=ship.side, number=len(marks) - marks.count(WHOLE)))
    return found


def apart(board: Board, one: str, other: str) -> Measured | None:
    """The range between two ships that are in the game. Rule: flyer, range."""
    here, there = _standing(board, one), _standing(board, other)
    if here is None or there is None:
        return None
    range_ = bearing_between(here.position, there.position, board.tables.range_table).range
    return Measured(Fraction(range_), "hexes")


def _standing(board: Board, name: str) -> Ship | None:
    ship = board.ships.get(name)
    return None if ship is None or ship.destroyed is not None else ship


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
