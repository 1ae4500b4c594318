"""A game by mail through a network made of files, day after day, until it is played or nobody can go on."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from attrs import Factory, define, field, frozen

from commands.render.reports import LetterPrinter
from sits_es.mail.prose import Prose
from sits_es.post.carriage import post_letters
from sits_es.post.day import a_day, note_shown
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import post_settings
from sits_es.post.replica import replica_of
from sits_es.service.replay import Played
from tests.endurance.accidents import Accident, accidents
from tests.endurance.chances import same_chances
from tests.endurance.kills import killed
from tests.endurance.people import Person, sits
from tests.endurance.postman import DAY, HOUR, ROUGH, Postman, Weather
from tests.endurance.scenes import BEGIN, GOAL, SCENES, Scene, begun
from tests.shared.posts import Post, sound

#: Days after which a game in which nothing has moved is given up as stuck.
STUCK: Final = 150
#: Days after which a run ends, whatever happens.
LONGEST: Final = 1200
#: Share of sessions whose reports tell what was played as letters really do.
IN_FULL: Final = 0.1


@frozen(kw_only=True)
class Where:
    """Where a replica stands. end: words of the game's end, or None."""

    branch: str
    version: int
    head: str
    done: bool
    end: str | None


@define(kw_only=True)
class Result:
    """What became of a run. fault: what is wrong, or None; ways: ways out that were taken, by how often."""

    seed: int
    scene: str
    accidents: tuple[str, ...] = ()
    fault: str | None = None
    end: str = ""
    days: int = 0
    letters: int = 0
    lost: int = 0
    doubled: int = 0
    slow: int = 0
    kills: int = 0
    sessions: int = 0
    seconds: float = 0.0
    ways: Counter[str] = Factory(Counter)
    head: str = ""

    def in_words(self) -> str:
        """A line about the run."""
        what = f"FAULT: {self.fault}" if self.fault else self.end
        ways = ", ".join(f"{name} x{count}" for name, count in sorted(self.ways.items()))
        told = f"seed {self.seed} {self.scene}: {what}; {self.days} days, {self.letters} letters"
        told += f" ({self.lost} lost, {self.doubled} doubled, {self.slow} slow), {self.sessions} sessions"
        extra = [*self.accidents, *([f"ways out: {ways}"] if ways else [])]
        return "; ".join([told, *extra, f"{self.seconds:.1f} s"])


def run(
    seed: int,
    scene: str,
    *,
    failing: bool = False,
    weather: Weather | None = None,
    kept: Path | None = None,
    keep: Path | None = None,
) -> Result:
    """Play a game. failing: one player at a time is killed, restored or gone for good; letters get lost otherwise.

    kept: where games that have just begun are kept between runs; keep: where the folders stay to be looked into.
    """
    result = Result(seed=seed, scene=scene)
    start = perf_counter()
    with _work(kept, keep) as (starts, folder):
        chance = Random(f"{seed} {scene} {failing}")  # noqa: S311 -- to be the same, not secret
        begun(SCENES[scene], starts, folder)
        found = weather or (Weather(lost=0.03, doubled=0.03, slow=0.03) if failing else ROUGH)
        game = Network(result=result, scene=SCENES[scene], folder=folder, chance=chance, weather=found)
        if failing:
            game.plan = accidents(game.scene, chance)
            result.accidents = tuple(map(str, game.plan))
        with same_chances(chance):
            try:
                game.play()
            except Exception as fault:
                result.fault = f"{type(fault).__name__}: {fault}"
                if keep is not None:
                    raise
    result.seconds = perf_counter() - start
    return result


@contextmanager
def _work(kept: Path | None, keep: Path | None) -> Iterator[tuple[Path, Path]]:
    """Where games are kept that have just begun, and the folder of this one; in memory where there is room for it."""
    memory = Path("/dev/shm")  # noqa: S108 -- a folder of its own is made there
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="sits-") as found:
        starts = kept or Path(found) / "starts"
        if keep is not None and keep.exists():
            shutil.rmtree(keep)
        yield starts, keep or Path(found) / "game"


