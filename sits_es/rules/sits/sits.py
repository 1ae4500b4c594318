"""The Saganami Island Tactical Simulator, first edition, as a rule system of this program.

Each part of the rules is imported by the method that asks it: whoever reads a game needs none that decides one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from sits_es.errors import UnreadableError
from sits_es.events import Data, Event
from sits_es.rules.moments import Moment, label_by_name, read_moment
from sits_es.rules.sits import STEPS, state
from sits_es.rules.sits.fold import HANDLERS
from sits_es.rules.sits.scenario import terms
from sits_es.rules.sits.state import Board
from sits_es.rules.system import Owed, System

if TYPE_CHECKING:
    from sits_es.dice import Dice
    from sits_es.orders.language import Language
    from sits_es.rules.refusals import Refusal
    from sits_es.rules.sits.orders.forms import Order
    from sits_es.rules.supplied import BundledScenario, Ending, UnitCards
    from sits_es.rules.system import Outcome, Setup


class Sits(System):
    """SITS for the program: everything it asks of a rule system. Eight segments and the turn break."""

    name = "sits"
    title = "Saganami Island Tactical Simulator"
    edition = "first edition, 2005"
    most_steps = len(STEPS)
    order_bytes = 512

    @property
    def language(self) -> Language:
        """The order language."""
        from sits_es.rules.sits.orders.language import LANGUAGE

        return LANGUAGE

    @property
    def handlers(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        """What each fact does to a board."""
        return HANDLERS

    @property
    def order_types(self) -> tuple[type[Event], ...]:
        """Every order form."""
        from sits_es.rules.sits.orders.forms import BREAK_ORDERS, SEGMENT_ORDERS

        return tuple(dict.fromkeys((*SEGMENT_ORDERS, *BREAK_ORDERS)))

    def new_board(self, options_data: Data, tables_data: Data, classes: Data) -> Board:
        """An empty board. Raises UnreadableError for data that are not those of SITS."""
        from sits_es.rules.sits import printed

        return Board(
            options=terms.read_options(options_data),
            tables=printed.tables_of(tables_data),
            classes={name: printed.class_of(card) for name, card in classes.items()},
        )

    def change_options(self, board: Board, changes: Data) -> None:
        """Change options of a board in place. Raises UnreadableError for wrong ones and for those its walls forbid."""
        from sits_es.rules.sits.ship.walls import wall_problems

        options = terms.read_options(terms.options_data(board.options) | changes)
        if not options.mixed_walls and (found := list(wall_problems(board.classes.values(), options.sidewall))):
            raise UnreadableError(found)
        board.options = options

    def freeze(self, board: Board) -> Board:
        """The board as a value."""
        return state.freeze(board)

    def thaw(self, board: Board) -> Board:
        """A working copy."""
        return state.thaw(board)

    def pack(self, board: Board) -> bytes:
        """A board as bytes, for a snapshot."""
        return state.pack(board)

    def unpack(self, packed: bytes) -> Board:
        """A board from its bytes."""
        return state.unpack(packed)

    def moment(self, board: Board) -> Moment:
        """The segment at hand, 9 being the turn break."""
        return Moment(board.turn, board.segment)

    def owed(self, board: Board, players: Sequence[str]) -> Owed:
        """The segment at hand: everybody seals orders for it."""
        return self._owed(Moment(board.turn, board.segment), players)

    def upcoming(self, board: Board, players: Sequence[str]) -> Sequence[Owed]:
        """The rest of the turn, which can be ordered ahead."""
        rest = range(board.segment, len(STEPS) + 1)
        return [self._owed(Moment(board.turn, segment), players) for segment in rest]

    def _owed(self, moment: Moment, players: Sequence[str]) -> Owed:
        return Owed(moment=moment, label=self.label(moment), orders_by=tuple(players), steps=(moment.segment,))

    def advance(self, board: Board) -> None:
        """On to the next segment, or after the break to the first of the next turn."""
        if board.segment < len(STEPS):
            board.segment += 1
        else:
            board.turn, board.segment = board.turn + 1, 1

    def label(self, moment: Moment) -> str:
        """2.5, or 2.break."""
        return label_by_name(moment, STEPS)

    def read_moment(self, text: str) -> Moment:
        """Read 2.5 or 2.break."""
        return read_moment(text, STEPS, "segment")

    def opening(self, board: Board) -> list[Event]:
        """Step 1 of the segment."""
        from sits_es.rules.sits import procedure

        return procedure.opening(board)

    def tell(self, fact: Event) -> str:
        """A fact as a sentence."""
        from sits_es.rules.sits import story

        return story.tell(fact)

    def units(self, board: Board, player: str) -> tuple[str, ...]:
        """The player's ships, destroyed ones too."""
        return tuple(name for name in sorted(board.ships) if board.ships[name].player == player)

    def owner(self, board: Board, unit: str) -> str | None:
        """Whose ship it is."""
        ship = board.ships.get(unit)
        return None if ship is None else ship.player

    def names(self, board: Board, order: Event, field: str) -> Iterable[str]:
        """Names that a field of an order may hold."""
        from sits_es.rules.sits.orders.problems import names

        return names(board, order, field)

    def problems(self, board: Board, segment: int, order: Event, given: Sequence[Event]) -> Iterator[Refusal]:
        """Every reason why an order can't be given."""
        from sits_es.rules.sits.orders.problems import problems

        return problems(board, segment, cast("Order", order), cast("Sequence[Order]", given))

    def resolve(self, board: Board, orders: Mapping[str, Sequence[Event]], dice: Dice) -> list[Event]:
        """Everything that comes of the exchange."""
        from sits_es.rules.sits import procedure

        return procedure.carry_out(board, cast("Mapping[str, Sequence[Order]]", orders), dice)

    def stops(self, fact: Event) -> bool:
        """Whether a `stop if` was met."""
        from sits_es.rules.sits.events.fire import OrdersStopped

        return isinstance(fact, OrdersStopped)

    def outcome(self, board: Board) -> Outcome | None:
        """The end by the scenario's terms."""
        from sits_es.rules.sits.scenario import victory

        return victory.outcome(board)

    def setup(self, text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
        """Make a scenario ready."""
        from sits_es.rules.sits.scenario import scenario

        return scenario.setup(text, source, unit_files)

    def named_files(self, text: str) -> tuple[str, ...]:
        """The file of tables that a scenario names."""
        from sits_es.rules.sits.scenario.table_file import named_tables

        return named_tables(text)

    def bundled(self) -> Mapping[str, BundledScenario]:
        """The scenarios that come with the program."""
        from sits_es.rules.sits.scenario.bundled import bundled

        return bundled()

    def particulars(self, board: Board) -> Iterator[str]:
        """Options, tables and ship cards of its own."""
        from sits_es.rules.sits.scenario.particulars import particulars

        return particulars(board)

    def cards(self, unit_files: Mapping[str, str]) -> UnitCards:
        """Samples and a player's own."""
        from sits_es.rules.sits.ship.samples import listed_classes

        return listed_classes(unit_files)

    def ending(self, board: Board) -> Ending:
        """The last side there wins, or what the scenario says."""
        from sits_es.rules.sits.scenario.victory import ending

        return ending(board)

    def blank(self) -> str:
        """A scenario file with comments."""
        from sits_es.rules.sits.scenario.bundled import template

        return template()

    def template(self, board: Board, player: str, game: str) -> str:
        """An order file, ready to edit."""
        from sits_es.rules.sits.orders.template import template

        return template(board, player, game)

    def future_problems(
        self, board: Board, orders: Mapping[int, Sequence[Event]]
    ) -> Iterator[tuple[int, Event, Refusal]]:
        """Plots that come to nothing as ordered so far."""
        from sits_es.rules.sits.orders.future_problems import future_problems

        return future_problems(board, cast("Mapping[int, Sequence[Order]]", orders))

    def forecast(self, board: Board, player: str, orders: Mapping[int, Sequence[Event]]) -> list[str]:
        """The course of the player's ships if everybody else drifts."""
        from sits_es.rules.sits.orders.forecast import forecast

        return forecast(board, player, cast("Mapping[int, Sequence[Order]]", orders))


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = Sits()
