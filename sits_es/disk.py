"""Files and folders of ours: whole or not there, on the disk before anybody is told of them, and their owner's alone.

Nothing is removed here but what was made here. On Windows a folder's entries can't be flushed and modes mean nothing.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, TextIO

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.sentences import one_line, unstorable

#: Whether modes mean something, and a folder can be flushed.
_POSIX: Final = os.name == "posix"
#: How everything is called that is not finished: a command that was stopped leaves it, and it can be deleted.
UNFINISHED: Final = ".part"
#: What a file system answers that has no way to flush a folder.
_UNKNOWN: Final = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS}
#: What is the disk's fault, and not the player's.
_OF_THE_DISK: Final = {errno.EIO, errno.ENOSPC}


@contextmanager
def new_file(path: Path, *, over: bool = False, shared: bool = False) -> Iterator[TextIO]:
    """Write a new file, text or through its buffer; it gets its name once it is on the disk.

    over: in the place of an existing one; shared: to be shown to others, and so of the usual mode. Raises
    NotAllowedError when it exists, cannot be made, or has a name that not every machine can keep, and NotNowError when
    it cannot be written to its end: then nothing of it is left.
    """
    if str(path) == "-":
        # elsewhere that stands for standard output
        raise NotAllowedError('"-" does not stand for standard output here. Name a file.')
    if not over:
        _require_storable(path)
        require_free(path)
    aside = path.with_name(f"{path.name}.{os.urandom(4).hex()}{UNFINISHED}")
    opened = partial(os.open, mode=0o666 if shared else 0o600)
    try:
        out = open(aside, "x", encoding="utf-8", newline="\n", opener=opened)  # noqa: SIM115 -- it is closed below
    except (OSError, ValueError) as fault:
        if isinstance(fault, OSError) and fault.errno in _OF_THE_DISK:
            raise NotNowError(f"{path} cannot be written: {reason_of(fault)}.") from fault
        raise NotAllowedError(f"{path} cannot be written: {reason_of(fault)}. Name another file.") from fault
    try:
        with out:
            _open_to_owner(aside, 0o600)
            yield out
            out.flush()
            os.fsync(out.fileno())
        _name(aside, path, over=over)
    except OSError as fault:
        raise NotNowError(f"{path} could not be written completely: {reason_of(fault)}. It was removed.") from fault
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def require_free(path: Path) -> None:
    """Raise NotAllowedError for a new file's name that another file has."""
    if is_there(path):
        raise _taken(path)


def _taken(path: Path) -> NotAllowedError:
    return NotAllowedError(f"{path} already exists and is never overwritten. Name another file.")


def _require_storable(path: Path) -> None:
    """Raise NotAllowedError for a new file's name that a Windows machine can't store, alone or beside another one."""
    if problem := unstorable(path.name):
        raise NotAllowedError(f"{problem} Name another file.")
    with suppress(OSError, ValueError):
        names = [each.name for each in path.parent.iterdir()]
        twin = next((name for name in names if name.casefold() == path.name.casefold()), path.name)
        if twin != path.name and path.name not in names:
            raise NotAllowedError(
                f"{path} differs only in capitals from {twin}, which already exists; some machines cannot keep both. "
                "Name another file."
            )


def _name(aside: Path, path: Path, *, over: bool) -> None:
    """Give a file that is on the disk its name."""
    try:
        if not over:
            path.hardlink_to(aside)
    except FileExistsError:
        raise _taken(path) from None
    except OSError:
        over = True  # a file system without such links
    if over:
        aside.replace(path)
    try:
        to_disk(path.parent)
    except OSError as fault:
        if over:
            said = f"{path} was written, but a power cut may destroy it: {reason_of(fault)}. Write it again."
            raise NotNowError(said) from fault
        path.unlink()
        raise


def write(path: Path, content: str | bytes, *, over: bool = False) -> None:
    """Write a new file for its owner alone, in a folder that is made where there is none. Raises as `new_file`."""
    private_folder(path.parent)
    with new_file(path, over=over) as out:
        out.buffer.write(content.encode() if isinstance(content, str) else content)


def copy(source: Path, target: Path) -> None:
    """Copy a file for its owner alone. Raises as `new_file`, and OSError if the source can't be read."""
    with source.open("rb") as file, new_file(target) as out:
        shutil.copyfileobj(file, out.buffer)


