"""Lines without a step where orders name theirs: each counts once for an exchange, at its first step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.orders.check import check_sheet
from sits_es.orders.frame import read_line, read_sheet
from sits_es.orders.language import Language
from sits_es.orders.normal import how_they_stand, standing_forms, standing_lines, write_line, write_sheet
from sits_es.rules.refusals import Refusal
from tests.orders.test_languages import IMPULSES, WAVES, ImpulseReader, Turned
from tests.shared.order_samples import RAFTS


@frozen(kw_only=True)
class Watched(Event):
    """Order: look out in an impulse."""

    unit: str
    impulse: int


class WatchReader(ImpulseReader):
    """Looking out needs no impulse."""

    def watch(self) -> Watched:
        """`watch`."""
        return Watched(unit=self.unit, impulse=1)


#: Turns as before, and a thing to do whatever the impulse.
WATCHES: Final = Language(
    name="watches",
    grammar=IMPULSES.grammar.replace("?order: turn", '?order: turn | watch\n?anytime_order: watch\nwatch: "watch"i'),
    reader=WatchReader,
    write=lambda form: "watch" if isinstance(form, Watched) else IMPULSES.write(form),
    step="impulse",
    numbered=True,
    last_step=8,
)

HEAD: Final = "game duel\nturn 1\nunit Kestrel\n"
BOTH: Final = HEAD + "  impulse 1-8 turn 2\n  watch\n  impulse 5 turn -1\n"


def watched(impulse: int) -> Watched:
    return Watched(unit="Kestrel", impulse=impulse)


def turned(impulse: int, degrees: str = "2") -> Turned:
    return Turned(unit="Kestrel", impulse=impulse, degrees=degrees)


def test_it_counts_once_for_an_exchange_at_its_first_step() -> None:
    sheet = read_sheet(BOTH, WATCHES)
    assert sheet.at(1, 2, 3) == (turned(1), watched(1), turned(2), turned(3))
    assert sheet.at(4, 5, 6) == (turned(4), watched(4), turned(5), turned(5, "-1"), turned(6))
    assert sheet.at(2, 3) == (turned(2), watched(2), turned(3))
    assert sheet.at(WATCHES.break_step) == ()
    assert sheet.at(*range(1, 9)).count(watched(1)) == 1


def test_orders_of_some_exchanges_are_told_by_step_and_steps_without_one_too() -> None:
    sheet = read_sheet(HEAD + "  watch\n  impulse 2 turn 2\n", WATCHES)
    assert sheet.by_step([(1, 2, 3), (4, 5)]) == {1: (watched(1),), 2: (turned(2),), 3: (), 4: (watched(4),), 5: ()}


def test_in_normal_form_it_has_no_step_and_a_range_of_the_whole_turn_keeps_its_own() -> None:
    sheet = read_sheet(BOTH, WATCHES)
    normal = write_sheet(sheet, WATCHES)
    assert normal == ("game duel\nturn 1\n\nunit Kestrel\n  impulse 1-8    turn 2\n  watch\n  impulse 5      turn -1\n")
    assert read_sheet(normal, WATCHES) == sheet
    each = read_sheet(HEAD + "  impulse 1-8 watch\n", WATCHES)
    assert write_sheet(each, WATCHES) == "game duel\nturn 1\n\nunit Kestrel\n  impulse 1-8    watch\n"
    assert each.at(1, 2) == (watched(1), watched(2))
    assert each != read_sheet(HEAD + "  watch\n", WATCHES)


def test_sealed_it_names_the_step_at_which_it_counts() -> None:
    (form,) = read_sheet(HEAD + "  watch\n", WATCHES).at(4, 5, 6)
    assert write_line(form, WATCHES) == "impulse 4 Kestrel: watch"
    assert read_line("impulse 4 Kestrel: watch", WATCHES, 4) == form


lines = st.lists(
    st.sampled_from(["watch", "impulse 1-8 watch", "impulse 2 watch", "impulse 3-5 turn 1", "impulse 4 turn 2"]),
    max_size=6,
)


@given(lines=lines, length=st.integers(1, 8), first=st.integers(1, 8))
def test_a_sheet_in_normal_form_orders_the_same_in_exchanges_of_any_length(
    lines: list[str], length: int, first: int
) -> None:
    sheet = read_sheet(HEAD + "\n".join(lines), WATCHES)
    normal = write_sheet(sheet, WATCHES)
    again = read_sheet(normal, WATCHES)
    steps = range(first, min(first + length, 9))
    assert again.at(*steps) == sheet.at(*steps)
    assert write_sheet(again, WATCHES) == normal


def _never(step: int, form: Event) -> Iterator[Refusal]:
    if isinstance(form, Watched):
        yield Refusal(f"Nobody watches{'' if step < 4 else ' so late'}.")


def test_it_is_checked_once_for_each_exchange_that_is_to_come() -> None:
    sheet = read_sheet(HEAD + "  watch\n", WATCHES)
    asked: list[int] = []

    def find(step: int, _form: Event) -> Iterator[Refusal]:
        asked.append(step)
        yield Refusal("Nobody watches.")

    (fault,) = check_sheet(sheet, WATCHES, find, exchanges=[(4, 5, 6), (7, 8), (9,)])
    assert (asked, fault.line, fault.message) == ([4, 7], 4, "Nobody watches.")
    found = check_sheet(sheet, WATCHES, _never, exchanges=[(1, 2, 3), (4, 5, 6), (7, 8)])
    assert [fault.message for fault in found] == [
        "Nobody watches. (In impulse 1.)",
        "Nobody watches so late. (In impulse 4,7.)",
    ]


@pytest.mark.parametrize(
    ("language", "text", "stands", "said"),
    [
        (WATCHES, "watch\n  impulse 1-8 turn 2", ["impulse 1 Kestrel: watch"], " Give lines that name no impulse."),
        (IMPULSES, "impulse 1-8 turn 2", [], " Every order names its impulse, so no order can be a standing order."),
    ],
)
def test_where_orders_name_their_step_those_without_one_can_stand(
    language: Language, text: str, stands: list[str], said: str
) -> None:
    forms = standing_forms(read_sheet(f"{HEAD}  {text}\n", language), language)
    assert [write_line(form, language) for form in forms] == stands
    assert how_they_stand(language) == said


def test_elsewhere_lines_for_several_steps_can_stand_too() -> None:
    assert how_they_stand(RAFTS) == f" Give lines for several {RAFTS.step}s, such as 1-{RAFTS.last_step}."
    assert how_they_stand(WAVES) == ""


def test_a_standing_order_is_sealed_for_the_first_step_of_its_exchange() -> None:
    kept = ["impulse 1 Kestrel: watch"]
    assert standing_lines(kept, WATCHES, 4) == ("impulse 4 Kestrel: watch",)
    assert standing_lines(kept, WATCHES, WATCHES.break_step) == ("impulse 1 Kestrel: watch",)
    assert standing_lines(["Gull: anchor"], RAFTS, 4) == ("Gull: anchor",)
    with pytest.raises(UnreadableError):
        standing_lines(["Kestrel: watch"], WATCHES, 4)
