"""A folder in memory: long runs write and read a great deal."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder in memory where there is room for it, which is thrown away."""
    memory = Path("/dev/shm")  # noqa: S108 -- a folder of its own is made there
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="sits-") as found:
        yield Path(found)
