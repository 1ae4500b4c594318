"""What whole commands take from a cold start on a plain install, as `tests.benchmarks.startup` measures it."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from statistics import median

from tests.benchmarks.startup import COMMANDS, Install, furnish, measure, plain_install
from tests.benchmarks.stopwatch import Measure, Measured


def rows() -> dict[str, Measure]:
    """A row for each command there."""
    return {f"start-{name.replace(' ', '-')}": partial(_started, name) for name in COMMANDS}


@cache
def _installed(folder: Path) -> tuple[Install, Path]:
    """The program installed as players have it, and a folder with games; made once for all rows."""
    install = plain_install(folder / "install")
    furnish(install, folder / "home")
    return install, folder / "home"


def _started(name: str, work: Path, rounds: int) -> Measured:
    command = COMMANDS[name]
    # medians of so few rounds lie within a sixth of one another where others use the machine as well
    found = measure(*_installed(work.parent), command, work / "started", max(1, rounds // 2))
    note = f"{1000 * median(found.command):.0f} ms"
    return Measured(
        f"sits {' '.join(command.words)}, of bare Python", found.ratio, command.goal, False, note, command.reached
    )
