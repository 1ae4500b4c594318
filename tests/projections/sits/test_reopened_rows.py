"""Boxes that a miracle opens again stand in the damage tracks as just destroyed."""

from __future__ import annotations

import pytest

from projections.sits import marks_after
from sits_es.rules.sits.events.miracles import BoxesReopened


@pytest.mark.parametrize(
    ("before", "boxes", "after"), [("xt#.", (1, 2), "xxx."), ("t...", (0,), "x..."), ("x#.", (1,), "xx.")]
)
def test_reopened_boxes_are_marked_as_just_destroyed(before: str, boxes: tuple[int, ...], after: str) -> None:
    assert marks_after(before, BoxesReopened(ship="Sirius", track="ecm", boxes=boxes)) == after
