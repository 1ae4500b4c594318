"""A game by mail through a network made of files, day after day, until it is played or nobody can go on."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from attrs import Factory, define, field

from commands.render.reports import LetterPrinter
from sits_es.post.carriage import post_letters
from sits_es.post.day import a_day, note_shown
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import post_settings
from sits_es.post.rebuilt import awaited
from sits_es.post.status import status_of
from sits_es.post.told_again import has_told_otherwise
from tests.endurance.accidents import Accident, lose
from tests.shared.curt import Curt
from tests.endurance.kills import killed
from tests.endurance.outcomes import Result
from tests.endurance.people import Person, sits
from tests.endurance.postman import DAY, HOUR, Postman, Weather
from tests.endurance.scenes import BEGIN, Scene
from tests.endurance.standing import Where, where
from tests.shared.posts import Post, sound

#: Days after which a game in which nothing has moved is given up as stuck.
STUCK: Final = 150
#: Days after which a run ends, whatever happens.
LONGEST: Final = 1200
#: Days after which a game is given up that never began, as somebody who is needed for that is not there any more.
NEVER_BEGUN: Final = 60
#: Times that everybody reads mail after the game without anything new, so that nothing more is expected.
CALM_READINGS: Final = 3
#: Times that they do so at most, where programs go on by themselves.
READINGS: Final = 60
#: Share of sessions whose reports tell what was played as letters really do.
IN_FULL: Final = 0.1


@define(kw_only=True)
class Network:
    """A game that is being played. now: minutes since it began; over: nobody does anything any more but read mail."""

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
    over: bool = False
    nudged: dict[str, int] = Factory(dict)
    changed: dict[str, int] = Factory(dict)
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
        """Day after day, until all are done; then whatever is still under way arrives, and undoes nothing."""
        while not self._done():
            if self._never_began():
                self.result.end = "never began"
                break
            if self.now - self.moved > STUCK * DAY or self.now > LONGEST * DAY:
                self.result.fault = f"stuck: {self._standing()}"
                break
            self._next_session()
        if self.result.fault is None:
            self._quiet()
        self._judge()

    def _never_began(self) -> bool:
        """Whether nobody has begun, and nobody can.

        The host is gone or has lost the folder, so that they invite anew; or somebody is gone of whom the host has
        nothing.
        """
        if self.where or self.now <= NEVER_BEGUN * DAY or any(each.what != "resigns" for each in self.plan):
            return False
        host = self.people[self.scene.host]
        if host.gone or host.lost:
            return True
        with self.desk(host) as desk:
            heard = [name for name in self.people if desk.journal.kept_of("duel", name, 1)]
        return any(person.gone and person.name not in heard for person in self.people.values())

    def _with_record(self) -> list[Person]:
        """Those of the living who keep the whole record: who only looks on does not, until they are the umpire."""
        goes_on = any(found.branch != "duel" for found in self.where.values())
        held = {self.scene.terms.get("trustee"), self.scene.heir if goes_on else None}
        return [each for each in self.living if each.name not in self.scene.onlookers or each.name in held]

    def _done(self) -> bool:
        """Whether everybody who is here has come to the same end."""
        players = [person for person in self.living if person.name in self.scene.players]
        alone = len(players) == 1 and len(self.scene.players) == 2 and self.scene.umpire is None
        if alone and any(way.startswith("forfeit") for way in players[0].ways):
            return True
        return not self.plan and self._together()

    def _together(self) -> bool:
        """Whether the records of all who keep one are the same, and played."""
        found = [self.where.get(person.name) for person in self._with_record()]
        if any(each is None or not each.done for each in found):
            return False
        return len({(each.branch, each.head) for each in found if each is not None}) == 1

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
                found = where(desk, self.scene.fleet.goal)
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
            if person.begin(desk) or (self.now >= person.away and person.write_orders(desk)):
                post_letters(desk, post_settings(desk.folder))
            return where(desk, self.scene.fleet.goal)

    def _look(self, person: Person, found: Where | None) -> None:
        """See where a replica stands, and do what somebody does whose game stands still."""
        before = self.where.get(person.name)
        if found is not None and self._told_otherwise(person):
            found = None
        if found is None:
            self._ask_for_copy(person)
            return
        self.where[person.name] = found
        if before != found:
            self.moved = self.now
            self.nudged[person.name] = self.changed[person.name] = self.now
        elif not self.over and self.now - self.nudged.get(person.name, 0) > person.patience * DAY:
            self.nudged[person.name] = self.now
            folder, clock = self.folder / person.name, self.clock
            self._get_the_rest(person)
            still = (self.now - self.changed.get(person.name, 0)) // DAY
            gone = [each.name for each in self.people.values() if each.gone]
            person.try_ways_out(folder, clock, still, found.done, gone)
            self.postman.collect(person.name, self.now)

    def _get_the_rest(self, person: Person) -> None:
        """An umpire whose folder was lost asks the players whose letters are missing, and goes on without the gone."""
        with self.desk(person) as desk:
            left = awaited(desk, "duel")
        for player in left:
            if not self.people[player].gone:
                sits(self.folder / player, self.clock, "mail", "out", "--bundle", "duel", "--for", person.name)
                self.postman.collect(player, self.now)
        if left and all(self.people[player].gone for player in left):
            sits(self.folder / person.name, self.clock, "umpire", "duel", "--resume")
            person.ways.append("resume: without the letters of those who are gone")

    def _told_otherwise(self, person: Person) -> bool:
        """An umpire who is told to get the game back from the players puts the folder away. Whether that was so."""
        with self.desk(person) as desk:
            told = has_told_otherwise(desk, "duel")
        if told is not None:
            person.ways.append(f"umpire's folder put away: {told}")
            lose(self.folder / person.name)
            self.where.pop(person.name, None)
            person.lost = True
        return told is not None

    def _ask_for_copy(self, person: Person) -> None:
        """Somebody who has nothing asks another by telephone for the whole game."""
        if self.now - self.nudged.get(person.name, -DAY * 9) < 3 * DAY:
            return
        self.nudged[person.name] = self.now
        others = [each for each in self.living if each is not person and each.name in self.where]
        umpire = self.people.get(self.scene.umpire or "")
        if umpire is not None and not umpire.gone and person is not umpire:
            others = [each for each in others if each is umpire]
        if others:
            holder = self.chance.choice(others)
            sits(self.folder / holder.name, self.clock, "mail", "out", "--bundle", "duel", "--for", person.name)
            self.postman.collect(holder.name, self.now)

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
        """Everything that is still under way arrives, and everybody looks at it: what is on record stays there.

        Programs may still go on by themselves, such as without somebody who was to act and whose list all others had
        signed by then. That comes after what is on record already, and leads everybody to the same end.
        """
        self.over = True
        before, together, calm = self._found(), self._together(), 0
        for _ in range(READINGS):
            was = self._found()
            self.now = max([self.now + DAY, *(at for at, *_ in self.postman.under_way)])
            for person in self.living:
                self.sit_down(person)
            calm = calm + 1 if self._found() == was else 0
            if calm >= CALM_READINGS and self._together() == together:
                break
        else:
            self.result.fault = f"late mail left the records apart: {self._standing()}"
        for name, found in self._found().items():
            stood = before[name]
            if found is not stood and (found is None or stood is None or not found.keeps(stood)):
                self.result.fault = f"late mail changed a record: {self._standing()}"

    def _found(self) -> dict[str, Where | None]:
        """Where each of the living stands."""
        return {person.name: self.where.get(person.name) for person in self.living}

    def _judge(self) -> None:
        result, postman = self.result, self.postman
        result.days = self.now // DAY
        result.letters, result.lost = postman.letters, postman.lost
        result.doubled, result.slow = postman.doubled, postman.slow
        for person in self.people.values():
            result.ways.update(way.partition(":")[0] for way in person.ways)
        if result.fault is not None:
            return
        first = self.where.get(self.living[0].name)
        if first is not None:
            result.head = first.head
            result.end = first.end or ("played" if first.done else "the end was offered")
        for person in self.living:
            if person.name not in self.where:
                continue
            with self.desk(person) as desk:
                if not sound(Post(person.name, desk)):
                    result.fault = f"recomputing {person.name}'s record gives other events"

    def _standing(self) -> str:
        """Where everybody stands, in words, with what their programs say is owed."""
        told = []
        for person in self.living:
            with self.desk(person) as desk:
                seats = desk.journal.seats()
                words = status_of(desk, seats[0]).in_words() if seats else "no game here"
            told.append(f"{person.name}: {words}")
        return " | ".join(told)
