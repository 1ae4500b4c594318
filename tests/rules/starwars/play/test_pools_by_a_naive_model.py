"""Every pool that is thrown in play is the one that a naive reading of the rules has, dice laid out one by one."""

from __future__ import annotations

from math import atan2, degrees, sqrt
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from sits_es.dice import KeyedDice
from sits_es.rules.starwars.attacks.facts import AttackAimed
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.flying.facts import StarshipFlew
from sits_es.rules.starwars.slots.rules import carry_out
from sits_es.rules.starwars.starship_class import Crew
from sits_es.rules.starwars.sums.narrative_dice import KINDS
from sits_es.space.hexes import HexVector, Position
from tests.rules.starwars.fleets import board, by_player, starship, terrain
from tests.rules.starwars.play.at_play import of, ordered
from tests.rules.starwars.tabled import TABLE

WAYS = ("", "1A", "1B", "1C", "1D", "1E", "1F", "2A", "1A 1B")
KINDS_OF_TERRAIN: tuple[Literal["asteroid-field", "gas-cloud", "gravity-well"], ...] = (
    "asteroid-field",
    "gas-cloud",
    "gravity-well",
)
SIDES = "ABCDEF"
WOUNDS = st.tuples(st.sampled_from(("Hawk", "Kite")), st.integers(1, 100))
#: Rows of the table that put a die on Piloting or two on Gunnery, take a shield of each zone or a weapon; the last all
#: of it, of Gunnery one die.
PILOTING, GUNNERY, SHIELDS, WEAPON, ALL = 3, 4, 2, 5, 9


class Dice:
    """Dice on the table."""

    def __init__(self) -> None:
        self.on_table: list[str] = []

    def add(self, number: int, kind: str) -> None:
        self.on_table += [kind] * number

    def upgrade(self, times: int, plain: str, better: str) -> None:
        """Turn a plain die for a better one, or lay down a plain one where there is none."""
        for _ in range(times):
            if plain in self.on_table:
                self.on_table.remove(plain)
                self.on_table.append(better)
            else:
                self.on_table.append(plain)

    def own(self, one: int, other: int) -> None:
        self.add(max(one, other), "ability")
        self.upgrade(min(one, other), "ability", "proficiency")

    def counts(self) -> tuple[int, ...]:
        return tuple(self.on_table.count(kind) for kind in KINDS)


def lies(on: Board, at: Position, kind: str) -> list[int]:
    """Setback dice of each terrain of a kind in a hex."""
    return [each.setback for each in on.terrain.values() if each.kind == kind and at in each.hexes]


def setback(on: Board, met: list[Position]) -> int:
    """For each kind of terrain in these hexes the most that the scenario gives."""
    return sum(max((dice for at in met for dice in lies(on, at, kind)), default=0) for kind in KINDS_OF_TERRAIN)


