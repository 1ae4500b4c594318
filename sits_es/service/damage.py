"""What is said where the program stumbled over a record that somebody changed."""

from __future__ import annotations

from sits_es.errors import UnreadableError
from sits_es.store import GameStore


def blame_the_record(store: GameStore, fault: Exception) -> None:
    """Where the program stumbled over facts that somebody changed, say which; over a sound record it is a bug.

    Raises UnreadableError from the fault, or nothing.
    """
    from sits_es.game.verify import STUMBLES

    if not isinstance(fault, STUMBLES):
        return
    reports, strays = store.audit_all()
    bad = next((each for each in [*(report.bad for report in reports), *strays] if each is not None), None)
    if bad is not None:
        raise UnreadableError(f"The record is damaged. {bad}") from fault
