"""The tables of a game store in PostgreSQL, and what guards them. Proof is the digest that players hold.

Columns and digests are those of SQLite's side. Whoever plays may read, and add events and forks, and no more: heads are
moved by the insert itself, with the rights of the tables' owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sits_es.store.log import ENTRY, SEAL, is_named

if TYPE_CHECKING:
    from psycopg import Cursor


#: Raised by a later release when tables change; a store with a higher number is not opened.
SERVER_LAYOUT = 1
#: All of it is in a schema of its own.
SCHEMA = "sits_es"
#: What a comment on the schema begins with, before the layout.
MARK = "SITS-ES game store, layout "
#: Held by every insert until its commit, shared; alone by whoever reads events by their numbers: none is missed that
#: has a lower number and was committed later.
IN_ORDER = 5_354_953


#: Every table and index by its name, in the order in which they are made.
OBJECTS = {
    # text is compared by its bytes, as in SQLite
    "stored_events": """
CREATE TABLE sits_es.stored_events (
    notification_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    originator_id text COLLATE "C" NOT NULL,
    originator_version bigint NOT NULL,
    topic text COLLATE "C" NOT NULL,
    state bytea NOT NULL,
    previous bytea NOT NULL,
    digest bytea NOT NULL,
    command_id bytea,
    recorded_at text,
    PRIMARY KEY (originator_id, originator_version)
)""",
    "stored_events_command": """
CREATE UNIQUE INDEX stored_events_command
    ON sits_es.stored_events (command_id, originator_id) WHERE command_id IS NOT NULL""",
    "stored_events_seals": f"""
CREATE INDEX stored_events_seals
    ON sits_es.stored_events (originator_id, originator_version) WHERE {is_named(SEAL)}""",
    "stored_events_entries": f"""
CREATE INDEX stored_events_entries
    ON sits_es.stored_events (originator_id, originator_version) WHERE {is_named(ENTRY)}""",
    "lineage": """
CREATE TABLE sits_es.lineage (
    child text COLLATE "C" PRIMARY KEY,
    parent text COLLATE "C" NOT NULL,
    at_version bigint NOT NULL,
    at_digest bytea NOT NULL
)""",
    # a head moves with every append: room for that beside its row
    "heads": """
CREATE TABLE sits_es.heads (
    originator_id text COLLATE "C" PRIMARY KEY,
    originator_version bigint NOT NULL,
    digest bytea NOT NULL
) WITH (fillfactor = 50)""",
    # the one machine that a game by mail is played from here; whoever owns the table may take a row out
    "machines": """
CREATE TABLE sits_es.machines (
    game text COLLATE "C" PRIMARY KEY,
    machine text NOT NULL,
    name text NOT NULL,
    bound_at timestamptz NOT NULL DEFAULT now()
)""",
    # a cache; the topic is the fingerprint of the code that folded the state, and whose machine that was
    "stored_states": """
CREATE TABLE sits_es.stored_states (
    originator_id text COLLATE "C" NOT NULL,
    originator_version bigint NOT NULL,
    topic text COLLATE "C" NOT NULL,
    state bytea NOT NULL,
    mac bytea,
    PRIMARY KEY (originator_id, topic, originator_version)
)""",
}

_REFUSED = "USING ERRCODE = 'integrity_constraint_violation'"
_FOR_OWNER = "LANGUAGE plpgsql SECURITY DEFINER SET search_path = sits_es, pg_temp"

#: Bodies of functions by their names. Those that need the owner's rights have them; see `statements`.
FUNCTIONS = {
    # where a stream ends, once no other writer is at it: its head's row is held, or a lock for one that has none yet
    "hold": (
        "(stream text) RETURNS TABLE (version bigint, ended bytea, found bytea)",
        """
BEGIN
    PERFORM FROM heads WHERE originator_id = stream FOR UPDATE;
    IF NOT FOUND THEN
        PERFORM pg_advisory_xact_lock(hashtextextended(stream, 0));
        PERFORM FROM heads WHERE originator_id = stream FOR UPDATE;
    END IF;
    RETURN QUERY SELECT heads.originator_version, heads.digest, last.digest FROM heads LEFT JOIN stored_events AS last
        USING (originator_id, originator_version) WHERE heads.originator_id = stream;
END""",
    ),
    "in_order": (
        "() RETURNS trigger",
        f"""
BEGIN
    PERFORM pg_advisory_xact_lock_shared({IN_ORDER});
    RETURN NULL;
END""",
    ),
    "follow": (
        "() RETURNS trigger",
        """
DECLARE
    run record;
    ended bigint;
