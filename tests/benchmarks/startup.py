"""How long whole commands take from a cold start, as multiples of an interpreter that does nothing.

    python -m tests.benchmarks.startup            every command beside its goal
    python -m tests.benchmarks.startup show play  some of them

Each is a process of its own on a plain install: an editable one makes every start of Python slower, and so all of them
look better. What counts is processor time, of the program and of the system for it; the two sides take turns.
"""

from __future__ import annotations

import compileall
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import Distribution, distribution
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("sits_es", "commands", "projections")
#: What an installer writes for `sits`.
SCRIPT: Final = (
    "#!{python}\nimport sys\nfrom commands.start import run\nif __name__ == '__main__':\n    sys.exit(run())\n"
)
RULES: Final = ROOT / "sits_es" / "rules"
#: Star Wars hex combat: a slot of the ambush that is played once more in a what-if, and the orders for it.
SLOT: Final = ("1.2", RULES / "star_wars" / "scenario" / "bundled" / "ambush" / "03-red.orders")
#: By the file's ending: where orders for turn 1 come with the program, their game, and what it is called here.
ORDERS: Final = {
    "orders": (RULES / "sits" / "scenario" / "bundled" / "duel", "duel", "begun"),
    "chase": (RULES / "sfb_n3d" / "scenario" / "bundled" / "pursuit", "pursuit", "chase"),
}
ROUNDS: Final = 15


class Command(NamedTuple):
    """A command over a folder with a game of each system played to the end of its orders, and some to be played on.

    goal: how many times what Python alone takes; reached: what it has come to, where that is short of the goal.
    """

    words: tuple[str, ...]
    goal: float
    reached: float | None = None


COMMANDS: Final[Mapping[str, Command]] = {
    "help": Command(("--help",), 6, 7.5),
    "calc": Command(("calc", "kills", "136", "28"), 8, 13),
    "games": Command(("games",), 20),
    "show": Command(("show", "duel"), 20, 34),
    "orders new": Command(("orders", "new", "begun", "--as", "red"), 20, 24),
    "play": Command(("play", "begun", "red.orders", "blue.orders", "--to", "1.1"), 25, 41),
    "calc sfb": Command(("calc", "sfb", "mounts", "7"), 8, 10),
    "show sfb": Command(("show", "pursuit"), 20, 34),
    "play sfb": Command(("play", "chase", "red.chase", "blue.chase", "--to", "1.1"), 25, 41),
    "calc sw": Command(("calc", "sw", "pool", "1 ability 1 difficulty", "--upgrade", "1"), 8, 13),
    "show sw": Command(("show", "ambush"), 20, 29),
    "play sw": Command(("play", "slot", "red.slot"), 25, 35),
    # shapely and numpy, which it brings, are half of these two
    "calc xwing": Command(("calc", "xwing", "arc", "small@0,0,0", "medium@-60,140.5,30"), 36),
    "show xwing": Command(("show", "beacon"), 60),
}


class Install(NamedTuple):
    """A plain install. python: its interpreter; sits: the program."""

    python: Path
    sits: Path


class Start(NamedTuple):
    """Seconds of processor time, round by round, of Python alone and of a command."""

    python: list[float]
    command: list[float]

    @property
    def ratio(self) -> float:
        """How many times what Python alone takes, the median over rounds."""
        return median(mine / bare for mine, bare in zip(self.command, self.python, strict=True))


def plain_install(folder: Path) -> Install:
    """The program with what it needs, and nothing else, in an environment of its own, as pip leaves it."""
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    (site,) = (folder / "lib").glob("python3*/site-packages")
    for found in _needed("sits-es"):
        _copy(found, site)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(str(site), quiet=2, workers=1)
    sits = folder / "bin" / "sits"
    sits.write_text(SCRIPT.format(python=python), encoding="utf-8")
    sits.chmod(0o755)
    return Install(python, sits)


