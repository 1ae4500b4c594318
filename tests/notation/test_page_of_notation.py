"""What the page of notation shows is so: its commands are run, its excerpts stand in the files that they write."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sits_es.notation.lines import WORDS
from tests.readme import ROOT
from tests.shared.commands_told import run

PAGE = (ROOT / "sits_es/docs/notation.md").read_text(encoding="utf-8")
GOLDEN = Path(__file__).parent / "golden"


def blocks(kind: str) -> list[str]:
    """Blocks of code of a kind, in order."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return [text for name, text in found if name == kind]


def test_its_commands_are_run_as_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "games")
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) == 6
    for command in commands:
        sits, *words = shlex.split(command)
        assert sits == "sits"
        told = run(*words)
        assert (told.code, told.err) == (0, ""), command
        if "--line" in words:
            Path("board.txt").write_text(told.out, encoding="utf-8")
    assert " ; " in Path("told.sits.txt").read_text(encoding="utf-8")


def test_its_excerpts_are_what_is_written() -> None:
    beacon = (GOLDEN / "beacon.sits.txt").read_text(encoding="utf-8")
    exchange, fields, fault = blocks("")
    assert exchange in beacon
    assert fields in beacon
    refused = (Path(__file__).parent / "test_refusals_of_notation.py").read_text(encoding="utf-8")
    assert all(line.strip() in refused for line in fault.splitlines()[1:])


def test_every_kind_of_line_is_in_its_table() -> None:
    told = set(re.findall(r"^\| `([a-z]+)", PAGE, re.MULTILINE))
    assert told == set(WORDS) - {"position", "text"}
    assert '`text "..."`' in PAGE
