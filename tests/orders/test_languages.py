"""Languages with other words than SITS: lines that name their step, exact decimals, lines that name no step at all."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from sits_es.events import Event
from sits_es.orders.faults import OrderFaults
from sits_es.orders.frame import read_line, read_sheet
from sits_es.orders.language import FormReader, Language, shortest
from sits_es.orders.normal import write_line, write_sheet
from sits_es.orders.tables import Token
from tests.shared.order_sheets import sheet_of
from tests.shared.rows import each_row


@frozen(kw_only=True)
class Turned(Event):
    """A line of an impulse."""

    unit: str
    impulse: int
    degrees: str


@frozen(kw_only=True)
class Stowed(Event):
    """A line of the break."""

    unit: str


@frozen(kw_only=True)
class Waved(Event):
    """A line that names no step."""

    unit: str
    at: str


class ImpulseReader(FormReader):
    def turn(self, degrees: Token) -> Turned:
        low, high = Decimal(-30), Decimal("30.5")
        return Turned(unit=self.unit, impulse=1, degrees=self.decimal("degrees", degrees, low, high, 2))

    def stow(self) -> Stowed:
        return Stowed(unit=self.unit)


class WaveReader(FormReader):
    def wave(self, at: Token) -> Waved:
        return Waved(unit=self.unit, at=self.text("at", at))


def _write(form: Event) -> str:
    return f"turn {form.degrees}" if isinstance(form, Turned) else "stow"


#: Thirty-two impulses, each named by the lines that are for it, and a break.
IMPULSES: Final = Language(
    name="impulses",
    grammar='?order: turn\n?break_order: stow\nturn: "turn"i DECIMAL\nstow: "stow"i\n',
    reader=ImpulseReader,
    write=_write,
    step="impulse",
    numbered=True,
    last_step=32,
)

#: One thing to do, and no step to do it in.
WAVES: Final = Language(
    name="waves",
    grammar='?order: wave\nwave: "wave"i "at"i name\n',
    reader=WaveReader,
    write=lambda form: f"wave at {form.at}" if isinstance(form, Waved) else "",
    step="slot",
    last_step=1,
    stepless=True,
)

HEAD: Final = "game duel\nturn 1\nunit Kestrel\n"


def said(text: str, language: Language = IMPULSES) -> str:
    with pytest.raises(OrderFaults) as refusal:
        read_sheet(HEAD + text, language, "red.txt")
    return str(refusal.value).splitlines()[0] + (f" | {_expected(str(refusal.value))}")


def _expected(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip().startswith("expected: ")), "")


def test_an_order_bears_its_step_and_is_sealed_with_it() -> None:
    sheet = read_sheet(HEAD + "  impulse 3,5-6 turn -8.20\n  break stow\n", IMPULSES)
    turned = [Turned(unit="Kestrel", impulse=impulse, degrees="-8.2") for impulse in (3, 5, 6)]
    assert sheet.at(*range(1, 33)) == tuple(turned)
    assert sheet.at(3, 6) == (turned[0], turned[2])
    assert sheet.at(IMPULSES.break_step) == (Stowed(unit="Kestrel"),)
    line = write_line(turned[1], IMPULSES)
    assert line == "impulse 5 Kestrel: turn -8.2"
    assert read_line(line, IMPULSES) == turned[1]
    assert write_line(Stowed(unit="Kestrel"), IMPULSES) == "Kestrel: stow"
    assert read_line("Kestrel: stow", IMPULSES, IMPULSES.break_step) == Stowed(unit="Kestrel")


def test_the_normal_form_joins_steps_under_their_word() -> None:
    sheet = read_sheet(HEAD + "  impulse 2 turn 8.25\n  impulse 1 turn 8.250\n  impulse 4 turn 1\n", IMPULSES)
    assert write_sheet(sheet, IMPULSES) == (
        "game duel\nturn 1\n\nunit Kestrel\n  impulse 1-2    turn 8.25\n  impulse 4      turn 1\n"
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "  3 turn 8\n",
            (
                'red.txt:4:3: The word impulse is missing in front of "3". | '
                "expected: an impulse from 1 to 32, such as impulse 5 or impulse 3-4"
            ),
        ),
        ("  impulse 33 turn 8\n", "red.txt:4:11: There is no impulse 33. | expected: 1 to 32, or break"),
        ("  impulse 0 turn 8\n", "red.txt:4:11: There is no impulse 0. | expected: 1 to 32, or break"),
        ("  impulse 6-5 turn 8\n", "red.txt:4:11: The range 6-5 runs backwards. | expected: 5-6"),
        (
            "  impulse 5,5 turn 8\n",
            "red.txt:4:13: Impulse 5 is named twice in this line. | expected: each impulse once",
        ),
        (
            "  impulse 5 turn 30.51\n",
            'red.txt:4:18: "30.51" is too high. | expected: a number from -30 to 30.5 with up to 2 decimal places',
        ),
        (
            "  impulse 5 turn -30.01\n",
            'red.txt:4:18: "-30.01" is too low. | expected: a number from -30 to 30.5 with up to 2 decimal places',
        ),
        (
            "  impulse 5 turn 8.125\n",
            (
                'red.txt:4:18: "8.125" has too many digits. | '
                "expected: a number from -30 to 30.5 with up to 2 decimal places"
            ),
        ),
        ("  impulse turn 8\n", 'red.txt:4:11: "turn" does not belong here. | expected: an impulse from 1 to 32'),
        (
            "  impulse 5 stow\n",
            (
                'red.txt:4:13: "stow" is an order for the turn break, not for an impulse. | '
                "expected: break in place of the impulse"
            ),
        ),
        (
            "  break turn 8\n",
            (
                'red.txt:4:9: "turn" is an order for an impulse, not for the turn break. | '
                "expected: an impulse from 1 to 32 in place of break"
            ),
        ),
        ("  stow\n", 'red.txt:4:3: "stow" is an order for the turn break. | expected: break in front of it'),
    ],
)
def test_a_line_that_names_its_step_is_refused_in_its_own_words(text: str, answer: str) -> None:
    assert said(text) == answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("impulse 33 Kestrel: turn 8", "There is no impulse 33."),
        ("Kestrel: turn 8", '"Kestrel" does not belong here.'),
        ("impulse 5 Kestrel turn 8", '"turn" does not belong here.'),
    ],
)
def test_a_sealed_line_without_its_step_is_refused(line: str, answer: str) -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_line(line, IMPULSES)
    assert answer in str(refusal.value)


def test_a_line_may_name_no_step_at_all() -> None:
    sheet = read_sheet(HEAD + "  wave at Hawk\n  wave at Gull\n", WAVES)
    waved = tuple(Waved(unit="Kestrel", at=at) for at in ("Hawk", "Gull"))
    assert sheet.at(1) == waved
    assert all(line.whole_turn for line in sheet.lines)
    assert write_sheet(sheet, WAVES) == "game duel\nturn 1\n\nunit Kestrel\n  wave at Hawk\n  wave at Gull\n"
    for segment in (1, 2, 7):  # whatever the exchange's number: there is no turn break behind the last step
        assert read_line("Kestrel: wave at Hawk", WAVES, segment) == waved[0]


def test_where_lines_name_no_step_none_is_asked_for() -> None:
    assert said("  1 wave at Hawk\n", WAVES) == (
        'red.txt:4:3: "1" does not belong here. | expected: game, player, secret, turn, unit or wave'
    )
    assert said("  wav at Hawk\n", WAVES) == (
        'red.txt:4:3: "wav" does not belong here. Did you mean wave? | '
        "expected: game, player, secret, turn, unit or wave"
    )


def test_a_line_above_every_unit_is_refused_with_the_word_for_one() -> None:
    with pytest.raises(OrderFaults) as refusal:
        read_sheet("game duel\nturn 1\nimpulse 1 turn 2\n", IMPULSES)
    assert "No unit is named above this order." in str(refusal.value)
    assert _expected(str(refusal.value)) == "expected: a unit line first: unit NAME"


decimals = st.decimals(min_value=-30, max_value=30, places=2, allow_nan=False).map(shortest)
orders = st.builds(Turned, unit=st.sampled_from(["Kestrel", "Old Hawk"]), impulse=st.integers(1, 32), degrees=decimals)


@given(form=orders)
def test_a_sealed_line_is_read_as_it_was_written(form: Turned) -> None:
    assert read_line(write_line(form, IMPULSES), IMPULSES) == form


@given(forms=st.lists(orders, max_size=12))
def test_a_sheet_in_normal_form_orders_the_same(forms: list[Turned]) -> None:
    by_step = {step: [form for form in forms if form.impulse == step] for step in {form.impulse for form in forms}}
    sheet = sheet_of("duel", 1, by_step, IMPULSES)
    again = read_sheet(write_sheet(sheet, IMPULSES), IMPULSES)
    for step in range(1, 33):
        assert sorted(map(str, again.at(step))) == sorted(map(str, sheet.at(step)))


@each_row(
    ("number", "text"), [("8.20", "8.2"), ("-0.0", "0"), ("0", "0"), ("10", "10"), ("1E+1", "10"), ("-3.50", "-3.5")]
)
def test_a_decimal_is_kept_in_its_shortest_form(number: str, text: str) -> None:
    assert shortest(Decimal(number)) == text


@each_row(
    ("text", "read", "fault"),
    [
        ("-2", -2, ""),
        ("+2", 2, ""),
        ("-0", 0, ""),
        ("-02", -2, ""),
        ("-3", -2, '"-3" is too low.'),
        ("3", -2, '"3" is too high.'),
        ("-99999999999999999999", -2, '"-99999999999999999999" is too low.'),
        ("99999999999999999999", -2, '"99999999999999999999" is too high.'),
    ],
)
def test_a_whole_number_may_have_a_sign(text: str, read: int, fault: str) -> None:
    reader = FormReader("Gull", 1)
    assert reader.number("stretches", Token("STRETCHES", text, 0, len(text)), -2, 2) == read
    assert [each.message for each in reader.faults] == ([fault] if fault else [])
