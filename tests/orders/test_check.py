from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from sits_es.events import Coded, Event
from sits_es.orders.check import check_sheet, respell, unknown_units
from sits_es.orders.faults import OrderFault, render_all
from sits_es.orders.frame import read_sheet
from tests.shared.order_samples import SLOOPS, Sailed
from tests.shared.order_sheets import sheet_of
from tests.shared.rows import each_row

TEXT = """\
game duel
turn 1
ship Gull
  1-3  sail to York 5
  3    sail to "New York" 6
  break  mend jib
ship Tern
  anchor
"""


def render(fault: OrderFault, source: str, text: str) -> str:
    (said,) = render_all((fault,), source, text)
    return said


@frozen
class Problem:
    message: str
    field: str | None = None
    warns: bool = False
    passing: bool = False
    why: Coded | None = None
    assumes: str = ""


def test_a_problem_points_at_its_field_or_else_at_the_whole_line() -> None:
    def find(segment: int, form: Event) -> Iterator[Problem]:
        if getattr(form, "to", None) == "New York":
            yield Problem("Gull: there is no harbour New York.", "to")
        if segment == 5:
            yield Problem("Gull: the jib is whole.")

    faults = check_sheet(read_sheet(TEXT, SLOOPS), SLOOPS, find)
    assert [render(fault, "red.txt", TEXT) for fault in faults] == [
        (
            "red.txt:5:16: Gull: there is no harbour New York.\n"
            '      3    sail to "New York" 6\n'
            "                   ^^^^^^^^^^"
        ),
        "red.txt:6:3: Gull: the jib is whole.\n      break  mend jib\n      ^^^^^^^^^^^^^^^",
    ]


@each_row(
    ("bad", "message"),
    [
        ((1, 2, 3), "Too fast."),
        ((2,), "Too fast. (In segment 2.)"),
        ((1, 3), "Too fast. (In segment 1,3.)"),
    ],
)
def test_a_problem_of_a_range_is_said_once_and_names_segments_only_where_not_all_have_it(
    bad: tuple[int, ...], message: str
) -> None:
    def find(segment: int, form: Event) -> Iterator[Problem]:
        if segment in bad and getattr(form, "knots", 0) == 5:
            yield Problem("Too fast.", "knots")

    assert check_sheet(read_sheet(TEXT, SLOOPS), SLOOPS, find) == (OrderFault(4, 21, message),)


def test_a_warning_is_told_with_its_place_and_is_no_fault() -> None:
    def find(segment: int, form: Event) -> Iterator[Problem]:
        if segment == 2 and getattr(form, "to", None) == "York":
            yield Problem("There may be ice.", "to", warns=True)

    assert check_sheet(read_sheet(TEXT, SLOOPS), SLOOPS, find) == (
        OrderFault(4, 16, "There may be ice. (In segment 2.)", length=4, warns=True),
    )


@each_row(
    ("steps", "bad", "message"),
    [
        ("1-3", (1,), "Calm. (Void in segment 1; in 2-3 it is valid.)"),
        ("1-3", (1, 2), "Calm. (Void in segment 1-2; in 3 it is valid.)"),
        ("1,3", (1,), "Calm. (Void in segment 1; in 3 it is valid.)"),
        ("2-3", (2,), "Calm. (Void in segment 2; in 3 it is valid.)"),
    ],
)
def test_a_problem_that_passes_is_a_warning_where_the_line_goes_on(
    steps: str, bad: tuple[int, ...], message: str
) -> None:
    assert _calm(steps, bad) == [(message, True)]


@each_row(
    ("steps", "bad", "message"),
    [
        ("2", (2,), "Calm."),
        ("1-2", (1, 2), "Calm."),
        ("1-2", (2,), "Calm. (In segment 2.)"),
    ],
)
def test_a_problem_that_passes_is_a_fault_where_the_line_ends_with_it(
    steps: str, bad: tuple[int, ...], message: str
) -> None:
    assert _calm(steps, bad) == [(message, False)]


