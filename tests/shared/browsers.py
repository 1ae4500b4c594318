"""Browsers that open the program's files: the system's own, without a window and without a network."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any, Final

import pytest
from attrs import Factory, define

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: What Chromium is called on this system or another.
PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
DESKTOP: Final = (1280, 900)
PHONE: Final = (390, 844)


def _program() -> str | None:
    return next((found for name in PROGRAMS if (found := which(name))), None)


def lacking() -> list[str]:
    """What is missing for a browser to open a page in."""
    drivers = [name for name in ("playwright", "axe_playwright_python") if find_spec(name) is None]
    return drivers if _program() else ["Chromium", *drivers]


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium. Where there is none the test skips; in CI it fails."""
    if missing := lacking():
        told = f"{', '.join(missing)} not found, so there is no browser to open a page in"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(told)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_program(), args=["--no-sandbox", "--enable-unsafe-swiftshader"]
        )
        try:
            yield browser
        finally:
            browser.close()


@define
class Opened:
    """A page that was opened from a file. said: what it wrote to the console, and errors that nothing caught."""

    page: Page
    said: list[str] = Factory(list)

    def state(self, version: int, branch: int = 0) -> Any:
        """The game after an event, as the page has it."""
        return self.page.evaluate("([version, branch]) => sits.state(version, branch)", [version, branch])

    def text(self, selector: str) -> str:
        """What stands in the first such place that is to be seen, on one line."""
        return " ".join(self.page.locator(selector).first.inner_text().split())


@contextmanager
def opened(
    browser: Browser, path: Path, size: tuple[int, int] = DESKTOP, *, dark: bool = False, ready: bool = True
) -> Iterator[Opened]:
    """A file opened with the network off. ready: wait until its script says that it is."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        offline=True,
    )
    try:
        context.set_default_timeout(15_000)
        found = Opened(context.new_page())
        found.page.on("console", lambda message: found.said.append(message.text))
        found.page.on("pageerror", lambda error: found.said.append(str(error)))
        found.page.on("request", lambda asked: _only_files(asked.url, found.said))
        found.page.goto(path.absolute().as_uri())
        if ready:
            found.page.wait_for_selector("html[data-ready=yes]")
        yield found
    finally:
        context.close()


def _only_files(url: str, said: list[str]) -> None:
    if not url.startswith(("file:", "blob:")):
        said.append(f"asked for {url}")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with a page as it is shown now: the rule, and the places."""
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    page.evaluate(source)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']}: {' | '.join(node['html'][:160] for node in each['nodes'][:3])}"
        for each in found["violations"]
    ]
