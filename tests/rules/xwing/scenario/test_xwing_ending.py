"""How a game of X-Wing ends: the last side with ships wins. Rule: house."""

from __future__ import annotations

from sits_es.events import Coded
from sits_es.rules.system import Outcome
from sits_es.rules.xwing.entries.facts import ShipLost, ShipRemoved
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.patrols import HAWK, KESTREL, KITE, at, board


def test_while_both_sides_have_ships_the_game_goes_on() -> None:
    assert SYSTEM.outcome(board(at("Kestrel", "0", "0"), ShipLost(ship="Kite"), ships=(KESTREL, KITE, HAWK))) is None


def test_the_last_side_with_ships_wins_placed_or_not() -> None:
    found = SYSTEM.outcome(board(at("Hawk", "0", "0"), ShipLost(ship="Hawk"), ships=(KESTREL, HAWK)))
    assert found == Outcome(winner="red", why=(Coded("last-side", ("red",)),))
    assert SYSTEM.tell(found) == "Only red has ships left."


def test_a_ship_that_was_removed_is_left_no_more() -> None:
    found = SYSTEM.outcome(board(at("Hawk", "0", "0"), ShipRemoved(ship="Kestrel", text="fled"), ships=(KESTREL, HAWK)))
    assert found is not None
    assert found.winner == "blue"


def test_where_nobody_is_left_nobody_wins() -> None:
    lost = (at("Hawk", "0", "0"), ShipLost(ship="Hawk"), ShipLost(ship="Kestrel"))
    found = SYSTEM.outcome(board(*lost, ships=(KESTREL, HAWK)))
    assert found == Outcome(winner=None, why=(Coded("no-side"),))
    assert SYSTEM.tell(found) == "No ship is left."


def test_while_nobody_was_ever_placed_nobody_has_won() -> None:
    assert SYSTEM.outcome(board(ShipRemoved(ship="Hawk", text=""), ships=(KESTREL, HAWK))) is None


def test_a_game_of_one_side_goes_on_until_nothing_is_left_of_it() -> None:
    ships = (KESTREL, KITE)
    assert SYSTEM.outcome(board(at("Kite", "0", "0"), ShipLost(ship="Kestrel"), ships=ships)) is None
    both = board(at("Kite", "0", "0"), ShipLost(ship="Kestrel"), ShipLost(ship="Kite"), ships=ships)
    assert SYSTEM.outcome(both) == Outcome(winner=None, why=(Coded("no-side"),))
