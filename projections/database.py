"""The library that read models are kept with, imported without what it would only look at.

sqlite-utils imports numpy wherever that is installed, to know the types of its numbers. No row here holds one, and
every command that opens read models would take more than half as long again. shapely, for X-Wing's arcs, brings numpy.
"""

from __future__ import annotations

import sqlite3
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import orjson

from sits_es.sentences import one_line

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = ["DELETE", "MISREAD", "Database", "unreadable"]

#: What reading a damaged file brings about: faults of SQLite's, and texts that are no longer what was written.
MISREAD = (sqlite3.Error, orjson.JSONDecodeError, msgspec.DecodeError)
#: What helps against that, and against all else that is wrong with the file.
DELETE = "Delete it: it holds nothing but what is worked out from the games."


def unreadable(path: Path, fault: BaseException) -> str:
    """Say that the file of read models cannot be read, why, and what helps."""
    return f"{path} cannot be read: {one_line(str(fault))}. {DELETE}"


def _without_numpy() -> None:
    """Import sqlite-utils as if numpy were not there; once numpy is loaded anyway, there is nothing to save."""
    if "numpy" in sys.modules:
        return
    sys.modules["numpy"] = None  # type: ignore[assignment]  # None: "not to be found", as the import system has it
    try:
        import_module("sqlite_utils")
    finally:
        del sys.modules["numpy"]


if not TYPE_CHECKING:
    _without_numpy()
    from sqlite_utils import Database
