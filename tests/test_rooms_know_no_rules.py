"""Rooms that play any system know none: they import none, and no word of one stands in their texts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.verbs import systems
from sits_es.rules import system_names
from tests.shared.modules_of_ours import MODULES, ROOT, module_of, ours, within
from tests.shared.rows import each_row

#: Rooms that know no rule system, not even by a word.
WITHOUT_RULES = (
    "sits_es/toml",
    "sits_es/game",
    "sits_es/store",
    "sits_es/keys",
    "sits_es/mail",
    "sits_es/orders",
    "sits_es/report",
    "sits_es/post",
    "commands/render",
)


#: Rooms that play, keep, draw and tell games of any system: no word of one stands in their texts.
FOR_ANY = (
    "sits_es/game",
    "sits_es/orders",
    "sits_es/report",
    "sits_es/service",
    "sits_es/store",
    "commands",
    "projections",
)


#: Texts of theirs that name a thing of SITS all the same, and why.
EXCEPT_TEXTS = {
    # columns and keys that stand in files and answers of every release
    "segment",
    "segments",
    # players know these by name
    "ships",
    # examples are of the duel that comes along
    "sits show duel --unit Fearless",
    "sits fork duel --at 2.1 --name other-reading --option sidewall=stops --option mixed_walls=true",
    "sits new duel --name friday --option sidewall=stops",
    "sits mail invite duel --name ours --as red blue=blue@example.org --option sidewall=stops",
    "sits dispute ours 2.5 'The decoy was spent already'",
}


#: Packages that are a rule system's own, outside its rules.
OWN = ("commands.{}", "projections.{}")


@pytest.mark.parametrize("system", system_names())
def test_a_rule_system_is_imported_only_by_what_is_its_own(system: str) -> None:
    rules = f"sits_es.rules.{system}"
    own = [rules, *(place.format(system) for place in OWN)]
    wrong = [
        f"{module_of(path)} imports {name}"
        for path in MODULES
        if not any(within(module_of(path), place) for place in own)
        for name in ours(path)
        if any(within(name, place) for place in own)
    ]
    assert wrong == []


def test_a_package_of_commands_is_the_programs_own_or_has_the_name_of_a_rule_system() -> None:
    assert {package.__name__.rpartition(".")[2] for package in systems()} <= set(system_names())


@pytest.mark.parametrize("system", system_names())
def test_no_rule_system_imports_another(system: str) -> None:
    others = [f"sits_es.rules.{other}" for other in system_names() if other != system]
    paths = [path for path in MODULES if within(module_of(path), f"sits_es.rules.{system}")]
    assert paths
    assert [name for path in paths for name in ours(path) if any(within(name, other) for other in others)] == []


@each_row("room", WITHOUT_RULES)
def test_no_word_of_a_rule_system_stands_in_a_room_that_knows_none(room: str) -> None:
    words = [rf"sits_es[./]rules[./]{name}\b|[\"']{name}(\.[A-Z]\w*)?[\"']" for name in system_names()]
    wrong = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in (ROOT / room).rglob("*.py")
        for word in words
        for found in re.finditer(word, path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def texts_of(path: Path) -> Iterator[str]:
    """Every text in a module that somebody may be shown: docstrings only where they are the help of a verb."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    shown = path.parent == ROOT / "commands"
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (shown or id(node) not in told):
            yield node.value


@each_row("room", FOR_ANY)
def test_rooms_for_any_system_speak_of_no_systems_things(room: str) -> None:
    things = re.compile(
        r"\b(ships?|altitudes?|segments?|impulses?|salvo(es)?|sidewalls?|wedges?|AVIDs?|missiles?|thrusts?|pivots?|"
        r"tubes?|decoys?)\b",
        re.IGNORECASE,
    )
    own = [ROOT / package.format(name).replace(".", "/") for package in OWN for name in system_names()]
    texts = [
        (path.name, text)
        for path in (ROOT / room).rglob("*.py")
        if not any(path.with_suffix("").is_relative_to(place) for place in own)
        for text in texts_of(path)
    ]
    assert len(texts) > 50
    lines = [(name, line) for name, text in texts for line in text.split("\n") if line.strip() not in EXCEPT_TEXTS]
    assert [(name, line) for name, line in lines if things.search(line)] == []
