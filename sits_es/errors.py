"""Refusals: what the game does not do, in words that can be mailed to a player as they are."""

from __future__ import annotations

from collections.abc import Iterable


class GameError(Exception):
    """A request that the game refuses: who, what is wrong, what is allowed. A bug is never one of these.

    problems: every reason at once, one sentence or block each; a mailed answer takes a day.
    """

    def __init__(self, problems: str | Iterable[str]) -> None:
        self.problems: tuple[str, ...] = (problems,) if isinstance(problems, str) else tuple(problems)
        super().__init__("\n".join(self.problems))


class UnreadableError(GameError):
    """Text, a file or a stored record that cannot be read as what it should be."""


class NoRulesError(UnreadableError):
    """A game of rules that this program lacks: of another system, or of a later version."""


class UnsoundError(UnreadableError):
    """A game whose record makes no sense from one of its events on; everything before that can be read.

    stream, version: of that event; reason: what is wrong with it, worded to follow its number; more: said behind that.
    """

    def __init__(self, stream: str, version: int, reason: str, more: str = "") -> None:
        self.stream, self.version = stream, version
        sound = f"the record up to #{version - 1} is sound" if version else "the game cannot be opened"
        super().__init__(f"{stream}: event #{version} {reason}; {sound}.{f' {more}' if more else ''}")


#: What is wrong with the first event of a record that does not begin as a game: see UnsoundError.
NO_CREATION = ("does not fit the game", "The record does not begin with the creation of a game.")


class NotAllowedError(GameError):
    """A request that was understood and that the rules do not allow."""


class NoGamesError(NotAllowedError):
    """A game was asked for where there are none at all: perhaps they are kept somewhere else."""


class NotNowError(GameError):
    """A request that would be right at another moment: wrong turn, game over, somebody else was first."""
