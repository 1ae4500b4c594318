"""A folded game as bytes and back, for snapshots. What its creation says is not repeated."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from attrs import fields, frozen

from sits_es.errors import UnreadableError
from sits_es.game.events import GameCreated
from sits_es.game.moments import Moment
from sits_es.game.state import Deadline, Game, Player
from sits_es.rules import system


@frozen(kw_only=True)
class _Packed:
    """A game's own fields, and its board as its rule system packs it."""

    root: str
    branch: str
    title: str
    scenario: str
    system: str
    play: str
    terms: dict[str, Any]
    people: dict[str, Player]
    started: bool
    moment: Moment
    sealed: dict[str, str]
    revealed: dict[str, str]
    seed: str | None
    ended: str | None
    parent: str | None
    what_if: bool
    deadline: Deadline | None
    absences: dict[str, tuple[str, str]]
    board: msgspec.Raw


_DIGEST = hashlib.sha256().digest_size
_NAMES = tuple(name for name in (field.name for field in fields(Game)) if name != "board")


def pack(game: Game) -> bytes:
    """A game as bytes: JSON behind its own SHA-256, so that a damaged snapshot is never taken for a game."""
    board = msgspec.Raw(system(game.system).pack(game.board))
    packed = _Packed(**{name: getattr(game, name) for name in _NAMES}, board=board)
    body = msgspec.json.encode(packed, order="sorted")
    return hashlib.sha256(body).digest() + body


def unpack(state: bytes, created: GameCreated) -> Game:
    """A game from its bytes and its creation. Raises UnreadableError for bytes that `pack` did not make."""
    digest, body = state[:_DIGEST], state[_DIGEST:]
    if hashlib.sha256(body).digest() != digest:
        raise UnreadableError("A packed game cannot be read: its bytes are not those that were packed.")
    try:
        packed = msgspec.json.decode(body, type=_Packed)
        rules = system(packed.system)
        board = rules.unpack(bytes(packed.board), rules.new_board(created.options, created.tables, created.classes))
    except (msgspec.MsgspecError, ValueError) as fault:
        raise UnreadableError(f"A packed game cannot be read: {fault}.") from fault
    return Game(**{name: getattr(packed, name) for name in _NAMES}, board=board)
