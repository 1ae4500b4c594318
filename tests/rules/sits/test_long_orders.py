from __future__ import annotations

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.missiles.facts import DecoyOrdered, DecoysDeployed
from sits_es.rules.sits.motion.facts import PlotsNamed, ThrustChanged, ThrustOrdered
from sits_es.rules.sits.sums.tracks import decoys_left
from sits_es.rules.sits.turns.facts import PivotBegun, PivotOrdered, RollBegun, RollOrdered
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, cruiser, placed, play, refused, why, with_ship, without

LEAST = (0, 1, 0)
NO_BRIDGE = (
    "Fearless has no bridge left. The ship takes no thrust, pivot or roll orders until damage control repairs a bridge "
    "box; its weapons fire under local control."
)


def alone(nose: str = "A") -> Board:
    return board_of(placed("Fearless", "0,0", nose))


@each_row(
    ("lost", "thrust", "faults"),
    [
        (0, 0, []),
        (0, 6, []),
        (0, 7, ["Fearless: thrust 7 is ordered, but its rating is 6. Order 0 to 6."]),
        (3, 2, []),
        (3, 3, ["Fearless: thrust 3 is ordered, but its rating is 2. Order 0 to 2."]),
        (5, 0, []),
        (5, 1, ["Fearless: thrust 1 is ordered, but its rating is 0. Order 0."]),
    ],
)
def test_thrust_goes_up_to_the_rating_in_force(lost: int, thrust: int, faults: list[str]) -> None:
    board = without(alone(), "Fearless", "thrust", lost)
    order = ThrustOrdered(ship="Fearless", thrust=thrust)
    assert refused(board, order) == faults
    played = play(board, f"Fearless: thrust {thrust}")
    assert [fact.after for fact in played.all(ThrustChanged)] == ([] if faults else [thrust])
    assert [why(fact) for fact in played.all(OrderVoided)] == faults


def test_thrust_stays_as_it_was_set_until_it_is_changed() -> None:
    board = with_ship(alone(), "Fearless", thrust=3)
    assert play(board).board.ships["Fearless"].thrust == 3
    changed = play(board, "Fearless: thrust 5").one(ThrustChanged)
    assert (changed.before, changed.after, changed.cause) == (3, 5, "order")


def test_plots_are_kept_for_the_next_thrust_break() -> None:
    played = play(alone(), "Fearless: plot A: 3A 1B; A/B: 1B")
    assert [(plot.window, plot.vector) for plot in played.one(PlotsNamed).plots] == [
        ("A", HexVector(4, 1)),
        ("A/B", HexVector(1, 1)),
    ]
    assert played.board.ships["Fearless"].plots == {"A": HexVector(4, 1), "A/B": HexVector(1, 1)}


@each_row(
    ("lost", "to", "pace", "faults"),
    [
        (0, "B", 1, []),
        (1, "B", 2, []),
        (2, "B", 3, []),
        (3, "B", None, ["Fearless can no longer pivot: its pivot track is destroyed."]),
        (0, "A", None, ["Fearless: its nose is already in A. Pivot to another window."]),
        (
            3,
            "A",
            None,
            [
                "Fearless can no longer pivot: its pivot track is destroyed.",
                "Fearless: its nose is already in A. Pivot to another window.",
            ],
        ),
    ],
)
def test_a_pivot_begins_at_the_pace_of_its_track(lost: int, to: str, pace: int | None, faults: list[str]) -> None:
    board = without(alone(), "Fearless", "pivot", lost)
    order = PivotOrdered(ship="Fearless", to=Window(to))
    assert refused(board, order) == faults
    played = play(board, f"Fearless: pivot to {to}")
    assert [fact.due[0] for fact in played.all(PivotBegun)] == ([] if pace is None else [pace])
    assert [why(fact) for fact in played.all(OrderVoided)] == ([" ".join(faults)] if faults else [])


def test_a_pivot_names_the_attitudes_on_its_way() -> None:
    begun = play(alone(), "Fearless: pivot to B").one(PivotBegun)
    assert (begun.to, begun.path) == ("B", (Attitude(Window("A/B")), Attitude(Window("B"))))


@each_row(
    ("lost", "pace", "faults"),
    [(0, 1, []), (1, 2, []), (2, None, ["Fearless can no longer roll: its roll track is destroyed."])],
)
def test_a_roll_begins_at_the_pace_of_its_track(lost: int, pace: int | None, faults: list[str]) -> None:
    board = without(alone(), "Fearless", "roll", lost)
    order = RollOrdered(ship="Fearless", side="port", steps=2)
    assert refused(board, order) == faults
    played = play(board, "Fearless: roll port 2")
    assert [(fact.side, len(fact.due), fact.due[0]) for fact in played.all(RollBegun)] == (
        [] if pace is None else [("port", 2, pace)]
    )
    assert [why(fact) for fact in played.all(OrderVoided)] == faults


