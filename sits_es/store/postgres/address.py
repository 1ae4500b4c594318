"""Where a server's store is, without the password."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from sits_es.errors import UnreadableError


def parts_of(url: str) -> dict[str, Any]:
    """What a URL says, by libpq's own names. Raises UnreadableError for one that libpq can't read."""
    try:
        return conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # libpq's own words would show the password
        raise UnreadableError(
            "The address of the game store's server cannot be read. It has the form "
            "postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %XX for the characters %, /, @, :, ? and # in "
            "its parts."
        ) from None


def place_of(url: str) -> str:
    """What people are told of where a store is: user, host, port and database. Raises as above."""
    parts = parts_of(url)
    user, port = parts.get("user"), parts.get("port")
    host = parts.get("host") or parts.get("hostaddr") or "this machine"
    return (
        f"the database {parts.get('dbname') or user or 'of your own name'} on {host}"
        f"{f':{port}' if port else ''}{f' as {user}' if user else ''}"
    )
