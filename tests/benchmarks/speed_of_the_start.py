"""What whole commands take from a cold start, in instructions, as multiples of an interpreter that does nothing.

Each is a process of its own on a plain install: an editable one makes every start of Python slower, and so all of them
look better. What was compiled of it is there; of the environment nothing is. Beside each stands a program that does no
more than import what such a command can't do without, and use it once.
"""

from __future__ import annotations

import compileall
import re
import shlex
import shutil
import venv
from collections.abc import Iterator, Mapping
from functools import cache, partial
from importlib.metadata import Distribution, distribution
from pathlib import Path
from statistics import median
from threading import Lock
from typing import Final, NamedTuple

from attrs import define, field

from commands.verbs import systems
from tests.benchmarks import grown_mail
from tests.benchmarks.instructions import succeeded, whole
from tests.benchmarks.stopwatch import ROOT, Measure, Measured
from tests.shared.commands_told import lines_to_type

PACKAGES: Final = ("sits_es", "commands", "projections")
#: What an installer writes for `sits`.
SCRIPT: Final = (
    "#!{python}\nimport sys\nfrom commands.start import run\nif __name__ == '__main__':\n    sys.exit(run())\n"
)
RULES: Final = ROOT / "sits_es" / "rules"
#: Star Wars hex combat: a slot of the ambush that is played once more in a what-if, and the orders for it.
SLOT: Final = ("1.2", RULES / "starwars" / "scenario" / "bundled" / "ambush" / "03-red.orders")
#: By the file's ending: where orders for turn 1 come with the program, their game, and what it is called here.
ORDERS: Final = {
    "orders": (RULES / "sits" / "scenario" / "bundled" / "duel", "duel", "begun"),
    "chase": (RULES / "sfb" / "scenario" / "bundled" / "pursuit", "pursuit", "chase"),
}
PLAYED: Final = ("duel", "pursuit", "ambush", "beacon")
MAIL: Final = "mail"

#: Programs that print a word. Each imports what the one before does, and uses it as little.
TYPER: Final = """
import typer
app = typer.Typer(add_completion=False, rich_markup_mode=None)
@app.command()
def say():
    do()
def do():
    typer.echo("word")
"""
LIBRARIES: Final = f"""{TYPER}
import sqlite3
import attrs, msgspec
from rich.console import Console
from rich.table import Table
@attrs.frozen
class Word:
    word: str
class Line(msgspec.Struct):
    word: str
def do():
    with sqlite3.connect(":memory:") as db:
        (found,) = db.execute("SELECT 'word'").fetchone()
    table = Table("word")
    table.add_row(Word(msgspec.json.decode(msgspec.json.encode(Line(found)), type=Line).word).word)
    Console().print(table)
"""
RECORD: Final = f"{LIBRARIES}\nimport eventsourcing.persistence\n"
SHAPES: Final = f"{RECORD}\nimport shapely\n"

#: How often a command is run for its milliseconds.
TIMES: Final = 5


class Command(NamedTuple):
    """A command over a folder of games. floor: the program that it can't be quicker than."""

    words: tuple[str, ...]
    floor: str
    folder: str = "games"


COMMANDS: Final[Mapping[str, Command]] = {
    "help": Command(("--help",), TYPER),
    "games": Command(("games",), LIBRARIES),
    "orders-new": Command(("orders", "new", "begun", "--as", "red"), RECORD),
    "explain": Command(("explain", "duel", "44"), RECORD),
    "show": Command(("show", "duel"), RECORD),
    "play": Command(("play", "begun", "red.orders", "blue.orders", "--to", "1.1"), RECORD),
    "mail-in": Command(("mail", "in"), RECORD, MAIL),
    "show-sfb": Command(("show", "pursuit"), RECORD),
    "play-sfb": Command(("play", "chase", "red.chase", "blue.chase", "--to", "1.1"), RECORD),
    "show-sw": Command(("show", "ambush"), RECORD),
    "play-sw": Command(("play", "slot", "red.slot"), RECORD),
    "show-xwing": Command(("show", "beacon"), SHAPES),
    "orders-xwing": Command(("orders", "new", "beacon", "--as", "red"), SHAPES),
}


@define
class Install:
    """A plain install in a folder, beside folders of games. python: its interpreter; sits: the program."""

    folder: Path
    _counts: dict[str, int] = field(factory=dict)

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    @property
    def sits(self) -> list[str | Path]:
        """The program."""
        return [self.python, self.folder / "bin" / "sits"]

    def program(self, text: str) -> int:
        """Instructions of another program, counted once."""
        if text not in self._counts:
            (self.folder / "program.py").write_text(f"{text}\nif 'app' in globals():\n    app()\n", encoding="utf-8")
            self._counts[text] = whole([self.python, "program.py"], seen(self.folder), self.folder)
        return self._counts[text]

    def of_bare(self, count: int) -> float:
        """Instructions as a multiple of what Python alone takes."""
        return count / self.program("pass")


