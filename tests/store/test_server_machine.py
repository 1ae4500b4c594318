from __future__ import annotations

from typing import Any, ClassVar

import pytest
from hypothesis import settings

from sits_es.store import GameStore
from tests.shared.postgres import Cluster
from tests.shared.store_machine import StoreMachine
from tests.shared.store_samples import a_store

pytestmark = pytest.mark.long


class ServerMachine(StoreMachine):
    """A store on a server: copied by the server itself, and brought back in place of the database."""

    server: ClassVar[Cluster]

    def __init__(self) -> None:
        self.url = self.server.fresh()
        super().__init__()

    @property
    def name(self) -> str:
        return self.url.partition("@/")[2].partition("?")[0]

    def open(self) -> GameStore:
        return a_store(self.url)

    def copy(self) -> Any:
        # a database that somebody is in can't be copied
        self.store.close()
        try:
            return self.server.fresh(template=self.name)
        finally:
            self.store = self.open()

    def bring_back(self, copy: Any) -> None:
        self.url = self.server.fresh(template=copy.partition("@/")[2].partition("?")[0])


@pytest.fixture(autouse=True)
def _server(server: Cluster) -> None:
    ServerMachine.server = server


TestAStoreOnAServer = ServerMachine.TestCase
TestAStoreOnAServer.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
