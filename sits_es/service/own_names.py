"""What games are called by their player, beside their names on record."""

from __future__ import annotations

from pathlib import Path

from sits_es.service.continuations import meant
from sits_es.store import GameStore
from sits_es.store.sqlite.game_list import GameList, read_list


class OwnNames:
    """What the games of a store are called by their player. folder: None for a store that is only looked into.

    A name on record comes before one of the player's own: others may begin a game of that name.
    """

    def __init__(self, store: GameStore, folder: Path | None) -> None:
        self._store = store
        self._folder = folder
        self._list: GameList | None = None

    @property
    def listed(self) -> GameList:
        """The list as it stood when it was asked for first."""
        if self._list is None:
            self._list = GameList() if self._folder is None else read_list(self._folder)
        return self._list

    def meant(self, text: str) -> str:
        """The id of the branch that the player calls so; the text itself where nothing is called so."""
        own = next((stream for stream, name in self.listed.names.items() if name == text), None)
        if own is not None and self.name(own) is not None:
            return own
        return meant(self._store, text)

    def name(self, stream: str) -> str | None:
        """What the player calls a game; None where that is its name on record, or one that is on record by now."""
        name = self.listed.names.get(stream)
        return None if name is None or self._store.knows(name) or not self._store.knows(stream) else name

    def taken(self) -> list[str]:
        """All names that no new game can have: those on record, and the player's own."""
        known = [branch.stream for branch in self._store.streams()]
        return known + [name for stream, name in self.listed.names.items() if stream in known]
