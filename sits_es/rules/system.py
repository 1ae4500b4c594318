"""What the program asks of a rule system. Everything in it is pure: board, orders and dice in, facts out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from attrs import frozen

from sits_es.dice import Dice
from sits_es.events import Data, Event
from sits_es.orders.language import Language


@frozen
class Problem:
    """Why an order can't be. message: who, what is wrong, what is allowed; field: the word it is about, if one."""

    message: str
    field: str | None = None


@frozen(kw_only=True)
class Setup:
    """A scenario made ready. players: id -> (name, side); opening: facts that put the units on the map."""

    title: str
    scenario: str
    options: Data
    tables: Data
    classes: Data
    players: Mapping[str, tuple[str, str]]
    opening: Sequence[Event]


@frozen(kw_only=True)
class BundledScenario:
    """A scenario that comes with the program. text: of its file; orders: order files to play it with, by name."""

    text: str
    orders: Mapping[str, str]


class System(Protocol):
    """One rule system. A board is its own working state; only the system looks inside.

    steps: names of the exchanges of a turn in order ("1" .. "8", "break"); handlers: what each of its facts does to a
    board, in place; order_types: the facts that are orders.
    """

    @property
    def name(self) -> str:
        """Short name, as in a game's first fact."""
        ...

    @property
    def title(self) -> str:
        """The game's name for people."""
        ...

    @property
    def edition(self) -> str:
        """Which edition of the rules."""
        ...

    @property
    def version(self) -> int:
        """Of the rules pack: raised when its own data change shape."""
        ...

    @property
    def steps(self) -> tuple[str, ...]:
        """Names of a turn's exchanges, in order."""
        ...

    @property
    def language(self) -> Language:
        """How its orders are read and written."""
        ...

    @property
    def handlers(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        """What each of its facts does to a working board."""
        ...

    @property
    def order_types(self) -> tuple[type[Event], ...]:
        """The facts that are orders."""
        ...

    def new_board(self, options: Data, tables: Data, classes: Data) -> Any:
        """An empty board under these options, tables and classes. Raises UnreadableError when they can't be read."""
        ...

    def reoption(self, board: Any, changes: Data) -> None:
        """Change options of a board in place, for a fork that opens with them. Raises UnreadableError."""
        ...

    def freeze(self, board: Any) -> Any:
        """A value of the board, safe to hand out."""
        ...

    def thaw(self, board: Any) -> Any:
        """A working copy of the board."""
        ...

    def pack(self, board: Any) -> bytes:
        """A working board as bytes, for a snapshot."""
        ...

    def unpack(self, packed: bytes, empty: Any) -> Any:
        """A working board from its bytes and a new, empty board of the same game."""
        ...

    def enter(self, board: Any, turn: int, segment: int) -> None:
        """Set a working board to the exchange whose orders are owed from now on."""
        ...

    def opening(self, board: Any) -> list[Event]:
        """What happens when an exchange opens, before anybody writes orders for it."""
        ...

    def tell(self, fact: Event) -> str:
        """One of the system's own facts as a sentence. Raises KeyError for any other."""
        ...

    def units(self, board: Any, player: str) -> tuple[str, ...]:
        """Units that the player gives orders to, in order of name."""
        ...

    def owner(self, board: Any, unit: str) -> str | None:
        """Whose unit it is; None when there is none of that name."""
        ...

    def names(self, board: Any, order: Event, field: str) -> Iterable[str]:
        """Names that a field of an order may hold; nothing for a field that holds no name."""
        ...

    def problems(self, board: Any, segment: int, order: Event, given: Sequence[Event]) -> Iterator[Problem]:
        """Every reason why `order`, given for `segment` together with `given`, can't be; silent when it can.

        For the exchange that the board stands at everything is checked, for later ones what is known today.
        """
        ...

    def resolve(self, board: Any, orders: Mapping[str, Sequence[Event]], dice: Dice) -> list[Event]:
        """Everything the exchange brings, in order, from each player's orders.

        board: a working board on which the orders stand already; each fact has changed it when this returns.
        """
        ...

    def stops(self, fact: Event) -> bool:
        """Whether a fact ends what was plotted ahead: it is to be ordered anew."""
        ...

    def outcome(self, board: Any) -> tuple[str | None, str] | None:
        """Winner's side and the outcome in words once the game is over, otherwise None."""
        ...

    def setup(self, text: str, source: str, unit_files: Mapping[str, str]) -> Setup:
        """Make a scenario ready from the text of its file. Raises UnreadableError with every fault.

        source: what to call the file in a fault; unit_files: name -> text of a player's own unit files.
        """
        ...

    def bundled(self) -> Mapping[str, BundledScenario]:
        """Scenarios that come with the program, by name."""
        ...

    def template(self, board: Any, player: str, game: str) -> str:
        """An order file for the exchange at hand, ready to edit."""
        ...

    def forecast(self, board: Any, player: str, orders: Mapping[int, Sequence[Event]]) -> list[str]:
        """Where the player's units will be after each segment ordered if everybody else drifts, as lines.

        orders: by segment, in a row from the one at hand on. Needs no dice, and the board given stays as it is.
        """
        ...
