"""Commands on a disk that fails: it says no, writes half, has no room, lies, or loses its power at any call of theirs.

A library in C is preloaded between the program and its C library, so that SQLite's writes are met as well. It needs
Linux and a compiler, and a process that began with it: `faults` starts one for its runs.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Final

from attrs import frozen

from tests.endurance.killed_commands import DONE_BEFORE, begun, ends_wrongly, heads_of, undisturbed, what_is_wrong
from tests.endurance.killed_scenes import ORDERS, SCENES, Scene, at, has_begun, was_played, was_seen
from tests.endurance.memory import in_memory
from tests.shared.commands_told import Told, run

SOURCE: Final = Path(__file__).with_suffix(".c")
#: What a command says it wrote, other than databases, keys and letters, is the same every time.
SAME: Final = {".bundle", ".orders", ".html", ".svg", ".jsonl", ".toml"}
#: How a program that fell over ends here.
FELL: Final = 70

INVITE: Final = (
    *("mail", "invite", "duel.toml", "blue=bob@example.org", "--as", "red", "--name", "letters"),
    *("--address", "anna@example.org"),
)


def _with_key(folder: Path) -> None:
    has_begun(folder, ("keys", "new", "anna"))


#: Commands that write files, besides those that are killed.
MORE: Final = {
    "orders new": Scene(words=("orders", "new", "duel", "--as", "red", "-o", "new.orders"), begin=has_begun),
    "export": Scene(words=("export", "duel", "--all", "-o", "duel.bundle"), begin=was_played),
    "audit export": Scene(words=("audit", "export", "duel", "-o", "duel.jsonl"), begin=was_played),
    "report": Scene(words=("report", "duel", "-o", "turn.html"), begin=was_played),
    "replay": Scene(words=("replay", "duel", "-o", "game.html"), begin=was_played),
    "keys": Scene(
        words=("keys", "new", "anna"),
        begin=has_begun,
    ),
    "mail setup": Scene(words=("mail", "setup", "address=anna@example.org"), begin=has_begun),
    "archive": Scene(words=("games", "archive", "duel"), begin=was_seen, asked=(("games",), ("games", "--all"))),
    "rename": Scene(
        words=("games", "rename", "duel", "friday"), begin=was_seen, asked=(("games",), ("show", "friday"))
    ),
    "play on": Scene(
        words=("play", "duel", *ORDERS, "--to", "1.6"), begin=was_seen, asked=(("games",), ("show", "duel"))
    ),
    "set aside": Scene(
        words=("doctor", "--set-aside", "what-if", "--yes"), begin=was_seen, asked=(("games",), ("audit", "all", "."))
    ),
    "mail invite": Scene(words=INVITE, begin=_with_key, asked=(("games",), ("mail", "status"))),
    "tutorial": Scene(words=("tutorial",), begin=has_begun),
}
ALL: Final = SCENES | MORE


@frozen
class Way:
    """A way in which a disk fails. number: as file_faults.c has it; stays: from then on, not once; ends: at the end."""

    number: int
    stays: bool = False
    at_end: bool = False


COUNTED: Final = Way(0)
CUT: Final = 6
#: A disk that says it flushed and did not keeps no promise, and nobody can keep one on it: what is lost must be seen.
DROPS: Final = 7
WAYS: Final = {
    "a call fails": Way(1),
    "every call fails from then on": Way(1, stays=True),
    "no room for a call": Way(2),
    "no room from then on": Way(2, stays=True),
    "half is written, then there is no room": Way(3),
    "a flush fails": Way(4),
    "every flush fails from then on": Way(4, stays=True),
    "killed, half of a write done": Way(5),
    "the power is cut": Way(CUT),
    "the power is cut once all is told": Way(CUT, at_end=True),
    "the power is cut, and no flush was one": Way(DROPS),
    "the power is cut once all is told, and no flush was one": Way(DROPS, at_end=True),
}


@cache
def library() -> Path | None:
    """The library, made anew; None where none can be made."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        return None
    made = Path(mkdtemp(prefix="sits-disk-")) / "disk.so"
    words = [compiler, "-O1", "-shared", "-fPIC", "-o", str(made), str(SOURCE), "-ldl"]
    subprocess.run(words, check=True, capture_output=True)
    return made


