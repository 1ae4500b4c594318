import io

import pytest
from rich.console import Console, Group

from commands.sits.render.page import ReportLine, fields, heading, plain, section, table
from tests.shared.view_samples import Page


def test_a_long_line_goes_on_below_its_hang(page: Page) -> None:
    assert page(ReportLine("one two three four five six", 2, 3), 16) == [
        "  one two three",
        "     four five",
        "     six",
    ]


def test_a_line_that_fits_stays_as_it_is(page: Page) -> None:
    assert page(ReportLine("Fearless:  thrust 4", 4)) == ["    Fearless:  thrust 4"]


@pytest.mark.parametrize("text", ["[bold]Fearless[/bold]", "[/]", "[link=x]y", ":rocket:"])
def test_text_of_players_is_never_markup(page: Page, text: str) -> None:
    everything = Group(
        ReportLine(text),
        heading(text),
        section(text),
        table(("Ship",), ((text,),)),
        fields(((text, "is"), ("what", text))),
    )
    assert sum(line.count(text) for line in page(everything)) == 6


def test_marks_that_upset_a_terminal_become_blanks() -> None:
    assert plain("Fear\x1b[31mless\n\x07").plain == "Fear [31mless  "


def test_a_heading_runs_to_the_right_edge(page: Page) -> None:
    assert page(heading("Turn 2"), 12) == ["Turn 2 ─────"]
    assert page(heading("Turn 2", ascii_only=True), 12) == ["Turn 2 -----"]


@pytest.mark.parametrize(("ascii_only", "rule"), [(False, "─"), (True, "-")])
def test_a_table_has_a_line_under_its_heads_and_numbers_to_the_right(page: Page, ascii_only: bool, rule: str) -> None:
    drawn = table(("Ship", "Range"), (("Sirius", "6"), ("Fox", "12")), right=(1,), ascii_only=ascii_only)
    assert page(drawn) == ["Ship    Range", rule, "Sirius      6", "Fox        12"]


def test_rows_that_say_nothing_are_left_out(page: Page) -> None:
    assert page(fields((("Thrust", "4"), ("Pivot", ""), ("", "below")))) == ["Thrust  4", "        below"]


def test_styles_only_repeat_what_the_text_says() -> None:
    coloured = Console(width=40, force_terminal=True, color_system="truecolor", file=io.StringIO(), record=True)
    coloured.print(Group(heading("Turn"), section("Orders"), ReportLine("Fearless", style="bold")))
    assert coloured.export_text(styles=False).split() == ["Turn", "─" * 35, "Orders", "Fearless"]
