"""Games by mail of any length, really played by two programs, and letters of the next turn that wait to be read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final
from unittest.mock import patch

from sits_es.mail.packet import Signed, read_packet
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.bodies import Note
from tests.shared.careful import careful
from tests.shared.posts import ADDRESSES, CLOCK, Post, desks_closed

from commands.render.reports import LetterPrinter
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.sources import write_eml
from sits_es.post.arrivals import arrive
from sits_es.post.day import a_day, note_shown
from sits_es.post.replica import Replica, replica_of
from sits_es.rules.moments import Moment
from tests.endurance.fleets import CRUISERS

#: Letters that wait: one holds what the turn is played with, the others are notes.
LETTERS: Final = 40
PLAYERS: Final = ("red", "blue")
#: Exchanges of a turn, its break included.
TURN: Final = 9


def grow(folder: Path, events: Sequence[int]) -> list[Path]:
    """Red's folder as it stood when the record had at least so many events, and the turn after that was sealed.

    Each has an inbox with the letters that blue then wrote: the reveal of the whole turn, and notes. The game reveals
    by the run: a reveal of one exchange after the other would name what red's own copy has still to write.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "long.toml").write_text(CRUISERS.scenario(PLAYERS).replace("turns = 6", "turns = 999"))
    wanted, grown = sorted(events), []
    # what was read once is read again many times, and is the same
    with patch("sits_es.post.desk.journal.read_packet", lru_cache(100_000)(read_packet)), desks_closed():
        found = careful(folder, PLAYERS, str(folder / "long.toml"), reveal="run")
        carried = dict.fromkeys(PLAYERS, 0)
        while wanted:
            for player in PLAYERS:
                _seal_a_turn(found[player])
            if _replica(found["red"]).chain().head.version >= wanted[0]:
                grown.append(_kept(found, folder / f"at {wanted.pop(0)}", carried))
            while any(_carry(found, carried, player) for player in PLAYERS):
                pass
    return grown


def _replica(post: Post) -> Replica:
    return replica_of(post.desk, post.desk.seat("duel"))


def _seal_a_turn(post: Post) -> None:
    """Orders for nobody to do anything, for all exchanges of a turn."""
    replica = _replica(post)
    at = replica.chain().game.moment
    replica.seal({Moment(at.turn, segment): () for segment in range(1, TURN + 1)})


def _carry(found: dict[str, Post], carried: dict[str, int], player: str) -> bool:
    """Bring a player's new packets to the other. Whether there were any."""
    new = _new(found, carried, player)
    other = found["blue" if player == "red" else "red"]
    for signed in new:
        arrive(other.desk, signed, "by hand")
        carried[player] = signed.packet.number
    _replica(other).settle()
    return bool(new)


def _new(found: dict[str, Post], carried: dict[str, int], player: str) -> list[Signed]:
    return found[player].desk.journal.accepted("duel", sender=player, after=carried[player])


def _kept(found: dict[str, Post], folder: Path, carried: dict[str, int]) -> Path:
    """A copy of red's folder, and in its inbox what blue writes once blue has everything of red's."""
    red, blue = found["red"], found["blue"]
    # red has blue's seals and reveals; blue has both then, and reveals as well
    for player in ("blue", "red"):
        _carry(found, carried, player)
    asked = carried["blue"]
    with _copied(red, folder):
        while len(_new(found, carried, "blue")) < LETTERS:
            _replica(blue).post(Note(words=f"A note after {blue.desk.journal.last_number('duel', 'blue')}."))
    new = [signed for signed in blue.packets() if signed.packet.number > asked]
    for signed in new[:LETTERS]:
        letter = Letter(sender=ADDRESSES["blue"], to=(ADDRESSES["red"],), subject="duel", report="A letter.\n" * 40,
                        packets=(signed,))  # fmt: skip
        for message in write_letter(letter):
            write_eml(folder / "inbox", message)
    return folder


@contextmanager
def _copied(post: Post, folder: Path) -> Iterator[None]:
    """A folder copied while its desk is open."""
    folder.mkdir()
    for each in post.desk.folder.rglob("*"):
        if each.is_file():
            place = folder / each.relative_to(post.desk.folder)
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            shutil.copy(each, place)
    mail = f'[mail]\naddress = "{ADDRESSES["red"]}"\ninbox = "inbox"\noutbox = "outbox"\n'
    (folder / "sits.toml").write_text(mail)
    (folder / "inbox").mkdir()
    # what was played so far was read, and answered
    with Desk(folder, lambda: CLOCK, printer=LetterPrinter()) as desk:
        note_shown(desk, a_day(desk, []))
    yield