def where(desk: Desk) -> Where | None:
    """Where the game stands on a desk; None where it is not there."""
    if desk.journal.seat("duel") is None or not desk.started(desk.seat("duel")):
        return None
    chain = replica_of(desk, desk.seat("duel")).chain()
    over = chain.game.ended is not None
    done, end = over or chain.game.moment >= GOAL, str(chain.game.ended) if over else None
    return Where(branch=chain.name, version=chain.head.version, head=chain.head.digest, done=done, end=end)


class Curt(LetterPrinter):
    """Prints next to nothing of what was played."""

    def exchange(self, system_name: str, played: Played) -> Prose:
        """That there was one."""
        return self.lines([f"An exchange of {system_name}: {len(played.facts)} events."])

    def turn(self, system_name: str, played: Sequence[Played]) -> Prose:
        """How many there were."""
        return self.lines([f"A turn of {system_name}: {len(played)} exchanges."])

    def overview(self, system_name: str, board: Any) -> Prose:  # noqa: ARG002 -- nothing of it is drawn
        """No map."""
        return self.lines([f"Somewhere in {system_name}."])

    def dice(self, system_name: str, played: Sequence[Played]) -> Prose:
        """None."""
        return self.lines([f"{system_name}: the dice of {len(played)} exchanges."])


