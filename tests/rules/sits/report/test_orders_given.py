import pytest

from sits_es.events import Coded, Event
from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided
from sits_es.rules.sits.missiles.facts import DecoyOrdered
from sits_es.rules.sits.motion.facts import ThrustOrdered
from sits_es.rules.sits.views.segment import orders_given, told_in
from tests.shared.view_samples import Page

ORDERS = (
    ThrustOrdered(ship="Fearless", thrust=4),
    FireOrdered(ship="Sirius", weapon="forward-graser", target="Fearless"),
    DecoyOrdered(ship="Sirius", count=2),
)


def test_orders_of_both_sides_stand_player_by_player(page: Page, duel: Board) -> None:
    assert page(orders_given(duel, ORDERS, {})) == [
        "  red (ann)",
        "    Fearless: thrust 4",
        "  blue (bob)",
        "    Sirius: fire forward-graser at Fearless",
        "    Sirius: decoy 2 if launched at",
    ]


def test_the_words_that_were_sealed_come_before_any_others(page: Page, duel: Board) -> None:
    sealed = {"bob": ("Sirius: thrust  1 [b]",)}
    assert page(orders_given(duel, ORDERS, sealed))[2:] == ["  blue (bob)", "    Sirius: thrust  1 [b]"]


def test_a_player_without_orders_and_one_without_ships_are_told(page: Page, duel: Board) -> None:
    sealed = {"cat": (), "ann": ("Fearless: thrust 4",)}
    assert page(orders_given(duel, (), sealed)) == [
        "  red (ann)",
        "    Fearless: thrust 4",
        "  blue (bob)",
        "    no orders",
        "  cat",
        "    no orders",
    ]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            OrderVoided(ship="Sirius", order="thrust 9", reasons=(Coded("undamaged", ("ecm",)),)),
            '  Sirius: "thrust 9" failed: ecm is undamaged.',
        ),
    ],
)
def test_orders_that_came_to_nothing_are_told_with_their_reason(
    page: Page, duel: Board, event: Event, line: str
) -> None:
    assert page(told_in(duel, (event, ORDERS[0]))["Orders that failed"]) == [line]


def test_runs_that_stopped_are_told(page: Page, duel: Board) -> None:
    stopped = OrdersStopped(ship="Sirius", condition="stop if launched at")
    lines = page(told_in(duel, (stopped,))["Orders that failed"])
    assert len(lines) == 2
    assert "stop if launched at" in lines[0]