BEGIN
    FOR run IN
        SELECT originator_id AS stream, min(originator_version) AS first, max(originator_version) AS last,
            count(*) AS number
        FROM added GROUP BY originator_id ORDER BY originator_id
    LOOP
        SELECT originator_version INTO ended FROM heads WHERE originator_id = run.stream FOR UPDATE;
        IF NOT FOUND THEN
            ended := COALESCE((SELECT at_version FROM lineage WHERE child = run.stream), -1);
        END IF;
        IF run.first <> ended + 1 OR run.last <> ended + run.number THEN
            RAISE EXCEPTION 'an event must follow the last event of its stream'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        INSERT INTO heads AS head SELECT originator_id, originator_version, digest FROM added
            WHERE originator_id = run.stream AND originator_version = run.last
            ON CONFLICT (originator_id)
            DO UPDATE SET originator_version = excluded.originator_version, digest = excluded.digest;
        PERFORM pg_notify('stored_events', left(run.stream, 1000));
    END LOOP;
    RETURN NULL;
END""",
    ),
    "lineage_first": (
        "() RETURNS trigger",
        f"""
BEGIN
    IF EXISTS (SELECT FROM stored_events WHERE originator_id = NEW.child) THEN
        RAISE EXCEPTION 'a stream that exists cannot become a fork' {_REFUSED};
    END IF;
    RETURN NEW;
END""",
    ),
    "heads_forward": (
        "() RETURNS trigger",
        f"""
BEGIN
    IF NEW.originator_id <> OLD.originator_id OR NEW.originator_version <= OLD.originator_version THEN
        RAISE EXCEPTION 'the head of a stream moves forward only' {_REFUSED};
    END IF;
    RETURN NEW;
END""",
    ),
    "never": (
        "() RETURNS trigger",
        f"""
BEGIN
    RAISE EXCEPTION 'what is recorded is never changed' {_REFUSED};
END""",
    ),
}

_KEPT = "BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} FOR EACH STATEMENT"

#: Triggers by their names: table, function, and when it is called.
TRIGGERS = {
    "stored_events_in_order": ("stored_events", "in_order", "BEFORE INSERT ON {table} FOR EACH STATEMENT"),
    "stored_events_follow": (
        "stored_events",
        "follow",
        "AFTER INSERT ON {table} REFERENCING NEW TABLE AS added FOR EACH STATEMENT",
    ),
    "lineage_first": ("lineage", "lineage_first", "BEFORE INSERT ON {table} FOR EACH ROW"),
    "heads_forward": ("heads", "heads_forward", "BEFORE UPDATE ON {table} FOR EACH ROW"),
    "heads_kept": ("heads", "never", "BEFORE DELETE OR TRUNCATE ON {table} FOR EACH STATEMENT"),
    "stored_events_kept": ("stored_events", "never", _KEPT),
    "lineage_kept": ("lineage", "never", _KEPT),
    "machines_kept": ("machines", "never", "BEFORE UPDATE OR TRUNCATE ON {table} FOR EACH STATEMENT"),
}


def creating() -> list[str]:
    """The statements that make a new store, in their order."""
    made = ["CREATE SCHEMA IF NOT EXISTS sits_es", *OBJECTS.values()]
    made += [
        f"CREATE FUNCTION sits_es.{name}{signature} {_FOR_OWNER} AS $body${body}$body$"
        for name, (signature, body) in FUNCTIONS.items()
    ]
    made += [
        f"CREATE TRIGGER {name} {when.format(table=f'sits_es.{on}')} EXECUTE FUNCTION sits_es.{function}()"
        for name, (on, function, when) in TRIGGERS.items()
    ]
    # functions are anybody's to call unless it is said otherwise
    made += [f"REVOKE ALL ON FUNCTION sits_es.{name} FROM PUBLIC" for name in FUNCTIONS]
    return [*made, f"COMMENT ON SCHEMA sits_es IS '{MARK}{SERVER_LAYOUT}'"]


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
    faults = [f"The store lacks {name}." for name in OBJECTS if name not in relations]
    faults += [f"The store's {name} is not whole: make it again." for name in OBJECTS if not relations.get(name, True)]
    for name, (_, body) in FUNCTIONS.items():
        if name not in bodies:
            faults.append(f"The store lacks the function {name}.")
        elif bodies[name] != (body, True):
            faults.append(f"The store's function {name} is not the one that this program makes: somebody changed it.")
    for name, (table, function, _) in TRIGGERS.items():
        if name not in guards:
            faults.append(f"The store lacks the trigger {name}.")
        elif guards[name] != [table, function, True]:
            faults.append(f"The store's trigger {name} is switched off or not the one that this program makes.")
    return faults
