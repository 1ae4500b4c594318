"""What is installed is all of the program: files of data are named in pyproject.toml by their endings."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


@pytest.mark.parametrize("package", ["commands", "projections", "sits_es"])
def test_every_file_beside_the_code_goes_into_a_wheel(package: str) -> None:
    patterns = SETTINGS["package-data"].get(package, [])
    beside = [
        str(path.relative_to(ROOT / package))
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    ]
    assert [each for each in beside if not any(fnmatch(f"/{each}", f"/{pattern}") for pattern in patterns)] == []


def test_scripts_and_style_of_a_page_are_among_them() -> None:
    kinds = {path.suffix for path in (ROOT / "commands" / "render" / "html").iterdir()}
    assert {".css", ".html", ".js"} <= kinds
