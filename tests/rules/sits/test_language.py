from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.events import Event
from sits_es.orders.check import check_sheet
from sits_es.orders.faults import OrderFault, OrderFaults, TextPlace
from sits_es.orders.frame import read_line, read_sheet
from sits_es.orders.names import problem_of
from sits_es.orders.normal import write_line, write_sheet
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.ending.facts import StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.missiles.facts import DecoyOrdered, LaunchOrdered
from sits_es.rules.sits.motion.facts import PlotChoice, PlotOrdered, ThrustOrdered
from sits_es.rules.sits.orders.language import LANGUAGE, write_order
from sits_es.rules.sits.repairs.facts import RepairOrdered
from sits_es.rules.sits.turns.facts import PivotOrdered, RollOrdered
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered
from sits_es.space.avid import WINDOWS
from sits_es.space.hexes import STILL, HexVector
from tests.shared.order_sheets import sheet_of
from tests.shared.rows import each_row
from tests.shared.sits_order_lines import BREAK_LINES, LINES, plot

HEAD = "game duel\nturn 1\nship Fearless\n"

EXAMPLE = """\
game duel
turn 1
ship Fearless
  1    fire forward-graser at Sirius
  1    launch starboard 3 salvoes at Sirius
  2    thrust 4
  2    pivot to B+
  3-4  roll starboard 1
  4    decoy 2 if launched at
  6    DECOY 1 if launched at by 8 OR more within 014
  5    thrust 0 plot A: 3A 1B; A+: 3A 3+
  5    slide port
  break  repair port-tubes with 2
  stop if launched at
"""


@each_row(("text", "form"), LINES)
def test_each_order_of_a_segment_is_read(text: str, form: Event) -> None:
    assert read_line(f"F: {text}", LANGUAGE) == form


@each_row(("text", "form"), BREAK_LINES)
def test_repairs_are_read_for_the_turn_break(text: str, form: Event) -> None:
    assert read_line(f"F: {text}", LANGUAGE, LANGUAGE.break_step) == form


def test_the_written_example_is_read() -> None:
    sheet = read_sheet(EXAMPLE, LANGUAGE)
    stop = StopOrdered(ship="Fearless", condition="launched at")
    roll = RollOrdered(ship="Fearless", side="starboard", steps=1)
    assert sheet.at(3) == (roll, stop)
    assert sheet.at(4) == (roll, DecoyOrdered(ship="Fearless", count=2), stop)
    assert sheet.at(5) == (
        ThrustOrdered(ship="Fearless", thrust=0),
        PlotOrdered(ship="Fearless", plots=(plot("A", a=4, c=1), plot("A+", a=3, up=3))),
        SlideOrdered(ship="Fearless", facing="port"),
        stop,
    )
    assert sheet.at(6) == (DecoyOrdered(ship="Fearless", count=1, missiles=8, within=14), stop)
    assert sheet.at(7) == sheet.at(8) == (stop,)
    assert sheet.at(9) == (RepairOrdered(ship="Fearless", track="port-tubes", parties=2),)


