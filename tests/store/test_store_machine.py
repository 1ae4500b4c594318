from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import settings

from sits_es.store import GameStore
from tests.shared.store_machine import StoreMachine
from tests.shared.store_samples import a_store


class FileMachine(StoreMachine):
    """A store in a file: copied through SQLite, and brought back in place of the file with all that lies beside it."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="sits-machine-"))
        self.copied = 0
        super().__init__()

    def open(self) -> GameStore:
        return a_store(self.folder / "sits.db")

    def copy(self) -> Path:
        self.copied += 1
        path = self.folder / f"copy-{self.copied}.db"
        with closing(sqlite3.connect(self.folder / "sits.db")) as source, closing(sqlite3.connect(path)) as target:
            source.backup(target)
        return path

    def bring_back(self, copy: Path) -> None:
        for path in self.folder.glob("sits.db*"):
            path.unlink()
        shutil.copy(copy, self.folder / "sits.db")

    def teardown(self) -> None:
        try:
            super().teardown()
        finally:
            shutil.rmtree(self.folder)


TestAStoreInAFile = FileMachine.TestCase
TestAStoreInAFile.settings = settings(
    max_examples=min(60, settings().max_examples), stateful_step_count=30, deadline=None
)
