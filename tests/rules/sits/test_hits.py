from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.dice import DiceRolled, KeyedDice, ScriptedDice
from sits_es.events import Coded
from sits_es.rules.sits.board import Board, copied
from sits_es.rules.sits.damage.facts import (
    BoxDestroyed,
    DamageWasted,
    ExplosionChecked,
    HitScored,
    HullStruck,
    ShipDestroyed,
)
from sits_es.rules.sits.damage.rules import strike, take_box
from sits_es.rules.sits.motion.facts import ThrustChanged
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.sums.tracks import rating
from sits_es.rules.sits.walls.facts import Reading, WallMet
from sits_es.rules.sits.walls.rules import meet_wall
from sits_es.space.arcs import FACINGS, Facing
from tests.shared.rows import each_row
from tests.shared.sits_boards import CRUISER, ROWS, Played, board_of, cruiser, placed, with_ship, without


def alone() -> Board:
    return board_of(placed("Sirius", "0,0"))


def struck(board: Board, points: int, *faces: int, facing: Facing = "port") -> Played:
    """Points on Sirius's hull with these dice, none left over."""
    dice = ScriptedDice(faces)
    work = Resolution(copied(board), {}, dice)
    strike(work, "a shot", work.board.ships["Sirius"], facing, points)
    assert not dice.faces
    return Played(tuple(work.facts), work.board)


def taken(played: Played) -> list[tuple[str, int]]:
    """Tracks and boxes, in the order in which they were lost."""
    return [(fact.track, fact.box) for fact in played.all(BoxDestroyed)]


@each_row(("points", "sizes"), [(1, [1]), (4, [4]), (5, [5]), (6, [5, 1]), (10, [5, 5]), (14, [5, 5, 4])])
def test_damage_is_split_into_hits_the_last_one_smaller(points: int, sizes: list[int]) -> None:
    played = struck(alone(), points, *(6,) * len(sizes))
    whole = played.one(HullStruck)
    assert (whole.points, whole.hits) == (points, len(sizes))
    assert [(fact.number, fact.points) for fact in played.all(HitScored)] == list(enumerate(sizes, start=1))


def test_no_points_are_not_a_hit() -> None:
    assert struck(alone(), 0).facts == ()


@each_row("face", range(10))
def test_the_die_chooses_the_row_and_its_face_0_is_a_10(face: int) -> None:
    hit = struck(alone(), 1, face).one(HitScored)
    assert hit.roll == (face or 10)
    assert hit.row == ROWS[hit.roll - 1]


@each_row("facing", FACINGS)
def test_the_row_is_one_of_the_facing_that_is_hit(facing: Facing) -> None:
    rows: dict[str, tuple[tuple[str, ...], ...]] = {
        side: (("bridge" if side == facing else "ecm",),) * 10 for side in FACINGS
    }
    card = cruiser(hits=rows)
    played = struck(board_of(placed("Sirius", "0,0"), classes=[card]), 1, 7, facing=facing)
    assert taken(played) == [("bridge", 0)]


@each_row(
    ("points", "face", "boxes"),
    [
        (1, 1, [("port-tubes", 0)]),
        (2, 1, [("port-tubes", 0), ("port-laser", 0)]),
        (3, 1, [("port-tubes", 0), ("port-laser", 0), ("ecm", 0)]),
        (5, 1, [("port-tubes", 0), ("port-laser", 0), ("ecm", 0), ("hull", 0), ("hull", 1)]),
        (4, 6, [("ecm", 0), ("ecm", 1), ("ecm", 2), ("hull", 0)]),  # the fourth ecm finds no box
        (3, 8, [("port-laser", 0), ("starboard-laser", 0), ("port-laser", 1)]),
        (2, 0, [("bridge", 0), ("hull", 0)]),
    ],
)
def test_each_point_takes_a_box_along_the_row_and_the_rest_goes_to_the_hull(
    points: int, face: int, boxes: list[tuple[str, int]]
) -> None:
    assert taken(struck(alone(), points, face)) == boxes


@each_row("mark", ["x", "t", "#"])
def test_systems_that_are_exhausted_are_skipped(mark: str) -> None:
    board = without(alone(), "Sirius", "port-tubes", mark=mark)
    assert taken(struck(board, 2, 1)) == [("port-laser", 0), ("ecm", 0)]


@each_row(("marks", "box", "after"), [("ddd", 0, "xdd"), ("xdd", 1, "xxd"), ("#xd", 2, "#xx")])
def test_a_wall_that_is_down_is_not_destroyed_so_a_hit_still_takes_its_boxes(marks: str, box: int, after: str) -> None:
    # sits rules 9: a hit takes the leftmost box not destroyed; disabled and destroyed are different states
    work = Resolution(copied(alone()), {}, ScriptedDice(()))
    ship = work.board.ships["Sirius"]
    ship.boxes["port-sidewall"] = marks
    take_box(work, ship, "port-sidewall", "a shot")
    (fact,) = work.facts
    assert isinstance(fact, BoxDestroyed)
    assert (fact.box, fact.before, fact.after) == (box, None, None)
    assert ship.boxes["port-sidewall"] == after


