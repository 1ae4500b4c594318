from __future__ import annotations

from sits_es.rules.sits.board import Ship, copied
from sits_es.rules.sits.sums.tracks import box_in_force, box_to_mend, fresh_boxes, marked, put_down, rating, strength
from tests.shared.rows import each_row
from tests.shared.sits_boards import CRUISER, board_of, placed


def ship(marks: str, track: str = "ecm") -> Ship:
    """A cruiser whose track, 20 15 10 as a rule, is marked so."""
    found = copied(board_of(placed("Fearless", "0,0"))).ships["Fearless"]
    found.boxes[track] = marks
    return found


def test_a_new_ship_has_every_box() -> None:
    assert fresh_boxes(CRUISER)["hull"] == "." * 10
    assert {track: len(marks) for track, marks in fresh_boxes(CRUISER).items()} == {
        track: len(boxes) for track, boxes in CRUISER.tracks.items()
    }


@each_row(
    ("marks", "box", "value", "mend"),
    [
        ("...", 0, 20, None),
        ("x..", 1, 15, 0),
        ("xx.", 2, 10, 1),
        ("xxx", None, None, 2),
        ("t..", 1, 15, 0),
        ("xt.", 2, 10, 1),
        ("tx.", 2, 10, 1),
        ("x#.", 2, 10, 0),
        ("##.", 2, 10, None),
        (".#.", 0, 20, None),  # the first box was mended, the second is lost for the game
        ("###", None, None, None),
        ("ddd", None, None, 0),  # down, and not one box destroyed: mending the first raises them all
        ("xdd", None, None, 1),
    ],
)
def test_the_leftmost_box_that_stands_is_in_force_and_the_rightmost_that_can_be_mended_comes_first(
    marks: str, box: int | None, value: int | None, mend: int | None
) -> None:
    found = ship(marks)
    assert box_in_force(found, "ecm") == box
    assert rating(CRUISER, found, "ecm") == value
    assert strength(CRUISER, found, "ecm") == (value or 0)
    assert box_to_mend(found, "ecm") == mend


def test_a_track_that_the_class_has_not_has_no_box() -> None:
    found = ship("...")
    assert (box_in_force(found, "sails"), rating(CRUISER, found, "sails"), strength(CRUISER, found, "sails")) == (
        None,
        None,
        0,
    )
    assert box_to_mend(found, "sails") is None


@each_row(("box", "after"), [(0, "#xt."), (2, "xx#."), (3, "xxt#")])
def test_one_box_is_marked_and_the_others_stay(box: int, after: str) -> None:
    assert marked("xxt.", box, "#") == after


@each_row(("marks", "down"), [("...", "ddd"), ("x.#", "xd#"), ("xxx", "xxx"), ("ddd", "ddd")])
def test_a_wall_that_is_taken_down_keeps_the_marks_of_its_lost_boxes(marks: str, down: str) -> None:
    assert put_down(marks) == down
