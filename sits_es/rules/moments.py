"""Where a game is: a turn and a step of it, written 2.5 for step 5 of turn 2, or 2.5-spend for one after it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import field, frozen
from attrs.validators import ge

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted
from sits_es.values import Value

_MOMENT = re.compile(r"(\d{1,4})\.([\w-]+)")
_TURN = re.compile(r"[1-9][0-9]{0,3}")
#: A step that has a number, alone or with a name of its own after it, such as 2 and 2-spend.
_NUMBERED = re.compile(r"([1-9][0-9]{0,3})(-.+)?")


@frozen(order=True)
class Moment(Value):
    """A place in the course of a game. turn: 1 up; segment: the step of the turn, 1 up, whatever it is called."""

    turn: int = field(default=1, validator=ge(1))
    segment: int = field(default=1, validator=ge(1))


def label_by_name(moment: Moment, names: Sequence[str]) -> str:
    """2.5, 2.break or 2.5-spend. names: of a turn's steps in order; a step without a name is written as its number."""
    step = names[moment.segment - 1] if moment.segment <= len(names) else str(moment.segment)
    return f"{moment.turn}.{step}"


def read_moment(text: str, names: Sequence[str] = (), step: str = "step") -> Moment:
    """Read 2.5, 2.break or 2.5-spend. Raises UnreadableError saying what a moment looks like.

    names: of a turn's steps in order; none: any number will do. step: what one is called.
    """
    found = _MOMENT.fullmatch(text.strip().lower())
    known = [name.lower() for name in names]
    if found is not None and int(found[1]) >= 1:
        if found[2] in known:
            return Moment(int(found[1]), known.index(found[2]) + 1)
        if not names and found[2].isascii() and found[2].isdecimal() and 1 <= int(found[2][:5]) <= 9999:
            return Moment(int(found[1]), int(found[2]))
    if names and _TURN.fullmatch(text):
        said = f"turn {text} runs from {text}.{names[0]} to {text}.{names[-1]}."
        raise UnreadableError(f"{quoted(text)} is a turn, not a moment of a game: {said}")
    which = f"{step}s are {_listed(names)}" if names else f"{step}s are numbers from 1"
    raise UnreadableError(
        f"{quoted(text)} is not a moment of a game. Write turn and {step} with a point between them, such as 2.5; "
        f"{which}."
    )


def _listed(names: Sequence[str]) -> str:
    """Names of a turn's steps in words: of those that differ by a number alone the first and the last of each row."""
    rows: list[tuple[str, int, str, str]] = []
    for name in names:
        found = _NUMBERED.fullmatch(name)
        kind, number = (found[2] or "", int(found[1])) if found is not None else (name, 0)
        at = next((at for at, row in enumerate(rows) if number and row[:2] == (kind, number - 1)), None)
        if at is None:
            rows.append((kind, number, name, name))
        else:
            rows[at] = (kind, number, rows[at][2], name)
    said = [first if first == last else f"{first} to {last}" for _, _, first, last in rows]
    return ", or ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
