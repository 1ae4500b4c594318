"""What the program asks of a rule system: four small protocols, all pure: board, orders and dice in, facts out.

`Rules` say what facts do to a board, `Orders` how people give orders, `Exchanges` when orders are owed and what comes
of them, `Scenarios` how a game is set up. A system leaves out what it does not have. Only it looks inside a board.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import getattr_static
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic

from attrs import frozen
from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.events import Coded, Data, Event
from sits_es.generics import Board, Order
from sits_es.rules.moments import Moment, read_moment
from sits_es.rules.refusals import Refusal
from sits_es.rules.set_up import Scenarios
from sits_es.sentences import listed

if TYPE_CHECKING:
    from sits_es.dice import Dice, DiceRolled
    from sits_es.orders.choices import Offer
    from sits_es.orders.language import Language


class Setup(Struct, frozen=True, kw_only=True):
    """A scenario made ready. players: id -> (name, side); opening: facts that put the units on the map.

    text, map: what its file tells the players, which no game keeps; empty if it says nothing.
    """

    title: str
    scenario: str
    options: Data
    tables: Data
    classes: Data
    players: Mapping[str, tuple[str, str]]
    opening: Sequence[Event]
    text: str = ""
    map: str = ""


@frozen(kw_only=True)
class Outcome(Event):
    """How a game ended. winner: a side, or None; why: codes of the system's own, which it puts in words as well."""

    winner: str | None
    why: tuple[Coded, ...]


class Owed(Struct, frozen=True, kw_only=True):
    """An exchange that is open, or that can be given orders or nonces for ahead.

    label: what players call it, by default as the system calls the moment. orders_by: who owe orders, by id; nonces_by:
    who owe their part in the dice and nothing else: their programs see to it. sealed: whether orders are sealed until
    everybody's are there; where not, those who owe orders act in the open, and nobody else writes. steps: of an order
    file, those that belong to it, in order, 1 up. Whoever is in neither list hands in nothing; with fewer than two who
    do there are no dice.
    """

    moment: Moment
    label: str = ""
    orders_by: tuple[str, ...] = ()
    nonces_by: tuple[str, ...] = ()
    sealed: bool = True
    steps: tuple[int, ...] = ()

    @property
    def takes_part(self) -> tuple[str, ...]:
        """Everybody whose seal and nonce the exchange needs, by id."""
        return tuple(sorted({*self.orders_by, *self.nonces_by}))


class Plan(Struct, frozen=True):
    """Something that a player could order. name: what it does, in words; orders: by step of the turn, 1 up."""

    name: str
    orders: Mapping[int, Sequence[Event]]

    @property
    def length(self) -> int:
        """How many orders it has."""
        return sum(map(len, self.orders.values()))


class Rules(ABC, Generic[Board]):
    """A rule system's facts and boards.

    name: as in a game's first fact, by default its package's; title: for people; edition: of the rules; version: of
    them as this program plays them, 1 up, raised when the same orders would give other facts. unit_fields: of its
    facts, those that say which unit one is about, the first that a fact has. has_dice: whether anybody rolls.
    endings: `Reasons` why its games are over, where an outcome is told by them.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    edition: ClassVar[str]
    version: ClassVar[int] = 1
    unit_fields: ClassVar[tuple[str, ...]] = ()
    has_dice: ClassVar[bool] = True
    endings: ClassVar[Any] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        *_, package, module = ("", *cls.__module__.split("."))
        if module == package:
            cls.name = package

    @property
    def facts(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        """What takes a fact of its own and changes a working board by it, by the fact's class."""
        from sits_es.rules.chapters import applied_of

        return applied_of(type(self).__module__.rpartition(".")[0])

    @abstractmethod
    def new_board(self, options: Data, tables: Data, classes: Data) -> Board:
        """An empty board. Raises UnreadableError when the data can't be read."""

    def change_options(self, board: Board, changes: Data) -> None:
        """Change options of a board in place, for a fork that opens with them. Raises UnreadableError."""
        if changes:
            raise UnreadableError(f"{self.title} has no options. Fork without --option.")

    @abstractmethod
    def freeze(self, board: Board) -> Board:
        """A value of the board, safe to hand out."""

    @abstractmethod
    def thaw(self, board: Board) -> Board:
        """A working copy of the board."""

    @abstractmethod
    def pack(self, board: Board) -> bytes:
        """A working board as bytes, for a snapshot: all of it, the data that a game begins with too."""

    @abstractmethod
    def unpack(self, packed: bytes) -> Board:
        """A working board from its bytes. Raises ValueError for others."""

    def tell(self, fact: Event) -> str:
        """One of the system's own facts, or an outcome, as a sentence. Raises KeyError for any other.

        By default as its chapters tell it, and `endings`.
        """
        from sits_es.rules.told import Told
        from sits_es.sentences import one_line

        if isinstance(fact, Outcome):
            return one_line(" ".join(self.endings.told("", each) for each in fact.why))
        return one_line(Told.of(fact).sentence())

    def unit_of(self, fact: Event) -> str | None:
        """The unit that a fact of a game is about, of several the first; None for a fact of no unit."""
        found: Any = next((getattr(fact, name) for name in self.unit_fields if hasattr(fact, name)), None)
        while isinstance(found, tuple):
            found = found[0] if found else None
        return None if found is None else str(found) or None

    def faces_in_words(self, rolled: DiceRolled) -> tuple[str, ...]:
        """What the dice of a roll show, in the system's words, in the order thrown; by default the numbers, 0 up."""
        return tuple(str(face) for face in rolled.faces)

    def roll_in_words(self, rolled: DiceRolled) -> str:
        """Which it is of several rolls of one name; empty for the first."""
        return f"roll {rolled.index + 1}" if rolled.index else ""


