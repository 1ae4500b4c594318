"""Order files ready to edit: of a player, for a game as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.sentences import typed, unknown
from sits_es.service.session import Session

if TYPE_CHECKING:
    from sits_es.game.fold import Fold


def can_order(session: Session, game: str, player: str) -> Fold:
    """The game as it stands, for a player who is to write orders for it.

    Raises NotAllowedError for somebody who doesn't play, NotNowError for a game that is over.
    """
    fold = session.fold(game)
    if player not in fold.game.players:
        raise NotAllowedError(unknown("player", player, fold.game.players))
    if fold.game.ended is not None:
        raise NotNowError(f"{session.called(game)} is over: {fold.game.ended}")
    return fold


def new_orders(session: Session, game: str, player: str) -> str:
    """The order file: every unit, how it stands, what it may do. Raises as `can_order` does."""
    fold, called = can_order(session, game, player), session.called(game)
    first, _, rest = fold.system.template(fold.game.board, player, called).partition("\n")
    # a letter's form goes without it: whoever answers there may not have this program
    return f"{first}\n# How each order is written: sits orders help --game {typed(called)}\n{rest}"
