"""A game's file whose turns are packed apart: unpacked as they are come to, they show what the whole would show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from commands.home import open_session
from sits_es.game.events import PlayerResigned
from tests.shared.browsers import Opened, opened
from tests.shared.commands_told import run
from tests.shared.handouts import packed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: The file of the duel beside its what-if, which leaves it in the middle of turn 1, with a volume for each turn.
BY_TURNS = "by-turns.html"

#: Whether it is told in each pane how the event at hand comes about.
EXPLAINED = """() => [...document.querySelectorAll('.pane')].every((pane) => pane.querySelector('.working').textContent
    .includes(`event ${pane.querySelector('.now b').textContent.slice(1)}:`))"""


def seen(page: Opened, version: int) -> tuple[str, str]:
    """All that is to be seen after an event, once it is come to: the place, and the panes."""
    page.page.evaluate(f"sits.choose({version})")
    page.page.wait_for_function(EXPLAINED)
    panes = page.page.evaluate("document.getElementById('panes').innerHTML")
    return page.text("#place"), re.sub(r"hexes-\d+", "", panes)


def test_a_volume_begins_with_a_turn_and_a_branchs_first_one_where_it_leaves(folder: Path) -> None:
    trunk, fork = packed(folder / BY_TURNS, "shown")["branches"]
    begins = {turn: first for _, turn, first, _ in reversed(trunk["chapters"])}
    assert trunk["volumes"] == [0, begins[2]]
    assert fork["volumes"] == [fork["after"] + 1]
    assert packed(folder / "both.html", "shown")["branches"][0]["volumes"] == [0]


def test_however_a_game_is_divided_the_same_is_said_kept_and_explained_of_it(folder: Path) -> None:
    for part in ("shown", "workings", "stored"):
        whole = packed(folder / "both.html", f"{part}-0-0")
        first, second = (packed(folder / BY_TURNS, f"{part}-0-{number}") for number in (0, 1))
        match part:
            case "shown":
                assert all(first[name] + second[name] == whole[name] for name in ("changes", "said"))
                assert first["reports"] | second["reports"] == whole["reports"]
                told = [[each["headings"][at] for at in each["under"]] for each in (first, second, whole)]
                assert told[0] + told[1] == told[2]
            case "workings":
                assert first + second == whole
            case "stored":
                states = [[row[3] for row in each["events"]] for each in (first, second, whole)]
                assert states[0] + states[1] == states[2]


def test_the_state_in_a_later_volume_is_what_the_command_shows(folder: Path, browser: Browser) -> None:
    begins = packed(folder / BY_TURNS, "shown")["branches"][0]["volumes"][1]
    with opened(browser, folder / BY_TURNS) as page:
        for version in (593, begins, begins - 1, begins + 1, 0):
            assert page.state(version) == run("show", "duel", "--at", f"#{version}", "--json").json
        for version in (112, 113, 244):
            assert page.state(version, 1) == run("show", "what-if", "--at", f"#{version}", "--json").json
        assert page.said == []


@pytest.mark.long
def test_whatever_is_come_to_and_in_whatever_order_the_same_is_seen(folder: Path, browser: Browser) -> None:
    begins = packed(folder / BY_TURNS, "shown")["branches"][0]["volumes"][1]
    with opened(browser, folder / "both.html") as whole, opened(browser, folder / BY_TURNS) as page:
        for each in (whole, page):
            each.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        for version in (593, 112, 113, begins, begins - 1, 0, 400, 130):
            assert seen(page, version) == seen(whole, version)
        assert (page.said, whole.said) == ([], [])


@pytest.mark.long
def test_it_is_stepped_and_jumped_from_one_volume_into_the_next_and_back(folder: Path, browser: Browser) -> None:
    begins = packed(folder / BY_TURNS, "shown")["branches"][0]["volumes"][1]
    with opened(browser, folder / BY_TURNS) as page:
        page.page.evaluate(f"sits.choose({begins - 1})")
        page.page.reload()
        page.page.wait_for_selector("html[data-ready=yes]")
        keyboard = page.page.keyboard
        for key, place in (
            ("End", "2.break, event 593 of 593"),
            ("Home", "set-up, event 0 of 593"),
            ("PageDown", "1.1, event"),
        ):
            keyboard.press(key)
            page.page.wait_for_function(f"() => document.getElementById('place').textContent.startsWith('{place}')")
        keyboard.press("s")
        page.page.evaluate(f"sits.choose({begins - 1})")
        keyboard.press("ArrowRight")
        assert page.text(".now b") == f"#{begins}"
        keyboard.press("ArrowLeft")
        assert page.text(".now b") == f"#{begins - 1}"
        page.page.goto(f"{(folder / BY_TURNS).absolute().as_uri()}#400")
        page.page.reload()
        page.page.wait_for_selector("html[data-ready=yes]")
        assert page.text(".now b") == "#400"
        assert page.said == []


@pytest.mark.long
def test_who_goes_on_before_a_volume_is_unpacked_ends_where_they_went_last(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / BY_TURNS) as page:
        page.page.evaluate(
            """for (const key of ['End', 'Home'])
                document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"""
        )
        page.page.evaluate("sits.state(593)")  # unpacked by now
        assert page.text("#place") == "set-up, event 0 of 593"
        assert page.said == []


@pytest.mark.long
def test_every_volume_is_checked(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "both.html") as whole, opened(browser, folder / BY_TURNS) as page:
        found = [each.page.evaluate("sits.check()") for each in (whole, page)]
        assert found[0] == found[1]
        assert [each["events"] for each in found[0]] == [594, 245]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with three lines of the duel, a volume a turn: it, and forks from its end and from turn 2.

    After the first was opened somebody resigned in the duel, which is still part of its last exchange.
    """
    folder = tmp_path_factory.mktemp("lines")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(folder / "games"))
        patch.delenv("COLUMNS", raising=False)
        patch.chdir(folder)
        assert run("demo", "duel").code == 0
        assert run("fork", "duel", "--at", "#593", "--name", "on").code == 0
        assert run("fork", "duel", "--at", "2.3", "--name", "later").code == 0
        assert run("play", "later", "--to", "2.4").code == 0
        with open_session() as table:
            table.store.append("duel", [PlayerResigned(turn=2, segment=9, player="blue")], after=593)
        patch.setattr("commands.render.html.replay_data.VOLUME", 1)
        assert run("replay", "on", "-o", "on.html", "--beside", "duel", "--beside", "later").code == 0
        assert run("replay", "later", "-o", "later.html").code == 0
        yield folder


