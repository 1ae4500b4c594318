"""What a player wants to know first of a segment, in short lines."""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.events import Event
from sits_es.rules.sits.telling import in_place, told_of
from sits_es.rules.sits.views.damage import losses


def highlights(events: Sequence[Event]) -> list[str]:
    """A line each, in the order it happened, and last what was lost; none when nothing is worth a line."""
    lines = (told_of(at.event).highlight(at) for at in in_place(events))
    return [line for line in (*lines, losses(events)) if line]