class Orders(ABC, Generic[Board, Order]):
    """How people give orders to their units, and enter facts where the system has some that people enter."""

    forecast_heading: ClassVar[str] = "If everybody else drifts:"
    has_plans: ClassVar[bool] = False  #: whether it says what a player could order: see `plans`
    has_captain: ClassVar[bool] = False  #: whether the best of its plans is shown to beat the usual one, in games

    @property
    @abstractmethod
    def language(self) -> Language:
        """How its orders are read and written."""

    @property
    def order_types(self) -> tuple[type[Event], ...]:
        """The facts that are orders, or that people enter: those that the language writes."""
        return self.language.forms

    @property
    def entry_types(self) -> tuple[type[Event], ...]:
        """Those of `order_types` that people only enter: nobody seals them as orders. None by default."""
        return ()

    @abstractmethod
    def units(self, board: Board, player: str) -> tuple[str, ...]:
        """Units that the player gives orders to, in order of name."""

    def commanded(self, board: Board, player: str) -> tuple[str, ...]:
        """Those of them that can be given orders now; by default all."""
        return self.units(board, player)

    @abstractmethod
    def owner(self, board: Board, unit: str) -> str | None:
        """Whose unit it is; None when there is none of that name."""

    def names(self, board: Board, order: Order, field: str) -> Iterable[str]:
        """Names that a field of an order may hold; nothing for a field that holds no name."""
        return ()

    def choices(self, board: Board, unit: str, order: str, slot: str) -> Iterable[Offer] | None:
        """What may stand in a slot of an order of a unit now, what is likeliest first; None if players say it.

        order: the rule of its grammar; slot: as its help names it. What then can't be given, `problems` says.
        """
        return None

    @abstractmethod
    def problems(self, board: Board, step: int, order: Order, given: Sequence[Order]) -> Iterator[Refusal]:
        """Every reason why `order`, together with `given`, can't be given for a step; silent when it can.

        given: all orders of the step, this one among them; where orders name their step, all of the turn, by step, from
        the open exchange on. For the open exchange everything is checked, for later ones what is known today.
        """

    def alone(self, board: Board, orders: Sequence[tuple[int, Order]]) -> Iterator[Sequence[Refusal]]:
        """Every reason why each of some orders, with their steps, can't be given, as if it were the only one."""
        return ([*self.problems(board, step, order, (order,))] for step, order in orders)

    @abstractmethod
    def template(self, board: Board, player: str, game: str) -> str:
        """An order file for the exchange at hand, ready to edit."""

    def future_problems(
        self, board: Board, orders: Mapping[int, Sequence[Order]]
    ) -> Iterator[tuple[int, Order, Refusal]]:
        """What orders by step, from the one at hand to the last, come to that is worth a warning; by default none."""
        yield from ()

    def unordered(self, board: Board, player: str, orders: Sequence[Order]) -> Iterator[tuple[str, Refusal]]:
        """A warning about each of the player's units that lacks an order for the exchange at hand; by default none."""
        yield from ()

    def plans(self, board: Board, player: str) -> Iterator[Plan]:
        """What the player could order from the exchange at hand on, the usual plan first; by default nothing.

        It goes by what the board shows to everybody.
        """
        yield from ()

    def forecast(self, board: Board, player: str, orders: Mapping[int, Sequence[Order]]) -> list[str]:
        """Where the player's units will be after each step ordered, as lines; none by default.

        orders: by step, in a row from the one at hand on. Needs no dice; the board stays as it is. `forecast_heading`
        stands above them.
        """
        return []

    def at_once(self, board: Board, entered: Order) -> list[Event]:
        """What follows from one fact that a player enters before the next one is looked at; by default nothing.

        board: a working board that the fact has changed; each consequence has changed it when this returns.
        """
        return []

    def enter(self, board: Board, player: str, entered: Sequence[Order]) -> list[Event]:
        """What follows, without dice, from facts that a player enters: their consequences by the rules, in order.

        board: a working board that the facts entered have changed; each consequence has changed it when this returns.
        """
        return []

    def entry_problems(self, board: Board, player: str, entered: Sequence[Order]) -> Iterator[Refusal]:
        """Why a player can't enter these facts now; given none, why nothing can be entered. By default nothing can."""
        yield Refusal("Nobody enters facts in this game: everything follows from orders.")


