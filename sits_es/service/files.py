"""Players' files: read as text and written anew; existing files are never overwritten."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.sentences import one_line, unstorable


def read_text(path: Path) -> str:
    """A file's text. Raises UnreadableError for a file that is missing or is not UTF-8 text."""
    try:
        return path.read_bytes().decode("utf-8")
    except IsADirectoryError as fault:
        raise UnreadableError(f"{path}: it is a folder. Name a file in it.") from fault
    except OSError as fault:
        raise UnreadableError(f"{path}: {reason_of(fault)}.") from fault
    except UnicodeDecodeError as fault:
        raise UnreadableError(f"{path}: byte {fault.start + 1} is not UTF-8 text. Save the file as UTF-8.") from fault


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder."""
    try:
        return path.exists()
    except (OSError, ValueError):
        # no file can have such a name
        return False


def make_home(folder: Path) -> None:
    """Make the folder of a player's games if it is missing. Raises UnreadableError where that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        said = f"No games can be kept in {folder}: {reason_of(fault)}. Name a folder in SITS_HOME."
        raise UnreadableError(said) from fault


def check_folder(folder: Path, holds: str) -> None:
    """Raise NotAllowedError where a named folder is missing or a file. holds: what should be in it."""
    if not folder.is_dir():
        said = f"{folder} is a file and no folder." if folder.is_file() else f"There is no folder {folder}."
        raise NotAllowedError(f"{said} Name one with {holds} in it.")


@contextmanager
def new_file(path: Path, *, over: bool = False) -> Iterator[TextIO]:
    """Write a new file of text; it gets its name once all of it is written. over: in the place of an existing one.

    Raises NotAllowedError when it exists, cannot be made, or has a name that not every machine can keep, and
    NotNowError when it cannot be written to its end: then nothing of it is left.
    """
    if str(path) == "-":
        # elsewhere that stands for standard output
        raise NotAllowedError("- is not taken for the name of a file, nor for standard output. Name a file.")
    _require_storable(path)
    taken = f"{path} already exists and is not overwritten. Name another file."
    if not over and is_there(path):
        raise NotAllowedError(taken)
    aside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        out = aside.open("w", encoding="utf-8")
    except (OSError, ValueError) as fault:
        raise NotAllowedError(f"{path} cannot be written: {reason_of(fault)}. Name another file.") from fault
    try:
        try:
            with out:
                yield out
                out.flush()
                os.fsync(out.fileno())
        except OSError as fault:
            raise NotNowError(
                f"{path} cannot be written to its end: {reason_of(fault)}. Nothing of it is left."
            ) from fault
        try:
            if not over:
                path.hardlink_to(aside)
        except FileExistsError:
            raise NotAllowedError(taken) from None
        except OSError:
            over = True  # a file system without such links
        if over:
            aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def _require_storable(path: Path) -> None:
    """Raise NotAllowedError for a new file's name that a Windows machine can't store, alone or beside another one."""
    if problem := unstorable(path.name):
        raise NotAllowedError(f"{problem} Name another file.")
    with suppress(OSError, ValueError):
        names = [each.name for each in path.parent.iterdir()]
        twin = next((name for name in names if name.casefold() == path.name.casefold()), path.name)
        if twin != path.name and path.name not in names:
            raise NotAllowedError(
                f"{path} differs from {twin}, which is there already, in capitals alone, so that not every machine "
                "can keep both. Name another file."
            )


def reason_of(fault: Exception) -> str:
    """Why a file can't be used, in a few words."""
    if isinstance(fault, IsADirectoryError):
        return "it is a folder"
    if isinstance(fault, FileExistsError):
        return "it is a file"
    said = fault.strerror if isinstance(fault, OSError) else None
    return (said or "it cannot be written").lower()


def trouble_in_words(trouble: GameError | OSError) -> str:
    """A refusal, or why which file can't be used, on one line."""
    if isinstance(trouble, GameError):
        return one_line(str(trouble))
    return one_line(f"{trouble.filename}: {reason_of(trouble)}." if trouble.filename else str(trouble))
