"""The machine that a seat is played from: on a server's record, where two could have the same seat, there is one."""

from __future__ import annotations

import hashlib
import os
import platform
import uuid
from contextlib import suppress
from pathlib import Path

from sits_es.errors import NotAllowedError
from sits_es.mail.private import read_private, write_private
from sits_es.post.desk.desk import Desk


def _own_number(folder: Path) -> bytes:
    """A number that was drawn in this folder, 16 bytes."""
    path = folder / "keys" / "machine.number"
    if not path.exists():
        # another program of the same player may make it this very moment
        with suppress(NotAllowedError):
            write_private(path, os.urandom(16))
    return read_private(path)


def machine_of(folder: Path) -> str:
    """What no other machine and no other folder calls itself, 32 hexadecimal digits: not even a copy of this one."""
    known = Path("/etc/machine-id")
    hardware = known.read_bytes().strip() if known.is_file() else b""
    parts = (_own_number(folder), hardware or uuid.getnode().to_bytes(8, "big"), str(folder.resolve()).encode())
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()[:32]


def hold_seat(desk: Desk, game: str) -> None:
    """Bind a game by mail to this machine where its record is on a server. Raises NotAllowedError for a second one."""
    store = desk.session.store
    if not store.place:
        return
    other = store.bound_elsewhere(game, machine_of(desk.folder), f"{desk.folder.resolve()} on {platform.node()}")
    if other is not None:
        raise NotAllowedError(
            f"{game} is played by mail from {other}, and a seat is bound to one machine: two would seal twice. Play it "
            "there. Where that machine is gone, whoever owns the database takes the game out of the table machines."
        )
