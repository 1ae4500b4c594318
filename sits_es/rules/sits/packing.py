"""A board as bytes and back, for snapshots: what changes in play; tables and classes stay out."""

from __future__ import annotations

import msgspec
from attrs import frozen

from sits_es.rules.sits.scenario.options import Options
from sits_es.rules.sits.scenario.terms import Victory
from sits_es.rules.sits.state import Attack, Board, Ship


@frozen(kw_only=True)
class _Packed:
    options: Options
    ships: dict[str, Ship]
    attacks: dict[str, Attack]
    turn: int
    segment: int
    victory: Victory


def pack(board: Board) -> bytes:
    """A working board as bytes."""
    packed = _Packed(
        options=board.options,
        ships=board.ships,
        attacks=board.attacks,
        turn=board.turn,
        segment=board.segment,
        victory=board.victory,
    )
    return msgspec.json.encode(packed, order="sorted")


def unpack(state: bytes, empty: Board) -> Board:
    """A working board from its bytes, and from an empty one that has the game's tables and classes."""
    packed = msgspec.json.decode(state, type=_Packed)
    return Board(
        tables=empty.tables,
        classes=empty.classes,
        options=packed.options,
        ships=packed.ships,
        attacks=packed.attacks,
        turn=packed.turn,
        segment=packed.segment,
        victory=packed.victory,
    )
