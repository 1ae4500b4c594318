"""Miracle cards and terms as they stand in a game, for the golden bytes."""

from __future__ import annotations

from sits_es.rules.sits.events.miracles import BoxesReopened, CardDrawn, LayerIgnored, MiracleSpent
from sits_es.rules.sits.orders.forms import MiracleOrdered
from sits_es.rules.sits.scenario.terms import Points, TermsSet

EVENTS = (
    TermsSet(turns=10, margin=2, points={"Sample Destroyer": Points(destroyed=6, disabled=3)}),
    CardDrawn(ship="Sirius", card="10H", hand=("AS", "10H"), count=21, came_to="miracle", lapsed=False),
    MiracleSpent(ship="Sirius", miracle="ruling", text="the wedge holds", hand=("AS", "10H"), count=21),
    MiracleOrdered(ship="Sirius", miracle="ruling", text="the wedge holds"),
    BoxesReopened(ship="Sirius", track="port-tubes", boxes=(0, 2)),
    LayerIgnored(attack="Sirius port at Fearless", target="Fearless", shooter="Sirius", missiles=20),
)
