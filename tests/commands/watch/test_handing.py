"""Orders handed in from the stepper: played at one table, sealed by mail, after a yes."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands.home import open_session
from tests.commands.watch.conftest import Driven
from tests.shared.commands_told import run
from tests.shared.duels import BLUE, RED
from tests.shared.programs import Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Driven:
    """A duel that has just begun."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "games")
    assert run("new", "duel", "--name", "duel").code == 0
    return Driven(tmp_path / "games")


def flat(screen: str) -> str:
    return " ".join(screen.replace("|", " ").split())


def test_without_a_file_nothing_is_played(table: Driven) -> None:
    assert table.screen("duel", "P").endswith("\nThere is no duel-blue.orders or duel-red.orders yet. Write orders: o")


def test_the_files_of_all_who_owe_orders_are_played_after_a_yes(table: Driven) -> None:
    Path("duel-red.orders").write_text(RED, encoding="utf-8")
    Path("duel-blue.orders").write_text(BLUE, encoding="utf-8")
    before, asked, left, _, played = table.screens("duel", ["P", "n", "P", "y"])
    assert "Play duel with duel-blue.orders and duel-red.orders? It can't be undone." in flat(asked)
    assert left == before
    with open_session() as session:
        head = session.open_game("duel").head.version
    begun = int(before.split("#")[1].split()[0])
    assert played.endswith(f"\nPlayed: 1.1 to 1.8, events #{begun + 1} to #{head}.")
    assert f"#{head} of {head}" in played.split("\n")[0]


def test_a_mistake_in_a_file_is_told_in_full_and_nothing_is_played(table: Driven) -> None:
    Path("duel-red.orders").write_text(RED.replace("thrust", "trust", 1), encoding="utf-8")
    with open_session() as session:
        head = session.open_game("duel").head
    told = table.screen("duel", "P")
    assert "duel-red.orders:" in told
    assert told.split("\n")[-1].rstrip() != ""
    with open_session() as session:
        assert session.open_game("duel").head == head


def test_whoever_has_no_file_is_named(table: Driven) -> None:
    Path("duel-red.orders").write_text(RED, encoding="utf-8")
    told = table.screen("duel", "P", "y")
    assert run("play", "duel", "duel-red.orders").err.strip() in flat(told)


def test_by_mail_the_orders_of_whoever_plays_here_are_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = Table(tmp_path, monkeypatch)
    office.begin()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "anna"))
    Path("red.orders").rename("duel-red.orders")
    seen = Driven(tmp_path / "anna").screens("duel", ["P", "y"])
    asked = "Seal duel-red.orders for duel? Until the next letters are written, you can take the orders back."
    assert asked in flat(seen[1])
    assert "To write the letters: sits mail out" in flat(seen[2])
    assert "they go out with the next letters" in flat(run("mail", "status").out)
