from __future__ import annotations

import contextlib

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sits_es.orders.faults import OrderFaults
from sits_es.orders.frame import read_line, read_sheet
from sits_es.orders.names import problem_of
from sits_es.orders.normal import write_line, write_sheet
from sits_es.rules.sfb.ending.facts import DamageEntered, LossEntered, StopOrdered
from sits_es.rules.sfb.exchanges import ORDER_TYPES
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.fire.facts import FireOrdered
from sits_es.rules.sfb.launching.facts import LaunchOrdered, ReleaseOrdered
from sits_es.rules.sfb.links.facts import (
    DisplacementEntered,
    InertiaEntered,
    ShieldEntered,
    TractorEndOrdered,
    TractorEntered,
    TractorOrdered,
    TransportOrdered,
)
from sits_es.rules.sfb.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb.orders.language import LANGUAGE, write_order
from sits_es.rules.sfb.points.facts import JoinOrdered, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb.spheres.facts import SphereEndOrdered, SphereEntered, SphereOrdered
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.turns.facts import HetOrdered, TacOrdered, TurnOrdered
from sits_es.rules.sfb.webs.facts import AnchorDropOrdered, CastOrdered, WebEntered, WebOrdered, WebPowerOrdered
from tests.shared.rows import each_row
from tests.shared.sfb_order_lines import LINES, OTHERWISE

HEAD = "game duel\nturn 1\nunit Kestrel\n"
BREAK = LANGUAGE.break_step


@each_row(("text", "form"), LINES)
def test_each_order_is_read_and_written_as_it_stands_in_the_book(text: str, form: OfUnit) -> None:
    assert read_line(f"impulse 5 Kestrel: {text}", LANGUAGE, 5) == evolve(form, impulse=5)
    assert write_order(form) == text


@each_row(("text", "normal"), OTHERWISE)
def test_there_are_other_ways_to_write_the_same(text: str, normal: str) -> None:
    assert write_order(read_line(f"impulse 5 Kestrel: {text}", LANGUAGE, 5)) == normal


@each_row("text", ["speed 8", "thrust 0", 'damage 4 "hull"', "lost exploding 3", "sphere energy 4", "web web-1 is 2.5"])
def test_the_turn_break_takes_speed_thrust_and_entries_and_gives_them_its_own_number(text: str) -> None:
    form = read_line(f"Kestrel: {text}", LANGUAGE, BREAK)
    assert isinstance(form, OfUnit)
    assert form.impulse == BREAK
    assert write_line(form, LANGUAGE) == f"Kestrel: {text}"
    (read,) = read_sheet(f"{HEAD}  break {text}\n", LANGUAGE).at(BREAK)
    assert read == form


def test_a_file_has_ranges_of_impulses_lines_without_one_and_the_break() -> None:
    sheet = read_sheet(
        f"{HEAD}  speed 12.5\n  impulse 5-7 turn yaw 2\n  impulse 6,9 fire phasers at Hawk\n"
        "  stop if launched at\n  break thrust 0\n",
        LANGUAGE,
    )
    speed = SpeedOrdered(unit="Kestrel", impulse=5, speed=125_000)
    stop = StopOrdered(unit="Kestrel", impulse=5, condition="launched at")
    turns = [TurnOrdered(unit="Kestrel", impulse=at, turn=Turn(yaw=20_000)) for at in (5, 6, 7)]
    fire = FireOrdered(unit="Kestrel", impulse=6, weapon="phasers", target="Hawk")
    # what names no impulse counts once, at the run's first
    assert sheet.at(5, 6, 7, 8) == (speed, turns[0], stop, turns[1], fire, turns[2])
    assert sheet.at(9, 10) == (evolve(speed, impulse=9), evolve(fire, impulse=9), evolve(stop, impulse=9))
    assert sheet.at(BREAK) == (ThrustOrdered(unit="Kestrel", impulse=BREAK, thrust=0),)
    normal = write_sheet(sheet, LANGUAGE)
    assert normal == (
        "game duel\nturn 1\n\nunit Kestrel\n"
        "  speed 12.5\n"
        "  impulse 5-7    turn yaw 2\n"
        "  impulse 6      fire phasers at Hawk\n"
        "  impulse 9      fire phasers at Hawk\n"
        "  stop if launched at\n"
        "  break  thrust 0\n"
    )
    assert read_sheet(normal, LANGUAGE).at(5, 6, 7, 8) == sheet.at(5, 6, 7, 8)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "impulse 5 turn yaw 8.2 YAW 3",
            (
                "anna.txt:4:26: The yaw is given twice.\n      impulse 5 turn yaw 8.2 YAW 3\n"
                "                             ^^^\n    expected: each angle once"
            ),
        ),
        (
            "impulse 5 turn yaw 8.20001",
            (
                'anna.txt:4:22: "8.20001" has too many digits.\n      impulse 5 turn yaw 8.20001\n'
                "                         ^^^^^^^\n"
                "    expected: a number from -360 to 360 with up to 4 decimal places (C1.21)"
            ),
        ),
        (
            "impulse 5 turn yaw 360.1 pitch -361",
            (
                'anna.txt:4:22: "360.1" is too high.\n      impulse 5 turn yaw 360.1 pitch -361\n'
                "                         ^^^^^\n"
                "    expected: a number from -360 to 360 with up to 4 decimal places (C1.21)\n"
                'anna.txt:4:34: "-361" is too low.\n      impulse 5 turn yaw 360.1 pitch -361\n'
                "                                     ^^^^\n"
                "    expected: a number from -360 to 360 with up to 4 decimal places (C1.21)"
            ),
        ),
    ],
)
def test_a_fault_is_told_at_its_column(line: str, answer: str) -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(f"{HEAD}  {line}\n", LANGUAGE, "anna.txt")
    assert "\n".join(refusal.value.problems) == answer


