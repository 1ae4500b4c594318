"""Events for golden bytes where values made up field by field would not hold together."""

from __future__ import annotations

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import AbsenceGranted, DeadlineSet, OrdersDefaulted
from sits_es.rules.sits.orders.forms import StopOrdered

EVENTS: tuple[Event, ...] = (
    DiceRolled(actor="Fearless", purpose="ECM variance", object="Sirius", index=0, sides=10, faces=(0, 4, 9)),
    StopOrdered(ship="Fearless", condition="launched at"),
    DeadlineSet(turn=2, segment=1, until="2026-12-01T18:00Z", grace=12, by=("blue", "red")),
    AbsenceGranted(
        turn=2, segment=1, player="red", since="2026-12-01T18:00Z", until="2026-12-09T18:00Z", by=("blue", "red")
    ),
    OrdersDefaulted(turn=2, segment=3, player="green", lines=("Hood: thrust 1",), by=("blue", "red")),
)
