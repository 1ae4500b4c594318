"""Facts and orders of SFB 'n3D as they stand in a game, for the golden bytes."""

from __future__ import annotations

from sits_es.events import Event
from tests.shared.sfb_samples import FACTS, ORDERS

EVENTS: tuple[Event, ...] = (*(fact for fact, _ in FACTS), *ORDERS)
