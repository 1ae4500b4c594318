"""The Saganami Island Tactical Simulator, first edition, as a rule system of this program."""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.errors import UnreadableError
from sits_es.events import Data, Event
from sits_es.rules.moments import Moment, label_by_name, read_moment
from sits_es.rules.parts import Part
from sits_es.rules.sits import STEPS
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.fact import Order
from sits_es.rules.system import Outcome, Owed, System
from sits_es.sentences import one_line


class Sits(System[Board, Order]):
    """SITS for the program: everything it asks of a rule system. Eight segments and the turn break."""

    title = "Saganami Island Tactical Simulator"
    has_captain = True
    edition = "first edition, 2005"
    unit_fields = ("ship", "shooter", "target")
    most_steps = len(STEPS)
    order_bytes = 512
    demo = "duel"

    # rules and boards
    freeze = thaw = Part("board:copied")
    pack = Part("board")
    roll_in_words = Part("words")
    unpack = Part("board")

    # orders
    language = Part("orders.language:LANGUAGE")
    names = Part("orders.problems")
    choices = Part("orders.choices")
    problems = Part("orders.problems")
    template = Part("orders.template")
    future_problems = Part("orders.problems")
    forecast = Part("orders.forecast")
    plans = Part("plans")

    # exchanges
    opening = Part("procedure")
    resolve = Part("procedure")
    stops = Part("ending.facts")
    voids = Part("ending.facts")
    outcome = Part("sums.score")

    # scenarios
    setup = Part("scenario.scenario")
    named_files = Part("scenario.table_file:named_tables")
    particulars = Part("scenario.particulars")
    cards = Part("cards.samples:SAMPLES")
    ending = Part("sums.score")

    def new_board(self, options_data: Data, tables_data: Data, classes: Data) -> Board:
        """An empty board. Raises UnreadableError for data that are not those of SITS."""
        from sits_es.rules.options import read_options
        from sits_es.rules.sits import printed
        from sits_es.rules.sits.scenario.terms import Options

        return Board(
            options=read_options(Options, options_data),
            tables=printed.tables_of(tables_data),
            classes={name: printed.class_of(card) for name, card in classes.items()},
        )

    def tell(self, fact: Event) -> str:
        """A fact as a sentence, or how a game ended."""
        if not isinstance(fact, Outcome):
            return super().tell(fact)
        from sits_es.rules.sits.ending.told import outcome_in_words

        return one_line(outcome_in_words(fact.why))

    def change_options(self, board: Board, changes: Data) -> None:
        """Change options of a board in place. Raises UnreadableError for wrong ones and for those its walls forbid."""
        from sits_es.rules.options import options_data, read_options
        from sits_es.rules.sits.cards.walls import wall_problems
        from sits_es.rules.sits.scenario.terms import Options

        options = read_options(Options, options_data(board.options) | changes)
        if not options.mixed_walls and (found := list(wall_problems(board.classes.values(), options.sidewall))):
            raise UnreadableError(found)
        board.options = options

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

    def units(self, board: Board, player: str) -> tuple[str, ...]:
        """The player's ships, destroyed ones too."""
        return tuple(name for name in sorted(board.ships) if board.ships[name].player == player)

    def owner(self, board: Board, unit: str) -> str | None:
        """Whose ship it is."""
        ship = board.ships.get(unit)
        return None if ship is None else ship.player


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = Sits()
