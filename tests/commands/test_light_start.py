"""What a command must not import: each starts a program of its own, and a player waits for all that it loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.shared.commands_told import Sits

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
    "orjson",
    "pydantic",
    "rich",
    "sqlite3",
    "sqlite_utils",
    "tomllib",
)
#: What decides a segment, what sets games up, and what proves them.
DECIDING = ("sits_es.rules.sits.procedure", "sits_es.rules.sits.play.beams", "sits_es.rules.sits.orders.problems")
SCENARIOS = ("sits_es.rules.sits.scenario.scenario", "sits_es.rules.sits.scenario.bundled")
AUDITS = ("sits_es.store.audit", "sits_es.store.merkle", "sits_es.game.verify")


def but(*needed: str) -> tuple[str, ...]:
    """What is slow, without what a command needs."""
    return tuple(name for name in SLOW if name not in needed)


STORE = ("attr", "eventsourcing", "msgspec", "orjson", "sqlite3")


@pytest.mark.parametrize(
    ("line", "without"),
    [
        ("--help", (*SLOW, "sits_es.rules", "sits_es.service", "projections", "commands.games", "commands.sits.calc")),
        ("show --help", (*SLOW, "sits_es.rules", "sits_es.service", "projections", "commands.record")),
        ("calc kills 136 28", (*but("attr", "tomllib"), "sits_es.game", "sits_es.service", "sits_es.space")),
        ("calc --help", (*SLOW, "sits_es.rules", "commands.sits.calc.fire", "commands.sits.calc.course")),
        (
            "games",
            (*but(*STORE, "rich"), *AUDITS, "sits_es.game.fold", "sits_es.rules.sits.state", "projections.read_model"),
        ),
        (
            "orders new duel --as red",
            (*but(*STORE), *AUDITS, *SCENARIOS, *DECIDING, "sits_es.rules.sits.story", "projections"),
        ),
        ("show duel", (*but(*STORE, "rich"), *SCENARIOS, "sits_es.store.audit", "sits_es.store.merkle", "projections")),
        (
            "play duel red.orders blue.orders --to 1.1",
            (*but(*STORE, "rich", "lark"), "sits_es.store.audit", "sits_es.store.merkle", *SCENARIOS, "projections"),
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
