"""A stepper that is driven key by key, without a terminal, and what its screen shows."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from commands.watch.app import Watch
from sits_es.service.session import Session
from sits_es.service.timeline import Stepper
from tests.shared.played_demos import forked_folder, played_folder

#: Columns and rows of the terminals that are tried.
SIZES = ((80, 24), (140, 40), (200, 60))


def screen_of(app: Watch) -> str:
    """What the screen shows, without blanks at the ends of lines."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)


class Driven:
    """A folder with games, and steppers over them that are given keys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.app: Watch | None = None

    def screens(
        self,
        game: str,
        keys: Sequence[str] = (),
        *,
        size: tuple[int, int] = (80, 24),
        ascii_only: bool = False,
        player: str | None = None,
        file: Path | None = None,
        at: str | None = None,
        wait: bool = True,
        seen: Callable[[Watch], None] | None = None,
    ) -> list[str]:
        """The screen at first and after each key. wait: until what a key has begun is done.

        seen: is given the program after the last one.
        """

        async def run() -> list[str]:
            with Session(self.folder) as session:
                stepper = Stepper.over(session.open_game(game, at))
                self.app = Watch(stepper, ascii_only=ascii_only, player=player, file=file)
                async with self.app.run_test(size=size) as pilot:
                    await pilot.pause()
                    found = [screen_of(self.app)]
                    for key in keys:
                        await pilot.press(key)
                        await pilot.pause()
                        if wait:
                            await self.app.workers.wait_for_complete()
                            await pilot.pause()
                        found.append(screen_of(self.app))
                    if seen is not None:
                        seen(self.app)
                    return found

        return asyncio.run(run())

    def screen(self, game: str, *keys: str, size: tuple[int, int] = (80, 24), ascii_only: bool = False) -> str:
        """The screen after some keys."""
        return self.screens(game, keys, size=size, ascii_only=ascii_only)[-1]


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Driven:
    """The duel and a what-if, in a folder of their own, beside which files are written."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(forked_folder(), tmp_path / "games")
    return Driven(tmp_path / "games")


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Driven]:
    """Any bundled game that comes with orders, by its name."""
    monkeypatch.chdir(tmp_path)

    def opened(name: str) -> Driven:
        shutil.copytree(played_folder(name), tmp_path / name)
        return Driven(tmp_path / name)

    return opened
