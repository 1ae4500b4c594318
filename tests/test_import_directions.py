"""Dependencies point one way: commands to projections to the game, and inside the game from the shell to the core."""

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from commands.main import OF_SYSTEMS, VERBS
from commands.verbs import Verb, systems
from tests.shared.modules_of_ours import (
    MODULES,
    PACKAGES,
    ROOT,
    imports_at_run_time,
    imports_of,
    is_module,
    module_of,
    ours,
    tree_of,
    within,
)
from tests.shared.rows import each_row

#: The base of all values, and what finds files of the program: on these every room stands.
GROUND = ("sits_es.values", "sits_es.packaged")

#: What anybody may import.
OPEN = (
    *("sits_es.errors", "sits_es.events", "sits_es.canonical", "sits_es.generics"),
    *("sits_es.sentences", "sits_es.dice", "sits_es.report"),
)

#: What each room may import of ours, besides itself. A name stands for the module and all below it.
ALLOWED = {
    **dict.fromkeys(GROUND, ()),
    "sits_es.errors": (),
    "sits_es.events": ("sits_es.errors",),
    "sits_es.canonical": (),
    "sits_es.generics": ("sits_es.events",),
    "sits_es.disk": ("sits_es.errors", "sits_es.sentences"),
    "sits_es.sentences": (),
    "sits_es.dice": ("sits_es.canonical", "sits_es.events"),
    "sits_es.toml": ("sits_es.errors", "sits_es.sentences"),
    "sits_es.space": ("sits_es.errors",),
    "sits_es.orders": ("sits_es.errors", "sits_es.events", "sits_es.sentences"),
    "sits_es.report": ("sits_es.events", "sits_es.generics", "sits_es.dice", "sits_es.space", "sits_es.sentences"),
    "sits_es.store": (
        *("sits_es.errors", "sits_es.events", "sits_es.canonical", "sits_es.sentences"),
        "sits_es.disk",
    ),
    "sits_es.keys": ("sits_es.errors", "sits_es.disk", "sits_es.sentences"),
    "sits_es.mail": (
        *("sits_es.errors", "sits_es.events", "sits_es.canonical", "sits_es.sentences"),
        "sits_es.disk",
        "sits_es.keys",
    ),
    "sits_es.rules": (*OPEN, "sits_es.toml", "sits_es.space", "sits_es.orders"),
    "sits_es.game": (*OPEN, "sits_es.orders", "sits_es.rules"),
    # no store, service, game or mail: a plan is chosen by what everybody sees
    "sits_es.odds": (*OPEN, "sits_es.orders", "sits_es.rules"),
    # the manual as a site, which is no part of the program
    "sits_es.docs": ("sits_es.rules", "sits_es.service"),
    "sits_es.service": (
        *OPEN,
        "sits_es.orders",
        "sits_es.rules",
        "sits_es.odds",
        "sits_es.game",
        "sits_es.store",
        "sits_es.keys",
        "sits_es.mail",
        "sits_es.disk",
    ),
    "sits_es.post": (
        *OPEN,
        "sits_es.orders",
        "sits_es.rules",
        "sits_es.game",
        "sits_es.store",
        "sits_es.keys",
        "sits_es.mail",
        "sits_es.service",
        "sits_es.toml",
        "sits_es.disk",
    ),
    "sits_es.post.log": (
        "sits_es.errors",
        "sits_es.canonical",
        "sits_es.game.seals",
        # boxes are made by whoever holds keys, and are values here
        "sits_es.keys.locks",
        "sits_es.rules.moments",
        "sits_es.rules.system",
    ),
    "projections": ("sits_es",),
    "commands": ("sits_es", "projections"),
}

#: Floors of the post office, from the ground up: each knows only those below it.
FLOORS = (
    "sits_es.post.log",
    "sits_es.post.record",
    "sits_es.post.bundle",
    "sits_es.post.settings",
    "sits_es.post.drawer",
    "sits_es.post.desk",
    "sits_es.post.replica",
    "sits_es.post.signing",
    "sits_es.post.opening",
    "sits_es.post.arrivals",
    "sits_es.post.news",
    "sits_es.post.agreement",
    "sits_es.post.listing",
    "sits_es.post.orders",
    "sits_es.post.reports",
    "sits_es.post.mailbox",
    "sits_es.post.letters",
    "sits_es.post.status",
    "sits_es.post.carriage",
    "sits_es.post.day",
    "sits_es.post.clerk",
)


def test_there_is_something_to_look_at() -> None:
    assert len(MODULES) > 100
    assert "sits_es.store" in imports_of(ROOT / "sits_es" / "service" / "session.py")  # GameStore is no module of it
    assert "sits_es.events" in imports_of(ROOT / "sits_es" / "dice.py")


def test_every_module_can_be_imported() -> None:
    for path in MODULES:
        import_module(module_of(path))


def test_every_module_stands_in_a_room() -> None:
    homeless = [
        name
        for name in map(module_of, MODULES)
        if name != "sits_es" and not any(within(name, room) for room in ALLOWED)
    ]
    assert homeless == []


@each_row("room", ALLOWED)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    wrong = [
        f"{module_of(path)} imports {name}"
        for path in MODULES
        if within(module_of(path), room)
        for name in ours(path)
        if not within(name, room) and not any(within(name, allowed) for allowed in (*GROUND, *ALLOWED[room]))
    ]
    assert wrong == []


@each_row("floor", FLOORS)
def test_a_floor_of_the_post_office_knows_only_those_below_it(floor: str) -> None:
    below = FLOORS[: FLOORS.index(floor) + 1]
    wrong = [
        f"{module_of(path)} imports {name}"
        for path in MODULES
        if within(module_of(path), floor)
        for name in ours(path)
        if within(name, "sits_es.post") and not any(within(name, known) for known in below)
    ]
    assert wrong == []


