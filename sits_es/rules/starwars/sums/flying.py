"""The Fly manoeuvre: hexes ahead and turns of 60 degrees, step by step. Rule: rules.md, Fly, Stacking."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, cast

from msgspec import Struct, structs

from sits_es.errors import UnreadableError
from sits_es.rules.starwars.words import times
from sits_es.sentences import quoted
from sits_es.space.hexes import DIRECTIONS, HexVector, Position

if TYPE_CHECKING:
    from sits_es.rules.starwars.flying.facts import FlyStep
    from sits_es.rules.starwars.starship_class import HexSide

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


class FlightFault(Struct, frozen=True):
    """A step that breaks a rule, as if all steps before it were done.

    step: its place in the list, 1 up. found: for movement, what is spent with this step; for turns, how many are made
    with it; for occupied, the largest silhouette in the hex. steps: the whole list, `F F L`. limit: the speed for
    movement, otherwise the starship's silhouette.
    """

    step: int
    rule: FlightRule
    found: int
    steps: str
    limit: int

    @property
    def values(self) -> tuple[int, str, int, str, int]:
        """All of it, as a reason holds it."""
        return structs.astuple(self)

    def __str__(self) -> str:
        return flight_fault(*self.values)


class Move(Struct, frozen=True):
    """One step of a flight. at: the hex it leads to; cost: movement that it takes, 0 for a turn; spent: so far."""

    step: FlyStep
    at: Position
    facing: HexSide
    cost: int
    spent: int

    def in_words(self, at: str) -> str:
        """As it is redone on paper. at: what its hex is called."""
        if not self.cost:
            side = "right" if self.step == "R" else "left"
            return f"{self.step}: it turns 60 degrees to the {side} and faces {self.facing}."
        dear = f" ({self.cost} for a hex in a gravity well)" if self.cost > COST else ""
        return f"{self.step}: it enters {at}; movement so far {self.spent}{dear}."


class Flight(Struct, frozen=True, kw_only=True):
    """A Fly manoeuvre as it was ordered, carried out to its last step whether it is legal or not.

    begun: hex and side A to F in which it began. moves: a step each. path: each hex entered, in order. movement: spent,
    0 up. turns: made, 0 up. facing: side A to F in the end. net: from the first hex to the last. faults: in order of
    the steps; at one step movement, then occupied.
    """

    begun: tuple[Position, HexSide]
    moves: tuple[Move, ...]
    faults: tuple[FlightFault, ...]

    @property
    def path(self) -> tuple[Position, ...]:
        """Each hex entered, in order."""
        return tuple(move.at for move in self.moves if move.cost)

    @property
    def movement(self) -> int:
        """Spent, 0 up."""
        return self.moves[-1].spent if self.moves else 0

    @property
    def turns(self) -> int:
        """Made, 0 up."""
        return sum(not move.cost for move in self.moves)

    @property
    def facing(self) -> HexSide:
        """The side A to F that is faced in the end."""
        return self.moves[-1].facing if self.moves else self.begun[1]

    @property
    def net(self) -> HexVector:
        """From the first hex to the last."""
        return self.moves[-1].at - self.begun[0] if self.moves else HexVector()

    @property
    def legal(self) -> bool:
        """Whether no step breaks a rule."""
        return not self.faults

    def steps(self, hex_in_words: Callable[[Position], str]) -> Iterator[str]:
        """Each step as a person redoes it on paper, its start first."""
        yield f"The starship begins in {hex_in_words(self.begun[0])}, facing {self.begun[1]}."
        yield from (move.in_words(hex_in_words(move.at)) for move in self.moves)


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
    return "is not a step. Write F for a hex ahead, and L or R for a turn of 60 degrees."


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
    """Carry out a Fly manoeuvre and find every step that breaks a rule, taking the steps before it as done.

    Of the steps beyond its movement, and of turns beyond the last one allowed, only the first is told.
    steps: F, L, R. silhouette, speed: 0 up. facing: side A to F. occupied: hexes that hold other starships, and their
    silhouettes; wells: hexes of gravity wells; both as places on the same map as `start`.
    """
    taken, begun, at, spent, turns = tuple(steps), (start, facing), start, 0, 0
    moves: list[Move] = []
    faults: list[FlightFault] = []

    def fault(rule: FlightRule, found: int, limit: int) -> None:
        faults.append(FlightFault(len(moves), rule, found, " ".join(taken), limit))

    for step in taken:
        if step in TURNS:
            facing, turns = turned(facing, step), turns + 1
            moves.append(Move(step, at, facing, 0, spent))
            if turns == most_turns(silhouette) + 1:
                fault("turns", turns, silhouette)
            continue
        at += HexVector.unit(facing)
        cost = entry_cost(at, wells)
        spent += cost
        moves.append(Move(step, at, facing, cost, spent))
        if spent - cost <= speed < spent:
            fault("movement", spent, speed)
        others = occupied.get(at, ())
        if not may_enter(silhouette, others):
            fault("occupied", max(others), silhouette)
    return Flight(begun=begun, moves=tuple(moves), faults=tuple(faults))


def flight_fault(step: int, rule: str, found: int, steps: str, limit: int) -> str:
    """A fault as a player would say it: `step 5 of F F L L L: a silhouette 6 ship turns at most twice`.

    The values are those of a FlightFault.
    """
    return f"step {step} of {steps}: {_why(step, rule, found, steps, limit)}"


def _why(step: int, rule: str, found: int, steps: str, limit: int) -> str:
    if rule == "turns":
        return f"a silhouette {limit} ship turns at most {times(most_turns(limit))}"
    if rule == "occupied":
        if found > SHARES:
            return f"a silhouette {found} ship is there, and nobody else may enter its hex"
        return (
            f"another ship is there, and a silhouette {limit} ship enters only empty hexes (silhouette {SHARES} or "
            "less may share one)"
        )
    dear = f" (a gravity-well hex takes {WELL_COST})" if found > steps.split()[:step].count("F") * COST else ""
    return f"speed {limit} allows {limit} movement, and this step makes the total {found}{dear}"