def hits(on: Board, name: str, *rows: int) -> int:
    """How many critical hits a starship has of certain rows of ten results."""
    return sum((hit.result - 1) // 10 in rows for hit in on.starships[name].criticals)


def seen(facing: str, way: HexVector) -> set[str]:
    """Arcs by the angle to the bow, limits in both: forward to 60 degrees, aft from 120."""
    right, up = way.c * sqrt(3) / 2, way.a - way.c / 2
    angle = round((degrees(atan2(right, up)) - 60 * SIDES.index(facing)) % 360, 6) % 360
    ahead = min(angle, 360 - angle)
    found = {"forward"} if ahead <= 60 else set()
    found |= {"aft"} if ahead >= 120 else set()
    return found | ({"starboard" if angle < 180 else "port"} if 60 <= ahead <= 120 else set())


@st.composite
def meetings(draw: st.DrawFn) -> Board:
    """Hawk in the middle and Kite somewhere near, in terrain of any kind."""

    def crew() -> Crew:
        low = st.integers(0, 4)
        return Crew(agility=draw(low), intellect=1, cunning=1, piloting=draw(low), gunnery=draw(low))

    def any_side() -> Literal["A", "B", "C", "D", "E", "F"]:
        return draw(st.sampled_from(("A", "B", "C", "D", "E", "F")))

    speeds = st.integers(0, 5)
    fields = [
        terrain(f"T{number}", kind, *draw(st.sets(st.sampled_from(WAYS), min_size=1)), setback=draw(st.integers(0, 3)))
        for number, kind in enumerate(draw(st.lists(st.sampled_from(KINDS_OF_TERRAIN), max_size=4)))
    ]
    card = draw(st.sampled_from(("Fighter", "Corvette")))
    found = board(
        starship("Hawk", facing=any_side(), speed=draw(speeds), crew=crew()),
        starship("Kite", draw(st.sampled_from(WAYS)), any_side(), card, speed=draw(speeds), crew=crew()),
        *fields,
        critical_table=TABLE,
    )
    for number, (name, result) in enumerate(draw(st.lists(WOUNDS, max_size=4))):
        found.wound(name, number, result)
    return found


def thrown(on: Board, line: str) -> list[CheckMade]:
    """The checks that come of an order of Hawk's; and where it flew."""
    return of(carry_out(on, by_player(on, *ordered(f"Hawk: {line}")), KeyedDice(bytes(32), "game", 1, 1)), CheckMade)


@given(on=meetings(), boost=st.integers(0, 2), harder=st.integers(0, 2))
def test_gain_the_advantage_is_thrown_with_both_pilots_and_the_difference_in_speed(
    on: Board, boost: int, harder: int
) -> None:
    """seed, Gain the Advantage; house: the terrain of the acting starship's hex counts."""
    hawk, kite = on.starships["Hawk"], on.starships["Kite"]
    asked = "".join(f" {number} {word}" for number, word in ((boost, "boost"), (harder, "harder")) if number)
    made = thrown(on, f"gain advantage on Kite{' with' if asked else ''}{asked}")
    assert bool(made) == ((kite.place - hawk.place).hexes <= 1)
    if not made:
        return
    dice = Dice()
    dice.own(hawk.crew.agility, hawk.crew.piloting)
    dice.upgrade(hawk.speed - kite.speed, "ability", "proficiency")
    dice.add(max(kite.crew.agility, kite.crew.piloting), "difficulty")
    dice.upgrade(min(kite.crew.agility, kite.crew.piloting), "difficulty", "challenge")
    dice.upgrade(kite.speed - hawk.speed, "difficulty", "challenge")
    dice.add(setback(on, [hawk.place]) + hits(on, "Hawk", PILOTING, ALL), "setback")
    dice.add(boost, "boost")
    dice.upgrade(harder, "difficulty", "challenge")
    assert made[0].pool == dice.counts()


@given(on=meetings(), steps=st.lists(st.sampled_from("FFLR"), min_size=1, max_size=5))
def test_a_flight_through_asteroids_is_thrown_with_all_its_hexes_and_all_terrain_that_it_meets(
    on: Board, steps: list[str]
) -> None:
    """seed, Asteroid Field: half of the hexes, upgraded half of the silhouette; a Fighter's is 3."""
    hawk, start = on.starships["Hawk"], on.starships["Hawk"].place
    facts = carry_out(on, by_player(on, *ordered(f"Hawk: fly {' '.join(steps)}")), KeyedDice(bytes(32), "game", 1, 1))
    flown, made = of(facts, StarshipFlew), of(facts, CheckMade)
    met = [start, *(Position(q, r) for each in flown for q, r in each.path)]
    moved = len(met) - 1
    assert bool(made) == (moved > 0 and any(lies(on, at, "asteroid-field") for at in met))
    if made:
        dice = Dice()
        dice.own(hawk.crew.agility, hawk.crew.piloting)
        dice.add(moved // 2, "difficulty")
        dice.upgrade(1, "difficulty", "challenge")
        dice.add(setback(on, met) + hits(on, "Hawk", PILOTING, ALL), "setback")
        assert made[0].pool == dice.counts()


@given(on=meetings(), side=st.sampled_from(SIDES), zone=st.sampled_from(("forward", "aft", "port", "starboard")))
def test_an_attack_is_thrown_against_an_open_zone_with_gas_clouds_on_either_side(
    on: Board, side: str, zone: str
) -> None:
    """seed, Gas Cloud: no shields for the target in one, the attacker's own difficulty upgraded in one."""
    hawk, kite = on.starships["Hawk"], on.starships["Kite"]
    way = kite.place - hawk.place
    toward = "" if way.hexes else f" toward {side}"
    facts = carry_out(
        on,
        by_player(on, *ordered(f"Hawk: fire torpedoes at Kite zone {zone}{toward}")),
        KeyedDice(bytes(32), "game", 1, 1),
    )
    lie = way if way.hexes else HexVector.unit(side)
    aimed, made = of(facts, AttackAimed), of(facts, CheckMade)
    fires = hits(on, "Hawk", WEAPON, ALL) < 2  # torpedoes are the second weapon of the card
    bears = "forward" in seen(hawk.facing, lie) and zone in seen(kite.facing, -lie)
    assert bool(aimed) == bool(made) == (fires and bears)
    if made:
        dice = Dice()
        dice.own(hawk.crew.agility, hawk.crew.gunnery)
        dice.add(1 if kite.starship_class == "Corvette" else 2, "difficulty")  # silhouette 5, or 3 as one's own
        dice.upgrade(bool(lies(on, hawk.place, "gas-cloud")), "difficulty", "challenge")
        shields = kite.shields[("forward", "aft", "port", "starboard").index(zone)]
        shields = max(0, shields - hits(on, "Kite", SHIELDS, ALL))
        dice.add(0 if lies(on, kite.place, "gas-cloud") else shields, "setback")
        dice.add(2 * hits(on, "Hawk", GUNNERY) + hits(on, "Hawk", ALL), "setback")
        assert set(aimed[0].zones) == seen(kite.facing, -lie)
        assert made[0].pool == dice.counts()
