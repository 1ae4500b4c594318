"""What differs between two boards, ship by ship."""

from __future__ import annotations

from collections.abc import Iterator

from commands.views.sits.motion import dots_text, speed
from sits_es.rules.sits.state import Board, Ship


def differences(one: Board, other: Board) -> list[tuple[str, str, str, str]]:
    """Unit, what, in the one and in the other: by ship's name, in the order of a card. Empty when they are alike."""
    return [row for name in sorted(one.ships | other.ships) for row in _of_ship(name, one, other)]


def _of_ship(name: str, one: Board, other: Board) -> Iterator[tuple[str, str, str, str]]:
    left, right = one.ships.get(name), other.ships.get(name)
    if left is None or right is None:
        yield name, "on the board", *("no" if ship is None else "yes" for ship in (left, right))
        return
    for what, ours, theirs in zip(_WHAT, _told(left), _told(right), strict=True):
        if ours != theirs:
            yield name, what, ours, theirs
    for track in left.boxes:
        if left.boxes[track] != right.boxes[track]:
            yield name, track, *(_boxes(ship.boxes[track]) for ship in (left, right))


_WHAT = ("state", "position", "vectors", "attitude", "thrust", "dots", "missiles launched", "decoys used", "not ready")


def _told(ship: Ship) -> tuple[str, ...]:
    return (
        ship.destroyed or "in the game",
        str(ship.position),
        speed(ship.vectors),
        str(ship.attitude),
        str(ship.thrust),
        dots_text(ship.chart),
        ", ".join(f"{mount} {spent}" for mount, spent in sorted(ship.spent.items())) or "none",
        str(ship.decoys_spent),
        ", ".join(f"{weapon} {left}" for weapon, left in sorted(ship.counters.items())) or "all ready",
    )


def _boxes(marks: str) -> str:
    whole = marks.count(".")
    return f"{whole} of {len(marks)} boxes whole"
