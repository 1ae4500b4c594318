"""What whole commands take from a cold start on a plain install, as `tests.benchmarks.startup` measures it."""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks.stopwatch import Measure, Measured

_STARTUP = "tests.benchmarks.startup"


def rows() -> dict[str, Measure]:
    """A row for each command there."""
    if find_spec(_STARTUP) is None:
        return {}
    return {f"start-{name.replace(' ', '-')}": partial(_started, name) for name in _startup().COMMANDS}


def _startup() -> Any:
    return import_module(_STARTUP)


@cache
def _installed(folder: Path) -> tuple[Any, Path]:
    """The program installed as players have it, and a folder with games; made once for all rows."""
    startup = _startup()
    install = startup.plain_install(folder / "install")
    startup.furnish(install, folder / "home")
    return install, folder / "home"


def _started(name: str, work: Path, rounds: int) -> Measured:
    command = _startup().COMMANDS[name]
    found = _startup().measure(*_installed(work.parent), command, work / "started", rounds)
    note = f"{1000 * median(found.command):.0f} ms"
    return Measured(
        f"sits {' '.join(command.words)}, of bare Python", found.ratio, command.goal, False, note, command.reached
    )