def test_hull_comes_before_structure_and_structure_before_nothing() -> None:
    board = without(alone(), "Sirius", "hull", 9)
    assert taken(struck(board, 3, 0)) == [("bridge", 0), ("hull", 9), ("structure", 0)]


def test_a_box_lost_tells_the_rating_before_and_after() -> None:
    facts = struck(alone(), 4, 6).all(BoxDestroyed)[:3]
    assert [(fact.before, fact.after) for fact in facts] == [(20, 15), (15, 10), (10, None)]
    assert {fact.cause for fact in facts} == {"a shot"}


def test_the_box_after_a_repaired_one_is_the_next_that_still_stands() -> None:
    # boxes 1 and 2 of three were lost, 2 for good; 1 was mended
    board = alone()
    working = copied(board)
    working.ships["Sirius"].boxes["ecm"] = ".#."
    work = Resolution(working, {}, ScriptedDice(()))
    take_box(work, working.ships["Sirius"], "ecm", "a shot")
    fact = work.facts[0]
    assert isinstance(fact, BoxDestroyed)
    assert (fact.box, fact.before, fact.after) == (0, 20, 10)


def test_a_track_without_a_box_left_cannot_lose_one() -> None:
    working = copied(without(alone(), "Sirius", "ecm"))
    with pytest.raises(ValueError, match=r"^Sirius has no box of ecm left$"):
        take_box(Resolution(working, {}, ScriptedDice(())), working.ships["Sirius"], "ecm", "a shot")


@each_row(
    ("thrust", "changes"),
    [
        (6, [(6, 5)]),
        (5, []),  # five is still what the next box gives
        (0, []),
    ],
)
def test_an_impeller_box_takes_one_of_thrust_and_the_thrust_falls_with_it(
    thrust: int, changes: list[tuple[int, int]]
) -> None:
    board = without(with_ship(alone(), "Sirius", thrust=thrust), "Sirius", "starboard-laser")
    played = struck(board, 1, 2)
    assert taken(played) == [("impellers", 0), ("thrust", 0)]
    assert [fact.cause for fact in played.all(BoxDestroyed)] == ["a shot", "impellers lost"]
    assert [(fact.before, fact.after, fact.cause) for fact in played.all(ThrustChanged)] == [
        (before, after, "damage") for before, after in changes
    ]


def test_an_impeller_box_takes_no_thrust_that_is_not_there() -> None:
    board = without(without(alone(), "Sirius", "starboard-laser"), "Sirius", "thrust")
    assert taken(struck(board, 1, 2)) == [("impellers", 0)]


def test_a_thrust_box_takes_no_impeller_and_the_last_one_stops_the_ship() -> None:
    board = without(with_ship(alone(), "Sirius", thrust=1), "Sirius", "thrust", 4)
    played = struck(board, 1, 5)
    assert taken(played) == [("thrust", 4)]
    assert (played.one(ThrustChanged).before, played.one(ThrustChanged).after) == (1, 0)


def broken(structure: int) -> Board:
    """Sirius with no bridge and no hull, and so many boxes of structure gone; marks are 0 3 0 4 0."""
    board = without(without(alone(), "Sirius", "hull"), "Sirius", "bridge")
    return without(board, "Sirius", "structure", structure)


@each_row(
    ("gone", "face", "roll", "below", "explodes"),
    [
        (1, 1, 1, 3, True),
        (1, 2, 2, 3, True),
        (1, 3, 3, 3, False),  # equal is not below
        (1, 4, 4, 3, False),
        (1, 0, 10, 3, False),
        (3, 3, 3, 4, True),
        (3, 4, 4, 4, False),
    ],
)
def test_a_numbered_box_explodes_below_its_number(gone: int, face: int, roll: int, below: int, explodes: bool) -> None:
    played = struck(broken(gone), 1, 0, face)
    check = played.one(ExplosionChecked)
    assert (check.roll, check.below, check.explodes) == (roll, below, explodes)
    assert [fact.cause for fact in played.all(ShipDestroyed)] == ([Coded("exploded")] if explodes else [])
    assert played.board.ships["Sirius"].destroyed == ("exploded" if explodes else None)


@pytest.mark.parametrize("gone", [0, 2])
def test_a_plain_box_throws_no_die(gone: int) -> None:
    played = struck(broken(gone), 1, 0)
    assert taken(played) == [("structure", gone)]
    assert played.all(ExplosionChecked) == []


