"""With whose eyes a game is shown in a file that is passed on, and event by event."""

from __future__ import annotations

from sits_es.errors import NotAllowedError
from sits_es.game.state import Game
from sits_es.orders.names import same
from sits_es.sentences import typed, unknown


def viewer_of(game: Game, seated: str | None, wanted: str | None) -> str | None:
    """The player whose units are shown in full, with what they see; None for everybody's.

    A record holds what all its players hold: orders are in it once everybody's are opened. What a player sees of it
    besides is worked out, and while a game by mail goes on a file shows that of the one who makes it and of nobody
    else. seated: who plays the game by mail from this folder, None where nobody does; wanted: who was asked for, None
    where nobody was. Raises NotAllowedError for somebody else then, and for a name that no player has.
    """
    found = None if wanted is None else same(wanted, game.players)
    if wanted is not None and found is None:
        raise NotAllowedError(unknown("player", wanted, game.players))
    if seated is None or game.ended is not None:
        return found
    if found not in (None, seated):
        raise NotAllowedError(
            f"{game.branch} is played by mail and is not over: only what {seated} sees is shown. "
            f"Leave out --as, or say --as {typed(seated)}."
        )
    return seated if seated in game.players else None
