from __future__ import annotations

from random import Random

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sits_es.orders.check import check_sheet
from sits_es.orders.frame import read_sheet
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.orders.language import LANGUAGE
from sits_es.rules.sits.orders.problems import problems
from sits_es.rules.sits.orders.template import template
from sits_es.rules.sits.procedure import BREAK
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.tables.values import PaceRow
from sits_es.space.avid import Window
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, placed, skirmish, with_ship, without


def meeting(segment: int = 1) -> Board:
    return board_of(
        placed("Fearless", "0,0", vectors="9A 4B", side="red"),
        placed("Sirius", "2,-1", vectors="8D 2-", side="blue"),
        placed("Tern", "1,20 alt 4", side="blue"),
        segment=segment,
    )


TEMPLATE = """\
# red's orders for turn 1, from segment 1 on. Text after # is a comment.
# Write the segment, then the order, as in the examples. 3-5 repeats an order
#     in each of those segments.
# Notes on later segments assume that all ships drift and nobody fires.
game duel
turn 1
player red

ship Fearless
  # Cruiser at 0,0 alt 0; vectors 9A 4B; nose A, roll 0
  # movement grid 1-8: 1A | 1A 1B | 1A | 1A 1B | 1A 1B | 1A | 1A 1B | 2A
  # thrust 4; pulses crossed off: 3 of 8; dots: 1 in A
  # Sirius: range 2, window B/C (map), B/C (ship); missiles: 5 salvoes a turn,
  #     range modifier 0
  # Sirius in segments 1-2, range 2 to 3: beam starboard-laser; launcher
  #     starboard
  # Sirius in segments 3-8, range 5 to 20: nothing to fire or launch
  # Tern: range 21, window D (map), D (ship); missiles: 2 salvoes a turn,
  #     range modifier 12
  # Tern in segments 1-8, range 21 to 34: nothing to fire or launch
  # thrust may be 0 to 6
  # pivot takes 1 segment a window; one window away: A/B, F/A, A+, A/B+, F/A+,
  #     A-, A/B-, F/A-
  # roll takes 1 segment a window
  # beams: forward-grav-lance, reach 0; forward-energy-torpedo and
  #     forward-graser, reach 2; port-laser and starboard-laser, reach 3
  # port launcher: 22 tubes, 220 missiles left
  # starboard launcher: 22 tubes, 220 missiles left
  # decoys left: 4
  # you can order now:
  #   1  fire starboard-laser at Sirius
  #   1  launch starboard 1 salvo at Sirius
  #   1  thrust 6
  #   1  pivot to A/B
  #   1  roll starboard 1
  #   1-8  decoy 1 if launched at
  #   1-8  decoy 1 if launched at by 8 or more within 14
  #   stop if launched at
"""


def flat(text: str) -> str:
    """A template's comments on one line."""
    return " ".join(text.replace("#", " ").split())


def test_a_template_tells_where_the_ship_stands_and_what_it_could_do() -> None:
    board = with_ship(meeting(), "Fearless", thrust=4, chart=ThrustChart((4, 4, 4), (Window("A"),) * 3))
    assert template(board, "red", "duel") == TEMPLATE


def test_a_ship_that_lies_still_says_so() -> None:
    text = template(meeting(), "blue", "duel")
    assert "  # Cruiser at 1,20 alt +4; vectors still; nose A, roll 0\n" in text
    assert "movement grid 1-8: - | - | - | - | - | - | - | -\n" in text
    assert [line for line in text.splitlines() if line.startswith("ship")] == ["ship Sirius", "ship Tern"]


def test_two_segments_a_window_are_more_than_one() -> None:
    text = template(without(without(meeting(), "Fearless", "pivot", 1), "Fearless", "roll", 1), "red", "duel")
    assert "  # pivot takes 2 segments a window; one window away: " in text
    assert "  # roll takes 2 segments a window\n" in text


def test_a_chart_of_the_games_own_is_told_as_it_goes() -> None:
    pivots, rolls = PaceRow(1, (1, 3, 4, 5, 6, 7)), PaceRow(1, tuple(range(2, 13)))
    tables = replace(meeting().tables, pivot_rows=(pivots,), roll_rows=(rolls,))
    text = flat(template(evolve(meeting(), tables=tables), "red", "duel"))
    assert " pivot takes 1, 3, 4, 5, 6 and 7 segments for 1 to 6 windows, by the game's own chart; one " in text
    assert " roll takes 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12 segments for 1 to 11 windows, by the game's" in text


@each_row(
    ("track", "line"),
    [
        ("decoys", "decoy 1"),
        ("pivot", "pivot to"),
        ("roll", "roll starboard"),
        ("thrust", "thrust 6"),
        ("starboard-laser", "fire starboard-laser"),
        ("starboard-tubes", "launch starboard"),
        ("bridge", "pivot to"),
    ],
)
def test_nothing_is_suggested_that_the_ship_cannot_do(track: str, line: str) -> None:
    assert f" {line}" in template(meeting(), "red", "duel")
    assert f" {line}" not in template(without(meeting(), "Fearless", track), "red", "duel")


