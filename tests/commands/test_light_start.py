"""What a command must not import: each starts a program of its own, and a player waits for all that it loads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sits_es.rules import system_names
from tests.shared.commands_told import Sits
from tests.shared.rows import each_row, long_beyond

PROGRAM = """
import sys
from commands.start import run
sys.argv[0] = "sits"
try:
    run()
finally:
    print("\\n".join(sys.modules), file=sys.stderr)
"""

#: Libraries that only some commands need, and what is slow to import of Python's own.
SLOW = (
    "attr",
    "cattrs",
    "eventsourcing",
    "importlib.metadata",
    "lark",
    "msgspec",
    "nacl",
    "numpy",
    "orjson",
    "pydantic",
    "rich",
    "shapely",
    "sqlite3",
    "sqlite_utils",
    "tomllib",
)
#: What plays a segment and shows it, what sets games up, and what proves them.
DECIDING = ("sits_es.rules.sits.procedure", "sits_es.rules.sits.views")
SCENARIOS = ("sits_es.rules.sits.scenario.scenario", "sits_es.rules.sits.scenario.bundled")
AUDITS = ("sits_es.store.audit", "sits_es.store.checkpoints", "sits_es.game.verify")


def but(*needed: str) -> tuple[str, ...]:
    """What is slow, without what a command needs."""
    return tuple(name for name in SLOW if name not in needed)


#: What classes are made by.
CLASSES = ("attr", "msgspec")
STORE = (*CLASSES, "orjson", "sqlite3")


@each_row(
    ("line", "without"),
    [
        (
            "--help",
            (
                *SLOW,
                "sits_es.post",
                "sits_es.rules",
                "sits_es.service",
                "projections",
                "commands.games",
                "commands.sits.calc",
            ),
        ),
        ("show --help", (*SLOW, "sits_es.rules", "sits_es.service", "projections", "commands.replay")),
        ("calc kills 136 28", (*but(*CLASSES, "tomllib"), "sits_es.game", "sits_es.service")),
        (
            "rules 8.5",
            (*but(*CLASSES, "rich"), "sits_es.game", "sits_es.service", "sits_es.rules.sits.sits", "projections"),
        ),
        ("calc --help", (*SLOW, "sits_es.rules", "commands.sits.calc", "commands.sits.course")),
        ("calc sfb mounts 7", (*but(*CLASSES), "mpmath", "numpy", "sits_es.game", "sits_es.service", "sits_es.space")),
        ("calc xwing rotate front left", (*but(*CLASSES), "sits_es.game", "sits_es.service")),
        ("calc sfb --help", (*SLOW, "sits_es.rules", "commands.sfb.calc")),
        (
            "games",
            (*but(*STORE, "rich"), *AUDITS, "sits_es.game.fold", "sits_es.rules.sits.board", "projections.read_models"),
        ),
        (
            "orders new duel --as red",  # it foretells a course, by the procedure
            (*but(*STORE), *AUDITS, *SCENARIOS, "sits_es.rules.sits.views", "sits_es.post", "projections"),
        ),
        (
            "show duel",
            (
                *but(*STORE, "rich"),
                *SCENARIOS,
                "sits_es.post",
                "sits_es.store.audit",
                "sits_es.store.checkpoints",
                "projections",
            ),
        ),
        # sqlite-utils would import it where it is installed
        ("audit list duel Sirius", ("numpy",)),
        (
            "play duel red.orders blue.orders --to 1.1",
            (*but(*STORE, "rich"), "sits_es.store.audit", *SCENARIOS, "projections"),
        ),
    ],
)
def test_a_command_imports_only_what_it_needs(begun: Sits, line: str, without: tuple[str, ...]) -> None:
    assert begun("games").code == 0  # its list of games is up to date
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *line.split()], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout != "") == (0, True), done.stderr
    imported = done.stderr.split("\n")
    assert "typer" in imported
    assert [name for name in imported for slow in without if name == slow or name.startswith(f"{slow}.")] == []


#: Where a system has rooms of its own.
ROOMS = ("sits_es.rules", "commands", "projections")
#: Of a system that a command doesn't need nothing but its packages may be there: they say its name, events and verbs.
PACKAGES = {
    f"{package}.{name}{part}"
    for name in system_names()
    for package, part in (("commands", ""), ("commands", ".calc"), ("sits_es.rules", ""))
}


@pytest.mark.parametrize(
    "asked",
    long_beyond(
        5,
        [
            ("games", "none"),
            ("calc sfb mounts 7", "sfb"),
            ("play duel", "sits"),
            ("show chase", "sfb"),
            ("play chase red.chase blue.chase", "sfb"),
            ("calc kills 136 28", "sits"),
            ("rules 8.5", "none"),
            ("--help", "none"),
            ("calc --help", "none"),
            ("demo", "sits"),
            ("show duel", "sits"),
            ("replay duel", "sits"),
            ("orders new duel --as red", "sits"),
            ("audit verify duel", "sits"),
            ("orders new chase --as red", "sfb"),
            ("audit verify chase", "sfb"),
        ],
    ),
    ids="-".join,
)
def test_a_command_imports_no_rules_of_a_system_that_it_has_nothing_to_do_with(
    begun: Sits, asked: tuple[str, str]
) -> None:
    line, system = asked
    begun("new", "pursuit", "--name", "chase")  # it stays there for the next line
    for player in ("red", "blue"):
        Path(f"{player}.chase").write_text(f"game chase\nturn 1\nplayer {player}\n", encoding="utf-8")
    assert begun("games").code == 0  # its list of games is up to date
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *line.split()], capture_output=True, text=True, encoding="utf-8", check=False
    )
    imported = set(done.stderr.split("\n"))
    assert "typer" in imported
    others = [f"{part}.{name}" for name in {*system_names()} - {system} for part in ROOMS]
    assert [name for name in imported - PACKAGES for other in others if f"{name}.".startswith(f"{other}.")] == []
    assert not {"mpmath", "numpy", "shapely"} & imported