def _needed(name: str) -> Iterator[Distribution]:
    """What a package needs to run, and what that needs, without extras and without what is not installed here."""
    seen, waiting = {name}, [name]
    while waiting:
        for line in distribution(waiting.pop()).requires or ():
            found = re.match(r"[\w.-]+", line)
            if found is None or "extra ==" in line or found[0].lower() in seen:
                continue
            seen.add(found[0].lower())
            try:
                yield distribution(found[0])
            except ModuleNotFoundError:
                continue  # it is for another system or another Python
            waiting.append(found[0])


def _copy(found: Distribution, site: Path) -> None:
    for file in found.files or ():
        source = Path(str(found.locate_file(file)))
        if ".." in file.parts or not source.is_file():
            continue
        target = site / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)  # as old as it was, so that what was compiled of it still counts


def furnish(install: Install, home: Path) -> None:
    """Put games of every system into a folder: played and listed ones, some just begun, and orders for those."""
    home.mkdir(parents=True)
    played = (("demo", "--scenario", name) for name in ("duel", "pursuit", "ambush", "beacon"))
    begun = (("new", scenario, "--name", name) for _, scenario, name in ORDERS.values())
    at, orders = SLOT
    what_if = ("fork", "ambush", "--at", at, "--name", "slot")
    (home / "red.slot").write_text(orders.read_text(encoding="utf-8").replace("game ambush", "game slot"), "utf-8")
    for words in (*played, *begun, what_if, ("games",)):
        processor_time([install.sits, *words], home)
    for ending, (folder, scenario, name) in ORDERS.items():
        for player in ("red", "blue"):
            text = (folder / f"1-{player}.orders").read_text(encoding="utf-8")
            (home / f"{player}.{ending}").write_text(text.replace(f"game {scenario}", f"game {name}"), encoding="utf-8")


def processor_time(words: Sequence[str | Path], home: Path) -> float:
    """Seconds of processor time that a command takes, the system's for it included; it must succeed."""
    environment = os.environ | {"SITS_HOME": str(home), "COLUMNS": "80", "NO_COLOR": "1"}
    for name in ("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(name, None)
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(words, env=environment, cwd=home, stdout=said, stderr=said, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{words} ended with {process.returncode}: {said.read().decode()}")
    return usage.ru_utime + usage.ru_stime


def one_round(install: Install, home: Path, command: Command, work: Path) -> tuple[float, float]:
    """What Python alone and what a command takes, over a copy of the folder that is made afresh each time."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(home, work)
    return processor_time([install.python, "-c", "pass"], work), processor_time([install.sits, *command.words], work)


def measure(install: Install, home: Path, command: Command, work: Path, rounds: int = ROUNDS) -> Start:
    """What Python alone and what a command takes, by turns, after a round that does not count."""
    one_round(install, home, command, work)
    bare, mine = zip(*(one_round(install, home, command, work) for _ in range(rounds)), strict=True)
    return Start(list(bare), list(mine))


def main(names: Sequence[str]) -> None:
    """Print how many times what Python alone takes, beside the goal."""
    if unknown := set(names) - set(COMMANDS):
        raise SystemExit(f"There is no command {', '.join(sorted(unknown))} here. Commands: {', '.join(COMMANDS)}.")
    with tempfile.TemporaryDirectory() as folder:
        install, home = plain_install(Path(folder, "install")), Path(folder, "home")
        furnish(install, home)
        print(f"{'command':<12} {'goal':>5} {'found':>6} {'ms':>6} {'least':>6}  Python alone")
        for name in names or COMMANDS:
            command = COMMANDS[name]
            found = measure(install, home, command, Path(folder, "work"))
            spent, least, alone = (
                1000 * value for value in (median(found.command), min(found.command), median(found.python))
            )
            print(f"{name:<12} {command.goal:>5g} {found.ratio:>6.1f} {spent:>6.0f} {least:>6.0f}  {alone:.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
