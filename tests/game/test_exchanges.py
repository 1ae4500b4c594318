from hypothesis import given
from hypothesis import strategies as st

from sits_es.dice import DiceRolled
from sits_es.events import Coded, Event
from sits_es.game.events import (
    ExchangeOpened,
    FactsRecorded,
    GameEnded,
    GameForked,
    GameStarted,
    OrdersGiven,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.game.exchanges import Walk
from sits_es.rules.moments import Moment
from tests.shared.rows import each_row

HEX = "0" * 64
ROLLED = DiceRolled(actor="Sirius", purpose="repair", object="", index=0, sides=10, faces=(4,))


@each_row(
    ("before", "event", "place"),
    [
        (Walk(), PlayerJoined(player="red", name="Anna", side="north"), Walk(0, 0)),
        (Walk(), GameStarted(), Walk(0, 0, closed=True)),
        (Walk(0, 0, closed=True), ROLLED, Walk(1, 1)),
        (Walk(1, 1), ROLLED, Walk(1, 1)),
        (Walk(1, 1), OrdersSealed(turn=1, segment=1, player="red", commitment=HEX), Walk(1, 1, sealed=True)),
        (Walk(1, 1, sealed=True), ROLLED, Walk(1, 1, sealed=True)),
        (
            Walk(1, 1, closed=True),
            OrdersSealed(turn=1, segment=2, player="red", commitment=HEX),
            Walk(1, 2, sealed=True),
        ),
        (
            Walk(1, 2, sealed=True),
            OrdersRevealed(turn=1, segment=2, player="red", lines=(), nonce=HEX),
            Walk(1, 2, sealed=True),
        ),
        (Walk(1, 2), SeedMade(turn=1, segment=2, seed=HEX), Walk(1, 2)),
        (Walk(1, 2), SegmentClosed(turn=1, segment=2), Walk(1, 2, closed=True)),
        (Walk(1, 2, closed=True), ROLLED, Walk(1, 3)),
        (Walk(1, 3, closed=True), TurnClosed(turn=1), Walk(1, 3, closed=True, turn_over=True)),
        (Walk(1, 3, closed=True), ROLLED, Walk(1, 4)),
        (Walk(1, 3, closed=True, turn_over=True), ROLLED, Walk(2, 1)),
        (Walk(1, 3, closed=True), ExchangeOpened(turn=1, segment=7), Walk(1, 7)),
        (Walk(1, 3), FactsRecorded(turn=1, segment=4, player="red", lines=(), by=("red",)), Walk(1, 4)),
        (Walk(1, 3), OrdersGiven(turn=1, segment=3, player="red", lines=()), Walk(1, 3)),
        (Walk(1, 2, closed=True), GameEnded(winner="north", outcome=(Coded("no-ships"),)), Walk(1, 2, closed=True)),
        (
            Walk(1, 2, sealed=True),
            GameForked(turn=1, segment=2, branch="b", parent="a", at_version=7, at_digest=HEX),
            Walk(1, 2),
        ),
    ],
)
def test_an_event_stands_in_the_exchange_it_belongs_to(before: Walk, event: Event, place: Walk) -> None:
    assert before.past(event) == place


@given(steps=st.integers(1, 9), exchanges=st.integers(1, 40))
def test_exchanges_follow_each_other_turn_by_turn(steps: int, exchanges: int) -> None:
    walk = Walk(0, 0, closed=True)
    for number in range(exchanges):
        walk = walk.past(ROLLED)
        assert (walk.turn, walk.segment) == (number // steps + 1, number % steps + 1)
        walk = walk.past(SegmentClosed(turn=walk.turn, segment=walk.segment))
        if walk.segment == steps:
            walk = walk.past(TurnClosed(turn=walk.turn))


@each_row(
    ("walk", "place", "owed"),
    [
        (Walk(), None, None),
        (Walk(closed=True), None, Moment(1, 1)),
        (Walk(1, 2), Moment(1, 2), Moment(1, 2)),
        (Walk(1, 2, closed=True), Moment(1, 2), Moment(1, 3)),
        (Walk(1, 3, closed=True, turn_over=True), Moment(1, 3), Moment(2, 1)),
    ],
)
def test_what_is_owed_is_the_exchange_at_hand_or_the_next(
    walk: Walk, place: Moment | None, owed: Moment | None
) -> None:
    assert (walk.place, walk.owed) == (place, owed)
