"""Damage tracks: which box is in force, which is taken next, which can be mended. Rule: sits rules 9 (house)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sits_es.rules.sits.cards.ship_class import ShipClass

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Ship

#: Marks of a track's boxes, one character a box, from left to right.
WHOLE, HIT, TRIED, LOST, DISABLED = ".", "x", "t", "#", "d"


def fresh_boxes(ship_class: ShipClass) -> dict[str, str]:
    """The marks of an undamaged ship, track by track."""
    return {track: WHOLE * len(boxes) for track, boxes in ship_class.tracks.items()}


def box_in_force(ship: Ship, track: str) -> int | None:
    """The leftmost box not destroyed, counted from 0; None when all are gone or the ship has no such track."""
    found = ship.boxes.get(track, "").find(WHOLE)
    return None if found < 0 else found


def box_to_take(ship: Ship, track: str) -> int | None:
    """The box that a hit takes, counted from 0: the leftmost not destroyed, be it down or not; None without one.

    A track that is down is disabled, not destroyed, so a hit still finds its boxes. Rule: house, sits rules 9.
    """
    marks = ship.boxes.get(track, "")
    found = [place for place in (marks.find(WHOLE), marks.find(DISABLED)) if place >= 0]
    return min(found) if found else None


def rating(ship_class: ShipClass, ship: Ship, track: str) -> int | None:
    """Value of the box in force; None when there is none. A disabled track has none."""
    box = box_in_force(ship, track)
    return None if box is None else ship_class.tracks[track][box]


def strength(ship_class: ShipClass, ship: Ship, track: str) -> int:
    """The rating, or 0 where there is none: for tracks that count something."""
    return rating(ship_class, ship, track) or 0


def decoys_left(ship_class: ShipClass, ship: Ship) -> int:
    """Decoys that can still be deployed: the rating in force less those used, 0 up."""
    return max(strength(ship_class, ship, "decoys") - ship.decoys_spent, 0)


def box_to_mend(ship: Ship, track: str) -> int | None:
    """The box taken last that may still be tried, counted from 0; None when there is none.

    Hits take the leftmost box and repairs give back the last one taken, so it is the rightmost that can be tried. Of a
    track that is down it is the leftmost box out of force: mending it raises the whole track (house).
    """
    marks = ship.boxes.get(track, "")
    if DISABLED in marks:
        return marks.index(DISABLED)
    found = max(marks.rfind(HIT), marks.rfind(TRIED))
    return None if found < 0 else found


def marked(marks: str, box: int, mark: str) -> str:
    """The marks with another mark on one box, counted from 0."""
    return marks[:box] + mark + marks[box + 1 :]


def put_down(marks: str) -> str:
    """The marks of a track that is down but not destroyed: its whole boxes are out of force."""
    return marks.replace(WHOLE, DISABLED)


def tried(marks: str, box: int, *, repaired: bool, lost: bool) -> str:
    """The marks after an attempt at a box: mended, lost for the game, or open to one more attempt.

    A track that is down is raised as a whole, and may be tried as often as it takes (house).
    """
    if marks[box] == DISABLED:
        return marks.replace(DISABLED, WHOLE) if repaired else marks
    return marked(marks, box, WHOLE if repaired else LOST if lost else TRIED)


def has_bridge(ship: Ship) -> bool:
    """Whether somebody can steer: a box of bridge is whole, or the class has no such track."""
    return "bridge" not in ship.boxes or box_in_force(ship, "bridge") is not None


def has_power(ship: Ship) -> bool:
    """Whether the impellers drive the ship: a box of thrust is whole."""
    return box_in_force(ship, "thrust") is not None


def disabled(ship: Ship) -> bool:
    """Whether the ship is still in the game and without power: the state that a scenario gives points for."""
    return ship.destroyed is None and not has_power(ship)


def conditions(ship: Ship) -> tuple[str, ...]:
    """What is wrong with the ship as a whole, in words; nothing for one that is whole enough or out of the game."""
    if ship.destroyed is not None:
        return ()
    found = []
    if disabled(ship):
        found.append("disabled: no power left for its drive")
    if not has_bridge(ship):
        found.append("no bridge: it cannot be steered, weapons fire under local control")
    found += [f"{track} down: disabled, not destroyed" for track, marks in ship.boxes.items() if DISABLED in marks]
    return tuple(found)


#: What takes a ship out of the game, in words.
_CAUSES: Final = {"structure-gone": "its structure gave way", "exploded": "it exploded"}


def lost_as(cause: str) -> str:
    """What took a ship out of the game. cause: a code of CAUSES."""
    return _CAUSES.get(cause, cause)