@define(kw_only=True)
class Network:
    """A game that is being played. now: minutes since it began."""

    result: Result
    scene: Scene
    folder: Path
    chance: Random = field(repr=False)
    weather: Weather
    plan: list[Accident] = Factory(list)
    now: int = 0
    moved: int = 0
    people: dict[str, Person] = Factory(dict)
    where: dict[str, Where] = Factory(dict)
    nudged: dict[str, int] = Factory(dict)
    next: dict[str, int] = Factory(dict)
    postman: Postman = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.postman = Postman(self.folder, self.scene.people, self.chance, self.weather)
        for name in self.scene.people:
            ready, ahead = self.chance.choice((0.95, 0.9, 0.4)), self.chance.choice((1, 1, 3, 8))
            self.people[name] = Person(
                name=name, scene=self.scene, chance=self.chance, ready=ready, ahead=ahead,
                patience=self.chance.randint(3, 6),
            )  # fmt: skip
            self.next[name] = self.chance.randint(1, DAY)

    @property
    def clock(self) -> str:
        """The time, as a clock says it."""
        return (datetime.fromisoformat(BEGIN) + timedelta(minutes=self.now)).isoformat(timespec="seconds")

    @property
    def living(self) -> list[Person]:
        """Those who are not gone for good."""
        return [person for person in self.people.values() if not person.gone]

    def play(self) -> None:
        """Day after day, until all are done; then whatever is still under way arrives, and must change nothing."""
        while not self._done():
            if self.now - self.moved > STUCK * DAY or self.now > LONGEST * DAY:
                self.result.fault = f"stuck: {self._standing()}"
                break
            self._next_session()
        if self.result.fault is None:
            self._quiet()
        self._judge()

    def _done(self) -> bool:
        """Whether everybody who is here has come to the same end."""
        found = [self.where.get(person.name) for person in self.living]
        alone = len(self.living) == 1 and len(self.scene.people) == 2
        if alone and any(way.startswith("forfeit") for way in self.living[0].ways):
            return True
        if self.plan or any(each is None or not each.done for each in found):
            return False
        return len({(each.branch, each.version, each.head) for each in found if each is not None}) == 1

    def _next_session(self) -> None:
        """The next of the living sits down at their program."""
        name = min((person.name for person in self.living), key=lambda each: (self.next[each], each))
        person = self.people[name]
        self.now = max(self.now, self.next[name])
        self._accidents()
        if person.gone:
            return
        self.next[name] = self.now + self.chance.randint(8 * HOUR, 30 * HOUR)
        if self.chance.random() < 0.01:
            self.next[name] += self.chance.randint(1, 12) * DAY  # a holiday, or the mail is down
        if self.chance.random() < 0.02:
            person.away = self.now + self.chance.randint(1, 8) * DAY
        self.sit_down(person)

    def sit_down(self, person: Person, *, calls: int = 0) -> None:
        """One session: mail in, orders, letters out. calls: it is killed after so many that change something."""
        self.postman.deliver(self.now)
        self.result.sessions += 1
        if calls:
            was = killed(lambda: self._session(person), calls)
            self.result.kills += was
            self.chance.random()  # what the child drew is not drawn again here
            with self.desk(person) as desk:
                found = where(desk)
        else:
            found, was = self._session(person), False
        if not was:
            self.postman.clear(person.name)
        self.postman.collect(person.name, self.now)
        self._look(person, found)

    def _session(self, person: Person) -> Where | None:
        with self.desk(person) as desk:
            done = a_day(desk, [], quiet=self.chance.random() < 0.5)
            note_shown(desk, done)
            if not desk.journal.seats():
                return None
            if self.now >= person.away:
                person.write_orders(desk)
            post_letters(desk, post_settings(desk.folder))
            return where(desk)

    def _look(self, person: Person, found: Where | None) -> None:
        """See where a replica stands, and do what somebody does whose game stands still."""
        before = self.where.get(person.name)
        if found is None:
            self._ask_for_copy(person)
            return
        self.where[person.name] = found
        if before != found:
            self.moved = self.now
            self.nudged[person.name] = self.now
        elif self.now - self.nudged.get(person.name, 0) > person.patience * DAY:
            self.nudged[person.name] = self.now
            folder, clock = self.folder / person.name, self.clock
            person.try_ways_out(folder, clock)
            sits(folder, clock, "mail", "out", "--again", "duel")
            self.postman.collect(person.name, self.now)

    def _ask_for_copy(self, person: Person) -> None:
        """Somebody who has nothing asks another by telephone for the whole game."""
        if self.now - self.nudged.get(person.name, -DAY * 9) < 3 * DAY:
            return
        self.nudged[person.name] = self.now
        helpers = [each for each in self.living if each is not person and each.name in self.where]
        if self.scene.umpire is not None and person.name != self.scene.umpire:
            helpers = [each for each in helpers if each.name == self.scene.umpire]
        if helpers:
            helper = self.chance.choice(helpers)
            sits(self.folder / helper.name, self.clock, "mail", "out", "--bundle", "duel", "--for", person.name)
            self.postman.collect(helper.name, self.now)

    def desk(self, person: Person) -> Desk:
        """Somebody's desk. What was played is told in full only now and then: that takes most of the time."""
        clock = self.clock
        printer = LetterPrinter() if self.chance.random() < IN_FULL else Curt()
        return Desk(self.folder / person.name, lambda: clock, printer=printer)

    def _accidents(self) -> None:
        """What happens today."""
        due = [each for each in self.plan if each.at <= self.now]
        self.plan = [each for each in self.plan if each.at > self.now]
        for accident in due:
            accident.happen(self)

    def _quiet(self) -> None:
        """Everything that is still under way arrives, and everybody looks at it: the records stay as they are."""
        before = {person.name: self.where[person.name] for person in self.living}
        for _ in range(3):
            self.now = max([self.now + DAY, *(at for at, *_ in self.postman.under_way)])
            for person in self.living:
                self.sit_down(person)
        after = {person.name: self.where[person.name] for person in self.living}
        if before != after:
            self.result.fault = f"late mail changed a record: {self._standing()}"

    def _judge(self) -> None:
        result, postman = self.result, self.postman
        result.days = self.now // DAY
        result.letters, result.lost = postman.letters, postman.lost
        result.doubled, result.slow = postman.doubled, postman.slow
        for person in self.people.values():
            result.ways.update(way.partition(":")[0] for way in person.ways)
        if result.fault is not None:
            return
        first = self.living[0]
        found = self.where[first.name]
        result.head = found.head
        result.end = found.end or ("played" if found.done else "the end was offered")
        for person in self.living:
            with self.desk(person) as desk:
                if not sound(Post(person.name, desk)):
                    result.fault = f"recomputing {person.name}'s record gives other events"

    def _standing(self) -> str:
        """Where everybody stands, in words, with what their programs say is owed."""
        from sits_es.post.status import status_of

        told = []
        for person in self.living:
            with self.desk(person) as desk:
                seats = desk.journal.seats()
                words = status_of(desk, seats[0]).in_words() if seats else "no game here"
            told.append(f"{person.name}: {words}")
        return " | ".join(told)


def faults_in(results: list[Result]) -> list[str]:
    """What is wrong, run by run."""
    return [result.in_words() for result in results if result.fault is not None]
