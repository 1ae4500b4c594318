"""Games by mail of any length, really played by four programs, and letters of the next turn that wait to be read."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Final

from sits_es.mail.sources import put_letter
from sits_es.post import agreement
from tests.endurance.fleets import CRUISERS
from tests.shared.postal import Table, address

#: Letters that wait: three hold what the turn is played with, the others are notes.
LETTERS: Final = 40
PLAYERS: Final = ("red", "blue", "green", "gold")
#: Turns of a year's game, one in a fortnight.
YEAR: Final = 26


def grow(folder: Path, turns: Sequence[int]) -> list[Path]:
    """Red's folder as it stood after so many turns, once the next was sealed: red keeps the log.

    Each has an inbox with the letters that the others then wrote: the openings of the whole turn, and notes of blue.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "long.toml").write_text(CRUISERS.scenario(PLAYERS).replace("turns = 6", "turns = 999"))
    table = Table(folder=folder, scenario=str(folder / "long.toml"), players=PLAYERS, terms={"reveal": "run"}).begin()
    grown = []
    for turn in range(max(turns) + 1):
        for player in PLAYERS:
            table.give(player, upto=f"{turn + 1}.break")
        if turn in turns:
            grown.append(_kept(table, folder / f"after {turn}"))
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
    while len(written := [each.content for each in table.sent[before:] if "red" in each.readers]) < LETTERS:
        with table.at("blue") as replica:
            agreement.write_note(replica, f"Note {len(written)}.", None)
    for content in written:
        put_letter(folder / "inbox", message_from_bytes(content, policy=default))
    return folder
