"""What the stepper's screens are made of: lines of text, a choice, a question, and its keys with their help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, TypeVar

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
    """Asks for one of several. Answers with its value; None if the question is left."""

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
    """Ask, and do something with the answer; nothing if the question is left, or the answer is no."""

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
                yield Static(Text("\n").join(_every_key()))
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


#: By heading: a key, or several that do the same, with what of the program it calls (`go` is a move of the stepper),
#: and what it does.
KEYS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "Step": {
        "right, n": ("go('step', [1])", "the next event"),
        "left, p": ("go('step', [-1])", "the previous event"),
        "]": ("go('step', [1, 'moment'])", "the start of the next moment"),
        "[": ("go('step', [-1, 'moment'])", "the start of this moment, then of the one before"),
        "}": ("go('step', [1, 'turn'])", "the start of the next turn"),
        "{": ("go('step', [-1, 'turn'])", "the start of this turn, then of the one before"),
        "home": ("go('end', [-1])", "the first event"),
        "end": ("go('end', [1])", "the last event"),
        "space": ("go('play')", "play by itself, or pause"),
        "+": ("go('change_pace', [1])", "play faster"),
        "-": ("go('change_pace', [-1])", "play slower"),
    },
    "Jump": {
        "s": ("go('step', [1, 'shot'])", "the next shot"),
        "S": ("go('step', [-1, 'shot'])", "the previous shot"),
        "l": ("go('step', [1, 'loss'])", "the next loss"),
        "L": ("go('step', [-1, 'loss'])", "the previous loss"),
        "d": ("go('step', [1, 'shot or loss'])", "the next shot or loss"),
        "D": ("go('step', [-1, 'shot or loss'])", "the previous shot or loss"),
    },
    "Look": {
        "1": ("panel('map')", "the map"),
        "2": ("panel('around')", "what is around one unit"),
        "3": ("panel('unit')", "one unit: its state and its tracks"),
        "4": ("panel('event')", "the event explained"),
        "5": ("panel('events')", "the events"),
        "6": ("panel('differences')", "what differs between two branches"),
        "z": ("zoom", "this panel alone, with its whole legend, and back"),
        "up": ("scroll(-1)", "a line up in the panel"),
        "down": ("scroll(1)", "a line down in the panel"),
        "page up": ("scroll(-1, True)", "a page up in the panel"),
        "page down": ("scroll(1, True)", "a page down in the panel"),
        "u": ("unit(1)", "look at the next unit"),
        "U": ("unit(-1)", "look at the previous unit"),
        "e": ("follow", "look at the unit that the event is about"),
        "f": ("only", "show only the events of one unit, or all"),
    },
    "Branches": {
        "b": ("branch('Go to the branch', 'go_to')", "go to another branch"),
        "v": ("branch('Put beside this one', 'put_beside')", "put another branch beside this one"),
        "w": ("go('swap')", "swap the two branches"),
        "x": ("go('alone')", "close the other branch"),
        "r": ("again", "read the record again"),
    },
    "Orders": {
        "o": ("orders", "write orders into your order file"),
        "P": ("hand_in", "play with the order files here, or seal yours by mail"),
    },
    "Other": {
        "?": ("tell", "these keys"),
        "q": ("leave", "leave"),
    },
}

#: As Textual binds them.
BINDINGS: Final = tuple(
    Binding(key.replace("page ", "page"), action, does, show=False)
    for keys in KEYS.values()
    for key, (action, does) in keys.items()
)


def _every_key() -> Iterator[Text]:
    """Every key, under headings."""
    yield Text("Keys", "bold")
    for heading, keys in KEYS.items():
        yield from (Text(), Text(heading, "bold"))
        yield from (Text(f"  {key:<11}{does}") for key, (_, does) in keys.items())
