"""What of a store's tables and guards on a server is not as this program makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sits_es.store.postgres.schema import ADDED, FUNCTIONS, TABLES, TRIGGERS

if TYPE_CHECKING:
    from psycopg import Cursor

_RELATIONS = """
SELECT relname, COALESCE(indisvalid, true) FROM pg_class LEFT JOIN pg_index ON indexrelid = pg_class.oid
WHERE relnamespace = to_regnamespace('sits_es')::oid"""
_BODIES = "SELECT proname, prosrc, prosecdef FROM pg_proc WHERE pronamespace = to_regnamespace('sits_es')::oid"
_GUARDS = """
SELECT tgname, relname, proname, tgenabled = 'O' FROM pg_trigger
JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE relnamespace = to_regnamespace('sits_es')::oid AND NOT tgisinternal"""


def faults_of_server(cursor: Cursor[tuple[Any, ...]]) -> list[str]:
    """What is lacking, switched off or changed, in words; an empty list when nothing is."""
    relations: dict[str, bool] = dict(cursor.execute(_RELATIONS).fetchall())
    bodies = {name: (body, owners) for name, body, owners in cursor.execute(_BODIES).fetchall()}
    guards = {name: more for name, *more in cursor.execute(_GUARDS).fetchall()}
    faults = [f"The store lacks {name}." for name in TABLES if name not in relations.keys() | ADDED]
    faults += [f"The store's {name} is not whole: make it again." for name in TABLES if not relations.get(name, True)]
    for name, (_, body) in FUNCTIONS.items():
        if name not in bodies:
            faults.append(f"The store lacks the function {name}.")
        elif bodies[name] != (body, True):
            faults.append(f"The store's function {name} is not the one that this program makes: somebody changed it.")
    for name, (table, function, _) in TRIGGERS.items():
        if table in ADDED - relations.keys():
            continue
        if name not in guards:
            faults.append(f"The store lacks the trigger {name}.")
        elif guards[name] != [table, function, True]:
            faults.append(f"The store's trigger {name} is switched off or not the one that this program makes.")
    return faults
