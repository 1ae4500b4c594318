"""What the stepper's screens are made of: lines of text, a choice, a question, and its keys with their help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import Vertical, VerticalScroll
from textual.filter import LineFilter
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from commands.render.blocks import plain
from commands.stream import IN_ASCII

#: How they look: in a frame, on what is shown below them, with the line that is chosen reversed.
CSS: Final = """
ModalScreen { align: center middle; background: transparent; }
.dialog { width: 74; max-width: 100%; height: auto; max-height: 100%; border: ascii; padding: 0 1; }
.dialog VerticalScroll { height: auto; scrollbar-size: 0 0; }
.asked { text-style: bold; padding: 0 0 1 0; }
.told { height: 100%; }
.told VerticalScroll { height: 1fr; }
.how { text-style: dim; }
OptionList { border: none; padding: 0; height: auto; max-height: 14; scrollbar-size: 0 0; }
OptionList > .option-list--option-highlighted { text-style: reverse; }
"""


T = TypeVar("T")


class Choice(ModalScreen[str]):
    """Asks for one of several. Answers with its value; None where the question is left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss(None)", "leave")]

    def __init__(self, asked: str, choices: Sequence[tuple[str, str]]) -> None:
        """choices: values, each with what is shown for it."""
        super().__init__()
        self.asked, self.choices = asked, choices

    def compose(self) -> ComposeResult:
        """The question above the list."""
        with Vertical(classes="dialog"):
            yield Static(plain(self.asked), classes="asked")
            yield OptionList(*(Option(plain(shown)) for _, shown in self.choices))
            yield Static(Text("up, down: choose   enter: take it   escape: leave"), classes="how")

    def on_mount(self) -> None:
        """The keys go to the list."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """One was taken."""
        self.dismiss(self.choices[event.option_index][0])


class Question(ModalScreen[bool]):
    """Asks whether something is to be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "yes"),
        Binding("n,escape,q", "dismiss(False)", "no"),
    ]

    def __init__(self, asked: str) -> None:
        super().__init__()
        self.asked = asked

    def compose(self) -> ComposeResult:
        """The question, and how it is answered."""
        with Vertical(classes="dialog"):
            yield Static(plain(self.asked), classes="asked")
            yield Static(Text("y: yes   n: no"), classes="how")


def ask(app: App[Any], asked: ModalScreen[T], then: Callable[[T], object]) -> None:
    """Ask, and do something with the answer; nothing where the question is left, or the answer is no."""

    def answered(answer: T | None) -> None:
        if answer is not None and answer is not False:
            then(answer)

    app.push_screen(asked, answered)


class KeyHelp(ModalScreen[None]):
    """Shows every key, in lines that can be scrolled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss(None)", "leave"),
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "move(-10)"),
        Binding("pagedown,space", "move(10)"),
    ]

    def compose(self) -> ComposeResult:
        """The lines."""
        with Vertical(classes="dialog told"):
            with VerticalScroll():
                yield Static(Text("\n").join(_every_key_told()))
            yield Static(Text("up, down: scroll   escape: leave"), classes="how")

    def action_move(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def key_hints(wanted: Iterable[tuple[str, str]], width: int = 1000) -> Text:
    """Keys and what they do, in a line: as many as go into so many columns."""
    text = Text(no_wrap=True, end="", overflow="crop")
    for key, does in wanted:
        if text.cell_len + len(f"{key} {does}") > width:
            break
        text.append(f"{key} ", "bold")
        text.append(f"{does}  ")
    return text


REVERSED: Final = Style(reverse=True)


class Bare(LineFilter):
    """Leaves nothing of how text looks but what is reversed: what is at hand has no other sign."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """A line without the rest."""
        del background
        return [Segment(part.text, REVERSED if part.style and part.style.reverse else None) for part in segments]


class InAscii(LineFilter):
    """Draws in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """A line with other signs."""
        del background
        return [Segment(part.text.translate(IN_ASCII), part.style) for part in segments]


