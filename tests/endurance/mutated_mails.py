"""Letters of a real game, spoilt in every way there is, also by a player who signs what they changed.

A reader takes them in, one by one. Nothing breaks, what is on record stays, and no second log comes of it.
"""

from __future__ import annotations

import random
import resource
from functools import cache
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from tempfile import mkdtemp
from time import process_time

from attrs import Factory, define

from sits_es.keys.identity import new_identity
from sits_es.mail.sources import Mail
from sits_es.post import listing
from sits_es.post.day import Done, a_day, take
from sits_es.post.desk import Desk
from sits_es.post.replica import replica_of
from tests.endurance.memory import in_memory
from tests.endurance.spoiling import Spoiler
from tests.shared.curt import Curt
from tests.shared.postal import GAME, Table, cruisers, thrust

#: Mails that one copy of a folder takes in, and seconds of the processor that any may take.
FRESH, PATIENCE = 100, 5.0
READER, WRITER = "red", "blue"


@define
class Tally:
    """What came of mails. memory: kilobytes that the program grew by."""

    faults: list[str] = Factory(list)
    mails: int = 0
    new: int = 0
    slowest: float = 0.0
    memory: int = 0

    def in_words(self) -> str:
        """A line about them, and what must not be."""
        told = f"{self.mails} mails, {self.new} new packets; the slowest took {self.slowest:.2f} s"
        return "\n".join([f"{told}; memory grew by {self.memory / 1024:.0f} MB.", *self.faults])


@cache
def played() -> Table:
    """A game of three some exchanges in; its letters are spoilt for whoever keeps the log."""
    table = cruisers(Path(mkdtemp(prefix="sits-mutated-")))
    for step in (1, 3):
        for who in table.players:
            table.give(who, thrust(who, str(step)), f"1.{step + 1}")
        table.carry()
    table.give("blue", thrust("blue", "5"))
    table.give("green", thrust("green", "5"))
    return table


def feed(table: Table, folder: Path, seed: int, count: int) -> Tally:
    """Give spoilt mails to a reader, one by one."""
    chance, tally = Random(seed), Tally()  # noqa: S311 -- to be the same, not secret
    random.seed(seed)  # the marks between a mail's parts come from here
    own, other = (new_identity(name, Random(f"key of {name}").randbytes) for name in (WRITER, "stranger"))  # noqa: S311
    spoiler, letters = Spoiler(chance, own, other), [each.content for each in table.sent if READER in each.readers]
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for first in range(0, count, FRESH):
        home = copytree(table.folder / READER, folder / READER)
        spoilt = [spoiler.spoil(chance.choice(letters)) for _ in range(min(FRESH, count - first))]
        try:
            _read(table, folder, spoilt, tally, f"seed {seed}, mails from {first}")
        except Exception as fault:  # noqa: BLE001 -- whatever it is, it is what the mails are for
            tally.faults.append(f"seed {seed}, mails from {first}, {tally.mails}: {type(fault).__name__}: {fault}")
        rmtree(home)
    tally.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - grown
    return tally


def _read(table: Table, folder: Path, mails: list[bytes], tally: Tally, name: str) -> None:
    """Take mails in at a copy of the reader's desk, then play on; look whether anything changed that must not."""
    chance = Random(name)  # noqa: S311 -- to be the same, not secret
    with Desk(folder / READER, table.watch, printer=Curt, random=chance.randbytes) as desk:
        before = replica_of(desk, GAME).digests()
        for content in mails:
            start = process_time()
            done = Done()
            take(desk, done, [Mail(source="a mail", content=content)])
            tally.mails += 1
            tally.slowest = max(tally.slowest, process_time() - start)
        a_day(desk, [])
        replica = replica_of(desk, GAME)
        tally.new += len(replica.digests()) - len(before)
        if replica.digests()[: len(before)] != before:
            tally.faults.append(f"{name}: the record has changed")
        if len(replica.held.logs) != 1 or replica.held.stands_still:
            tally.faults.append(f"{name}: a second log is held")
        if faults := listing.check_log(replica).faults:
            tally.faults.append(f"{name}: {faults}")
    if tally.slowest > PATIENCE:
        tally.faults.append(f"{name}: a mail took {tally.slowest:.1f} seconds")


def spoilt(seed: int, count: int) -> list[str]:
    """Letters of a real game, spoilt in every way there is. What must not be, in words."""
    with in_memory() as folder:
        tally = feed(played(), folder, seed, count)
    print(tally.in_words(), flush=True)
    return tally.faults
