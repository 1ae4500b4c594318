"""The library's own suites for recorders, run against ours."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import Mock, patch
from uuid import uuid4

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent, TrackingRecorder

from sits_es.store.sqlite.datastore import Datastore
from sits_es.store.sqlite.recorder import GameRecorder
from sits_es.store.sqlite.tracking import Positions

# the suites also import a cipher that needs a library of its own; nothing here uses it
with patch.dict(sys.modules, {"eventsourcing.cipher": Mock()}):
    from eventsourcing.tests.persistence import (
        ApplicationRecorderTestCase,
        NonInterleavingNotificationIDsBaseCase,
        RecorderTestCase,
        TrackingRecorderTestCase,
    )


class _InAFile(RecorderTestCase):
    INITIAL_VERSION = 0

    def setUp(self) -> None:
        self.folder = TemporaryDirectory()
        self.datastore = Datastore(str(Path(self.folder.name) / "sits.db"))

    def tearDown(self) -> None:
        self.datastore.close()
        self.folder.cleanup()

    def new_originator_id(self) -> str:
        return str(uuid4())

    def recorder(self) -> GameRecorder:
        self.datastore.make_tables()
        return GameRecorder(self.datastore)


class TestEventsByStream(_InAFile, ApplicationRecorderTestCase[GameRecorder]):
    def create_recorder(self) -> GameRecorder:
        return self.recorder()


class TestNotificationsDoNotInterleave(_InAFile, NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> GameRecorder:
        return self.recorder()


class TestPositions(TrackingRecorderTestCase):
    def setUp(self) -> None:
        self.db = sqlite3.connect(":memory:", isolation_level=None)

    def tearDown(self) -> None:
        self.db.close()

    def create_recorder(self) -> TrackingRecorder:
        return Positions(self.db)


def test_what_the_library_inserts_is_chained_and_a_gap_is_refused(tmp_path: Path) -> None:
    datastore = Datastore(str(tmp_path / "sits.db"))
    datastore.make_tables()
    recorder = GameRecorder(datastore)
    rows = [StoredEvent(name, version, "t", b"{}") for name, version in [("a", 0), ("b", 0), ("a", 1), ("a", 2)]]
    assert recorder.insert_events(rows) == [1, 2, 3, 4]
    for version in (0, 2, 4, -1):
        with pytest.raises(IntegrityError, match="an event must follow the last event of its stream"):
            recorder.insert_events([StoredEvent("a", version, "t", b"{}")])
    with recorder.datastore.transaction(commit=False) as cursor:
        cursor.execute(
            "SELECT previous, digest FROM stored_events WHERE originator_id = 'a' ORDER BY originator_version"
        )
        links = [tuple(row) for row in cursor.fetchall()]
    assert [previous for previous, _ in links] == [bytes(32), links[0][1], links[1][1]]
    recorder.datastore.close()
