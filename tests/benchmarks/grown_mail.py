"""Games by mail of any length, really played by two programs, and letters of the next turn that wait to be read."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Final

from sits_es.mail.sources import write_eml
from sits_es.post import agreement
from tests.endurance.fleets import CRUISERS
from tests.shared.postal import Table, address

#: Letters that wait: one holds what the turn is played with, the others are notes.
LETTERS: Final = 40
PLAYERS: Final = ("red", "blue")


def grow(folder: Path, events: Sequence[int]) -> list[Path]:
    """Red's folder as it stood when the record had at least so many events, and the turn after that was sealed.

    Each has an inbox with the letters that blue then wrote: the openings of the whole turn, and notes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "long.toml").write_text(CRUISERS.scenario(PLAYERS).replace("turns = 6", "turns = 999"))
    table = Table(folder=folder, scenario=str(folder / "long.toml"), players=PLAYERS, terms={"run": True}).begin()
    wanted, grown = sorted(events), list[Path]()
    while wanted:
        for player in PLAYERS:
            table.nothing(player, f"{table.label().partition('.')[0]}.break")
        with table.desk("red") as desk:
            long = desk.session.open_game("ours").head.version >= wanted[0]
        if long:
            grown.append(_kept(table, folder / f"at {wanted.pop(0)}"))
        table.carry()
    return grown


def _kept(table: Table, folder: Path) -> Path:
    """A copy of red's folder once red has logged all seals, and in its inbox what blue writes then."""
    table.round()
    shutil.copytree(table.folder / "red", folder)
    mail = f'[mail]\naddress = "{address("red")}"\ninbox = "inbox"\noutbox = "outbox"\n'
    (folder / "sits.toml").write_text(mail, encoding="utf-8")
    before = len(table.sent)
    table.round()
    while len(written := [each.content for each in table.sent[before:] if each.writer == "blue"]) < LETTERS:
        with table.at("blue") as replica:
            agreement.write_note(replica, f"Note {len(written)}.", None)
    for content in written:
        write_eml(folder / "inbox", message_from_bytes(content, policy=default))
    return folder
