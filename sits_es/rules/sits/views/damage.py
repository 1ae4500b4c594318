"""Damage as it fell: hits with their rolls, the boxes they took, and every track before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sits_es.events import Event
from sits_es.report.blocks import Boxes, BoxRow
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import (
    BoxDestroyed,
)
from sits_es.rules.sits.views.boxes import changes
from sits_es.rules.sits.views.facts import of
from sits_es.sentences import listed

#: Columns that the name of a track takes before its boxes, at the least.
_NAME = 24


def tracks_changed(before: Board, after: Board) -> Iterator[Boxes]:
    """The boxes of every track that is not as it was, before and after; silent when nothing changed."""
    changed = list(changes(before, after))
    labels = max([_NAME, *(len(track) + 1 for _, track, _, _ in changed)])
    for ship, of_ship in groupby(changed, lambda change: change[0]):
        rows = (
            row
            for _, track, was, now in of_ship
            for row in (BoxRow(track, was, note="before"), BoxRow("", now, note="after"))
        )
        yield Boxes(ship, rows, labels=labels)


def losses(events: Iterable[Event]) -> str:
    """Boxes lost, ship by ship and track by track: "Sirius loses 2 of hull and 1 of port-tubes"; "" for none."""
    lost: dict[str, dict[str, int]] = {}
    for box in of(events, BoxDestroyed):
        tracks = lost.setdefault(box.ship, {})
        tracks[box.track] = tracks.get(box.track, 0) + 1
    return "; ".join(
        f"{ship} loses {listed(f'{number} of {track}' for track, number in tracks.items())}"
        for ship, tracks in lost.items()
    )