@each_row(
    ("steps", "now", "foreseen", "said"),
    [
        ("2", (), (2,), ["Calm. (If the wind holds.)"]),
        ("2-3", (), (2, 3), ["Calm. (If the wind holds.)"]),
        ("1-4", (), (2, 4), ["Calm. (In segment 2,4, if the wind holds.)"]),
        ("1-2", (1,), (2,), ["Calm. (Void in segment 1; in 2 too, if the wind holds.)"]),
        ("1-4", (1,), (2, 3), ["Calm. (Void in segment 1; in 2-3 too, if the wind holds; in 4 it is valid.)"]),
    ],
)
def test_what_is_foreseen_is_one_warning_for_a_line_with_what_it_goes_by(
    steps: str, now: tuple[int, ...], foreseen: tuple[int, ...], said: list[str]
) -> None:
    def find(segment: int, _: Event) -> Iterator[Problem]:
        if segment in now:
            yield Problem("Calm.", passing=True, why=Coded("calm", (segment,)))
        if segment in foreseen:
            yield Problem(
                "Calm." if segment == foreseen[0] else "Calmer.",
                warns=True,
                why=Coded("calm", (segment,)),
                assumes="if the wind holds",
            )

    sheet = read_sheet(f"game duel\nturn 1\nship Gull\n  {steps} sail to York 5\n", SLOOPS)
    found = check_sheet(sheet, SLOOPS, find)
    assert ([fault.message for fault in found], {fault.warns for fault in found}) == (said, {True})


def _calm(steps: str, bad: tuple[int, ...]) -> list[tuple[str, bool]]:
    """What is found of a line in these steps when some of them have a problem that passes."""

    def find(segment: int, _: Event) -> Iterator[Problem]:
        if segment in bad:
            yield Problem("Calm.", passing=True)

    sheet = read_sheet(f"game duel\nturn 1\nship Gull\n  {steps} sail to York 5\n", SLOOPS)
    return [(fault.message, fault.warns) for fault in check_sheet(sheet, SLOOPS, find)]


def test_a_problem_with_a_field_that_has_no_words_points_at_the_line() -> None:
    faults = check_sheet(
        read_sheet(TEXT, SLOOPS), SLOOPS, lambda segment, _: [Problem("No.", "depth")] if segment == 5 else []
    )
    assert faults == (OrderFault(6, 3, "No.", length=15),)


def test_a_problem_with_the_ship_points_at_the_ships_line_once() -> None:
    faults = check_sheet(
        read_sheet(TEXT, SLOOPS),
        SLOOPS,
        lambda _, form: [Problem("Gull is lost.", "ship")] if SLOOPS.unit_of(form) == "Gull" else [],
    )
    assert {(fault.line, fault.column, fault.length) for fault in faults} == {(3, 6, 4)}
    assert [fault.message for fault in faults] == ["Gull is lost."]


def test_orders_for_a_ship_that_is_not_the_players_are_one_fault() -> None:
    asked = []

    def find(segment: int, form: Event) -> list[Problem]:
        asked.append((segment, SLOOPS.unit_of(form)))
        return []

    sheet = read_sheet(TEXT + "ship Gul\n", SLOOPS)
    assert check_sheet(sheet, SLOOPS, find, units=["Gull"]) == ()
    assert unknown_units(sheet, SLOOPS, ["Gull"]) == (
        OrderFault(7, 6, "There is no ship Tern. Ships: Gull.", length=4),
        OrderFault(9, 6, "There is no ship Gul. Did you mean Gull? Ships: Gull.", length=3),
    )
    assert asked == [(1, "Gull"), (2, "Gull"), (3, "Gull"), (3, "Gull"), (5, "Gull")]


SHIPS = "game duel\nturn 1\nship gull\n1 sail to york 5\nship GULL\n1 sail to hull 5\nship tern"


def known(form: Event, field: str) -> list[str]:
    return ["YORK"] if (SLOOPS.unit_of(form), field) == ("Gull", "to") else []


def test_names_take_their_known_spelling() -> None:
    right = respell(read_sheet(SHIPS, SLOOPS), SLOOPS, ["Gull", "Tern"], known)
    assert right.units == ("Gull", "Tern")
    assert right.at(1) == (Sailed(ship="Gull", to="YORK", knots=5), Sailed(ship="Gull", to="hull", knots=5))
    assert [fault.line for fault in unknown_units(right, SLOOPS, ["Tern"])] == [3]
    assert [fault.line for fault in unknown_units(right, SLOOPS, ["Gull"])] == [7]


def test_orders_of_a_unit_that_there_is_not_are_looked_at_as_those_of_the_one_most_like_it() -> None:
    meant = respell(read_sheet(SHIPS.replace("gull", "gul"), SLOOPS), SLOOPS, ["Osprey"], known, ["Gull", "Osprey"])
    assert meant.units == ("Gull", "tern")
    assert meant.at(1)[0] == Sailed(ship="Gull", to="YORK", knots=5)
    assert meant.places["ship Gull"].line == 3


def test_a_sheet_that_no_file_holds_can_be_spelt_right() -> None:
    sheet = sheet_of("duel", 1, {1: [Sailed(ship="GULL", to="york", knots=5)]}, SLOOPS)
    assert respell(sheet, SLOOPS, ["Gull"]).at(1) == (Sailed(ship="Gull", to="york", knots=5),)
