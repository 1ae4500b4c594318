"""A game as one file, seen in space: bodies where they stand, turned by hand and key, and the map where that fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.shared.browsers import DESKTOP, PHONE, Opened, opened, violations
from tests.shared.commands_told import run
from tests.shared.handouts import GAMES, packed
from tests.shared.rows import long_beyond

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Games whose places have a height, and one event of each in the middle of it.
WITH_HEIGHTS: Final = {"duel": 300, "pursuit": 300}

#: Bytes that the largest bundled game may have as a file.
MOST_BYTES: Final = 3_000_000

#: The colour of a pixel of space as it is drawn now: red, green, blue, and how much hides the page behind.
PIXEL: Final = """([x, y]) => {
  const view = sits.space(), gl = view.renderer.getContext(), found = new Uint8Array(4);
  view.renderer.render(view.scene, view.camera);
  const scale = view.renderer.getPixelRatio();
  gl.readPixels(x * scale, (view.height - y) * scale, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, found);
  return [...found];
}"""


@contextmanager
def in_space(
    browser: Browser, path: Path, version: int, size: tuple[int, int] = DESKTOP, *, dark: bool = False
) -> Iterator[Opened]:
    """A file opened after an event, and seen in space."""
    with opened(browser, path, size, dark=dark) as page:
        page.page.emulate_media(reduced_motion="reduce")
        page.page.evaluate(f"sits.choose({version})")
        page.page.get_by_role("button", name="Space", exact=True).click()
        settled(page)
        yield page


def settled(page: Opened) -> None:
    """Wait until the view has drawn what it was asked to."""
    page.page.wait_for_function("() => sits.space() && sits.space().spent && !sits.space().asked")


def seen(page: Opened, place: list[float]) -> tuple[float, float]:
    """Where a place is seen, in pixels to the right and down."""
    found: dict[str, float] = page.page.evaluate("(place) => sits.space().seen(place)", place)
    return found["x"], found["y"]


def on_the_map(row: dict[str, Any]) -> list[float]:
    """Where a ship of SITS stands: a hex toward A is one up the map, one toward C is to the right and half down."""
    q, r = row["q"], row["r"]
    return [sqrt(3) / 2 * q, -(r + q / 2), row["altitude"]]


def quiet(said: list[str]) -> list[str]:
    """What a page wrote to the console, without what software that draws instead of a card says of its speed."""
    return [each for each in said if "GL Driver Message" not in each]


def test_every_ship_is_drawn_in_the_colour_of_its_side_where_the_record_has_it(folder: Path, browser: Browser) -> None:
    with in_space(browser, folder / "duel.html", 593) as page:
        ships = run("show", "duel", "--json").json["sits.map"]
        page.page.evaluate("sits.space().reset(-90, 89.9)")
        settled(page)
        for row in ships:
            red, _, blue, _ = page.page.evaluate(PIXEL, seen(page, on_the_map(row)))
            assert (red > blue) == (row["side"] == "red"), (row["ship"], red, blue)
        (left, top), (right, top_right) = seen(page, [-1, 0, 0]), seen(page, [1, 0, 0])
        north, south = seen(page, [0, 1, 0])[1], seen(page, [0, -1, 0])[1]
        assert (right - left) == pytest.approx(south - north, rel=0.02)
        assert top == pytest.approx(top_right, abs=0.5)
        page.page.evaluate("sits.space().reset(-90, 0)")
        settled(page)
        right, up, high = on_the_map(ships[0])
        assert seen(page, [right, up, high + 1])[1] < seen(page, [right, up, high])[1]
        assert seen(page, [right, up, 0])[1] == pytest.approx(seen(page, [right + 1, up, 0])[1], abs=0.5)
        assert quiet(page.said) == []


@pytest.mark.parametrize("game", long_beyond(1, WITH_HEIGHTS))
def test_a_unit_that_is_picked_is_told_of_with_its_arcs(folder: Path, browser: Browser, game: str) -> None:
    with in_space(browser, folder / f"{game}.html", WITH_HEIGHTS[game]) as page:
        armed = "[...sits.space().units.values()].find(({ values }) => values.a !== undefined)"
        name, place = page.page.evaluate(f"(({{ name, at }}) => [name, at.toArray()])({armed})")
        x, y = seen(page, place)
        page.page.locator(".space canvas").click(position={"x": x, "y": y})
        settled(page)
        said = page.text(".told")
        row = page.text(".sheet .where")
        assert said.startswith(f"{name} (")
        assert row in said
        chips = page.page.get_by_role("group", name="Arcs").get_by_role("button")
        assert chips.count() > 1
        chips.first.click()
        settled(page)
        assert chips.first.get_attribute("aria-pressed") == "true"
        assert page.text(".told").startswith(f"{chips.first.inner_text()}: ")
        assert page.page.evaluate("sits.space().sectors.children.length") == 1


def test_it_is_turned_by_hand_and_keys_and_stepped_by_the_keys_of_the_page(folder: Path, browser: Browser) -> None:
    def looks() -> list[float]:
        settled(page)
        return page.page.evaluate("(({ around, above, far }) => [around, above, far])(sits.space())")  # type: ignore[no-any-return]

    with in_space(browser, folder / "duel.html", 300) as page:
        at_first, place = looks(), page.text("#place")
        canvas = page.page.locator(".space canvas")
        canvas.focus()
        for key in ("ArrowLeft", "ArrowUp", "+"):
            page.page.keyboard.press(key)
        around, above, far = looks()
        assert (around, above) == (at_first[0] + 6, at_first[1] + 6)
        assert far < at_first[2]
        assert page.text("#place") == place
        page.page.keyboard.press("0")
        assert looks() == at_first
        page.page.keyboard.press("PageDown")
        assert page.text("#place") != place
        box = canvas.bounding_box()
        assert box is not None
        page.page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.page.mouse.down()
        page.page.mouse.move(box["x"] + 120, box["y"] + 60, steps=4)
        page.page.mouse.up()
        around, above, far = looks()
        assert (around, above) == pytest.approx((at_first[0] - 40, at_first[1] + 16))
        page.page.mouse.wheel(0, 200)
        assert looks()[2] > far
        page.page.keyboard.press("m")
        assert page.page.locator(".picture svg").count() > 0
        assert page.page.evaluate("sits.space()") is None


@pytest.mark.long
def test_a_finger_turns_it_and_two_fingers_zoom_and_shift(folder: Path, browser: Browser) -> None:
    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(places)]
        hand.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    with in_space(browser, folder / "duel.html", 593, PHONE) as page:
        hand = page.page.context.new_cdp_session(page.page)
        hand.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
        page.page.locator(".space canvas").scroll_into_view_if_needed()
        box = page.page.locator(".space canvas").bounding_box()
        assert box is not None
        x, y = box["x"] + 150, box["y"] + 150
        looks = "(({ around, far, target }) => [around, far, target.x])(sits.space())"
        around, far, right = page.page.evaluate(looks)
        touch("Start", (x, y))
        touch("Move", (x + 20, y))
        touch("Move", (x + 60, y))
        touch("End")
        settled(page)
        turned, same, still = page.page.evaluate(looks)
        assert turned < around
        assert (same, still) == (far, right)
        touch("Start", (x, y), (x + 40, y))
        touch("Move", (x, y), (x + 60, y))
        touch("Move", (x, y), (x + 120, y))
        touch("End")
        settled(page)
        after, near, aside = page.page.evaluate(looks)
        assert after == turned
        assert near < far / 2
        assert aside != right


def test_no_tag_lies_on_another(folder: Path, browser: Browser) -> None:
    boxes = """[...document.querySelectorAll('.tags > span')].filter((each) => each.style.visibility === 'visible')
      .map((each) => each.getBoundingClientRect()).map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
    with in_space(browser, folder / "pursuit.html", 300, PHONE) as page:
        found = page.page.evaluate(boxes)
        assert len(found) > 8
        for at, (left, top, right, bottom) in enumerate(found):
            for other in found[at + 1 :]:
                assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), pytest.param(PHONE, True, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", long_beyond(1, WITH_HEIGHTS))
def test_nothing_keeps_anybody_from_reading_a_page_in_space(
    folder: Path, browser: Browser, game: str, size: tuple[int, int], *, dark: bool
) -> None:
    with in_space(browser, folder / f"{game}.html", WITH_HEIGHTS[game], size, dark=dark) as page:
        page.page.evaluate("sits.space().choose([...sits.space().units.keys()][0])")
        settled(page)
        assert violations(page.page) == []
        wide = page.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (wide, quiet(page.said)) == (0, [])


def test_without_webgl_the_map_stays_and_the_page_says_why(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "duel.html") as page:
        page.page.evaluate("HTMLCanvasElement.prototype.getContext = () => null")
        page.page.get_by_role("button", name="Space", exact=True).click()
        page.page.wait_for_selector("#no-space:visible")
        assert page.text("#no-space") == (
            "This browser cannot draw in space: WebGL is missing or switched off. The map shows the same."
        )
        assert page.page.get_by_role("button", name="Space", exact=True).is_disabled()
        assert page.page.locator(".picture svg").count() > 0
        assert page.said == []


@pytest.mark.parametrize("game", GAMES.values())
def test_only_a_game_with_heights_has_a_space_and_the_library_that_draws_it(folder: Path, game: str) -> None:
    text = (folder / f"{game}.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    has_one = game in WITH_HEIGHTS
    assert ('id="library"' in text, "blob:" in policy[1]) == (has_one, has_one)
    if has_one:
        library = packed(folder / f"{game}.html", "library")
        assert library["licence"].startswith("The MIT License\n\nCopyright © 2010-2025 three.js authors")
        assert all("SPDX-License-Identifier: MIT" in module[:200] for module in library["modules"][:2])


@pytest.mark.parametrize("game", long_beyond(1, WITH_HEIGHTS))
def test_a_report_shows_its_turn_in_space_exchange_by_exchange(folder: Path, browser: Browser, game: str) -> None:
    with opened(browser, folder / f"turn-of-{game}.html", ready=False) as page:
        page.page.locator("#space summary").click()
        page.page.wait_for_selector("html[data-space=yes]")
        drawn = "() => turnInSpace.spent && !turnInSpace.asked"
        page.page.wait_for_function(drawn)
        steps = page.page.get_by_role("group", name="When").get_by_role("button")
        first, last = steps.first.inner_text(), steps.last.inner_text()
        assert (first, last) == ("before 2.1", "2.break")
        ended = page.page.evaluate("[...turnInSpace.units.values()].map(({ values }) => values.at)")
        steps.first.click()
        page.page.wait_for_function(drawn)
        began = page.page.evaluate("[...turnInSpace.units.values()].map(({ values }) => values.at)")
        assert began != ended
        name = page.page.evaluate("[...turnInSpace.units.keys()][0]")
        page.page.evaluate("(name) => turnInSpace.choose(name)", name)
        assert page.text(".told").startswith(f"{name} (")
        assert violations(page.page) == []
        assert quiet(page.said) == []


def test_a_report_without_heights_runs_no_script(folder: Path) -> None:
    text = (folder / "turn-of-beacon.html").read_text(encoding="utf-8")
    assert "<script" not in text
    assert "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'" in text


@pytest.mark.parametrize(("viewer", "told"), [(None, set()), ("red", {"Fearless"})])
def test_a_report_tells_arcs_of_the_units_of_whom_it_is_for_while_the_game_goes_on(
    folder: Path, viewer: str | None, told: set[str]
) -> None:
    name = f"space-for-{viewer}.html"
    assert run("report", "duel", "-o", name, *(("--as", viewer) if viewer else ())).code == 0
    steps = packed(folder / name, "turn")["steps"]
    assert {unit for step in steps for unit, body in step["units"].items() if {"a", "w"} & {*body}} == told
    assert any(step["shots"] for step in steps)


@pytest.mark.long
def test_the_largest_bundled_game_is_a_file_that_can_be_mailed(folder: Path) -> None:
    assert run("demo", "squadron").code == 0
    assert run("replay", "squadron", "-o", "squadron.html").code == 0
    assert (folder / "squadron.html").stat().st_size < MOST_BYTES


@pytest.mark.long
def test_who_looks_as_one_player_is_not_told_what_others_have_left_of_walls_and_weapons(folder: Path) -> None:
    assert run("replay", "duel", "-o", "space-of-red.html", "--as", "red").code == 0
    bodies = packed(folder / "space-of-red.html", "shown-0-0")["changes"]
    told: dict[str, set[str]] = {}
    for change in bodies:
        for name, body in change.get("v", {}).get("u", {}).items():
            told.setdefault(name, set()).update(body or {})
    assert {"a", "w"} <= told["Fearless"]
    assert not {"a", "w"} & told["Sirius"]
