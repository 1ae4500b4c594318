"""Which panels stand where on a screen: by its size, by which is chosen, and whether two branches are side by side."""

from __future__ import annotations

from typing import Final, NamedTuple

#: From so many columns and rows on, all panels are there at once.
WIDE: Final = (120, 34)
#: From so many columns on, the events stand in a column of their own, with the chosen panel and the event beside it.
MIDDLE: Final = 100
#: With fewer rows than these there is room for one panel alone.
LOW: Final = 10


class PanelSpot(NamedTuple):
    """Where a panel stands. branch: 0 the one that is gone through, 1 the one beside it; the first row is its title."""

    panel: str
    left: int
    top: int
    width: int
    height: int
    branch: int = 0


def arrangement(width: int, height: int, chosen: str, *, zoomed: bool = False, two: bool = False) -> list[PanelSpot]:
    """The spots of a screen's body. height: rows between the title and the keys; chosen: the panel that is chosen."""
    if two:
        return _two(width, height, chosen, zoomed=zoomed)
    if zoomed or height < LOW or (chosen in {"events", "differences"} and width < MIDDLE):
        return [PanelSpot(chosen, 0, 0, width, height)]
    if width >= WIDE[0] and height + 2 >= WIDE[1]:
        return _wide(width, height, chosen)
    if width >= MIDDLE:
        return _middle(width, height, chosen)
    below = max(5, height // 3)
    return [PanelSpot(chosen, 0, 0, width, height - below), PanelSpot("events", 0, height - below, width, below)]


def _wide(width: int, height: int, chosen: str) -> list[PanelSpot]:
    """Events, and beside them the map and what is around a unit, above the unit and the event."""
    events = width * 2 // 7
    one = (width - events - 2) // 2
    two = width - events - one - 2
    upper = min(24, height * 3 // 5 + 1)
    middle, right = events + 1, events + one + 2
    # whatever else is chosen stands where the map does
    first = chosen if chosen == "differences" else "map"
    return [
        PanelSpot("events", 0, 0, events, height),
        PanelSpot(first, middle, 0, one, upper),
        PanelSpot("around", right, 0, two, upper),
        PanelSpot("unit", middle, upper, one, height - upper),
        PanelSpot("event", right, upper, two, height - upper),
    ]


def _middle(width: int, height: int, chosen: str) -> list[PanelSpot]:
    """Events, and beside them the chosen panel above the event."""
    events = width * 3 // 8
    left, rest = events + 1, width - events - 1
    found = [PanelSpot("events", 0, 0, events, height)]
    if chosen == "event":
        return [*found, PanelSpot("event", left, 0, rest, height)]
    first = "map" if chosen == "events" else chosen
    upper = height * 2 // 3
    return [*found, PanelSpot(first, left, 0, rest, upper), PanelSpot("event", left, upper, rest, height - upper)]


def _two(width: int, height: int, chosen: str, *, zoomed: bool) -> list[PanelSpot]:
    """The chosen panel of both branches side by side, above their events."""
    below = 0 if zoomed or height < LOW else max(5, height // 3)
    upper = height - below
    gap = 1 if width > 81 else 0  # a picture needs 40 columns
    one = (width - gap) // 2
    right = one + gap
    if chosen in {"differences", "events"}:
        below, upper = (height, 0) if chosen == "events" else (below, upper)
        found = [] if chosen == "events" else [PanelSpot("differences", 0, 0, width, upper)]
    else:
        found = [PanelSpot(chosen, 0, 0, one, upper), PanelSpot(chosen, right, 0, width - right, upper, 1)]
    if below:
        found += [PanelSpot("events", 0, upper, one, below), PanelSpot("events", right, upper, width - right, below, 1)]
    return found