def test_a_ship_without_a_bridge_is_not_steered() -> None:
    board = without(alone(), "Fearless", "bridge")
    played = play(board, "Fearless: thrust 1", "Fearless: pivot to B", "Fearless: roll port 1")
    assert [(fact.order, why(fact)) for fact in played.all(OrderVoided)] == [
        ("thrust 1", NO_BRIDGE),
        ("pivot to B", NO_BRIDGE),
        ("roll port 1", NO_BRIDGE),
    ]


@each_row(("lost", "spent", "left"), [(0, 0, 4), (0, 3, 1), (0, 4, 0), (1, 0, 2), (1, 1, 1), (1, 3, 0), (2, 0, 0)])
def test_decoys_left_are_the_rating_less_those_used_and_never_less_than_none(lost: int, spent: int, left: int) -> None:
    board = with_ship(without(alone(), "Fearless", "decoys", lost), "Fearless", decoys_spent=spent)
    fearless = board.ships["Fearless"]
    assert decoys_left(board.class_of(fearless), fearless) == left
    faults = refused(board, DecoyOrdered(ship="Fearless", count=left + 1))
    asked = f"{left + 1} decoys are" if left else "1 decoy is"
    assert faults == [f"Fearless: {asked} ordered, but the ship has {left} left."]
    if left:
        assert refused(board, DecoyOrdered(ship="Fearless", count=left)) == []


def under_fire() -> Board:
    card = cruiser({"ecm": (100,)}, missile_quality=0)
    return board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3"), classes=[card])


@each_row(
    ("order", "launched", "deployed"),
    [
        ("decoy 2 if launched at", True, [2]),
        ("decoy 2 if launched at", False, []),
        ("decoy 2", True, [2]),
        ("decoy 2", False, [2]),
    ],
)
def test_decoys_answer_a_launch_of_the_same_segment(order: str, launched: bool, deployed: list[int]) -> None:
    attack = ["Sirius: launch port 1 salvo of 1 tube at Fearless"] if launched else []
    played = play(under_fire(), f"Fearless: {order}", *attack, faces=LEAST if launched else ())
    assert [(fact.ship, fact.count, fact.value) for fact in played.all(DecoysDeployed)] == [
        ("Fearless", count, 5) for count in deployed
    ]
    assert played.board.ships["Fearless"].decoys_active == sum(deployed)
    assert played.all(OrderVoided) == []  # one that waits in vain stays aboard without a word


BOTH = (
    "Sirius: launch port 2 salvoes of 3 tubes at Fearless",  # 6 missiles from range 6
    "Tern: launch starboard 1 salvo of 2 tubes at Fearless",  # 2 more from range 9
)


def between() -> Board:
    """Fearless between two ships that launch at her from ranges 6 and 9."""
    card = cruiser({"ecm": (100,)}, missile_quality=0)
    ships = placed("Fearless", "0,0"), placed("Sirius", "6,-3"), placed("Tern", "-9,4")
    return board_of(*ships, classes=[card])


@each_row(
    ("missiles", "within", "attacks", "deployed"),
    [
        (None, None, BOTH[:1], True),
        (None, None, (), False),
        (6, None, BOTH[:1], True),
        (7, None, BOTH[:1], False),
        (8, None, BOTH, True),  # all together, whoever launches them
        (9, None, BOTH, False),
        (None, 5, BOTH, False),
        (None, 6, BOTH, True),  # so near or nearer
        (None, 6, BOTH[1:], False),
        (6, 6, BOTH, True),
        (7, 8, BOTH, False),  # the two missiles from range 9 don't count
        (8, 9, BOTH, True),
        (1, None, (), False),
    ],
)
def test_decoys_wait_for_so_many_missiles_from_so_near(
    missiles: int | None, within: int | None, attacks: tuple[str, ...], deployed: bool
) -> None:
    order = DecoyOrdered(ship="Fearless", count=1, missiles=missiles, within=within)
    played = play(between(), order, *attacks, faces=LEAST * len(attacks))
    assert [fact.count for fact in played.all(DecoysDeployed)] == [1] * deployed
    assert played.all(OrderVoided) == []


def test_launches_at_others_are_no_reason_for_decoys() -> None:
    order = DecoyOrdered(ship="Sirius", count=1, missiles=1)
    played = play(between(), order, BOTH[1], faces=LEAST)
    assert played.all(DecoysDeployed) == []


def test_more_decoys_than_are_left_are_void_when_their_moment_comes() -> None:
    board = with_ship(under_fire(), "Fearless", decoys_spent=3)
    assert play(board, "Fearless: decoy 2 if launched at").all(OrderVoided) == []
    played = play(
        board, "Fearless: decoy 2 if launched at", "Sirius: launch port 1 salvo of 1 tube at Fearless", faces=LEAST
    )
    assert why(played.one(OrderVoided)) == "Fearless: 2 decoys are ordered, but the ship has 1 left."
    assert played.all(DecoysDeployed) == []
