"""Files of players: read as text, and written where none was before; one that exists is never overwritten."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError


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
    """Write a new file of text; it is there under its name once all of it is written, and not before.

    Raises NotAllowedError when it already exists or cannot be made, NotNowError when it cannot be written to its end:
    then nothing of it is left.
    """
    taken = f"{path} already exists and is not overwritten. Name another file."
    if is_there(path):
        raise NotAllowedError(taken)
    aside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        out = aside.open("w", encoding="utf-8")
    except (OSError, ValueError) as fault:
        raise NotAllowedError(f"{path} cannot be written: {_reason(fault)}. Name another file.") from fault
    try:
        try:
            with out:
                yield out
                out.flush()
                os.fsync(out.fileno())
        except OSError as fault:
            raise NotNowError(
                f"{path} cannot be written to its end: {_reason(fault)}. Nothing of it is left."
            ) from fault
        try:
            _name(aside, path)
        except FileExistsError:
            raise NotAllowedError(taken) from None
    finally:
        aside.unlink(missing_ok=True)


def _name(aside: Path, path: Path) -> None:
    """Give a file its name. Raises FileExistsError where another program was quicker."""
    try:
        path.hardlink_to(aside)
    except FileExistsError:
        raise
    except OSError:
        # a file system without such links
        aside.replace(path)


def _reason(fault: Exception) -> str:
    said = fault.strerror if isinstance(fault, OSError) else None
    return (said or "it cannot be written").lower()
