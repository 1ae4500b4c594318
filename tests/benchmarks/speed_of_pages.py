"""What files cost: a turn's report; a game of twenty turns, four against four, written, opened and stepped through."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from commands.render.html import library, replay_page
from commands.render.html.replay_data import replay_data
from commands.replay import TurnReport
from sits_es.game.fold import Fold
from sits_es.service.session import Session
from tests.benchmarks.speed_of_the_record import GAME, long_squadron
from tests.benchmarks.stopwatch import Measured, side_by_side, spent, times_as_long
from tests.shared.browsers import chromium, lacking

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: Events after which the squadrons have fought and sailed for twenty turns; bytes that a file may have for each.
EVENTS, MOST_BYTES = 6800, 200
#: Steps that are measured in a round, from an exchange with fire on.
STEPS, FROM = 120, 1000

#: Milliseconds that it takes to unpack all that a page can show.
UNPACKING: Final = """async () => {
  const begun = performance.now();
  for (const part of document.querySelectorAll("script[id^=shown]")) {
    const letters = atob(part.textContent);
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    JSON.parse(await new Response(stream).text());
  }
  return performance.now() - begun;
}"""


#: Ships that are turned in space, and the mean milliseconds that the script of a frame takes then.
SHIPS: Final = 12
TURNING: Final = """async (ships) => {
  const view = sits.space(), units = new Map(view.state.units), [[, one]] = units;
  for (let more = 0; units.size < ships; more++) {
    units.set(`Ship ${more}`, { ...one, at: one.at.map((place, axis) => place + (axis + 2) * (more + 1) % 7) });
  }
  view.show({ ...view.state, units });
  view.choose(units.keys().next().value);
  const found = [];
  for (let frame = 0; frame < 60; frame++) {
    view.around += 2;
    view.draw();
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    found.push(view.spent);
  }
  return found.slice(10).reduce((sum, each) => sum + each, 0) / (found.length - 10);
}"""


def in_a_browser() -> bool:
    """Whether rows are measured in a browser: where there is one, and in CI always."""
    return bool(os.environ.get("CI")) or not lacking()


def _game(work: Path) -> Path:
    return long_squadron(work, EVENTS)


def _page(folder: Path) -> str:
    with Session(folder) as session:
        return "".join(replay_page(GAME, replay_data(session.open_game(GAME), (), None)))


def written(work: Path, rounds: int) -> Measured:
    """A game written as a file, against reading it with every link of its chain proved, and folding it."""
    folder = _game(work)

    def read() -> Fold:
        with Session(folder) as session:
            return Fold().add_all(session.open_game(GAME).facts())

    size = len(_page(folder).encode()) - len(library())
    if size > MOST_BYTES * EVENTS:
        raise AssertionError(f"the file has {size} bytes, and may have {MOST_BYTES * EVENTS}")
    baseline, ours = side_by_side(max(1, rounds // 4), read, lambda: _page(folder))
    with Session(folder) as session:
        turns, events = session.open_game(GAME).fold().game.moment.turn, session.open_game(GAME).head.version + 1
    note = f"{median(ours):.2f} s and {size / 1e6:.2f} MB for {events} events, {turns} turns"
    what = "a game as a page, of reading and folding it"
    return Measured(what, times_as_long(ours, baseline), note)


def reported(work: Path, rounds: int) -> Measured:
    """A turn's report as a page, against reading and folding its game, which is part of it."""
    folder, turn = _game(work), 4

    def read() -> Fold:
        with Session(folder) as session:
            return Fold().add_all(session.open_game(GAME).facts())

    def report() -> str:
        with Session(folder) as session:
            run = [each for each in session.open_game(GAME).history.played() if each.moment.turn == turn]
            return TurnReport(session.open_game(GAME), run).page()

    baseline, ours = side_by_side(rounds, read, report)
    note = f"{spent(median(ours))}, once the program has started"
    what = "a turn's report, of reading and folding the game"
    return Measured(what, times_as_long(ours, baseline), note)


@contextmanager
def _in_browser(work: Path) -> Iterator[tuple[Browser, Path]]:
    path = work.parent / "game.html"
    if not path.exists():
        path.write_text(_page(_game(work)), encoding="utf-8")
    with chromium() as browser:
        yield browser, path


def opened(work: Path, rounds: int) -> Measured:
    """A file opened until it can be watched, against unpacking all that it has to show, in the same page."""
    ratios, spent = [], []
    with _in_browser(work) as (browser, path):
        for _ in range(max(1, rounds // 2)):
            page = browser.new_page()
            page.goto(path.as_uri())
            page.wait_for_selector("html[data-ready=yes]")
            begun, whole = page.evaluate(
                "['begun', 'ready'].map((name) => performance.getEntriesByName(name)[0].startTime)"
            )
            bare = page.evaluate(UNPACKING)
            page.close()
            ratios.append((whole - begun) / bare)
            spent.append(whole)
    note = f"{median(spent):.0f} ms by the browser's clock, its own start included"
    return Measured("opening a page, of unpacking all it has to show", median(ratios), note)


def stepped(work: Path, rounds: int) -> Measured:
    """A step from one event to the next, laid out, against laying out what stands there then from ready markup."""
    ratios, spent, worst = [], [], []
    with _in_browser(work) as (browser, path):
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready=yes]")
        _round(page)
        for _ in range(max(1, rounds // 2)):
            ours, longest, theirs = _round(page)
            ratios.append(ours / theirs)
            spent.append(ours)
            worst.append(longest)
    note = f"{median(spent):.1f} ms, {median(worst):.0f} ms where an exchange begins"
    return Measured("a step on a page, of the same from ready markup", median(ratios), note)


def turned(work: Path, rounds: int) -> Measured:
    """The script of a frame in space, twelve ships in it, while the view turns; against a step on the map's page."""
    ratios, frames = [], []
    with _in_browser(work) as (browser, path):
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready=yes]")
        _round(page)
        step, _, _ = _round(page)
        page.get_by_role("button", name="Space", exact=True).click()
        page.wait_for_function("() => sits.space() && sits.space().spent")
        for _ in range(max(1, rounds // 2)):
            frame = page.evaluate(TURNING, SHIPS)
            ratios.append(frame / step)
            frames.append(frame)
    note = f"{median(frames):.1f} ms of script a frame with {SHIPS} ships"
    return Measured("a frame in space, of a step on a page", median(ratios), note)


def _round(page: Page) -> tuple[float, float, float]:
    """Milliseconds of a step, of the longest one, and of the same from ready markup: means of several."""
    found = page.evaluate(
        """async ([steps, from]) => {
          await sits.choose(Math.min(from, sits.last() - steps - 1));
          let spent = 0, longest = 0, ready = 0;
          const copy = document.createElement("main");
          document.body.append(copy);
          for (let step = 0; step < steps; step++) {
            const begun = performance.now();
            await sits.on();
            document.body.getBoundingClientRect();
            const took = performance.now() - begun;
            spent += took;
            longest = Math.max(longest, took);
            const markup = document.getElementById("panes").innerHTML;
            const again = performance.now();
            copy.innerHTML = markup;
            copy.getBoundingClientRect();
            ready += performance.now() - again;
          }
          copy.remove();
          return [spent / steps, longest, ready / steps];
        }""",
        [STEPS, FROM],
    )
    return found[0], found[1], found[2]
