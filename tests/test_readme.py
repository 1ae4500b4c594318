"""README is true: its commands run as written, in their order, and print what it shows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme import README, files, script, sessions

BIN = Path(sys.executable).parent


EXAMPLES = tuple(sessions())


class Reader:
    """Somebody who types README's examples in one folder: each once, in README's order, as far as he is asked."""

    def __init__(self, folder: Path) -> None:
        ours = ("SITS_HOME", "COLUMNS", "NO_COLOR")
        self._environment = {name: value for name, value in os.environ.items() if name not in ours}
        self._environment["PATH"] = f"{BIN}{os.pathsep}{self._environment['PATH']}"
        self._folder = folder
        self._answers: list[str] = []
        for name, text in files().items():
            (folder / name).write_text(text, encoding="utf-8")

    def answer(self, number: int) -> str:
        """What an example prints; those before it, whose games it may need, are typed first."""
        for example in EXAMPLES[len(self._answers) : number + 1]:
            done = subprocess.run(
                ["bash", "-c", example.command],
                cwd=self._folder,
                env=self._environment,
                capture_output=True,
                text=True,
                check=False,
            )
            self._answers.append(done.stdout + done.stderr)
        return self._answers[number]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(tmp_path_factory.mktemp("readme"))


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=[example.command for example in EXAMPLES])
def test_a_command_prints_what_readme_shows(number: int, reader: Reader) -> None:
    answer = reader.answer(number)
    assert EXAMPLES[number].fits(answer), f"$ {EXAMPLES[number].command}\n{answer}"


def test_readme_shows_the_program_at_work() -> None:
    assert len(EXAMPLES) > 8


def test_the_two_set_up_commands_make_an_environment_install_and_run() -> None:
    assert script("install").splitlines()[-1].endswith("sits demo")
    assert script("test").splitlines()[-1].endswith("pytest --quiet")
    for name in ("install", "test"):
        assert script(name).startswith("python3 -m venv .venv && . .venv/bin/activate && pip install --quiet ")


def test_readme_names_the_owners_of_the_games_once() -> None:
    text = README.read_text(encoding="utf-8")
    assert text.count("belong to their owners") == 1
