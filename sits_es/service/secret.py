"""The secret under which a player's programs seal their snapshots: without it nobody can write one that counts."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from sits_es.errors import GameError, NotAllowedError
from sits_es.mail.private import read_private, write_private


def _path(folder: Path) -> Path:
    return folder / "keys" / "snapshots.secret"


def known_secret(folder: Path) -> bytes | None:
    """The secret of a folder of games, 32 bytes; None where there is none yet, or others could have read it."""
    try:
        secret = read_private(_path(folder))
    except (GameError, OSError):
        return None
    return secret if len(secret) == 32 else None


def made_secret(folder: Path) -> bytes | None:
    """The same, made where there is none; None, and so no snapshots, where nothing can be kept secret."""
    try:
        # another program of the same player may have made it this very moment
        with suppress(NotAllowedError):
            if not _path(folder).exists():
                write_private(_path(folder), os.urandom(32))
    except (GameError, OSError):
        return None
    return known_secret(folder)
