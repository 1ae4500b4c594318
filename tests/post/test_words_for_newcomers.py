"""What commands of a game by mail say to somebody who types them for the first time."""

from pathlib import Path

import pytest

from tests.shared.programs import Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def test_a_new_key_is_told_in_lines_of_eighty_columns(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(table.folder)
    made = table.sits("anna", "id", "new", "anna").splitlines()
    assert made[-3] == "Keep a copy in a safe place: without it you cannot play on."
    shown = table.sits("anna", "id", "show").splitlines()
    assert shown == ["anna", *(f"  {line}" for line in made[-2:])]
    assert max(map(len, made[-3:] + shown)) <= 80


def test_a_host_who_joins_is_told_that_there_is_nothing_to_join_before_anything_is_asked_for(table: Table) -> None:
    table.begin()
    (table.folder / "anna" / "sits.toml").write_text("")
    said = "You invited to duel yourself and play red: there is nothing to join.\n"
    assert table.refused("anna", "join", "duel") == said
    assert table.refused("ben", "join", "duel") == "You have already joined duel, as blue.\n"


def test_standing_orders_without_a_game_say_which_words_are_missing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    monkeypatch.chdir(table.folder)
    said = "Say first for which game they are: sits orders standing GAME red.orders\n"
    assert table.refused("anna", "orders", "standing", "red.orders", "--open") == said
    assert table.refused("anna", "orders", "standing", "duel") == "Give either an order file or --drift.\n"
    table.sits("ben", "mail", "in", "--quiet")
    told = table.sits("ben", "orders", "standing", "duel", "blue.orders", "--open")
    assert told.endswith("\nEverybody can read them.\nWrite the letters: sits mail out (sits mail in does it too)\n")
    assert table.sits("ben", "orders", "standing", "duel", "--drift") == (
        "duel: your units drift when you do not order.\n"
        "What you opened before stays on record, and is followed where the others go on without you. To put\n"
        "these in its place for all to read: the same command with --open.\n"
    )
    table.sits("ben", "orders", "standing", "duel", "--drift", "--open")
    assert table.sits("ben", "orders", "standing", "duel", "--drift").count("\n") == 1


def test_the_proof_fits_a_terminal(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.play_a_turn()
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, table.sits("anna", "mail", "prove", "duel").splitlines())) <= 80
