"""The program's own modules, and what each imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("sits_es", "commands", "projections")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


@cache
def module_of(path: Path) -> str:
    name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    return name.removesuffix(".__init__")


@cache
def tree_of(path: Path) -> ast.Module:
    """A file, parsed."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports_of(path: Path) -> tuple[str, ...]:
    """Every module that a file imports, wherever in it and whatever for."""
    return tuple(_imports(path))


@cache
def imports_at_run_time(path: Path) -> frozenset[str]:
    """Every module that a file imports when it runs, inside functions too: not what is for type checkers alone."""
    return frozenset(_imports(path, typing=False))


def _imports(path: Path, *, typing: bool = True) -> Iterator[str]:
    for node in _nodes(tree_of(path), typing=typing):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            assert node.module is not None
            for alias in node.names:
                # a name imported from a package may be a module of it
                below = f"{node.module}.{alias.name}"
                yield below if is_module(below) else node.module


def _nodes(tree: ast.AST, *, typing: bool) -> Iterator[ast.AST]:
    """Statements, and what holds some; no import stands inside an expression."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case)):
            continue
        if typing or not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from _nodes(node, typing=typing)


@cache
def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


@cache
def ours(path: Path) -> list[str]:
    return [name for name in imports_of(path) if any(within(name, package) for package in PACKAGES)]
