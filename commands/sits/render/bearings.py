"""Who sees whom: range, windows and the mounts that bear, for every pair of enemies."""

from __future__ import annotations

from collections.abc import Iterator

from commands.render.fitted import FittedTable
from commands.sits.render.page import table
from sits_es.rules.sits.play.aiming import bears, seen_through
from sits_es.rules.sits.state import Board, Ship
from sits_es.space.arcs import behind_wedge, facing, slide
from sits_es.space.bearing import bearing_between


def bearings(board: Board, *, ascii_only: bool = False, player: str | None = None) -> FittedTable:
    """One row for each ship and each enemy that it sees, where both stand now. player: only what his ships see."""
    ships = board.standing()
    own = [ship for ship in ships if player in (None, ship.player)]
    rows = (_row(board, ship, other) for ship in own for other in ships if ship.side != other.side)
    heads = ("From", "To", "Range", "On map", "In frame", "Mounts that bear", "Comes in on")
    return table(heads, rows, right=(2,), ascii_only=ascii_only)


def _row(board: Board, ship: Ship, other: Ship) -> tuple[str, ...]:
    hexes = bearing_between(ship.position, other.position).range
    window, own = seen_through(ship, other)
    mounts = ", ".join(mount.name for mount in board.class_of(ship).mounts if bears(mount, own))
    closed = own is not None and behind_wedge(own)
    return (
        ship.name,
        other.name,
        str(hexes),
        window or "-",
        own or "-",
        mounts or ("none: own wedge" if closed else "none"),
        "; ".join(_side(other, ship)),
    )


def _side(target: Ship, shooter: Ship) -> Iterator[str]:
    """The target's side that a shot comes in on."""
    _, seen = seen_through(target, shooter)
    if seen is None:
        yield "same place: its choice"
    elif behind_wedge(seen):
        yield f"wedge {seen}"
        yield f"missiles slide to {' or '.join(slide(seen))}"
    else:
        yield f"{facing(seen)} {seen}"
