"""Every rule number printed has its place in the code and a test, or a reason why it needs none."""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from sits_es.rules.sfb_n3d.rule_table import PACKAGE, TESTS, Rule, rows, rules

ROOT = Path(__file__).parents[3]

#: Every rule number that the rules print, those that a sentence only names too (A3.15, D5, P3.4).
PRINTED = [
    "A3.15",
    "A3.4",
    "C1.11",
    "C1.12",
    "C1.2",
    "C1.21",
    "C1.22",
    "C1.4",
    "C1.43",
    "C2.111",
    "C3.0",
    "C3.1",
    "C3.2",
    "C3.21",
    "C3.24",
    "C3.3",
    "C3.31",
    "C3.7",
    "C3.71",
    "C3.72",
    "C3.8",
    "C4.0",
    "C5.0",
    "C5.1",
    "C5.11",
    "C5.13",
    "C5.2",
    "C5.21",
    "C5.3",
    "C5.31",
    "C5.32",
    "C6.0",
    "C6.541",
    "C6.5511",
    "C8.0",
    "C8.41",
    "C12.21",
    "C14.20",
    "D1.4",
    "D2.0",
    "D2.1",
    "D2.11",
    "D2.12",
    "D2.3",
    "D2.31",
    "D2.32",
    "D2.33",
    "D2.34",
    "D2.35",
    "D5",
    "D5.2",
    "E8.23",
    "F1.24",
    "F2.123",
    "F2.21",
    "F2.3",
    "F4",
    "FP3.1",
    "G10.0",
    "G10.11",
    "G10.115",
    "G10.117",
    "G10.12",
    "G10.2",
    "G10.211",
    "G10.224",
    "G10.3",
    "G10.51",
    "G10.511",
    "G10.61",
    "G10.71",
    "G10.72",
    "G10.82",
    "G21.224",
    "G23",
    "G23.4",
    "G23.41",
    "G23.42",
    "M2.40",
    "M2.50",
    "P2.1",
    "P2.223",
    "P2.231",
    "P3.11",
    "P3.12",
    "P3.2",
    "P3.4",
    "P4.1",
    "P4.11",
    "P8.0",
    "P8.2",
    "P8.21",
    "P8.4",
    "P8.41",
    "P8.411",
    "P8.412",
    "P8.413",
    "P8.43",
    "S3D",
    "S3D1",
    "S3D1.1",
    "S3D1.2",
    "S3D2",
    "S3D2.1",
    "S3D3",
    "S3D3.1",
    "S3D3.2",
    "S3D3.3",
]

#: Two rules that have no number of their own.
MORE = ("D2.34 (2)", "G10 (note)")


@cache
def functions_of(path: Path) -> frozenset[str]:
    """The test functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_rule_number_printed_has_one_row() -> None:
    numbers = [rule.number for rule in rules()]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) == {*PRINTED, *MORE}


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.number)
def test_a_rule_has_code_and_a_test_or_a_reason_why_not(rule: Rule) -> None:
    assert rule.says
    assert bool(rule.code) == bool(rule.tests)
    assert rule.code or rule.why


@pytest.mark.parametrize("rule", [rule for rule in rules() if rule.code], ids=lambda rule: rule.number)
def test_the_code_that_a_rule_names_is_there(rule: Rule) -> None:
    for place in rule.code:
        module, _, name = place.partition(":")
        found: Any = import_module(f"{PACKAGE}.{module}")
        for part in name.split("."):
            assert hasattr(found, part), place
            found = getattr(found, part)


@pytest.mark.parametrize("rule", [rule for rule in rules() if rule.tests], ids=lambda rule: rule.number)
def test_the_tests_that_a_rule_names_are_there(rule: Rule) -> None:
    for place in rule.tests:
        file, _, name = place.partition("::")
        assert name in functions_of(ROOT / TESTS / file), place


def test_rows_are_texts_in_the_order_printed() -> None:
    found = [*rows()]
    assert [row[0] for row in found] == [rule.number for rule in rules()]
    by_number = {row[0]: row for row in found}
    assert by_number["C3.24"] == ("C3.24", "No sideslips", "-", "There is no order for one.")
    assert by_number["C1.4"][3] == "Its example gives 12.5 hexes as 150,000 km; at 10,000 km a hex they are 125,000."
    assert by_number["C4.0"][2] == "-"
    assert "play.heading:rotate" in by_number["C3.72"][2]
