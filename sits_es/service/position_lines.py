"""One position of a game as a line of text, and a line as a board of the game again."""

from __future__ import annotations

from sits_es.errors import GameError
from sits_es.game.fold import Fold
from sits_es.game.state import empty_board
from sits_es.game.verify import STUMBLES
from sits_es.notation.position import WrittenPosition, read_position, written_position
from sits_es.notation.writing import DIGITS
from sits_es.orders.faults import OrderFault, OrderFaults, TextPlace
from sits_es.report import report_of
from sits_es.rules.board_data import board_at, position_of
from sits_es.sentences import visible
from sits_es.service.session import Session


def position_line(session: Session, name: str, fold: Fold) -> str:
    """How the board of a game, as it stands there, is written in one line."""
    empty = empty_board(fold.system, session.created(name))
    board = fold.game.board
    return written_position(
        WrittenPosition(
            game=session.created(name).game,
            set_up=_set_up(session, name),
            moment=fold.system.written(fold.system.moment(board)),
            board=position_of(board, empty),
        )
    )


def board_of(session: Session, name: str, text: str, source: str) -> Fold:
    """A game with the board of a line; nothing is written. source: what the line's file is called.

    Raises OrderFaults for a line that can't be read, that is of a game set up otherwise, or that is no board of it.
    """
    position = read_position(text, source)
    fold, created = session.fold(name).copy(), session.created(name)
    rules = fold.system

    def wrong(place: TextPlace, said: str, expected: str = "") -> OrderFaults:
        return OrderFaults([OrderFault.at(place, visible(said), visible(expected))], source, text)

    if (position.game, position.set_up) != (created.game, _set_up(session, name)):
        said = f"This is a position of another game than {session.called(name)}: other cards, tables or options."
        raise wrong(position.place_of_game, said, f"{created.game} {_set_up(session, name)}")
    try:
        moment = rules.read_moment(position.moment)
        board = board_at(empty_board(rules, created), position.board)
        stands = rules.moment(board)
        # names of cards and units that are not there are met as it is looked at
        list(report_of(rules.name).board(board, detail=True))
    except (GameError, *STUMBLES) as fault:
        said = f"nothing in it is called {fault.args[0]}" if isinstance(fault, KeyError) else str(fault)
        raise wrong(
            position.place, f"This is not how a board of the game can stand: {said.removesuffix('.')}."
        ) from fault
    if stands != moment:
        said = f"The line is of {rules.written(moment)}, and its board stands at {rules.written(stands)}."
        raise wrong(position.place, said, rules.written(stands))
    fold.game.board, fold.game.ended = board, None
    return fold


def _set_up(session: Session, name: str) -> str:
    """What tells one game's cards, tables and options from another's: the digest of its first event."""
    return (session.store.digest_at(name, 0) or "")[:DIGITS]