def private_file(path: Path) -> None:
    """Make an empty file for its owner alone where there is none, for a database: what SQLite puts beside it is so too.

    Its folder is made too. Where the place forbids it, SQLite will say so itself. Raises OSError if the disk fails:
    SQLite may not meet that again, and would make the file as the umask has it.
    """
    try:
        private_folder(path.parent)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        _open_to_owner(path, 0o600)
    except OSError as fault:
        if fault.errno in _OF_THE_DISK:
            raise


def is_blank(path: Path) -> bool:
    """Whether nothing was ever written to a file, or there is none."""
    try:
        return not path.stat().st_size
    except FileNotFoundError:
        return True
    except OSError:
        return False


def require_place(folder: Path) -> None:
    """Raise OSError if there can be no such folder: a file has its name, or that of one above it."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not there.is_dir():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(there))


def private_folder(folder: Path) -> None:
    """Make a folder that its owner alone may enter, where there is none, and those above it. Raises OSError."""
    if folder.is_dir():
        return
    private_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if not folder.is_dir():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))
    _open_to_owner(folder, 0o700)
    to_disk(folder.parent)


@contextmanager
def unfinished(beside: Path) -> Iterator[Path]:
    """A new folder for its owner alone, beside what is to come of it; in the end it is removed. Raises OSError."""
    from tempfile import mkdtemp

    private_folder(beside.parent)
    made = Path(mkdtemp(prefix=f"{beside.name}.", suffix=UNFINISHED, dir=beside.parent))
    try:
        _open_to_owner(made, 0o700)
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def to_disk(path: Path) -> None:
    """See that the names in a folder are on the disk, or a file that somebody else wrote. Raises OSError."""
    if not _POSIX:
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as fault:
        if fault.errno not in _UNKNOWN:
            raise OSError(fault.errno, fault.strerror, str(path)) from fault
    finally:
        os.close(handle)


def open_to_others(folder: Path) -> list[str]:
    """What others on this machine may read or change in a folder, as paths in it; none where they don't get there."""
    if not _POSIX or not folder.exists() or not all(_mode(each) & 0o011 for each in folder.resolve().parents):
        return []
    return [str(path.relative_to(folder)) for path in _open_in(folder)]


def _open_in(path: Path) -> Iterator[Path]:
    mode = _mode(path)
    if stat.S_ISREG(mode) and mode & 0o066:
        yield path
    elif stat.S_ISDIR(mode) and mode & 0o011:
        if mode & 0o022:
            yield path
        for each in sorted(path.iterdir()):
            yield from _open_in(each)


def _mode(path: Path) -> int:
    return path.lstat().st_mode


def _open_to_owner(path: Path, mode: int) -> None:
    """Give the owner what an odd umask took away."""
    if _POSIX and _mode(path) & mode != mode:
        path.chmod(mode)


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder."""
    try:
        return path.exists()
    except (OSError, ValueError):
        # no file can have such a name
        return False


def reason_of(fault: Exception) -> str:
    """Why a file can't be used, in a few words."""
    if isinstance(fault, IsADirectoryError):
        return "it is a folder"
    if isinstance(fault, FileExistsError):
        return "it is a file"
    said = fault.strerror if isinstance(fault, OSError) else None
    return (said or "the system gives no reason").lower()


def read_text(path: Path) -> str:
    """A file's text. Raises UnreadableError for a file that is missing or is not UTF-8 text."""
    try:
        return path.read_bytes().decode("utf-8")
    except IsADirectoryError as fault:
        raise UnreadableError(f"{path} is a folder. Name a file in it.") from fault
    except OSError as fault:
        raise UnreadableError(f"{path}: {reason_of(fault)}.") from fault
    except UnicodeDecodeError as fault:
        raise UnreadableError(f"{path}: byte {fault.start + 1} is not UTF-8 text. Save the file as UTF-8.") from fault


def check_folder(folder: Path, holds: str) -> None:
    """Raise NotAllowedError if a named folder is missing or a file. holds: what should be in it."""
    if not folder.is_dir():
        said = f"{folder} is a file, not a folder." if folder.is_file() else f"There is no folder {folder}."
        raise NotAllowedError(f"{said} Name a folder that contains {holds}.")


def trouble_in_words(trouble: GameError | OSError) -> str:
    """A refusal, or why which file can't be used, on one line."""
    if isinstance(trouble, GameError):
        return one_line(str(trouble))
    return one_line(f"{trouble.filename}: {reason_of(trouble)}." if trouble.filename else str(trouble))
