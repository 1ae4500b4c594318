"""What is not proved is told at moments as the game's system writes them."""

from __future__ import annotations

import pytest

from sits_es.game.events import OrdersGiven
from sits_es.post.proof import Vouched, unproved
from sits_es.rules import system
from sits_es.store.chain import broken_at

pytestmark = pytest.mark.long


def test_orders_of_a_turn_break_that_nobody_signed_are_told_of_the_break() -> None:
    given = OrdersGiven(turn=1, segment=9, player="red", lines=())
    assert list(unproved([given], Vouched(), system("sits"))) == [
        "1.break: no packet holds the orders of red that are on record as given in the open."
    ]


def test_a_name_with_a_space_stands_in_a_command_as_it_has_to_be_typed() -> None:
    assert broken_at("a b", 3).endswith(" `sits audit 'a b' --verify` says what is wrong.")
