"""The log's side in PostgreSQL: one server, which any number of programs on any machines may use at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sits_es.errors import NotAllowedError
from sits_es.store.codec import Codec

if TYPE_CHECKING:
    from sits_es.store.application import GameApplication

__all__ = ["is_server", "opened"]


def is_server(name: str) -> bool:
    """Whether a store's name is that of a PostgreSQL server and not of a file."""
    return name.startswith(("postgresql://", "postgres://"))


def opened(url: str, codec: Codec, *, wait: int) -> GameApplication:
    """Open a store on a server; its tables are made where there are none. wait: seconds for another program's write.

    url: as libpq reads it, postgresql://USER:PASSWORD@HOST:PORT/DATABASE; what is left out comes from PGPASSFILE and
    the like. Raises NotAllowedError where nothing is installed that talks to a server.
    """
    try:
        import psycopg_pool  # noqa: F401 -- to find out, before anything is made
    except ImportError as fault:
        raise NotAllowedError(
            "The game store is on a PostgreSQL server, and what talks to one is not installed here. Install it: "
            "pip install 'psycopg[binary,pool]'"
        ) from fault
    from sits_es.store.application import GameApplication
    from sits_es.store.postgres.datastore import ServerDatastore, ServerRecorder

    datastore = ServerDatastore(url, wait=wait)
    datastore.make_tables()
    return GameApplication(datastore, ServerRecorder(datastore), codec)
