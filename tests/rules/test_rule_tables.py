"""In every table of rules each rule has its place in the code and a test, or a reason why it needs none."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.rules.rule_tables import TABLES, rules_of
from tests.shared.rows import each_row

ROOT = Path(__file__).parent
#: What is the program.
PROGRAM = ("sits_es", "commands", "projections")
#: A part of a system by its module and name, such as "slots.rules:problems_at".
_PART = re.compile(r"[a-z_]+(\.[a-z_]+)*:[A-Za-z_]+|[a-z_]+(\.[a-z_]+)+")
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


@cache
def _uses() -> dict[str, set[tuple[str, str]]]:
    """By name, where the program uses it: the file, and the class or function of it in which the use stands."""
    found: dict[str, set[tuple[str, str]]] = {}
    for room in PROGRAM:
        for path in sorted((ROOT.parents[1] / room).rglob("*.py")):
            file = path.relative_to(ROOT.parents[1]).with_suffix("").as_posix().replace("/", ".")
            for place, name in _names(ast.parse(path.read_text(encoding="utf-8")), ""):
                found.setdefault(name, set()).add((file, place))
    return found


def _names(node: ast.AST, place: str) -> Iterator[tuple[str, str]]:
    """Every name that is read below a node, parts found by their names too, and the definition in which it stands."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield from _names(child, f"{place}.{name}" if place else name)
                continue
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                yield place, name
            case ast.Constant(value=str(text)) if _PART.fullmatch(text):
                yield place, text.rpartition(":")[2] or text.rpartition(".")[2]
        yield from _names(child, place)


def is_used(system: str, place: str, uses: Mapping[str, set[tuple[str, str]]] | None = None) -> bool:
    """Whether the program uses what a rule names, outside of its own definition. uses: other ones than the program's.

    What an order form has its rules in is found beside the form: a class below one for such a form.
    """
    module, _, name = place.partition(":")
    file = f"sits_es.rules.{system}.{module}"
    found = getattr(import_module(file), name.split(".")[0])
    if "." not in name and any("[" in str(base) for base in getattr(found, "__orig_bases__", ())):
        return True
    known = (_uses() if uses is None else uses).get(name.rpartition(".")[2], set())
    return any(at != file or not f"{within}.".startswith(f"{name}.") for at, within in known)


def is_test(system: str, place: str) -> bool:
    """Whether there is a test that a rule names."""
    file, _, name = place.partition("::")
    return name.startswith("test_") and name in functions_of((ROOT / system / file).resolve())


def test_there_are_tables() -> None:
    assert SYSTEMS == ["sfb", "starwars", "xwing"]


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
def test_the_program_itself_uses_the_code_that_the_rules_name(system: str) -> None:
    """A rule that tests alone call is not played."""
    unused = [
        f"{rule.number}: {place}" for rule in rules_of(system) for place in rule.code if not is_used(system, place)
    ]
    assert unused == []


@each_row("system", SYSTEMS)
def test_the_tests_that_the_rules_name_are_there(system: str) -> None:
    missing = [
        f"{rule.number}: {place}" for rule in rules_of(system) for place in rule.tests if not is_test(system, place)
    ]
    assert missing == []


def test_what_is_not_there_would_be_noticed() -> None:
    assert not is_code("xwing", "sums.arcs:nothing")
    assert not is_test("xwing", "test_xwing_citations.py::test_nothing")


def test_what_tests_alone_use_would_be_noticed() -> None:
    assert is_used("sfb", "sums.orbits:each_turn")
    assert is_used("sfb", "board:Board.web_between")
    assert is_used("sfb", "orbits.rules:EnterOrbit")
    itself = ("sits_es.rules.sfb.sums.orbits", "each_turn")
    assert not is_used("sfb", "sums.orbits:each_turn", {"each_turn": {itself}})
    assert not is_used("sfb", "sums.orbits:each_turn", {})
