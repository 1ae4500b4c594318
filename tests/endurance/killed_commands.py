"""Commands killed before each SQL statement and at random moments: nothing that was told is lost or half."""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Final
from unittest.mock import patch

from attrs import frozen

from sits_es.store import GameStore, Head
from tests.endurance.killed_scenes import SCENES, Scene, at
from tests.endurance.kills import every_statement, killed_after, killed_at_statement
from tests.endurance.memory import in_memory
from tests.shared.commands_told import Told, run

#: What a player reads where a record ends.
TOLD: Final = re.compile(r"(?m)^Record: (\d+) events, head ([0-9a-f]{16})\.")
#: What is refused when a command is given again that had been carried out.
DONE_BEFORE: Final = re.compile(
    r"There is already a game|have given orders|there is nothing to play|already exists, and a backup|There is no game"
    r"|already exists and is n"
)

Heads = dict[str, tuple[int, str]]


@cache
def begun(name: str, scene: Scene) -> Path:
    """The folder of a scene as it is before the command."""
    folder = Path(mkdtemp(prefix=f"sits-{name.replace(' ', '-')}-"))
    scene.begin(folder)
    return folder


@frozen(kw_only=True)
class Undisturbed:
    """What a scene comes to where nobody kills.

    before, heads: where the streams end before and behind it, by version and digest; ends: where they may meanwhile;
    answers: to what is asked behind it; statements, seconds: what the command takes.
    """

    before: Heads
    ends: dict[str, set[tuple[int, str]]]
    heads: Heads
    answers: tuple[Told, ...]
    statements: int
    seconds: float


@cache
def undisturbed(name: str, scene: Scene) -> Undisturbed:
    """Carry the command of a scene out and look on."""
    count = 0
    ends: dict[str, set[tuple[int, str]]] = {}

    def seen(_: str) -> None:
        nonlocal count
        count += 1

    def noted(written: Callable[..., Head]) -> Callable[..., Head]:
        def write(*words: object, **more: object) -> Head:
            head = written(*words, **more)
            ends.setdefault(head.stream, set()).add((head.version, head.digest))
            return head

        return write

    with in_memory() as folder:
        home = shutil.copytree(begun(name, scene), folder / "here")
        with at(home, scene.home):
            before = heads_of(scene)
            ends |= {stream: {end} for stream, end in before.items()}
            with (
                patch.object(GameStore, "append", noted(GameStore.append)),
                patch.object(GameStore, "fork", noted(GameStore.fork)),
                every_statement(seen),
            ):
                started = time.perf_counter()
                told = run(*scene.words)
                seconds = time.perf_counter() - started
            if told.code:
                raise RuntimeError(f"{name}: {told.err}")
            statements = count
            return Undisturbed(
                before=before,
                ends=ends,
                heads=heads_of(scene),
                answers=tuple(run(*words) for words in scene.asked),
                statements=statements,
                seconds=seconds,
            )


def heads_of(scene: Scene) -> Heads:
    """Where all streams of a folder end."""
    with GameStore.open(Path(scene.home) / "sits.db") as store:
        return {stream: (head.version, head.digest) for stream, head in store.heads().items()}


def _carried_out(words: tuple[str, ...]) -> None:
    """A command as it is given in a terminal: what it says is in the file `told` as soon as it is said."""
    from commands.start import run as start

    with Path("told").open("w", encoding="utf-8", buffering=1) as told:
        sys.stdout = sys.stderr = told
        sys.argv = ["sits", *words]
        try:
            start()
        except SystemExit as ended:
            if ended.code:
                raise


def killed(name: str, kill: Callable[[Callable[[], object]], bool]) -> list[str]:
    """Kill the command of a scene, look, and give it again. What must not be, in words."""
    scene, wanted = SCENES[name], undisturbed(name, SCENES[name])
    with in_memory() as folder:
        home = shutil.copytree(begun(name, scene), folder / "here")
        with at(home, scene.home):
            was_killed = kill(lambda: _carried_out(scene.words))
            found = [f"{name}: {fault}" for fault in what_is_wrong(scene, wanted)]
            again = run(*scene.words)
            if again.code and not (DONE_BEFORE.search(again.err) and heads_of(scene) == wanted.heads):
                found.append(f"{name}, again after {was_killed=}: {again.err!r}")
            if heads_of(scene) != wanted.heads:
                found.append(f"{name}, again: the records end otherwise than where nobody was killed")
            for words, answer in zip(scene.asked, wanted.answers, strict=True):
                if (told := run(*words)) != answer:
                    found.append(f"{name}: sits {' '.join(words)} says {told!r}, and should say {answer!r}")
        with at(home, scene.home):
            return found + [f"{name}, in the end: {fault}" for fault in scene.then()]


def ends_wrongly(scene: Scene, wanted: Undisturbed) -> Iterator[str]:
    """Which streams of a folder end where none did, or are gone."""
    heads = heads_of(scene)
    for stream, end in heads.items():
        if end not in {*wanted.ends.get(stream, set()), wanted.heads.get(stream)}:
            yield f"{stream} ends at {end}, which is half an exchange or another one"
    for stream in wanted.before.keys() - heads.keys():
        if stream in wanted.heads or not list(Path(scene.home).glob(f"*/{stream}-*")):
            yield f"{stream} is gone"


def what_is_wrong(scene: Scene, wanted: Undisturbed) -> Iterator[str]:
    """What is wrong with a folder in which a command was killed."""
    yield from ends_wrongly(scene, wanted)
    heads = heads_of(scene)
    for events, head in TOLD.findall(Path("told").read_text(encoding="utf-8") if Path("told").exists() else ""):
        if not any(version >= int(events) - 1 for version, _ in heads.values()):
            yield f"{events} events with the head {head} were told, and are not on record"
    for words in (("audit", "all"), ("doctor",)):
        if (told := run(*words)).code:
            yield f"sits {' '.join(words)}: {told.err}{told.out}"


def at_statements(name: str, step: int = 1) -> list[str]:
    """Kill a scene's command before each of its statements, or before each so-manieth."""
    found: list[str] = []
    for number in range(1, undisturbed(name, SCENES[name]).statements + 1, step):
        faults = killed(name, partial(killed_at_statement, number=number))
        found += [f"statement {number}: {fault}" for fault in faults]
    return found


def at_moments(seed: int, count: int) -> list[str]:
    """Kill commands at random moments, a scene for each seed. What must not be, in words."""
    return _at_moments(seed, count, list(SCENES))


def by_mail(seed: int, count: int) -> list[str]:
    """Kill commands of games by mail at random moments: nothing is lost or doubled. What must not be, in words."""
    return _at_moments(seed, count, [name for name, scene in SCENES.items() if scene.home == "red"])


def _at_moments(seed: int, count: int, names: list[str]) -> list[str]:
    found: list[str] = []
    for each in range(seed, seed + count):
        chance = Random(each)  # noqa: S311 -- to be the same, not secret
        name = chance.choice(names)
        moment = chance.uniform(0, 1.2 * undisturbed(name, SCENES[name]).seconds)
        faults = killed(name, partial(killed_after, seconds=moment))
        found += [f"seed {each}: {fault}" for fault in faults]
    return found


def before_statements(first: int, count: int) -> list[str]:
    """Kill commands before each of their SQL statements, scene after scene. What must not be, in words."""
    found: list[str] = []
    names = list(SCENES)
    for number in range(first, first + count):
        name = names[(number - 1) % len(names)]
        found += at_statements(name)
        print(f"{name}: killed before each of {undisturbed(name, SCENES[name]).statements} statements", flush=True)
    return found
