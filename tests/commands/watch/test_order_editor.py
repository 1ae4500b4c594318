"""Orders written from within the stepper: into a file of the player's, which nothing replaces without a word."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from commands.watch.app import Watch
from commands.watch.order_editor import OrderEditor
from sits_es.odds.outlook import Outlook
from sits_es.odds.trials import Played
from sits_es.report.graphs import tenths
from sits_es.service.odds import odds
from sits_es.service.session import Session
from tests.commands.watch.conftest import Driven
from tests.shared.played_demos import DEMOS

#: From the end of the game to the orders of red, who is the second of two.
TO_RED = ("o", "down", "enter")


def typed(text: str) -> list[str]:
    """The keys of a text."""
    return ["enter" if sign == "\n" else "space" if sign == " " else sign for sign in text]


def checked(app: Watch) -> None:
    """Check at once what is checked after a pause."""
    assert isinstance(app.screen, OrderEditor)
    app.screen._check()


def test_a_player_is_asked_for_where_several_owe_orders(duel: Driven) -> None:
    shown = duel.screens("duel", TO_RED)
    assert "Write orders for" in shown[1]
    assert shown[3].startswith(" red's orders for duel  duel-red.orders  not there yet\n")
    assert "thrust may be 0 to 6" in shown[3]
    assert "F6 pick a unit" in shown[3]
    named = duel.screens("duel", ["o"], player="blue", file=Path("mine.orders"))[-1]
    assert named.startswith(" blue's orders for duel  mine.orders  not there yet\n")


def test_an_order_is_written_checked_and_saved(duel: Driven) -> None:
    keys = [*TO_RED, *typed("1 thrust 5"), "f4"]
    foretold = duel.screens("duel", keys, size=(140, 40))[-1]
    assert "After each segment, if everybody else drifts:" in " ".join(foretold.split())
    assert "1  Fearless: " in foretold
    assert not Path("duel-red.orders").exists()
    told = duel.screens("duel", [*keys, "ctrl+s"])[-1]
    assert told.endswith("\nduel-red.orders is written. It has no mistakes. To hand it in: escape, P")
    text = Path("duel-red.orders").read_text(encoding="utf-8")
    assert text.startswith("# red's orders for turn 3")
    assert "\n1 thrust 5" in text


def test_where_orders_lead_is_drawn(duel: Driven) -> None:
    before = duel.screens("duel", [*TO_RED, "f5"], size=(140, 40))[-1].split("\n")
    after = duel.screens("duel", [*TO_RED, *typed("4 thrust 5"), "f5"], size=(140, 40))[-1].split("\n")
    assert before[2].endswith(" After 3.1. If everybody else drifts:")
    assert after[2].endswith(" After 3.4. If everybody else drifts:")
    apart = [[at for at, line in enumerate(told) if sign in line[71:]] for told in (before, after) for sign in "FS"]
    assert all(apart)
    assert before[3:] != after[3:]
    wrong = duel.screens("duel", [*TO_RED, *typed("1 thrust 9"), "f5"], size=(140, 40))[-1]
    assert "Fearless: thrust 9 is ordered" in wrong


def test_a_mistake_is_told_as_a_check_tells_it(duel: Driven) -> None:
    wrong = duel.screens("duel", [*TO_RED, *typed("1 thrust 9"), "f4"], size=(140, 40))[-1]
    assert "Fearless: thrust 9 is ordered" in wrong
    saved = duel.screens("duel", [*TO_RED, *typed("1 thrust 9"), "ctrl+s"])[-1]
    assert saved.endswith("\nduel-red.orders is written. There are mistakes in it: F4")


def test_what_is_written_is_checked_once_nobody_writes_on(duel: Driven) -> None:
    duel.screens("duel", [*TO_RED, *typed("1 thrust 5")], seen=checked)
    assert duel.app is not None
    assert "[F4 check]" in duel.screens("duel", [*TO_RED, *typed("1 thrust 5"), "f4"])[-1]


def test_the_odds_of_orders_that_check_are_those_of_the_command(duel: Driven) -> None:
    shown = duel.screens("duel", [*TO_RED, *typed("1 thrust 5"), "ctrl+s", "ctrl+o"])[-1]
    with Session(duel.folder) as session:
        text = Path("duel-red.orders").read_text(encoding="utf-8")
        found = odds(session.open_game("duel"), [("duel-red.orders", text)], (), 200)
    assert "duel 3.1 to the end of turn 3, 200 plays, blue as usual\n" in shown
    means = [f"{tenths(each.spread.mean)}  " for each in found.prospects[0].counts]
    told = [line for line in shown.split("\n") if "█" in line and "middle" not in line]
    assert len(told) == len(means) >= 4
    assert all(mean in line for mean, line in zip(means, told, strict=True))


def test_odds_are_worked_out_while_other_keys_do_what_they_do_and_go_when_the_orders_change(
    duel: Driven, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, going_on = Outlook.played, Event()

    def waits(asked: Outlook, number: int) -> Played:
        assert going_on.wait(20)
        return played(asked, number)

    def let_go(app: Watch) -> None:
        assert not any(each.is_running for each in app.workers)
        going_on.set()

    monkeypatch.setattr(Outlook, "played", waits)
    shown = duel.screens("duel", [*TO_RED, "ctrl+o", "f3", "ctrl+o", *typed("#")], wait=False, seen=let_go)[-4:]
    assert "Playing the turn with these orders: 0 of 200 times." in shown[0]
    assert "put the cursor on one: it is explained here." in " ".join(shown[1].split())
    assert "Playing the turn with these orders: 0 of 200 times." in shown[2]
    assert "The orders have changed. Their odds: ^o" in shown[3]


def test_orders_that_do_not_check_have_no_odds(duel: Driven, demo: Callable[[str], Driven]) -> None:
    wrong = duel.screens("duel", [*TO_RED, *typed("1 thrust 9"), "ctrl+o"], size=(140, 40))[-1]
    assert "Fearless: thrust 9 is ordered" in wrong
    none = demo("beacon").screens("beacon", ["o", "enter", "ctrl+o"], size=(80, 24), at="1.6")[-1]
    assert "X-Wing: players throw the dice and enter the results, so there are no odds." in " ".join(none.split())


@pytest.mark.long
def test_what_is_said_of_a_file_stays_when_that_is_checked(duel: Driven) -> None:
    said: list[str] = []

    def told(app: Watch) -> None:
        checked(app)
        assert isinstance(app.screen, OrderEditor)
        said.append(app.screen.said)

    duel.screens("duel", [*TO_RED, *typed("1 thrust 5"), "ctrl+s"], seen=told)
    Path("duel-red.orders").unlink()
    duel.screens("duel", [*TO_RED, *typed("1 thrust 5"), "ctrl+s", "6"], seen=told)
    assert said == ["duel-red.orders is written. It has no mistakes. To hand it in: escape, P", ""]


@pytest.mark.long
def test_a_file_that_is_there_is_opened_and_saved_as_often_as_it_is_changed(duel: Driven) -> None:
    mine = "game duel\nturn 3\nplayer red\n\nship Fearless\n  1 thrust 2\n"
    file = Path("duel-red.orders")
    file.write_text(mine, encoding="utf-8")
    shown = duel.screens(
        "duel", [*TO_RED, *typed("4 thrust 0"), "ctrl+s", "enter", *typed("5 thrust 1"), "ctrl+s", "ctrl+s"]
    )
    assert "1 thrust 2" in shown[3]
    assert shown[-2].endswith("\nduel-red.orders is written. It has no mistakes. To hand it in: escape, P")
    assert shown[-1].endswith("\nduel-red.orders is already saved.")
    assert file.read_text(encoding="utf-8") == f"{mine.rstrip()}\n4 thrust 0\n5 thrust 1\n"
    assert [each.name for each in Path().iterdir() if "red" in each.name] == ["duel-red.orders"]


def test_a_file_that_somebody_else_changed_meanwhile_stays(duel: Driven) -> None:
    file = Path("duel-red.orders")
    file.write_text("game duel\nturn 3\nplayer red\n", encoding="utf-8")

    def changed(app: Watch) -> None:
        file.write_text("# another program's\n", encoding="utf-8")
        assert isinstance(app.screen, OrderEditor)
        app.screen.action_save()

    duel.screens("duel", [*TO_RED, *typed("# mine")], seen=changed)
    assert file.read_text(encoding="utf-8") == "# another program's\n"


@pytest.mark.long
def test_leaving_asks_where_something_is_not_saved(duel: Driven) -> None:
    asked = "Your changes to duel-red.orders are not saved. Leave without saving?"
    assert duel.screens("duel", [*TO_RED, "escape"])[-1].startswith(" duel  2.break  #593 of ")
    shown = duel.screens("duel", [*TO_RED, *typed("1 thrust 5"), "escape", "n"])
    assert asked in " ".join(shown[-2].split())
    assert shown[-1].startswith(" red's orders")
    shown = duel.screens("duel", [*TO_RED, *typed("1 thrust 5"), "escape", "y"])
    assert shown[-1].startswith(" duel  2.break  #593 of ")
    assert not Path("duel-red.orders").exists()


def note(left: list[bool], app: Watch) -> None:
    """Note whether the program is being left."""
    left.append(app._exit)


@pytest.mark.long
def test_nothing_that_leaves_leaves_without_asking(duel: Driven) -> None:
    written = [*TO_RED, *typed("1 thrust 5")]
    for key in ("ctrl+q", "ctrl+c", "escape"):
        left: list[bool] = []
        shown = duel.screens("duel", [*written, key, key], seen=partial(note, left))
        assert "duel-red.orders are not saved. Leave without saving?" in " ".join(shown[-2].split())
        assert shown[-1].startswith(" red's orders")
        assert left == [False]
    for key in ("ctrl+q", "ctrl+c"):
        gone: list[bool] = []
        duel.screens("duel", [key], seen=partial(note, gone))
        assert gone == [True]


def test_a_new_template_is_put_in_place_of_old_orders_only_after_a_yes(duel: Driven) -> None:
    file = Path("duel-red.orders")
    old = "game duel\nturn 1\nplayer red\n"
    file.write_text(old, encoding="utf-8")
    shown = duel.screens("duel", [*TO_RED, "f9", "y"])
    assert shown[-1].endswith("This is a new template. The file stays as it is until you save.")
    assert file.read_text(encoding="utf-8") == old


def test_the_order_at_the_cursor_is_explained(duel: Driven) -> None:
    told = duel.screens("duel", [*TO_RED, *typed("1 thrust 5"), "f3"], size=(140, 40))[-1]
    assert "points, 0 up to the rating of the thrust track" in told
    nothing = duel.screens("duel", [*TO_RED, *typed("\n"), "f3"], size=(140, 40))[-1]
    assert "put the cursor on one: it is explained here." in nothing


def test_a_unit_is_picked_and_gets_its_place_in_the_file(demo: Callable[[str], Driven]) -> None:
    driven = demo("duel")
    Path("duel-blue.orders").write_text("game duel\nturn 3\nplayer blue\n", encoding="utf-8")
    shown = driven.screens("duel", ["o", "enter", "f6", "enter"])[-1]
    assert "\nship Sirius" in shown
    assert "[F2 unit]" in shown


def test_the_unit_that_a_new_file_is_about_is_told_of(demo: Callable[[str], Driven]) -> None:
    shown = demo("ambush").screens("ambush", ["o", "enter", *typed("accelerate"), "f2"], at="1.1")[-1].split("\n")
    assert "accelerate" in shown[1:10]
    assert shown[shown.index("[F2 unit]  F3 order  F4 check  F5 map  ^o odds") + 1] == "Raider"


def test_a_file_for_another_game_is_not_touched(duel: Driven) -> None:
    Path("duel-red.orders").write_text("game what-if\nturn 1\nplayer red\n", encoding="utf-8")
    shown = duel.screens("duel", TO_RED, size=(140, 40))[-1]
    said = "duel-red.orders is for the game what-if, not duel. Name another file: sits watch duel -o FILE"
    assert shown.endswith(f"\n{said}")


def test_a_file_that_a_terminal_would_obey_is_not_shown(duel: Driven) -> None:
    Path("duel-red.orders").write_text("game duel\n# \x1b]0;gone\x07\n", encoding="utf-8")
    shown = duel.screens("duel", TO_RED, size=(140, 40))[-1]
    assert shown.endswith(
        "\nduel-red.orders contains characters that are not text. Correct the file in another editor first."
    )
    assert "\x1b" not in shown


def test_where_a_game_is_over_nothing_is_written(demo: Callable[[str], Driven]) -> None:
    shown = demo("ambush").screens("ambush", ["o", "enter"], size=(140, 40))[-1]
    assert shown.endswith("\nambush is over: Round 3 was the last of the scenario.")


def test_facts_are_written_where_people_enter_them(demo: Callable[[str], Driven]) -> None:
    assert DEMOS["xwing"] == "beacon"
    shown = demo("beacon").screens("beacon", ["o", "enter", "ctrl+s"], size=(100, 30), at="1.6")
    assert shown[2].startswith(" blue's orders for beacon  beacon-blue.facts  not there yet\n")
    assert "beacon-blue.facts is written." in shown[-1]


@pytest.mark.parametrize(("name", "said"), [("beacon", "These orders can't be drawn."), ("pursuit", "After ")])
def test_what_can_be_drawn_is_the_systems_own(demo: Callable[[str], Driven], name: str, said: str) -> None:
    at = {"beacon": None, "pursuit": "2.1"}[name]
    shown = demo(name).screens(name, ["o", "enter", "f5"], size=(100, 30), at=at)[-1]
    assert said in shown


@pytest.mark.long
def test_a_small_terminal_breaks_nothing(duel: Driven) -> None:
    for size in ((20, 6), (40, 10), (3, 3)):
        duel.screens("duel", [*TO_RED, *typed("1 thrust 9"), "f4", "f3", "f6", "escape", "f8"], size=size)
