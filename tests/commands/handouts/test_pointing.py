"""The order panel in a browser: every form is pressed, what it writes passes the check, and nobody is kept from it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from commands.home import open_session
from sits_es.errors import GameError
from sits_es.service.orders import check_text, read_entry
from tests.shared.browsers import DESKTOP, PHONE, opened, violations
from tests.shared.commands_told import run
from tests.shared.firefox import Firefox
from tests.shared.panels import PANELS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.long

#: Opens every form of the unit that has most, says what is to be said, and adds its line: unit, form, line, file,
#: whether it is possible, and whether anything is said against it.
PRESS: Final = """
const panel = document.getElementById('orders');
const buttons = [...panel.querySelectorAll('.op-units button')];
const able = (button) => { button.click(); return panel.querySelectorAll('.op-forms > section > .op-form').length; };
const counts = buttons.map(able);
buttons[counts.indexOf(Math.max(...counts))].click();
const rows = [];
for (const form of panel.querySelectorAll('.op-form')) {
  for (let above = form; above; above = above.parentElement.closest('details')) above.open = true;
  while (!form.querySelector('.op-compose')) await new Promise((done) => setTimeout(done, 5));
  for (const field of form.querySelectorAll('input[placeholder=type]')) {
    field.value = 'some words';
    field.dispatchEvent(new Event('input'));
  }
  const said = form.querySelector('.op-verdict').textContent;
  form.querySelector('.op-add').click();
  rows.push({
    unit: panel.querySelector('.op-units [aria-pressed=true]').textContent,
    form: form.querySelector('code').textContent,
    line: form.querySelector('.op-line').textContent,
    file: panel.querySelector('.op-named').textContent,
    possible: !form.closest('.op-unable'),
    said,
    text: panel.querySelector('.op-text').value,
  });
}
return rows;
"""


@pytest.fixture(scope="session")
def pages(made: Path) -> Path:
    """The folder with a page for every place of PANELS."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(made / "games"))
        patch.chdir(made)
        assert run("demo", "alarm").code == 0
        for game, at, player in PANELS:
            out = page_of(game, at, player)
            assert run("orders", "new", game, "--as", player, "--at", at, "-o", out).code == 0
    return made


def page_of(game: str, at: str, player: str) -> str:
    return f"{game}-{at.removeprefix('#')}-{player}.html"


def check(rows: list[dict[str, Any]], game: str, at: str, player: str) -> None:
    """Every line, alone in its file, passes the check where its form is possible, and is refused where it isn't."""
    with open_session() as session:
        fold = session.open_game(game, at).fold()
        word = fold.system.language.unit
        for row in rows:
            below = f"\n  {row['line']}\n"
            assert below in row["text"]
            head = row["text"].split(f"\n\n{word} ")[0]
            name = next(line for line in row["text"].split("\n") if line.strip('"').endswith(row["unit"]))
            text = f"{head}\n\n{name}{below}"
            if row["file"].endswith(".facts"):
                try:
                    read_entry(fold, "facts", text, player)
                    problems: tuple[str, ...] = ()
                except GameError as refusal:
                    problems = refusal.problems
            else:
                problems = check_text(session, "orders", text, player, at=at).problems
            assert bool(problems) == (not row["possible"]) or row["said"], (row["form"], row["line"], problems)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("place", PANELS)
def test_what_chromium_writes_passes_the_check(pages: Path, browser: Browser, place: tuple[str, str, str]) -> None:
    with opened(browser, pages / page_of(*place)) as page:
        rows = page.page.evaluate(f"async () => {{{PRESS}}}")
        assert page.said == []
    assert len(rows) > 15
    check(rows, *place)


@pytest.mark.parametrize("place", [PANELS[0], PANELS[2], PANELS[3], PANELS[4]])
def test_what_firefox_writes_is_the_same(
    pages: Path, browser: Browser, fox: Firefox, place: tuple[str, str, str]
) -> None:
    fox.open(pages / page_of(*place))
    with opened(browser, pages / page_of(*place)) as page:
        assert fox.run(f"return (async () => {{{PRESS}}})()") == page.page.evaluate(f"async () => {{{PRESS}}}")


@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True)])
@pytest.mark.parametrize("place", [PANELS[1], PANELS[2], PANELS[3], PANELS[4]])
def test_nothing_keeps_anybody_from_pointing(
    pages: Path, browser: Browser, place: tuple[str, str, str], size: tuple[int, int], *, dark: bool
) -> None:
    with opened(browser, pages / page_of(*place), size, dark=dark) as page:
        assert page.page.evaluate(f"async () => {{{PRESS}}}")
        assert violations(page.page) == []
        wide = page.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (wide, page.said) == (0, [])


def test_a_report_for_a_player_ends_with_the_panel_and_the_saved_file_is_in_order(
    folder: Path, browser: Browser, tmp_path: Path
) -> None:
    assert run("report", "duel", "--as", "red", "-o", "for-red.html").code == 0
    with opened(browser, folder / "for-red.html") as page:
        page.page.locator("svg .unit[data-name=Fearless]").first.click()
        assert page.text(".op-units [aria-pressed=true]") == "Fearless"
        page.page.get_by_role("button", name="1 pivot to B", exact=True).click()
        page.page.locator("summary", has_text="stop if SHIP bears").click()
        page.page.get_by_label("first segment").select_option("3")
        page.page.get_by_role("button", name="Add to the file").click()
        assert page.text(".op-said") == "Added below ship Fearless: 3 stop if Sirius bears"
        with page.page.expect_download() as download:
            page.page.get_by_role("button", name="Save as a file").click()
        assert download.value.suggested_filename == "duel-red.orders"
        download.value.save_as(tmp_path / "red.orders")
    text = (tmp_path / "red.orders").read_text(encoding="utf-8")
    assert text == "game duel\nturn 3\nplayer red\n\nship Fearless\n  1 pivot to B\n  3  stop if Sirius bears\n"
    assert run("orders", "check", str(tmp_path / "red.orders")).code == 0


def test_what_is_pointed_at_on_the_map_is_the_target_of_the_order_that_is_open(pages: Path, browser: Browser) -> None:
    with opened(browser, pages / page_of("pursuit", "#12", "blue")) as page:
        page.page.locator("summary", has_text="fire [NUMBER] WEAPONS at UNIT").click()
        page.page.locator("svg .unit[data-name=Heron]").first.dispatch_event("click")
        assert page.text(".op-line").endswith(" at Heron")
        page.page.get_by_role("textbox", name="UNIT, typed").fill("Kestrel")
        assert page.text(".op-line").endswith(" at Kestrel")


def test_a_line_for_a_unit_that_the_file_lacks_comes_below_it_at_the_end(pages: Path, browser: Browser) -> None:
    with opened(browser, pages / page_of("duel", "#69", "blue")) as page:
        page.page.get_by_label("blue.orders").fill("game duel")
        page.page.locator(".op-now-list button").first.click()
        first = page.text(".op-now-list button")
        assert page.page.get_by_label("blue.orders").input_value() == f"game duel\n\nship Sirius\n  {first}\n"


def test_what_was_written_is_there_again_after_the_page_is_loaded_anew(pages: Path, browser: Browser) -> None:
    with opened(browser, pages / page_of("duel", "#69", "blue")) as page:
        page.page.on("dialog", lambda dialog: dialog.accept())
        page.page.locator(".op-now-list button").first.click()
        written = page.page.get_by_label("blue.orders").input_value()
        page.page.reload()
        page.page.wait_for_selector("html[data-ready=yes]")
        assert page.page.get_by_label("blue.orders").input_value() == written
        assert written.count("\n") > 5
