"""Miracle cards and terms, each told as one sentence."""

from __future__ import annotations

from sits_es.events import Event
from sits_es.rules.sits.ending.facts import TermsSet
from sits_es.rules.sits.miracles.facts import BoxesReopened, CardDrawn, LayerIgnored, MiracleOrdered, MiracleSpent
from sits_es.rules.sits.scenario.terms import Points
from sits_es.rules.sits.sits import SYSTEM
from tests.shared.rows import each_row

HAND = ("AS", "10H")


@each_row(
    ("fact", "told"),
    [
        (
            CardDrawn(ship="Sirius", card="AS", hand=("AS",), count=11, came_to="held", lapsed=False),
            "Sirius's commander draws the ace of spades; the hand, the ace of spades, adds up to 11.",
        ),
        (
            CardDrawn(ship="Sirius", card="2C", hand=("2C",), count=2, came_to="held", lapsed=True),
            (
                "Sirius's commander gives up an unspent miracle and draws the two of clubs; the hand, the two of "
                "clubs, adds up to 2."
            ),
        ),
        (
            MiracleSpent(ship="Sirius", miracle="save decoy", text="", hand=HAND, count=21),
            "Sirius spends a miracle (the ace of spades and the ten of hearts, 21): one decoy survives its use.",
        ),
        (
            BoxesReopened(ship="Sirius", track="ecm", boxes=(1,)),
            "Repairs may be tried again on Sirius's ecm, box 2.",
        ),
        (
            LayerIgnored(attack="Fearless port at Sirius", target="Sirius", shooter="Fearless", missiles=1),
            "Fearless port at Sirius, ECM: ignored thanks to Fearless's miracle, 1 missile left.",
        ),
        (MiracleOrdered(ship="Sirius", miracle="double ECM"), "Sirius is ordered: miracle double ECM."),
        (
            TermsSet(turns=1, margin=3, points={"Tug": Points(destroyed=4, disabled=1)}),
            "The terms: 1 turn; points: Tug 4 destroyed, 1 disabled; a win needs a lead of 3 points.",
        ),
        (TermsSet(turns=None, margin=1, points={}), "The terms: no turn limit; points: none."),
    ],
)
def test_a_fact_is_told_in_one_sentence(fact: Event, told: str) -> None:
    assert SYSTEM.tell(fact) == told


def test_terms_are_nobodys_facts_and_a_card_is_its_ships() -> None:
    assert SYSTEM.unit_of(TermsSet(turns=None, margin=1, points={})) is None
    assert SYSTEM.unit_of(MiracleSpent(ship="Sirius", miracle="save decoy", text="", hand=HAND, count=21)) == "Sirius"
