"""What branches are called: labels in place of the ids of those that became the game, and names of the player's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.orders.names import problem_of_new, same
from sits_es.sentences import shell
from sits_es.store import GameStore
from sits_es.store.sqlite.shelf import Shelf, read_shelf

_NAMED_BY_A_DECISION: Final = re.compile("[0-9a-f]{16}")


def continuations(root: str, forks: Iterable[tuple[str, str]]) -> list[str]:
    """The ids of branches of a game that a decision opened, such as duel~0123456789abcdef.

    forks: each branch and its parent, as they were opened.
    """
    ends = ((branch, branch.removeprefix(f"{root}~")) for branch, _ in forks)
    return [branch for branch, end in ends if branch != end and _NAMED_BY_A_DECISION.fullmatch(end)]


def number_branches(root: str, continuations: Iterable[str], taken: Iterable[str] = ()) -> Mapping[str, str]:
    """The label of each branch that became the game, in their order: duel-2 for the first. A taken one is its id."""
    names = set(taken)
    numbered = ((f"{root}-{number}", branch) for number, branch in enumerate(continuations, start=2))
    return {branch: branch if label in names else label for label, branch in numbered}


def branch_labels(store: GameStore, root: str) -> Mapping[str, str]:
    """The labels of branches that became a game, by id, in the order in which they did."""
    found = continuations(root, store.forks())
    return number_branches(root, found, (each.stream for each in store.streams())) if found else {}


def require_possible(name: str) -> None:
    """Raise NotAllowedError for a name that no game can have."""
    if problem := problem_of_new(name):
        raise NotAllowedError(f"{problem} Choose another name for the game.")


class Aliases:
    """Names that a player gave the games of a store; a name on record wins. folder: None for looking alone."""

    def __init__(self, store: GameStore, folder: Path | None) -> None:
        self._store = store
        self._folder = folder
        self._list: Shelf | None = None

    @property
    def listed(self) -> Shelf:
        """The player's list of games, read once."""
        if self._list is None:
            self._list = Shelf() if self._folder is None else read_shelf(self._folder)
        return self._list

    def resolve(self, text: str) -> str:
        """The id of the branch that the player means; the text itself where none is called that."""
        own = next((stream for stream, name in self.listed.names.items() if name == text), None)
        if own is not None and self.name(own) is not None:
            return own
        root = "" if self._store.knows(text) else text.rpartition("-")[0]
        labels = branch_labels(self._store, root) if root else {}
        return next((branch for branch, label in labels.items() if label == text), text)

    def name(self, stream: str) -> str | None:
        """The player's name for a game; None where it has none, or another game has that name on record by now."""
        name = self.listed.names.get(stream)
        return None if name is None or self._store.knows(name) or not self._store.knows(stream) else name

    def shown(self, stream: str) -> str:
        """What the player calls a branch: by a name of their own, or as everybody does."""
        root = stream.partition("~")[0]
        label = stream if root == stream else branch_labels(self._store, root).get(stream, stream)
        return self.name(stream) or label

    def taken(self) -> list[str]:
        """All names that are in use: those on record, and the player's own."""
        known = [branch.stream for branch in self._store.streams()]
        return known + [name for stream, name in self.listed.names.items() if stream in known]

    def require_free(self, name: str, renamed: str | None = None) -> None:
        """Raise NotAllowedError for a name that no game can have, or another has. renamed: the game that gets it."""
        require_possible(name)
        own = None if renamed is None else self.name(renamed)
        if (twin := same(name, [each for each in self.taken() if each != own])) is not None:
            raise NotAllowedError(
                f"There is already a game {twin}. Choose another name, or see: sits show {shell(twin)}"
            )