def test_a_fork_in_the_middle_of_a_turn_does_not_divide_it(lines: Path) -> None:
    (alone,) = packed(lines / "later.html", "shown")["branches"]
    begins = {turn: first for _, turn, first, _ in reversed(alone["chapters"])}
    assert [turn for _, turn, _, _ in alone["chapters"]].count(0) == 2, "set-up, and where it leaves the duel"
    assert alone["volumes"] == [0, begins[2]]
    assert [*packed(lines / "later.html", "shown-0-1")["reports"]] == ["2"]


def test_a_branch_has_nothing_of_what_it_shares(lines: Path) -> None:
    _, duel, later = packed(lines / "on.html", "shown")["branches"]
    assert (duel["after"], duel["volumes"], later["volumes"]) == (593, [594], [335])
    assert packed(lines / "on.html", "shown-1-0")["said"] == [
        "Player blue has resigned and is out of the game from 2.break on."
    ]
    assert [*packed(lines / "on.html", "shown-2-0")["reports"]] == ["2"]


@pytest.mark.long
def test_an_exchange_that_went_on_after_a_fork_was_opened_is_whole(lines: Path, browser: Browser) -> None:
    with opened(browser, lines / "on.html") as page:
        page.page.get_by_label("Game", exact=True).select_option("duel")
        page.page.get_by_label("Beside it").select_option("nothing")
        page.page.keyboard.press("End")
        page.page.wait_for_selector(".now b:has-text('#594')")
        page.page.keyboard.press("s")
        listed = page.page.locator(".events [role=option]")
        assert (listed.first.get_attribute("data-event"), listed.last.get_attribute("data-event")) == ("574", "594")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SITS_HOME", str(lines / "games"))
            assert page.state(594, 1) == run("show", "duel", "--at", "#594", "--json").json
        assert page.said == []


@pytest.mark.long
def test_shots_of_what_a_fork_shares_are_jumped_to(lines: Path, browser: Browser) -> None:
    with opened(browser, lines / "on.html") as page:
        page.page.get_by_label("Game", exact=True).select_option("later")
        page.page.get_by_label("Beside it").select_option("nothing")
        page.page.keyboard.press("Home")
        page.page.keyboard.press("n")
        page.page.wait_for_selector(".now:is(.shot, .loss)")
        assert int(page.text(".now b")[1:]) < 334
        assert page.said == []


@pytest.mark.long
def test_a_later_volume_that_cannot_be_unpacked_is_told_once_it_is_come_to(folder: Path, browser: Browser) -> None:
    text = (folder / BY_TURNS).read_text()
    begins = text.index('id="shown-0-1">') + 3000
    broken = folder / "unreadable-turn.html"
    broken.write_text(text[:begins] + text[begins + 400 :])
    with opened(browser, broken) as page:
        assert not page.page.locator("#trouble").is_visible()
        keyboard = page.page.keyboard
        keyboard.press("End")
        page.page.wait_for_selector("#trouble:visible")
        assert page.text("#trouble").startswith("This file cannot be shown: it was changed after it was written")
        keyboard.press("Home")
        assert page.text("#place") == "set-up, event 0 of 593"
