"""The narrative dice: six kinds, their faces, pools of them, and what faces come to. Rule: base game, as published.

A face is named by its symbols: s success, a advantage, f failure, t threat, each once for each time it is printed;
`triumph`, `despair` and `blank` by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import add
from typing import Final

from attrs import frozen
from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted, unknown
from sits_es.values import Value

#: The faces of each kind in the order printed: index 0 of a die that was thrown is the first.
FACES: Final[dict[str, tuple[str, ...]]] = {
    "ability": ("blank", "s", "s", "ss", "a", "a", "sa", "aa"),
    "proficiency": ("blank", "s", "s", "ss", "ss", "a", "sa", "sa", "sa", "aa", "aa", "triumph"),
    "boost": ("blank", "blank", "s", "sa", "aa", "a"),
    "difficulty": ("blank", "f", "ff", "t", "t", "t", "tt", "ft"),
    "challenge": ("blank", "f", "f", "ff", "ff", "t", "t", "ft", "ft", "tt", "tt", "despair"),
    "setback": ("blank", "blank", "f", "f", "t", "t"),
}

#: Sides of each kind.
DIE_SIDES: Final = {kind: len(faces) for kind, faces in FACES.items()}

#: The six kinds in the order in which they are always told: one's own first, then those against one.
KINDS: Final = ("ability", "proficiency", "boost", "difficulty", "challenge", "setback")

#: The kinds that initiative is rolled with, in the order in which a starship's pool has them. Rule: base game.
INITIATIVE: Final = ("ability", "proficiency", "boost")

#: Dice of one kind that a text may name.
MOST_OF_A_KIND: Final = 99

#: The word for a pool without dice.
_NO_DICE: Final = "no dice"


class Result(Struct, frozen=True):
    """What symbols come to. success: net, failures negative; advantage: net, threats negative; triumph, despair: 0 up.

    A triumph has counted as a success as well, and a despair as a failure; neither takes the other away. Rule: base
    game; rules.md, Dice.
    """

    success: int = 0
    advantage: int = 0
    triumph: int = 0
    despair: int = 0

    @property
    def succeeds(self) -> bool:
        """Whether at least one success is left."""
        return self.success > 0

    @property
    def threat(self) -> int:
        """Net threats, 0 up."""
        return max(0, -self.advantage)

    def __add__(self, other: Result) -> Result:
        return Result(
            self.success + other.success,
            self.advantage + other.advantage,
            self.triumph + other.triumph,
            self.despair + other.despair,
        )


#: What each face comes to by itself. Rule: rules.md, Dice: a triumph is a success too, a despair a failure.
VALUES: Final[dict[str, Result]] = {
    face: Result(
        success=face.count("s") - face.count("f"),
        advantage=face.count("a") - face.count("t"),
    )
    for faces in FACES.values()
    for face in faces
} | {"blank": Result(), "triumph": Result(success=1, triumph=1), "despair": Result(success=-1, despair=1)}


@frozen
class Pool(Value):
    """Dice to throw together: how many of each kind, 0 up; ValueError below that."""

    ability: int = 0
    proficiency: int = 0
    boost: int = 0
    difficulty: int = 0
    challenge: int = 0
    setback: int = 0

    def __attrs_post_init__(self) -> None:
        if min(self.counts) < 0:
            message = f"a pool has no dice below 0: {self.counts}"
            raise ValueError(message)

    @property
    def counts(self) -> tuple[int, int, int, int, int, int]:
        """How many of each kind, in the order of KINDS."""
        return self.ability, self.proficiency, self.boost, self.difficulty, self.challenge, self.setback

    def by_kind(self) -> dict[str, int]:
        """How many of each kind by name, in the order of KINDS, those of which there are none too."""
        return dict(zip(KINDS, self.counts, strict=True))

    def dice(self) -> tuple[str, ...]:
        """The kind of each die, in the order of KINDS."""
        return tuple(kind for kind, number in self.by_kind().items() for _ in range(number))

    def __add__(self, other: Pool) -> Pool:
        return Pool(*map(add, self.counts, other.counts))

    def upgraded(self, times: int) -> Pool:
        """The pool after so many upgrades of one's own dice, 0 up, one after the other.

        Each turns an ability die into a proficiency die; with none to turn it adds an ability die, which the next one
        turns. Rule: rules.md, Dice.
        """
        ability, proficiency = _upgraded(self.ability, self.proficiency, times)
        return self._but(ability=ability, proficiency=proficiency)

    def upgraded_difficulty(self, times: int) -> Pool:
        """The pool after so many upgrades of the difficulty, 0 up: difficulty dice turn into challenge dice alike."""
        difficulty, challenge = _upgraded(self.difficulty, self.challenge, times)
        return self._but(difficulty=difficulty, challenge=challenge)

    def _but(self, **changed: int) -> Pool:
        return Pool(**self.by_kind() | changed)

    def __str__(self) -> str:
        """Such as `2 ability 1 difficulty`, which read_pool reads; `no dice`."""
        return " ".join(f"{number} {kind}" for kind, number in self.by_kind().items() if number) or _NO_DICE


def _upgraded(plain: int, better: int, times: int) -> tuple[int, int]:
    if times < 0:
        message = f"dice are upgraded 0 times or more: {times}"
        raise ValueError(message)
    for _ in range(times):
        plain, better = (plain - 1, better + 1) if plain else (1, better)
    return plain, better


def pool_of(characteristic: int, skill: int) -> Pool:
    """One's own dice of a check, of two numbers 0 up: the larger is how many, the smaller how many are upgraded.

    Rule: base game.
    """
    return Pool(ability=max(characteristic, skill)).upgraded(min(characteristic, skill))


def opposed_by(characteristic: int, skill: int) -> Pool:
    """The dice against one in an opposed check: the opponent's, as difficulty and challenge dice. Rule: base game."""
    return Pool(difficulty=max(characteristic, skill)).upgraded_difficulty(min(characteristic, skill))