@pytest.mark.parametrize(
    ("text", "column", "said", "expected"),
    [
        (
            "speed 9999.5",
            26,
            '"9999.5" is too high.',
            "a number from -9999 to 9999 with up to 4 decimal places (C1.43)",
        ),
        ("speed fast", 26, '"fast" does not belong here.', "a number"),
        ("turn", 24, "The line is incomplete.", "pitch, roll or yaw"),
        ("turn 5", 25, '"5" does not belong here.', "pitch, roll or yaw"),
        ("turn jaw 5", 25, '"jaw" does not belong here. Did you mean yaw?', "pitch, roll or yaw"),
        ("turn yaw 8.2x", 29, '"8.2x" does not belong here.', "a number"),
        ("turn yaw 8,2", 30, '"," does not belong here.', "pitch, roll, yaw or the end of the line"),
        ("het yaw 90", 24, '"yaw" does not belong here.', "to"),
        ("tac impulse", 24, '"impulse" does not belong here.', "both, none, sublight or warp"),
        ("decelerate for 33", 35, '"33" is too high.', "a number from 0 to 32"),
        ('transport "" to Hawk', 30, "The order does not say what to move.", "what is moved, in quotes"),
        ("orbit Haven", 31, "The line is incomplete.", "left or right"),
        ("fire 0 phasers at Hawk", 25, '"0" is too low.', "a number from 1 to 9999"),
        (
            "fire two phasers at Hawk",
            29,
            '"phasers" does not belong here.',
            "at",
        ),
        ("launch drone at 3,0", 36, "A place has 3 numbers, not 2.", "X,Y,Z in hexes, such as 3,0.5,-1"),
        ("launch drone at 3,0.12345,1", 38, '"0.12345" has more than 4 decimals. Y of a place has up to 4 (A3.4).', ""),
        ("launch drone at 3,0,", 39, '"," does not belong here.', "the end of the line"),
        (
            "cast web from 0,0,0 to 1,0 strength 12",
            43,
            "A place has 3 numbers, not 2.",
            "X,Y,Z in hexes, such as 3,0.5,-1",
        ),
        ("cast web from Hawk to 1,0,0", 34, '"Hawk" does not belong here.', "a place such as 3,0.5,-1"),
        ("stop if", 27, "The line is incomplete.", "broken, fired, launched, range, struck, trapped or a name"),
        ('damage 4 "a\tb"', 29, "The note can't be kept.", "up to 200 visible characters"),
        ("damage 4.5", 27, '"4.5" does not belong here.', "a number"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_could_stand_there(
    text: str, column: int, said: str, expected: str
) -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_line(f"impulse 5 Kestrel: {text}", LANGUAGE, 5)
    (fault,) = refusal.value.faults
    assert (fault.column, fault.message, fault.expected) == (column, said, expected)


def test_a_place_names_each_of_its_faults_at_its_own_number() -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_line("impulse 5 Kestrel: launch drone at 1.00001, 2..5,12345678", LANGUAGE, 5)
    allowed = "Write a number such as 8.2, with up to 7 digits before the point and 4 after it (A3.4)."
    assert [(fault.column, fault.length, fault.message) for fault in refusal.value.faults] == [
        (36, 7, '"1.00001" has more than 4 decimals. X of a place has up to 4 (A3.4).'),
        (45, 4, f'"2..5" is not Y of a place. {allowed}'),
        (50, 8, f'"12345678" is not Z of a place. {allowed}'),
    ]


def test_a_turn_without_its_impulse_is_not_taken_for_the_turn_of_the_game() -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(f"{HEAD}  turn yaw 5\n  turn\n  turn x\n", LANGUAGE)
    assert [(fault.line, fault.column, fault.message, fault.expected) for fault in refusal.value.faults] == [
        (4, 3, '"turn" has no impulse.', "an impulse from 1 to 32, or a range such as 3-4, in front of it"),
        (5, 7, "The line is incomplete.", "a number"),
        (6, 8, '"x" does not belong here.', "a number"),
    ]


def test_only_some_orders_stand_without_an_impulse_or_in_the_break() -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(f"{HEAD}  fire phasers at Hawk\n  break turn yaw 2\n", LANGUAGE)
    assert [(fault.line, fault.column, fault.message, fault.expected) for fault in refusal.value.faults] == [
        (4, 3, '"fire" has no impulse.', "an impulse from 1 to 32, or a range such as 3-4, in front of it"),
        (
            5,
            9,
            '"turn" is an order for an impulse, not for the turn break.',
            "an impulse from 1 to 32 in place of break",
        ),
    ]


decimals = st.integers(-99_990_000, 99_990_000)
amounts = st.integers(0, 99_990_000)
angles = st.integers(-3_600_000, 3_600_000)
places = st.builds(Place, *[st.integers(-(10**11) + 1, 10**11 - 1)] * 3)
facings = st.builds(Facing, *[st.integers(0, 3_599_999)] * 3)
named = st.text(min_size=1, max_size=12).filter(lambda name: problem_of(name) is None)
notes = (
    st.text(max_size=20).map(str.strip).filter(lambda text: text.isprintable() and '"' not in text and "#" not in text)
)
of_unit = {"unit": named, "impulse": st.integers(1, 32)}

FORMS: dict[type[OfUnit], dict[str, st.SearchStrategy[object]]] = {
    SpeedOrdered: {"speed": decimals},
    ThrustOrdered: {"thrust": decimals},
    TurnOrdered: {"turn": st.builds(Turn, angles, angles, angles)},
    TacOrdered: {"tac": st.sampled_from(["warp", "sublight", "both", "none"])},
    HetOrdered: {"to": facings},
    DecelerationOrdered: {"period": st.none() | st.integers(0, 32)},
    OrbitOrdered: {"planet": named, "side": st.sampled_from(["left", "right"])},
    OrbitEndOrdered: {},
    BindOrdered: {"first": named, "second": named},
    SphereOrdered: {"radius": decimals, "energy": amounts},
    SphereEndOrdered: {},
    FireOrdered: {"weapon": named, "target": named, "number": st.none() | st.integers(1, 9999)},
    LaunchOrdered: {"launcher": named, "target": named},
    ReleaseOrdered: {"carried": named},
    TractorOrdered: {"target": named, "length": st.integers(0, 99_999_990_000), "power": amounts},
    TractorEndOrdered: {"target": named},
    TransportOrdered: {"note": notes.filter(bool), "target": named},
    WebOrdered: {"to": named, "power": amounts},
    PointOrdered: {"power": amounts, "start": st.none() | named},
    JoinOrdered: {"web": named, "point": named, "power": amounts},
    PointMoveOrdered: {"web": named, "point": named},
    WebPowerOrdered: {"web": named, "traditional": amounts},
    AnchorDropOrdered: {"web": named},
    CastOrdered: {"start": places, "end": places, "strength": amounts},
    StopOrdered: {"condition": st.sampled_from(["launched at", "fired at", "struck", "trapped", "broken down"])},
    DamageEntered: {"points": st.integers(0, 9999), "note": notes},
    LossEntered: {"strength": amounts},
    SphereEntered: {"energy": amounts},
    WebEntered: {"web": named, "traditional": amounts},
    TractorEntered: {"target": named, "power": amounts},
    DisplacementEntered: {"place": places},
    InertiaEntered: {"inertia": st.builds(Inertia, *[st.integers(-(10**14) + 1, 10**14 - 1)] * 3)},
    ShieldEntered: {"shield": st.integers(1, 6), "up": st.booleans()},
}
orders = st.one_of(
    *[st.builds(form, **of_unit, **fields) for form, fields in FORMS.items()],
    st.builds(LaunchOrdered, **of_unit, launcher=named, aim=places),
    st.builds(
        StopOrdered,
        **of_unit,
        condition=st.just("range at most"),
        target=named,
        range=st.integers(0, 99_999_990_000),
    ),
    st.builds(StopOrdered, **of_unit, condition=st.just("target bears"), target=named),
)


def test_every_form_is_tried() -> None:
    assert {*FORMS} == {*ORDER_TYPES}


@given(order=orders)
def test_what_is_written_is_read_as_the_same_order_and_written_the_same_again(order: OfUnit) -> None:
    line = write_line(order, LANGUAGE)
    assert read_line(line, LANGUAGE, order.impulse) == order
    assert write_line(read_line(line, LANGUAGE, order.impulse), LANGUAGE) == line


@given(text=st.text(alphabet='speedturnyawfire laucht at ,.-+0123456789"#webpointsphere\t', max_size=40))
def test_any_text_is_an_order_or_has_faults(text: str) -> None:
    with contextlib.suppress(OrderFaults):
        assert isinstance(read_line(f"impulse 1 Kestrel: {text}", LANGUAGE), OfUnit)
