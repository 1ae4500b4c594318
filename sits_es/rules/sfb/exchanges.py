"""Who owes what when: runs of impulses, the turn break, and how its moments and dice are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.rules.chapters import facts_of
from sits_es.rules.moments import Moment, label_by_name
from sits_es.rules.moments import read_moment as moment_read
from sits_es.rules.sfb import IMPULSES, ROLLS
from sits_es.rules.sfb.board import BREAK, Board
from sits_es.rules.sfb.ending.facts import RunStopped
from sits_es.rules.sfb.fact import Entry, OfUnit
from sits_es.rules.system import Owed

#: What the steps of a turn are called: 32 impulses and the break.
STEPS: Final = (*map(str, range(1, IMPULSES + 1)), "break")

#: Every order form, and what players enter; of them, what players enter from their own displays.
ORDER_TYPES: Final = tuple(each for each in facts_of("sits_es.rules.sfb") if issubclass(each, OfUnit))
ENTRY_TYPES: Final = tuple(each for each in ORDER_TYPES if issubclass(each, Entry))


def units(board: Board, player: str) -> tuple[str, ...]:
    """The player's units, those that are gone too, and seeking weapons: facts are entered of them."""
    return tuple(name for name, unit in sorted(board.units.items()) if unit.player == player)


def all_units(board: Board) -> list[str]:
    """Every unit, those out of the game too."""
    return sorted(board.units)


def owner(board: Board, unit: str) -> str | None:
    """Whose unit it is."""
    found = board.units.get(unit)
    return None if found is None else found.player


def moment(board: Board) -> Moment:
    """The first impulse of the run at hand, or the turn break."""
    return Moment(board.turn, board.impulse)


def owed(board: Board, players: Sequence[str]) -> Owed:
    """The run at hand: everybody seals orders for all of it."""
    return _owed(board, board.impulse, players)


def upcoming(board: Board, players: Sequence[str]) -> Sequence[Owed]:
    """The rest of the turn, as it is when no stop ends a run early."""
    found = [owed(board, players)]
    while found[-1].steps[-1] != BREAK:
        found.append(_owed(board, found[-1].steps[-1] + 1, players))
    return found


def _owed(board: Board, first: int, players: Sequence[str]) -> Owed:
    at = Moment(board.turn, first)
    return Owed(moment=at, label=label(at), orders_by=tuple(players), steps=board.steps(first))


def advance(board: Board) -> None:
    """On to the impulse after the last that happened, the turn break, or the next turn."""
    if board.impulse == BREAK:
        board.turn, board.impulse, board.passed, board.now = board.turn + 1, 1, 0, 0
        for unit in board.units.values():
            unit.tac_warp = unit.tac_sublight = 0
    else:
        board.impulse = board.passed + 1
    next_up = (board.turn - 1) * IMPULSES + board.impulse
    for unit in board.units.values():
        if unit.waits < next_up:
            unit.waits = 0


#: A moment as players write it, 2.5 or 2.break; and read again.
label = partial(label_by_name, names=STEPS)
read_moment = partial(moment_read, names=STEPS, step="impulse")


def stops(fact: Event) -> bool:
    """Whether a `stop if` was met."""
    return isinstance(fact, RunStopped)


def faces_in_words(rolled: DiceRolled) -> tuple[str, ...]:
    """1 to 6."""
    return tuple(str(face + 1) for face in rolled.faces)


def roll_in_words(rolled: DiceRolled) -> str:
    """The impulse in which it was rolled, and which it was of several of one name."""
    impulse, nth = divmod(rolled.index, ROLLS)
    told = (f"impulse {impulse}" if impulse else "", f"roll {nth + 1}" if nth else "")
    return ", ".join(each for each in told if each)