def test_the_normal_form_of_the_written_example() -> None:
    assert write_sheet(read_sheet(EXAMPLE, LANGUAGE), LANGUAGE) == (
        "game duel\nturn 1\n\nship Fearless\n"
        "  1      fire forward-graser at Sirius\n"
        "  1      launch starboard 3 salvoes at Sirius\n"
        "  2      thrust 4\n"
        "  2      pivot to B+\n"
        "  3-4    roll starboard 1\n"
        "  4      decoy 2 if launched at\n"
        "  5      thrust 0\n"
        "  5      plot A: 3A 1B; A+: 3A 3+\n"
        "  5      slide port\n"
        "  6      decoy 1 if launched at by 8 or more within 14\n"
        "  stop if launched at\n"
        "  break  repair port-tubes with 2\n"
    )


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "  lanch x 3 salvoes at Sirius",
            (
                'red.txt:4:3: "lanch" does not belong here. Did you mean launch?\n'
                "      lanch x 3 salvoes at Sirius\n      ^^^^^\n"
                "    expected: break, game, player, secret, ship, stop, turn or a segment from 1 to 8"
            ),
        ),
        (
            "  1 lanch x 3 salvoes at Sirius",
            (
                'red.txt:4:5: "lanch" does not belong here. Did you mean launch?\n'
                "      1 lanch x 3 salvoes at Sirius\n        ^^^^^\n"
                "    expected: decoy, fire, launch, miracle, pivot, plot, present, roll, slide, stop or thrust"
            ),
        ),
        (
            "  9 thrust 3",
            "red.txt:4:3: There is no segment 9.\n      9 thrust 3\n      ^\n    expected: 1 to 8, or break",
        ),
        (
            "  0 thrust 3",
            "red.txt:4:3: There is no segment 0.\n      0 thrust 3\n      ^\n    expected: 1 to 8, or break",
        ),
        (
            "4-2  thrust 3",
            "red.txt:4:1: The range 4-2 runs backwards.\n    4-2  thrust 3\n    ^^^\n    expected: 2-4",
        ),
        (
            "  2 thrust 3 now",
            (
                'red.txt:4:14: "now" does not belong here.\n      2 thrust 3 now\n                 ^^^\n'
                "    expected: plot or the end of the line"
            ),
        ),
        (
            '1 fire "forward at Sirius',
            (
                'red.txt:4:8: The quote is not closed.\n    1 fire "forward at Sirius\n'
                '           ^^^^^^^^^^^^^^^^^^\n    expected: a " after the name'
            ),
        ),
        (
            "1 fire at Sirius",
            (
                'red.txt:4:8: A name is missing in front of "at".\n    1 fire at Sirius\n           ^^\n'
                "    expected: a name"
            ),
        ),
        (
            "1 fire x at King Roger",
            (
                'red.txt:4:18: "Roger" does not belong here. '
                'Put quotes round a name that has spaces or signs: "King Roger".\n'
                "    1 fire x at King Roger\n                     ^^^^^\n    expected: the end of the line"
            ),
        ),
        (
            "fire x at Sirius",
            (
                'red.txt:4:1: "fire" has no segment.\n    fire x at Sirius\n    ^^^^\n'
                "    expected: a segment from 1 to 8, or a range such as 3-4, in front of it"
            ),
        ),
        (
            "3 repair port-tubes",
            (
                'red.txt:4:3: "repair" is an order for the turn break, not for a segment.\n'
                "    3 repair port-tubes\n      ^^^^^^\n    expected: break in place of the segment"
            ),
        ),
        (
            "break fire x at Sirius",
            (
                'red.txt:4:7: "fire" is an order for a segment, not for the turn break.\n'
                "    break fire x at Sirius\n          ^^^^\n    expected: a segment from 1 to 8 in place of break"
            ),
        ),
        (
            "break stop if fired at",
            (
                'red.txt:4:7: "stop" is an order for a segment, not for the turn break.\n'
                "    break stop if fired at\n          ^^^^\n    expected: a segment from 1 to 8 in place of break"
            ),
        ),
        (
            "\t1\tpivot\tto B/D",
            (
                'red.txt:4:15: The window "B/D" is wrong at column 15: B and D are not next to each other. '
                "Write a corner of B, A/B or B/C, or of D, C/D or D/E.\n     1 pivot to B/D\n                  ^"
            ),
        ),
        (
            "1 pivot to C/D++",
            (
                'red.txt:4:15: The window "C/D++" is wrong at column 15: there are no corners in the green ring. '
                "Write C++ or D++.\n    1 pivot to C/D++\n                  ^^"
            ),
        ),
        (
            "1 pivot to \u0410",  # a Cyrillic letter that looks like A
            (
                'red.txt:4:12: The window "\u0410" is wrong at column 12: \u0410 belongs to no window. '
                "Write a side such as A "
                "or a corner such as A/B, with +, - or neither; a side with ++ or --; or +++ or ---.\n"
                "    1 pivot to \u0410\n               ^"
            ),
        ),
        (
            "1 plot A: 3A 4J 7",
            (
                'red.txt:4:14: "4J" (column 14) names no direction. '
                "Write one of A B C D E F + - after the number, such as 4A.\n"
                "    1 plot A: 3A 4J 7\n                 ^^\n"
                'red.txt:4:17: "7" (column 17) has no direction. '
                "Write one of A B C D E F + - after the number, such as 7A.\n"
                "    1 plot A: 3A 4J 7\n                    ^"
            ),
        ),
        (
            "1 thrust 0 plot A: 1A; a: 1B",
            (
                "red.txt:4:24: Window A is plotted twice.\n    1 thrust 0 plot A: 1A; a: 1B\n"
                "                           ^\n    expected: each window once"
            ),
        ),
        (
            "1 plot A 3A",
            'red.txt:4:10: "3A" does not belong here.\n    1 plot A 3A\n             ^^\n    expected: a colon',
        ),
        (
            "1 plot A:",
            (
                "red.txt:4:10: The line is incomplete.\n    1 plot A:\n             ^\n"
                "    expected: vectors such as 3A 1B"
            ),
        ),
        (
            "1 pivot B+",
            'red.txt:4:9: "B+" does not belong here.\n    1 pivot B+\n            ^^\n    expected: to',
        ),
        (
            "1 pivot to",
            (
                "red.txt:4:11: The line is incomplete.\n    1 pivot to\n              ^\n"
                "    expected: an AVID window such as B/C+"
            ),
        ),
        (
            "1 roll prot 1",
            (
                'red.txt:4:8: "prot" does not belong here. Did you mean port?\n    1 roll prot 1\n'
                "           ^^^^\n    expected: port or starboard"
            ),
        ),
        (
            "1 roll port 12",
            (
                'red.txt:4:13: "12" is too high.\n    1 roll port 12\n                ^^\n'
                "    expected: a number from 1 to 11"
            ),
        ),
        (
            "1 launch x 0 salvoes at y",
            (
                'red.txt:4:12: "0" is too low.\n    1 launch x 0 salvoes at y\n               ^\n'
                "    expected: a number from 1 to 9999"
            ),
        ),
        (
            "1 launch x 3 salvoes of 0 tubes at y",
            (
                'red.txt:4:25: "0" is too low.\n    1 launch x 3 salvoes of 0 tubes at y\n'
                "                            ^\n    expected: a number from 1 to 9999"
            ),
        ),
        (
            "1 launch x 3 at y",
            (
                'red.txt:4:14: "at" does not belong here.\n    1 launch x 3 at y\n                 ^^\n'
                "    expected: salvoes"
            ),
        ),
        (
            "1 launch x 3 salvoes at y with nuts",
            (
                'red.txt:4:32: "nuts" does not belong here. Did you mean nukes?\n'
                "    1 launch x 3 salvoes at y with nuts\n                                   ^^^^\n"
                "    expected: laser-head, laser-heads, nuke or nukes"
            ),
        ),
        (
            "1 decoy 2 by 8 or more",
            (
                'red.txt:4:11: "by" does not belong here.\n    1 decoy 2 by 8 or more\n              ^^\n'
                "    expected: if or the end of the line"
            ),
        ),
        (
            "1 decoy 2 if launched at by 8",
            (
                "red.txt:4:30: The line is incomplete.\n    1 decoy 2 if launched at by 8\n"
                "                                 ^\n    expected: or"
            ),
        ),
        (
            "1 decoy 2 if launched at within 9 by 8 or more",
            (
                'red.txt:4:35: "by" does not belong here.\n    1 decoy 2 if launched at within 9 by 8 or more\n'
                "                                      ^^\n    expected: the end of the line"
            ),
        ),
        (
            "1 decoy 2 if launched at soon",
            (
                'red.txt:4:26: "soon" does not belong here.\n    1 decoy 2 if launched at soon\n'
                "                             ^^^^\n    expected: by, within or the end of the line"
            ),
        ),
        (
            "1 decoy 2 if launched at by 0 or more within 10000",
            (
                'red.txt:4:29: "0" is too low.\n    1 decoy 2 if launched at by 0 or more within 10000\n'
                "                                ^\n    expected: a number from 1 to 9999\n"
                'red.txt:4:46: "10000" is too high.\n    1 decoy 2 if launched at by 0 or more within 10000\n'
                "                                                 ^^^^^\n    expected: a number from 0 to 9999"
            ),
        ),
        (
            "break repair x with 3",
            (
                'red.txt:4:21: "3" is too high.\n    break repair x with 3\n                        ^\n'
                "    expected: a number from 1 to 2"
            ),
        ),
        (
            "1 slide top",
            (
                'red.txt:4:9: "top" does not belong here.\n    1 slide top\n            ^^^\n'
                "    expected: aft, forward, port or starboard"
            ),
        ),
        (
            "stop if hit",
            "red.txt:4:12: The line is incomplete.\n    stop if hit\n               ^\n    expected: bears",
        ),
        (
            "stop when fired at",
            'red.txt:4:6: "when" does not belong here.\n    stop when fired at\n         ^^^^\n    expected: if',
        ),
        (
            "1 decoy 2 if fired at",
            (
                'red.txt:4:14: "fired" does not belong here.\n    1 decoy 2 if fired at\n                 ^^^^^\n'
                "    expected: launched"
            ),
        ),
    ],
)
def test_an_order_that_cannot_be_read_is_answered(line: str, answer: str) -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(HEAD + line, LANGUAGE, "red.txt")
    assert str(refusal.value) == answer


