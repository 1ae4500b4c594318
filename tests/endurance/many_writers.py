"""Many programs that write to one store at once: nothing is lost or doubled, losers are told so, all can read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from attrs import frozen

from sits_es.errors import NotNowError
from sits_es.service.session import Session
from sits_es.store import GameStore
from tests.endurance.memory import in_memory
from tests.shared.duels import BLUE, RED, SCENARIO
from tests.shared.store_samples import SAMPLES, Counted, a_store

SITS: Final = (sys.executable, "-c", "from commands.start import run; run()")
ROOT: Final = Path(__file__).parents[2]
#: What a command may be told that came second.
LOST: Final = re.compile(r"Somebody else has continued [\w-]+: .* Look again, then repeat your command.")
DONE: Final = re.compile(r"[\w-]+ is at [\w.]+, past [\w.]+: there is nothing to play.")
SEGMENTS: Final = ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.break")
#: Numbers of one writer's facts lie this far from those of the next one.
EACH: Final = 1_000_000


@frozen(kw_only=True)
class Written:
    """What one program did. lost: how often somebody else was first; faults: what must not be."""

    lost: int
    faults: tuple[str, ...] = ()


def write(path: Path, writer: int, game: str, times: int) -> Written:
    """Append one fact after the other; whoever comes second looks again."""
    done = lost = 0
    with GameStore.open(path, registry=SAMPLES, wait=60) as store:
        while done < times:
            seen = store.head(game).version
            try:
                store.append(game, [Counted(number=writer * EACH + done)], after=seen)
            except NotNowError as told:
                if "Somebody else has continued" not in str(told):
                    return Written(lost=lost, faults=(f"writer {writer}: {told}",))
                lost += 1
            else:
                done += 1
    return Written(lost=lost)


def read(path: Path, games: Sequence[str], until: Path) -> Written:
    """Read all games again and again: what was there stays, and nobody is refused."""
    seen: dict[str, list[int]] = {game: [] for game in games}
    with a_store(path) as store:
        while not until.exists():
            store.heads()
            for game in games:
                found = _numbers(store, game)
                if found[: len(seen[game])] != seen[game]:
                    return Written(lost=0, faults=(f"{game} is not what it was",))
                seen[game] = found
            time.sleep(0.01)
    return Written(lost=0)


def _numbers(store: GameStore, game: str) -> list[int]:
    return [each.event.number for each in store.read(game) if isinstance(each.event, Counted)]


def appended(writers: int, times: int, games: int) -> list[str]:
    """Writers and two readers at once. What must not be, in words."""
    names = [f"game-{number}" for number in range(games)]
    with in_memory() as folder, ProcessPoolExecutor(writers + 2, get_context("spawn")) as pool:
        path, over = folder / "sits.db", folder / "over"
        with a_store(path) as store:
            for name in names:
                store.append(name, [Counted(number=-1)], after=-1)
        started = time.perf_counter()
        reading = [pool.submit(read, path, names, over) for _ in range(2)]
        writing = [pool.submit(write, path, each, names[each % games], times) for each in range(writers)]
        try:
            done = [each.result() for each in writing]
        finally:
            seconds = time.perf_counter() - started
            over.touch()
        done += [each.result() for each in reading]
        found = [fault for each in done for fault in each.faults]
        with a_store(path) as store:
            for number, name in enumerate(names):
                wanted = {-1} | {each * EACH + at for each in range(number, writers, games) for at in range(times)}
                count = Counter(_numbers(store, name))
                if set(count) != wanted or count.total() != len(wanted):
                    found.append(f"{name} holds {count.total()} events, of which {len(wanted)} were reported")
                if not store.audit(name).sound:
                    found.append(f"{name} is not sound")
            found += store.health()
    rate = round(writers * times / seconds)
    lost = sum(each.lost for each in done)
    print(f"{writers} writers, {times} times each: {rate} events a second, {lost} times somebody else was first")
    return found


def commanded(writers: int, games: int, rounds: int) -> list[str]:
    """Commands that play the same exchanges of the same games at once. What must not be, in words."""
    names = [f"game-{number}" for number in range(games)]
    found: list[str] = []
    told = Counter[str]()
    with in_memory() as folder:
        (folder / "duel.toml").write_text(SCENARIO, encoding="utf-8")
        for name in [*names, "alone"]:
            for side, text in (("red", RED), ("blue", BLUE)):
                orders = text.replace("game duel", f"game {name}")
                (folder / f"{name}.{side}").write_text(orders, encoding="utf-8")
            found += _answer(_begun(folder, "new", "duel.toml", "--name", name))
        found += _answer(_begun(folder, "play", "alone", "alone.red", "alone.blue", "--to", SEGMENTS[rounds - 1]))
        for segment in SEGMENTS[:rounds]:
            chosen = [names[each % games] for each in range(writers)]
            racers = [_begun(folder, "play", name, f"{name}.red", f"{name}.blue", "--to", segment) for name in chosen]
            looking = [
                _begun(folder, "show", names[0]),
                _begun(folder, "games"),
                _begun(folder, "audit", "list", names[-1]),
            ]
            for racer in racers:
                _, refused = racer.communicate()
                if racer.returncode == 0:
                    told["played"] += 1
                elif racer.returncode == 1 and LOST.fullmatch(refused.strip()):
                    told["came second"] += 1
                elif racer.returncode == 1 and DONE.fullmatch(refused.strip()):
                    told["came too late"] += 1
                else:
                    found.append(f"{segment}: {racer.returncode}: {refused}")
            for reader in looking:
                found += _answer(reader)
        with Session(folder / "games") as session:
            stands = {name: session.open_game(name).fold().game.moment for name in (*names, "alone")}
        found += [f"{name} stands at {moment}" for name, moment in stands.items() if moment != stands["alone"]]
        found += _answer(_begun(folder, "audit", "all")) + _answer(_begun(folder, "doctor"))
    print(f"{writers} commands at once, {rounds} times:", ", ".join(f"{count} {what}" for what, count in told.items()))
    if told["played"] != games * rounds:
        found.append(f"{told['played']} commands said that they played {games * rounds} exchanges")
    return found


def _begun(folder: Path, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "SITS_HOME": "games", "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    return subprocess.Popen(
        [*SITS, *words], env=env, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _answer(command: subprocess.Popen[str]) -> list[str]:
    """What is wrong with a command that must be carried out."""
    out, refused = command.communicate()
    return [f"{command.args!r}: {refused}{out}"] if command.returncode else []


def at_once(seed: int, count: int) -> list[str]:
    """Eight programs at once that append to a store, and eight that play its games. What must not be, in words."""
    del seed  # chance is the machine's
    return [fault for _ in range(count) for fault in appended(8, 500, 4) + commanded(8, 4, len(SEGMENTS))]
