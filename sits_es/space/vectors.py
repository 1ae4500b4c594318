"""Vectors as players write them, `4A 6B 1+`, and their consolidation step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import field, frozen
from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.space.hexes import DIRECTIONS, STEPS, HexVector

#: The eight directions in the order in which vectors are kept: A..F, up, down.
ORDER: Final = DIRECTIONS + "+-"

#: The most hexes per turn that one word may name; faster than anything that a movement grid can hold.
MOST: Final = 9999

#: The word for no motion.
_STILL: Final = "still"

_NONE: Final = (0,) * len(ORDER)


def _whole(_vectors: object, _field: object, counts: tuple[int, ...]) -> None:
    if len(counts) != len(ORDER) or min(counts) < 0:
        message = f"vectors need {len(ORDER)} counts, 0 up, in the order {ORDER}: {counts}"
        raise ValueError(message)


@frozen
class Vectors:
    """Vectors as they are before consolidation: hexes (per turn, for a velocity) in each of eight directions.

    counts: 0 up, in the order A B C D E F + -; ValueError otherwise. Rule: sits rules 1.
    """

    counts: tuple[int, ...] = field(default=_NONE, validator=_whole)

    @classmethod
    def of(cls, vector: HexVector) -> Vectors:
        """The canonical vectors of a net motion."""
        counts = dict(vector.components())
        return cls(tuple(counts.get(direction, 0) for direction in ORDER))

    def __add__(self, other: Vectors) -> Vectors:
        return Vectors(tuple(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)))

    def net(self) -> HexVector:
        """The net motion of all of them together."""
        steps = [(count, STEPS[direction]) for direction, count in zip(ORDER, self.counts, strict=True)]
        a, c, up = (sum(count * step[axis] for count, step in steps) for axis in range(3))
        return HexVector(a, c, up)

    def __str__(self) -> str:
        return " ".join(f"{count}{way}" for way, count in zip(ORDER, self.counts, strict=True) if count)


class Subtraction(Struct, frozen=True):
    """A step of a consolidation: the smaller of a pair of vectors is taken from both, each as (hexes, direction).

    between: the direction between two that are 120 degrees apart, to which the smaller moves; in_all: the hexes in it
    then. None and 0 for two that are opposite.
    """

    pair: tuple[tuple[int, str], tuple[int, str]]
    between: str | None = None
    in_all: int = 0

    def in_words(self) -> str:
        """The step as one sentence that can be checked on paper."""
        (one, way), (other, its) = self.pair
        smaller = min(one, other)
        before = f"{one}{way} and {other}{its}"
        rest = ((one - smaller, way), (other - smaller, its))
        left = " ".join(f"{count}{which}" for count, which in rest if count) or "nothing"
        if self.between is None:
            return f"180 degrees: {before} leave {left}."
        in_all = f" ({self.in_all}{self.between} in all)" if self.in_all > smaller else ""
        return f"120 degrees: {before} make {smaller}{self.between}{in_all} and leave {left}."


class Consolidation(Struct, frozen=True):
    """A consolidation as a player does it by hand.

    vector: the net motion in its one canonical form. subtractions: its steps, in the order of the rule.
    """

    vector: HexVector
    subtractions: tuple[Subtraction, ...]

    @property
    def steps(self) -> tuple[str, ...]:
        """Each subtraction in words."""
        return tuple(step.in_words() for step in self.subtractions)


def vectors_in_words(vectors: HexVector | Vectors) -> str:
    """Vectors as players write them, `4A 6B 1+`, or `still` for none. read_vectors takes every answer."""
    return str(vectors) or _STILL


def read_vectors(text: str) -> Vectors:
    """Read vectors such as `4A 6B 1+`: any order, upper or lower case, repeats added; `still` or nothing is no motion.

    UnreadableError names every word that is wrong, its column (1 up) and what would be right.
    """
    return _read(text, ORDER)


def read_flat_vector(text: str) -> HexVector:
    """Read a way on a flat map, such as `3A 2C`, as `read_vectors` does; up and down lead nowhere and are faults."""
    return _read(text, DIRECTIONS).net()


def _read(text: str, ways: str) -> Vectors:
    """Read vectors in these directions."""
    if text.strip().lower() in {"", _STILL}:
        return Vectors()
    counts = dict.fromkeys(ORDER, 0)
    problems = []
    for word in re.finditer(r"[^\s,]+", text):
        if problem := _problem(word.group(), ways):
            problems.append(f'"{word.group()}" (column {word.start() + 1}) {problem}')
        else:
            counts[word.group()[-1].upper()] += int(word.group()[:-1])
    if problems:
        raise UnreadableError(problems)
    return Vectors(tuple(counts.values()))


#: One good word: a number and its direction.
_WORD = re.compile(r"([0-9]{1,4})([A-F+-])", re.IGNORECASE)
#: Words that mean up or down, whatever else is wrong with them.
_LEVELS = re.compile(r"-?[0-9]*[+-][0-9]*")


def _problem(word: str, ways: str) -> str | None:  # noqa: C901, PLR0911 - one line for each way to be wrong
    """Say what is wrong with one word of a list of vectors and what would be right; None for a good one."""
    named = " ".join(ways)
    if ways == DIRECTIONS and _LEVELS.fullmatch(word):
        return f"leads up or down, but the map is flat. Write a number and one of {named}, such as 4A."
    if _WORD.fullmatch(word):
        return None
    if word.lower() == _STILL:
        return "means no motion, so it must stand alone. Take the word out, or write nothing else."
    if re.fullmatch(r"[0-9]+", word):
        return f"has no direction. Write one of {named} after the number, such as {word[:4]}A."
    if re.fullmatch(r"[A-F+-]", word, re.IGNORECASE):
        return f"has no number. Write how many hexes, such as 1{word.upper()}."
    if re.fullmatch(r"[0-9]+[A-F+-]", word, re.IGNORECASE):
        return f"is too many hexes. Write 0 to {MOST}, such as {MOST}{word[-1].upper()}."
    if found := re.fullmatch(r"-([0-9]{1,4})([A-F+-])", word, re.IGNORECASE):
        return f"is below 0. For {found[1]} the other way, write {found[1]}{_opposite(found[2].upper())}."
    if found := re.fullmatch(r"([A-F+-])([0-9]{1,4})", word, re.IGNORECASE):
        return f"has its direction in front. Write the number first: {found[2]}{found[1].upper()}."
    if re.fullmatch(r"([0-9]{1,4}[A-F+-]){2,}", word, re.IGNORECASE):
        parts = " ".join(found.group().upper() for found in _WORD.finditer(word))
        return f"is several vectors in one word. Put spaces between them: {parts}."
    if found := re.fullmatch(r"([0-9]{1,4})(\D)", word):
        return f"names no direction. Write one of {named} after the number, such as {found[1]}A."
    return f"is not a vector. Write a number and one of {named}, such as 4A."


def _opposite(direction: str) -> str:
    return {"+": "-", "-": "+"}.get(direction) or _turned(direction, 3)


def _turned(direction: str, steps: int) -> str:
    """The horizontal direction `steps` times 60 degrees clockwise of this one."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + steps) % 6]


