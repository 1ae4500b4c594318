"""The tables of a game store in PostgreSQL, and what guards them. Proof is the digest that players hold.

Columns and digests are those of SQLite's side. Whoever plays may read and call two functions, `append` and `fork`;
these write with the rights of the tables' owner. Triggers check what an honest program does, whoever writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from sits_es.store.bundle import MOST_ID, MOST_LINE
from sits_es.store.log import ENTRY, SEAL, is_named

if TYPE_CHECKING:
    from psycopg import Cursor


#: Raised by a later release when tables change; a store with a higher number is not opened.
SERVER_LAYOUT = 1
#: All of it is in a schema of its own.
SCHEMA = "sits_es"
#: What a comment on the schema begins with, before the layout.
MARK = "SITS-ES game store, layout "
#: Held by whoever takes streams out, by the library's writers, and by those who read events by their numbers: nobody
#: appends or forks meanwhile. Players can't take it.
ALONE: Final = "LOCK TABLE sits_es.stored_events IN SHARE ROW EXCLUSIVE MODE"
#: Switched on in the one transaction in which an owner sets a stream aside.
ASIDE: Final = "sits_es.setting_aside"
#: Letters of a game's name and of an event's topic at the most: games have names of 60, and branches longer ones.
MOST_NAME: Final = 200
#: Bytes of a snapshot at the most.
MOST_KEPT: Final = 4_000_000


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
    # who plays a game: the role that began it, and those that were let in with their members; and the one machine that
    # a game by mail is played from here
    "seats": """
CREATE TABLE sits_es.seats (
    game text COLLATE "C" PRIMARY KEY,
    begun_by text COLLATE "C" NOT NULL DEFAULT SESSION_USER,
    players text[] COLLATE "C" NOT NULL DEFAULT '{}' CHECK (octet_length(players::text) <= 10000),
    machine text CHECK (octet_length(machine) <= 200),
    machine_name text CHECK (octet_length(machine_name) <= 5000)
)""",
    # a cache; the topic is the fingerprint of the code that folded the state, and whose machine that was
    "stored_states": """
CREATE TABLE sits_es.stored_states (
    originator_id text COLLATE "C" NOT NULL,
    originator_version bigint NOT NULL,
    topic text COLLATE "C" NOT NULL,
    state bytea NOT NULL,
    mac bytea,
    kept_by text COLLATE "C" NOT NULL DEFAULT SESSION_USER,
    PRIMARY KEY (originator_id, topic, originator_version, kept_by)
)""",
}

_FOR_OWNER = "LANGUAGE plpgsql SECURITY DEFINER SET search_path = sits_es, pg_temp"
#: What stands in braces in the bodies below.
_WORDS: Final = {
    "refused": "USING ERRCODE = 'integrity_constraint_violation'",
    "not_allowed": "USING ERRCODE = 'insufficient_privilege'",
    # whether whoever is connected owns the tables: a function has their owner's rights
    "is_owner": "pg_has_role(SESSION_USER, CURRENT_USER, 'MEMBER')",
    # what a name can't hold: letters that are not seen, and spaces at its ends
    "unseen": (
        r"^ | $|[\u0001-\u001F\u007F-\u00A0\u00AD\u061C\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000"
        r"\uFEFF\uFFF9-\uFFFB]"
    ),
    # a time as programs write it, ISO 8601 with its zone
    "time": r"^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$",
    "most_name": MOST_NAME,
    "most_kept": MOST_KEPT,
    "most_line": MOST_LINE,
    "most_id": MOST_ID,
    "aside": ASIDE,
}

#: Functions that players may call.
FOR_PLAYERS: Final = ("append", "fork")

_BODIES = {
    # rows of one stream, and a snapshot after one of its events; which rows are right the triggers say
    "append": (
        """(stream text, versions bigint[], topics text[], states bytea[], previous bytea[], digests bytea[],
    commands bytea[], times text[], kept_version bigint DEFAULT NULL, kept_topic text DEFAULT NULL,
    kept_state bytea DEFAULT NULL, kept_mac bytea DEFAULT NULL) RETURNS void""",
        r"""
