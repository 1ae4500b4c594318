"""Whatever can be sealed is played without a fault: orders and cards that nobody checked, as a changed program has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve as changed
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.rules.sits.board import Board, copied, fold, pack, unpack
from sits_es.rules.sits.cards.ship_class import Mount
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.fact import Fact, Order
from sits_es.rules.sits.orders.language import LANGUAGE
from sits_es.rules.sits.procedure import BREAK, resolve
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.tables.tables import card_tables, overridden
from sits_es.rules.sits.tables.values import PaceRow, PlotRow, ThrustRow
from sits_es.space.avid import Window
from sits_es.space.bearing import RangeTable
from sits_es.space.hexes import HexVector
from sits_es.store.codec import Codec
from tests.rules.sits.any_orders import ways_of
from tests.shared.rows import each_row
from tests.shared.sits_boards import CRUISER, board_of, cruiser, facts_of, mount, opened, placed, play, why
from tests.shared.tables_of_ones_own import houses

STORED = Codec()

#: A card with weapons that the tables have neither size nor type for.
ODD = cruiser(
    {"forward-tubes": (3,), "forward-magazine": (9,)},
    name="Odd",
    commander="legendary",
    mounts=(
        mount("forward", graser_size=31, torpedo_type="plasma", missile_size="gnat", lance_quality=40),
        mount("port", laser_size=0, missile_size=""),
        mount("starboard", laser_size=20),
    ),
)

#: Tables of ones own that are odd in whatever way a file may have them.
OWN: Mapping[str, Any] = {
    "range_table": RangeTable(ranges=((0, 0, 0, 9), (3,)), rings=("", "pgba")),
    "thrust_rows": (ThrustRow(thrust=3, dots=(9,) * 8, hexes=(0, 5, 0, 5, 0, 5, 0, 5)),),
    "plot_rows": (PlotRow(window=Window("A"), dots=1, plots=(HexVector(up=7), HexVector())),),
    "pivot_rows": (PaceRow(rating=1, due=(1, 1, 1, 1, 1, 1)),),
    "roll_rows": (PaceRow(rating=1, due=(2,) * 11),),
}

NAMES = ("Fearless", "Gale", "Sirius", "Tern", "Nobody")
TRACKS = (*CRUISER.tracks, "sails", "forward", "port-grav-lance")
NAMED: Mapping[str, Any] = {
    "targets": NAMES,
    "weapons": TRACKS,
    "mounts": ("forward", "port", "starboard", "keel"),
    "tracks": TRACKS,
}


def melee(segment: int, *, own: bool) -> Board:
    """Two ships a side in knife range, one of each with a miracle in hand and an odd card."""
    board = board_of(
        placed("Fearless", "0,0", "A", 0, "9A 4B", side="red", ship_class="Odd"),
        placed("Gale", "-1,2 alt 1", "B", 1, "12B 3+", side="red"),
        placed("Sirius", "0,0", "E", 0, "8D 2-", side="blue", ship_class="Odd"),
        placed("Tern", "2,-3 alt -1", "D+", 2, "10E", side="blue"),
        classes=[CRUISER, ODD],
        segment=segment,
        **(OWN if own else {}),
    )
    working = copied(board)
    for name in ("Fearless", "Sirius"):
        working.ships[name].hand = ("AS", "10H")
        working.ships[name].thrust = 3
    return working


def orders_of(player: str) -> st.SearchStrategy[list[Order]]:
    """Orders of a player's own ships."""
    own = [name for name, side in zip(NAMES, ("red", "red", "blue", "blue"), strict=False) if side == player]
    return st.lists(st.one_of(*ways_of(own, **NAMED, most_plots=3).values()), max_size=14)


def test_every_form_is_tried() -> None:
    assert {*ways_of(NAMES, **NAMED)} == {*LANGUAGE.forms}


@settings(max_examples=60, deadline=None)
@given(
    data=st.data(), segment=st.sampled_from((3, 8, BREAK)), own=st.booleans(), seed=st.binary(min_size=32, max_size=32)
)
def test_whatever_is_sealed_is_played_told_and_stored(
    data: st.DataObject, segment: int, own: bool, seed: bytes
) -> None:
    board = melee(segment, own=own)
    orders = {player: data.draw(orders_of(player)) for player in ("red", "blue")}
    before = fold(board, [order for given in orders.values() for order in given])
    facts = resolve(copied(before), orders, KeyedDice(seed, "melee", 1, segment))
    assert resolve(copied(before), orders, KeyedDice(seed, "melee", 1, segment)) == facts
    for fact in facts:
        topic, state = STORED.encode(fact)
        assert STORED.decode(topic, state) == fact
        if not isinstance(fact, DiceRolled):
            assert isinstance(fact, Fact)
            assert SYSTEM.tell(fact)
    opened(fold(before, facts_of(facts)))


@settings(max_examples=40, deadline=None)
@given(data=st.data(), house=houses, segment=st.sampled_from((3, 8, BREAK)), seed=st.binary(min_size=32, max_size=32))
def test_whatever_tables_are_read_are_played_stored_and_packed(
    data: st.DataObject, house: dict[str, Any], segment: int, seed: bytes
) -> None:
    board = changed(melee(segment, own=False), tables=overridden(card_tables(), house))
    orders = {player: data.draw(orders_of(player)) for player in ("red", "blue")}
    before = fold(board, [order for given in orders.values() for order in given])
    facts = resolve(copied(before), orders, KeyedDice(seed, "melee", 1, segment))
    for fact in facts:
        assert STORED.decode(*STORED.encode(fact)) == fact
        assert isinstance(fact, DiceRolled) or SYSTEM.tell(fact)
    after = opened(fold(before, facts_of(facts)))
    assert unpack(pack(copied(after))) == copied(after)


@each_row(
    ("order", "reason"),
    [
        ("fire forward-graser at Tern", "Fearless: There is no beam weapon forward-graser. "),
        ("fire port-laser at Tern", "Fearless: There is no beam weapon port-laser. "),
        ("launch forward 1 salvo at Tern", "Fearless: There is no launcher forward. "),
        ("launch port 1 salvo at Tern", "Fearless: There is no launcher port. "),
    ],
)
def test_a_weapon_that_the_tables_do_not_have_comes_to_nothing(order: str, reason: str) -> None:
    assert why(play(melee(3, own=False), f"Fearless: {order}").one(OrderVoided)).startswith(reason)


@pytest.mark.parametrize("type_", ["", "plasma"])
def test_torpedoes_of_a_type_that_the_tables_do_not_have_come_to_nothing(type_: str) -> None:
    mounts: tuple[Mount, ...] = tuple(changed(each, torpedo_type=type_) for each in CRUISER.mounts)
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,-1"), classes=[changed(CRUISER, mounts=mounts)])
    void = play(board, "Fearless: fire forward-energy-torpedo at Sirius").one(OrderVoided)
    assert why(void).startswith("Fearless: There is no beam weapon forward-energy-torpedo. ")
