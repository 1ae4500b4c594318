"""What is known to be wrong with some releases of SQLite, and matters to a store of games."""

from __future__ import annotations

import sqlite3

#: Source: sqlite.org/wal.html, "The WAL-reset bug": from 3.7.0 to 3.51.2, but for corrections of older branches.
_RESET_LAST = (3, 51, 2)
_RESET_MENDED = {(3, 44): 6, (3, 50): 7}


def known_faults(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> list[str]:
    """Faults of a release of SQLite, in words. version: such as (3, 46, 1), by default the one in use."""
    mended = _RESET_MENDED.get(version[:2])
    if version > _RESET_LAST or (mended is not None and version[2] >= mended):
        return []
    name = ".".join(map(str, version))
    return [f"SQLite {name} can lose a write, very rarely; from 3.51.3 on it can't."]
