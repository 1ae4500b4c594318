"""What a session has read of a branch, and what a snapshot gives it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import Factory, define

from sits_es.errors import UnreadableError
from sits_es.store import Head, Recorded, Snapshot

if TYPE_CHECKING:
    from sits_es.game.fold import Fold
    from sits_es.service.course import Course


@define
class Known:
    """What a session has read of a branch up to its head. folds: by the version of the last event in them."""

    head: Head
    events: dict[int, Recorded] = Factory(dict)
    folds: dict[int, Fold] = Factory(dict)
    course: Course | None = None

    def unread(self, wanted: Iterable[int]) -> list[tuple[int, int]]:
        """What was not read yet of versions in order: runs, each above one version and up to another."""
        runs: list[tuple[int, int]] = []
        for version in wanted:
            if version not in self.events:
                after = runs.pop()[0] if runs and runs[-1][1] == version - 1 else version - 1
                runs.append((after, version))
        return runs


def unpacked(kept: Snapshot) -> Fold | None:
    """A fold from a snapshot; None where it can't be read: snapshots only save time."""
    from sits_es.game.fold import Fold
    from sits_es.game.state import unpack

    try:
        return Fold(unpack(kept.state))
    except UnreadableError:
        return None
