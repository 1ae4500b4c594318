"""Branches that became the game by what was decided, and the short labels that people see in place of their ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from sits_es.store import GameStore

_CONTINUATION: Final = re.compile("(.+)-[0-9a-f]{8}")


def is_continuation(branch: str, parent: str) -> bool:
    """Whether an id has the form of a branch that a decision opened from this parent."""
    found = _CONTINUATION.fullmatch(branch)
    return found is not None and parent.startswith(found[1])


def continuations(root: str, forks: Iterable[tuple[str, str]]) -> list[str]:
    """The ids of branches of a game that a decision opened. forks: each branch and its parent, as they were opened."""
    found: dict[str, None] = {root: None}
    for branch, parent in forks:
        if parent in found and any(is_continuation(branch, each) for each in found):
            found[branch] = None
    return [branch for branch in found if branch != root]


def labels(root: str, continuations: Iterable[str], taken: Iterable[str] = ()) -> Mapping[str, str]:
    """What people see in place of each id: duel-2 for the first branch that became the game, and so on.

    continuations: ids, in the order in which they became the game; taken: names of other games here. A branch whose
    label would be one of those keeps its id.
    """
    names = set(taken)
    numbered = ((f"{root}-{number}", branch) for number, branch in enumerate(continuations, start=2))
    return {branch: branch if label in names else label for label, branch in numbered}


def shown_as(store: GameStore, root: str) -> Mapping[str, str]:
    """What people see in place of the ids of branches that became a game, in the order in which they did."""
    found = continuations(root, store.forks())
    return labels(root, found, (each.stream for each in store.streams())) if found else {}


def meant(store: GameStore, text: str) -> str:
    """The id of the branch that a person calls so; the text itself where nothing is called so."""
    root = "" if store.knows(text) else text.rpartition("-")[0]
    shown = shown_as(store, root) if root else {}
    return next((branch for branch, label in shown.items() if label == text), text)
