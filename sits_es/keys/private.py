"""Files that nobody but their owner may read: folders of mode 0700, files of mode 0600, never overwritten."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from sits_es.disk import is_there, private_folder, read_text, reason_of, write
from sits_es.errors import NotAllowedError, UnreadableError

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def secret_folder(folder: Path) -> Path:
    """Make a folder of mode 0700, or make sure that one which is there is as private.

    Raises NotAllowedError for a folder that others may open, or that is not a folder.
    """
    try:
        private_folder(folder)
    except FileExistsError:
        raise NotAllowedError(f"{folder} is not a folder. Keys need a folder of their own.") from None
    _refuse_open(folder, "700")
    return folder


def write_private(path: Path, content: bytes, *, over: bool = False) -> None:
    """Write a new file of mode 0600 into a private folder. Raises NotAllowedError when it already exists.

    over: it takes the place of an existing one, once all of it is written.
    """
    secret_folder(path.parent)
    if not over and is_there(path):
        raise NotAllowedError(f"{path} already exists and is never overwritten. Choose another name.")
    write(path, content, over=over)


def read_private(path: Path) -> bytes:
    """A private file's content. Raises UnreadableError when it isn't there, NotAllowedError when others may read it."""
    try:
        _refuse_open(path.parent, "700")
        _refuse_open(path, "600")
        return path.read_bytes()
    except OSError as fault:
        raise UnreadableError(f"{path}: {reason_of(fault)}.") from fault


def read_secret(path: Path) -> str:
    """The text of a private file, wherever it lies. Raises as `read_private`, and UnreadableError for no text."""
    # of what can't even be looked at it is said below why
    with suppress(OSError):
        _refuse_open(path, "600")
    return read_text(path)


def open_secrets(folder: Path) -> list[str]:
    """What of a private folder and its files others may read, in words; nothing for a folder that is not there."""
    found = []
    if folder.exists():
        for path in [folder, *sorted(folder.iterdir())]:
            try:
                _refuse_open(path, "700" if path.is_dir() else "600")
            except NotAllowedError as refusal:
                found.append(str(refusal))
    return found


def _refuse_open(path: Path, mode: str) -> None:
    """Refuse what the group or anybody else may read, write or enter. Links are refused: they lead elsewhere."""
    found = path.lstat().st_mode
    if stat.S_ISLNK(found):
        raise NotAllowedError(f"{path} is a link. Keep secrets in the folder itself, not behind a link.")
    if os.name == "posix" and found & _OTHERS:
        raise NotAllowedError(
            f"{path} can be read by others (mode {stat.S_IMODE(found):o}), so its contents are not secret. "
            f"Run: chmod {mode} {path}"
        )
