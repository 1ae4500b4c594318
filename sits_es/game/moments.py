"""Where a game stands: a turn and a step of it, written 2.5 for turn 2, segment 5."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import field, frozen
from attrs.validators import ge

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted

_MOMENT = re.compile(r"(\d{1,4})\.(\w+)")


@frozen(order=True)
class Moment:
    """An exchange of orders. turn: 1 up; segment: 1 up, the last of a turn being its break where it has one."""

    turn: int = field(default=1, validator=ge(1))
    segment: int = field(default=1, validator=ge(1))

    def written(self, steps: Sequence[str]) -> str:
        """As players write it: 2.5, or 2.break. steps: names of a turn's exchanges in order."""
        return f"{self.turn}.{steps[self.segment - 1]}"

    def next(self, steps: int) -> Moment:
        """The exchange behind this one. steps: exchanges of a turn, 1 up."""
        if self.segment < steps:
            return Moment(self.turn, self.segment + 1)
        return Moment(self.turn + 1, 1)


def read_moment(text: str, steps: Sequence[str]) -> Moment:
    """Read 2.5 or 2.break. Raises UnreadableError saying what a moment looks like."""
    found = _MOMENT.fullmatch(text.strip().lower())
    names = [name.lower() for name in steps]
    if found is None or found[2] not in names or int(found[1]) < 1:
        raise UnreadableError(
            f"{quoted(text)} is no moment of a game. Write turn and segment with a point between, such as 2.5; "
            f"segments are {_listed(steps)}."
        )
    return Moment(int(found[1]), names.index(found[2]) + 1)


def _listed(steps: Sequence[str]) -> str:
    """Names of a turn's exchanges in words: the numbers from the first to the last, then those that have a name."""
    numbers = [step for step in steps if step.isdecimal()]
    return ", or ".join([f"{numbers[0]} to {numbers[-1]}", *(step for step in steps if step not in numbers)])
