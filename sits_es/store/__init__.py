"""The event store: canonical bytes, chained digests, branches, snapshots and proofs. It knows events and no rules.

What holds the rows is behind one port, `log`; `sqlite` and `postgres` are its sides. Audits and proofs, which few
commands need, are imported from their own modules.
"""

from sits_es.store.game_store import GameStore
from sits_es.store.record import Branch, Head, Recorded, Snapshot, StoredSnapshot

__all__ = ["Branch", "GameStore", "Head", "Recorded", "Snapshot", "StoredSnapshot"]
