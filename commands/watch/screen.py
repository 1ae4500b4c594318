"""The whole screen of the stepper as lines: a title, the panels where they stand, and the keys that are wanted most."""

from __future__ import annotations

from textwrap import wrap
from typing import Final, NamedTuple

from attrs import define, field
from rich.text import Text

from commands.render.blocks import draw, plain
from commands.watch.panels import OF_A_BRANCH, PANELS, EventRow, differences, list_lines, page, rows_of
from commands.watch.widgets import key_hints
from sits_es.report.blocks import strong
from sits_es.service.timeline import PACES, Stepper, Timeline

#: The keys that the last line names, the most wanted first: as many as there is room for.
WANTED: Final = (
    ("?", "help"),
    ("q", "leave"),
    ("<- ->", "step"),
    ("[ ]", "moment"),
    ("o", "orders"),
    ("P", "hand in"),
    ("1-6", "panel"),
    ("s l", "next shot, loss"),
    ("space", "play"),
    ("u", "unit"),
    ("f", "only one"),
    ("b", "branch"),
    ("v", "two"),
)

#: A terminal with fewer columns or rows than these shows nothing of a game.
LEAST: Final = (40, 10)
#: Blanks on either side of the course in the title.
GAP: Final = 2


@define
class WatchScreen:
    """What is shown of a stepper. panel: the chosen one; zoomed: it alone; offsets: lines that a panel is scrolled by.

    said: what is to be told once, in place of the keys.
    """

    stepper: Stepper
    panel: str = "map"
    zoomed: bool = False
    said: str = ""
    offsets: dict[str, int] = field(factory=dict)
    _pages: dict[tuple[object, ...], list[Text]] = field(factory=dict)
    _rows: dict[tuple[object, ...], list[EventRow]] = field(factory=dict)

    def forget(self) -> None:
        """Draw everything again: the record was read again."""
        self._pages.clear()
        self._rows.clear()

    def spots(self, width: int, height: int) -> list[PanelSpot]:
        """Where the panels stand."""
        two = self.stepper.beside is not None
        return layout(width, height - 2, self.panel, zoomed=self.zoomed, two=two)

    def lines(self, width: int, height: int) -> list[Text]:
        """The screen, every line as wide as it is."""
        if width < LEAST[0] or height < LEAST[1]:
            told = (
                f"{width} columns by {height} rows: too small. At least {LEAST[0]} by {LEAST[1]} are needed. q: leave"
            )
            return [_as_wide(Text(line), width) for line in wrap(told, max(width, 1))[:height]]
        body: list[list[tuple[int, Text]]] = [[] for _ in range(height - 2)]
        for spot in self.spots(width, height):
            for row, line in enumerate(self._panel(spot), spot.top):
                body[row].append((spot.left, line))
        title = _title(self.stepper, width)
        foot = [*draw([strong(self.said, hang=0)], width)] if self.said else [key_hints(WANTED, width)]
        rows = [title, *map(_beside_each_other, body)][: max(1, height - len(foot))]
        return [_as_wide(row, width) for row in (*rows, *foot[: height - 1])]

    def scroll(self, by: int, width: int, height: int, *, pages: bool) -> str:
        """Move what the chosen panel shows by so many lines or pages; what is to be said of it."""
        if self.panel == "events":
            return "Step left or right to see other events."
        spots = [spot for spot in self.spots(width, height) if spot.panel == self.panel]
        if spots:
            by *= max(1, max(spot.height for spot in spots) - 2) if pages else 1
            most = max(len(self._page(spot)) - (spot.height - 1) for spot in spots)
            self.offsets[self.panel] = min(max(self.offsets.get(self.panel, 0) + by, 0), max(most, 0))
        return ""

    # panels

    def _branch(self, spot: PanelSpot) -> tuple[Timeline, int]:
        beside, here = self.stepper.beside, (self.stepper.timeline, self.stepper.version)
        return here if beside is None or not spot.branch else (beside, self.stepper.there)

    def _panel(self, spot: PanelSpot) -> list[Text]:
        """A panel with its title, every line as wide as the panel and as many as it is high."""
        timeline, version = self._branch(spot)
        high = spot.height - 1
        if spot.panel == "events":
            found, offset = (
                list_lines(timeline, self._list(timeline), version, (spot.width, high)),
                0,
            )
        else:
            found = self._page(spot)
            offset = min(self.offsets.get(spot.panel, 0), max(0, len(found) - high))
        more = len(found) - offset - high
        lines = [self._head(spot, timeline, version, above=offset, below=more), *found[offset : offset + high]]
        return [_as_wide(line, spot.width) for line in lines]

    def _list(self, timeline: Timeline) -> list[EventRow]:
        key = (timeline.name, timeline.head, self.stepper.only)
        if key not in self._rows:
            only = self.stepper.only
            self._rows[key] = rows_of(timeline, only if only in timeline.units else None)
        return self._rows[key]

    def _page(self, spot: PanelSpot) -> list[Text]:
        timeline, version = self._branch(spot)
        unit, size = self.stepper.unit, (spot.width, spot.height - 1)
        if spot.panel not in OF_A_BRANCH:
            other = self.stepper.beside
            if other is None:
                return [Text("Put a second branch beside this one first: v")]
            return differences(timeline, version, other, self.stepper.there, spot.width)
        key = (spot.panel, timeline.name, timeline.head, version, unit, size, self.zoomed)
        if key not in self._pages:
            if len(self._pages) > 60:
                self._pages.clear()
            self._pages[key] = page(spot.panel, timeline, version, unit, size, whole=self.zoomed)
        return self._pages[key]

    def _head(self, spot: PanelSpot, timeline: Timeline, version: int, *, above: int, below: int) -> Text:
        """A panel's title: which it is, of what, and whether there is more of it."""
        number = 1 + [*PANELS].index(spot.panel)
        chosen = spot.panel == self.panel
        said = f"{number} {PANELS[spot.panel]}"
        if spot.panel == "around":
            said = f"{number} {timeline.report.around_named}"
        if spot.panel in {"around", "unit"} and self.stepper.unit is not None:
            said += f": {self.stepper.unit}"
        if spot.panel == "events" and self.stepper.only is not None:
            said += f" of {self.stepper.only}"
        if self.stepper.beside is not None and spot.panel != "differences":
            said = f"{timeline.called} {timeline.chapter(version).label} #{version}  {said}"
        dash = "━" if chosen else "─"
        text = Text(f"{dash}{dash} ", "" if chosen else "dim", no_wrap=True, end="")
        text.append_text(plain(said, "bold" if chosen else ""))
        if above > 0 or below > 0:
            more = (
                f"{above} above" if above > 0 else "",
                f"{below} {'below' if above > 0 else 'more'}" if below > 0 else "",
            )
            text.append(f" ({', '.join(filter(None, more))})", "dim")
        text.append(" ")
        text.append(dash * max(0, spot.width - text.cell_len), "" if chosen else "dim")
        return text