def test_a_module_of_the_post_office_is_understood_with_a_dozen_others_of_it_at_most() -> None:
    post = {name: path for path in MODULES if within(name := module_of(path), "sits_es.post")}
    assert len(post) > 20
    counts = {name: len(imports_of(path) & post.keys()) for name, path in post.items()}
    assert counts["sits_es.post.day"] > 5
    assert {name: count for name, count in counts.items() if count > 12} == {}


def test_no_file_imports_itself_by_way_of_others() -> None:
    """Imports inside functions count; what type checkers alone see does not."""
    known = {module_of(path): path for path in MODULES}
    assert "sits_es.post.day" in known
    imported = {name: imports_at_run_time(path) & known.keys() for name, path in known.items()}
    assert "commands.home" in imported["commands.show"], "it is imported inside a function"
    reached = {name: _reached(name, imported) for name in known}
    circles = {
        frozenset({name} | {other for other in below if name in reached[other]})
        for name, below in reached.items()
        if name in below
    }
    assert circles == set()


def _reached(start: str, imported: Mapping[str, frozenset[str]]) -> set[str]:
    """Every module that a module imports, itself or by way of others."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for name in imported[waiting.pop()] - found:
            found.add(name)
            waiting.append(name)
    return found


def test_only_the_sums_of_x_wing_know_the_geometry_library_and_import_it_where_they_use_it() -> None:
    """It takes as long to import as a command may take: a game of another system never waits for it."""
    knowing = {module_of(path): path for path in MODULES if any(within(name, "shapely") for name in imports_of(path))}
    assert knowing
    assert [name for name in sorted(knowing) if not within(name, "sits_es.rules.xwing.sums")] == []
    assert not any(within(name, "shapely") for path in knowing.values() for name in _at_the_top(path))


def test_only_the_store_knows_the_event_sourcing_library() -> None:
    knowing = {module_of(path) for path in MODULES if any(within(name, "eventsourcing") for name in imports_of(path))}
    assert knowing
    assert [name for name in sorted(knowing) if not within(name, "sits_es.store")] == []


#: Who else may use a library: what a program keeps of its games by mail is in a file of its own.
BESIDES = {"sqlite3": ("sits_es.post.drawer",)}


@each_row(
    ("library", "room"),
    [
        ("sqlite3", "sits_es.store.sqlite"),
        ("psycopg", "sits_es.store.postgres"),
        ("psycopg_pool", "sits_es.store.postgres"),
        ("tomllib", "sits_es.toml"),
        ("rich", "commands"),
        ("typer", "commands"),
        ("sqlite_utils", "projections"),
    ],
)
def test_inside_the_game_shells_keep_to_their_rooms(library: str, room: str) -> None:
    wrong = [
        module_of(path)
        for path in MODULES
        if within(module_of(path), "sits_es")
        and not any(within(module_of(path), place) for place in (room, *BESIDES.get(library, ())))
        if any(within(name, library) for name in imports_of(path))
    ]
    assert wrong == []


#: What would make a fold differ from one machine or day to another.
UNSTEADY = ("time", "datetime", "random", "secrets", "os", "uuid", "socket", "subprocess", "threading", "asyncio")


@each_row(
    "room",
    [
        "sits_es.space",
        "sits_es.rules",
        "sits_es.game",
        "sits_es.orders",
        "sits_es.dice",
        "sits_es.report",
        "sits_es.toml",
        "sits_es.post.log",
        "sits_es.post.record",
        "sits_es.post.bundle",
    ],
)
def test_the_core_has_no_clock_no_chance_and_no_environment(room: str) -> None:
    wrong = [
        f"{module_of(path)} imports {name}"
        for path in MODULES
        if within(module_of(path), room)
        for name in imports_of(path)
        if any(within(name, unsteady) for unsteady in UNSTEADY)
    ]
    assert wrong == []


HEAVY = ("rich", "sqlite_utils", "eventsourcing", "lark", "cattrs", "orjson")


#: Libraries and rooms that no module imports at its top that is imported before a verb is called.
BEFORE_A_VERB = (*HEAVY, "msgspec", "shapely", "sits_es.rules", "sits_es.store")


def test_start_up_is_light_heavy_libraries_are_imported_where_they_are_needed() -> None:
    """At the top of the modules that `sits --help` or a verb's own help imports stands none of them."""
    packages = list(systems())
    sums = [package.CALC for package in packages if hasattr(package, "CALC")]
    assert sums
    _stand_at_no_top(
        ["commands.main", *(package.__name__ for package in packages), *map(_home, (*VERBS, *OF_SYSTEMS, *sums))],
        BEFORE_A_VERB,
    )
    # the verbs of a table of sums are imported when they are called: their own rules may stand at the top
    _stand_at_no_top([_home(verb) for each in sums for verb in each.found()], (*HEAVY, "shapely", "sits_es.store"))


def _home(verb: Verb) -> str:
    return verb.place.partition(":")[0]


def _stand_at_no_top(waiting: list[str], heavy: tuple[str, ...]) -> None:
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        path = ROOT / name.replace(".", "/")
        found = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
        for imported in _at_the_top(found):
            assert not any(within(imported, library) for library in heavy), f"{name} imports {imported}"
            if any(within(imported, package) for package in PACKAGES):
                waiting.append(imported)
    assert len(seen) > 10


def _at_the_top(path: Path) -> Iterator[str]:
    for node in tree_of(path).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (
                below if is_module(below := f"{node.module}.{alias.name}") else node.module for alias in node.names
            )


@each_row("path", MODULES)
def test_a_module_has_a_docstring(path: Path) -> None:
    said = ast.get_docstring(tree_of(path))
    assert said
    assert said.rstrip()[-1] in ".?:"
