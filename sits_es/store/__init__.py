"""The event store: canonical bytes, chained digests, branches, snapshots and proofs. It knows events and no rules."""

from sits_es.store.audit import AuditReport
from sits_es.store.checkpoint import Checkpoint
from sits_es.store.game_store import GameStore
from sits_es.store.recorded import Branch, Head, Recorded, Snapshot, StoredSnapshot
from sits_es.store.stretches import BadEvent

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