def test_every_mistake_is_answered_at_once() -> None:
    text = "turn 1\nship Fearless\n 9 thrust 1\n 1 pivot to X\n 2 thrust 1\n 1 luanch x\n"
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(text, LANGUAGE)
    assert [(fault.line, fault.column) for fault in refusal.value.faults] == [(1, 1), (3, 2), (4, 13), (6, 4)]


def test_a_sealed_line_holds_one_order() -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_line("Fearless: thrust 0 plot A: 1A", LANGUAGE)
    assert str(refusal.value) == (
        "order:1:1: The line holds several orders.\n    Fearless: thrust 0 plot A: 1A\n    ^^^^^^^^\n"
        "    expected: one order per line"
    )


@each_row(
    ("line", "places"),
    [
        ("1 fire bow at Sirius", {"weapon": (8, 3), "target": (15, 6)}),
        (
            "1 launch port 3 salvoes of 6 tubes at Sirius with nukes",
            {"mount": (10, 4), "salvoes": (15, 1), "tubes": (28, 1), "target": (39, 6), "warhead": (51, 5)},
        ),
        (
            "1 thrust 0 plot A: 3A 1B; a+: 3+",
            {"thrust": (10, 1), "plots": (17, 16), "plots A": (17, 8), "plots A+": (27, 6)},
        ),
        ("1 pivot to B+", {"to": (12, 2)}),
        ("1 roll port 3", {"side": (8, 4), "steps": (13, 1)}),
        ("1 decoy 2 if launched at", {"count": (9, 1), "if_launched_at": (11, 14)}),
        (
            "1 decoy 2 if launched at by 8 or more within 14",
            {"count": (9, 1), "if_launched_at": (11, 14), "missiles": (26, 12), "within": (39, 9)},
        ),
        ("1 slide port", {"facing": (9, 4)}),
        ("1 present port", {"facing": (11, 4)}),
        ("1 stop if fired at", {"condition": (11, 8)}),
        ("1 stop if range to Sirius at most 12", {"condition": (11, 26), "target": (20, 6), "range": (35, 2)}),
        ("1 stop if Sirius bears", {"condition": (11, 12), "target": (11, 6)}),
        ("break repair port-tubes with 2", {"track": (14, 10), "parties": (30, 1)}),
    ],
)
def test_each_field_keeps_the_place_of_its_words(line: str, places: dict[str, tuple[int, int]]) -> None:
    (read,) = read_sheet(HEAD + line, LANGUAGE).lines
    found = {name: place for name, place in read.places.items() if name not in ("ship", "in_steps")}
    assert found == {name: TextPlace(4, *where) for name, where in places.items()}


