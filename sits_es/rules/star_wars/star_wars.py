"""Star Wars hex combat as a rule system of this program.

Each part of the rules is imported by the method that asks it: whoever reads a game needs none that decides one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from sits_es.events import Data, Event
from sits_es.rules.moments import Moment, label_by_name, read_moment
from sits_es.rules.star_wars import STEPS, UNIT_FOLDER, slots, state
from sits_es.rules.star_wars.fold import HANDLERS
from sits_es.rules.star_wars.state import Board
from sits_es.rules.system import Owed, System

if TYPE_CHECKING:
    from sits_es.dice import Dice, DiceRolled
    from sits_es.orders.language import Language
    from sits_es.rules.refusals import Refusal
    from sits_es.rules.star_wars.orders.forms import OfStarship
    from sits_es.rules.supplied import BundledScenario, Ending, UnitCards
    from sits_es.rules.system import Outcome, Setup


class StarWars(System):
    """Star Wars hex combat for the program: initiative, then starship after starship, each in the open."""

    name = "star_wars"
    title = "Star Wars hex combat"
    edition = "hex-based space combat"
    unit_fields = ("starship",)
    most_steps = len(STEPS)
    unit_folder = UNIT_FOLDER
    forecast_heading = "What this leads to, before the dice:"

    @property
    def language(self) -> Language:
        """The order language."""
        from sits_es.rules.star_wars.orders.language import LANGUAGE

        return LANGUAGE

    @property
    def handlers(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        """What each fact does to a board."""
        return HANDLERS

    @property
    def order_types(self) -> tuple[type[Event], ...]:
        """Every order form, and what players enter."""
        from sits_es.rules.star_wars.orders.forms import ENTRIES, SLOT_ORDERS

        return (*SLOT_ORDERS, *ENTRIES)

    @property
    def entry_types(self) -> tuple[type[Event], ...]:
        """What players enter of their own starships."""
        from sits_es.rules.star_wars.orders.forms import ENTRIES

        return ENTRIES

    def new_board(self, options: Data, tables: Data, classes: Data) -> Board:
        """An empty board. Raises UnreadableError for data that are not those of Star Wars hex combat."""
        from sits_es.rules.star_wars.cards.reader import classes_of
        from sits_es.rules.star_wars.scenario.options import read_options

        del tables
        known = read_options(options)
        return Board(classes=classes_of(classes), given=known.order, rounds=known.rounds)

    def change_options(self, board: Board, changes: Data) -> None:
        """Agree on another length of the game; the order of initiative is known by then."""
        from sits_es.rules.star_wars.scenario.options import changed_rounds

        board.rounds = changed_rounds(board.rounds, board.turn, changes)

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
        from sits_es.rules.star_wars import story

        return story.tell(fact)

    def faces_in_words(self, rolled: DiceRolled) -> tuple[str, ...]:
        """What a narrative die shows, such as success + advantage, or 1 to 100."""
        from sits_es.rules.star_wars.story.dice import faces_in_words

        return faces_in_words(rolled)

    # orders

    def units(self, board: Board, player: str) -> tuple[str, ...]:
        """The player's starships, those that are lost too: facts are entered of them."""
        return tuple(name for name, starship in sorted(board.starships.items()) if starship.player == player)

    def owner(self, board: Board, unit: str) -> str | None:
        """Whose starship it is."""
        found = board.starships.get(unit)
        return None if found is None else found.player

    def names(self, board: Board, order: Event, field: str) -> Iterable[str]:
        """Names that a field of an order may hold."""
        from sits_es.rules.star_wars.orders.names import names

        return names(board, order, field)

    def problems(self, board: Board, step: int, order: Event, given: Sequence[Event]) -> Iterator[Refusal]:
        """Every reason why an order can't be given for the slot at hand."""
        from sits_es.rules.star_wars.orders.problems import problems

        del step
        return problems(board, cast("OfStarship", order), cast("Sequence[OfStarship]", given))

    def template(self, board: Board, player: str, game: str) -> str:
        """An order file, ready to edit."""
        from sits_es.rules.star_wars.orders.template import template

        return template(board, player, game)

    def forecast(self, board: Board, player: str, orders: Mapping[int, Sequence[Event]]) -> list[str]:
        """Where the starship of this slot will be, and what it rolls."""
        from sits_es.rules.star_wars.orders.forecast import forecast

        return forecast(board, player, cast("Mapping[int, Sequence[OfStarship]]", orders))

    def entry_problems(self, board: Board, player: str, entered: Sequence[Event]) -> Iterator[Refusal]:
        """Why facts can't be entered of a player's starships."""
        from sits_es.rules.star_wars.orders.entries import entry_problems

        return entry_problems(board, player, cast("Sequence[OfStarship]", entered))

    def enter(self, board: Board, player: str, entered: Sequence[Event]) -> list[Event]:
        """What follows from what was entered: a starship lost, shut down or restored."""
        from sits_es.rules.star_wars.play.harm import follow

        del player
        return follow(board, cast("Sequence[OfStarship]", entered))

    # exchanges

    def moment(self, board: Board) -> Moment:
        """The slot at hand, and its stage."""
        return Moment(board.turn, slots.step_of(board))

    def owed(self, board: Board, players: Sequence[str]) -> Owed:
        """One player acts in the open; of all others a part in the dice is owed, which their programs see to."""
        return slots.owed(board, players)

    def upcoming(self, board: Board, players: Sequence[str]) -> Sequence[Owed]:
        """All that may come to the end of the next round."""
        return tuple(slots.upcoming(board, players))

    def advance(self, board: Board) -> None:
        """On to the next stage of the slot, or to the next starship that can act."""
        slots.advance(board)

    def label(self, moment: Moment) -> str:
        """2.5, 2.5-spend or 1.initiative."""
        return label_by_name(moment, STEPS)

    def read_moment(self, text: str) -> Moment:
        """Read 2.5, 2.5-spend or 1.initiative."""
        return read_moment(text, STEPS, "slot")

    def resolve(self, board: Board, orders: Mapping[str, Sequence[Event]], dice: Dice) -> list[Event]:
        """Everything that comes of the stage at hand."""
        from sits_es.rules.star_wars.play import procedure

        return procedure.carry_out(board, orders, dice)

    def outcome(self, board: Board) -> Outcome | None:
        """The end: one side is left, or the scenario's last round is over."""
        from sits_es.rules.star_wars.scenario.ending import outcome

        return outcome(board)

    # scenarios

    def setup(self, text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
        """Make a scenario ready."""
        from sits_es.rules.star_wars.scenario.scenario import setup

        return setup(text, source, unit_files)

    def bundled(self) -> Mapping[str, BundledScenario]:
        """The scenarios that come with the program."""
        from sits_es.rules.star_wars.scenario.bundled import bundled

        return bundled()

    def cards(self, unit_files: Mapping[str, str]) -> UnitCards:
        """Samples and a player's own."""
        from sits_es.rules.star_wars.cards.sample_cards import listed_classes

        return listed_classes(unit_files)

    def ending(self, board: Board) -> Ending:
        """The last side there wins, or what the scenario says."""
        from sits_es.rules.star_wars.scenario.ending import ending

        return ending(board)

    def blank(self) -> str:
        """A scenario file with comments."""
        from sits_es.rules.star_wars.scenario.bundled import template

        return template()


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = StarWars()