def test_the_last_box_destroys_the_ship_and_what_is_left_is_wasted() -> None:
    played = struck(broken(4), 12, 0)
    assert taken(played) == [("structure", 4)]
    assert played.one(ShipDestroyed).cause == Coded("structure-gone")
    assert played.board.ships["Sirius"].future is None
    # 4 of the first hit and the two hits that follow
    assert [fact.points for fact in played.all(DamageWasted)] == [4, 7]
    assert len(played.all(HitScored)) == 1


def test_after_an_explosion_the_row_takes_no_more() -> None:
    # row 9 names structure twice and then the ecm
    played = struck(without(alone(), "Sirius", "structure", 1), 5, 9, 1)
    assert taken(played) == [("structure", 1)]
    assert played.one(DamageWasted).points == 4


def test_a_wreck_takes_no_damage() -> None:
    played = struck(with_ship(alone(), "Sirius", destroyed="it exploded"), 7)
    assert [type(fact) for fact in played.facts] == [HullStruck, DamageWasted]
    assert played.one(DamageWasted).points == 7


def test_every_roll_for_damage_has_its_own_name() -> None:
    played = struck(broken(1), 3, 0, 9, 9)
    rolls = [(roll.purpose, roll.object, roll.index) for roll in played.all(DiceRolled)]
    # one hit, and the numbered boxes 1 and 3 of structure, counted from 0
    assert rolls == [("hit row", "a shot", 1), ("explosion", "a shot", 1), ("explosion", "a shot", 3)]


@each_row(
    ("rolled", "wall", "faces", "percent", "charted"),
    [
        (False, 30, (2, 0, 7), 39, 53),  # 136: 39 + 11.7 + 2.34
        (True, 30, (2, 0, 7), 29, 40),  # the rolled-ship bonus of -10: 29 + 8.7 + 1.74
        (False, 0, (0, 1, 0), 1, 1),
        (False, 100, (0, 0, 0), 100, 136),
    ],
)
@each_row("reading", ["strikes", "stops"])
def test_a_sidewall_is_read_on_the_kill_chart(
    rolled: bool,
    wall: int,
    faces: tuple[int, ...],
    percent: int,
    charted: int,
    reading: Reading,
) -> None:
    card = cruiser({"port-sidewall": (wall,)})
    board = board_of(placed("Sirius", "0,0"), classes=[card], sidewall=reading)
    work = Resolution(copied(board), {}, ScriptedDice(faces))
    ship = work.board.ships["Sirius"]
    through = meet_wall(work, "a shot", ship, "port", 136, rolled=rolled)
    met = Played(tuple(work.facts), work.board).one(WallMet)
    assert (met.percent, met.charted, met.reading) == (percent, charted, reading)
    assert through == met.strikes == (charted if reading == "strikes" else 136 - charted)


@each_row(("facing", "mark"), [("forward", "."), ("port", "x"), ("port", "d")])
def test_where_no_sidewall_stands_everything_strikes(facing: Facing, mark: str) -> None:
    board = alone() if mark == "." else without(alone(), "Sirius", "port-sidewall", mark=mark)
    work = Resolution(copied(board), {}, ScriptedDice(()))
    assert meet_wall(work, "a shot", work.board.ships["Sirius"], facing, 136, rolled=False) == 136
    assert work.facts == []


@given(
    points=st.lists(st.integers(1, 60), min_size=1, max_size=6),
    facing=st.sampled_from(FACINGS),
    seed=st.binary(min_size=32, max_size=32),
)
def test_boxes_lost_and_boxes_left_are_the_boxes_of_the_class(points: list[int], facing: Facing, seed: bytes) -> None:
    work = Resolution(copied(with_ship(alone(), "Sirius", thrust=6)), {}, KeyedDice(seed, "duel", 1, 1))
    ship = work.board.ships["Sirius"]
    for number, some in enumerate(points):
        strike(work, f"shot {number}", ship, facing, some)
    facts = [fact for fact in work.facts if isinstance(fact, BoxDestroyed)]
    for track, values in CRUISER.tracks.items():
        marks = ship.boxes[track]
        assert len(marks) == len(values)
        assert sum(fact.track == track for fact in facts) == len(values) - marks.count(".")
        assert rating(CRUISER, ship, track) in (*values, None)
    assert len({(fact.track, fact.box) for fact in facts}) == len(facts)
    for struck_hull in (fact for fact in work.facts if isinstance(fact, HullStruck)):
        assert struck_hull.hits == -(-struck_hull.points // CRUISER.hit_size)
    by_hits = sum(fact.cause != "impellers lost" for fact in facts)
    wasted = sum(fact.points for fact in work.facts if isinstance(fact, DamageWasted))
    assert by_hits + wasted == sum(points)
    assert ship.thrust <= (rating(CRUISER, ship, "thrust") or 0)
    assert (ship.destroyed is None) == (not any(isinstance(fact, ShipDestroyed) for fact in work.facts))
