"""The library's own suites for recorders, run against those of a PostgreSQL server."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import ClassVar
from unittest.mock import Mock, patch
from uuid import uuid4

import pytest
from eventsourcing.persistence import ApplicationRecorder, IntegrityError, StoredEvent

from sits_es.errors import NotNowError
from tests.shared.postgres import Cluster
from tests.shared.store_samples import a_store, numbers

if not os.environ.get("CI"):
    # there it is installed, and a run without it is a failure
    pytest.importorskip("psycopg_pool")

from sits_es.store.postgres.datastore import ServerDatastore, ServerRecorder

# the suites also import a cipher that needs a library of its own; nothing here uses it
with patch.dict(sys.modules, {"eventsourcing.cipher": Mock()}):
    from eventsourcing.tests.persistence import (
        ApplicationRecorderTestCase,
        NonInterleavingNotificationIDsBaseCase,
        RecorderTestCase,
    )


@pytest.fixture(autouse=True)
def _database(server: Cluster) -> None:
    """A database of its own for each test of the suites, which take no fixtures."""
    _OnAServer.url = server.fresh()


class _OnAServer(RecorderTestCase):
    INITIAL_VERSION = 0
    url: ClassVar[str]

    def setUp(self) -> None:
        self.datastore = ServerDatastore(_OnAServer.url)

    def tearDown(self) -> None:
        self.datastore.close()

    def new_originator_id(self) -> str:
        return str(uuid4())


class TestEventsByStream(_OnAServer, ApplicationRecorderTestCase[ServerRecorder]):
    def create_recorder(self) -> ServerRecorder:
        self.datastore.make_tables()
        return ServerRecorder(self.datastore)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestNotificationsDoNotInterleave(_OnAServer, NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> ApplicationRecorder:
        self.datastore.make_tables()
        return ServerRecorder(self.datastore)


def test_the_library_and_the_store_write_beside_each_other(server: Cluster) -> None:
    url = server.fresh()
    datastore = ServerDatastore(url)
    datastore.make_tables()
    recorder = ServerRecorder(datastore)

    def by_the_library() -> None:
        for version in range(40):
            rows = [StoredEvent(name, version, "sample.Counted/1", b'{"number":0}') for name in ("b", "a")]
            recorder.insert_events(rows)

    def by_the_store() -> None:
        with a_store(url) as store:
            for version in range(40):
                store.append("c", numbers(1), after=version - 1)
                refused = suppress(NotNowError)
                with refused:
                    store.append("a", numbers(1), after=1000)

    with ThreadPoolExecutor() as threads:
        for done in [threads.submit(work) for work in (by_the_library, by_the_store, by_the_notifications(recorder))]:
            done.result(60)
    with a_store(url) as store:
        assert {name: head.version for name, head in store.heads().items()} == dict.fromkeys("abc", 39)
        assert [report.bad for report in store.audit_all()[0]] == [None] * 3
    datastore.close()


def by_the_notifications(recorder: ServerRecorder) -> Callable[[], None]:
    """Whoever follows events by their numbers, one after the other, misses none."""

    def follow() -> None:
        seen = 0
        while seen < 120:
            for each in recorder.select_notifications(start=seen + 1, limit=10):
                assert each.id == seen + 1
                seen = each.id

    return follow


def test_what_the_library_inserts_is_chained_and_a_gap_is_refused(server: Cluster) -> None:
    datastore = ServerDatastore(server.fresh())
    datastore.make_tables()
    recorder = ServerRecorder(datastore)
    rows = [StoredEvent(name, version, "t", b"{}") for name, version in [("a", 0), ("b", 0), ("a", 1), ("a", 2)]]
    assert recorder.insert_events(rows) == [1, 2, 3, 4]
    for version in (0, 2, 4, -1):
        with pytest.raises(IntegrityError, match=r"an event must follow the last event of its stream|duplicate key"):
            recorder.insert_events([StoredEvent("a", version, "t", b"{}")])
    with recorder.datastore.transaction(commit=False) as cursor:
        cursor.execute(
            "SELECT previous, digest FROM sits_es.stored_events WHERE originator_id = 'a' ORDER BY originator_version"
        )
        links = [tuple(row.values()) for row in cursor.fetchall()]
    assert [previous for previous, _ in links] == [bytes(32), links[0][1], links[1][1]]
    recorder.datastore.close()
