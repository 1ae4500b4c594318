"""Files of players: read as text, and written where none was before; one that exists is never overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from sits_es.errors import NotAllowedError, UnreadableError


def read_text(path: Path) -> str:
    """A file's text. Raises UnreadableError for a file that is not there or is not UTF-8 text."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as fault:
        raise UnreadableError(f"{path}: {(fault.strerror or 'cannot be read').lower()}.") from fault
    except UnicodeDecodeError as fault:
        raise UnreadableError(f"{path}: byte {fault.start + 1} is not UTF-8 text. Save the file as UTF-8.") from fault


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder."""
    try:
        return path.exists()
    except (OSError, ValueError):
        # no file can have such a name
        return False


@contextmanager
def new_file(path: Path) -> Iterator[TextIO]:
    """Open a new file for text. Raises NotAllowedError when it already exists or cannot be made."""
    try:
        out = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise NotAllowedError(f"{path} already exists and is not overwritten. Name another file.") from None
    except OSError as fault:
        reason = (fault.strerror or "it cannot be written").lower()
        raise NotAllowedError(f"{path} cannot be written: {reason}. Name another file.") from fault
    with out:
        yield out
