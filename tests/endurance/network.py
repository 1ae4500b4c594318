"""A game by mail through a post that fails, between people to whom anything may happen, and one who may cheat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from attrs import Factory, define, field

from sits_es.errors import GameError
from sits_es.post import agreement, listing, news, orders
from sits_es.post.log import decisions, due
from sits_es.post.log.packets import Next, Without
from sits_es.post.replica import Replica, replica_of
from tests.endurance.cheat import hostile
from tests.endurance.kills import killed
from tests.endurance.outcomes import Result
from tests.endurance.scenes import Scene
from tests.shared.postal import CALM, GAME, Table, Weather, owes, sheet

HOUR: Final = 60
DAY: Final = 24 * HOUR
#: Days after which a game in which nothing has moved is given up as stuck, and after which any run ends.
STUCK, LONGEST = 100, 400
#: Days in which misfortunes come; calls that change something after which a session is killed at the latest.
DAYS, MOST_CALLS = 6, 250


@define
class Misfortune:
    """What happens to somebody. at: minutes since the game began; calls: until a kill."""

    at: int
    who: str
    what: str
    calls: int = 0

    def __str__(self) -> str:
        return f"day {self.at // DAY} {self.who} {self.what}"


def failures(scene: Scene, people: Sequence[str], chance: Random) -> list[Misfortune]:
    """Some kills of anybody, and one or two worse things, one player at a time."""
    found = [
        Misfortune(chance.randint(1, DAYS * DAY), chance.choice(people), "killed", int(MOST_CALLS ** chance.random()))
        for _ in range(chance.randint(1, 2))
    ]
    day = 0
    for _ in range(chance.randint(1, 2)):
        who, day = chance.choice(people), day + chance.randint(1, DAYS // 2)
        what = chance.choice(("restored", "restored by hand", "lost", "gone", "on holiday", "resigns"))
        if what == "restored by hand" and len(people) == 2:  # two logs of the keeper of two leave nobody to go on
            what = "restored"
        if what.startswith("restored"):
            found.append(Misfortune(day * DAY, who, "copied"))
            day += chance.randint(1, DAYS // 2)
        if what != "resigns" or who in scene.players:
            found.append(Misfortune(day * DAY, who, what))
        if what == "gone":
            break
    return sorted(found, key=lambda each: each.at)


def cheating(scene: Scene, people: Sequence[str], chance: Random) -> list[Misfortune]:  # noqa: ARG001 -- as the other
    """One of three or more signs whatever they like, again and again."""
    who = chance.choice(people)
    times = sorted(chance.randint(HOUR, DAYS * DAY) for _ in range(chance.randint(1, 2)))
    return [Misfortune(at, who, "signs anything") for at in times]


@define(kw_only=True)
class Network:
    """A run. ready: chance that somebody orders when they look; ahead: exchanges they like to order at once."""

    result: Result
    scene: Scene
    table: Table
    chance: Random = field(repr=False)
    plan: list[Misfortune] = Factory(list)
    now: int = 0
    moved: int = 0
    where: dict[str, tuple[str, str, tuple[bytes, ...]]] = Factory(dict)
    ready: dict[str, float] = Factory(dict)
    ahead: dict[str, int] = Factory(dict)
    next: dict[str, int] = Factory(dict)
    kept: dict[str, Path] = Factory(dict)
    lost: set[str] = Factory(set)
    cheats: frozenset[str] = Factory(
        lambda self: frozenset(each.who for each in self.plan if each.what == "signs anything"), takes_self=True
    )

    def __attrs_post_init__(self) -> None:
        for who in self.table.people:
            self.ready[who], self.ahead[who] = self.chance.choice((0.95, 0.9, 0.4)), self.chance.choice((1, 1, 2, 3))
            self.next[who] = self.chance.randint(1, DAY)

    @property
    def honest(self) -> list[str]:
        """Those who are there and do not cheat."""
        return [who for who in self.table.awake if who not in self.cheats]

    def play(self) -> None:
        """Session after session, until all who are there have come to one end; then late mail, which undoes nothing."""
        while self.plan or not self._together():
            if self.now - self.moved > STUCK * DAY or self.now > LONGEST * DAY:
                if self.is_half_against_half():
                    self.result.end = "half against half"
                else:
                    self.result.fault = f"stuck: {self.table.standing()}"
                return
            self._session(min(self.table.awake, key=lambda each: (self.next[each], each)))
        self.result.end = "played"
        self._quiet()
        self._judge()

    def _together(self) -> bool:
        """Whether everybody who is there has played, and has the same record; in the end all who count are gone."""
        found = [self.where.get(who) for who in self.honest]
        return all(each is not None and each[0] == "done" for each in found) and len({*found}) == 1

    def is_half_against_half(self) -> bool:
        """Whether nobody can go on: others are gone, after one asked for another keeper, or of two peers.

        Neither can more than half ask for one, nor can those who have not asked go on without the rest, and each player
        who is left is told so. Everything else that stands still is a fault.
        """
        asks, goes, told = set(self.honest), set(self.honest), True
        for who in self.honest:
            with self.table.at(who) as replica:
                state, held = replica.state, replica.held
                if held.promised > state.link.epoch:
                    asks |= {packet.by for packet, each in held.said(Next) if each.epoch == held.promised}
                    goes.discard(who)
                if who in state.programs:
                    programs, count = state.programs, decisions.voters(state)
                    reads, keeper = state.reads, state.keeper
                    told &= any("ropose the end" in way for way in news.ways(replica))
        goes_on = (
            keeper in goes and bool(goes & {*programs})
            if reads
            else decisions.more_than_half(len(goes & {*count}), len(count))
        )
        return told and not goes_on and not decisions.more_than_half(len(asks & {*programs}), len(programs))

    def _session(self, who: str) -> None:
        self.table.watch.later(minutes=max(0, self.next[who] - self.now))
        self.now = max(self.now, self.next[who])
        self.next[who] = self.now + self.chance.randint(8 * HOUR, 30 * HOUR)
        for each in [each for each in self.plan if each.at <= self.now]:
            self.plan.remove(each)
            self._happens(each)
        if who not in self.table.gone:
            self.table.deliver()
            self._sits_down(who)

    def _sits_down(self, who: str) -> None:
        self.result.sessions += 1
        with self.table.desk(who) as desk:
            self.table.take_in(desk, who)
            if not any(here.name == GAME and here.me and here.begun for here in desk.drawer.games()):
                self._telephones(who)
                return
            self.lost.discard(who)
            replica = replica_of(desk, GAME)
            try:
                self._acts(replica, who)
            except GameError as refusal:
                self.result.refusals.append(f"{who}: {refusal}")
            self.table.post(desk, who)
            self._look(replica, who)

    def _acts(self, replica: Replica, who: str) -> None:
        """What a person does: signs what others propose, takes ways out that are offered, and orders."""
        course, ways = replica.course, self.result.ways
        if course.over or replica.asks:
            return
        if news.to_sign(replica, who) and self.chance.random() < 0.9:
            self._agrees(replica)
        for way in news.ways(replica):
            if "propose without" in way and course.moment < self.scene.fleet.goal:
                self._goes_on_without(replica)
            elif "propose next" in way and self.chance.random() < 0.7:
                agreement.ask_for_another_keeper(replica)
                ways["next"] += 1
        if replica.course.moment >= self.scene.fleet.goal or who not in self.scene.players or not owes(replica, who):
            return
        if self.chance.random() < self.ready[who]:
            self._orders(replica, who)

    def _agrees(self, replica: Replica) -> None:
        for decide, by in news.proposals(replica):
            decision = decide.decision
            if replica.me in by or not decisions.may_sign(replica.present, replica.me, decide):
                continue
            if isinstance(decision, Without):
                if not due.may_sign_without(replica.held, decision) or not self._is_due(replica, decision.player):
                    continue
            elif self.cheats:  # what a cheat makes up, nobody signs
                continue
            agreement.sign(replica, decide)
            self.result.ways["agree"] += 1

    def _is_due(self, replica: Replica, player: str) -> bool:
        return replica.desk.minutes() >= replica.state.due(player) + replica.state.grace

    def _goes_on_without(self, replica: Replica) -> None:
        for each in news.waiting(replica):
            without = Without(player=each.seat, missing=each.what)
            signed = any(replica.me in by and decide.decision == without for decide, by in news.proposals(replica))
            if each.seat == replica.me or signed or not self._is_due(replica, each.seat):
                continue
            if due.may_sign_without(replica.held, without):
                agreement.propose(replica, without)
                self.result.ways["without"] += 1

    def _orders(self, replica: Replica, who: str) -> None:
        """The first of several sheets that is lawful; at last one that orders nothing."""
        fleet, at = self.scene.fleet, replica.course.moment
        last = [each.moment for each in replica.course.upcoming if each.moment < fleet.goal]
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

    def _telephones(self, who: str) -> None:
        """Somebody who has nothing asks a friend for the whole game, sooner or later."""
        friends = [each for each in self.table.awake if each not in {*self.lost, who}]
        if self.chance.random() < 0.2 and friends:
            friend = self.chance.choice(friends)
            with self.table.desk(friend) as desk:
                self.table.post(desk, friend, again=GAME)

    def _look(self, replica: Replica, who: str) -> None:
        """Where somebody's game stands now. On a branch that has no new keeper, what was played stays."""
        before, course = self.where.get(who), replica.course
        done = course.over or course.moment >= self.scene.fleet.goal
        found = "done" if done else "plays", course.point.stream, replica.digests()
        if before is not None and before[1] == found[1] and found[2][: len(before[2])] != before[2]:
            self.result.fault = f"what {who} had on record has changed"
        if before != found:
            self.where[who], self.moved = found, self.now

    def _happens(self, each: Misfortune) -> None:
        if each.who not in self.table.gone:
            HAPPENS[each.what](self, each)

    def _is_killed(self, each: Misfortune) -> None:
        self.table.deliver()
        self.result.kills += killed(lambda: self.table.look(each.who), each.calls)
        self.table.collect(each.who)

    def _is_copied(self, each: Misfortune) -> None:
        self.kept[each.who] = self.table.copy(each.who)

    def _is_restored(self, each: Misfortune) -> None:
        if each.who not in self.lost:
            self.table.put_back(each.who, self.kept[each.who], noted=each.what == "restored")
            self.where.pop(each.who, None)

    def _loses(self, each: Misfortune) -> None:
        if self.lost <= {each.who}:  # somebody must have the game
            self.table.lose(each.who)
            self.lost.add(each.who)
            self.where.pop(each.who, None)

    def _is_gone(self, each: Misfortune) -> None:
        if len(self.table.awake) > 2:  # of two, nobody could go on
            self.table.gone.add(each.who)

    def _is_on_holiday(self, each: Misfortune) -> None:
        self.next[each.who] = self.now + self.chance.randint(2, 12) * DAY

    def _resigns(self, each: Misfortune) -> None:
        if each.who not in self.lost:
            with self.table.at(each.who) as replica:
                if replica.held.stands_still:  # they wait for another keeper
                    return
                try:
                    agreement.resign(replica)
                except GameError as refusal:
                    self.result.refusals.append(f"{each.who}: {refusal}")

    def _signs_anything(self, each: Misfortune) -> None:
        readers = [reader for reader in self.table.awake if reader != each.who]
        with self.table.at(each.who) as replica:
            for mail in hostile(self.chance, replica):
                for reader in self.chance.sample(readers, self.chance.randint(1, len(readers))):
                    self.table.bring(reader, mail)

    def _quiet(self) -> None:
        """Everything still under way arrives: what is on record stays, and all stay equal, where it goes on as well."""
        self.table.weather = CALM
        self.table.watch.later(days=31)
        self.table.stir()
        self.table.carry()
        for who in self.honest:
            with self.table.desk(who) as desk:
                replica = replica_of(desk, GAME)
                self._look(replica, who)
                if faults := listing.check_log(replica).faults:
                    self.result.fault = f"{who}'s log does not hold: {faults}"
        if not self._together():
            self.result.fault = f"late mail left the records apart: {self.table.standing()}"

    def _judge(self) -> None:
        self.result.days, self.result.letters = self.now // DAY, len(self.table.sent)
        self.result.head = self.where[self.honest[0]][2][-1].hex()


def played(scene: Scene, seed: int, folder: Path, result: Result, weather: Weather, what: str) -> None:
    """Play a run in a folder that there is not yet. what: of the scene's misfortunes."""
    chance = Random(f"{seed} {scene.name} {what}")  # noqa: S311 -- to be the same, not secret
    table = scene.table(folder, seed)
    table.weather = weather
    plan = PLANS[what](scene, table.programs, chance) if what in PLANS else []
    result.accidents = tuple(map(str, plan))
    Network(result=result, scene=scene, table=table, chance=chance, plan=plan).play()


#: What happens to people, by the name of a scene.
PLANS: Final = {"failing_players": failures, "hostile_packets": cheating}
#: What happens in a misfortune.
HAPPENS: Final[Mapping[str, Callable[[Network, Misfortune], None]]] = {
    "killed": Network._is_killed,
    "copied": Network._is_copied,
    "restored": Network._is_restored,
    "restored by hand": Network._is_restored,
    "lost": Network._loses,
    "gone": Network._is_gone,
    "on holiday": Network._is_on_holiday,
    "resigns": Network._resigns,
    "signs anything": Network._signs_anything,
}
