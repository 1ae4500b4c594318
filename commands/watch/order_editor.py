"""The screen on which orders are written: the order file beside what a unit may do, how an order goes, and a check."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypeAlias

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static, TextArea
from textual.worker import Worker

from commands.render.blocks import draw, plain, scene_lines
from commands.render.pictures import FEWEST_ROWS
from commands.watch.widgets import Choice, Question, TextLines, ask, key_hints
from sits_es.errors import GameError, UnreadableError
from sits_es.odds import PLAYS
from sits_es.odds.trials import Played
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, Fields, Heading, ReportLine, strong
from sits_es.rules.moments import Moment
from sits_es.rules.order_guide import guide_of
from sits_es.service.odds import Inquiry, Odds, inquiry
from sits_es.service.order_help import order_blocks

if TYPE_CHECKING:
    from sits_es.service.orders import Draft, OrderCheck


#: Seconds without a key after which the file is checked.
CHECKED_AFTER: Final = 0.4
#: After how many plays for the odds of the orders their number is shown.
SHOWN_AFTER: Final = 10
#: From so many columns on, the panel stands beside the file, not below it.
BESIDE: Final = 100

#: The keys that the last line names.
WANTED: Final = (
    ("F2-F5", "panel"),
    ("F6", "pick a unit"),
    ("F7 F8", "scroll"),
    ("F9", "template"),
    ("^s", "save"),
    ("esc", "back"),
)

CSS: Final = """
OrderEditor { layout: vertical; }
OrderEditor #beside-each-other { height: 1fr; layout: vertical; }
OrderEditor #beside-each-other.beside { layout: horizontal; }
OrderEditor TextArea { border: none; padding: 0; height: 2fr; width: 1fr; scrollbar-size: 0 0; }
OrderEditor TextArea, OrderEditor TextArea:focus { color: ansi_default; background: ansi_default; border: none; }
OrderEditor TextArea .text-area--cursor-line { background: ansi_default; }
OrderEditor TextArea .text-area--cursor { color: ansi_default; background: ansi_default; text-style: reverse; }
OrderEditor TextArea .text-area--selection { color: ansi_default; background: ansi_default; text-style: reverse; }
OrderEditor TextLines { height: 3fr; width: 1fr; }
OrderEditor .beside TextLines { padding: 0 0 0 1; }
OrderEditor .line { height: 1; }
OrderEditor #said { height: auto; max-height: 5; }
"""


class OrderEditor(Screen[None]):
    """Where a draft is written."""

    #: They come before the editor's own.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "panel('unit')", "what the unit can do", priority=True),
        Binding("f3", "panel('order')", "how to write the order on this line", priority=True),
        Binding("f4", "panel('check')", "what a check says, and where the orders lead", priority=True),
        Binding("f5", "panel('map')", "where the orders lead, on the map", priority=True),
        Binding("ctrl+o", "odds", "the odds of the orders", priority=True),
        Binding("f6", "pick", "pick a unit", priority=True),
        Binding("f7", "scroll(-1)", "scroll the panel up", priority=True),
        Binding("f8", "scroll(1)", "scroll the panel down", priority=True),
        Binding("f9", "begin_again", "a new template", priority=True),
        Binding("ctrl+s", "save", "save", priority=True),
        Binding("escape,ctrl+c", "leave", "back", priority=True),
    ]

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self.draft = draft
        self.panel: EditorPanel = "unit"
        units = draft.units()
        # where one unit acts at a time, a new file names that one alone
        self.unit = next((unit for unit in units if draft.place_of(unit) is not None), next(iter(units), None))
        self.said = ""
        self._wait: Timer | None = None
        #: What is known of the odds of what stands in the file.
        self.odds: OddsSoFar = None
        self._playing: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        """A title, the file, the panel, the keys."""
        yield Static(id="title", classes="line")
        with Container(id="beside-each-other"):
            editor = TextArea(self.draft.text, soft_wrap=True, id="file")
            # a cursor that blinks sends something twice a second
            editor.cursor_blink = False
            yield editor
            yield TextLines()
        yield Static(id="said")

    @property
    def file(self) -> TextArea:
        """The editor."""
        return self.query_one(TextArea)

    def on_mount(self) -> None:
        """The keys go to the file, and the first unit is picked."""
        self.file.focus()
        if self.unit is not None:
            self._go_to(self.unit)
        self._tell()

    def on_resize(self) -> None:
        """Put the panel beside the file where there is room."""
        self.query_one("#beside-each-other").set_class(self.size.width >= BESIDE, "beside")
        self.call_after_refresh(self._tell)

    # the panel

    def _head(self) -> None:
        """Say whose orders these are, in which file, and whether that holds them."""
        draft = self.draft
        state = "" if not draft.changed else "not saved" if draft.kept is not None else "not there yet"
        title = f" {draft.player}'s orders for {draft.opened.called}  {draft.path}  {state}"
        text = plain(title, "reverse bold")
        text.pad_right(max(0, self.size.width - text.cell_len))
        text.no_wrap = True
        self.query_one("#title", Static).update(text)

    def _tell(self, said: str | None = None) -> None:
        """Show all but the file anew. said: what stands in place of the keys until more is done; None: what did."""
        self._head()
        self.said = self.said if said is None else said
        self.query_one("#said", Static).update(plain(self.said, "bold") if self.said else key_hints(WANTED))
        sheet = self.query_one(TextLines)
        width = max(20, sheet.content_size.width or self.size.width)
        heads = Text(
            "  ".join(f"[{head}]" if panel == self.panel else head for panel, head in EDITOR_PANELS.items()), "bold"
        )
        line = self.file.document.get_line(self.file.cursor_location[0])
        size = (width, sheet.content_size.height - 1)
        sheet.show([heads, *editor_panel(self.panel, self.draft, self.unit, line, size, self.odds)])

    # what is written

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Something was written: it is checked once nobody writes on."""
        changed = event.text_area.text != self.draft.text
        self.draft.text = event.text_area.text
        if changed:
            self.said = ""
            self._drop_odds()
        self._head()
        if self._wait is not None:
            self._wait.stop()
        self._wait = self.set_timer(CHECKED_AFTER, self._check)

    def _check(self) -> None:
        if self.draft.changed:
            self.panel = "check" if self.panel == "unit" else self.panel
        self._tell()

    def on_text_area_selection_changed(self) -> None:
        """The cursor is on another line, perhaps on another unit's."""
        unit = self.draft.unit_at(self.file.cursor_location[0])
        if unit is not None and unit in self.draft.units():
            self.unit = unit
        if self.panel == "order":
            self._tell()

    def _go_to(self, unit: str) -> None:
        """Put the cursor where an order for a unit belongs, if the file names it."""
        self.unit = unit
        row = self.draft.place_of(unit)
        if row is None:
            return
        lines = self.file.document.lines
        # on the blank line below, where there is one: what is typed does not end a comment
        row += row + 1 < len(lines) and not lines[row + 1].strip()
        self.file.move_cursor((row, len(lines[row])))

    # keys

    def action_panel(self, panel: EditorPanel) -> None:
        """Choose the panel."""
        self.panel = panel
        self.query_one(TextLines).top = 0
        self._tell("")

    def action_odds(self) -> None:
        """Show the odds of the orders, which are worked out play by play while other keys still do what they do."""
        if self.odds is None:
            try:
                asked = inquiry(self.draft.opened.reopen(), [(str(self.draft.path), self.draft.text)])
            except GameError as refusal:
                self.odds = refusal
            else:
                self.odds = 0
                self._playing = self.run_worker(self._play(asked), exclusive=True)
        self.action_panel("odds")

    async def _play(self, asked: Inquiry) -> None:
        (_, outlook), every = asked.outlooks[0], list[Played]()
        for number in range(PLAYS):
            every.append(await asyncio.to_thread(outlook.played, number))
            if len(every) % SHOWN_AFTER == 0:
                self.odds = asked.answer([every]) if len(every) == PLAYS else len(every)
                if self.panel == "odds":
                    self._tell()

    def _drop_odds(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
        self.odds = self._playing = None
        if self.panel == "odds":
            self._tell()

    def action_scroll(self, by: int) -> None:
        """Scroll the panel."""
        self.query_one(TextLines).scroll_lines(by)

    def action_pick(self) -> None:
        """Ask for a unit, and go to its orders."""
        units = self.draft.units()

        def chosen(unit: str) -> None:
            self.draft.add(unit)
            if self.draft.text != self.file.text:
                self.file.load_text(self.draft.text)
            self._go_to(unit)
            self.action_panel("unit")

        if units:
            ask(self.app, Choice("Write orders for", [(unit, unit) for unit in units]), chosen)

    def action_begin_again(self) -> None:
        """Put a new template in place of the text."""
        asked = "Replace this text with a new template? The file stays as it is until you save."
        ask(self.app, Question(asked), self._begin_again)

    def _begin_again(self, _: object) -> None:
        self.draft.begin_again()
        self.file.load_text(self.draft.text)
        if self.unit is not None:
            self._go_to(self.unit)
        self._tell("This is a new template. The file stays as it is until you save.")

    def action_save(self) -> None:
        """Save, unless nothing has changed."""
        if not self.draft.changed:
            self._tell(f"{self.draft.path} is already saved.")
            return
        try:
            self.draft.save()
        except (GameError, OSError) as refusal:
            self._tell(str(refusal))
            return
        wrong = bool(self.draft.check().problems)
        rest = "There are mistakes in it: F4" if wrong else "It has no mistakes. To hand it in: escape, P"
        self._tell(f"{self.draft.path} is written. {rest}")

    def action_leave(self) -> None:
        """Go back to the game, after asking where something is not saved."""
        unsaved = self.draft.changed and (self.draft.kept is not None or self._written())
        if not unsaved:
            self.dismiss(None)
            return
        asked = f"Your changes to {self.draft.path} are not saved. Leave without saving?"
        ask(self.app, Question(asked), lambda _: self.dismiss(None))

    def _written(self) -> bool:
        """Whether a new file has anything that its template has not."""
        mine = self.draft.text
        self.draft.begin_again()
        template, self.draft.text = self.draft.text, mine
        return template.split() != mine.split()


#: The panels beside the file, and what they are called.
EditorPanel = Literal["unit", "order", "check", "map", "odds"]
EDITOR_PANELS: Final[dict[EditorPanel, str]] = {
    "unit": "F2 unit",
    "order": "F3 order",
    "check": "F4 check",
    "map": "F5 map",
    "odds": "^o odds",
}

#: The odds of orders, or why there are none; how many plays there were so far; None until they are asked for.
OddsSoFar: TypeAlias = Odds | GameError | int | None


def editor_panel(
    panel: EditorPanel, draft: Draft, unit: str | None, line: str, size: tuple[int, int], odds: OddsSoFar
) -> list[Text]:
    """A panel as lines. unit: at the cursor; line: of the file, likewise; size: columns and rows."""
    width, rows = size
    if panel == "map":
        return _of_map(draft, width, rows)
    if panel == "check":
        found = _of_check(draft.check())
    elif panel == "order":
        found = _of_order(draft, line)
    elif panel == "odds":
        found = _of_odds(odds)
    else:
        found = _of_unit(draft, unit)
    return list(draw(found, width))


def _of_map(draft: Draft, width: int, rows: int) -> list[Text]:
    """The picture of where the orders lead, below what that is."""
    checked = draft.check()
    ahead = checked.ahead
    scene = None if ahead is None else report_of(ahead.system).forecast(ahead.board, ahead.player, ahead.orders)
    if ahead is None or scene is None:
        said = _of_problems(checked) if checked.problems else [ReportLine("These orders can't be drawn.")]
        return list(draw(said, width))
    rules = draft.opened.rules
    last = rules.label(Moment(rules.moment(ahead.board).turn, max(ahead.orders)))
    head = list(draw([ReportLine(f"After {last}. {rules.forecast_heading}")], width))
    return [*head, *scene_lines(scene, width, max(rows - len(head), FEWEST_ROWS))]


def _of_unit(draft: Draft, unit: str | None) -> Iterator[Block]:
    """A unit as it stands and what it may do, and every order that there is."""
    if unit is None:
        yield ReportLine("You have no unit to give orders to.")
        return
    yield strong(unit)
    yield from map(ReportLine, draft.may_do(unit))
    yield BLANK
    yield strong("Orders; F3 explains the one at the cursor")
    yield Fields((each.title, each.first) for each in guide_of(draft.opened.rules.name).orders)


def _of_order(draft: Draft, line: str) -> Iterator[Block]:
    """How the order on a line goes: whose first words stand there, the longest of those."""
    words = " ".join(["", *line.partition("#")[0].lower().split(), ""])
    orders = guide_of(draft.opened.rules.name).orders
    named = [each for each in orders if " ".join(["", *each.title.lower().split(), ""]) in words]
    found = max(named, key=lambda each: len(each.title), default=None)
    if found is None:
        yield ReportLine("Write an order, or put the cursor on one: it is explained here.")
        return
    yield from order_blocks(draft.opened.rules, [found])


def _of_check(checked: OrderCheck) -> Iterator[Block]:
    """Every mistake, or where the orders lead and how they are read."""
    if checked.problems:
        yield from _of_problems(checked)
        return

    def as_it_stands(lines: Iterable[str]) -> Iterator[Block]:
        return (ReportLine(line.strip(), len(line) - len(line.lstrip())) for line in lines)

    yield from map(ReportLine, checked.warned)
    yield from as_it_stands(checked.foretold().split("\n"))
    yield Heading("In normal form")
    yield from as_it_stands(checked.normal.split("\n"))


def _of_odds(odds: OddsSoFar) -> Iterator[Block]:
    match odds:
        case None:
            yield ReportLine("The orders have changed. Their odds: ^o")
        case int():
            yield ReportLine(f"Playing the turn with these orders: {odds} of {PLAYS} times.")
        case UnreadableError():
            yield from _wrong(odds.problems)
        case GameError():
            yield from map(ReportLine, odds.problems)
        case Odds():
            yield from odds.blocks()


def _of_problems(checked: OrderCheck) -> Iterator[Block]:
    yield from _wrong(checked.problems)


def _wrong(problems: Iterable[str]) -> Iterator[Block]:
    yield Heading("Mistakes")
    yield from (ReportLine(line) for problem in problems for line in problem.split("\n"))
