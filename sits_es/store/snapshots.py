"""Snapshots: folded states kept to save time. They are a cache that cannot lie, and dropping them changes only speed.

A snapshot is bound to its stream, its version, the digest of the event there and the fingerprint of the code that
folded it: an HMAC-SHA-256 over all of them and the state, under a secret of the player's, says that this program wrote
it. One that does not hold counts as missing: the game is folded from its events.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable

from sits_es.store.chain import prefixed
from sits_es.store.log import SnapshotKey, Span, Statements
from sits_es.store.record import Snapshot, StoredSnapshot

#: Bytes of a secret, and of an HMAC under it.
SECRET = 32

_CONTEXT = b"sits-es/snapshot/1"


def mac_of(secret: bytes, stream: str, digest: bytes, snapshot: Snapshot) -> bytes:
    """What says that somebody who knows the secret wrote a snapshot, 32 bytes. digest: of the event at its version."""
    number = snapshot.version.to_bytes(8, "big")
    bound = _CONTEXT + prefixed(stream) + number + digest + prefixed(snapshot.fingerprint) + snapshot.state
    return hmac.digest(secret, bound, "sha256")


def mark_of(log: Statements, secret: bytes) -> str:
    """What stands behind a fingerprint in a store that many machines share: whose snapshot it is."""
    return f"@{hmac.digest(secret, b'sits-es/snapshot/owner', 'sha256')[:8].hex()}" if log.shared else ""


def write_snapshot(log: Statements, secret: bytes, stream: str, snapshot: Snapshot) -> None:
    """Keep a snapshot after one of a stream's own events; one more of the same key replaces the old one."""
    version, fingerprint, state = snapshot
    digest = log.digest(stream, version)
    if digest is None:
        raise ValueError(f"{stream} holds no event {version} of its own after which a snapshot could be taken.")
    mac = mac_of(secret, stream, digest, snapshot)
    log.keep_snapshot(SnapshotKey(stream, version, fingerprint + mark_of(log, secret)), state, mac)


def newest(log: Statements, secret: bytes, stream: str, fingerprint: str, upto: int | None) -> Snapshot | None:
    """Find the newest snapshot of a branch that holds, at `upto` or before, in its own span or an ancestor's."""
    upto = 2**62 if upto is None else upto
    fingerprint += mark_of(log, secret)
    while (key := log.newest_snapshot(stream, fingerprint, upto)) is not None:
        owner, version = key
        found = read_snapshot(log, secret, SnapshotKey(owner, version, fingerprint))
        if found is not None and found.holds:
            return found.snapshot
        upto = version - 1
    return None


def read_snapshot(log: Statements, secret: bytes, key: SnapshotKey) -> StoredSnapshot | None:
    """Read one snapshot by its key, whether it holds or not; None if there is none."""
    row = log.snapshot(key)
    if row is None:
        return None
    state, mac, digest = row
    stream, version, fingerprint = key
    snapshot = Snapshot(version, fingerprint.removesuffix(mark_of(log, secret)), state)
    typed = isinstance(version, int) and all(isinstance(each, bytes) for each in row)
    holds = typed and version >= 0 and hmac.compare_digest(mac, mac_of(secret, stream, digest, snapshot))
    return StoredSnapshot(stream, snapshot, holds)


def keys_of(log: Statements, secret: bytes, span: Span) -> list[SnapshotKey]:
    """Keys of all snapshots in a span, oldest first; where many machines share a store, of one's own."""
    mark = mark_of(log, secret)
    return [key for key in log.snapshot_keys(span) if key.fingerprint.endswith(mark)]


def drop(log: Statements, secret: bytes | None, which: Iterable[StoredSnapshot] | None) -> int:
    """Delete snapshots, all of them by default, and tell how many there were."""
    if which is None:
        return log.drop_snapshots(None)
    mark = "" if secret is None else mark_of(log, secret)
    keys = ((kept.stream, kept.snapshot.version, kept.snapshot.fingerprint + mark) for kept in which)
    return log.drop_snapshots(SnapshotKey(*key) for key in keys)
