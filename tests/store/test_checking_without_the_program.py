"""The script in the documentation checks an export with nothing installed but Python."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shared.commands_told import run
from tests.shared.played_demos import branched_folder

PAGE = Path(__file__).parents[2] / "sits_es" / "docs" / "record.md"
SOUND = "every digest is sound, and each follows from the one before it"


def script() -> str:
    found = re.search(r"<!-- check_export.py -->\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the script, exports of a game and of a fork of a fork, and their checkpoints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "var")
    shutil.copytree(branched_folder(), "var")
    Path("check_export.py").write_text(script(), encoding="utf-8")
    for name in ("duel", "what-if-2"):
        assert run("audit", "export", name, "-o", f"{name}.jsonl").code == 0
        told = run("audit", "verify", name)
        assert told.code == 0
        Path(f"{name}.txt").write_text("\n".join(told.out.splitlines()[-3:]) + "\n", encoding="utf-8")
    return tmp_path


def checked(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-I", "check_export.py", *words], capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def test_it_is_short_and_needs_nothing() -> None:
    assert len(script().splitlines()) <= 50
    assert re.findall(r"^(?:import|from) .*", script(), re.MULTILINE) == ["import base64, hashlib, json, sys"]


@pytest.mark.parametrize("name", ["duel", "what-if-2"])
def test_it_finds_a_record_sound_and_the_very_head_and_root_that_the_program_finds(folder: Path, name: str) -> None:
    found = run("audit", "verify", name, "--json").json
    checkpoint = found["checkpoint"].splitlines()
    code, out, err = checked(f"{name}.jsonl", f"{name}.txt")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{name}.txt: the first {found['events']} events are those of this checkpoint of {checkpoint[0]}",
        f"{found['events']} events; {SOUND}",
        f"head {found['head']}",
        f"root {checkpoint[2]}",
    ]
    assert (checkpoint[0].rpartition("/")[2], checkpoint[1]) == (name, str(found["events"]))
    assert folder.is_dir()


@pytest.mark.parametrize(
    ("change", "bad"),
    [
        (lambda lines: lines[100].update(state=f"{lines[100]['state']} "), 100),
        (lambda lines: lines[100].update(topic="sits.Other/1"), 100),
        (lambda lines: lines[100].update(stream="other"), 100),
        (lambda lines: lines[100].update(version=101), 100),
        (lambda lines: lines[100].update(digest="0" * 64), 100),
        (lambda lines: lines.pop(100), 100),
        (lambda lines: lines.insert(100, lines[7]), 100),
        (lambda lines: lines.pop(0), 0),
    ],
)
@pytest.mark.usefixtures("folder")
def test_whatever_is_changed_is_found_and_the_event_is_named(
    change: Callable[[list[dict[str, object]]], object], bad: int
) -> None:
    lines = [json.loads(line) for line in Path("what-if-2.jsonl").read_text(encoding="utf-8").splitlines()]
    change(lines)
    Path("changed.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    said = f"event {bad} was changed, or one before it is missing\n"
    assert checked("changed.jsonl") == (1, "", said)


@pytest.mark.usefixtures("folder")
def test_what_is_cut_off_or_another_record_is_found_by_a_checkpoint() -> None:
    lines = Path("duel.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("shorter.jsonl").write_text("".join(lines[:-1]), encoding="utf-8")
    assert checked("shorter.jsonl")[0] == 0
    origin = Path("duel.txt").read_text(encoding="utf-8").split("\n")[0]
    said = f"duel.txt: the record is not the one of this checkpoint of {origin}, {len(lines)} events\n"
    assert checked("shorter.jsonl", "duel.txt") == (1, "", said)
    assert checked("what-if-2.jsonl", "duel.txt") == (1, "", said)
    assert checked() == (1, "", "usage: python3 check_export.py EXPORT [CHECKPOINT]...\n")
