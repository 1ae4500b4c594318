"""The log's side in PostgreSQL: one server, which any number of programs on any machines may use at the same time.

Its address is as libpq reads it, postgresql://USER:PASSWORD@HOST:PORT/DATABASE; what is left out comes from PGPASSFILE.
"""

__all__ = ["is_server"]


def is_server(name: str) -> bool:
    """Whether a store's name is that of a PostgreSQL server and not of a file."""
    return name.startswith(("postgresql://", "postgres://"))
