"""The library that read models are kept with, imported without what it would only look at.

sqlite-utils imports numpy wherever that is installed, to know the types of its numbers. No row here holds one, and
every command that opens read models would take more than half as long again. shapely, for X-Wing's arcs, brings numpy.
"""

from __future__ import annotations

import sqlite3
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = ["MISREAD", "Database"]

#: What reading a damaged file brings about: faults of SQLite's, and texts that are no longer what was written.
MISREAD = (sqlite3.Error, orjson.JSONDecodeError)


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
