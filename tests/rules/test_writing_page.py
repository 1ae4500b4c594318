"""The page on writing another rule system is true: its excerpts stand in the files that it names, all names exist."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from commands.main import VERBS
from tests.shared.rows import each_row
from tests.systems.installed import installed

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "sits_es" / "docs" / "writing.md").read_text("utf-8")
EXCERPTS: Final = re.findall(r"(?m)^`([^`\n]+)`:\n\n```python\n(.*?)^```$", PAGE, re.DOTALL)
#: Words in code marks, outside the excerpts.
SPANS: Final = sorted(set(re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```$", "", PAGE))))

#: Where a name of one word, or of a class and a part of it, may stand.
MODULES: Final = (
    "attrs",
    "commands.verbs",
    "sits_es.orders.tables",
    "decimal",
    "fractions",
    "projections.model",
    "sits_es.dice",
    "sits_es.orders.language",
    "sits_es.orders.normal",
    "sits_es.errors",
    "sits_es.report",
    "sits_es.report.glance",
    "sits_es.report.graphs",
    "sits_es.report.luck",
    "sits_es.report.working",
    "sits_es.rules",
    "sits_es.rules.bench",
    "sits_es.rules.last_side",
    "sits_es.rules.moments",
    "sits_es.rules.parts",
    "sits_es.rules.scenario_sheet",
    "sits_es.rules.schema",
    "sits_es.rules.supplied",
    "sits_es.rules.slots.fight.facts",
    "sits_es.rules.slots.fight.rules",
    "sits_es.rules.slots.words",
    "sits_es.rules.system",
    "sits_es.rules.told",
    "sits_es.toml.sheet",
)
#: What a package says of itself, and the module that asks for it.
SAID: Final = {
    "CALC": "commands.calc",
    "PROJECTIONS": "projections.read_models",
    "REPORT": "sits_es.report",
    "SYSTEM": "sits_es.rules",
    "USUAL": "sits_es.rules",
    "VERBS": "commands.main",
}
#: Words of files and tables, and names that stand for any other.
OTHERS: Final = frozenset(
    {"commands.NAME", "projections.NAME", "secret", "3 fire ...", "2.break", "01-red.orders"}
    | {"orders/help.toml", "guide.md", "tutorial.toml", "template.toml", "scenario.toml", "board.py", "fact.py"}
    | {"NUMBER", "DECIMAL", "name", "apply", "fight", "why_not", "where", "edition"}
)


@pytest.fixture(autouse=True, scope="module")
def examples() -> Iterator[None]:
    """The example system of the tests, installed beside the program's own."""
    with installed(ROOT / "tests" / "systems" / "slots" / "rules"):
        yield


def found(module: ModuleType, name: str) -> bool:
    """Whether a module has a name, or a class of it a part: a method, a field or a property."""
    first, _, part = name.partition(".")
    holder = getattr(module, first, None)
    if not part:
        return holder is not None
    return hasattr(holder, part) or part in getattr(holder, "__annotations__", ())


def is_a_field(name: str) -> bool:
    """Whether a class that the page is about has a field of that name."""
    classes = (
        "Owed",
        "Refusal",
        "Setup",
        "Language",
        "Bench",
        "Told",
        "Context",
        "System",
        "Report",
        "Measure",
        "Working",
        "Outcome",
        "Ending",
        "Throw",
        "Tally",
    )
    places = (
        "rules.refusals",
        "rules.system",
        "rules.bench",
        "rules.told",
        "rules.supplied",
        "report",
        "report.glance",
        "report.graphs",
        "report.luck",
        "report.working",
        "orders.language",
    )
    modules = [import_module(f"sits_es.{place}") for place in places]
    return any(found(module, f"{each}.{name}") for each in classes for module in modules)


def exists(span: str) -> bool:
    """Whether what stands in code marks is there."""
    if span.startswith("python -m "):
        return find_spec(span.split()[2]) is not None
    if span.startswith("sits "):
        return span.split()[1] in {verb.name for verb in VERBS} | {"--help"}
    if span in SAID:
        spec = find_spec(SAID[span])
        return spec is not None and span in Path(str(spec.origin)).read_text("utf-8")
    if span not in OTHERS and ("/" in span or span.endswith(".py")):
        return any((folder / span).exists() for folder in (ROOT, ROOT / "tests/systems/slots/rules/slots"))
    return span in OTHERS or is_a_name(span)


def is_a_name(span: str) -> bool:
    """Whether it is a module, or a name in one of those that the page is about."""
    if span.startswith(("sits_es.", "commands.", "projections.")):
        return find_in_modules(span)
    return any(found(import_module(name), span) for name in MODULES) or is_a_field(span)


def find_in_modules(dotted: str) -> bool:
    """Whether a dotted name is a module, or stands in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            module = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        return length == len(parts) or found(module, ".".join(parts[length:]))
    return False


def test_all_code_on_the_page_is_an_excerpt_of_a_file_that_is_named() -> None:
    assert any(place.startswith("tests/systems/slots/") for place, _ in EXCERPTS)
    assert PAGE.count("```python") == len(EXCERPTS)


@each_row(("place", "excerpt"), EXCERPTS)
def test_an_excerpt_stands_in_the_file_that_is_named(place: str, excerpt: str) -> None:
    assert excerpt in (ROOT / place).read_text("utf-8")


@each_row("span", SPANS)
def test_what_the_page_names_exists(span: str) -> None:
    assert exists(span), span


@each_row("gone", ["Rules.faces", "Nothing", "sits_es.rules.nowhere", "tests/nowhere.py", "sits fly"])
def test_what_does_not_exist_would_be_noticed(gone: str) -> None:
    assert not exists(gone)


def test_the_page_is_installed_with_the_program_and_linked_from_readme() -> None:
    assert len(PAGE.splitlines()) <= 720
    assert all(len(line) <= 120 for line in PAGE.splitlines())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "**/*.md" in project["tool"]["setuptools"]["package-data"]["sits_es"]
    assert "(sits_es/docs/writing.md)" in (ROOT / "README.md").read_text("utf-8")
