"""Where a unit points and how it lies: pitch, yaw and roll. Rule: C1.21.

Pitch counts upward, yaw to the left, roll to the right hand: at 90 degrees of roll the top points right.
"""

from typing import Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.sums.numbers import FULL_TURN, read_decimal, written
from sits_es.sentences import quoted, unknown
from sits_es.values import Value

#: The three axes, in the order in which they are written.
AXES: Final = ("pitch", "yaw", "roll")
#: Half a turn in ten-thousandths of a degree.
HALF: Final = FULL_TURN // 2


@frozen
class Turn(Value):
    """A change of facing. pitch, yaw, roll: ten-thousandths of a degree; positive is up, left and to the right hand."""

    pitch: int = 0
    yaw: int = 0
    roll: int = 0

    def __bool__(self) -> bool:
        return bool(self.pitch or self.yaw or self.roll)

    def __neg__(self) -> "Turn":
        return Turn(-self.pitch, -self.yaw, -self.roll)

    def __str__(self) -> str:
        return _said((self.pitch, self.yaw, self.roll))


@frozen
class Facing(Value):
    """A facing. pitch, yaw, roll: ten-thousandths of a degree, each 0 up to below a full turn; pitch 100 stays 100.

    Rule: house.
    """

    pitch: int = 0
    yaw: int = 0
    roll: int = 0

    def turned(self, turn: Turn) -> "Facing":
        """The facing after a turn: each angle is added to as it is recorded, whatever the roll. Rule: C3.0, house."""
        return facing(self.pitch + turn.pitch, self.yaw + turn.yaw, self.roll + turn.roll)

    def since(self, before: "Facing") -> Turn:
        """The turn that leads here from another facing, about each axis the shorter way; exactly half: positive."""
        return Turn(*(HALF - (HALF - (getattr(self, axis) - getattr(before, axis))) % FULL_TURN for axis in AXES))

    def decimals(self) -> dict[str, str]:
        """Its angles in degrees, as decimals by name."""
        return {axis: written(getattr(self, axis)) for axis in AXES}

    @property
    def signed(self) -> Turn:
        """Each angle from above -180 to 180, as bearings are told."""
        return self.since(Facing())

    def __str__(self) -> str:
        return str(self.signed)


def facing(pitch: int, yaw: int, roll: int) -> Facing:
    """A facing of any three angles, each brought to 0 up to below a full turn."""
    return Facing(pitch % FULL_TURN, yaw % FULL_TURN, roll % FULL_TURN)


def read_turn(text: str) -> Turn:
    """Read `yaw 8.2 pitch -3`: words in any order, what is left out is 0. Raises UnreadableError with every fault."""
    angles = _angles(text)
    return Turn(angles["pitch"], angles["yaw"], angles["roll"])


def read_facing(text: str) -> Facing:
    """Read `yaw 300 pitch -10`: words in any order, what is left out is 0. Raises UnreadableError with every fault."""
    return Facing().turned(read_turn(text))


def _angles(text: str) -> dict[str, int]:
    words, problems = text.split(), []
    angles = dict.fromkeys(AXES, 0)
    if len(words) % 2:
        raise UnreadableError(
            f"{quoted(text)} is not a list of axes and angles. "
            'Write each axis before its angle, such as "yaw 300 pitch -10" (C1.21).'
        )
    given: set[str] = set()
    for axis, number in zip(words[::2], words[1::2], strict=True):
        name = axis.lower()
        if name not in angles:
            problems.append(f"{unknown('angle', axis, AXES)} (C1.21)")
            continue
        if name in given:
            problems.append(f"{name} is given twice. Write it once (C1.21).")
        given.add(name)
        try:
            angles[name] = read_decimal(number, f"an angle of {name}", rule="C1.21")
        except UnreadableError as refusal:
            problems += refusal.problems
    if problems:
        raise UnreadableError(problems)
    return angles


def _said(angles: tuple[int, int, int]) -> str:
    """Angles that are not 0 in words: `yaw 300 pitch 10`; `yaw 0` when all are."""
    pitch, yaw, roll = angles
    said = [f"{axis} {written(angle)}" for axis, angle in (("yaw", yaw), ("pitch", pitch), ("roll", roll)) if angle]
    return " ".join(said) or "yaw 0"
