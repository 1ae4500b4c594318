from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.events import REGISTRY
from sits_es.rules.sits.board import Board, copied, fold, pack
from sits_es.rules.sits.damage.facts import BoxDestroyed
from sits_es.rules.sits.ending.facts import StopOrdered
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.motion.facts import FutureMarked, ThrustChanged, ThrustOrdered
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered, WallDisabled
from sits_es.space.arcs import FACINGS
from sits_es.space.hexes import HexVector, Position
from tests.shared.rows import each_row
from tests.shared.sits_boards import after, board_of, facts_of, melee, placed, skirmish, with_ship


def test_every_event_of_the_rules_is_a_fact_of_the_system_and_nothing_else_is() -> None:
    for name, (_, cls) in REGISTRY.names().items():
        if name.startswith("sits."):
            assert SYSTEM.facts[cls] is vars(cls).get("apply", cls.apply)  # type: ignore[attr-defined]  # each has it
        else:
            with pytest.raises(KeyError):
                SYSTEM.facts[cls]


def test_folding_gives_a_new_value_and_leaves_the_board_as_it_is() -> None:
    board = melee()
    before = pack(board)
    later = after(board, ThrustChanged(ship="Fearless", before=0, after=4))
    assert (board.ships["Fearless"].thrust, later.ships["Fearless"].thrust) == (0, 4)
    assert pack(board) == before


def test_a_copied_board_shares_no_ship() -> None:
    board = melee()
    working = copied(board)
    working.ships["Fearless"].thrust = 6
    working.ships["Fearless"].boxes["ecm"] = "xxx"
    assert board.ships["Fearless"].thrust == 0
    assert board.ships["Fearless"].boxes["ecm"] == "..."


def test_the_segments_marker_clears_what_held_for_the_segment_before() -> None:
    board = with_ship(
        board_of(placed("Fearless", "0,0")),
        "Fearless",
        decoys_active=2,
        decoys_spent=2,
        slide="aft",
        present="port",
        fired=("port-laser",),
        cut=True,
        turned=True,
    )
    ship = after(board, FutureMarked(ship="Fearless", move=HexVector(a=1), at=Position(0, -1))).ships["Fearless"]
    assert (ship.decoys_active, ship.slide, ship.present, ship.fired, ship.cut, ship.turned) == (
        0,
        None,
        None,
        (),
        False,
        False,
    )
    assert (ship.decoys_spent, ship.future) == (2, Position(0, -1))


@each_row(
    ("after", "cause", "cut"), [(0, "order", True), (3, "order", False), (0, "damage", False), (1, "damage", False)]
)
def test_only_an_order_to_stop_thrusting_counts_as_a_cut(after: int, cause: str, cut: bool) -> None:
    fact = ThrustChanged(ship="Fearless", before=4, after=after, cause="order" if cause == "order" else "damage")
    assert fold(melee(), (fact,)).ships["Fearless"].cut == cut


@each_row(("repaired", "lost", "mark"), [(True, False, "."), (False, False, "t"), (False, True, "#")])
def test_a_repair_marks_its_box(repaired: bool, lost: bool, mark: str) -> None:
    board = after(melee(), BoxDestroyed(ship="Fearless", track="ecm", box=0, before=20, after=15, cause="a shot"))
    assert board.ships["Fearless"].boxes["ecm"] == "x.."
    fact = RepairTried(
        ship="Fearless", track="ecm", box=0, roll=5, quality=6, repaired=repaired, lost=lost, before=15, after=15
    )
    assert after(board, fact).ships["Fearless"].boxes["ecm"] == f"{mark}.."


def test_a_wall_that_is_down_has_no_box_in_force_and_none_destroyed() -> None:
    board = after(melee(), WallDisabled(ship="Fearless", track="port-sidewall"))
    assert board.ships["Fearless"].boxes["port-sidewall"] == "ddd"


def test_an_order_on_the_record_moves_nothing_but_the_defenders_choices() -> None:
    board = melee()
    assert after(board, ThrustOrdered(ship="Fearless", thrust=3)) == board
    assert after(board, StopOrdered(ship="Fearless", condition="launched at")) == board
    for facing in FACINGS:
        assert after(board, SlideOrdered(ship="Fearless", facing=facing)).ships["Fearless"].slide == facing
        assert after(board, PresentOrdered(ship="Fearless", facing=facing)).ships["Fearless"].present == facing


def one_by_one(board: Board, facts: list[Fact]) -> Board:
    for fact in facts:
        board = after(board, fact)
    return board


@settings(max_examples=15)
@given(number=st.integers(0, 10**9))
def test_folding_all_facts_at_once_equals_one_by_one_and_changes_no_board_before(number: int) -> None:
    for board, *_, played in skirmish(Random(number), 5):  # noqa: S311 - no secret hangs on it
        before = pack(board)
        facts = facts_of(played.facts)
        assert fold(board, facts) == one_by_one(board, facts)
        assert pack(board) == before
        assert copied(board) == board
