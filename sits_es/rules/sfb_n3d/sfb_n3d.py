"""SFB 'n3D as a rule system of this program.

Each part of the rules is imported by the method that asks it: whoever reads a game needs none that decides one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from sits_es.events import Data, Event
from sits_es.rules.moments import Moment, label_by_name, read_moment
from sits_es.rules.sfb_n3d import IMPULSES, ROLLS, UNIT_FOLDER, state
from sits_es.rules.sfb_n3d.fold import HANDLERS
from sits_es.rules.sfb_n3d.state import BREAK, Board
from sits_es.rules.system import Owed, System

if TYPE_CHECKING:
    from sits_es.dice import Dice, DiceRolled
    from sits_es.orders.language import Language
    from sits_es.rules.refusals import Refusal
    from sits_es.rules.sfb_n3d.orders.forms import OfUnit
    from sits_es.rules.supplied import BundledScenario, Ending, UnitCards
    from sits_es.rules.system import Outcome, Setup

#: What the steps of a turn are called: 32 impulses and the break.
STEPS: Final = (*map(str, range(1, IMPULSES + 1)), "break")


class SfbN3d(System):
    """SFB 'n3D for the program: runs of impulses, and the turn break."""

    name = "sfb_n3d"
    title = "SFB 'n3D"
    edition = "SFB in three dimensions"
    most_steps = BREAK
    order_bytes = 4096
    unit_folder = UNIT_FOLDER
    forecast_heading = "If all others go straight on:"

    @property
    def language(self) -> Language:
        """The order language."""
        from sits_es.rules.sfb_n3d.orders.language import LANGUAGE

        return LANGUAGE

    @property
    def handlers(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        """What each fact does to a board."""
        return HANDLERS

    @property
    def order_types(self) -> tuple[type[Event], ...]:
        """Every order form, and what players enter."""
        from sits_es.rules.sfb_n3d.orders.forms import ENTRIES, IMPULSE_ORDERS

        return (*IMPULSE_ORDERS, *ENTRIES)

    @property
    def entry_types(self) -> tuple[type[Event], ...]:
        """What players enter from their own displays."""
        from sits_es.rules.sfb_n3d.orders.forms import ENTRIES

        return ENTRIES

    def new_board(self, options: Data, tables: Data, classes: Data) -> Board:
        """An empty board. Raises UnreadableError for data that are not those of SFB 'n3D."""
        from sits_es.rules.sfb_n3d.cards.unit_class import classes_of
        from sits_es.rules.sfb_n3d.scenario.options import read_options

        del tables
        known = read_options(options)
        return Board(classes=classes_of(classes), run=known.run, field=known.field, turns=known.turns)

    def change_options(self, board: Board, changes: Data) -> None:
        """Agree on another length of runs, or of the game."""
        from sits_es.rules.sfb_n3d.scenario.options import read_options

        now = {"run": board.run, "field": board.field, "turns": board.turns}
        known = read_options({**now, **changes})
        board.run, board.field, board.turns = known.run, known.field, known.turns

    def freeze(self, board: Board) -> Board:
        """A copy of the board, to hand out."""
        return state.copied(board)

    def thaw(self, board: Board) -> Board:
        """A working copy."""
        return state.copied(board)

    def pack(self, board: Board) -> bytes:
        """A board as bytes, for a snapshot."""
        return state.pack(board)

    def unpack(self, packed: bytes) -> Board:
        """A board from its bytes."""
        return state.unpack(packed)

    def tell(self, fact: Event) -> str:
        """A fact as a sentence."""
        from sits_es.rules.sfb_n3d import story

        return story.tell(fact)

    def faces_in_words(self, rolled: DiceRolled) -> tuple[str, ...]:
        """1 to 6."""
        return tuple(str(face + 1) for face in rolled.faces)

    def roll_in_words(self, index: int) -> str:
        """The impulse in which it was rolled, and which it was of several of one name."""
        impulse, nth = divmod(index, ROLLS)
        told = (f"impulse {impulse}" if impulse else "", f"roll {nth + 1}" if nth else "")
        return ", ".join(each for each in told if each)

    # orders

    def units(self, board: Board, player: str) -> tuple[str, ...]:
        """The player's units, those that are gone too, and seeking weapons: facts are entered of them."""
        return tuple(name for name, unit in sorted(board.units.items()) if unit.player == player)

    def owner(self, board: Board, unit: str) -> str | None:
        """Whose unit it is."""
        found = board.units.get(unit)
        return None if found is None else found.player

    def names(self, board: Board, order: Event, field: str) -> Iterable[str]:
        """Names that a field of an order may hold."""
        from sits_es.rules.sfb_n3d.orders.names import names

        return names(board, order, field)

    def problems(self, board: Board, step: int, order: Event, given: Sequence[Event]) -> Iterator[Refusal]:
        """Every reason why an order can't be given."""
        from sits_es.rules.sfb_n3d.orders.problems import problems

        return problems(board, step, cast("OfUnit", order), cast("Sequence[OfUnit]", given))

    def template(self, board: Board, player: str, game: str) -> str:
        """An order file, ready to edit."""
        from sits_es.rules.sfb_n3d.orders.template import template

        return template(board, player, game)

    def forecast(self, board: Board, player: str, orders: Mapping[int, Sequence[Event]]) -> list[str]:
        """The course of the player's units if all others go straight on."""
        from sits_es.rules.sfb_n3d.orders.forecast import forecast

        return forecast(board, player, cast("Mapping[int, Sequence[OfUnit]]", orders))

    def entry_problems(self, board: Board, player: str, entered: Sequence[Event]) -> Iterator[Refusal]:
        """Why facts can't be entered from a player's own displays."""
        from sits_es.rules.sfb_n3d.orders.entries import entry_problems

        return entry_problems(board, player, cast("Sequence[OfUnit]", entered))

    def enter(self, board: Board, player: str, entered: Sequence[Event]) -> list[Event]:
        """What follows from what was entered: an explosion, anchors lost, a web's strength."""
        from sits_es.rules.sfb_n3d.play.entering import follow

        del player
        return follow(board, cast("Sequence[OfUnit]", entered))

    # exchanges

    def moment(self, board: Board) -> Moment:
        """The first impulse of the run at hand, or the turn break."""
        return Moment(board.turn, board.impulse)

    def owed(self, board: Board, players: Sequence[str]) -> Owed:
        """The run at hand: everybody seals orders for all of it."""
        return self._owed(board, board.impulse, players)

    def upcoming(self, board: Board, players: Sequence[str]) -> Sequence[Owed]:
        """The rest of the turn, as it is when no stop ends a run early."""
        upcoming = [self._owed(board, board.impulse, players)]
        while upcoming[-1].steps[-1] != BREAK:
            upcoming.append(self._owed(board, upcoming[-1].steps[-1] + 1, players))
        return upcoming

    def _owed(self, board: Board, first: int, players: Sequence[str]) -> Owed:
        moment = Moment(board.turn, first)
        return Owed(moment=moment, label=self.label(moment), orders_by=tuple(players), steps=board.steps(first))

    def advance(self, board: Board) -> None:
        """On to the impulse after the last that happened, the turn break, or the next turn."""
        if board.impulse == BREAK:
            board.turn, board.impulse, board.passed, board.now = board.turn + 1, 1, 0, 0
            for unit in board.units.values():
                unit.tac_warp = unit.tac_sublight = 0
        else:
            board.impulse = board.passed + 1

    def label(self, moment: Moment) -> str:
        """2.5, or 2.break."""
        return label_by_name(moment, STEPS)

    def read_moment(self, text: str) -> Moment:
        """Read 2.5 or 2.break."""
        return read_moment(text, STEPS, "impulse")

    def resolve(self, board: Board, orders: Mapping[str, Sequence[Event]], dice: Dice) -> list[Event]:
        """Everything that comes of the run, or of the turn break."""
        from sits_es.rules.sfb_n3d import procedure

        return procedure.carry_out(board, orders, dice)

    def stops(self, fact: Event) -> bool:
        """Whether a `stop if` was met."""
        from sits_es.rules.sfb_n3d.events.fire import RunStopped

        return isinstance(fact, RunStopped)

    def outcome(self, board: Board) -> Outcome | None:
        """The end: one side is left, or the scenario's last turn is over."""
        from sits_es.rules.sfb_n3d.scenario.ending import outcome

        return outcome(board)

    # scenarios

    def setup(self, text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
        """Make a scenario ready."""
        from sits_es.rules.sfb_n3d.scenario.scenario import setup

        return setup(text, source, unit_files)

    def bundled(self) -> Mapping[str, BundledScenario]:
        """The scenarios that come with the program."""
        from sits_es.rules.sfb_n3d.scenario.bundled import bundled

        return bundled()

    def cards(self, unit_files: Mapping[str, str]) -> UnitCards:
        """Samples and a player's own."""
        from sits_es.rules.sfb_n3d.cards.samples import listed_classes

        return listed_classes(unit_files)

    def ending(self, board: Board) -> Ending:
        """The last side there wins, or what the scenario says."""
        from sits_es.rules.sfb_n3d.scenario.ending import ending

        return ending(board)

    def blank(self) -> str:
        """A scenario file with comments."""
        from sits_es.rules.sfb_n3d.scenario.bundled import template

        return template()


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = SfbN3d()
