import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.place import SET_UP, Place, place_of
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import (
    GameEnded,
    GameForked,
    GameStarted,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)

HEX = "0" * 64
ROLLED = DiceRolled(actor="Sirius", purpose="repair", object="", index=0, sides=10, faces=(4,))


@pytest.mark.parametrize(
    ("before", "event", "place"),
    [
        (SET_UP, PlayerJoined(player="red", name="Anna", side="north"), Place(0, 0)),
        (SET_UP, GameStarted(), Place(0, 0, closed=True)),
        (Place(0, 0, closed=True), ROLLED, Place(1, 1)),
        (Place(1, 1), ROLLED, Place(1, 1)),
        (Place(1, 1), OrdersSealed(turn=1, segment=1, player="red", commitment=HEX), Place(1, 1)),
        (Place(1, 1, closed=True), OrdersSealed(turn=1, segment=2, player="red", commitment=HEX), Place(1, 2)),
        (Place(1, 2), OrdersRevealed(turn=1, segment=2, player="red", lines=(), nonce=HEX), Place(1, 2)),
        (Place(1, 2), SeedMade(turn=1, segment=2, seed=HEX), Place(1, 2)),
        (Place(1, 2), SegmentClosed(turn=1, segment=2), Place(1, 2, closed=True)),
        (Place(1, 2, closed=True), ROLLED, Place(1, 3)),
        (Place(1, 3, closed=True), TurnClosed(turn=1), Place(1, 3, closed=True)),
        (Place(1, 3, closed=True), ROLLED, Place(2, 1)),  # the last step of a turn of three
        (Place(1, 2, closed=True), GameEnded(winner="north", outcome="won"), Place(1, 2, closed=True)),
        (
            Place(1, 2),
            GameForked(turn=1, segment=2, branch="b", parent="a", at_version=7, at_digest=HEX),
            Place(1, 2),
        ),
    ],
)
def test_an_event_stands_in_the_exchange_it_belongs_to(before: Place, event: Event, place: Place) -> None:
    assert place_of(event, before, 3) == place


@given(steps=st.integers(1, 9), exchanges=st.integers(1, 40))
def test_exchanges_follow_each_other_turn_by_turn(steps: int, exchanges: int) -> None:
    place = Place(0, 0, closed=True)
    for number in range(exchanges):
        place = place_of(ROLLED, place, steps)
        assert (place.turn, place.segment) == (number // steps + 1, number % steps + 1)
        place = place_of(SegmentClosed(turn=place.turn, segment=place.segment), place, steps)
