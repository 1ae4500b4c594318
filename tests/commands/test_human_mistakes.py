"""What players type wrong, and what they are answered: two tables, one of commands and one of lines of an order file.

Each entry is what is typed, behind a `$` or a `>`, and below it the whole answer, as it is printed in 80 columns.
Nobody's mistake changes a record. `python -m tests.commands.test_human_mistakes` writes both tables anew, to be read.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from commands.home import open_session
from tests.commands.conftest import write_files
from tests.shared.commands_told import Told, run
from tests.shared.rows import each_row

HERE: Final = Path(__file__).parent
COMMANDS: Final = HERE / "mistaken_commands.txt"
LINES: Final = HERE / "mistaken_lines.txt"
#: What a changed answer asks for, where it is right.
ANEW: Final = "python -m tests.commands.test_human_mistakes"
#: The table has so many, and no fewer.
LEAST: Final = 150


def entries(path: Path, mark: str) -> list[tuple[str, str]]:
    """What is typed, and what is answered."""
    parts = re.split(rf"(?m)^{re.escape(mark)} ", path.read_text("utf-8"))
    return [(typed, answer.rstrip("\n")) for typed, _, answer in (part.partition("\n") for part in parts[1:])]


def answered(told: Told) -> str:
    """All that a command printed, as a terminal shows it; the program is called as it is installed."""
    lines = f"{told.out}{told.err}".replace("Usage: root", "Usage: sits").replace("Try 'root", "Try 'sits").splitlines()
    return "\n".join(line for line in lines if line.strip())


def of_command(typed: str) -> Told:
    """What a mistaken command is answered."""
    return run(*shlex.split(typed))


def of_line(typed: str) -> Told:
    """What `sits orders check` says of a file with a mistaken line below red's ship."""
    Path("x.orders").write_text(f"game duel\nturn 1\nplayer red\nship Fearless\n  {typed}\n", encoding="utf-8")
    return run("orders", "check", "x.orders")


def heads() -> dict[str, int]:
    with open_session() as session:
        return {name: session.open_game(name).head.version for name in session.names()}


def test_there_are_as_many_as_were_promised() -> None:
    assert len(entries(COMMANDS, "$")) + len(entries(LINES, ">")) >= LEAST


@pytest.mark.usefixtures("begun")
@each_row(("typed", "answer"), entries(COMMANDS, "$"))
def test_a_mistaken_command_is_answered(typed: str, answer: str) -> None:
    before = heads()
    told = of_command(typed)
    assert told.code in (1, 2)
    assert answered(told) == answer, ANEW
    assert heads() == before


@pytest.mark.usefixtures("begun")
@each_row(("typed", "answer"), entries(LINES, ">"))
def test_a_mistaken_line_of_an_order_file_is_answered(typed: str, answer: str) -> None:
    told = of_line(typed)
    assert told.code == 1
    assert answered(told) == answer, ANEW


def _anew() -> Iterator[str]:
    """Both tables as they are answered now, each written beside this file."""
    os.environ.pop("COLUMNS", None)
    for path, mark, ask in ((COMMANDS, "$", of_command), (LINES, ">", of_line)):
        told = []
        for typed, _ in entries(path, mark):
            with TemporaryDirectory() as folder:
                os.chdir(folder)
                os.environ["SITS_HOME"] = "games"
                write_files(Path(folder))
                run("new", "duel.toml", "--name", "duel")
                told.append(f"{mark} {typed}\n{answered(ask(typed))}\n")
                os.chdir(HERE)
        path.write_text("\n".join(told), encoding="utf-8")
        yield f"{path.name}: {len(told)}"


if __name__ == "__main__":
    print("\n".join(_anew()))
