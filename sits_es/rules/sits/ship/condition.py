"""What a ship as a whole has left: bridge and power. Rule: house, rules section 9."""

from __future__ import annotations

from sits_es.rules.sits.ship.tracks import box_in_force
from sits_es.rules.sits.state import DISABLED, Ship


def has_bridge(ship: Ship) -> bool:
    """Whether somebody can steer: a box of bridge stands, or the class has no such track."""
    return "bridge" not in ship.boxes or box_in_force(ship, "bridge") is not None


def has_power(ship: Ship) -> bool:
    """Whether the impellers drive the ship: a box of thrust stands."""
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
