"""What branches are called: labels in place of the ids of those that became the game, and names of the player's own.

A game at one table that was rewound has several lines: duel, duel~2, duel~3 on record. Its name means the last of them,
and the ones that were left are called duel-1, duel-2. By mail the log says which branch the game is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.game.state import line_number
from sits_es.orders.names import problem_of_new, same
from sits_es.sentences import shell
from sits_es.store import GameStore
from sits_es.store.sqlite.shelf import Shelf, read_shelf

_NAMED_BY_A_DECISION: Final = re.compile("[0-9a-f]{16}")
_LINE_OR_LABEL: Final = re.compile("(.+)[~-]([1-9][0-9]{0,5})")


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


def require_possible(name: str, of: str = "game") -> None:
    """Raise NotAllowedError for a name that no game or fork can have."""
    problem = problem_of_new(name)
    if problem is None and line_number(name)[1] > 1:
        problem = f"{name} is reserved for the old lines of a rewound game."
    if problem:
        raise NotAllowedError(f"{problem} Choose another name for the {of}.")


def order_file(game: str, player: str, ending: str = "orders") -> str:
    """The name of the file for a player's orders, which another game in the same folder does not have too."""
    return f"{game}-{player}.{ending}"


def _lines(forks: Iterable[tuple[str, str]]) -> dict[str, dict[int, str]]:
    """The lines of each game that was rewound, by its first name and their numbers, in order."""
    found: dict[str, dict[int, str]] = {}
    for game, number, branch in sorted((*line_number(branch), branch) for branch, _ in forks):
        if number > 1:
            found.setdefault(game, {1: game})[number] = branch
    return found


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
        """The id of the branch that the player means, as names are meant in orders; the text itself if none is."""
        found = self._called(text)
        if self._store.knows(found):
            return found
        spelt = same(text, [*self.taken(), *self.all_shown(each.stream for each in self._store.streams()).values()])
        return text if spelt is None else self._called(spelt)

    def _called(self, text: str) -> str:
        """The id of the branch that is called exactly that; the text itself where none is."""
        own = next((stream for stream, name in self.listed.names.items() if name == text), None)
        text = own if own is not None and self.name(own) is not None else text
        if self._store.knows(text):
            return self.current(text) if line_number(text)[1] == 1 else text
        if (found := _LINE_OR_LABEL.fullmatch(text)) is not None:
            lines = self.lines(found[1])
            if len(lines) > 1 and int(found[2]) in lines:
                return lines[int(found[2])]
        root = text.rpartition("-")[0]
        labels = branch_labels(self._store, root) if root else {}
        return next((branch for branch, label in labels.items() if label == text), text)

    def lines(self, game: str) -> dict[int, str]:
        """The lines of a game, by number, in order: the first, and one for each rewind. game: its first name."""
        return _lines(self._store.forks()).get(game, {1: game})

    def current(self, stream: str) -> str:
        """The line that is played on of the game that a branch is a line of; the branch itself for any other."""
        return [*self.lines(line_number(stream)[0]).values()][-1]

    def label(self, stream: str) -> str:
        """What everybody calls a branch: the line that is played on by the game's name, one that was left by number."""
        return self._label(stream, _lines(self._store.forks()))

    def _label(self, stream: str, every: Mapping[str, Mapping[int, str]]) -> str:
        game, number = line_number(stream)
        if game in every:
            numbered = f"{game}-{number}"
            left = f"{game}~{number}" if self._store.knows(numbered) else numbered
            return game if number == max(every[game]) else left
        root = stream.partition("~")[0]
        return stream if root == stream else branch_labels(self._store, root).get(stream, stream)

    def name(self, stream: str) -> str | None:
        """The player's name for a game; None if it has none, or another game has that name on record by now."""
        name = self.listed.names.get(stream)
        return None if name is None or self._store.knows(name) or not self._store.knows(stream) else name

    def shown(self, stream: str) -> str:
        """What the player calls a branch: by a name of their own, or as everybody does."""
        return self.all_shown([stream])[stream]

    def all_shown(self, streams: Iterable[str]) -> dict[str, str]:
        """The same of many, by id."""
        every, found = _lines(self._store.forks()), {}
        for stream in streams:
            label, game = self._label(stream, every), line_number(stream)[0]
            # a name of the player's own is the game's, and goes to the line that is played on
            left = game in every and label != game
            found[stream] = label if left else self.name(game) or label
        return found

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
