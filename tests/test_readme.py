"""README is true: its commands run as written, in their order, and print what it shows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.readme import README, script, sessions

BIN = Path(sys.executable).parent


def test_every_session_prints_what_readme_shows(tmp_path: Path) -> None:
    ours = ("SITS_HOME", "COLUMNS", "NO_COLOR")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    environment["PATH"] = f"{BIN}{os.pathsep}{environment['PATH']}"
    typed = list(sessions())
    assert len(typed) > 8
    for each in typed:
        done = subprocess.run(
            ["bash", "-c", each.command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        printed = done.stdout + done.stderr
        assert each.fits(printed), f"$ {each.command}\n{printed}"


def test_the_two_set_up_commands_make_an_environment_install_and_run() -> None:
    assert script("install").splitlines()[-1].endswith("sits demo")
    assert script("test").splitlines()[-1].endswith("pytest --quiet")
    for name in ("install", "test"):
        assert script(name).startswith("python3 -m venv .venv && . .venv/bin/activate && pip install --quiet ")


def test_readme_names_the_owners_of_the_games_once() -> None:
    text = README.read_text(encoding="utf-8")
    assert text.count("belong to their owners") == 1