BEGIN
    LOCK TABLE stored_events IN ROW EXCLUSIVE MODE;
    INSERT INTO stored_events
        (originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at)
        SELECT stream, * FROM unnest(versions, topics, states, previous, digests, commands, times);
    IF kept_version IS NULL THEN
        RETURN;
    END IF;
    IF octet_length(kept_state) > {most_kept} OR char_length(kept_topic) > {most_name}
        OR octet_length(kept_mac) IS DISTINCT FROM 32 OR NOT EXISTS (
            SELECT FROM stored_events WHERE originator_id = stream AND originator_version = kept_version
        )
    THEN
        RAISE EXCEPTION 'a snapshot is one of an event that is there, and no larger than programs make it' {refused};
    END IF;
    INSERT INTO stored_states (originator_id, originator_version, topic, state, mac)
        VALUES (stream, kept_version, kept_topic, kept_state, kept_mac)
        ON CONFLICT (originator_id, topic, originator_version, kept_by)
        DO UPDATE SET state = excluded.state, mac = excluded.mac;
END""",
    ),
    # the row of lineage of a branch whose first events are written in the same transaction
    "fork": (
        "(child text, parent text, at_version bigint, at_digest bytea) RETURNS void",
        """
BEGIN
    LOCK TABLE stored_events IN ROW EXCLUSIVE MODE;
    INSERT INTO lineage VALUES (child, parent, at_version, at_digest);
END""",
    ),
    # refuse whoever plays no seat in a stream; of one that is new, who writes first has it
    "sit_down": (
        "(stream text, is_new boolean) RETURNS void",
        r"""
DECLARE
    seat seats;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'a writer must see what others wrote: the isolation is read committed' {refused};
    END IF;
    SELECT * INTO seat FROM seats WHERE game = stream;
    IF seat.game IS NULL AND (is_new OR {is_owner}) THEN
        INSERT INTO seats (game) VALUES (stream);
    ELSIF NOT (plays(seat) OR {is_owner}) THEN
        RAISE EXCEPTION '% plays no seat in %: %, or the owner of the database, lets players in', SESSION_USER, stream,
            COALESCE(seat.begun_by, 'nobody') {not_allowed};
    END IF;
END""",
    ),
    "plays": (
        "(seat sits_es.seats) RETURNS boolean",
        """
BEGIN
    RETURN COALESCE(seat.begun_by = SESSION_USER OR SESSION_USER = ANY (seat.players) OR EXISTS (
        SELECT FROM pg_roles WHERE rolname = ANY (seat.players) AND pg_has_role(SESSION_USER, oid, 'MEMBER')
    ), false);
END""",
    ),
    "follow": (
        "() RETURNS trigger",
        r"""
DECLARE
    run record;
    ended bigint;
    link bytea;
    title bytea;
    bad bigint;
BEGIN
    FOR run IN
        SELECT originator_id AS stream, min(originator_version) AS first, max(originator_version) AS last,
            count(*) AS number
        FROM added GROUP BY originator_id ORDER BY originator_id
    LOOP
        PERFORM sit_down(run.stream, NOT EXISTS (SELECT FROM heads WHERE originator_id = run.stream));
        SELECT originator_version, digest INTO ended, link FROM heads WHERE originator_id = run.stream FOR UPDATE;
        IF NOT FOUND THEN
            IF run.stream = '' OR char_length(run.stream) > {most_name} OR run.stream ~ '{unseen}' THEN
                RAISE EXCEPTION 'that is not a name for a game' {refused};
            END IF;
            SELECT at_version, at_digest INTO ended, link FROM lineage WHERE child = run.stream;
            ended := COALESCE(ended, -1);
            link := COALESCE(link, decode(repeat('00', 32), 'hex'));
        END IF;
        IF run.first <> ended + 1 OR run.last <> ended + run.number THEN
            RAISE EXCEPTION 'an event must follow the last event of its stream' USING ERRCODE = 'unique_violation';
        END IF;
        title := convert_to(run.stream, 'UTF8');
        title := int4send(octet_length(title)) || title;
        SELECT min(originator_version) INTO bad FROM (
            SELECT *, lag(digest, 1, link) OVER (ORDER BY originator_version) AS before
            FROM added WHERE originator_id = run.stream
        ) AS each WHERE previous <> before OR digest <> sha256(
            before || title || int8send(originator_version) || int4send(octet_length(topic))
            || convert_to(topic, 'UTF8') || int4send(octet_length(state)) || state
        );
        IF bad IS NOT NULL THEN
            RAISE EXCEPTION 'event % of % is not chained to the one before it', bad, run.stream {refused};
        END IF;
        SELECT min(originator_version) INTO bad FROM added WHERE originator_id = run.stream AND (
            char_length(topic) NOT BETWEEN 1 AND {most_name} OR topic ~ '[\u0001-\u0020\u007f-\u00a0]'
            OR octet_length(state) > {most_line} OR convert_from(state, 'UTF8') = ''
            OR octet_length(command_id) > {most_id} OR recorded_at !~ '{time}'
        );
        IF bad IS NOT NULL THEN
            RAISE EXCEPTION 'event % of % has a name, a size, a command or a time that programs do not write', bad,
                run.stream {refused};
        END IF;
        SELECT min(originator_version) INTO bad FROM added
            WHERE originator_id = run.stream AND recorded_at::timestamptz > now() + interval '1 day';
        IF bad IS NOT NULL THEN
            RAISE EXCEPTION 'event % of % was written down more than a day from now, so a clock is wrong', bad,
                run.stream {refused};
        END IF;
        INSERT INTO heads AS head SELECT originator_id, originator_version, digest FROM added
            WHERE originator_id = run.stream AND originator_version = run.last
            ON CONFLICT (originator_id)
            DO UPDATE SET originator_version = excluded.originator_version, digest = excluded.digest;
        PERFORM pg_notify('stored_events', run.stream);
    END LOOP;
    RETURN NULL;
