from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.dice import DiceRolled, KeyedDice, RollKey
from sits_es.rules.sits.board import Board, copied
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.procedure import BREAK
from sits_es.rules.sits.repairs.facts import CountersRun, RepairOrdered, RepairTried
from tests.shared.rows import each_row
from tests.shared.sits_boards import CRUISER, Played, board_of, moved_on, placed, play, refused, why, with_ship, without


def at_break(**marks: str) -> Board:
    """Fearless in the turn break. marks: of tracks, with _ for -."""
    working = copied(board_of(placed("Fearless", "0,0"), segment=BREAK))
    working.ships["Fearless"].boxes |= {track.replace("_", "-"): boxes for track, boxes in marks.items()}
    return working


def tries(played: Played) -> list[tuple[int, int, bool, bool]]:
    """Box, roll, repaired, lost."""
    return [(fact.box, fact.roll, fact.repaired, fact.lost) for fact in played.all(RepairTried)]


@each_row(("face", "roll", "mended"), [(1, 1, True), (5, 5, True), (6, 6, True), (7, 7, False), (0, 10, False)])
def test_an_attempt_at_or_below_the_crews_quality_mends_the_box(face: int, roll: int, mended: bool) -> None:
    played = play(at_break(ecm="x.."), "Fearless: repair ecm", faces=[face])
    assert tries(played) == [(0, roll, mended, False)]
    tried = played.one(RepairTried)
    assert (tried.quality, tried.before, tried.after) == (6, 15, 20 if mended else 15)
    assert played.board.ships["Fearless"].boxes["ecm"] == ("..." if mended else "t..")


@each_row(
    ("faces", "tried", "marks"),
    [
        ((3,), [(1, 3, True, False)], "x.."),  # the first party mends it, the other is not needed
        ((8, 3), [(1, 8, False, False), (1, 3, True, False)], "x.."),
        ((8, 9), [(1, 8, False, False), (1, 9, False, True)], "x#."),
    ],
)
def test_two_parties_try_one_box_and_both_failing_lose_it(
    faces: tuple[int, ...], tried: list[tuple[int, int, bool, bool]], marks: str
) -> None:
    played = play(at_break(ecm="xx."), "Fearless: repair ecm with 2", faces=faces)
    assert tries(played) == tried
    assert played.board.ships["Fearless"].boxes["ecm"] == marks


@pytest.mark.parametrize(("face", "marks"), [(6, "..."), (7, "#..")])
def test_a_box_that_was_tried_before_has_one_attempt_left(face: int, marks: str) -> None:
    played = play(at_break(ecm="t.."), "Fearless: repair ecm with 2", faces=[face])
    assert played.board.ships["Fearless"].boxes["ecm"] == marks


@each_row(
    ("before", "box", "after"),
    [
        ("xx.", 1, "x.."),
        ("xxx", 2, "xx."),
        ("xx#", 1, "x.#"),  # the last one is lost: the one before it
        ("tx#", 1, "t.#"),
        ("xt#", 1, "x.#"),
    ],
)
def test_a_repair_restores_the_box_taken_last_that_may_still_be_tried(before: str, box: int, after: str) -> None:
    played = play(at_break(ecm=before), "Fearless: repair ecm", faces=[1])
    assert [fact.box for fact in played.all(RepairTried)] == [box]
    assert played.board.ships["Fearless"].boxes["ecm"] == after


@pytest.mark.parametrize(("face", "after"), [(6, "x.."), (7, "xdd")])
def test_a_wall_that_is_down_is_raised_by_one_repair_and_never_lost(face: int, after: str) -> None:
    played = play(at_break(port_sidewall="xdd"), "Fearless: repair port-sidewall", faces=[face])
    assert played.one(RepairTried).box == 1
    assert played.board.ships["Fearless"].boxes["port-sidewall"] == after


def test_two_orders_for_one_track_roll_each_for_itself() -> None:
    played = play(at_break(ecm="xxx"), "Fearless: repair ecm", "Fearless: repair ecm", faces=[9, 3])
    assert tries(played) == [(2, 9, False, False), (2, 3, True, False)]
    assert [roll.key for roll in played.all(DiceRolled)] == [
        RollKey("Fearless", "repair", "ecm", 0),
        RollKey("Fearless", "repair", "ecm", 1),
    ]


def test_a_mended_box_gives_its_rating_back() -> None:
    played = play(at_break(thrust="xx..."), "Fearless: repair thrust", faces=[1])
    assert (played.one(RepairTried).before, played.one(RepairTried).after) == (4, 5)


