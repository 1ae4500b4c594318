"""What branches by mail are called: an id that is the same on every machine, and a label for people.

Rule: house, for play by mail: the id of a branch that was decided on is its parent's and eight hexadecimal digits of
the digest of the decision without its signatures.
"""

from __future__ import annotations

import hashlib
from typing import Final

from sits_es.canonical import canonical
from sits_es.orders.names import MOST_LETTERS

#: Hexadecimal digits that a branch has of the digest of what was decided.
DIGITS: Final = 8


def decision_id(parent: str, decision: object) -> str:
    """The id of the branch that a decision opens. decision: plain JSON, without signatures and times.

    The parent's id is cut short where both together were longer than a name may be. Raises TypeError for what is not
    plain JSON.
    """
    digits = hashlib.sha256(canonical([parent, decision])).hexdigest()[:DIGITS]
    return f"{parent[: MOST_LETTERS - DIGITS - 1]}-{digits}"
