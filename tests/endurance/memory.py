"""A folder in memory: long runs write and read a great deal."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.shared.memory import memory_disk


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder in memory where there is room for it, which is thrown away."""
    with tempfile.TemporaryDirectory(dir=memory_disk(), prefix="sits-") as found:
        yield Path(found)
