"""A game as it stands, kept at the end of a day: a day on which nothing comes folds nothing."""

from __future__ import annotations

from sits_es.game.state import pack
from sits_es.post.desk.desk import Desk
from sits_es.service.snapshots import fingerprint, made_secret
from sits_es.store import Snapshot
from sits_es.store.record import StoredSnapshot


def keep_folded(desk: Desk, branch: str) -> None:
    """Keep a snapshot of a branch at its end; the one that was kept here the day before goes. Only speed changes."""
    opened, store, code = desk.session.open_game(branch), desk.session.store, fingerprint()
    version, name = opened.head.version, f"folded {branch}"
    here = f"{version} {code}"
    before = desk.journal.kept(name)
    if before == here or (secret := made_secret(desk.folder)) is None:
        return
    if not store.keeps_snapshots:
        store.keep_snapshots(secret)
    newest = store.snapshot(branch, code)
    if newest is not None and newest.version == version:
        return  # a turn has ended, and its snapshot stays
    store.save_snapshot(branch, Snapshot(version, code, pack(opened.fold().game)))
    desk.journal.keep(name, here)
    if before is not None:
        was, _, by = before.partition(" ")
        store.drop_snapshots([StoredSnapshot(branch, Snapshot(int(was), by, b""), holds=True)])
