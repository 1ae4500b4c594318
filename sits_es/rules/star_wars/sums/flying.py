"""The Fly manoeuvre: hexes ahead and turns of 60 degrees, step by step. Rule: rules.md, Fly, Stacking."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, cast

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted
from sits_es.space.hexes import DIRECTIONS, HexVector, Position

if TYPE_CHECKING:
    from sits_es.rules.star_wars.orders.forms import FlyStep
    from sits_es.rules.star_wars.starship_class import HexSide

#: What a step is: F is one hex ahead, the others a turn of so many sides clockwise. Rule: rules.md, Fly.
TURNS: Final = {"L": -1, "R": 1}
STEPS: Final[tuple[FlyStep, ...]] = ("F", "L", "R")

#: Up to which silhouette how many turns are allowed; beyond the last row, once. Rule: seed, "Fly Maneuver".
MOST_TURNS: Final = ((4, 3), (7, 2))
LEAST_TURNS: Final = 1

#: The largest silhouette that shares a hex. Rule: rules.md, Stacking.
SHARES: Final = 4

#: Movement to enter a hex, and to enter one of a gravity well. Rule: seed, "Gravity Well"; entering: house.
COST, WELL_COST = 1, 2

#: Steps that one list may have: more than any speed can use.
MOST_STEPS: Final = 99
#: Where a flight begins when nobody says where.
START: Final = Position()

FlightRule = Literal["movement", "occupied", "turns"]


@frozen
class FlightFault:
    """A step that breaks a rule, as if all steps before it were done.

    step: its place in the list, 1 up. found: for movement, what is spent with this step; for turns, how many are made
    with it; for occupied, the largest silhouette in the hex.
    """

    step: int
    rule: FlightRule
    found: int


@frozen(kw_only=True)
class Flight:
    """A Fly manoeuvre as it was ordered, carried out to its last step whether it is legal or not.

    steps: F, L and R. silhouette, speed: of the starship, 0 up. path: each hex entered, in order. movement: spent, 0
    up. turns: made, 0 up. facing: side A to F in the end. net: from the first hex to the last. faults: in order of the
    steps; at one step movement, then occupied.
    """

    steps: tuple[FlyStep, ...]
    silhouette: int
    speed: int
    path: tuple[Position, ...]
    movement: int
    turns: int
    facing: HexSide
    net: HexVector
    faults: tuple[FlightFault, ...]

    @property
    def hexes(self) -> int:
        """Hexes moved, 0 up."""
        return len(self.path)

    @property
    def legal(self) -> bool:
        """Whether no step breaks a rule."""
        return not self.faults

    def sentences(self) -> tuple[str, ...]:
        """Each fault in a player's words."""
        return tuple(fault_in_words(self, fault) for fault in self.faults)


def most_turns(silhouette: int) -> int:
    """Turns of 60 degrees that a starship may make in one Fly manoeuvre: 3, 2 or 1. Rule: rules.md, Fly."""
    return next((turns for limit, turns in MOST_TURNS if silhouette <= limit), LEAST_TURNS)


def turned(facing: str, step: str) -> HexSide:
    """The side faced after a turn L or R."""
    return cast("HexSide", DIRECTIONS[(DIRECTIONS.index(facing) + TURNS[step]) % len(DIRECTIONS)])


def may_enter(silhouette: int, others: Collection[int]) -> bool:
    """Whether a starship may enter a hex that holds others of these silhouettes.

    Rule: rules.md, Stacking; that one of silhouette 5 or more enters no occupied hex: house.
    """
    return not others or max(silhouette, *others) <= SHARES


def entry_cost(at: Position, wells: Collection[Position]) -> int:
    """Movement that entering a hex takes. Rule: rules.md, Terrain."""
    return WELL_COST if at in wells else COST


def read_steps(text: str) -> tuple[FlyStep, ...]:
    """Read `F F R F L`, any case; no step at all is a flight of no hexes. UnreadableError names every wrong step."""
    words = re.findall(r"[^\s,]+", text)
    problems = [
        f"{quoted(word)} (step {number}) {problem}"
        for number, word in enumerate(words, 1)
        if (problem := _problem(word.upper()))
    ]
    if len(words) > MOST_STEPS:
        problems.append(f"{len(words)} steps are too many. Write {MOST_STEPS} or fewer.")
    if problems:
        raise UnreadableError(problems)
    return tuple(cast("FlyStep", word.upper()) for word in words)


def _problem(word: str) -> str | None:
    """What is wrong with one step, and what would be right; None for a good one."""
    if word in STEPS:
        return None
    if set(word) <= set(STEPS):
        return f"is several steps in one word. Put spaces between them: {' '.join(word[:8])}."
    if found := re.fullmatch(r"([1-9])([FLR])", word):
        return f"has a number. Write each step by itself: {' '.join(found[2] * int(found[1]))}."
    return "is not a step. Write F for a hex ahead, L or R for a turn of 60 degrees."


def check_flight(
    steps: Iterable[FlyStep],
    *,
    silhouette: int,
    speed: int,
    facing: HexSide,
    occupied: Mapping[Position, Sequence[int]],
    wells: Collection[Position],
    start: Position = START,
) -> Flight:
    """Carry out a Fly manoeuvre and find every step that breaks a rule, as if all before it were done.

    steps: F, L, R. silhouette, speed: 0 up. facing: side A to F. occupied: hexes that hold other starships, and their
    silhouettes; wells: hexes of gravity wells; both as places on the same map as `start`.
    """
    taken, at, movement, turns = tuple(steps), start, 0, 0
    path: list[Position] = []
    faults: list[FlightFault] = []
    for number, step in enumerate(taken, 1):
        if step in TURNS:
            facing, turns = turned(facing, step), turns + 1
            if turns > most_turns(silhouette):
                faults.append(FlightFault(number, "turns", turns))
            continue
        at += HexVector.unit(facing)
        path.append(at)
        movement += entry_cost(at, wells)
        if movement > speed:
            faults.append(FlightFault(number, "movement", movement))
        others = occupied.get(at, ())
        if not may_enter(silhouette, others):
            faults.append(FlightFault(number, "occupied", max(others)))
    return Flight(
        steps=taken,
        silhouette=silhouette,
        speed=speed,
        path=tuple(path),
        movement=movement,
        turns=turns,
        facing=facing,
        net=at - start,
        faults=tuple(faults),
    )


def fault_in_words(flight: Flight, fault: FlightFault) -> str:
    """A fault as a player would say it: `step 5 of F F L L L: a silhouette 6 ship turns at most twice`."""
    return f"step {fault.step} of {' '.join(flight.steps)}: {_why(flight, fault)}"


def _why(flight: Flight, fault: FlightFault) -> str:
    if fault.rule == "turns":
        return f"a silhouette {flight.silhouette} ship turns at most {times(most_turns(flight.silhouette))}"
    if fault.rule == "occupied":
        if fault.found > SHARES:
            return f"a silhouette {fault.found} ship is there, and nobody else may enter its hex"
        return (
            f"another ship is there, and a silhouette {flight.silhouette} ship enters only empty hexes "
            f"(silhouette {SHARES} or less may share one)"
        )
    entered = flight.steps[: fault.step].count("F")
    dear = f" (a gravity-well hex takes {WELL_COST})" if fault.found > entered * COST else ""
    return f"speed {flight.speed} allows {flight.speed} movement, and this step makes it {fault.found}{dear}"


def times(number: int) -> str:
    """How often, in words: once, twice, three times; by number from there on."""
    return {1: "once", 2: "twice", 3: "three times"}.get(number, f"{number} times")
