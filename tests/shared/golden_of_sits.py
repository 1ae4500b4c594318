"""Facts and orders of SITS as they stand in a game, for the golden bytes."""

from __future__ import annotations

from sits_es.events import Coded, Event
from sits_es.rules.sits.beams.facts import Aim, LanceFired
from sits_es.rules.sits.damage.facts import ShipDestroyed
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided, StopOrdered, TermsSet
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, LayerIgnored, MiracleOrdered, MiracleSpent
from sits_es.rules.sits.missiles.facts import AttackSpent, DecoyOrdered
from sits_es.rules.sits.motion.facts import PlotChoice, PlotOrdered, PlotsNamed, ThrustBroke, WindowDots
from sits_es.rules.sits.scenario.terms import Points
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun
from sits_es.rules.sits.walls.facts import PresentOrdered, TorpedoesStopped, WallDisabled
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window, read_window
from sits_es.space.hexes import HexVector

PLOTS = (
    PlotChoice(window=Window("A"), vector=HexVector(3, 1)),
    PlotChoice(window=Window("A+"), vector=HexVector(3, 0, 3)),
)

EVENTS: tuple[Event, ...] = (
    OrderVoided(
        ship="Rampart",
        order="fire starboard-graser at Sprite",
        reasons=(
            Coded("weapon-waits", ("starboard-graser", 2)),
            Coded("target-out", ("Sprite", "structure-gone")),
        ),
    ),
    AttackSpent(attack="Merlin starboard at Kestrel", target="Kestrel", struck=0, reason=Coded("all-killed")),
    ShipDestroyed(ship="Sprite", cause=Coded("structure-gone")),
    ThrustBroke(
        ship="Rampart",
        reasons=("chart full",),
        dots=(WindowDots(window=read_window("B"), dots=1, plot=HexVector(1, 1), named=False),),
        steps=(Coded("opposite", (2, "B", 1, "E")), Coded("third", (1, "B", 4, "D", "C", 2))),
        before=HexVector(-6, -1, -1),
        after=HexVector(-3, 2, -1),
    ),
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
    TermsSet(turns=10, margin=2, points={"Sample Destroyer": Points(destroyed=6, disabled=3)}),
    CardDrawn(ship="Sirius", card="10H", hand=("AS", "10H"), count=21, came_to="miracle", lapsed=False),
    MiracleSpent(ship="Sirius", miracle="ruling", text="the wedge holds", hand=("AS", "10H"), count=21),
    MiracleOrdered(ship="Sirius", miracle="ruling", text="the wedge holds"),
    BoxesReopened(ship="Sirius", track="port-tubes", boxes=(0, 2)),
    LayerIgnored(attack="Sirius port at Fearless", target="Fearless", shooter="Sirius", missiles=20),
)
