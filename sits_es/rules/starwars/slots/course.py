"""Which slot is at hand, what comes after it, and who owes what in it. Rule: house, rules.md, Slots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.rules.moments import Moment, label_by_name, read_moment
from sits_es.rules.starwars import STEPS
from sits_es.rules.starwars.board import EXCHANGES, Board, SlotStage, Starship
from sits_es.rules.system import Owed


def moment(board: Board) -> Moment:
    """The slot at hand, and its stage."""
    step = 1 if board.stage == "initiative" else _step(board.slot, board.exchange())
    return Moment(board.turn, step)


def _step(slot: int, exchange: int) -> int:
    return 2 + slot * EXCHANGES + exchange


def label(at: Moment) -> str:
    """2.5, 2.5-spend or 1.initiative."""
    return label_by_name(at, STEPS)


def read_label(text: str) -> Moment:
    """Read 2.5, 2.5-spend or 1.initiative."""
    return read_moment(text, STEPS, "slot")


def due(board: Board) -> list[Starship]:
    """The starships of which one is given orders in the stage at hand; none while initiative is not known."""
    if board.stage == "initiative":
        return []
    if board.stage == "side" and board.declared is not None:
        return [board.starships[board.declared.by]]
    if board.stage == "threat" and (answering := board.answering()) is not None:
        return [answering]
    return board.ready()


def owed(board: Board, players: Sequence[str]) -> Owed:
    """The exchange at hand: one player acts, in the open; the programs of all others give their part in the dice."""
    return _owed(moment(board), players, next((each.player for each in due(board)), None))


def upcoming(board: Board, players: Sequence[str]) -> tuple[Owed, ...]:
    """The exchange at hand, and all that may come to the end of the next round: of those everybody owes a nonce."""
    return (owed(board, players), *_later(board, players))


def _later(board: Board, players: Sequence[str]) -> Iterator[Owed]:
    for turn in (board.turn, board.turn + 1):
        last = _step(max(len(board.starships), 1), 0)
        first = moment(board).segment + 1 if turn == board.turn else 2
        for step in range(first, last):
            yield _owed(Moment(turn, step), players, None)


def _owed(at: Moment, players: Sequence[str], actor: str | None) -> Owed:
    return Owed(
        moment=at,
        label=label(at),
        orders_by=() if actor is None else (actor,),
        nonces_by=tuple(player for player in players if player != actor),
        sealed=False,
        steps=(1,),
    )


def advance(board: Board) -> None:
    """On to the foe who names a side, to what is spent of a roll on either side, or to the next starship."""
    board.named = board.named or board.stage == "side"
    if (stage := following(board)) is not None:
        board.stage = stage
    else:
        _next_slot(board)


def following(board: Board) -> SlotStage | None:
    """The stage of the slot at hand that comes next; None if the slot is over."""
    if board.stage == "act" and board.declared is not None:
        return "side"
    if board.stage == "act" and board.answering() is not None:
        return "threat"
    if board.exchange() < EXCHANGES - 1 and can_spend(board):
        return "spend"
    # the second exchange has been for a side, and the third is left
    return "threat" if board.stage == "side" and board.answering() is not None else None


def can_spend(board: Board) -> bool:
    """Whether the starship at hand has advantage or triumph of this slot to spend, and is there to do it."""
    acting = board.acting()
    return acting is not None and not acting.gone and any(any(board.left_of(check).values()) for check in board.checks)


def _next_slot(board: Board) -> None:
    first = 0 if board.stage == "initiative" else board.slot + 1
    board.end_slot()
    later = [slot for slot in range(first, len(board.order)) if board.is_open(slot)]
    if not later:
        board.turn, board.acted, board.guided = board.turn + 1, (), ()
        later = [slot for slot in range(len(board.order)) if board.is_open(slot)]
    # with nobody left who can act the game is over, or waits for strain to be mended
    board.slot = later[0] if later else 0


def is_last_of_round(board: Board) -> bool:
    """Whether nobody acts in this round after the slot at hand, whatever of it is still to come."""
    return not any(board.is_open(slot) for slot in range(board.slot + 1, len(board.order)))
