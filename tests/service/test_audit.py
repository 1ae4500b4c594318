"""All games audited at once come to what each audited alone comes to, on one core and on two."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sits_es.events import Event
from sits_es.game.events import SeedMade
from sits_es.game.state import pack
from sits_es.service import audit as service
from sits_es.service.audit import Store, StoreAudit, audit_game, audit_stores
from sits_es.service.forks import fork_game
from sits_es.service.scenario import found_game
from sits_es.service.session import Session
from sits_es.service.snapshots import fingerprint
from sits_es.store import Snapshot
from tests.service.conftest import play_on
from tests.shared.duels import BLUE, CHANGED, RED


def everything_of(session: Session, jobs: int = 1) -> StoreAudit:
    """What an audit of all games finds in a session's own store."""
    (found,) = audit_stores([Store(session.folder, own=True)], jobs)
    return found


@pytest.fixture
def full(played: Session, tmp_path: Path) -> Session:
    """The duel with two generations of what-ifs, another game, and one that was not played."""
    fork_game(played.open_game("duel"), "1.3", "what-if")
    play_on(played, "what-if", "1.5", CHANGED)
    fork_game(played.open_game("what-if"), "1.4", "deeper")
    play_on(played, "deeper", "1.4")
    fork_game(played.open_game("duel"), "1.6", "untouched")
    for name in ("other", "waiting"):
        found_game(played, str(tmp_path / "duel.toml"), name, "sits")
    play_on(played, "other", "1.2", *(text.replace("game duel", "game other") for text in (RED, BLUE)))
    return played


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_game_comes_to_what_it_comes_to_alone(full: Session, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "WORTH_A_PROCESS", 100)
    found = everything_of(full, jobs)
    assert found.sound
    assert [each.game for each in found.games] == full.names()
    assert list(found.games) == [audit_game(full.open_game(name)) for name in full.names()]
    assert {each.game: each.recomputed.exchanges for each in found.games}["deeper"] == 4


def test_a_record_that_the_rules_do_not_bring_is_named_and_so_is_what_goes_on_from_it(full: Session) -> None:
    exchange = next(full.open_game("other").history.played())
    facts = full.open_game("other").facts()
    false: list[Event] = [
        SeedMade(turn=1, segment=1, seed="ab" * 32) if isinstance(fact, SeedMade) else fact
        for fact in facts[exchange.opened + 1 :]
    ]
    full.store.append("false", facts[: exchange.opened + 1], after=-1)
    full.store.append("false", false, after=exchange.opened)
    fork_game(full.open_game("false"), "1.2", "from-false")
    faults = {each.game: each.faults for each in everything_of(full).games if each.faults}
    assert faults["false"][:2] == (
        "false: event #0 creates the game other, but this is false.",
        "false 1.1, event #16: the seed does not come from the seals and nonces on the record.",
    )
    assert faults["from-false"] == ("from-false branches off a game that has faults.",)
    assert set(faults) == {"false", "from-false"}


def test_a_changed_byte_is_found_in_the_game_and_in_what_inherits_it(full: Session) -> None:
    with closing(sqlite3.connect(full.folder / "sits.db", isolation_level=None)) as db:
        db.execute("DROP TRIGGER stored_events_update")
        db.execute(
            "UPDATE stored_events SET state = replace(state, 'A duel', 'A fuel') "
            "WHERE originator_id = 'duel' AND originator_version = 0"
        )
    found = everything_of(full)
    assert not found.sound
    assert {each.game for each in found.games if each.faults} == {"duel", "what-if", "deeper", "untouched"}


@pytest.mark.parametrize("everything", [False, True])
def test_a_snapshot_that_is_not_what_the_events_come_to_is_dropped_and_the_others_are_kept(
    played: Session, everything: bool
) -> None:
    (kept,) = played.store.snapshots("duel")
    head = played.open_game("duel").head.version
    assert kept.snapshot.version == head
    wrong = played.open_game("duel").fold(100).copy().game
    wrong.title = "From a cache"
    for version in (100, [*played.open_game("duel").history.played()][3].opened):
        played.store.save_snapshot("duel", Snapshot(version, fingerprint(), pack(wrong)))
    audited = everything_of(played).games[0] if everything else audit_game(played.open_game("duel"))
    assert (audited.faults, audited.dropped) == ((), 2)
    assert [each.snapshot.version for each in played.store.snapshots("duel")] == [head]
    again = audit_game(played.open_game("duel"))
    assert (again.faults, again.dropped) == ((), 0)


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("back", [0, 3])
def test_a_right_snapshot_stays_wherever_it_was_taken(played: Session, everything: bool, back: int) -> None:
    fork_game(played.open_game("duel"), "1.3", "what-if")
    version = played.open_game("what-if").head.version - back
    played.store.save_snapshot(
        "what-if", Snapshot(version, fingerprint(), pack(played.open_game("what-if").fold(version).game))
    )
    found = {each.game: each for each in everything_of(played).games}
    audited = found["what-if"] if everything else audit_game(played.open_game("what-if"))
    assert (audited.faults, audited.dropped) == ((), 0)
    assert version in [each.snapshot.version for each in played.store.snapshots("what-if")]


def test_a_snapshot_of_what_is_hidden_stays(played: Session) -> None:
    kept = [each.snapshot.version for each in played.store.snapshots("duel")]
    assert audit_game(played.open_game("duel", "1.3")).dropped == 0
    assert [each.snapshot.version for each in played.store.snapshots("duel")] == kept != []


def test_how_many_snapshots_were_wrong_is_said_of_one_and_of_more(played: Session) -> None:
    wrong = played.open_game("duel").fold(100).copy().game
    wrong.title = "From a cache"
    for versions, said in (
        ((100,), "1 snapshot did not match the record and was dropped; it was only a cache."),
        ((100, 101), "2 snapshots did not match the record and were dropped; they were only caches."),
    ):
        for version in versions:
            played.store.save_snapshot("duel", Snapshot(version, fingerprint(), pack(wrong)))
        assert said in audit_game(played.open_game("duel")).sound().splitlines()
