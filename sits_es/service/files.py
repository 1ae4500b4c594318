"""Players' files as they are read, and what is wrong with one in words."""

from __future__ import annotations

from pathlib import Path

from sits_es.disk import reason_of
from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.sentences import one_line


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


def check_folder(folder: Path, holds: str) -> None:
    """Raise NotAllowedError where a named folder is missing or a file. holds: what should be in it."""
    if not folder.is_dir():
        said = f"{folder} is a file and no folder." if folder.is_file() else f"There is no folder {folder}."
        raise NotAllowedError(f"{said} Name one with {holds} in it.")


def trouble_in_words(trouble: GameError | OSError) -> str:
    """A refusal, or why which file can't be used, on one line."""
    if isinstance(trouble, GameError):
        return one_line(str(trouble))
    return one_line(f"{trouble.filename}: {reason_of(trouble)}." if trouble.filename else str(trouble))
