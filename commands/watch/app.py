"""The full-screen stepper as a Textual program: it draws what `Screenful` says, and passes keys on to a `Stepper`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.filter import LineFilter
from textual.timer import Timer

from commands.home import require_played, sealed_here
from commands.watch.handing import handing
from commands.watch.order_editor import CSS as ORDER_CSS
from commands.watch.order_editor import OrderEditor
from commands.watch.screen import WatchScreen
from commands.watch.widgets import BINDINGS, CSS, Bare, Choice, InAscii, KeyHelp, Question, TextLines, ask
from sits_es.errors import GameError
from sits_es.service.orders import open_draft, players_due
from sits_es.service.timeline import Stepper, Way

if TYPE_CHECKING:
    from pathlib import Path


#: What can be chosen for all of them.
ALL: Final = ""


class Page(TextLines):
    """The whole screen, line by line."""

    def __init__(self, screenful: WatchScreen) -> None:
        super().__init__()
        self.screenful = screenful

    def draw(self) -> None:
        """Draw it again."""
        if self.size:
            self.show(self.screenful.lines(self.size.width, self.size.height))

    def on_resize(self) -> None:
        """The terminal has another size now."""
        self.draw()


class Watch(App[None]):
    """`sits watch`. player, file: whose orders are written, and into which file, where that was said."""

    CSS = CSS + ORDER_CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [*BINDINGS]

    def __init__(
        self, stepper: Stepper, *, ascii_only: bool = False, player: str | None = None, file: Path | None = None
    ) -> None:
        super().__init__(ansi_color=True)
        self.stepper = stepper
        self.screenful = WatchScreen(stepper)
        self.ascii_only = ascii_only
        self.page = Page(self.screenful)
        self.player, self.file = player, file
        #: The files of those whose orders were written here, or named.
        self.written: dict[str, Path] = {player: file} if player is not None and file is not None else {}
        self._timer: Timer | None = None

    def get_line_filters(self) -> Sequence[LineFilter]:
        """With NO_COLOR nothing is bold or faint either, as everywhere."""
        ascii_only = [InAscii()] if self.ascii_only else []
        return [*ascii_only, *([Bare()] if self.no_color else super().get_line_filters())]

    def compose(self) -> ComposeResult:
        """The page is all there is."""
        yield self.page

    def _then(self, said: str = "") -> None:
        """Show what a key has led to, and say what is to be said of it."""
        self.screenful.said = said
        self.page.draw()
        self._keep_time()

    def _keep_time(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.stepper.playing:
            self._timer = self.set_timer(self.stepper.wait, self._tick)

    def _tick(self) -> None:
        self.stepper.tick()
        self._then()

    def action_go(self, move: str, arguments: Sequence[object] = ()) -> None:
        """Move the stepper by one of its methods, such as `step` an event on or back."""
        self._then(getattr(self.stepper, move)(*arguments))

    # look

    def action_panel(self, name: str) -> None:
        """Choose a panel."""
        self.screenful.panel = name
        missing = name == "differences" and self.stepper.beside is None
        self._then("Put a second branch beside this one first: v" if missing else "")

    def action_zoom(self) -> None:
        """The chosen panel alone, or all."""
        self.screenful.zoomed = not self.screenful.zoomed
        self._then()

    def action_scroll(self, by: int, pages: bool = False) -> None:
        """Some lines up or down, or pages."""
        self._then(self.screenful.scroll(by, *self.page.size, pages=pages))

    def action_unit(self, by: Way) -> None:
        """Another unit."""
        said = self.stepper.next_unit(by)
        self._then(said or f"Looking at {self.stepper.unit}. e: look at whatever unit the event is about.")

    def action_follow(self) -> None:
        """Whatever unit the event is about."""
        self._then(self.stepper.follow() or "Looking at whatever unit the event is about.")

    def action_only(self) -> None:
        """Ask whose events are to be shown."""
        units = [(ALL, "all of them"), *((unit, unit) for unit in self.stepper.timeline.units)]
        ask(
            self,
            Choice("Show only the events of", units),
            lambda unit: self._then(self.stepper.show_only(unit or None)),
        )

    # branches

    def action_branch(self, asked: str, move: str) -> None:
        """Ask for a branch, and do with it what a method of the stepper does."""
        here = self.stepper.timeline.name
        others = [each for each in self.stepper.branches if each.name != here]
        if not others:
            self._then("This game has no other branch. Ask what would have happened instead: sits fork")
            return
        shown = [(each.name, f"{'  ' * each.depth}{each.called}, at {each.stands}") for each in others]
        ask(self, Choice(asked, shown), lambda name: self._try(lambda: getattr(self.stepper, move)(name)))

    def _try(self, step: Callable[[], str]) -> None:
        """Do something, and say what it says, or why it was refused."""
        try:
            said = step()
        except GameError as refusal:
            said = str(refusal)
        self._then(said)

    def action_again(self) -> None:
        """Read the record again."""
        self.screenful.forget()
        self._try(self.stepper.again)

    # orders and the rest

    def action_orders(self) -> None:
        """Write orders, of whoever was named or of one who owes some."""
        opened = self.stepper.timeline.opened
        players = players_due(opened.reopen()) if self.player is None else (self.player,)
        if len(players) == 1:
            self._write(players[0])
        elif players:
            ask(self, Choice("Write orders for", [(each, each) for each in players]), self._write)

    def _write(self, player: str) -> None:
        self.stepper.playing = False

        def opened() -> str:
            now = self.stepper.timeline.opened.reopen()
            require_played(now, "choose it with b")
            draft = open_draft(now, player, self.file, sealed_here(now.called))
            self.written[player] = draft.path
            self.push_screen(OrderEditor(draft))
            return ""

        self._try(opened)

    def action_hand_in(self) -> None:
        """Play with the files that are there, or seal one, after asking; then show the game as it stands."""
        self.stepper.playing = False

        def asked() -> str:
            now = self.stepper.timeline.opened.reopen()
            require_played(now, "choose it with b")
            found = handing(now, self.player, self.written)
            ask(self, Question(found.asked), lambda _: self._try(lambda: self._handed_in(found.do)))
            return ""

        self._try(asked)

    def _handed_in(self, do: Callable[[], str]) -> str:
        try:
            return do()
        finally:
            # a refusal half-way takes nothing back
            self.screenful.forget()
            self.stepper.again()
            self.stepper.end(1)

    def action_tell(self) -> None:
        """The keys."""
        self.push_screen(KeyHelp())

    def action_leave(self) -> None:
        """Leave; from orders only back to the game, after asking where they are not saved."""
        if isinstance(self.screen, OrderEditor):
            self.screen.action_leave()
        elif any(isinstance(each, OrderEditor) for each in self.screen_stack):
            self.screen.dismiss(None)
        else:
            self.exit()

    async def action_quit(self) -> None:
        """Ctrl-Q does as q does."""
        self.action_leave()

    def action_help_quit(self) -> None:
        """Ctrl-C, too."""
        self.action_leave()