class TextLines(Widget):
    """Lines that are shown from one on. top: the first that is seen, 0 up."""

    DEFAULT_CSS = "TextLines { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self.top = 0
        self.shown: list[Text] = []
        self._drawer = Console(width=400, markup=False, highlight=False, emoji=False)

    def show(self, lines: Sequence[Text]) -> None:
        """Show other lines."""
        self.shown = list(lines)
        self.scroll_lines(0)

    def scroll_lines(self, by: int) -> None:
        """Show what is some lines further on."""
        most = max(0, len(self.shown) - max(1, self.content_size.height))
        self.top = min(max(self.top + by, 0), most)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line of it."""
        width, at = self.content_size.width, self.top + y
        if at >= len(self.shown):
            return Strip.blank(width)
        parts = Text.assemble(self.shown[at]).render(self._drawer)
        segments = (Segment(part.text, part.style) for part in parts if part.text != "\n")
        # neighbours of one style in one piece: a third of what goes over the wire
        return Strip(Segment.simplify(segments)).adjust_cell_length(width)


class WatchKey(NamedTuple):
    """A key. names: as Textual calls it, and others that do the same; shown: on the keyboard; does: in the help.

    action: what of the program it calls, with its arguments; `go` is a move of the stepper.
    """

    names: tuple[str, ...]
    shown: str
    action: str
    does: str


#: By heading.
KEYS: Final[dict[str, tuple[WatchKey, ...]]] = {
    "Step": (
        WatchKey(("right", "n"), "right, n", "go('step', [1])", "the next event"),
        WatchKey(("left", "p"), "left, p", "go('step', [-1])", "the event before"),
        WatchKey(("right_square_bracket",), "]", "go('step', [1, 'moment'])", "where the next moment begins"),
        WatchKey(
            ("left_square_bracket",), "[", "go('step', [-1, 'moment'])", "where this moment begins, then the one before"
        ),
        WatchKey(("right_curly_bracket",), "}", "go('step', [1, 'turn'])", "where the next turn begins"),
        WatchKey(
            ("left_curly_bracket",), "{", "go('step', [-1, 'turn'])", "where this turn begins, then the one before"
        ),
        WatchKey(("home",), "home", "go('end', [-1])", "the first event"),
        WatchKey(("end",), "end", "go('end', [1])", "the last event"),
        WatchKey(("space",), "space", "go('play')", "play on by itself, and pause"),
        WatchKey(("plus",), "+", "go('change_pace', [1])", "play faster"),
        WatchKey(("minus",), "-", "go('change_pace', [-1])", "play slower"),
    ),
    "Jump": (
        WatchKey(("s",), "s", "go('step', [1, 'shot'])", "the next shot"),
        WatchKey(("S",), "S", "go('step', [-1, 'shot'])", "the shot before"),
        WatchKey(("l",), "l", "go('step', [1, 'loss'])", "the next loss"),
        WatchKey(("L",), "L", "go('step', [-1, 'loss'])", "the loss before"),
        WatchKey(("d",), "d", "go('step', [1, 'shot or loss'])", "the next shot or loss"),
        WatchKey(("D",), "D", "go('step', [-1, 'shot or loss'])", "the shot or loss before"),
    ),
    "Look": (
        WatchKey(("1",), "1", "panel('map')", "the map"),
        WatchKey(("2",), "2", "panel('around')", "what one unit has around it"),
        WatchKey(("3",), "3", "panel('unit')", "one unit: its state and its tracks"),
        WatchKey(("4",), "4", "panel('event')", "the event explained"),
        WatchKey(("5",), "5", "panel('events')", "the events"),
        WatchKey(("6",), "6", "panel('differences')", "what differs between two branches side by side"),
        WatchKey(("z",), "z", "zoom", "this panel alone with all of its legend, and back"),
        WatchKey(("up",), "up", "scroll(-1)", "a line up in the panel"),
        WatchKey(("down",), "down", "scroll(1)", "a line down in the panel"),
        WatchKey(("pageup",), "page up", "page(-1)", "a page up in the panel"),
        WatchKey(("pagedown",), "page down", "page(1)", "a page down in the panel"),
        WatchKey(("u",), "u", "unit(1)", "look at the next unit"),
        WatchKey(("U",), "U", "unit(-1)", "look at the unit before"),
        WatchKey(("e",), "e", "follow", "look at whatever unit the event is about"),
        WatchKey(("f",), "f", "only", "show only the events of one unit, or all"),
    ),
    "Branches": (
        WatchKey(("b",), "b", "branch", "go to another branch"),
        WatchKey(("v",), "v", "beside", "put another branch beside this one"),
        WatchKey(("w",), "w", "go('swap')", "change the two for each other"),
        WatchKey(("x",), "x", "go('alone')", "put the second one away"),
        WatchKey(("r",), "r", "again", "read the record again"),
    ),
    "Orders": (WatchKey(("o",), "o", "orders", "write orders into your order file"),),
    "Otherwise": (
        WatchKey(("question_mark",), "?", "tell", "these keys"),
        WatchKey(("q",), "q", "leave", "leave"),
    ),
}


def _every_key_told() -> Iterator[Text]:
    """Every key, under headings."""
    yield Text("Keys", "bold")
    for heading, keys in KEYS.items():
        yield from (Text(), Text(heading, "bold"))
        yield from (Text(f"  {key.shown:<11}{key.does}") for key in keys)


def every_key() -> tuple[WatchKey, ...]:
    """All of them, in order."""
    return tuple(key for keys in KEYS.values() for key in keys)
