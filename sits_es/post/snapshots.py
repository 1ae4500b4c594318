"""A game as it stands, kept at the end of a day: a day on which nothing comes folds nothing."""

from __future__ import annotations

from sits_es.game.state import pack
from sits_es.post.replica import Replica
from sits_es.service.snapshots import fingerprint, made_secret
from sits_es.store import Snapshot
from sits_es.store.record import StoredSnapshot

#: Under this name the drawer keeps of which branch, event and code the snapshot is.
_KEPT = "snapshot"


def keep_snapshot(replica: Replica) -> None:
    """Keep a snapshot of the branch that is played; the one that was kept the day before goes. Only speed changes."""
    desk, point, code = replica.desk, replica.course.point, fingerprint()
    store, here = desk.session.store, f"{point.version} {code} {point.stream}"
    before = desk.drawer.mark(replica.name, _KEPT)
    if before == here or (secret := made_secret(desk.folder)) is None:
        return
    if not store.keeps_snapshots:
        store.keep_snapshots(secret)
    store.save_snapshot(point.stream, Snapshot(point.version, code, pack(replica.course.game)))
    desk.drawer.put_mark(replica.name, _KEPT, here)
    desk.drawer.save()
    if before:
        version, by, stream = before.split(" ", 2)
        store.drop_snapshots([StoredSnapshot(stream, Snapshot(int(version), by, b""), holds=True)])