def _title(stepper: Stepper, width: int) -> Text:
    """The game, where it is, its course, and what is on."""
    timeline, version = stepper.timeline, stepper.version
    left = f" {timeline.called}  {timeline.chapter(version).label}  #{version} of {timeline.head}"
    state = [f"only {stepper.only}"] if stepper.only is not None else []
    state += [f"playing, {PACES[stepper.pace]:g} a second"] if stepper.playing else []
    if version == timeline.head:
        game = timeline.fold(version).game
        state.append("over" if game.ended is not None else "the game stands here")
    text, right = plain(left, "bold"), plain(f"{', '.join(state)} " if state else "")
    room = width - text.cell_len - right.cell_len
    if course := course_line(timeline, version, room - 2 * GAP):
        text.append_text(plain(f"{' ' * GAP}{course}{' ' * GAP}"))
    else:
        text.pad_right(max(1, room))
    text.append_text(right)
    text.truncate(width)
    text.stylize("reverse")
    text.no_wrap, text.end = True, ""
    return text


def _as_wide(line: Text, width: int) -> Text:
    """A line cut or filled up to a width."""
    found = line.copy()
    found.truncate(width)
    found.pad_right(max(0, width - found.cell_len))
    return found


def _beside_each_other(parts: list[tuple[int, Text]]) -> Text:
    """Parts of a row at their columns."""
    row = Text(no_wrap=True, end="")
    for left, part in sorted(parts, key=lambda each: each[0]):
        row.pad_right(max(0, left - row.cell_len))
        row.append_text(part)
    return row


#: From so many columns and rows on, all panels are there at once.
WIDE: Final = (120, 34)
#: From so many columns on, the events stand in a column of their own, with the chosen panel and the event beside it.
MIDDLE: Final = 100
#: With fewer rows than these there is room for one panel alone.
FEW_ROWS: Final = 10


class PanelSpot(NamedTuple):
    """Where a panel stands. branch: 0 the one that is gone through, 1 the one beside it; the first row is its title."""

    panel: str
    left: int
    top: int
    width: int
    height: int
    branch: int = 0


def layout(width: int, height: int, chosen: str, *, zoomed: bool = False, two: bool = False) -> list[PanelSpot]:
    """The spots of a screen's body. height: rows between the title and the keys; chosen: the panel that is chosen."""
    if two:
        return _two(width, height, chosen, zoomed=zoomed)
    if zoomed or height < FEW_ROWS or (chosen in {"events", "differences"} and width < MIDDLE):
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
    below = 0 if zoomed or height < FEW_ROWS else max(5, height // 3)
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


#: Such a line with fewer columns says nothing.
LEAST_COURSE: Final = 16

#: Gone through, to come, and the event at hand.
_GONE, _TO_COME, _HERE = "━", "─", "█"
#: Where something is lost.
LOST: Final = "!"


def course_line(timeline: Timeline, version: int, width: int) -> str:
    """The line, in so many columns; empty if there is too little room for one."""
    if width < LEAST_COURSE or not timeline.head:
        return ""
    at = _column(timeline, version, width)
    cells = [_GONE if column < at else _TO_COME for column in range(width)]
    for loss in timeline.stops("loss"):
        cells[_column(timeline, loss, width)] = LOST
    free = 0
    for start in timeline.stops("turn"):
        column, name = _column(timeline, start, width), str(timeline.chapter(start).turn or "")
        # a number that would touch the one before is left out
        if name and column >= free and column + len(name) <= width:
            cells[column : column + len(name)] = name
            free = column + len(name) + 1
    cells[at] = _HERE
    return "".join(cells)


def _column(timeline: Timeline, version: int, width: int) -> int:
    return version * (width - 1) // timeline.head
