"""A game as one file, opened in Chromium with the network off: watched, stepped through and explained."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.shared.browsers import DESKTOP, PHONE, opened, violations
from tests.shared.commands_told import run
from tests.shared.handouts import GAMES, changed
from tests.shared.rows import long_beyond

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("game", long_beyond(1, GAMES.values()))
def test_the_state_after_ten_events_is_what_the_command_shows(folder: Path, browser: Browser, game: str) -> None:
    with opened(browser, folder / f"{game}.html") as page:
        last = page.page.evaluate("sits.last()")
        for number in range(10):
            version = last * number // 9
            assert page.state(version) == run("show", game, "--at", f"#{version}", "--json").json
        assert page.said == []


@pytest.mark.long
def test_the_state_of_a_branch_is_what_the_command_shows(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "both.html") as page:
        for version in (100, 112, 113, 160, 244):
            assert page.state(version, 1) == run("show", "what-if", "--at", f"#{version}", "--json").json


@pytest.mark.parametrize(("size", "dark"), [pytest.param(DESKTOP, False, marks=pytest.mark.long), (PHONE, True)])
@pytest.mark.parametrize("game", long_beyond(1, [*GAMES.values(), "both"]))
def test_nothing_keeps_anybody_from_reading_a_page(
    folder: Path, browser: Browser, game: str, size: tuple[int, int], *, dark: bool
) -> None:
    with opened(browser, folder / f"{game}.html", size, dark=dark) as page:
        page.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        page.page.evaluate("sits.choose(30)")
        page.page.evaluate("sits.check()")
        page.page.wait_for_selector(".working .stored")
        assert violations(page.page) == []
        wide = page.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (wide, page.said) == (0, [])


def test_it_is_stepped_played_and_jumped_through_by_buttons(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "duel.html") as page:
        begun = page.text("#place")
        page.page.get_by_role("button", name="Next event").click()
        assert (begun, page.text("#place")) == ("set-up, event 8 of 593", "1.1, event 12 of 593")
        page.page.get_by_role("button", name="Previous event").click()
        assert page.text("#place") == begun
        page.page.get_by_role("button", name="Next segment").click()
        assert page.text("#place").startswith("1.1, event ")
        page.page.get_by_role("button", name="Next shot or loss").click()
        jumped = int(page.text(".now b")[1:])
        assert page.page.locator("[aria-selected=true] i").inner_text().strip() in {"shot", "loss"}
        page.page.get_by_label("Speed").select_option("fast")
        page.page.get_by_role("button", name="Play", exact=True).click()
        further = "least => Number(document.querySelector('.now b').textContent.slice(1)) > least"
        page.page.wait_for_function(further, arg=jumped + 3)
        page.page.get_by_role("button", name="Pause").click()
        stopped = page.text(".now b")
        page.page.wait_for_timeout(400)
        assert page.text(".now b") == stopped
        page.page.get_by_label("Exchange", exact=True).fill("18")
        assert page.text("#place") == "2.break, event 593 of 593"
        assert page.page.get_by_role("button", name="Next event").is_disabled()
        assert page.said == []


def test_seals_nonces_and_seeds_are_folded_away_until_somebody_opens_them(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "duel.html") as page:
        page.page.evaluate("sits.choose(300)")
        listed = page.page.locator(".events [role=option]")
        before = listed.count()
        assert not any(" seals orders " in each for each in listed.all_inner_texts())
        page.page.get_by_role("button", name="Show 5 lines of seals, nonces and seeds").click()
        assert listed.count() == before + 5
        seals = page.page.locator(".events [role=option]:has-text(' seals orders ')")
        seals.first.click()
        assert page.text(".now") == page.text("[aria-selected=true]")
        page.page.keyboard.press("s")
        assert page.page.locator("[aria-selected=true]").count() == 0


def test_a_shot_is_a_line_with_its_number_which_leads_to_its_event(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "duel.html") as page:
        page.page.evaluate("sits.choose(300)")
        shots = page.page.locator("figure:first-child .shot")
        assert shots.count() == 2
        assert page.page.locator("figure:first-child .number").all_text_contents() == ["13 missiles left", "2 points"]
        assert page.page.locator("figure:first-child .shot.latest.missiles").get_attribute("data-event") == "300"
        told = page.page.locator("figure:first-child .shot:not(.latest)").get_attribute("data-tip")
        number = int((told or "").removeprefix("#").split()[0])
        click = "new Event('click', {bubbles: true})"
        page.page.evaluate(f"document.querySelector('.shot:not(.latest)').dispatchEvent({click})")
        assert page.text(".now") == told
        assert page.text(".now b") == f"#{number}"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_no_label_on_a_map_lies_on_another(folder: Path, browser: Browser, size: tuple[int, int]) -> None:
    boxes = """[...document.querySelectorAll('.picture svg')]
      .map((svg) => [...svg.querySelectorAll('.note, .direction')])
      .map((each) => each.map((label) => [label.textContent, label.getBBox()]))
      .map((each) => each.map(([said, { x, y, width, height }]) =>
        [said, x, y + 0.15 * height, x + width, y + 0.85 * height]))"""
    labels = 0
    for game, versions in {
        "duel": (200, 300, 560),
        "pursuit": (300, 500, 732),
        "ambush": (87, 252),
        "beacon": (59, 74),
    }.items():
        with opened(browser, folder / f"{game}.html", size) as page:
            for version in versions:
                page.page.evaluate(f"sits.choose({version})")
                for drawn in page.page.evaluate(boxes):
                    labels += len(drawn)
                    for at, (said, left, top, right, bottom) in enumerate(drawn):
                        for other, x1, y1, x2, y2 in drawn[at + 1 :]:
                            assert right <= x1 or x2 <= left or bottom <= y1 or y2 <= top, (game, version, said, other)
    assert labels > 100


def test_the_chosen_unit_is_shown_in_full_and_changes_as_it_is_played(folder: Path, browser: Browser) -> None:
    hull = "[...document.querySelectorAll('.sheet dt')].find((each) => each.textContent === 'hull').nextSibling"
    with opened(browser, folder / "duel.html") as page:
        page.page.evaluate("sits.choose(30)")
        page.page.get_by_role("button", name="Fearless").click()
        assert page.page.evaluate(f"{hull}.dataset.tip") == "hull: 26 of 26 left"
        page.page.evaluate("sits.choose(593)")
        assert page.page.evaluate(f"{hull}.dataset.tip") == "hull: 12 of 26 left"
        assert page.page.evaluate(f"{hull}.querySelectorAll('.gone').length") == 14
        page.page.keyboard.press("u")
        assert page.page.get_by_role("button", name="Sirius").get_attribute("aria-pressed") == "true"
        assert page.text(".sheet h3") == "Sirius"


def test_what_is_around_a_unit_is_told_toward_one_of_its_targets(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "duel.html") as page:
        page.page.evaluate("sits.choose(300)")
        page.page.get_by_role("button", name="Fearless").click()
        page.page.get_by_label("Toward").select_option("Sirius")
        assert page.text(".disc p") == "Fearless sees Sirius through A. These bear there: port, aft."
        assert page.page.locator(".disc .toward").get_attribute("data-tip") == "A: Sirius"


def test_what_is_pointed_at_is_explained(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "ambush.html") as page:
        page.page.evaluate("sits.choose(250)")
        page.page.locator("[data-unit=Jackal].thing").first.hover()
        assert page.text("#tip") == "Jackal (blue), Sample patrol boat, at 1,-1, facing E, speed 2"
        hexes = """() => {
            const { x, y, width, height } = document.querySelector('[data-unit=Jackal] polygon').getBBox();
            return document.querySelector('figure rect').explain(x + width / 2, y + height / 2);
        }"""
        assert page.page.evaluate(hexes).startswith("Hex 1,-1; I Inner belt: ")
        page.page.keyboard.press("ArrowRight")
        assert not page.page.locator("#tip").is_visible()


@pytest.mark.long
def test_it_is_watched_by_keyboard_alone(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "duel.html") as page:
        keyboard = page.page.keyboard
        keyboard.press("Tab")
        assert page.page.evaluate("document.activeElement.textContent") == "Skip to the game"
        seen = []
        for key in ("End", "ArrowLeft", "Home", "PageDown", "PageDown", "ArrowRight", "p", "n"):
            keyboard.press(key)
            seen.append(page.text("#place").partition(" of ")[0])
        assert seen[:3] == ["2.break, event 593", "2.break, event 592", "set-up, event 0"]
        assert [place.partition(",")[0] for place in seen[3:6]] == ["1.1", "1.2", "1.3"]
        keyboard.press("e")
        page.page.wait_for_selector(".working .stored")
        keyboard.press(" ")
        assert page.page.locator("#play").get_attribute("aria-pressed") == "true"
        keyboard.press(" ")
        assert page.page.locator("#play").get_attribute("aria-pressed") == "false"
        keyboard.press("c")
        page.page.wait_for_selector("#verdict .sound")
        for _ in range(40):
            keyboard.press("Tab")
            if page.page.evaluate("document.activeElement.getAttribute('role')") == "listbox":
                break
        before = int(page.text(".now b")[1:])
        keyboard.press("ArrowDown")
        assert page.text(".now b") == f"#{before + 1}"


@pytest.mark.parametrize(
    "asked", long_beyond(1, ["duel 200", "duel 593", "duel 3", "pursuit 300", "ambush 200", "beacon 26"])
)
def test_an_event_is_explained_as_the_command_explains_it(folder: Path, browser: Browser, asked: str) -> None:
    game, event = asked.split()
    told = run("explain", game, event, "--json").json
    with opened(browser, folder / f"{game}.html") as page:
        page.page.evaluate(f"sits.choose({event})")
        assert page.text(".now") == f"#{event} {told['text']}"
        page.page.locator(".working summary").click()
        page.page.wait_for_selector(".working .stored")
        said = page.text(".working")
        for step in (*told["steps"], *(each["name"] for each in told["modifiers"]), told["rule"], told["expected"]):
            assert " ".join(step.split()) in said
        assert all(roll["hmac"][0]["digest"] in said for roll in told["rolls"])
        stored = json.loads(page.page.locator(".working .stored").inner_text())
        assert {"stored_as": page.text(".working p:has-text('Stored as')").split()[2], **stored} == told["data"]


@pytest.mark.long
def test_two_branches_stand_side_by_side_at_one_moment(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "both.html") as page:
        page.page.evaluate("sits.choose(130)")
        titles = page.page.locator(".of-exchange").all_inner_texts()
        assert titles == ["Events of 1.6", "Events of 1.6"]
        assert page.page.locator(".now b").all_inner_texts() == ["#130", "#131"]
        page.page.evaluate("sits.choose(500)")
        assert page.page.locator(".of-exchange").all_inner_texts()[1] == "Events of 1.break"
        page.page.get_by_label("Game", exact=True).select_option("what-if")
        page.page.get_by_label("Beside it").select_option("nothing")
        assert page.page.locator(".pane").count() == 1
        assert page.text("#place") == "1.break, event 244 of 244"
        page.page.get_by_label("Beside it").select_option("duel")
        assert page.page.locator(".called").all_inner_texts() == ["what-if", "duel"]
        assert page.said == []


@pytest.mark.long
def test_the_same_place_is_at_the_same_height_and_distance_on_both_sides_below_a_bar_of_one_row(
    folder: Path, browser: Browser
) -> None:
    drawn = """[...document.querySelectorAll('.pane')].map((pane) =>
        [...pane.querySelectorAll('.picture svg')].map((svg) => [
            svg.getBoundingClientRect().top, svg.getAttribute('viewBox'),
            ...[...svg.querySelectorAll('pattern')].map((each) =>
                ['x', 'y', 'width'].map((name) => each.getAttribute(name))),
        ]))"""
    with opened(browser, folder / "both.html") as page:
        # at 252 what happens takes three lines on the left and two on the right
        for version in (7, 130, 200, 252, 593):
            page.page.evaluate(f"sits.choose({version})")
            left, right = page.page.evaluate(drawn)
            assert left == right != []
        tops = "[...document.querySelectorAll('#controls > *')].map((each) => each.getBoundingClientRect().top)"
        assert max(page.page.evaluate(tops)) - min(page.page.evaluate(tops)) < 20


@pytest.mark.long
def test_no_number_of_a_level_is_on_another(folder: Path, browser: Browser) -> None:
    def far(shown: Any) -> None:
        for change in shown["changes"]:
            for figure in change.get("f", {}).values():
                above, aside = figure["seen"]
                above |= {name: [4 * far for far in place] for name, place in above.items() if name != "toward"}
                aside |= {name: [4 * right, level] for name, (right, level) in aside.items()}

    numbers = (
        "[...document.querySelectorAll('figure:nth-child(2) .scale')].map((each) => Number(each.getAttribute('y')))"
    )
    with opened(browser, changed(folder / "duel.html", "far.html", "shown-0-0", far)) as page:
        page.page.evaluate("sits.choose(593)")
        heights = sorted(page.page.evaluate(numbers))
        assert len(heights) > 2
        assert min(lower - upper for upper, lower in pairwise(heights)) >= 13.9


@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), pytest.param(PHONE, True, marks=pytest.mark.long)])
def test_a_review_marks_better_plans_on_the_time_line_and_says_how_to_play_them(
    folder: Path, browser: Browser, size: tuple[int, int], *, dark: bool
) -> None:
    file = f"reviewed-{size[0]}.html"
    assert run("replay", "duel", "-o", file, "--review", "--as", "red", "--at", "2.1").code == 0
    said = "1.1 red: aft to bear, hold to closest: +0.9, give or take 0.3. Luck: +0.2."
    with opened(browser, folder / file, size, dark=dark) as page:
        page.page.evaluate("sits.choose(200)")
        marks = page.page.locator("#marks button")
        assert marks.count() == 1
        marks.hover()
        assert (page.text("#tip"), page.page.locator("#better").is_visible()) == (said, False)
        marks.focus()
        page.page.keyboard.press("Enter")
        typed = "sits review duel --as red --at 1.1 --fork duel-red-1-1"
        assert page.text("#better") == f"{said} To play it on the same dice: {typed}"
        assert page.text("#place").startswith("1.1, event ")
        assert not page.page.locator("#tip").is_visible()
        page.page.locator(".review summary").click()
        assert "Play a better plan on the same dice: " in page.text(".review div")
        assert violations(page.page) == []
        wide = page.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        page.page.get_by_role("button", name="Next segment").click()
        assert (wide, page.page.locator("#better").is_visible(), page.said) == (0, False, [])


@pytest.mark.long
def test_on_paper_there_is_the_report_and_no_buttons(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "duel.html") as page:
        page.page.evaluate("sits.choose(130)")
        page.page.emulate_media(media="print")
        page.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        assert not page.page.locator("#controls").is_visible()
        assert page.page.locator(".report > div").is_visible()
        assert page.page.pdf().startswith(b"%PDF")
