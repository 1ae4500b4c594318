"""Files of players: read as text, and written where none was before; one that is there is never written over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from sits_es.errors import NotAllowedError, UnreadableError


def read_text(path: Path) -> str:
    """A file's text. Raises UnreadableError for a file that is not there or is no UTF-8 text."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as fault:
        raise UnreadableError(f"{path}: {(fault.strerror or 'cannot be read').lower()}.") from fault
    except UnicodeDecodeError as fault:
        raise UnreadableError(f"{path}: byte {fault.start + 1} is no UTF-8 text. Save the file as UTF-8.") from fault


@contextmanager
def new_file(path: Path) -> Iterator[TextIO]:
    """Open a new file for text. Raises NotAllowedError when it is there already or no file can be made there."""
    try:
        out = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise NotAllowedError(f"{path} is there already and is not written over. Name another file.") from None
    except OSError as fault:
        reason = (fault.strerror or "it cannot be written").lower()
        raise NotAllowedError(f"{path} cannot be written: {reason}. Name another file.") from fault
    with out:
        yield out
