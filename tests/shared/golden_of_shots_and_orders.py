"""Facts and orders that the stored game has none of, as they stand in a game, for the golden bytes."""

from __future__ import annotations

from sits_es.rules.sits.events.damage import WallDisabled
from sits_es.rules.sits.events.fire import Aim, LanceFired, OrdersStopped, TorpedoesStopped
from sits_es.rules.sits.events.motion import PivotBegun, PlotsNamed, RollBegun
from sits_es.rules.sits.orders.forms import DecoyOrdered, PlotChoice, PlotOrdered, PresentOrdered, StopOrdered
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector

PLOTS = (
    PlotChoice(window=Window("A"), vector=HexVector(3, 1)),
    PlotChoice(window=Window("A+"), vector=HexVector(3, 0, 3)),
)

EVENTS = (
    LanceFired(
        shot="Sirius forward-grav-lance at Fearless",
        shooter="Sirius",
        weapon="forward-grav-lance",
        target="Fearless",
        aim=Aim(range=0, window=None, mount_window=None, target_window=None, facing="port"),
        quality=40,
        variance=12,
        wall=30,
        wall_falls=True,
    ),
    WallDisabled(ship="Fearless", track="port-sidewall"),
    TorpedoesStopped(shot="Sirius forward-energy-torpedo at Fearless", ship="Fearless", facing="port", damage=250),
    OrdersStopped(ship="Fearless", condition="stop if range to Sirius at most 12"),
    StopOrdered(ship="Fearless", condition="range at most", target="Sirius", range=12),
    PlotOrdered(ship="Fearless", plots=PLOTS),
    PlotsNamed(ship="Fearless", plots=PLOTS),
    PresentOrdered(ship="Fearless", facing="starboard"),
    DecoyOrdered(ship="Fearless", count=2, missiles=8, within=14),
    PivotBegun(
        ship="Fearless",
        to=Window("C"),
        path=(Attitude(Window("B/C"), 11), Attitude(Window("C"))),
        due=(1, 3),
    ),
    RollBegun(ship="Fearless", side="port", due=(2, 4, 7)),
)
