"""A great battle under SFB 'n3D: a whole turn of 32 impulses in runs of eight, with what every unit sees in each.

Ships and fighters of two sides among planets, asteroids, webs and mines, drones under way, turns and fire in each run.

    python -m tests.benchmarks.great_chase            50 to 400 units, beside one another
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from sits_es.dice import KeyedDice
from sits_es.events import REGISTRY, Event
from sits_es.rules.sfb.board import Board, Body, Unit, Web
from sits_es.rules.sfb.cards.samples import sample_classes
from sits_es.rules.sfb.ending.facts import ImpulseBegun, RunEnded
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.fire.facts import FireOrdered
from sits_es.rules.sfb.motion.facts import SpeedOrdered, UnitMoved
from sits_es.rules.sfb.sfb import SYSTEM
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.numbers import FULL_TURN, RADIUS_WHOLE, WHOLE
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.sums.sights import sights
from sits_es.rules.sfb.turns.facts import HighEnergyTurned, TurnOrdered, UnitTurned
from sits_es.rules.sfb.webs.facts import Strand
from sits_es.store.codec import Codec
from tests.benchmarks.stopwatch import processor_time

UNITS: Final = 200
#: Of a hundred units, in this order; the rest are cruisers.
CARDS: Final = (("Sample drone", 15), ("Sample fighter", 20), ("Sample weaver", 4), ("Sample mine", 2))
DICE: Final = KeyedDice(b"\x05" * 32, "great chase", 1, 1)


def battle(units: int = UNITS) -> Board:
    """Units of two sides within thirty hexes of one another, the same at each call."""
    random = Random(units)  # noqa: S311 - a battle, not a secret
    classes = sample_classes()
    board = Board(classes=classes)
    cards = [card for card, number in CARDS for _ in range(units * number // 100)]
    cards += ["Sample cruiser"] * (units - len(cards))
    for number, card in enumerate(cards):
        side, kind = ("red", "blue")[number % 2], classes[card].kind
        moves = kind != "mine" and card != "Sample weaver"
        board.units[f"Unit {number}"] = Unit(
            name=f"Unit {number}",
            unit_class=card,
            kind=kind,
            player=side,
            side=side,
            place=Place(*(random.randint(-300_000, 300_000) for _ in range(3))),
            facing=Facing(*(random.randrange(FULL_TURN) for _ in range(3))),
            speed=(20 if kind == "seeking" else random.randint(4, 20)) * WHOLE if moves else 0,
            thrust=WHOLE // 2 if kind == "ship" and moves and number % 3 == 0 else 0,
            target=f"Unit {(number * 7 + 1) % units}" if kind == "seeking" else None,
        )
    for number in range(3):
        name, place = f"Planet {number}", Place(*(random.randint(-250_000, 250_000) for _ in range(3)))
        board.bodies[name] = Body(name=name, kind="planet", place=place, radius=RADIUS_WHOLE // 2)
    for number in range(20):
        name, place = f"Asteroid {number}", Place(*(random.randint(-250_000, 250_000) for _ in range(3)))
        board.bodies[name] = Body(name=name, kind="asteroid", place=place, radius=RADIUS_WHOLE)
    weavers = [unit for unit in board.units.values() if unit.unit_class == "Sample weaver"]
    for number, (one, other) in enumerate(zip(weavers[::2], weavers[1::2], strict=False)):
        other.place = Place(one.place.x + 60_000, one.place.y, one.place.z)
        other.player = other.side = one.player
        strands = (Strand(one.name, other.name),)
        web = Web(name=f"web-{number}", player=one.player, kind="linear", strands=strands, strength=12 * WHOLE)
        board.webs[web.name] = web
    return board


def orders(board: Board) -> dict[str, list[OfUnit]]:
    """For the run at hand: a sixth of the ships turn in each of its impulses, every fourth fires once."""
    given: dict[str, list[OfUnit]] = {"red": [], "blue": []}
    steps = board.steps(board.impulse)
    ordered = [unit for unit in board.out() if unit.kind in ("ship", "shuttle")]
    for number, unit in enumerate(ordered):
        mine = given[unit.player]
        if number % 6 == 0:
            mine += [TurnOrdered(unit=unit.name, impulse=step, turn=Turn(yaw=15_000, pitch=-9_000)) for step in steps]
        if number % 4 == 0:
            target = next(other for other in reversed(ordered) if other.player != unit.player)
            step = steps[0] + number % len(steps)
            mine.append(FireOrdered(unit=unit.name, impulse=step, weapon="phasers", target=target.name))
        if number % 10 == 0:
            mine.append(SpeedOrdered(unit=unit.name, impulse=steps[0], speed=10 * WHOLE))
    return given


def turn(board: Board) -> Iterator[list[Event]]:
    """The facts of each run of a whole turn, and of its break; the board given goes on."""
    for _ in range(5):
        given = orders(board) if board.impulse <= 32 else {}
        facts = SYSTEM.resolve(board, given, DICE)
        SYSTEM.advance(board)
        yield facts


def standings(board: Board, facts: list[Event]) -> Iterator[list[tuple[Place, Facing]]]:
    """Where every unit stands and how it lies after each impulse of a turn. board: as it was before the turn."""
    now = {unit.name: (unit.place, unit.facing) for unit in board.out()}
    for fact in facts:
        match fact:
            case UnitMoved(unit=name, place=place) if name in now:
                now[name] = (place, now[name][1])
            case UnitTurned(unit=name, facing=facing) | HighEnergyTurned(unit=name, facing=facing) if name in now:
                now[name] = (now[name][0], facing)
            case ImpulseBegun(impulse=impulse) if impulse > 1:
                yield list(now.values())
            case RunEnded(impulse=32):
                yield list(now.values())


class Spent(NamedTuple):
    """Seconds of processor time of a whole turn: playing it, and all ranges and arcs. facts: how many; size: bytes."""

    play: float
    sights: float
    facts: int
    size: int


def spent(units: int = UNITS) -> Spent:
    """What a turn of a battle takes."""
    board, runs = battle(units), list[list[Event]]()
    play = processor_time(lambda: runs.extend(turn(board)))
    facts = list(chain.from_iterable(runs))
    seen = list(standings(battle(units), facts))
    size = sum(len(state) for _, state in map(Codec(REGISTRY).encode, facts))
    return Spent(play, processor_time(lambda: [sights(each) for each in seen]), len(facts), size)


def main() -> None:
    """Print what a turn takes as the number of units grows."""
    print(f"{'units':>6} {'play':>8} {'sights':>8} {'facts':>7} {'bytes':>9}")
    for units in (50, 100, 200, 400):
        found = spent(units)
        print(f"{units:>6} {found.play:>6.2f} s {found.sights:>6.2f} s {found.facts:>7} {found.size:>9}")


if __name__ == "__main__":
    main()