def faults(seed: int, count: int) -> list[str]:
    """Commands on a disk that fails at one of their calls, or from one on. What must not be, in words."""
    made = library()
    if made is None:
        raise RuntimeError("Disks can be made to fail on Linux alone, where there is a C compiler.")
    words = [sys.executable, "-m", "tests.endurance.file_faults", str(seed), str(count)]
    about = os.environ | {"LD_PRELOAD": str(made), "SITS_DISK": str(made)}
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, env=about)
    found: list[str] = json.loads(done.stdout)
    return found


@frozen(kw_only=True)
class Ended:
    """How a command ended. code: None where it was killed; said: all it said; struck: the calls that were met.

    ended: whether it had come to its end, with everything said, before the power was cut.
    """

    code: int | None
    said: str
    struck: tuple[str, ...]
    ended: bool

    @property
    def all_well(self) -> bool:
        """Whether it said that all was well."""
        return self.code == 0 or self.ended


def _carried_out(words: tuple[str, ...], way: Way, call: int, seed: int) -> Ended:
    """Give a command, in the current folder, whose disk fails at a call."""
    log, home = Path("../struck").absolute(), Path.cwd()
    grave = home.with_name("grave")
    grave.mkdir(exist_ok=True)
    child = os.fork()
    if child == 0:
        code = FELL
        try:
            code = _as_in_a_terminal(words, lambda to: _arm(home, grave, way, call, seed, to), log)
        finally:
            os._exit(code)  # nothing of the parent is to be tidied up here
    _, status = os.waitpid(child, 0)
    told = log.read_text("utf-8").splitlines()
    return Ended(
        code=None if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status),
        said=Path("told").read_text("utf-8"),
        struck=tuple(line for line in told if line != "ended 0"),
        ended="ended 0" in told,
    )


def _disk() -> ctypes.CDLL:
    return ctypes.CDLL(os.environ["SITS_DISK"])


def _arm(home: Path, grave: Path, way: Way, call: int, seed: int, to: int) -> None:
    words = (str(home).encode(), str(grave).encode(), way.number, ctypes.c_long(0 if way.at_end else call))
    _disk().disk_arm(*words, int(way.stays), ctypes.c_ulong(seed), to)


def _as_in_a_terminal(words: tuple[str, ...], arm: Callable[[int], object], log: Path) -> int:
    """Give a command as it is given in a terminal; its exit status. What it says is in `told` as soon as it is said."""
    from commands.start import run as start

    with log.open("w", encoding="utf-8") as to, Path("told").open("w", encoding="utf-8", buffering=1) as told:
        sys.stdout = sys.stderr = told
        sys.argv = ["sits", *words]
        arm(to.fileno())
        code = 0
        try:
            start()
        except SystemExit as ended:
            code = int(ended.code or 0)
        except BaseException:  # noqa: BLE001 -- a traceback is what is looked for
            traceback.print_exc(file=told)
            code = FELL
        if code == 0:
            os.write(to.fileno(), b"ended 0\n")
        _disk().disk_end()
    return code


@frozen
class Usual:
    """What a scene comes to on a sound disk. calls: what its command asks of the disk; files: what it leaves."""

    calls: tuple[str, ...]
    files: dict[str, bytes]


@cache
def usual(name: str) -> Usual:
    """Carry the command of a scene out and count."""
    with in_memory() as folder:
        home = shutil.copytree(begun(name, ALL[name]), folder / "here")
        with at(home, ALL[name].home):
            done = _carried_out(ALL[name].words, COUNTED, 0, 0)
            if done.code != 0:
                raise RuntimeError(f"{name}: {done}")
            return Usual(done.struck, _files())


def _files() -> dict[str, bytes]:
    found = [path for path in Path().rglob("*") if path.suffix in {*SAME, ".key"} and path.is_file()]
    return {str(path): path.read_bytes() if path.suffix in SAME else b"" for path in found}


