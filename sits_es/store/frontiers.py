"""Frontiers: of a branch's Merkle tree the roots of its whole subtrees, kept with every append, a few hashes each.

From them the root after an append takes as many hashes as the tree has levels, and not as many as the game has events.
A frontier is worked out from the events' digests alone, and audits work out again all that are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sits_es.store.branches import youngest_first
from sits_es.store.chain import ChainedRow, chained
from sits_es.store.log import Statements, Tip

if TYPE_CHECKING:
    from sits_es.store.checkpoints import Peaks


def frontier_at(log: Statements, stream: str, size: int) -> Peaks | None:
    """The tree over a branch's first events, from the nearest frontier that is kept; None where an event is missing.

    size: 0 up. Raises UnreadableError for a lineage that cannot be followed.
    """
    # whoever writes nothing and prints no checkpoint starts without it
    from sits_es.store.checkpoints import Peaks

    kept = log.frontier(stream, size)
    if kept is not None and kept[0] == size and (peaks := Peaks.unpacked(*kept)) is not None:
        # a branch that is its own so far: its line need not be asked for
        return peaks
    peaks, wanted = Peaks(), []
    for span in youngest_first(log, stream):
        upto = size - 1 if span.upto is None else min(span.upto, size - 1)
        if upto <= span.after:
            continue
        kept = log.frontier(span.stream, upto + 1)
        found = Peaks.unpacked(*kept) if kept is not None else None
        if kept is not None and found is not None:
            peaks = found
            wanted.append((span.stream, kept[0] - 1, upto))
            break
        wanted.append((span.stream, span.after, upto))
    for name, after, upto in reversed(wanted):
        leaves = log.leaves(name, after, upto) if after < upto else []
        if len(leaves) != upto - after:
            return None
        peaks.add_all(leaves)
    return peaks


def add_rows(log: Statements, rows: Sequence[ChainedRow]) -> None:
    """Write rows of one stream, one or more in order, and keep its frontier after them."""
    log.insert(rows)
    stream, first, last = rows[0][0], rows[0][1], rows[-1]
    # where an event is missing there is no tree; the audit names it, and playing on is not hindered
    peaks = frontier_at(log, stream, first)
    if peaks is not None:
        peaks.add_all([row[5] for row in rows])
        log.keep_frontier(stream, last[1] + 1, last[5], peaks.packed)


def write_rows(
    log: Statements,
    tip: Tip,
    stream: str,
    encoded: Sequence[tuple[str, bytes]],
    *,
    command_id: bytes | None = None,
    recorded_at: str | None = None,
) -> Tip:
    """Chain encoded events on to a tip and write them; one or more. The command's id goes on the first row."""
    rows = chained(tip.digest, stream, tip.version, encoded, command_id=command_id, recorded_at=recorded_at)
    add_rows(log, rows)
    last = rows[-1]
    return Tip(last[1], last[5])
