"""What a player could order in the exchange at hand: where to fly, who fires what at whom, stances, speed, repairs.

The usual plan flies to where its weapons do most against what foes could do to it as they lie now, fires all that bears
and mends what is broken. The others hold still, close in or keep away, fire before they fly, take a stance, change
speed or shoot at one foe first. After the roll they spend what it left, best use first. Rule: house.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from typing import Final

from attrs import define, evolve, field
from msgspec import Struct

from sits_es.rules.starwars.advantage.facts import AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import FireOrdered
from sits_es.rules.starwars.attacks.rules import attack_pool
from sits_es.rules.starwars.board import Board, Starship, bears, lie_of, sides_on, target_names_side
from sits_es.rules.starwars.checks.rules import asteroid_parts, standing_shields
from sits_es.rules.starwars.crews.facts import RepairOrdered, StanceOrdered
from sits_es.rules.starwars.crews.rules import AngleShields, Repair
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedOrdered
from sits_es.rules.starwars.flying.rules import flight_of
from sits_es.rules.starwars.order_rules import against, member_of, unable
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.orders.template import offered
from sits_es.rules.starwars.qualities.rules import no_shot
from sits_es.rules.starwars.slots.course import due
from sits_es.rules.starwars.slots.rules import expect, in_slot, problems_at
from sits_es.rules.starwars.spending.facts import AnswerOrdered, SpendOrdered
from sits_es.rules.starwars.spending.uses import use_of
from sits_es.rules.starwars.starship_class import ARCS, Arc, HexSide, StarshipWeapon
from sits_es.rules.starwars.sums.chances import outcomes, spread
from sits_es.rules.starwars.sums.harm import ASTEROID_TRAUMA
from sits_es.rules.starwars.sums.narrative_dice import Pool
from sits_es.rules.starwars.sums.reach import FlightEnd, ends
from sits_es.rules.starwars.sums.relative import BANDS, arcs_of, reaches
from sits_es.rules.system import Plan
from sits_es.space.hexes import HexVector, Position

#: Orders name no step: each is for the exchange at hand.
STEP: Final = 1

#: What damage is reckoned in here: thousandths of a point.
POINT: Final = 1000

#: What holding a foe with a tractor beam is taken to be worth, and a point of system strain.
BEAM: Final = 200
STRAIN: Final = 500

_Choice = tuple[OfStarship, ...]


def plans(board: Board, player: str) -> Iterator[Plan]:
    """Plans of a player for the exchange at hand, the usual one first; nothing for who doesn't act in it."""
    ready = [each for each in due(board) if each.player == player and unable(board, each) is None]
    if not ready:
        return
    several, seen = len(ready) > 1, set[_Choice]()
    choices = {"act": _of_slot, "side": _of_side}.get(board.stage, _of_roll)
    for choice in choices(board, ready):
        if choice not in seen:
            seen.add(choice)
            said = ", then ".join(map(LANGUAGE.write, choice)) or "do nothing"
            yield Plan(f"{choice[0].starship}: {said}" if several and choice else said, {STEP: choice})


# a slot


def _of_slot(board: Board, ready: Sequence[Starship]) -> Iterator[_Choice]:
    there = in_slot(board, ())
    helms = [_Helm(there, each) for each in ready]
    helms.sort(key=lambda each: (-each.usual[0], each.starship.name))
    yield helms[0].usual[1]
    for helm in helms:
        yield helm.usual[1]
        # who else could act first is asked by its usual orders alone
        for choice in helm.others() if helm is helms[0] else ():
            if not any(True for order in choice for _ in problems_at(board, STEP, order, choice)):
                yield choice
    yield ()


class _Foe(Struct, frozen=True):
    """An enemy. a, c: hexes toward A and toward C to it; guns, gunners: what could shoot, and who; reach: how far.

    mine: what each weapon of one's own does to each of its zones, as far as it was asked for.
    """

    starship: Starship
    a: int
    c: int
    guns: tuple[_Gun, ...]
    gunners: tuple[str, ...]
    reach: int
    mine: tuple[dict[Arc, int], ...]


class _Gun(Struct, frozen=True):
    """A weapon that is ready. limit: hexes that it reaches."""

    weapon: StarshipWeapon
    limit: int
    arcs: frozenset[Arc]


