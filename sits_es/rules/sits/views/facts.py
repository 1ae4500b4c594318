"""What reports share: facts by class, rolls as they are written, names of exchanges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.tables.values import SEGMENTS

E = TypeVar("E", bound=Event)


def of(events: Iterable[Event], cls: type[E]) -> tuple[E, ...]:
    """The facts of one class, in order."""
    return tuple(event for event in events if isinstance(event, cls))


def dice_text(rolls: Iterable[DiceRolled], about: str = "") -> str:
    """Rolls as a player checks them: faces as thrown, then who rolled what for what, and which of several.

    Of three dice the key pair stands before the bar. about: what the page is about anyway, not said again.
    Rule: flyer, "3d10v"; sits rules 8.2.
    """
    return "; ".join(_roll_text(roll, about) for roll in rolls)


def faces_of(roll: DiceRolled) -> str:
    """Faces as thrown; of three the key pair stands before the bar."""
    return ",".join(map(str, roll.faces[:2])) + "".join(f"|{face}" for face in roll.faces[2:])


def _roll_text(roll: DiceRolled, about: str) -> str:
    shown = faces_of(roll)
    key = [roll.actor, roll.purpose]
    key += [roll.object] if roll.object not in ("", about) else []
    key += [f"number {roll.index}"] if roll.index else []
    return f"dice {shown} ({', '.join(key)})"


def joined(parts: Iterable[str], separator: str = ", ") -> str:
    """The parts that are not empty, with a separator between them."""
    return separator.join(part for part in parts if part)


def name_of(board: Board) -> str:
    """The exchange that a board stands at: "Turn 2, segment 5", "Turn 2, turn break"."""
    where = f"segment {board.segment}" if board.segment <= SEGMENTS else "turn break"
    return f"Turn {board.turn}, {where}"


def stands_at(board: Board) -> str:
    """Where a board stands: before which exchange, or `After turn 10, the last` of a game of ten turns."""
    last = board.victory.turns
    return name_of(board) if last is None or board.turn <= last else f"After turn {last}, the last"