def test_a_problem_with_the_target_points_at_its_name() -> None:
    unknown = Refusal("There is no ship Sirus. Did you mean Sirius?", "target")
    sheet = read_sheet(f"{HEAD}  1-2  fire bow at Sirus # now", LANGUAGE)
    assert check_sheet(sheet, LANGUAGE, lambda *_: [unknown]) == (OrderFault(4, 20, unknown.message, length=5),)


def test_what_is_not_an_order_of_sits_cannot_be_written() -> None:
    with pytest.raises(KeyError):
        write_order(Order(ship="F"))


@each_row(
    ("values", "message"),
    [
        ({"condition": "fired at", "target": "x"}, 'a stop on "fired at" does not go with target x'),
        ({"condition": "target bears"}, 'a stop on "target bears" does not go with target None'),
        ({"condition": "range at most", "target": "x"}, 'a stop on "range at most" does not go with range None'),
        (
            {"condition": "target bears", "target": "x", "range": 3},
            'a stop on "target bears" does not go with range 3',
        ),
    ],
)
def test_a_stop_has_what_its_condition_asks_for(values: dict[str, Any], message: str | None) -> None:
    with pytest.raises(ValueError, match=message):
        StopOrdered(ship="F", **values)


names = st.one_of(
    st.sampled_from(["Sirius", "King Roger", "at", "ship", "launched", "RANGE", "if", "3", "port", "x # y", "with"]),
    st.text(st.characters(categories=["Ll", "Lu", "Nd"], include_characters=" -'._#:;"), min_size=1, max_size=12),
).filter(lambda name: problem_of(name) is None)
numbers = st.integers(1, 9999)
none = st.none()
vectors = st.builds(HexVector, a=st.integers(-60, 60), c=st.integers(-60, 60), up=st.integers(-60, 60))
plots = st.lists(
    st.builds(PlotChoice, window=st.sampled_from(WINDOWS), vector=st.one_of(st.just(STILL), vectors)),
    min_size=1,
    max_size=5,
    unique_by=lambda choice: choice.window,
)
facings = st.sampled_from(["port", "starboard", "forward", "aft"])
events = st.sampled_from(["launched at", "fired at", "damage taken", "ship destroyed"])
ship = st.just("Fearless")
given_forms = st.one_of(
    st.builds(FireOrdered, ship=ship, weapon=names, target=names),
    st.builds(
        LaunchOrdered,
        ship=ship,
        mount=names,
        target=names,
        salvoes=numbers,
        tubes=st.one_of(none, numbers),
        warhead=st.sampled_from(["laser-head", "nuke"]),
    ),
    st.builds(ThrustOrdered, ship=ship, thrust=st.integers(0, 9999)),
    st.builds(PlotOrdered, ship=ship, plots=plots.map(tuple)),
    st.builds(PivotOrdered, ship=ship, to=st.sampled_from(WINDOWS)),
    st.builds(RollOrdered, ship=ship, side=st.sampled_from(["port", "starboard"]), steps=st.integers(1, 11)),
    st.builds(DecoyOrdered, ship=ship, count=numbers, if_launched_at=st.booleans()),
    st.builds(
        DecoyOrdered,
        ship=ship,
        count=numbers,
        missiles=st.one_of(none, numbers),
        within=st.one_of(none, st.integers(0, 9999)),
    ),
    st.builds(SlideOrdered, ship=ship, facing=facings),
    st.builds(PresentOrdered, ship=ship, facing=facings),
    st.builds(StopOrdered, ship=ship, condition=events),
    st.builds(StopOrdered, ship=ship, condition=st.just("range at most"), target=names, range=numbers),
    st.builds(StopOrdered, ship=ship, condition=st.just("target bears"), target=names),
)
repairs = st.builds(RepairOrdered, ship=ship, track=names, parties=st.integers(1, 2))