@define(slots=False)
class _Helm:
    """One starship in its slot. values: of shots, as far as they were asked for; gains: the same of ends."""

    board: Board
    starship: Starship
    values: dict[tuple[str, str, str, str, Arc], int] = field(factory=dict)
    gains: dict[tuple[int, int, HexSide], int] = field(factory=dict)

    @cached_property
    def foes(self) -> list[_Foe]:
        """Enemies on the map."""
        board, found = self.board, []
        for foe in board.enemies(self.starship):
            way, able = foe.place - self.starship.place, unable(board, foe) is None
            guns = _guns(board, foe) if able else ()
            reach = max((gun.limit for gun in guns), default=0) + foe.speed
            found.append(
                _Foe(foe, way.a, way.c, guns, _gunners(board, foe), reach, tuple(dict[Arc, int]() for _ in self.guns))
            )
        return found

    @cached_property
    def gunners(self) -> tuple[str, ...]:
        """Who can fire, the best first."""
        return _gunners(self.board, self.starship)

    @cached_property
    def guns(self) -> tuple[_Gun, ...]:
        """The weapons that are ready."""
        return _guns(self.board, self.starship)

    @cached_property
    def farthest(self) -> int:
        """Hexes that its weapons reach."""
        return max((gun.limit for gun in self.guns), default=-1)

    @cached_property
    def weakest(self) -> Arc:
        """Its zone with the fewest shields."""
        return min(ARCS, key=self.starship.shields_of)

    @cached_property
    def fields(self) -> frozenset[Position]:
        """The hexes of all asteroid fields."""
        every = self.board.terrain.values()
        return frozenset(at for each in every if each.kind == "asteroid-field" for at in each.hexes)

    @cached_property
    def here(self) -> FlightEnd:
        """No flight at all."""
        return FlightEnd((), 0, 0, self.starship.facing, ())

    @cached_property
    def ends(self) -> tuple[FlightEnd, ...]:
        """Where a flight can lead; nowhere for a starship that is held."""
        card = self.board.class_of(self.starship)
        if self.board.beams_on(self.starship):
            return ()
        return ends(card.silhouette, self.starship.speed, self.starship.facing)

    @cached_property
    def usual(self) -> tuple[int, _Choice]:
        """The usual orders, and what they are worth."""
        best = self.best
        return self.dealt(best or self.here), self.flown(best)

    @cached_property
    def best(self) -> FlightEnd | None:
        """Where it flies as usual; None if it stays."""
        found, least = None, self.worth(self.here)
        hoped = [(-self.hoped(end), len(end.steps), at) for at, end in enumerate(self.ends)]
        for less, _, at in sorted(each for each in hoped if -each[0] > least):
            if -less <= least:
                break
            end = self.ends[at]
            if (worth := self.worth(end)) > least and self.lawful(end):
                found, least = end, worth
        return found

    def others(self) -> Iterator[_Choice]:
        """What else it could do, without regard to what the rules say of it."""
        name, crews, shots = self.starship.name, self.board.crews, self.fired(self.here)
        mended = self.mended(shots)
        yield (*shots, *mended)
        safe = self.flight(lambda end: -self.taken(end) - self.rocks(end) + self.nearest(end))
        near = self.flight(lambda end: -POINT * self.nearest(end) - self.rocks(end))
        wary = self.flight(lambda end: 2 * self.dealt(end) - 3 * self.taken(end) - self.rocks(end))
        best = self.best or self.flight(self.worth)
        for end in dict.fromkeys((best, wary, near, safe)):
            yield self.flown(end)
        for end in dict.fromkeys((best, safe)):
            if end is not None and shots:
                yield (*shots, self.fly(end), *mended)
        for foe in self.foes if len(self.foes) > 1 else ():
            yield self.flown(self.flight(partial(self.dealt_first_to, foe)), foe.starship.name)
        evade, aim = (StanceOrdered(starship=name, effect="evade"), StanceOrdered(starship=name, effect="aim"))
        if crews:
            yield (aim, *shots, *mended)
            yield (*shots, evade, *mended)
            yield from ((each, *shots, *mended) for each in AngleShields.suggested(self.board, self.starship))
            if best is not None:
                yield (self.fly(best), aim, *self.flown(best)[1:])
                yield (*self.flown(best), evade)
        faster = SpeedOrdered(starship=name, change=1)
        yield (faster, *shots, *mended)
        if crews and best is not None:
            yield (*self.flown(best), faster)
        for foe in self.foes:
            gain = AdvantageOrdered(starship=name, target=foe.starship.name)
            yield (gain,)
            if near is not None:
                yield (self.fly(near), gain)

    # flights

    def fly(self, end: FlightEnd) -> FlyOrdered:
        """The order for it."""
        return FlyOrdered(starship=self.starship.name, steps=end.steps)

    def flight(self, value: Callable[[FlightEnd], int]) -> FlightEnd | None:
        """The lawful flight of the greatest value; None if there is none."""
        rated = sorted((-value(end), len(end.steps), at) for at, end in enumerate(self.ends))
        return next((self.ends[at] for _, _, at in rated if self.lawful(self.ends[at])), None)

    def lawful(self, end: FlightEnd) -> bool:
        """Whether a flight can be flown among all that is on the map."""
        return flight_of(self.board, self.starship, self.fly(end)).legal

    def worth(self, end: FlightEnd) -> int:
        """What it can do there against what could be done to it; far from everybody, how near it comes."""
        return self.hoped(end) - self.taken(end) - self.rocks(end)

    @cached_property
    def near(self) -> bool:
        """Whether any foe can come within reach of its weapons in one flight."""
        return self.nearest(self.here) <= self.starship.speed + self.farthest

    def hoped(self, end: FlightEnd) -> int:
        """The same if nobody did anything to it there."""
        dealt = self.dealt(end) if self.near else 0
        return 2 * dealt if dealt else -POINT * self.nearest(end)

    def nearest(self, end: FlightEnd) -> int:
        """Hexes from there to the nearest foe."""
        return min((_sight(end.facing, foe.a - end.a, foe.c - end.c)[0] for foe in self.foes), default=0)

    def dealt(self, end: FlightEnd) -> int:
        """The damage that its weapons do from there on average."""
        key = (end.a, end.c, end.facing)
        if key not in self.gains:
            self.gains[key] = self.dealt_to(self.foes, end)
        return self.gains[key]

    def dealt_to(self, foes: Sequence[_Foe], end: FlightEnd) -> int:
        """The same if it fires at nobody but these."""
        best, farthest, facing = dict[str, int](), self.farthest, end.facing
        for foe in foes:
            a, c = foe.a - end.a, foe.c - end.c
            hexes, arcs = _sight(facing, a, c)
            if hexes > farthest:
                continue
            zones = _sight(foe.starship.facing, -a, -c)[1]
            for gun, values in zip(self.guns, foe.mine, strict=True):
                if hexes <= gun.limit and not arcs.isdisjoint(gun.arcs):
                    name = gun.weapon.name
                    for zone in zones:
                        if zone not in values:
                            values[zone] = self.value(self.starship, gun.weapon, self.gunners[0], foe.starship, zone)
                        if values[zone] > best.get(name, 0):
                            best[name] = values[zone]
        if len(best) <= len(self.gunners):
            return sum(best.values())
        return sum(sorted(best.values(), reverse=True)[: len(self.gunners)])

    def dealt_first_to(self, foe: _Foe, end: FlightEnd) -> int:
        """The damage done to one foe, and where that is alike what the flight is worth otherwise."""
        return 9 * self.dealt_to((foe,), end) + self.worth(end)

    def taken(self, end: FlightEnd) -> int:
        """The damage that foes could do to it there on average, as they lie now, half of it where they have to fly."""
        every = 0
        for foe in self.foes:
            hexes, arcs = _sight(foe.starship.facing, end.a - foe.a, end.c - foe.c)
            if hexes > foe.reach:
                continue
            found = []
            for gun in foe.guns:
                now = hexes <= gun.limit and not arcs.isdisjoint(gun.arcs)
                if now or hexes <= gun.limit + foe.starship.speed:
                    value = self.value(foe.starship, gun.weapon, foe.gunners[0], self.starship, self.weakest)
                    found.append(value if now else value // 2)
            every += sum(sorted(found, reverse=True)[: len(foe.gunners)])
        return every

    def rocks(self, end: FlightEnd) -> int:
        """The hull trauma that asteroids do on the way, on average."""
        if not self.fields or not end.path:
            return 0
        start = self.starship.place
        met = [start, *(start + HexVector(a, c) for a, c in end.path)]
        if self.fields.isdisjoint(met):
            return 0
        pool = asteroid_parts(self.board, self.starship, met)[-1].pool
        return _threat(pool) * max(0, ASTEROID_TRAUMA - self.board.armour_of(self.starship))

    # shots

    def value(self, attacker: Starship, gun: StarshipWeapon, member: str, target: Starship, zone: Arc) -> int:
        """What a shot does on average; more the nearer it brings the end of its target."""
        key = (attacker.name, gun.name, member, target.name, zone)
        if key not in self.values:
            order = FireOrdered(starship=attacker.name, weapon=gun.name, target=target.name, member=member)
            pool = attack_pool(self.board, attacker, target, zone, order)
            armour = max(0, self.board.armour_of(target) - gun.ignored)
            done = BEAM if gun.tractor else _through(pool, gun.damage, armour)
            if gun.ion and not self.board.class_of(target).group:
                done = done * STRAIN // POINT
            self.values[key] = done + done * done // (POINT * max(1, self.board.hull_of(target) - target.trauma + 1))
        return self.values[key]

    def flown(self, end: FlightEnd | None, first: str = "") -> _Choice:
        """Fly there, fire what bears, and mend. first: whom to shoot at first."""
        shots = self.fired(self.here if end is None else end, first)
        return (*(() if end is None else (self.fly(end),)), *shots, *self.mended(shots))

    def fired(self, end: FlightEnd, first: str = "") -> _Choice:
        """What everybody who can fires from there. first: whom to shoot at first."""
        there = evolve(self.starship, place=self.starship.place + HexVector(end.a, end.c), facing=end.facing)
        aims = [aim for foe in self.foes for gun in self.guns if (aim := self._aim(there, gun.weapon, foe.starship))]
        left = {
            foe.starship.name: POINT * (self.board.hull_of(foe.starship) - foe.starship.trauma + 1) for foe in self.foes
        }
        shots: list[OfStarship] = []
        for member in self.gunners:
            rated = [
                (aim.target == first, min(value, max(left[aim.target], 0) + value // 4), -at)
                for at, (aim, gun, zone) in enumerate(aims)
                if (value := self.value(there, gun, member, self.board.starships[aim.target], zone))
            ]
            if not rated:
                break
            shot, used, at_zone = aims[-max(rated)[2]]
            shots.append(evolve(shot, member=member))
            left[shot.target] -= self.value(there, used, member, self.board.starships[shot.target], at_zone)
            aims = [each for each in aims if each[1] is not used]
        return tuple(shots)

    def _aim(
        self, there: Starship, gun: StarshipWeapon, foe: Starship
    ) -> tuple[FireOrdered, StarshipWeapon, Arc] | None:
        """The shot at the least shielded zone that is open to a weapon; None if it does not reach or bear."""
        if not reaches(gun.reach, (foe.place - there.place).hexes):
            return None
        order = FireOrdered(starship=there.name, weapon=gun.name, target=foe.name)
        if target_names_side(there, foe):
            return order, gun, "forward"
        sides: Sequence[HexSide | None] = sides_on(gun, there, foe) if foe.place == there.place else [None]
        lies = [(side, lie) for side in sides if bears(gun, lie := lie_of(there, foe, side))]
        found = [(standing_shields(self.board, foe, zone), side, zone, lie) for side, lie in lies for zone in lie.zones]
        if not found:
            return None
        _, side, zone, lie = min(found, key=lambda each: each[0])
        return evolve(order, toward=side, zone=zone if len(lie.zones) > 1 else None), gun, zone

    def mended(self, shots: _Choice) -> _Choice:
        """What those of the crew who do not fire mend, each something else, the best mechanic first."""
        board, starship, mended = self.board, self.starship, list[OfStarship]()
        busy, done = {member_of(shot) for shot in shots}, set[tuple[object, object]]()
        orders = [each for each in Repair.suggested(board, starship) if isinstance(each, RepairOrdered)]
        orders.sort(key=lambda each: -sum(board.trained(starship, "mechanics", each.member)))
        for order in orders if board.crews else ():
            what = (order.what, order.critical)
            if order.member not in busy and what not in done and not any(against(board, starship, order, mended)):
                mended.append(order)
                busy.add(order.member)
                done.add(what)
        return tuple(mended)


def _gunners(board: Board, starship: Starship) -> tuple[str, ...]:
    members = [each.name for each in board.class_of(starship).members] if board.crews else []
    return tuple(sorted(("", *members), key=lambda each: (-sum(board.trained(starship, "gunnery", each)), each)))


def _guns(board: Board, starship: Starship) -> tuple[_Gun, ...]:
    ready = (each for each in board.weapons_of(starship) if not any(no_shot(board, starship, each)))
    return tuple(_Gun(each, BANDS[each.reach], frozenset(each.arcs)) for each in ready)


@lru_cache(maxsize=1 << 14)
def _sight(facing: str, a: int, c: int) -> tuple[int, frozenset[Arc]]:
    """How far off something is, and the arcs that it is in; all of them in one hex."""
    way = HexVector(a, c)
    return way.hexes, frozenset(arcs_of(facing, way) if way else ARCS)


@lru_cache(maxsize=1 << 12)
def _through(pool: Pool, damage: int, armour: int) -> int:
    """What an attack does on average, armour that counts taken off, in thousandths."""
    done = sum(max(0, damage + net - armour) * rolls for net, rolls in spread(pool, "success").items() if net > 0)
    return POINT * done // outcomes(pool)


@lru_cache(maxsize=1 << 10)
def _threat(pool: Pool) -> int:
    """Net threat of a roll on average, in thousandths."""
    return POINT * sum(-net * rolls for net, rolls in spread(pool, "advantage").items() if net < 0) // outcomes(pool)


# a side in one hex, and what a roll left


def _of_side(board: Board, ready: Sequence[Starship]) -> Iterator[_Choice]:
    """Every side, the one first on which the attack does least: out of the weapon's arcs, or the best shields."""
    declared = board.declared
    if declared is None:
        return
    attacker, target = board.starships[declared.starship], board.starships[declared.target]
    weapon = board.class_of(attacker).weapon(declared.weapon)

    def rank(order: OfStarship) -> tuple[bool, int]:
        lie = lie_of(attacker, target, getattr(order, "side", None))
        hit = weapon is not None and bears(weapon, lie)
        return hit, -min(standing_shields(board, target, zone) for zone in lie.zones)

    orders = [order for starship in ready for order in offered(board, starship)]
    yield from ((order,) for order in sorted(orders, key=rank))
    yield ()


#: What a roll is spent on, best first, and what of it does more when it is bought again.
SPENT_ON: Final = (
    "another hit",
    "critical hit",
    "guide",
    "harder for",
    "upgrade for",
    "slower",
    "setback for",
    "boost for",
    "strain",
)
AGAIN: Final = ("another hit", "critical hit", "strain")


def _of_roll(board: Board, ready: Sequence[Starship]) -> Iterator[_Choice]:
    """All that is left of the rolls, by the best uses; then with each other use first."""
    for starship in ready:
        uses = sorted(_uses(board, starship), key=lambda each: _rank(board, each))
        yield _spent(board, starship, uses)
        yield from (_spent(board, starship, (use, *uses)) for use in uses)
    yield ()


def _spent(board: Board, starship: Starship, uses: Iterable[SpendOrdered | AnswerOrdered]) -> _Choice:
    """As many uses as what is left pays for, in their order."""
    chosen, there = list[OfStarship](), board
    for use in uses:
        while not any(against(there, there.starships[starship.name], use, chosen)):
            chosen.append(use)
            there = there.copy()
            expect(there, there.starships[starship.name], use)
            if _use(use)[0] not in AGAIN:
                break
    return tuple(chosen)


def _uses(board: Board, starship: Starship) -> Iterator[SpendOrdered | AnswerOrdered]:
    """What the roll can be spent on that does something by itself: what only the players can agree on is left out."""
    for order in offered(board, starship):
        if isinstance(order, SpendOrdered | AnswerOrdered) and _use(order)[0] in SPENT_ON:
            yield order


def _use(order: SpendOrdered | AnswerOrdered) -> tuple[str, str]:
    """The words of a use, and whom it names."""
    found = use_of(order.text, order.what)
    return ("", "") if found is None else (found[0].words, found[1])


def _rank(board: Board, order: SpendOrdered | AnswerOrdered) -> tuple[int, bool, int]:
    check = next((each for each in board.checks if each.source == order.source), None)
    words, name = _use(order)
    return SPENT_ON.index(words), check is None or check.against != name, order.number
