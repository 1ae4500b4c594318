"""Events for golden bytes where values made up field by field would not hold together."""

from __future__ import annotations

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.rules.sits.orders import StopOrdered

EVENTS: tuple[Event, ...] = (
    DiceRolled(actor="Fearless", purpose="ECM variance", object="Sirius", index=0, sides=10, faces=(0, 4, 9)),
    StopOrdered(ship="Fearless", condition="launched at"),
)
