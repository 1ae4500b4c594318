"""The program as a process, on standard streams of any kind: for tests of what it writes to them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
SITS: Final = f"{sys.executable} -c 'from commands.start import run; run()'"

#: Runs one command after the other, as many as it reads lines, in one process; after each, "ended N" on standard error.
MANY: Final = """
import os, shlex, sys
from commands.start import run
for line in os.fsdecode(sys.stdin.buffer.read()).splitlines():
    sys.argv = ["sits", *shlex.split(line)]
    try:
        run()
    except SystemExit as end:
        print("ended", end.code, file=sys.stderr, flush=True)
"""

#: What makes streams what they are, and is not to come from outside.
_TELLING: Final = (
    "PYTHONUNBUFFERED",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
    "LC_ALL",
    "LC_CTYPE",
    "COLUMNS",
    "LINES",
    "NO_COLOR",
)


def environment(folder: Path, more: Mapping[str, str]) -> dict[str, str]:
    """An environment in which the games are in a folder, and nothing else is said but what `more` says."""
    told = {name: value for name, value in os.environ.items() if name not in _TELLING}
    return {**told, "SITS_HOME": str(folder), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", **more}


def many(folder: Path, lines: list[str], **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run commands one after the other in a folder. more: of the environment."""
    return subprocess.run(
        [sys.executable, "-c", MANY],
        input="\n".join(lines).encode(),
        env=environment(folder, more),
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=120,
    )


def shell(folder: Path, line: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a line of the shell in which SITS stands for the program, such as `$SITS games | true`. more: as above."""
    return subprocess.run(
        ["bash", "-c", line.replace("SITS", SITS)],
        env=environment(folder, more),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def statuses(told: str) -> list[int]:
    """With which statuses the commands of `many` ended, from what stands on standard error."""
    return [int(line.removeprefix("ended ")) for line in told.splitlines() if line.startswith("ended ")]
