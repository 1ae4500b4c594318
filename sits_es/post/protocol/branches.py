"""Branches that become the game: their ids, which follow from what was decided, and the short labels that people see.

Rule: house, for play by mail ("Agreeing").
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sits_es.canonical import canonical

#: Hexadecimal digits of a decision's digest at the end of an id.
DIGITS: Final = 8
_CONTINUATION: Final = re.compile(f"(.+)-[0-9a-f]{{{DIGITS}}}")


def branch_id(parent: str, decision: Sequence[Any]) -> str:
    """The id of the branch that a decision makes the game: its parent's, and eight digits of the decision's digest.

    decision: plain JSON, its kind first, without signatures and without what is each signer's own, such as a new
    seal: whoever signed it, and in whatever order, it gives the same id.
    """
    return f"{parent}-{hashlib.sha256(canonical(list(decision))).hexdigest()[:DIGITS]}"


def is_continuation(branch: str, parent: str) -> bool:
    """Whether an id has the form of a branch that a decision opened from this parent."""
    found = _CONTINUATION.fullmatch(branch)
    return found is not None and found[1] == parent


def labels(root: str, continuations: Iterable[str], taken: Iterable[str] = ()) -> Mapping[str, str]:
    """What people see in place of each id: duel-2 for the first branch that became the game, and so on.

    continuations: ids, in the order in which they became the game; taken: names of other games here. A branch whose
    label would be one of those keeps its id.
    """
    names = set(taken)
    numbered = ((f"{root}-{number}", branch) for number, branch in enumerate(continuations, start=2))
    return {branch: branch if label in names else label for label, branch in numbered}