@each_row(
    ("order", "parties_sent", "faults"),
    [
        (RepairOrdered(ship="Fearless", track="ecm"), 0, []),
        (RepairOrdered(ship="Fearless", track="ecm", parties=2), 1, []),
        (
            RepairOrdered(ship="Fearless", track="ecm", parties=2),
            2,
            ["Fearless: 4 working parties are sent, but its damage control has 3."],
        ),
        (RepairOrdered(ship="Fearless", track="hull"), 0, ["Fearless: damage control cannot repair hull."]),
        (RepairOrdered(ship="Fearless", track="structure"), 0, ["Fearless: damage control cannot repair structure."]),
        (RepairOrdered(ship="Fearless", track="bridge"), 0, ["Fearless: bridge is undamaged."]),
        (
            RepairOrdered(ship="Fearless", track="roll"),
            3,
            [
                "Fearless: repair of roll has failed twice, so its lost boxes stay lost.",
                "Fearless: 4 working parties are sent, but its damage control has 3.",
            ],
        ),
        (
            RepairOrdered(ship="Fearless", track="sails"),
            0,
            [f"Fearless: There is no track sails. Tracks: {', '.join(CRUISER.tracks)}."],
        ),
    ],
)
def test_a_repair_that_cannot_be_tried_says_why(order: RepairOrdered, parties_sent: int, faults: list[str]) -> None:
    board = at_break(ecm="xx.", hull="x.........", structure="x....", roll="##")
    sent = [RepairOrdered(ship="Fearless", track="thrust")] * parties_sent
    assert refused(board, order, sent) == faults


def test_parties_are_counted_over_all_orders_and_those_too_many_stay_aboard() -> None:
    played = play(
        at_break(ecm="xx.", thrust="x....", pivot="x.."),
        "Fearless: repair ecm with 2",
        "Fearless: repair thrust",
        "Fearless: repair pivot",
        faces=[1, 1],
    )
    assert [fact.track for fact in played.all(RepairTried)] == ["ecm", "thrust"]
    void = played.one(OrderVoided)
    assert (void.order, why(void)) == (
        "repair pivot",
        "Fearless: 4 working parties are sent, but its damage control has 3.",
    )


def test_damage_control_that_was_hit_sends_fewer_parties() -> None:
    board = at_break(ecm="xx.", damage_control="xx.")
    assert why(play(board, "Fearless: repair ecm with 2").one(OrderVoided)) == (
        "Fearless: 2 working parties are sent, but its damage control has 1."
    )


def test_a_mended_party_helps_at_once() -> None:
    # one party mends damage control, and now there are two
    board = at_break(ecm="xx.", damage_control="xx.")
    played = play(board, "Fearless: repair damage-control", "Fearless: repair ecm", faces=[1, 1])
    assert [fact.track for fact in played.all(RepairTried)] == ["damage-control", "ecm"]


def test_a_wreck_mends_nothing() -> None:
    board = with_ship(at_break(ecm="xx."), "Fearless", destroyed="it exploded")
    played = play(board, "Fearless: repair ecm")
    assert why(played.one(OrderVoided)) == "Fearless is out of the game (it exploded)."
    assert played.all(RepairTried) == []


def test_regeneration_runs_down_every_counter_and_tells_what_is_ready() -> None:
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "20,0"))
    counters = {"port": 2, "forward-graser": 1, "forward-grav-lance": 8, "port-laser": 1}
    played = play(with_ship(board, "Fearless", counters=counters))
    run = played.one(CountersRun)
    assert (run.ship, run.counters, run.ready) == (
        "Fearless",
        {"port": 1, "forward-grav-lance": 7},
        ("forward-graser", "port-laser"),
    )
    assert played.board.ships["Fearless"].counters == {"port": 1, "forward-grav-lance": 7}


def test_the_turn_break_does_not_regenerate() -> None:
    board = with_ship(at_break(), "Fearless", counters={"port": 2})
    assert play(board).all(CountersRun) == []


def test_a_wreck_does_not_regenerate() -> None:
    board = with_ship(board_of(placed("Fearless", "0,0")), "Fearless", counters={"port": 2}, destroyed="it exploded")
    assert play(board).all(CountersRun) == []


@given(
    track=st.sampled_from(("ecm", "thrust", "impellers", "damage-control")),
    lost=st.integers(1, 3),
    parties=st.lists(st.integers(1, 2), min_size=1, max_size=3),
    seeds=st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=3),
)
def test_every_attempt_ends_a_box_one_way_and_no_box_is_tried_more_than_twice(
    track: str, lost: int, parties: list[int], seeds: list[bytes]
) -> None:
    board = without(at_break(), "Fearless", track, lost)
    attempts: dict[int, int] = {}
    for seed in seeds:
        orders = [f"Fearless: repair {track} with {number}" for number in parties]
        played = play(board, *orders, dice=KeyedDice(seed, "duel", board.turn, BREAK))
        for tried in played.all(RepairTried):
            attempts[tried.box] = attempts.get(tried.box, 0) + 1
            assert tried.repaired == (tried.roll <= CRUISER.crew_quality)
            assert tried.lost == (not tried.repaired and attempts[tried.box] == 2)
        marks = played.board.ships["Fearless"].boxes[track]
        assert len(marks) == len(CRUISER.tracks[track])
        assert marks.count("#") + marks.count("x") + marks.count("t") + marks.count(".") == len(marks)
        board = moved_on(played.board)
        while board.segment != BREAK:
            board = moved_on(play(board).board)
    assert all(number <= 2 for number in attempts.values())
