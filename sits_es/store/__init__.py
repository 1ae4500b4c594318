"""The event store: canonical bytes, chained digests, branches, snapshots and proofs. It knows events and no rules.

What holds the rows is behind one port, `log`; `sqlite` is a side of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sits_es.store.game_store import GameStore
from sits_es.store.recorded import Branch, Head, Recorded, Snapshot, StoredSnapshot

if TYPE_CHECKING:
    from sits_es.store.audit import AuditReport, BadEvent
    from sits_es.store.proofs import Checkpoint

__all__ = [
    "AuditReport",
    "BadEvent",
    "Branch",
    "Checkpoint",
    "GameStore",
    "Head",
    "Recorded",
    "Snapshot",
    "StoredSnapshot",
]

#: What only audits need, imported when it is asked for: name -> module.
_LATER = {"AuditReport": "audit", "BadEvent": "audit", "Checkpoint": "proofs"}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__} has no attribute {name}")