#: Whose the order of the pairs is.
PAIRS_RULE: Final = "the order of the pairs: sits rules 1 (house)"
#: Pairs 180 degrees apart, in the order of the rule.
OPPOSITES: Final = (("A", "D"), ("B", "E"), ("C", "F"), ("+", "-"))

#: Pairs 120 degrees apart, and the direction between them, in the order of the rule.
THIRDS: Final = tuple((way, _turned(way, 1), _turned(way, 2)) for way in DIRECTIONS)


def consolidate(vectors: Vectors) -> Consolidation:
    """Consolidate vectors as the card does: pairs 180 degrees apart, then 120 degrees, until neither is left.

    The net motion never changes and its canonical form is unique. Rule: card, "Resolve Vectors 180 Degrees Apart";
    flyer, "Copy the smaller vector"; sits rules 1.
    """
    counts = dict(zip(ORDER, vectors.counts, strict=True))
    steps: list[Subtraction] = []
    while found := [*_cancel(counts), *_fold(counts)]:
        steps += found
    return Consolidation(vectors.net(), tuple(steps))


def _cancel(counts: dict[str, int]) -> Iterator[Subtraction]:
    """Subtract the smaller of each opposite pair from both."""
    for one, other in OPPOSITES:
        if smaller := min(counts[one], counts[other]):
            pair = (counts[one], one), (counts[other], other)
            counts[one] -= smaller
            counts[other] -= smaller
            yield Subtraction(pair)


def _fold(counts: dict[str, int]) -> Iterator[Subtraction]:
    """Move the smaller of each pair 120 degrees apart to the direction between, and subtract it from both."""
    for one, between, other in THIRDS:
        if smaller := min(counts[one], counts[other]):
            pair = (counts[one], one), (counts[other], other)
            counts[one] -= smaller
            counts[other] -= smaller
            counts[between] += smaller
            yield Subtraction(pair, between, counts[between])
