"""What the program asks of a rule system. Everything in it is pure: board, orders and dice in, facts out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from attrs import field, frozen

from sits_es.dice import Dice
from sits_es.events import Event
from sits_es.orders.language import Language

Data = dict[str, Any]


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
    opening: Sequence[Event] = field(converter=tuple)


class System(Protocol):
    """One rule system. A board is its own working state; only the system looks inside.

    steps: names of the exchanges of a turn in order ("1" .. "8", "break"); handlers: what each of its facts does to a
    board, in place; order_types: the facts that are orders.
    """

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def edition(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def steps(self) -> tuple[str, ...]: ...
    @property
    def language(self) -> Language: ...
    @property
    def handlers(self) -> Mapping[type[Event], Callable[[Any, Any], None]]: ...
    @property
    def order_types(self) -> tuple[type[Event], ...]: ...
    @property
    def board_type(self) -> type[Any]: ...

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

    def open_exchange(self, board: Any, turn: int, segment: int) -> None:
        """Set a working board to the exchange whose orders are owed."""
        ...

    def units(self, board: Any, player: str) -> tuple[str, ...]:
        """Units that the player gives orders to, in order of name."""
        ...

    def owner(self, board: Any, unit: str) -> str | None:
        """Whose unit it is; None when there is none of that name."""
        ...

    def problems(self, board: Any, segment: int, order: Event, given: Sequence[Event]) -> Iterator[Problem]:
        """Every reason why `order`, given for `segment` together with `given`, can't be; silent when it can.

        For the exchange that the board stands at everything is checked, for later ones what is known today.
        """
        ...

    def resolve(self, board: Any, orders: Mapping[str, Sequence[Event]], dice: Dice) -> list[Event]:
        """Everything the exchange brings, in order, from each player's orders. The board given stays as it is."""
        ...

    def outcome(self, board: Any) -> tuple[str | None, str] | None:
        """Winner's side and the outcome in words once the game is over, otherwise None."""
        ...

    def setup(self, scenario: str) -> Setup:
        """Make a scenario ready from the text of its file. Raises UnreadableError with every fault."""
        ...

    def template(self, board: Any, player: str, game: str) -> str:
        """An order file for the exchange at hand, ready to edit."""
        ...
