"""Pictures of what a player sees, to be looked at: terminals of two sizes, pages on a desk and on a telephone.

python -m tests.pictures FOLDER
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

from commands.watch.app import Watch
from sits_es.service.session import Session
from sits_es.service.timeline import Stepper
from tests.shared.browsers import DESKTOP, PHONE, chromium, opened
from tests.shared.commands_told import run
from tests.shared.handouts import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Columns and rows of terminals.
TERMINALS: Final = ((80, 24), (130, 40))
#: Commands that are shown, by name.
SHOWN: Final = {
    "show": ("show", "duel"),
    "replay": ("replay", "duel", "--at", "1.5"),
    "odds": ("odds", "duel", "blue.orders"),
    "new": ("orders", "new", "duel", "--as", "blue"),
    "pursuit": ("show", "pursuit"),
    "ambush": ("show", "ambush"),
    "beacon": ("show", "beacon"),
}
#: Keys in the stepper, by name.
KEYS: Final = {"watch": (), "shot": ("home", "s", "s"), "orders": ("o", "down", "enter")}


def _screen(words: tuple[str, ...], size: tuple[int, int]) -> str:
    """The first screen of a command on a terminal, as SVG."""
    columns, rows = size
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"SITS_PAGER": "cat", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name in ("COLUMNS", "NO_COLOR"):
            os.environ.pop(name, None)
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.execv(sys.executable, [sys.executable, "-m", "commands.start", *words])  # noqa: S606 -- the program itself
    said = b""
    with suppress(OSError):  # how a terminal says that its program has ended
        while piece := os.read(terminal, 65536):
            said += piece
    os.waitpid(child, 0)
    lines = Text.from_ansi(said.decode().replace("\r\n", "\n")).split("\n")[:rows]
    console = Console(record=True, width=columns, height=rows, file=open(os.devnull, "w"), color_system="truecolor")  # noqa: SIM115, PTH123 -- nothing is kept open for long
    for line in lines:
        console.print(line, overflow="crop", no_wrap=True)
    return console.export_svg(title=f"sits {' '.join(words)}")


async def _stepper(game: str, keys: tuple[str, ...], size: tuple[int, int]) -> str:
    with Session(Path("var")) as session:
        app = Watch(Stepper.over(session.open_game(game, None)), ascii_only=False)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
            return app.export_screenshot(title=f"sits watch {game}")


def _terminals() -> Iterator[tuple[str, str]]:
    """Every picture of a terminal as SVG, by name."""
    for size in TERMINALS:
        called = f"{size[0]}x{size[1]}"
        for name, words in SHOWN.items():
            yield f"{name}-{called}", _screen(words, size)
        for name, keys in KEYS.items():
            yield f"{name}-in-watch-{called}", asyncio.run(_stepper("duel", keys, size))


def _pages(browser: Browser, folder: Path) -> None:
    for size, called in ((DESKTOP, "desk"), (PHONE, "telephone")):
        for game in GAMES.values():
            with opened(browser, Path(f"{game}.html"), size) as page:
                further = page.page.get_by_role("button", name="Next shot or loss")
                for _ in range(30):
                    if further.is_enabled():
                        further.click()
                page.page.wait_for_timeout(300)
                page.page.screenshot(path=folder / f"replay-of-{game}-{called}.png")
                if page.page.get_by_role("button", name="Space", exact=True).count():
                    page.page.get_by_role("button", name="Space", exact=True).click()
                    page.page.wait_for_timeout(3000)
                    page.page.screenshot(path=folder / f"space-of-{game}-{called}.png")
            with opened(browser, Path(f"turn-of-{game}.html"), size, ready=False) as page:
                page.page.screenshot(path=folder / f"report-of-{game}-{called}.png", full_page=True)


def main() -> None:
    """Make all pictures."""
    folder = Path(sys.argv[1]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place:
        os.chdir(place)
        os.environ["SITS_HOME"] = "var"
        for game in GAMES.values():
            run("demo", game)
            run("replay", game, "-o", f"{game}.html")
            run("report", game, "-o", f"turn-of-{game}.html")
        run("orders", "draft", "duel", "--as", "blue", "-o", "blue.orders", "--level", "cadet")
        terminals = dict(_terminals())
        with chromium() as browser:
            for name, svg in terminals.items():
                page = browser.new_page(viewport={"width": 1600, "height": 1100})
                page.set_content(f"<body style='margin:0'>{svg}</body>")
                page.locator("svg").first.screenshot(path=folder / f"{name}.png")
                page.close()
            _pages(browser, folder)
        os.chdir("/")
    sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")


if __name__ == "__main__":
    main()
