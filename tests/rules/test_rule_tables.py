"""In every table of rules each rule has its place in the code and a test, or a reason why it needs none."""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from sits_es.rules.rule_tables import Rule, rows, rules_of

ROOT = Path(__file__).parent
SYSTEMS = ("sfb_n3d", "star_wars", "xwing")
EVERY = [pytest.param(system, rule, id=f"{system}: {rule.number}") for system in SYSTEMS for rule in rules_of(system)]


@cache
def functions_of(path: Path) -> frozenset[str]:
    """The test functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_one_row(system: str) -> None:
    numbers = [rule.number for rule in rules_of(system)]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(("system", "rule"), EVERY)
def test_a_rule_has_code_and_a_test_or_a_reason_why_not(system: str, rule: Rule) -> None:
    assert system in SYSTEMS
    assert rule.says
    assert bool(rule.code) == bool(rule.tests)
    assert rule.code or rule.why


@pytest.mark.parametrize(("system", "rule"), EVERY)
def test_the_code_that_a_rule_names_is_there(system: str, rule: Rule) -> None:
    for place in rule.code:
        module, _, name = place.partition(":")
        found: Any = import_module(f"sits_es.rules.{system}.{module}")
        for part in name.split("."):
            assert hasattr(found, part), place
            found = getattr(found, part)


@pytest.mark.parametrize(("system", "rule"), EVERY)
def test_the_tests_that_a_rule_names_are_there(system: str, rule: Rule) -> None:
    for place in rule.tests:
        file, _, name = place.partition("::")
        assert name.startswith("test_"), place
        assert name in functions_of((ROOT / system / file).resolve()), place


@pytest.mark.parametrize("system", SYSTEMS)
def test_rows_are_texts_in_the_order_printed(system: str) -> None:
    found = [*rows(system)]
    assert [row[0] for row in found] == [rule.number for rule in rules_of(system)]
    assert all(isinstance(text, str) for row in found for text in row)