@given(given_forms)
def test_an_order_of_a_segment_is_read_again_as_it_was(form: Event) -> None:
    assert read_line(write_line(form, LANGUAGE), LANGUAGE) == form


@given(repairs)
def test_a_repair_is_read_again_as_it_was(form: Event) -> None:
    assert read_line(write_line(form, LANGUAGE), LANGUAGE, 9) == form


@given(st.dictionaries(st.integers(1, 8), st.lists(given_forms, max_size=3)), st.lists(repairs, max_size=2))
def test_a_sheet_is_read_again_as_it_was_and_its_text_is_stable(
    segments: dict[int, list[Event]], mended: list[Event]
) -> None:
    sheet = sheet_of("duel", 2, {**segments, 9: mended}, LANGUAGE, player="red")
    text = write_sheet(sheet, LANGUAGE)
    again = read_sheet(text, LANGUAGE)
    assert all(again.at(segment) == sheet.at(segment) for segment in range(1, 10))
    assert write_sheet(again, LANGUAGE) == text


words = st.sampled_from(
    [
        "fire",
        "launch",
        "at",
        "with",
        "of",
        "salvoes",
        "tubes",
        "nukes",
        "3",
        "1",
        "0",
        "-",
        ",",
        ";",
        ":",
        "A",
        "A/B",
        "B+",
        "3A",
        "4J",
        "thrust",
        "plot",
        "pivot",
        "to",
        "roll",
        "port",
        "decoy",
        "if",
        "launched",
        "slide",
        "present",
        "repair",
        "stop",
        "range",
        "most",
        "bears",
        "destroyed",
        "damage",
        "taken",
        "Sirius",
        '"',
        "#",
        "\x00",
        "�",
    ]
)
orders_like = st.tuples(st.sampled_from(["", "1 ", "3-4 ", "break "]), st.lists(words, max_size=8).map(" ".join))


@given(st.lists(st.one_of(orders_like.map("".join), st.text()), max_size=4))
def test_any_text_is_read_or_refused_with_its_faults(lines: list[str]) -> None:
    with contextlib.suppress(OrderFaults):
        sheet = read_sheet(HEAD + "\n".join(lines), LANGUAGE)
        text = write_sheet(sheet, LANGUAGE)
        assert write_sheet(read_sheet(text, LANGUAGE), LANGUAGE) == text
