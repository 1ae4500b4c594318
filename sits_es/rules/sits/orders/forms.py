"""The forms an order can take, in a segment and in the turn break."""

from __future__ import annotations

from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.ending.facts import StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import MiracleOrdered
from sits_es.rules.sits.missiles.facts import DecoyOrdered, LaunchOrdered
from sits_es.rules.sits.motion.facts import PlotOrdered, ThrustOrdered
from sits_es.rules.sits.repairs.facts import RepairOrdered
from sits_es.rules.sits.turns.facts import PivotOrdered, RollOrdered
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered

#: Orders of a segment, and those of the turn break.
SEGMENT_ORDERS: tuple[type[Order], ...] = (
    FireOrdered,
    LaunchOrdered,
    ThrustOrdered,
    PlotOrdered,
    PivotOrdered,
    RollOrdered,
    DecoyOrdered,
    SlideOrdered,
    PresentOrdered,
    StopOrdered,
    MiracleOrdered,
)
BREAK_ORDERS: tuple[type[Order], ...] = (RepairOrdered, MiracleOrdered)
