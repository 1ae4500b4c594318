"""Letters of a real game, spoilt in every way: no traceback, no change of the game, bounded time and memory."""

from __future__ import annotations

import random
import resource
import shutil
from collections import Counter
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from attrs import Factory, define, evolve, field, frozen

from commands.render.reports import LetterPrinter
from sits_es.mail.identity import Identity
from sits_es.mail.reading import read_letter
from sits_es.mail.sources import Mail
from sits_es.post.day import a_day
from sits_es.post.desk.desk import Desk
from sits_es.post.intake import take_mails
from sits_es.rules.moments import Moment
from tests.endurance.accidents import Accident
from tests.endurance.chances import same_chances
from tests.endurance.fleets import CRUISERS
from tests.endurance.memory import in_memory
from tests.endurance.network import Network
from tests.endurance.outcomes import Result
from tests.endurance.postman import CALM, DAY
from tests.endurance.scenes import SCENES, begun
from tests.endurance.spoiling import Spoiler
from tests.shared.posts import Post, sound

#: Whose folder the mails come to, and who wrote the letters.
READER, WRITER = "blue", "red"
#: Mails after which a folder is as it was at first, so that what was refused before slows nothing down.
FRESH: Final = 1000
#: Seconds of processor time that one mail may take.
PATIENCE: Final = 5.0
CLOCK: Final = "2026-03-01T12:00:00+00:00"


@frozen(kw_only=True)
class Played:
    """A game that was played. folders: the reader's, when all was taken and in the middle; letters: to the reader."""

    folders: dict[str, Path]
    letters: tuple[bytes, ...]
    packets: frozenset[str]


@define
class Tally:
    """What became of mails. slowest: seconds of processor time; faults: what must not happen, in words."""

    mails: int = 0
    new: int = 0
    refused: int = 0
    reset: int = 0
    slowest: float = 0.0
    longest: int = 0
    memory: int = 0
    faults: list[str] = Factory(list)
    kinds: Counter[str] = Factory(Counter)

    def add(self, other: Tally) -> None:
        """Both together."""
        self.mails, self.new, self.refused = (
            self.mails + other.mails,
            self.new + other.new,
            self.refused + other.refused,
        )
        self.reset += other.reset
        self.slowest, self.longest = max(self.slowest, other.slowest), max(self.longest, other.longest)
        self.memory = max(self.memory, other.memory)
        self.faults += other.faults
        self.kinds.update(other.kinds)

    def in_words(self) -> str:
        """The figures."""
        told = (
            f"Mails: {self.mails}; new packets: {self.new}; refused: {self.refused}; folders made fresh: {self.reset}."
        )
        limits = f"Slowest: {self.slowest:.3f} s of processor time; longest: {self.longest} bytes; "
        return "\n".join([told, limits + f"memory grew by {self.memory / 1024:.0f} MB.", *self.faults])


def played(folder: Path, goal: Moment = CRUISERS.goal) -> Played:
    """Play a game of three peers in calm weather up to a moment, and keep every letter that blue got."""
    scene, game = evolve(SCENES["three"], fleet=evolve(CRUISERS, goal=goal)), folder / "game"
    begun(scene, folder / "starts", game)
    chance = Random(1)  # noqa: S311 -- to be the same, not secret
    network = Network(result=Result(seed=1, scene="three"), scene=scene, folder=game, chance=chance, weather=CALM)
    network.plan = [Accident(3 * DAY, READER, "copied")]
    with same_chances(chance):
        network.play()
    if network.result.fault is not None:
        raise RuntimeError(network.result.fault)
    letters = tuple(network.postman.kept[READER])
    packets = frozenset(signed.digest for letter in letters for signed in read_letter(letter).packets)
    folders = {"all": game / READER, "some": game / f"{READER} kept"}
    return Played(folders=folders, letters=letters, packets=packets)


@define
class Target:
    """A folder that mails come to, as often fresh as is asked for."""

    start: Path
    folder: Path
    desk: Desk | None = field(default=None)
    before: dict[str, Any] = Factory(dict)

    def open(self) -> Desk:
        """The desk, as it was at first or as it has become."""
        if self.desk is None:
            shutil.rmtree(self.folder, ignore_errors=True)
            shutil.copytree(self.start, self.folder)
            self.desk = Desk(self.folder, lambda: CLOCK, printer=LetterPrinter())
            self.before = self.state()
        return self.desk

    def state(self) -> dict[str, Any]:
        """Everything that makes the game: packets that count, records, seats."""
        desk = self.open()
        accepted = [signed.digest for signed in desk.journal.accepted("duel")]
        heads = {name: desk.session.store.head(name).digest for name in desk.session.names()}
        return {"accepted": accepted, "heads": heads, "seats": desk.journal.seats()}

    def close(self) -> None:
        """Away with it: the next mail comes to a fresh one."""
        if self.desk is not None:
            self.desk.__exit__(None, None, None)
            self.desk = None


