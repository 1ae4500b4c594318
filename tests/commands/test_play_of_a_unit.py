"""sits play --unit: what befell one unit in what was just played, and the unit in full."""

from collections.abc import Callable
from typing import Any

from tests.shared.commands_told import Sits

Rows = Callable[[], list[tuple[Any, ...]]]


def test_one_unit_alone_is_shown_with_what_befell_it(begun: Sits, rows: Rows) -> None:
    told = begun("play", "duel", "red.orders", "blue.orders", "--to", "1.8", "--unit", "Fearless")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("duel 1.1: events #")
    assert all("Fearless" in each for each in told.out.split("\n  #")[1:])
    shown = begun("show", "duel", "--unit", "Fearless").out.partition("\n")[2]
    assert shown.strip() in told.out
    assert told.out.splitlines()[-2:] == [
        "duel is at 1.break; everybody owes orders.",
        f"Record: up to #{len(rows()) - 1}, head {rows()[-1][6].hex()[:16]}. Check: sits audit verify duel",
    ]


def test_only_what_was_just_played_befell_a_unit_then(begun: Sits) -> None:
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.1").code == 0
    told = begun("play", "duel", "--drift", "red", "--drift", "blue", "--unit", "Fearless")
    assert "duel 1.1: events" not in told.out
    assert told.out.startswith("duel 1.2: events #")


def test_a_unit_that_is_not_there_is_refused_before_anything_is_played(begun: Sits, rows: Rows) -> None:
    before = rows()
    told = begun("play", "duel", "red.orders", "blue.orders", "--unit", "Fearles")
    assert (told.code, told.out) == (1, "")
    assert told.err == "There is no unit Fearles. Did you mean Fearless? Units: Fearless, Sirius.\n"
    assert rows() == before
