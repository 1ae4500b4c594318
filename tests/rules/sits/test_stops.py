from __future__ import annotations

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import HullStruck, ShipDestroyed
from sits_es.rules.sits.ending.facts import OrdersStopped
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, cruiser, placed, play, with_ship, without

LEAST = (0, 1, 0)
BRIDGE = 0

#: Missiles come to nothing against her ECM; a hit is one roll.
CARD = cruiser({"ecm": (100,)}, missile_quality=0, hit_size=1000)


def duel(at: str = "6,-3", nose: str = "A", vectors: str = "") -> Board:
    return board_of(placed("Fearless", "0,0"), placed("Sirius", at, nose, vectors=vectors), classes=[CARD])


def stopped(board: Board, condition: str, *orders: str, faces: tuple[int, ...] = ()) -> bool:
    """Whether Fearless's condition was met in the segment."""
    played = play(board, f"Fearless: stop if {condition}", *orders, faces=faces)
    told = [(fact.ship, fact.condition) for fact in played.all(OrdersStopped)]
    assert told in ([], [("Fearless", f"stop if {condition}")])
    return bool(told)


@each_row(
    ("order", "faces", "met"),
    [
        ("Sirius: launch port 1 salvo of 1 tube at Fearless", LEAST, True),
        ("Fearless: launch starboard 1 salvo of 1 tube at Sirius", LEAST, False),
        ("Sirius: launch starboard 1 salvo of 1 tube at Fearless", (), False),  # out of arc: nothing is launched
        ("Sirius: thrust 1", (), False),
    ],
)
def test_a_launch_at_the_ship_stops_her_orders(order: str, faces: tuple[int, ...], met: bool) -> None:
    assert stopped(duel(), "launched at", order, faces=faces) == met


@each_row(
    ("order", "faces", "met"),
    [
        ("Sirius: fire port-laser at Fearless", (*LEAST, BRIDGE), True),
        ("Fearless: fire starboard-laser at Sirius", (*LEAST, BRIDGE), False),
        ("Sirius: fire starboard-laser at Fearless", (), False),
        ("Sirius: launch port 1 salvo of 1 tube at Fearless", LEAST, False),
    ],
)
def test_a_beam_fired_at_the_ship_stops_her_orders(order: str, faces: tuple[int, ...], met: bool) -> None:
    assert stopped(duel("2,-1"), "fired at", order, faces=faces) == met


def test_a_grav_lance_and_torpedoes_without_effect_count_as_fired() -> None:
    assert stopped(duel("0,0"), "fired at", "Sirius: fire forward-grav-lance at Fearless", faces=LEAST)
    # Fearless lies ahead of Sirius, her starboard wall towards him
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "2,-1", "E"), classes=[CARD])
    assert stopped(board, "fired at", "Sirius: fire forward-energy-torpedo at Fearless")


@each_row(
    ("order", "faces", "met"),
    [
        ("Sirius: fire port-laser at Fearless", (*LEAST, BRIDGE), True),
        ("Sirius: launch port 1 salvo of 1 tube at Fearless", LEAST, False),  # killed on the way
        ("Fearless: fire starboard-laser at Sirius", (*LEAST, BRIDGE), False),  # the other ship's damage
    ],
)
def test_damage_to_the_hull_stops_her_orders(order: str, faces: tuple[int, ...], met: bool) -> None:
    assert stopped(duel("2,-1"), "damage taken", order, faces=faces) == met


@each_row(("gone", "faces", "met"), [(4, (), True), (3, (9,), True), (1, (9, 9), False)])
def test_the_loss_of_any_ship_stops_her_orders(gone: int, faces: tuple[int, ...], met: bool) -> None:
    board = without(without(duel("2,-1"), "Sirius", "hull"), "Sirius", "structure", gone)
    board = without(board, "Fearless", "starboard-laser", 1)
    # two lasers do 12 points; at 31 percent 3 and 1: the bridge and up to three boxes of structure
    shot = "Fearless: fire starboard-laser at Sirius"
    assert stopped(board, "ship destroyed", shot, faces=(*LEAST, BRIDGE, *faces)) == met


def test_a_ship_that_is_lost_heeds_her_own_condition() -> None:
    board = without(without(duel("2,-1"), "Fearless", "hull"), "Fearless", "structure", 4)
    played = play(
        board,
        "Fearless: stop if damage taken",
        "Fearless: stop if range to Sirius at most 50",
        "Sirius: fire port-laser at Fearless",
        faces=[*LEAST, BRIDGE],
    )
    assert played.one(ShipDestroyed).ship == "Fearless"
    assert len(played.all(HullStruck)) == 1
    assert [fact.condition for fact in played.all(OrdersStopped)] == ["stop if damage taken"]


@each_row(
    ("at", "vectors", "most", "met"),
    [
        ("6,-3", "", 6, True),
        ("6,-3", "", 5, False),
        ("6,-3", "8E", 6, True),
        ("7,-3", "8F", 6, True),  # judged where the ships stand at the segment's end
        ("6,-3", "8C", 6, False),
        ("0,0", "", 0, True),
        ("0,0", "8A", 0, False),
    ],
)
def test_a_range_is_judged_at_the_end_of_the_segment(at: str, vectors: str, most: int, met: bool) -> None:
    assert stopped(duel(at, vectors=vectors), f"range to Sirius at most {most}") == met


@each_row(
    ("at", "met"),
    [
        ("6,-3", True),  # starboard
        ("0,-6", True),  # ahead
        ("0,6", False),  # astern: no mount there
        ("0,0", True),
        ("0,0 alt 6", False),  # over the wedge
    ],
)
def test_a_target_bears_when_any_mount_bears_on_it(at: str, met: bool) -> None:
    assert stopped(duel(at), "Sirius bears") == met


def test_a_target_comes_to_bear_by_a_turn_of_the_segment() -> None:
    # D lies one window beyond both broadsides: a pivot to A/B brings it within the port mount's arc
    board = duel("0,6")
    assert not stopped(board, "Sirius bears")
    assert stopped(board, "Sirius bears", "Fearless: pivot to A/B")


@each_row("condition", ["range to Sirius at most 50", "Sirius bears"])
@each_row("gone", ["Fearless", "Sirius"])
def test_wrecks_are_not_looked_for_and_look_for_nothing(condition: str, gone: str) -> None:
    assert stopped(duel(), condition)
    assert not stopped(with_ship(duel(), gone, destroyed="it exploded", future=None), condition)


def test_every_condition_that_is_met_is_told_by_player_and_in_the_order_written() -> None:
    played = play(
        duel(),
        "Sirius: stop if range to Fearless at most 6",
        "Fearless: stop if Sirius bears",
        "Fearless: stop if ship destroyed",
        "Fearless: stop if range to Sirius at most 9",
    )
    assert [(fact.ship, fact.condition) for fact in played.all(OrdersStopped)] == [
        ("Fearless", "stop if Sirius bears"),
        ("Fearless", "stop if range to Sirius at most 9"),
        ("Sirius", "stop if range to Fearless at most 6"),
    ]


def test_a_stop_that_watches_a_ship_of_ones_own_side_is_heeded_as_written() -> None:
    """The checker refuses it; sealed by a changed program it ends that player's own orders and nobody else's."""
    ships = placed("Fearless", "0,0", side="red"), placed("Gale", "2,-1", side="red"), placed("Sirius", "9,0")
    played = play(board_of(*ships), "Fearless: stop if range to Gale at most 3")
    assert [fact.ship for fact in played.all(OrdersStopped)] == ["Fearless"]
