"""Branches that become the game: their ids, which follow from what was decided, and the short labels that people see.

Rule: house, for play by mail: the id of a branch that was decided on is its parent's and eight hexadecimal digits of
the digest of the decision without its signatures.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Final

from sits_es.canonical import canonical

#: Hexadecimal digits that a branch has of the digest of what was decided.
DIGITS: Final = 8
#: Letters that a branch's id may have, in packets and everywhere.
MOST_OF_BRANCH: Final = 300
_CONTINUATION: Final = re.compile(f"(.+)-[0-9a-f]{{{DIGITS}}}")


def decision_id(parent: str, decision: object) -> str:
    """The id of the branch that a decision opens. decision: plain JSON, without signatures and times.

    Whoever signed it, and in whatever order, it gives the same id. The parent's id is cut short where both together
    were longer than an id may be. Raises TypeError for what is not plain JSON.
    """
    digits = hashlib.sha256(canonical([parent, decision])).hexdigest()[:DIGITS]
    return f"{parent[: MOST_OF_BRANCH - DIGITS - 1]}-{digits}"


def is_continuation(branch: str, parent: str) -> bool:
    """Whether an id has the form of a branch that a decision opened from this parent."""
    found = _CONTINUATION.fullmatch(branch)
    return found is not None and found[1] == parent[: MOST_OF_BRANCH - DIGITS - 1]


def labels(root: str, continuations: Iterable[str], taken: Iterable[str] = ()) -> Mapping[str, str]:
    """What people see in place of each id: duel-2 for the first branch that became the game, and so on.

    continuations: ids, in the order in which they became the game; taken: names of other games here. A branch whose
    label would be one of those keeps its id.
    """
    names = set(taken)
    numbered = ((f"{root}-{number}", branch) for number, branch in enumerate(continuations, start=2))
    return {branch: branch if label in names else label for label, branch in numbered}
