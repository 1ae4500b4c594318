"""A game that is put away: nobody hears of it any more, and its packets still count."""

from pathlib import Path

import pytest

from tests.shared.programs import Table

pytestmark = pytest.mark.long


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def test_a_game_that_is_put_away_is_in_no_day_and_no_status(table: Table) -> None:
    table.begin()
    table.sits("ben", "mail", "in", "--quiet")
    assert "duel: stands at 1.1" in table.sits("ben", "mail", "status")
    said = table.sits("ben", "archive", "duel")
    assert said == "duel is put away. To take it out again: sits archive duel --undo\n"
    assert "duel" not in table.sits("ben", "mail", "in")
    assert table.sits("ben", "mail", "status") == (
        "Every game by mail here is put away. To see them: sits mail status --all\n"
    )
    assert "duel: stands at 1.1" in table.sits("ben", "mail", "status", "--all")
    assert "duel: stands at 1.1" in table.sits("ben", "mail", "status", "duel")


def test_what_comes_for_a_game_that_is_put_away_still_counts(table: Table) -> None:
    table.begin()
    table.sits("ben", "archive", "duel")
    table.sits("anna", "orders", "seal", str(table.folder / "red.orders"))
    table.sits("anna", "mail", "in", "--quiet")
    said = table.sits("ben", "mail", "in")
    assert "New packets: " in said
    assert "duel" not in said
    assert table.sits("ben", "archive", "duel", "--undo") == "duel is not put away any more.\n"
    assert "owed: seal of blue (you)" in table.sits("ben", "mail", "status")
    assert "owed: seal of red" not in table.sits("ben", "mail", "status")
    assert "duel stands at 1.1" in table.sits("ben", "mail", "in")


def test_a_host_puts_away_an_invitation_that_nobody_answers(table: Table) -> None:
    table.sits("anna", "id", "new", "anna")
    table.sits("anna", "invite", "duel", "--name", "duel", "--as", "red", "blue=ben@example.org")
    assert "duel: not begun" in table.sits("anna", "mail", "status")
    table.sits("anna", "archive", "duel")
    assert "not begun" not in table.sits("anna", "mail", "status")


def test_putting_away_twice_says_what_is_so(table: Table) -> None:
    table.begin()
    assert table.sits("ben", "archive", "duel", "--undo") == "duel is not put away.\n"
    table.sits("ben", "archive", "duel")
    assert table.sits("ben", "archive", "duel") == "duel is put away already.\n"
