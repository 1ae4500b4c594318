"""X-Wing as a rule system of this program: no orders and no dice; people enter what they do at their table.

Each part of the rules is imported by the method that asks it: whoever reads a game needs none that measures one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from sits_es.errors import UnreadableError
from sits_es.events import Data, Event
from sits_es.rules.moments import Moment
from sits_es.rules.system import System
from sits_es.rules.xwing import state
from sits_es.rules.xwing.fold import HANDLERS
from sits_es.rules.xwing.state import Board

if TYPE_CHECKING:
    from sits_es.orders.language import Language
    from sits_es.rules.refusals import Refusal
    from sits_es.rules.supplied import BundledScenario, Ending
    from sits_es.rules.system import Outcome, Setup
    from sits_es.rules.xwing.events.entered import OfShip


class XWing(System):
    """X-Wing for the program: rounds of entries, each by one player."""

    name = "xwing"
    title = "X-Wing"
    edition = "arcs"
    unit_folder = "xwing"  # ships stand in scenarios; cards of another game's ships are not meant

    @property
    def language(self) -> Language:
        """What people enter."""
        from sits_es.rules.xwing.orders.language import LANGUAGE

        return LANGUAGE

    @property
    def handlers(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        """What each fact does to a board."""
        return HANDLERS

    @property
    def order_types(self) -> tuple[type[Event], ...]:
        """What people enter."""
        from sits_es.rules.xwing.events.entered import ENTRIES

        return ENTRIES

    def new_board(self, options: Data, tables: Data, classes: Data) -> Board:
        """An empty board. Raises UnreadableError for data that a game of X-Wing does not have."""
        if options or tables or classes:
            raise UnreadableError("A game of X-Wing has no options, tables or classes.")
        return Board()

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
        from sits_es.rules.xwing.story import tell

        return tell(fact)

    # what people enter

    def units(self, board: Board, player: str) -> tuple[str, ...]:
        """The player's ships, those that are out of the game too: disputes may be entered under them."""
        return tuple(name for name, ship in sorted(board.ships.items()) if ship.player == player)

    def owner(self, board: Board, unit: str) -> str | None:
        """Whose ship it is."""
        ship = board.ships.get(unit)
        return None if ship is None else ship.player

    def names(self, board: Board, order: Event, field: str) -> Iterable[str]:
        """Targets, and the ship's own weapons."""
        if field == "weapon":
            ship = board.ships.get(cast("OfShip", order).ship)
            return () if ship is None else tuple(each.name for each in ship.weapons)
        return tuple(sorted(board.ships)) if field in {"ship", "target"} else ()

    def problems(self, board: Board, step: int, order: Event, given: Sequence[Event]) -> Iterator[Refusal]:
        """Nothing is ordered, but what may be entered can be written and checked ahead."""
        from sits_es.rules.xwing.orders.problems import file_problems

        del step
        return file_problems(board, cast("OfShip", order), cast("Sequence[OfShip]", given))

    def entry_problems(self, board: Board, player: str, entered: Sequence[Event]) -> Iterator[Refusal]:
        """Why a player can't enter these facts."""
        from sits_es.rules.xwing.orders.problems import entry_problems

        return entry_problems(board, player, cast("Sequence[OfShip]", entered))

    def enter(self, board: Board, player: str, entered: Sequence[Event]) -> list[Event]:
        """The proof of each attack, ships that are lost, and the entry itself."""
        from sits_es.rules.xwing.play.following import follow

        del player
        return follow(board, cast("Sequence[OfShip]", entered))

    def template(self, board: Board, player: str, game: str) -> str:
        """A file of facts, ready to edit."""
        from sits_es.rules.xwing.orders.template import template

        return template(board, player, game)

    def moment(self, board: Board) -> Moment:
        """The next entry of the round."""
        return Moment(board.turn, board.entry)

    def outcome(self, board: Board) -> Outcome | None:
        """The end: one side is left."""
        from sits_es.rules.xwing.scenario.ending import outcome

        return outcome(board)

    # scenarios

    def setup(self, text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
        """Make a scenario ready."""
        from sits_es.rules.xwing.scenario.scenario import setup

        return setup(text, source, unit_files)

    def bundled(self) -> Mapping[str, BundledScenario]:
        """The scenarios that come with the program."""
        from sits_es.rules.xwing.scenario.bundled import bundled

        return bundled()

    def ending(self, board: Board) -> Ending:
        """The last side there wins, or what the scenario says."""
        from sits_es.rules.xwing.scenario.ending import ending

        return ending(board)

    def blank(self) -> str:
        """A scenario file with comments."""
        from sits_es.rules.xwing.scenario.bundled import template

        return template()


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = XWing()
