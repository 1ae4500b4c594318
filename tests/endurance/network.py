"""A game by mail through a post that fails, between people who are late, away, killed, restored, or gone for good."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Final

from attrs import Factory, define, field

from sits_es.errors import GameError
from sits_es.post import agreement, listing, news, orders
from sits_es.post.log import decisions, due
from sits_es.post.log.packets import Without
from sits_es.post.replica import Replica, replica_of
from tests.endurance.kills import killed
from tests.endurance.outcomes import Result
from tests.endurance.scenes import Scene
from tests.shared.postal import CALM, GAME, Table, Weather, owes, sheet

HOUR: Final = 60
DAY: Final = 24 * HOUR
#: Days after which a game in which nothing has moved is given up as stuck, and after which any run ends.
STUCK, LONGEST = 150, 900
#: Days in which misfortunes come; calls that change something after which a session is killed at the latest.
DAYS, MOST_CALLS = 25, 250
#: Days of silence after which somebody who can't go on without the others offers the end of the game.
GIVE_UP: Final = 60


@define
class Misfortune:
    """What happens to somebody. at: minutes since the game began; calls: until a kill."""

    at: int
    who: str
    what: str
    calls: int = 0

    def __str__(self) -> str:
        return f"day {self.at // DAY} {self.who} {self.what}"


def misfortunes(scene: Scene, people: tuple[str, ...], chance: Random) -> list[Misfortune]:
    """Some kills of anybody, and one or two worse things, one player at a time."""
    found = [
        Misfortune(chance.randint(1, DAYS * DAY), chance.choice(people), "killed", int(MOST_CALLS ** chance.random()))
        for _ in range(chance.randint(2, 4))
    ]
    day = 0
    for _ in range(chance.randint(1, 2)):
        who, day = chance.choice(people), day + chance.randint(1, DAYS // 2)
        what = chance.choice(("restored", "restored by hand", "lost", "gone", "resigns"))
        if what == "restored by hand" and len(people) == 2:  # two logs of the keeper of two leave nobody to go on
            what = "restored"
        if what.startswith("restored"):
            found.append(Misfortune(day * DAY, who, "copied"))
            day += chance.randint(1, 10)
        if what != "resigns" or who in scene.players:
            found.append(Misfortune(day * DAY, who, what))
        if what == "gone":
            break
    return sorted(found, key=lambda each: each.at)


@define(kw_only=True)
class Network:
    """A run. ready: chance that somebody orders on a day; ahead: exchanges they like to order at once."""

    result: Result
    scene: Scene
    table: Table
    chance: Random = field(repr=False)
    plan: list[Misfortune] = Factory(list)
    now: int = 0
    moved: int = 0
    where: dict[str, tuple[str, ...]] = Factory(dict)
    ready: dict[str, float] = Factory(dict)
    ahead: dict[str, int] = Factory(dict)
    next: dict[str, int] = Factory(dict)
    kept: dict[str, Path] = Factory(dict)
    lost: set[str] = Factory(set)

    def __attrs_post_init__(self) -> None:
        for who in self.table.people:
            self.ready[who], self.ahead[who] = self.chance.choice((0.95, 0.9, 0.4)), self.chance.choice((1, 1, 3, 8))
            self.next[who] = self.chance.randint(1, DAY)

    def play(self) -> None:
        """Session after session, until all who are there have come to one end; then late mail, which undoes nothing."""
        while self.plan or not self._together():
            if self.now - self.moved > STUCK * DAY or self.now > LONGEST * DAY:
                self.result.fault = f"stuck: {self.table.standing()}"
                return
            self._session(min(self.table.awake, key=lambda each: (self.next[each], each)))
        self.result.end = "played"
        self._quiet()
        self._judge()

    def _together(self) -> bool:
        """Whether everybody who is there has played, and has the same record; in the end all who count are gone."""
        found = {who: self.where.get(who) for who in self.table.awake}
        if any(each is None or each[0] != "done" for each in found.values()):
            return False
        return len({each[1:] for each in found.values() if each is not None}) == 1

    def _session(self, who: str) -> None:
        self.table.watch.later(minutes=max(0, self.next[who] - self.now))
        self.now = max(self.now, self.next[who])
        self.next[who] = self.now + self.chance.randint(8 * HOUR, 30 * HOUR)
        if self.chance.random() < 0.02:
            self.next[who] += self.chance.randint(1, 9) * DAY  # a holiday
        for each in [each for each in self.plan if each.at <= self.now]:
            self.plan.remove(each)
            self._happens(each)
        if who not in self.table.gone:
            self.table.deliver()
            self._sits_down(who)
            self._look(who)

    def _sits_down(self, who: str) -> None:
        self.result.sessions += 1
        self.table.look(who)
        with self.table.desk(who) as desk:
            begun = any(here.name == GAME and here.me and desk.begun(here) for here in desk.drawer.games())
            if not begun:
                return
            self.lost.discard(who)
            replica = replica_of(desk, GAME)
            try:
                self._acts(replica, who)
            except GameError as refusal:
                self.result.refusals.append(f"{who}: {refusal}")
            self.table.post(desk, who)

    def _acts(self, replica: Replica, who: str) -> None:
        """What a person does: signs what others propose, takes ways out that are offered, and orders."""
        course, ways = replica.course, self.result.ways
        if course.over or replica.asks:
            return
        if any(True for _ in news.to_sign(replica, who)) and self.chance.random() < 0.9:
            self._agrees(replica)
        for way in news.ways(replica):
            if "propose without" in way and course.moment < self.scene.fleet.goal:
                self._goes_on_without(replica)
            elif "propose next" in way and self.chance.random() < 0.7:
                agreement.ask_for_another_keeper(replica)
                ways["next"] += 1
        if course.moment >= self.scene.fleet.goal or who not in self.scene.players or not owes(replica, who):
            return
        if self.chance.random() < self.ready[who]:
            self._orders(replica, who)

    def _agrees(self, replica: Replica) -> None:
        for _, decide, by in news.proposals(replica):
            decision = decide.decision
            if replica.me in by or not decisions.may_sign(replica.present, replica.me, decide):
                continue
            if isinstance(decision, Without) and not due.may_sign_without(replica.held, decision):
                continue
            if isinstance(decision, Without) and not self._is_due(replica, decision.player):
                continue
            agreement.sign(replica, decide)
            self.result.ways["agree"] += 1

    def _is_due(self, replica: Replica, player: str) -> bool:
        return replica.desk.minutes() >= replica.state.due(player) + replica.state.grace

    def _goes_on_without(self, replica: Replica) -> None:
        for each in news.waiting(replica):
            without = Without(player=each.seat, missing=each.what)
            signed = any(replica.me in by and decide.decision == without for _, decide, by in news.proposals(replica))
            if each.seat == replica.me or signed or not self._is_due(replica, each.seat):
                continue
            if due.may_sign_without(replica.held, without):
                agreement.propose(replica, without)
                self.result.ways["without"] += 1

    def _orders(self, replica: Replica, who: str) -> None:
        """The first of several sheets that is lawful; at last one that orders nothing."""
        fleet, at = self.scene.fleet, replica.course.moment
        last = [each.moment for each in replica.course.upcoming() if each.moment < fleet.goal]
        upto = at if fleet.alone else last[: self.ahead[who]][-1]
        for number in (3, 2, 1, 1, 0):
            lines = fleet.some_orders(self.chance, who, self.scene.players, number)
            steps = range(at.segment, upto.segment + 1)
            body = [f"  {line}" if fleet.alone else f"  {step} {line}" for step in steps for line in lines]
            text = "\n".join([f"{fleet.unit} {fleet.ships[who]}", *body] if lines else [])
            try:
                orders.give(replica, "orders", sheet(replica, who, text), upto)
            except GameError:
                if number == 0:
                    raise
                continue
            return

    def _look(self, who: str) -> None:
        """Where somebody's game stands now."""
        if who in self.lost:
            if self.chance.random() < 0.2:  # asks a friend by telephone
                friend = self.chance.choice([each for each in self.table.awake if each not in self.lost] or [who])
                if friend != who:
                    with self.table.desk(friend) as desk:
                        self.table.post(desk, friend, again=GAME)
            return
        before = self.where.get(who)
        with self.table.desk(who) as desk:
            replica = replica_of(desk, GAME)
            done = replica.course.over or replica.course.moment >= self.scene.fleet.goal
            digests = tuple(each.hex() for each in replica.digests())
        self.where[who] = ("done" if done else "plays", *digests)
        if before != self.where[who]:
            self.moved = self.now

    def _happens(self, each: Misfortune) -> None:
        table, who = self.table, each.who
        if who in table.gone:
            return
        match each.what:
            case "killed":
                table.deliver()
                self.result.kills += killed(lambda: table.look(who), each.calls)
                table.collect(who)
            case "copied":
                self.kept[who] = table.copy(who)
            case "restored" | "restored by hand":
                self._is_restored(who, noted=each.what == "restored")
            case "lost":
                table.lose(who)
                self.lost.add(who)
                self.where.pop(who, None)
            case "gone":
                if len(table.awake) > 2:  # of two, nobody could go on
                    table.gone.add(who)
            case "resigns":
                self._resigns(who)

    def _is_restored(self, who: str, *, noted: bool) -> None:
        if who not in self.lost:
            self.table.put_back(who, self.kept[who], noted=noted)
            self.where.pop(who, None)

    def _resigns(self, who: str) -> None:
        if who in self.lost:
            return
        with self.table.at(who) as replica:
            try:
                agreement.resign(replica)
            except GameError as refusal:
                self.result.refusals.append(f"{who}: {refusal}")

    def _quiet(self) -> None:
        """Everything still under way arrives: what is on record stays there, and all stay equal."""
        before = {who: self.where[who] for who in self.table.awake}
        self.table.weather = CALM
        for _ in range(4):
            self.table.watch.later(days=31)
            self.table.stir()
            self.table.carry()
        for who in self.table.awake:
            self._look(who)
            if self.where[who][: len(before[who])][1:] != before[who][1:]:
                self.result.fault = f"late mail changed {who}'s record"
        if not self._together():
            self.result.fault = f"late mail left the records apart: {self.table.standing()}"

    def _judge(self) -> None:
        self.result.days, self.result.letters = self.now // DAY, len(self.table.sent)
        self.result.head = self.where[self.table.awake[0]][-1]
        for who in self.table.awake:
            with self.table.desk(who) as desk:
                if faults := listing.check_log(replica_of(desk, GAME)).faults:
                    self.result.fault = f"{who}'s log does not hold: {faults}"


def played(scene: Scene, seed: int, folder: Path, result: Result, weather: Weather, *, failing: bool) -> None:
    """Play a run in a folder."""
    chance = Random(f"{seed} {scene.name} {failing}")  # noqa: S311 -- to be the same, not secret
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    table = scene.table(folder, seed).begin()
    table.weather = weather
    network = Network(result=result, scene=scene, table=table, chance=chance)
    network.plan = misfortunes(scene, table.programs, chance) if failing else []
    result.accidents = tuple(map(str, network.plan))
    network.play()