END""",
    ),
    # the event that a branch follows is one of its parent's own, or of the ancestor's whose it is; a line of a
    # rewound game, such as duel~2, is begun by who plays that game, and everybody keeps their seat
    "lineage_first": (
        "() RETURNS trigger",
        r"""
DECLARE
    rewound text := substring(NEW.child FROM '^(.+)~([2-9]|[1-9][0-9]{{1,5}})$');
BEGIN
    IF rewound IS NOT NULL THEN
        PERFORM sit_down(rewound, false);
        INSERT INTO seats (game, begun_by, players) SELECT NEW.child, begun_by, players FROM seats WHERE game = rewound
            ON CONFLICT (game) DO NOTHING;
    END IF;
    PERFORM sit_down(NEW.child, NOT EXISTS (SELECT FROM heads WHERE originator_id = NEW.child));
    IF EXISTS (SELECT FROM stored_events WHERE originator_id = NEW.child) THEN
        RAISE EXCEPTION 'a stream that exists cannot become a fork' {refused};
    END IF;
    IF NOT EXISTS (
        WITH RECURSIVE line (stream) AS (
            SELECT NEW.parent
            UNION
            SELECT older.parent FROM line JOIN lineage AS older ON older.child = stream
            WHERE older.at_version >= NEW.at_version
        )
        SELECT FROM line JOIN stored_events ON originator_id = stream
        WHERE originator_version = NEW.at_version AND digest = NEW.at_digest
    ) THEN
        RAISE EXCEPTION 'a fork must follow an event of its parent' {refused};
    END IF;
    RETURN NEW;
END""",
    ),
    "lineage_begun": (
        "() RETURNS trigger",
        r"""
BEGIN
    IF NOT EXISTS (SELECT FROM heads WHERE originator_id = NEW.child) THEN
        RAISE EXCEPTION 'a fork must begin with an event of its own' {refused};
    END IF;
    RETURN NULL;
END""",
    ),
    # who began a game lets others in; a machine is bound once
    "seats_kept": (
        "() RETURNS trigger",
        r"""
BEGIN
    IF NOT ({is_owner} OR plays(OLD) AND (NEW.players = OLD.players OR OLD.begun_by = SESSION_USER) AND (
        OLD.machine IS NULL OR (NEW.machine, NEW.machine_name) IS NOT DISTINCT FROM (OLD.machine, OLD.machine_name)
    )) THEN
        RAISE EXCEPTION '% may not change the seats of %: % lets players in, and the owner of the database',
            SESSION_USER, OLD.game, OLD.begun_by {not_allowed};
    END IF;
    RETURN NEW;
END""",
    ),
    "heads_forward": (
        "() RETURNS trigger",
        r"""
BEGIN
    IF NEW.originator_id <> OLD.originator_id OR NEW.originator_version <= OLD.originator_version THEN
        RAISE EXCEPTION 'the head of a stream moves forward only' {refused};
    END IF;
    RETURN NEW;
