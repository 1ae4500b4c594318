"""No two files differ by an ending, a class name has one meaning, and every package says what it offers."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from sits_es.rules import system_names
from tests.shared.rows import each_row

ROOT = Path(__file__).parent.parent
PACKAGES = ("sits_es", "commands", "projections")

#: Rooms whose names are those of the protocol: what travels is called as it is written there.
EXCEPT_ROOMS = ("sits_es.post.log",)

#: Files whose names may differ by an ending, and why.
EXCEPT_FILES = {
    frozenset({"tracks", "tracking"}),
    # the base of a rule system's facts, and those of a chapter
    frozenset({"fact", "facts"}),
    # what a rule system shows, and what is handed out of it
    frozenset({"report", "reports"}),
    # what a player could order, and what a map is drawn on
    frozenset({"plans", "planes"}),
}

#: Classes and aliases that may share a name, and why.
EXCEPT_CLASSES = {
    # words of two games: windows and arcs of SITS's hexes in space, angles of SFB 'n3D in its own package
    "Bearing",
    "Facing",
}

MODULES = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}
INITS = [name for name, path in MODULES.items() if path.name == "__init__.py" and name.startswith("sits_es")]


def in_order(module: str) -> bool:
    return not any(module == room or module.startswith(f"{room}.") for room in EXCEPT_ROOMS)


def stem(name: str) -> str:
    """A file's name without the endings that make one word of another: replay, replays, replaying."""
    return "_".join(re.sub(r"(?<=\w{3})(ings?|e?s|e)$", "", word) for word in name.split("_"))


def of_a_system(module: str) -> str | None:
    """The rule system that a module belongs to, if any."""
    return next((part for part in module.split(".") if part in system_names()), None)


@pytest.mark.parametrize(("one", "other"), [("replay", "replaying"), ("exchange", "exchanges"), ("move", "moving")])
def test_words_that_differ_by_an_ending_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("story", "store"), ("reader", "reading"), ("game_store", "games")])
def test_other_words_have_stems_of_their_own(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def each_of_a_system(modules: list[str]) -> bool:
    """Whether each module belongs to another rule system: they never meet, and each may use its own game's words."""
    systems = {of_a_system(module) for module in modules}
    return len(systems) == len(modules) and None not in systems


def test_no_two_files_have_names_that_differ_by_an_ending() -> None:
    named: defaultdict[str, list[str]] = defaultdict(list)
    for module, path in MODULES.items():
        if path.name != "__init__.py" and in_order(module):  # a package is a room: orders, game
            named[stem(module.rpartition(".")[2])].append(module)
    alike = {}
    for modules in named.values():
        names = frozenset(module.rpartition(".")[2] for module in modules)
        if len(names) > 1 and not each_of_a_system(modules):
            alike[names] = modules
    assert alike.keys() == EXCEPT_FILES, alike


def public_types(path: Path) -> Iterator[str]:
    """Classes and aliases of types that a module defines, those for its own use left out."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            made_by = node.value.func if isinstance(node.value, ast.Call) else None
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if not (isinstance(made_by, ast.Name) and made_by.id == "TypeVar"):
                yield from (each.id for each in targets if isinstance(each, ast.Name) and not each.id.isupper())


def test_a_class_name_has_one_meaning() -> None:
    defined: defaultdict[str, list[str]] = defaultdict(list)
    for module, path in MODULES.items():
        for name in public_types(path):
            if re.match("[A-Z]", name) and in_order(module):
                defined[name].append(module)
    assert len(defined) > 100
    shared = {name: found for name, found in defined.items() if len(found) > 1 and not each_of_a_system(found)}
    assert shared.keys() == EXCEPT_CLASSES, shared


@each_row("package", [name for name in INITS if in_order(name)])
def test_a_package_says_what_it_offers_and_has_all_of_that(package: str) -> None:
    offered = getattr(import_module(package), "__all__", [])
    assert offered == sorted(offered)
    assert all(hasattr(import_module(package), name) or find_spec(f"{package}.{name}") for name in offered)
    below = [name.rpartition(".")[2] for name in MODULES if name.rpartition(".")[0] == package]
    listed = [name for name in offered if name in below and not callable(getattr(import_module(package), name, None))]
    assert listed in ([], sorted(below)), "a package lists all its modules or none of them"