def seen(home: Path) -> dict[str, str]:
    """All that a command sees of the environment: nothing of it makes one start slower or faster than another."""
    return {
        "PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8", "COLUMNS": "80", "SITS_HOME": str(home),
        "PYTHONHASHSEED": "0",
    }  # fmt: skip


_ONCE: Final = Lock()


@cache
def _furnished(folder: Path) -> Install:
    """The program installed as players have it, with games of every system: played, listed, just begun, by mail."""
    install, home = plain_install(folder / "install"), folder / "games"
    home.mkdir()
    at, orders = SLOT
    (home / "red.slot").write_text(orders.read_text(encoding="utf-8").replace("game ambush", "game slot"), "utf-8")
    for ending, (bundled, scenario, name) in ORDERS.items():
        for player in ("red", "blue"):
            text = (bundled / f"1-{player}.orders").read_text(encoding="utf-8")
            (home / f"{player}.{ending}").write_text(text.replace(f"game {scenario}", f"game {name}"), encoding="utf-8")
    for words in (
        *(("demo", name) for name in PLAYED),
        *(("new", scenario, "--name", name) for _, scenario, name in ORDERS.values()),
        ("fork", "ambush", "--at", at, "--name", "slot"),
        ("games",),
    ):
        succeeded([*install.sits, *words], seen(home), home)
    (mail,) = grown_mail.grow(folder / "post", [0])
    mail.rename(folder / MAIL)
    succeeded([*install.sits, "mail", "in"], seen(folder / MAIL), folder / MAIL)
    return install


def plain_install(folder: Path) -> Install:
    """The program with what it needs, and nothing else, in an environment of its own, as pip leaves it."""
    venv.create(folder, symlinks=True)
    made = Install(folder)
    (site,) = (folder / "lib").glob("python3*/site-packages")
    for found in _needed("sits-es"):
        _copy(found, site)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(str(site), quiet=2, workers=1)
    (folder / "bin" / "sits").write_text(SCRIPT.format(python=made.python), encoding="utf-8")
    return made


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


def installed(work: Path) -> Install:
    """The install beside what rows share, made by whoever needs it first."""
    with _ONCE:
        return _furnished(work.parent / "start")


def started(name: str) -> Measure:
    """The row of a command."""
    return partial(_started, name)


def _started(name: str, work: Path, _rounds: int) -> Measured:
    """Over a copy of its folder that is made afresh each time, as the command writes there.

    Games by mail stay where they are: mail that was read is known by its place, and nothing new changes nothing.
    """
    install, command = installed(work), COMMANDS[name]
    kept = install.folder.parent / command.folder
    at = kept if command.folder == MAIL else work

    def afresh() -> dict[str, str]:
        if at is work:
            shutil.rmtree(work)
            shutil.copytree(kept, work)
        return seen(at)

    words = [*install.sits, *command.words]
    count = whole(words, afresh(), at)
    spent = median(succeeded(words, afresh(), at) for _ in range(TIMES))
    return _told(f"sits {' '.join(command.words)}", install, count, spent, command.floor)


def sums(work: Path, _rounds: int) -> Measured:
    """The middle one of all sums of all systems, each with the first example of its help.

    All are timed, and those in the middle counted: to count all would take as long as all else here.
    """
    install = installed(work)

    def taken(words: list[str]) -> float:
        return min(succeeded([*install.sits, *words], seen(work), work) for _ in range(3))

    timed = sorted((taken(words), words) for words in examples())
    middle = timed[len(timed) // 2 - 2 :][:5]
    counts = sorted(whole([*install.sits, *words], seen(work), work) for _, words in middle)
    told = _told(f"the middle of {len(timed)} sums of sits calc", install, counts[2], middle[2][0], TYPER)
    (least, _), (most, dearest) = timed[0], timed[-1]
    return told._replace(note=f"{told.note}; {1000 * least:.0f} to {1000 * most:.0f} ms, {' '.join(dearest[1:3])}")


def examples() -> Iterator[list[str]]:
    """A line to type for every sum, by the help of its verb; without files of one's own."""
    for package in systems():
        for verb in package.CALC.found() if hasattr(package, "CALC") else ():
            line = next(line for line in lines_to_type(verb) if "table.toml" not in line)
            yield shlex.split(line)[1:]


def _told(what: str, install: Install, count: int, spent: float, floor: str) -> Measured:
    note = f"{count / 1e6:.0f} million, {1000 * spent:.0f} ms"
    return Measured(f"{what}, of bare Python", install.of_bare(count), note, install.of_bare(install.program(floor)))
