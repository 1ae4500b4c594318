"""When orders are owed in Slots: planning for all, then one starship after the other, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.rules.last_side import last_side
from sits_es.rules.moments import Moment
from sits_es.rules.system import Outcome, Owed

from .board import Board


def moment(board: Board) -> Moment:
    """The slot at hand."""
    return Moment(board.turn, board.slot)


def owed(board: Board, players: Sequence[str]) -> Owed | None:
    """Planning for all, then one starship after the other; nothing while initiative is to be entered."""
    now = moment(board)
    if board.queue:
        actor = board.starships[board.acting].player
        others = tuple(player for player in players if player != actor)
        return Owed(
            moment=now,
            orders_by=(actor,),
            nonces_by=others,
            sealed=False,
            steps=(1,),
        )
    if board.stage == "enter":
        return None
    if board.stage == "roll":
        return Owed(moment=now, orders_by=(), nonces_by=tuple(players))
    return Owed(moment=now, orders_by=tuple(players), steps=(1,))


def upcoming(board: Board, players: Sequence[str]) -> list[Owed]:
    """The slot at hand, and so many after it as may come in this turn, whoever acts in them."""
    now = owed(board, players)
    most = board.slot + 2 * len(board.starships)
    ahead = [Moment(board.turn, slot) for slot in range(board.slot + 1, most + 1)]
    later = [Owed(moment=at, orders_by=(), nonces_by=tuple(players)) for at in ahead]
    return [*([now] if now is not None else []), *later]


def advance(board: Board) -> None:
    """On to the next slot, or to the next turn."""
    if board.queue == []:
        board.turn, board.slot, board.queue = board.turn + 1, 1, None
    else:
        board.slot += 1


def outcome(board: Board) -> Outcome | None:
    """The last side with a starship wins."""
    starships = board.starships
    return last_side((each.side for each in starships.values()), (starships[name].side for name in board.standing()))