def feed(game: Played, folder: Path, seed: int, count: int) -> Tally:
    """Give mails to a reader, one by one, and look after each whether anything changed that must not."""
    chance = Random(seed)  # noqa: S311 -- to be the same, not secret
    random.seed(seed)  # the marks between a mail's parts come from here
    own, other = (Identity.from_secret(name, name.encode().ljust(32, b"\0")) for name in (WRITER, "stranger"))
    spoiler = Spoiler(chance, own, other)
    tally = Tally()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    targets = {name: Target(start, folder / name) for name, start in game.folders.items()}
    try:
        for number in range(count):
            target = targets["some" if chance.random() < 0.2 else "all"]
            letter = spoiler.spoil(chance.choice(game.letters))
            _one(target, letter, spoiler, game, tally, f"seed {seed}, mail {number}")
            if number % FRESH == FRESH - 1:
                for each in targets.values():
                    if each.desk is not None:
                        _look_closely(each, tally, f"seed {seed}, mails up to {number}")
                    each.close()
    finally:
        for each in targets.values():
            each.close()
    tally.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - grown
    return tally


def _one(target: Target, letter: bytes, spoiler: Spoiler, game: Played, tally: Tally, name: str) -> None:
    desk = target.open()
    seen = desk.journal.seen("duel"), desk.session.store.head(desk.seat("duel").branch)
    start = process_time()
    try:
        taken = take_mails(desk, [Mail(source="a mail", content=letter)])
    except Exception as fault:  # noqa: BLE001 -- whatever it is, it is what the mails are for
        tally.faults.append(f"{name}: {type(fault).__name__}: {fault}")
        target.close()
        return
    took = process_time() - start
    tally.mails, tally.new = tally.mails + 1, tally.new + taken.packets
    tally.slowest, tally.longest = max(tally.slowest, took), max(tally.longest, len(letter))
    if took > PATIENCE:
        tally.faults.append(f"{name}: it took {took:.1f} seconds")
    if (desk.journal.seen("duel"), desk.session.store.head(desk.seat("duel").branch)) != seen:
        _changed(target, spoiler, game, tally, name)


def _changed(target: Target, spoiler: Spoiler, game: Played, tally: Tally, name: str) -> None:
    """Something counts that did not: a real packet that came whole, or one that its own sender has signed."""
    after = target.state()
    strange = [digest for digest in after["accepted"] if digest not in {*target.before["accepted"], *game.packets}]
    gone = [digest for digest in target.before["accepted"] if digest not in after["accepted"]]
    desk = target.open()
    others = [digest for digest in strange if _sender(desk, digest) not in (WRITER, READER)]
    if gone or others or (strange and not spoiler.lawful and not _answers(desk, strange)):
        tally.faults.append(f"{name}: accepted {strange}, gone {gone}")
    _look_closely(target, tally, name, changed=True)
    tally.reset += 1
    target.close()


def _answers(desk: Desk, digests: list[str]) -> bool:
    """Whether packets are the reader's own, in answer to what came whole."""
    return all(_sender(desk, digest) == READER for digest in digests)


def _sender(desk: Desk, digest: str) -> str:
    found = desk.journal.find(digest)
    return found.packet.sender if found is not None else ""


def _look_closely(target: Target, tally: Tally, name: str, *, changed: bool = False) -> None:
    """A whole day, with its letters and reports; then the record is recomputed."""
    desk = target.open()
    try:
        if not changed and target.state() != target.before:
            tally.faults.append(f"{name}: the game has changed")
        tally.refused += len(desk.journal.entries("duel", ("refused",)))
        a_day(desk, [])
        if not sound(Post(READER, desk)):
            tally.faults.append(f"{name}: recomputing gives other events")
    except Exception as fault:  # noqa: BLE001 -- the same
        tally.faults.append(f"{name}: afterwards {type(fault).__name__}: {fault}")


def portion(seed: int, count: int) -> Tally:
    """So many mails, in a process of their own."""
    with in_memory() as folder:
        return feed(played(folder / "played"), folder, seed, count)


def spoilt(seed: int, count: int) -> list[str]:
    """Letters of a real game, spoilt in every way there is. What must not be, in words."""
    tally = portion(seed, count)
    print(tally.in_words(), flush=True)
    return tally.faults
