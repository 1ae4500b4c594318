"""What happens to one player at a time: killed in the middle, restored from an old copy, folder lost, gone for good.

A player may also resign, as the rules allow.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, Literal

from attrs import define, evolve

from tests.endurance.people import sits
from tests.endurance.postman import DAY
from tests.endurance.scenes import Scene

if TYPE_CHECKING:
    from tests.endurance.network import Network

What = Literal["killed", "copied", "restored", "lost", "gone", "resigns"]

#: Days in which accidents happen.
DAYS: Final = 25
#: Days in which what is bound to happen does: before any game is played.
FATED: Final = 12
#: Days that the letters take with which a game begins, more or less.
LETTERS: Final = 6
#: Calls that change something after which a session is killed at the latest; a kill that comes later finds it done.
MOST_CALLS: Final = 250


@define
class Accident:
    """Something that happens to a person at a time, in minutes. more: calls until a kill; whether old mail is there."""

    at: int
    person: str
    what: What
    more: int = 0

    def __str__(self) -> str:
        return f"day {self.at // DAY} {self.person} {self.what}"

    def happen(self, network: Network) -> None:
        """Let it happen."""
        person, folder = network.people[self.person], network.folder / self.person
        kept = network.folder / f"{self.person} kept"
        if person.gone:
            return
        match self.what:
            case "killed":
                network.sit_down(person, calls=self.more)
            case "copied":
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(folder, kept)
            case "restored":
                _put_back(folder, kept)
                network.where.pop(self.person, None)
                person.lost = False
            case "lost":
                lose(folder)
                network.where.pop(self.person, None)
                person.lost = True
            case "gone":
                person.gone = True
                network.where.pop(self.person, None)
            case "resigns":
                self._resign(network)
        if self.what in ("lost", "restored") and self.more % 2:
            network.postman.bring_again(self.person)

    def _resign(self, network: Network) -> None:
        """Type it; later, where there is no game to resign from yet. A player who is out has nothing to resign from."""
        person = network.people[self.person]
        done, said = sits(network.folder / self.person, network.clock, "resign", "duel")
        found = network.where.get(self.person)
        if done:
            person.ways.append(f"resign: {said.strip()}")
            person.resigned = True
            network.postman.collect(self.person, network.now)
        elif found is None:
            network.plan.append(evolve(self, at=network.now + 3 * DAY))
        else:
            person.refusals.append(f"resign: {said.strip()}")


def _put_back(folder: Path, kept: Path) -> None:
    """The folder as it was when it was copied."""
    shutil.rmtree(folder)
    shutil.copytree(kept, folder)


def lose(folder: Path) -> None:
    """Everything is lost but the key, of which everybody keeps a copy elsewhere, and the settings."""
    keys = {path.name: path.read_bytes() for path in (folder / "keys").glob("*.key")}
    settings = (folder / "sits.toml").read_bytes()
    shutil.rmtree(folder)
    (folder / "keys").mkdir(parents=True, mode=0o700)
    (folder / "inbox").mkdir()
    (folder / "sits.toml").write_bytes(settings)
    for name, content in keys.items():
        (folder / "keys" / name).write_bytes(content)
        (folder / "keys" / name).chmod(0o600)


def accidents(scene: Scene, chance: Random) -> list[Accident]:
    """What happens in a game: some kills of anybody, and one or two misfortunes, one player at a time."""
    found: list[Accident] = []
    for _ in range(chance.randint(2, 5)):
        at, calls = chance.randint(1, DAYS * DAY), int(MOST_CALLS ** chance.random())
        found.append(Accident(at, chance.choice(scene.people), "killed", calls))
    day = 0
    for _ in range(chance.randint(1, 2)):
        person = chance.choice(scene.people)
        day += chance.randint(1, DAYS // 2)
        match chance.choice(("restored", "restored", "lost", "gone" if scene.fate is None else "lost")):
            case "restored":
                later = day + chance.randint(1, 10)
                found += [Accident(day * DAY, person, "copied")]
                found += [Accident(later * DAY, person, "restored", chance.randint(0, 1))]
                day = later
            case "lost":
                found.append(Accident(day * DAY, person, "lost", chance.randint(0, 1)))
            case _:
                found.append(Accident(day * DAY, person, "gone"))
                break
    return sorted(found, key=lambda each: (each.at, each.person, each.what))


def fated(scene: Scene, chance: Random) -> list[Accident]:
    """What is bound to happen in a scene, at some moment; in one that begins with letters, mostly after the start."""
    at = chance.randint(1, FATED * DAY) + (LETTERS * DAY if scene.invited else 0)
    if scene.fate == "resigns":
        return [Accident(at, chance.choice(scene.players), "resigns")]
    if scene.fate == "umpire gone" and scene.umpire is not None:
        return [Accident(at, scene.umpire, "gone")]
    return []
