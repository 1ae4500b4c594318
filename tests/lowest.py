"""The oldest libraries that pyproject.toml allows, and whether the program plays, audits and mails with them.

    python -m tests.lowest > oldest.txt && pip install . --constraint oldest.txt
    python -m tests.lowest --play

The first prints each bound as a pin. The second runs pages of the documentation with the program that is installed
beside this Python, and says which commands answer otherwise than the pages show.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.readme import ROOT, Reader, sessions

#: They play, look, calculate, audit and mail, and need every library but that of `sits watch`.
PAGES: Final = ("docs/record", "docs/sums", "docs/mail", "rules/xwing/guide")
#: What is only imported: it needs a terminal.
IMPORTED: Final = "import commands.watch.app"


def pins() -> Iterator[str]:
    """Every library that the program needs, at its lower bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in project["dependencies"]:
        found = re.match(r"([\w-]+)>=([\w.]+)", line)
        if found is None:
            raise ValueError(f"{line} has no lower bound")
        yield f"{found[1]}=={found[2]}"


def faults(page: Path, folder: Path) -> Iterator[str]:
    """Commands of a page that answer otherwise than it shows."""
    reader = Reader(page, folder)
    for number, typed in enumerate(sessions(page)):
        if not typed.fits(answer := reader.answer(number)):
            yield f"$ {typed.command}\n{answer}"


def play() -> list[str]:
    """What goes wrong; nothing if all is well."""
    found: list[str] = []
    for name in PAGES:
        with TemporaryDirectory() as folder:
            found += faults(ROOT / "sits_es" / f"{name}.md", Path(folder))
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=False)
    return [*found, *([done.stderr] if done.returncode else [])]


if __name__ == "__main__":
    said = play() if sys.argv[1:] == ["--play"] else list(pins())
    sys.stdout.writelines(f"{line}\n" for line in said)
    sys.exit(1 if said and sys.argv[1:] else 0)
