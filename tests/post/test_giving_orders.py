"""Order files in games by mail: for which branch they are, and what they say to one who owes none."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from commands.main import app
from sits_es.errors import GameError
from sits_es.post import orders
from sits_es.post.log.packets import Rewind
from sits_es.post.replica import replica_of
from sits_es.rules.moments import Moment
from tests.shared.postal import GAME, Table, cruisers, owes, sheet, thrust


def file_for(game: str, who: str) -> str:
    return f"game {game}\nturn 1\nplayer {who}\n{thrust(who)}\n"


def order(table: Table, game: str = GAME) -> None:
    for who in table.players:
        with table.at(who) as replica:
            orders.give(replica, f"{who}.orders", file_for(game, who))
    table.carry()


def test_a_file_for_the_game_is_for_its_newest_branch_after_changes_of_keepers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = cruisers(tmp_path)
    table.next_keeper("green", "blue")
    with table.desk("red") as desk:
        receipt = orders.give(replica_of(desk, GAME), "red.orders", file_for("ours", "red"))
        orders.take_back(replica_of(desk, GAME))
    assert receipt.words.startswith("Your orders for ours-2 1.1 are in order and will be sealed with the next letters.")
    assert "\ngame ours-2\n" in receipt.words
    table.next_keeper("red", "green")
    for game in ("ours", "ours-2", "ours-3"):
        with table.desk("red") as desk:
            assert orders.give(replica_of(desk, GAME), "red.orders", file_for(game, "red")).game == "ours-3"
    (tmp_path / "red.orders").write_text(file_for("ours", "red"), encoding="utf-8")
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "red"))
    checked = CliRunner().invoke(app, ["orders", "check", str(tmp_path / "red.orders")])
    assert checked.exit_code == 0, checked.output
    assert "\ngame ours-3\n" in checked.stdout


def test_a_file_for_the_game_before_a_rewind_is_not_for_the_branch_that_is_the_game_since(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    order(table)
    table.decide("red", Rewind(to=Moment(1, 1), words="A typing error."))
    with table.at("red") as replica, pytest.raises(GameError) as refused:
        orders.give(replica, "red.orders", file_for("ours", "red"))
    assert str(refused.value).startswith("red.orders:1:6: These orders are for the game ours, not for ours-2.\n")
    order(table, "ours-2")
    assert table.labels() == dict.fromkeys(table.players, "1.2")


def test_whoever_owes_none_is_told_who_acts_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(folder=tmp_path, scenario="ambush").begin()
    with table.at("red") as replica:
        ((acts, idle),) = [(each, other) for each, other in (("red", "blue"), ("blue", "red")) if owes(replica, each)]
    said = f"{acts} acts alone at 1.1, in the open; {idle} owes nothing there."
    with table.at(idle) as replica:
        empty = sheet(replica, idle, "")
        with pytest.raises(GameError) as refused:
            orders.give(replica, "my.orders", empty)
    assert str(refused.value) == said
    (tmp_path / "my.orders").write_text(empty, encoding="utf-8")
    monkeypatch.setenv("SITS_HOME", str(tmp_path / idle))
    checked = CliRunner().invoke(app, ["orders", "check", str(tmp_path / "my.orders")])
    assert checked.stdout.endswith(f"\n{said}\n")
    new = CliRunner().invoke(app, ["orders", "new", "ours", "--as", idle])
    assert f"# {idle} has nothing to order now.\n" in new.stdout
    sealed = CliRunner().invoke(app, ["orders", "seal", str(tmp_path / "my.orders")])
    assert (sealed.exit_code, sealed.stderr) == (1, f"{said}\n")
