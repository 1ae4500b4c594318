"""The board of Slots, and whose starships stand on it."""

from __future__ import annotations

from copy import copy
from typing import Literal

from attrs import Factory, define, evolve, frozen

from sits_es.errors import UnreadableError
from sits_es.events import Data
from sits_es.rules.options import either, read_options
from sits_es.rules.packing import Packing

from .fact import OfStarship
from .fight.facts import AttackRolled


@frozen(kw_only=True)
class Options:
    """initiative: how it is found who acts first: rolled as planned in secret, rolled without planning, or entered."""

    initiative: str = either("rolled", "unplanned", "entered")


@define
class Starship:
    """A starship as it stands. initiative: entered for this turn, None before."""

    player: str
    side: str
    zone: int
    guns: int
    hull: int
    initiative: int | None = None
    haste: int = 0


@define
class Board:
    """queue: who still acts in this turn, None before the initiative is known; rolled: an attack to choose about.

    entered: people enter the initiative; planned: they order how many dice they roll for it.
    """

    entered: bool = False
    planned: bool = True
    turn: int = 1
    slot: int = 1
    queue: list[str] | None = None
    rolled: AttackRolled | None = None
    starships: dict[str, Starship] = Factory(dict)

    def place(self, name: str, player: str, side: str, zone: int, guns: int, hull: int) -> None:
        """Put a starship on the track."""
        self.starships[name] = Starship(player, side, zone, guns, hull)

    def leave(self, name: str) -> None:
        """A starship has no slot in this turn any more."""
        self.queue = [other for other in self.queue or () if other != name]

    def standing(self) -> list[str]:
        """Names of the starships that have hull left."""
        return sorted(name for name, starship in self.starships.items() if starship.hull > 0)

    @property
    def acting(self) -> str:
        """Whose slot it is; empty before the initiative is known, and once all have acted."""
        return self.queue[0] if self.queue else ""

    @property
    def stage(self) -> Literal["enter", "roll", "plan", "choose", "act"]:
        """What the exchange at hand waits for."""
        if self.queue is None:
            return "enter" if self.entered else "plan" if self.planned else "roll"
        return "choose" if self.rolled is not None else "act"


def new_board(options: Data, tables: Data, classes: Data) -> Board:
    """An empty board. Raises UnreadableError for other data than a game of Slots has."""
    del tables, classes
    initiative = read_options(Options, options).initiative
    return Board(entered=initiative == "entered", planned=initiative == "rolled")


def change_options(board: Board, changes: Data) -> None:
    """How initiative is found can't change in a game that has begun."""
    del board
    if changes:
        raise UnreadableError("In Slots options hold for the whole game. Fork without --option.")


def copied(board: Board) -> Board:
    """A copy to work on, or to hand out."""
    queue = None if board.queue is None else list(board.queue)
    return evolve(board, queue=queue, starships={name: copy(each) for name, each in board.starships.items()})


def units(board: Board, player: str) -> tuple[str, ...]:
    """The player's starships."""
    return tuple(name for name in sorted(board.starships) if board.starships[name].player == player)


def owner(board: Board, unit: str) -> str | None:
    """Whose starship it is."""
    starship = board.starships.get(unit)
    return None if starship is None else starship.player


def names(board: Board, order: OfStarship, field: str) -> tuple[str, ...]:
    """Targets."""
    del order
    return tuple(board.starships) if field == "target" else ()


_PACKING = Packing(Board)
#: A board as bytes, and from them again.
pack, unpack = _PACKING.pack, _PACKING.unpack
