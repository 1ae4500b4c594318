"""Facts and orders of SFB 'n3D as they stand in a game, for the golden bytes."""

from __future__ import annotations

from sits_es.events import Event
from tests.shared.golden_events import fullest
from tests.shared.sfb_order_lines import LINES
from tests.shared.sfb_samples import FACTS

EVENTS: tuple[Event, ...] = (*(fact for fact, _ in FACTS), *fullest(LINES))