def face_of(kind: str, index: int) -> str:
    """The name of the face that a die shows: `sa` for index 6 of an ability die, the first face being 0."""
    return FACES[kind][index]


def result_of(thrown: Iterable[tuple[str, int]]) -> Result:
    """What thrown dice come to together, after cancelling. thrown: kind and face of each, the first face 0."""
    return sum((VALUES[face_of(kind, index)] for kind, index in thrown), Result())


def read_pool(text: str, offered: tuple[str, ...] = KINDS) -> Pool:
    """Read `2 ability 1 difficulty`: any order and case, repeats added, `no dice` for none.

    offered: the kinds that a fault names. UnreadableError names every fault.
    """
    words = re.findall(r"[^\s,]+", text.lower())
    if " ".join(words) == _NO_DICE:
        return Pool()
    if not words:
        raise UnreadableError("The pool is empty. Write how many dice of each kind, such as 2 ability 1 boost.")
    counts = dict.fromkeys(KINDS, 0)
    problems: list[str] = []
    for number, kind in _pairs(words, problems):
        if kind not in KINDS:
            problems.append(unknown("kind of dice", kind, offered, "kinds of dice"))
        else:
            counts[kind] += number
    problems += [
        f"That is too many {kind} dice. Write {MOST_OF_A_KIND} or fewer."
        for kind, number in counts.items()
        if number > MOST_OF_A_KIND
    ]
    if problems:
        raise UnreadableError(problems)
    return Pool(**counts)


def _pairs(words: list[str], problems: list[str]) -> Iterator[tuple[int, str]]:
    """Numbers with their kinds; what has no partner, or is no number of dice, goes to the problems."""
    number: str | None = None
    for word in words:
        if re.fullmatch(r"-?[0-9]+", word):
            if number is not None:
                problems.append(_without_kind(number))
            number = word
            continue
        if number is None:
            problems.append(f"{quoted(word)} has no number of dice before it. Write it like this: 2 ability.")
        elif number.startswith("-"):
            problems.append(f"{quoted(f'{number} {word}')} is below 0. Write 0 to {MOST_OF_A_KIND}.")
        else:
            # a longer number is too many all the same
            yield (int(number) if len(number) < 5 else MOST_OF_A_KIND + 1), word
        number = None
    if number is not None:
        problems.append(_without_kind(number))


def _without_kind(number: str) -> str:
    return f"{quoted(number)} has no kind of dice after it. Write it like this: 2 ability."