END""",
    ),
    # but for a whole stream that its owner sets aside as evidence
    "never": (
        "() RETURNS trigger",
        r"""
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('{aside}', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'what is recorded is never changed' {refused};
END""",
    ),
}

#: Signatures and bodies of functions by their names; they have the owner's rights.
FUNCTIONS: Final = {name: (signature, body.format_map(_WORDS)) for name, (signature, body) in _BODIES.items()}

_KEPT = "BEFORE DELETE OR UPDATE OR TRUNCATE ON {table} FOR EACH STATEMENT"

#: Triggers by their names: table, function, and when it is called, as the server itself would say it.
TRIGGERS = {
    "stored_events_follow": (
        "stored_events",
        "follow",
        "AFTER INSERT ON {table} REFERENCING NEW TABLE AS added FOR EACH STATEMENT",
    ),
    "lineage_first": ("lineage", "lineage_first", "BEFORE INSERT ON {table} FOR EACH ROW"),
    "lineage_begun": (
        "lineage",
        "lineage_begun",
        "AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW",
    ),
    "heads_forward": ("heads", "heads_forward", "BEFORE UPDATE ON {table} FOR EACH ROW"),
    "heads_kept": ("heads", "never", "BEFORE DELETE OR TRUNCATE ON {table} FOR EACH STATEMENT"),
    "stored_events_kept": ("stored_events", "never", _KEPT),
    "lineage_kept": ("lineage", "never", _KEPT),
    "seats_kept": ("seats", "seats_kept", "BEFORE UPDATE ON {table} FOR EACH ROW"),
}

#: What players see and drop of snapshots: their own.
POLICY: Final = "stored_states_own"


def guard(name: str) -> str:
    """What makes a trigger, in the words in which the server tells of it."""
    table, function, when = TRIGGERS[name]
    kind = "CONSTRAINT TRIGGER" if "DEFERRABLE" in when else "TRIGGER"
    return f"CREATE {kind} {name} {when.format(table=f'sits_es.{table}')} EXECUTE FUNCTION sits_es.{function}()"


def creating() -> list[str]:
    """The statements that make a new store, in their order."""
    made = ["CREATE SCHEMA IF NOT EXISTS sits_es", *OBJECTS.values()]
    made += [
        f"CREATE FUNCTION sits_es.{name}{signature} {_FOR_OWNER} AS $body${body}$body$"
        for name, (signature, body) in FUNCTIONS.items()
    ]
    made += [guard(name) for name in TRIGGERS]
    # functions are anybody's to call unless it is said otherwise
    made += [f"REVOKE ALL ON FUNCTION sits_es.{name} FROM PUBLIC" for name in FUNCTIONS]
    made += [
        "ALTER TABLE sits_es.stored_states ENABLE ROW LEVEL SECURITY",
        f"CREATE POLICY {POLICY} ON sits_es.stored_states USING (kept_by = SESSION_USER)",
    ]
    return [*made, f"COMMENT ON SCHEMA sits_es IS '{MARK}{SERVER_LAYOUT}'"]


#: What others than the owner may be allowed, as the page on servers says.
GRANTS: Final = frozenset(
    {("schema sits_es", "USAGE"), ("table stored_states", "DELETE")}
    | {(f"table {name}", "SELECT") for name, made_by in OBJECTS.items() if "CREATE TABLE" in made_by}
    | {(f"column {name} of seats", "UPDATE") for name in ("players", "machine", "machine_name")}
    | {(f"function {name}", "EXECUTE") for name in FOR_PLAYERS}
)

#: Of each thing in the schema that is nobody's part: its kind and name, whether it is whole, whose it is.
_THINGS = """
SELECT CASE WHEN relkind IN ('r', 'i') THEN '' ELSE relkind::text END || relname,
    COALESCE(indisvalid, true) AND (relname <> 'stored_states' OR relrowsecurity), pg_get_userbyid(relowner)
FROM pg_class LEFT JOIN pg_index ON indexrelid = pg_class.oid
WHERE relnamespace = to_regnamespace('sits_es')::oid
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = pg_class.oid AND conrelid <> 0)
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'i' AND relkind = 'S')"""
_MADE_BODIES = """
SELECT proname, prosrc, prosecdef AND proconfig = '{"search_path=sits_es, pg_temp"}', pg_get_userbyid(proowner)
FROM pg_proc WHERE pronamespace = to_regnamespace('sits_es')::oid"""
_GUARDS = """
SELECT tgname, tgenabled = 'O', pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger
JOIN pg_class ON pg_class.oid = tgrelid WHERE relnamespace = to_regnamespace('sits_es')::oid AND NOT tgisinternal
UNION ALL SELECT rulename, false, pg_get_ruledef(pg_rewrite.oid) FROM pg_rewrite
JOIN pg_class ON pg_class.oid = ev_class WHERE relnamespace = to_regnamespace('sits_es')::oid AND relkind = 'r'"""
_POLICIES = """
SELECT polname, polcmd = '*' AND polpermissive AND polroles = '{0}' AND polwithcheck IS NULL
    AND pg_get_expr(polqual, polrelid) = '(kept_by = SESSION_USER)'
FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid WHERE relnamespace = to_regnamespace('sits_es')::oid"""
#: What others than an owner were given: of what, what, to whom, and whether they may hand it on.
_GIVEN = """
SELECT thing, privilege_type, CASE grantee WHEN 0 THEN 'everybody' ELSE pg_get_userbyid(grantee) END, is_grantable
FROM (
    SELECT 'schema ' || nspname AS thing, nspowner AS owner, nspacl AS acl FROM pg_namespace WHERE nspname = 'sits_es'
    UNION ALL SELECT 'table ' || relname, relowner, relacl FROM pg_class
        WHERE relnamespace = to_regnamespace('sits_es')::oid
    UNION ALL SELECT 'column ' || attname || ' of ' || relname, relowner, attacl FROM pg_attribute
        JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = to_regnamespace('sits_es')::oid
    UNION ALL SELECT 'function ' || proname, proowner, COALESCE(proacl, acldefault('f', proowner)) FROM pg_proc
        WHERE pronamespace = to_regnamespace('sits_es')::oid
) AS things, aclexplode(acl) WHERE grantee <> owner ORDER BY 1, 2, 3"""


def faults_of_server(cursor: Cursor[tuple[Any, ...]]) -> list[str]:
    """What is lacking, switched off, changed, foreign or given to too many, in words; an empty list for nothing."""
    return [*_of_tables(cursor), *_of_functions(cursor), *_of_guards(cursor), *_of_grants(cursor)]


def _of_tables(cursor: Cursor[tuple[Any, ...]]) -> Iterator[str]:
    things = {name: (whole, owner) for name, whole, owner in cursor.execute(_THINGS).fetchall()}
    owner = things.get("stored_events", (True, ""))[1]
    for name in OBJECTS:
        whole, whose = things.pop(name, (None, owner))
        if whole is None:
            yield f"The store lacks {name}."
        elif not whole:
            yield f"The store's {name} is incomplete: create it again."
        if whose != owner:
            yield f"In the store, {whose} owns {name} but {owner} owns the events: one role should own both."
    yield from (f"The store holds {name}, which this program did not create." for name in sorted(things))


def _of_functions(cursor: Cursor[tuple[Any, ...]]) -> Iterator[str]:
    found = cursor.execute(_MADE_BODIES).fetchall()
    bodies = {name: (body, owners) for name, body, owners, _ in found}
    for name, (_, body) in FUNCTIONS.items():
        if name not in bodies:
            yield f"The store lacks the function {name}."
        elif bodies[name] != (body, True):
            yield f"The store's function {name} differs from this program's: somebody changed it."
    for name in sorted({name for name, *_ in found}.difference(FUNCTIONS)):
        yield f"The store holds the function {name}, which this program did not create."
    for name in sorted({name for name in bodies if [each[0] for each in found].count(name) > 1}):
        yield f"The store holds the function {name} more than once."
    if len(owners := sorted({whose for *_, whose in found})) > 1:
        yield f"The store's functions belong to {', '.join(owners)}: one role should own them all."


def _of_guards(cursor: Cursor[tuple[Any, ...]]) -> Iterator[str]:
    guards = {name: (on, text) for name, on, text in cursor.execute(_GUARDS).fetchall()}
    for name in TRIGGERS:
        if name not in guards:
            yield f"The store lacks the trigger {name}."
        elif guards[name] != (True, guard(name)):
            yield f"The store's trigger {name} is switched off or differs from this program's."
    yield from (
        f"The store holds the trigger {name}, which this program did not create."
        for name in sorted(set(guards) - {*TRIGGERS})
    )
    policies = dict(cursor.execute(_POLICIES).fetchall())
    if policies != {POLICY: True}:
        yield (
            "The store's policies on snapshots differ from this program's: players can see and delete each other's "
            "snapshots."
        )


def _of_grants(cursor: Cursor[tuple[Any, ...]]) -> Iterator[str]:
    for thing, privilege, grantee, onward in cursor.execute(_GIVEN).fetchall():
        if (thing, privilege) not in GRANTS:
            yield f"{grantee} has {privilege} on the {thing}, but only the owner may have it: sits docs postgresql."
        elif onward:
            yield f"{grantee} may grant {privilege} on the {thing}, but only the owner may do so."
