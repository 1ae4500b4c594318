"""In every table of rules each rule has its place in the code and a test, or a reason why it needs none."""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.rules.rule_tables import TABLES, rules_of
from tests.shared.rows import each_row

ROOT = Path(__file__).parent
SYSTEMS = sorted(path.stem for path in TABLES.glob("*.toml"))


@cache
def functions_of(path: Path) -> frozenset[str]:
    """The test functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def is_code(system: str, place: str) -> bool:
    """Whether a system has what a rule names."""
    module, _, name = place.partition(":")
    found: Any = import_module(f"sits_es.rules.{system}.{module}")
    for part in name.split("."):
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


def is_test(system: str, place: str) -> bool:
    """Whether there is a test that a rule names."""
    file, _, name = place.partition("::")
    return name.startswith("test_") and name in functions_of((ROOT / system / file).resolve())


def test_there_are_tables() -> None:
    assert SYSTEMS == ["sfb_n3d", "star_wars", "xwing"]


@each_row("system", SYSTEMS)
def test_every_rule_has_one_row_with_code_and_a_test_or_a_reason_why_not(system: str) -> None:
    rules = rules_of(system)
    assert len({rule.number for rule in rules}) == len(rules)
    assert [
        rule.number
        for rule in rules
        if not rule.says or bool(rule.code) != bool(rule.tests) or not (rule.code or rule.why)
    ] == []


@each_row("system", SYSTEMS)
def test_the_code_that_the_rules_name_is_there(system: str) -> None:
    missing = [
        f"{rule.number}: {place}" for rule in rules_of(system) for place in rule.code if not is_code(system, place)
    ]
    assert missing == []


@each_row("system", SYSTEMS)
def test_the_tests_that_the_rules_name_are_there(system: str) -> None:
    missing = [
        f"{rule.number}: {place}" for rule in rules_of(system) for place in rule.tests if not is_test(system, place)
    ]
    assert missing == []


def test_what_is_not_there_would_be_noticed() -> None:
    assert not is_code("xwing", "sums.arcs:nothing")
    assert not is_test("xwing", "test_xwing_citations.py::test_nothing")
