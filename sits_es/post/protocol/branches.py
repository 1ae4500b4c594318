"""Branches that become the game: their ids, which follow from what was decided, whatever machine they are opened on.

Rule: house, for play by mail: the id of a branch that was decided on is its parent's and eight hexadecimal digits of
the digest of the decision without its signatures.
"""

from __future__ import annotations

import hashlib
from typing import Final

from sits_es.canonical import canonical

#: Hexadecimal digits that a branch has of the digest of what was decided.
DIGITS: Final = 8
#: Letters that a branch's id may have, in packets and everywhere.
MOST_OF_BRANCH: Final = 300


def decision_id(parent: str, decision: object) -> str:
    """The id of the branch that a decision opens. decision: plain JSON, without signatures and times.

    Whoever signed it, and in whatever order, it gives the same id. The parent's id is cut short where both together
    were longer than an id may be. Raises TypeError for what is not plain JSON.
    """
    digits = hashlib.sha256(canonical([parent, decision])).hexdigest()[:DIGITS]
    return f"{parent[: MOST_OF_BRANCH - DIGITS - 1]}-{digits}"