class Exchanges(ABC, Generic[Board, Order]):
    """When orders are owed, and what comes of them. A system that only records facts has none: all has its default.

    A moment is a turn and a step of it in whole numbers; the first is 1.1, and steps of a turn only go up.
    """

    most_steps: ClassVar[int] = 9999  #: the highest step that any turn can have
    order_bytes: ClassVar[int] = 1024  #: that orders of an exchange come to at most by mail, compressed, as is usual

    @abstractmethod
    def moment(self, board: Board) -> Moment:
        """Where the game is: at the exchange that is owed, or at the next fact to be entered."""

    def owed(self, board: Board, players: Sequence[str]) -> Owed | None:
        """The exchange that is open; None while there is none. By default there never is. players: by id."""
        return None

    def upcoming(self, board: Board, players: Sequence[str]) -> Sequence[Owed]:
        """Exchanges for which orders can be given ahead, or nonces, as far as they are known: the open one first.

        For an exchange whose actor is not known yet everybody owes only a nonce. One that is listed with sealed orders
        of a player keeps them until it is open, unless a stop comes before it: what is sealed for it is never changed.
        By mail everybody's program seals the nonces of all that is listed, as far as the end of the next turn.
        """
        owed = self.owed(board, players)
        return () if owed is None else (owed,)

    def advance(self, board: Board) -> None:
        """Everything in the open exchange has happened: move a working board on to what comes next."""
        raise NotImplementedError(f"{type(self).__name__} has no exchanges")

    def opening(self, board: Board) -> list[Event]:
        """What happens when an exchange opens, before anybody writes orders for it; the board given stays as it is."""
        return []

    def resolve(self, board: Board, orders: Mapping[str, Sequence[Order]], dice: Dice) -> list[Event]:
        """Everything that comes of the exchange, in order. orders: each player's.

        board: a working board that the orders have changed already; each fact has changed it when this returns.
        """
        raise NotImplementedError(f"{type(self).__name__} has no exchanges")

    def stops(self, fact: Event) -> bool:
        """Whether a fact ends what was plotted ahead: it is to be ordered again."""
        return False

    def voids(self, fact: Event) -> str | None:
        """The order that failed, as written, where a fact says that one did; None for any other fact."""
        return None

    def outcome(self, board: Board) -> Outcome | None:
        """How the game ended once it is over, otherwise None."""
        return None

    def label(self, moment: Moment) -> str:
        """A moment as players write it, such as 2.5."""
        return f"{moment.turn}.{moment.segment}"

    def read_moment(self, text: str) -> Moment:
        """Read a moment. Raises UnreadableError saying what one looks like."""
        return read_moment(text)


class System(Rules[Board], Orders[Board, Order], Exchanges[Board, Order], Scenarios[Board]):
    """A whole rule system. A function that needs only one of the four protocols asks for that one."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.has_plans = getattr_static(cls, "plans") is not getattr_static(System, "plans")
        has = {name: getattr_static(cls, name) is not getattr_static(System, name) for name in _OF_EXCHANGES}
        if any(has.values()) and not all(has.values()):
            there, lacking = ([name for name in has if has[name] is known] for known in (True, False))
            raise RuntimeError(
                f"{cls.__name__} has {listed(there)} and lacks {listed(lacking)}: exchanges need all of them."
            )


#: What a system has that plays exchanges, or nothing of it: without one of them nobody would owe orders, or play stops.
_OF_EXCHANGES: Final = ("owed", "advance", "resolve")
