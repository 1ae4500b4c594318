"""The packets of stored games by mail, taken in by empty folders: they come to the records that they name."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from attrs import evolve

from commands.render.reports import LetterPrinter
from sits_es.mail.packet import Signed
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Entry, Journal, Seat, State
from sits_es.post.replica import replica_of
from tests.test_stored_folders import BY_MAIL, STORED, stored_heads

HOMES = [(game, path.name) for game in BY_MAIL for path in sorted((STORED / game).iterdir()) if path.is_dir()]


def kept(game: str, home: str, tmp_path: Path) -> Mapping[str, tuple[Seat, list[Entry]]]:
    """A player's seats in games that have begun, and the packets that counted there, in order of arrival."""
    shutil.copy(STORED / game / home / "mail.db", tmp_path / "was.db")
    with Journal(tmp_path / "was.db") as journal:
        begun = [seat for seat in journal.seats() if seat.game in stored_heads(game)[home]]
        return {seat.game: (seat, journal.entries(seat.game, ("accepted",))) for seat in begun}


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Desk]:
    """A folder in which there is nothing yet."""
    with Desk(tmp_path / "empty", lambda: "2025-07-01T12:00:00+00:00", printer=LetterPrinter()) as desk:
        yield desk


def named(packets: list[Signed], branch: str) -> set[tuple[int, str]]:
    """The places on a branch's record that packets name: version and digest."""
    heads = [each.packet.head for each in packets if each.packet.branch == branch]
    return {(head.version, head.digest) for head in heads if head is not None}


@pytest.mark.parametrize(("game", "home"), HOMES)
def test_what_a_player_sent_and_received_gives_an_empty_folder_the_heads_that_it_names(
    game: str, home: str, tmp_path: Path, empty: Desk
) -> None:
    for key in (STORED / game / home / "keys").iterdir():
        shutil.copy(key, empty.keys / key.name)
        (empty.keys / key.name).chmod(0o600)
    found = kept(game, home, tmp_path)
    assert found
    for seat, entries in found.values():
        here = evolve(seat, branch=seat.game)
        empty.journal.sit(here)
        for entry in entries:
            state: State = "accepted" if entry.signed.digest == seat.invite else "parked"
            empty.journal.put(entry.signed, state, mine=entry.mine, source="kept", at=entry.arrived_at)
        replica = replica_of(empty, here)
        replica.settle()
        assert [entry.why for entry in empty.journal.entries(seat.game, ("refused", "parked"))] == []
        assert replica.seat.branch == seat.branch
        packets = [entry.signed for entry in entries]
        branches = {each.packet.branch for each in packets if each.packet.head is not None}
        assert seat.branch in branches or home == "watcher"  # who looks on answers no head
        for branch in branches:
            record = {(each.version, each.digest) for each in empty.session.events(branch)}
            assert named(packets, branch) <= record
    ends = {name: (head.version, head.digest) for name, head in empty.session.store.heads().items()}
    # what a player opened for themselves alone stands in no packet
    assert ends.items() <= stored_heads(game)[home].items()
    assert {seat.branch for seat, _ in found.values()} <= ends.keys()