@each_row(
    ("parties", "notes"),
    [
        (
            0,
            [
                "  # damage control: 3 working parties, at most 2 on a box; 1d10 of 6 or less",
                "  #     repairs it",
                "  #   break  repair ecm with 1  # 15 -> 20",
            ],
        ),
        (
            2,
            [
                "  # damage control: 1 working party, at most 2 on a box; 1d10 of 6 or less",
                "  #     repairs it",
                "  #   break  repair damage-control with 1  # 1 -> 2",
                "  #   break  repair ecm with 1  # 15 -> 20",
            ],
        ),
        (
            3,
            [
                "  # damage control: 0 working parties, at most 2 on a box; 1d10 of 6 or less",
                "  #     repairs it",
                "  # no working parties left",
            ],
        ),
    ],
)
def test_in_the_turn_break_the_template_lists_what_can_be_mended(parties: int, notes: list[str]) -> None:
    board = without(without(meeting(BREAK), "Fearless", "ecm", 1), "Fearless", "hull", 3)
    board = without(board, "Fearless", "damage-control", parties)
    text = template(board, "red", "duel")
    assert text.startswith("# red's orders for the break of turn 1. Text after # is a comment.\n")
    assert text.splitlines()[text.splitlines().index("ship Fearless") + 1 :] == notes


def test_in_the_turn_break_a_lost_bridge_is_mended_first() -> None:
    board = without(without(meeting(BREAK), "Fearless", "ecm", 1), "Fearless", "bridge")
    assert template(board, "red", "duel").splitlines()[-3:] == [
        "  #   break  repair bridge with 1",
        "  #       # first: until then no thrust, pivot or roll",
        "  #   break  repair ecm with 1  # 15 -> 20",
    ]


def test_without_a_bridge_it_is_said_what_to_do_first_and_nothing_of_the_helm_is_offered() -> None:
    text = flat(template(without(meeting(), "Fearless", "bridge"), "red", "duel"))
    assert "no thrust, pivot or roll can be ordered: repair a bridge box in the turn break first" in text
    assert "thrust may be" not in text


def test_a_weapon_that_is_not_ready_is_told_with_its_segment_and_one_that_is_destroyed_not_at_all() -> None:
    board = with_ship(meeting(4), "Fearless", counters={"starboard-laser": 2, "port": 6})
    text = flat(template(without(board, "Fearless", "port-laser"), "red", "duel"))
    assert "starboard-laser, reach 3, ready in segment 6" in text
    assert "port launcher: 22 tubes, 220 missiles left, ready in segment 2 of next turn" in text
    assert "port-laser" not in text
    assert "Sirius in segments 4-5, range 2 to 3: launcher starboard Sirius in segments 6-8" in text


def test_an_undamaged_ship_has_nothing_to_mend() -> None:
    assert template(meeting(BREAK), "red", "duel").endswith("  # nothing to repair\n")


def test_a_wreck_gets_no_orders() -> None:
    assert "\nship " not in template(with_ship(meeting(), "Fearless", destroyed="it exploded"), "red", "duel")


def suggestions(text: str) -> list[str]:
    """The file once for every suggestion, with that one line made an order."""
    lines, marked, offered = text.splitlines(), list[int](), False
    for at, line in enumerate(lines):
        offered = line == "  # you can order now:" or (offered and line.startswith("  #   "))
        if offered and line.startswith("  #   "):
            marked.append(at)
    return [
        "\n".join(line.replace("  # ", "", 1) if at == which else line for at, line in enumerate(lines))
        for which in marked
    ]


@settings(max_examples=15)
@given(number=st.integers(0, 10**9))
def test_unedited_it_orders_nothing_and_every_suggestion_can_be_taken(number: int) -> None:
    for board, *_ in skirmish(Random(number), 5):  # noqa: S311 - no secret hangs on it
        for player in ("red", "blue"):
            text = template(board, player, "melee")
            assert read_sheet(text, LANGUAGE).lines == ()
            for ordered in suggestions(text):
                sheet = read_sheet(ordered, LANGUAGE)
                assert len(sheet.lines) == 1

                def find(segment: int, form: object, board: Board = board) -> list[object]:
                    assert isinstance(form, Order)
                    return list(problems(board, segment, form, [form])) if segment >= board.segment else []

                assert check_sheet(sheet, LANGUAGE, find) == ()  # type: ignore[arg-type]


@each_row(
    ("row", "said"),
    [
        (-30, "range 30, window A (map), A (ship); missiles: 2 salvoes a turn"),
        (-40, "range 40, window A (map), A (ship); missiles: 1 salvo a turn"),
        (-90, "range 90, window A (map), A (ship); missiles: 1/2 salvo a turn"),
    ],
)
def test_one_salvo_and_less_are_not_several(row: int, said: str) -> None:
    board = board_of(placed("Fearless", "0,0", side="red"), placed("Sirius", f"0,{row}", side="blue"))
    assert said in flat(template(board, "red", "duel"))


def test_one_missile_is_not_several() -> None:
    board = with_ship(meeting(), "Fearless", spent={"port": 219})
    assert "  # port launcher: 22 tubes, 1 missile left\n" in template(board, "red", "duel")
