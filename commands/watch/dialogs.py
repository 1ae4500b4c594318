"""What the stepper asks and tells on a screen of its own: a choice among some, a question, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from commands.render.blocks import plain
from commands.watch.keys import KEYS

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


class Choice(ModalScreen[str | None]):
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


class KeyHelp(ModalScreen[None]):
    """Shows every key, in lines that can be scrolled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss(None)", "leave"),
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "move(-10)"),
        Binding("pagedown,space", "move(10)"),
    ]

    def __init__(self, lines: Sequence[Text]) -> None:
        super().__init__()
        self.told = Text("\n").join(lines)

    def compose(self) -> ComposeResult:
        """The lines."""
        with Vertical(classes="dialog told"):
            with VerticalScroll():
                yield Static(self.told)
            yield Static(Text("up, down: scroll   escape: leave"), classes="how")

    def action_move(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def keys_told() -> list[Text]:
    """Every key, under headings."""
    found = [Text("Keys", "bold")]
    for heading, keys in KEYS.items():
        found += [Text(), Text(heading, "bold")]
        found += [Text(f"  {key.shown:<11}{key.does}") for key in keys]
    return found
