import pytest

from sits_es.dice import DiceRolled
from sits_es.events import Coded, Event
from sits_es.game.events import OrdersDefaulted, OrdersRevealed, RulingMade, SegmentClosed, TurnClosed
from sits_es.rules.sits.damage.facts import ShipDestroyed
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.motion.facts import FutureMarked, PulseCrossed, ShipMoved, ThrustChanged, ThrustOrdered
from sits_es.rules.sits.repairs.facts import CountersRun, RepairOrdered, RepairTried
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.telling import STEPS
from sits_es.rules.sits.turns.facts import PivotBegun
from sits_es.rules.sits.views.segment import step_view, steps
from sits_es.space.avid import read_window
from sits_es.space.hexes import HexVector, Position
from tests.shared.rows import each_row
from tests.shared.view_samples import Facts, Page

MARKED = FutureMarked(ship="Fearless", move=HexVector(1, 1), at=Position(1, -1))
ORDERED = ThrustOrdered(ship="Fearless", thrust=4)
CHANGED = ThrustChanged(ship="Fearless", before=0, after=4)
CROSSED = PulseCrossed(ship="Fearless", pulse=1, thrust=4, nose=read_window("A"))
DESTROYED = ShipDestroyed(ship="Sirius", cause=Coded("exploded"))
RUN = CountersRun(ship="Fearless", counters={}, ready=("port",))


def _voided(order: str) -> OrderVoided:
    return OrderVoided(ship="Sirius", order=order, reasons=(Coded("aims-at-itself"),))


def test_facts_stand_under_the_step_that_they_belong_to(broadside: Facts, salvo: Facts) -> None:
    launched, decoys, moved, *missiles = salvo
    events = (ORDERED, MARKED, *broadside, DESTROYED, launched, CHANGED, decoys, CROSSED, moved, *missiles, RUN)
    found = steps(events)
    assert list(found) == [1, 2, 3, 4, 5, 6, 8]
    assert found[1] == [MARKED]
    assert found[2] == [ORDERED]
    assert found[3] == [*broadside, DESTROYED, launched]
    assert found[6] == [moved, *missiles]


@pytest.mark.parametrize(
    "fact",
    [
        OrdersDefaulted(turn=2, segment=5, player="ann", by=("uma",)),
        RulingMade(turn=2, segment=5, about_turn=2, about_segment=4, upheld=True, words="It stands.", by=("uma",)),
    ],
)
def test_what_was_agreed_stands_under_a_heading_of_its_own_before_step_1(fact: Event, page: Page) -> None:
    assert steps((ORDERED, fact, CHANGED, MARKED)) == {0: [fact], 1: [MARKED], 2: [ORDERED], 4: [CHANGED]}
    lines = page(step_view((fact, MARKED), lambda event: type(event).__name__), ascii_only=True)
    assert lines == [
        "What was agreed ".ljust(80, "-"),
        f"  {type(fact).__name__}",
        f"{STEPS[1]} ".ljust(80, "-"),
        "  FutureMarked",
    ]


def test_the_same_damage_stands_in_step_6_when_missiles_did_it(salvo: Facts) -> None:
    assert steps((salvo[3], DESTROYED))[6] == [salvo[3], DESTROYED]


def test_dice_go_with_the_fact_that_they_decide(salvo: Facts) -> None:
    rolled = next(fact for fact in salvo if isinstance(fact, DiceRolled))
    assert steps((CHANGED, rolled, salvo[5])) == {4: [CHANGED], 6: [rolled, salvo[5]]}
    assert steps((CHANGED, rolled)) == {4: [CHANGED, rolled]}


@each_row(
    ("order", "step"),
    [("fire port-graser at Sirius", 3), ("launch port 1 salvo at X", 3), ("thrust 9", 4), ("repair ecm", 9), ("", 4)],
)
def test_an_order_that_came_to_nothing_stands_where_its_moment_was(order: str, step: int) -> None:
    assert list(steps((_voided(order),))) == [step]


def test_a_plot_that_came_to_nothing_at_the_break_is_not_told_before_it() -> None:
    turned = ShipMoved(ship="Sirius", start=Position(), end=Position(1))
    assert list(steps((turned, _voided("plot B: 4B")))) == [6]


def test_markers_placed_once_the_segment_is_closed_are_those_of_the_next() -> None:
    closed, over = SegmentClosed(turn=2, segment=8), TurnClosed(turn=2)
    assert steps((CHANGED, closed, over, MARKED)) == {4: [CHANGED], 10: [closed, over, MARKED]}


def test_the_turn_break_is_a_step_of_its_own() -> None:
    tried = RepairTried(
        ship="Sirius", track="ecm", box=1, roll=4, quality=6, repaired=True, lost=False, before=10, after=20
    )
    ordered = RepairOrdered(ship="Sirius", track="ecm")
    assert steps((ordered, tried)) == {2: [ordered], 9: [tried]}


def test_a_view_has_a_heading_for_every_step_in_which_something_happened(page: Page) -> None:
    assert page(step_view((ORDERED, CHANGED, CROSSED, MARKED), SYSTEM.tell)) == [
        "1. Future-position markers ─────────────────────────────────────────────────────",
        "  Fearless's future marker goes to 1,-1 alt 0: this segment's move is 1B.",
        "2. Orders are written ──────────────────────────────────────────────────────────",
        "  Fearless is ordered: thrust 4.",
        "4. Long orders are revealed ────────────────────────────────────────────────────",
        "  Fearless changes thrust from 0 to 4.",
        "5. Thrust ──────────────────────────────────────────────────────────────────────",
        "  Fearless crosses off pulse 1 of its thrust chart: thrust 4, nose A.",
    ]


def test_what_is_not_told_leaves_no_empty_step(page: Page) -> None:
    sealed = OrdersRevealed(turn=2, segment=5, player="ann", lines=("Fearless: thrust 4",), nonce="0" * 64)
    assert page(step_view((sealed,), lambda _: None)) == []


def test_another_teller_may_be_given(page: Page) -> None:
    closed = SegmentClosed(turn=2, segment=5)
    lines = page(step_view((PIVOT, closed), lambda event: type(event).__name__), ascii_only=True)
    assert lines == [
        f"{STEPS[4]} ".ljust(80, "-"),
        "  PivotBegun",
        f"{STEPS[10]} ".ljust(80, "-"),
        "  SegmentClosed",
    ]


PIVOT = PivotBegun(ship="Fearless", to=read_window("B"), path=(), due=(1,))
