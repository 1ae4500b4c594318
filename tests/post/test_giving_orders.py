"""Order files in games by mail: for which branch they are, and what they say to one who owes none."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest
from msgspec.structs import replace

from sits_es.post import agreement, orders
from sits_es.post.log import boxes, packets
from sits_es.post.log.packets import Rewind, Seal
from sits_es.post.replica import replica_of
from sits_es.rules.moments import Moment
from tests.shared.commands_told import run
from tests.shared.postal import GAME, Table, cruisers, owes, sheet, thrust
from tests.shared.refusals import refused


def file_for(game: str, who: str) -> str:
    return f"game {game}\nturn 1\nplayer {who}\n{thrust(who)}\n"


def order(table: Table, game: str = GAME) -> None:
    for who in table.players:
        with table.at(who) as replica:
            orders.give(replica, f"{who}.orders", file_for(game, who))
    table.carry()


def test_a_file_for_the_game_is_for_its_newest_branch_after_changes_of_keepers(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.next_keeper("green", "blue")
    with table.desk("red") as desk:
        receipt = orders.give(replica_of(desk, GAME), "red.orders", file_for("ours", "red"))
        orders.take_back(replica_of(desk, GAME))
    assert receipt.words.startswith("Your orders for ours-2 1.1 are valid and will be sealed with the next letters.")
    assert "\ngame ours-2\n" in receipt.words
    table.next_keeper("red", "green")
    for game in ("ours", "ours-2", "ours-3"):
        with table.desk("red") as desk:
            assert orders.give(replica_of(desk, GAME), "red.orders", file_for(game, "red")).game == "ours-3"
    (table.folder / "red.orders").write_text(file_for("ours", "red"), encoding="utf-8")
    monkeypatch.setenv("SITS_HOME", str(table.folder / "red"))
    checked = run("orders", "check", str(table.folder / "red.orders"))
    assert (checked.code, "\ngame ours-3\n" in checked.out) == (0, True)


def test_orders_that_can_not_be_given_are_refused_with_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, file, text = cruisers(tmp_path), "red.orders", file_for("ours", "red")
    lines = "The orders for 1.1 come to 1 lines, one for each unit and step of an order."
    crowded = (
        f"{lines} By mail the limit is 0. Leave some out.",
        "An order for 1.1 has 18 characters in normal form. By mail the limit is 9.",
        "The orders for 1.1 take 2000 bytes, packed; the terms of ours allow 512. Leave some out.",
    )
    with table.at("red") as replica:
        unnamed = "red.orders:1:1: The file does not say which game it is for.\n    turn 1\n    ^\n    "
        unnamed += "expected: game ours"
        assert refused(orders.game_of, replica.desk, file, "turn 1") == unnamed
        assert orders.game_of(replica.desk, file, "game OURS") is replica
        assert refused(orders.take_back, replica) == "You have no orders waiting to be sealed in ours at 1.1."
        theirs = "Sirius: not yours to order. Yours: Fearless."
        assert refused(orders.stand, replica, file, file_for("ours", "blue")) == theirs
        short = "red.orders has no orders for the whole turn. Give lines for several segments, such as 1-8."
        assert refused(orders.stand, replica, file, text) == short
        assert refused(orders.give, replica, file, f"{text}secret {'0f' * 32}\n").startswith(
            "red.orders:6:8: A game by mail makes its own secrets, and whoever reads this secret knows your orders. "
            "Delete the line.\n    secret ****"
        )
        with monkeypatch.context() as small:
            small.setattr(packets, "MOST_LINES", 0)
            small.setattr(packets, "MOST_LETTERS", 9)
            small.setattr(boxes, "size_of", lambda _: 2000)
            assert refused(orders.give, replica, file, text) == "\n".join(crowded)
            assert orders.before_giving(replica.desk, file, text)[1:] == crowded
        ahead = f"game ours\nturn 1\n{thrust('red', '2')}"
        assert orders.before_giving(replica.desk, file, ahead) == (
            "To have them sealed for ours 1.1 to 1.2: sits orders seal red.orders",
            "You give no orders for 1.1; empty orders are sealed too.",
        )
        orders.give(replica, file, f"game ours\nturn 1\n{thrust('red', '1', 1)}")
        said = orders.give(replica, file, text).words
        assert said.startswith(
            "Your orders for ours 1.1 are valid and will be sealed with the next letters. They replace your orders for "
            "1.1. In normal form:\n"
        )
    with table.at("red") as replica:
        out = "red's orders for ours 1.1 are sealed and sent. A seal can't be changed."
        assert refused(orders.give, replica, file, text) == out
        assert orders.before_giving(replica.desk, file, text) == (out,)
        assert refused(orders.take_back, replica) == out
    table.does("green", agreement.resign)
    with table.at("green") as replica:
        assert refused(orders.give, replica, file, file_for("ours", "green")) == "green gives no orders in ours."


def test_a_file_for_the_game_before_a_rewind_is_not_for_the_branch_that_is_the_game_since(table: Table) -> None:
    order(table)
    table.decide("red", Rewind(to=Moment(1, 1), words="A typing error."))
    with table.at("red") as replica:
        why = refused(orders.give, replica, "red.orders", file_for("ours", "red"))
        assert why.startswith("red.orders:1:6: These orders are for the game ours, not for ours-2.\n")
        told = orders.before_giving(replica.desk, "red.orders", file_for("ours", "red"))
        assert told == ("These orders are for ours, but the game now goes on as ours-2.",)
    order(table, "ours-2")
    table.stands("1.2")


def test_what_is_sealed_and_sent_is_refused_if_it_changes_and_counts_in_what_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = cruisers(tmp_path)
    head, later = "game ours\nturn 1\nplayer red\nship Fearless\n", "3 thrust 1\n"
    with table.at("red") as replica:
        orders.give(replica, "red.orders", f"{head}1 thrust 2\n2 roll starboard 1\n")
    changed, same = f"{head}1 thrust 6\n2-3 roll port 1\n", f"{head}1 thrust 2\n{later}"
    with table.at("red") as replica:
        assert refused(orders.give, replica, "red.orders", changed) == (
            "red.orders:5:1: red's orders for 1.1 are sealed and sent. A seal can't be changed.\n"
            "    1 thrust 6\n    ^\n    expected: segment 3 or later\n"
            "red.orders:6:1: red's orders for 1.2 are sealed and sent. A seal can't be changed.\n"
            "    2-3 roll port 1\n    ^^^\n    expected: segment 3 or later"
        )
        for text in (same, head + later):
            said = orders.give(replica, "red.orders", text).words
            assert said.startswith("Your orders for ours 1.3 are ")
            assert "  2  Fearless: 1,-1 alt 0; vectors 4B; nose B, roll 1\n" in said
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "red"))
    for text, code in ((same, 0), (same.replace("game ours", "game OURS"), 0), (changed, 1)):
        (tmp_path / "red.orders").write_text(text, encoding="utf-8")
        checked = run("orders", "check", str(tmp_path / "red.orders"))
        assert checked.code == code
        assert ("  2  Fearless: 1,-1 alt 0; vectors 4B; nose B, roll 1\n" in checked.out) == (code == 0)
    new = " ".join(run("orders", "new", "ours", "--as", "red").out.replace("#", "").split())
    told = "1.1 Fearless: thrust 2; 1.2 Fearless: roll starboard 1; 1.3 Fearless: thrust 1."
    sealed = f"Your orders up to 1.3 are sealed and sent; they can't be changed: {told}"
    assert sealed in new
    assert run("orders", "new", "ours", "--as", "red", "-o", str(tmp_path / "red.html")).code == 0
    assert escape(sealed) in (tmp_path / "red.html").read_text(encoding="utf-8")


def test_an_exchange_sealed_without_orders_takes_none_later(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    with table.at("red") as replica:
        orders.give(replica, "red.orders", "game ours\nturn 1\nplayer red\nship Fearless\n")
    with table.at("red") as replica:
        why = refused(orders.give, replica, "red.orders", file_for("ours", "red") + "2 thrust 1\n")
        assert why.startswith("red.orders:5:3: red's orders for 1.1 are sealed and sent. A seal can't be changed.\n")


def test_whoever_acts_in_the_open_has_sealed_a_nonce_alone_and_is_checked(tmp_path: Path) -> None:
    table = Table(folder=tmp_path, scenario="ambush").begin()
    with table.at("red") as replica:
        assert orders.sealed_lines(replica, "red") == {}
        flown = sheet(replica, "red", "starship Kestrel\n  fly F F F F F F F F\n")
        assert "red.orders:5:13: Kestrel: step 4" in refused(orders.give, replica, "red.orders", flown)


def test_what_is_sealed_for_one_run_counts_in_the_rules_of_the_next(tmp_path: Path) -> None:
    table = Table(folder=tmp_path, scenario="pursuit").begin()
    head = "game ours\nturn 1\nplayer blue\nunit Hawk\n"
    with table.at("blue") as replica:
        orders.give(replica, "blue.orders", f"{head}impulse 1 speed 0\n")
    with table.at("blue") as replica:
        assert orders.give(replica, "blue.orders", f"{head}impulse 9 tac both\n").kept
        turned = f"{head}impulse 1 speed 0\nimpulse 9 turn yaw 6\n"
        assert "blue.orders:6:20: Hawk: yaw 6 is over the limit" in refused(orders.give, replica, "blue.orders", turned)


def test_a_seal_that_another_player_signs_for_us_is_not_ours(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    with table.at("blue") as replica:
        orders.give(replica, "blue.orders", file_for("ours", "blue"))
    with table.at("blue") as replica:
        (made,) = [seal for _, seal in replica.held.said(Seal, "blue")]
        replica.send(replace(made, seat="red"))
    table.carry()
    with table.at("red") as replica:
        assert not replica.has_sealed(Moment(1, 1), "red")
        assert orders.give(replica, "red.orders", file_for("ours", "red")).kept == (Moment(1, 1),)


def test_whoever_owes_none_is_told_who_acts_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(folder=tmp_path, scenario="ambush").begin()
    with table.at("red") as replica:
        ((acts, idle),) = [(each, other) for each, other in (("red", "blue"), ("blue", "red")) if owes(replica, each)]
    said = f"{acts} acts alone at 1.1, in the open; {idle} owes no orders there."
    with table.at(idle) as replica:
        empty = sheet(replica, idle, "")
        assert refused(orders.give, replica, "my.orders", empty) == said
    (tmp_path / "my.orders").write_text(empty, encoding="utf-8")
    monkeypatch.setenv("SITS_HOME", str(tmp_path / idle))
    checked = run("orders", "check", str(tmp_path / "my.orders"))
    assert checked.out.endswith(f"\n{said}\n")
    new = run("orders", "new", "ours", "--as", idle)
    assert f"# {idle} has nothing to order now.\n" in new.out
    sealed = run("orders", "seal", str(tmp_path / "my.orders"))
    assert (sealed.code, sealed.err) == (1, f"{said}\n")