def struck(seed: int) -> list[str]:
    """Give a scene's command on a disk that fails, look, and give it again. What must not be, in words."""
    chance = Random(seed)  # noqa: S311 -- to be the same, not secret
    name, (kind, way) = chance.choice(list(ALL)), chance.choice(list(WAYS.items()))
    scene, calls = ALL[name], usual(name).calls
    flushes = [call for call in calls if " fsync " in call]
    call = chance.randint(1, len(flushes if way.number == WAYS["a flush fails"].number else calls))
    with in_memory() as folder:
        home = shutil.copytree(begun(name, scene), folder / "here")
        with at(home, scene.home):
            done = _carried_out(scene.words, way, call, seed)
            try:
                found = [*_lost(name)] if way.number == DROPS else [*_at_once(name, done, way), *_again(name)]
            except AssertionError as fault:
                found = [f"afterwards: {fault} {fault.__cause__!r}"]
        with at(home, scene.home):
            found += [f"in the end: {fault}" for fault in (scene.then() if way.number != DROPS else ())]
    where = f"seed {seed}: {name}, {kind} at {'; '.join(done.struck[:2]) or 'the end'}"
    print(f"{where}: {'killed' if done.code is None else done.code}; {len(found)} at fault", flush=True)
    return [f"{where}: {fault}" for fault in found]


def _at_once(name: str, done: Ended, way: Way) -> Iterator[str]:
    """What is wrong with a command that met a failing disk, and with what it left."""
    if done.code == FELL or "Traceback" in done.said:
        yield f"it fell over: {done.said}"
    elif done.code not in (0, 1, None) or (done.code == 1 and not done.said.strip()):
        yield f"it ended with {done.code}: {done.said!r}"
    yield from what_is_wrong(ALL[name], undisturbed(name, ALL[name]))
    # a kill, or a disk that takes nothing back, leaves what is not finished
    lasting = way.stays or done.code is None or any(" unlink " in call for call in done.struck)
    if not lasting and (left := [str(path) for path in Path().rglob("*.part")]):
        yield f"it leaves {left}"
    if done.all_well:
        yield from (f"it said that all was well, and {fault}" for fault in _not_as_usual(name))


def _lost(name: str) -> Iterator[str]:
    """What is wrong where flushed bytes were lost: damage that nobody sees, or a record that never was."""
    told = [run(*words) for words in (("audit", "all"), ("doctor",), *ALL[name].asked)]
    if any(each.code and not (each.err + each.out).strip() for each in told):
        yield "a command is refused without a word"
    if not (told[0].code or told[1].code):
        yield from ends_wrongly(ALL[name], undisturbed(name, ALL[name]))


def _again(name: str) -> Iterator[str]:
    """What is wrong where the command is given again on a sound disk."""
    scene, wanted = ALL[name], undisturbed(name, ALL[name])
    again = run(*scene.words)
    if again.code and not (DONE_BEFORE.search(again.err) and heads_of(scene) == wanted.heads):
        yield f"again: {again.err!r}"
    yield from (f"again, and {fault}" for fault in _not_as_usual(name))


def _not_as_usual(name: str) -> Iterator[str]:
    """What is otherwise than on a sound disk."""
    scene, wanted = ALL[name], undisturbed(name, ALL[name])
    if (heads := heads_of(scene)) != wanted.heads:
        yield f"records end at {heads}, not at {wanted.heads}"
    found, files = _files(), usual(name).files
    if others := [path for path in files if found.get(path) != files[path]]:
        yield f"{others} are not as they should be"
    for words, answer in zip(scene.asked, wanted.answers, strict=True):
        if (told := run(*words)) != answer:
            yield f"sits {' '.join(words)} says {_short(told)}, not {_short(answer)}"


def _short(told: Told) -> str:
    return repr(told)[-1500:]


if __name__ == "__main__":
    # what commands print here is not for who started this
    answer, sys.stdout = sys.stdout, sys.stderr
    first, count = map(int, sys.argv[1:])
    json.dump([fault for seed in range(first, first + count) for fault in struck(seed)], answer)
