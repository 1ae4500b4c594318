"""Manoeuvres by template: how far a ship goes, where it ends and which way it faces there.

A base goes from its front edge on along the template's middle line, and ends with its rear edge, or after a turn at the
end the edge that comes behind, against the template's other end. So its middle goes half the base straight, along the
template, and half the base straight again. Rule: rules.md, Templates.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from math import cos, pi, radians, sin
from typing import Final

from msgspec import Struct

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules.xwing.sums.bases import Base, Placement, Point, turned, within_a_turn
from sits_es.rules.xwing.sums.numbers import DIGITS, PLACES, plainly
from sits_es.sentences import quoted

#: How long one length of a straight template is, and how wide each template, in mm.
LENGTH: Final = 40
WIDTH: Final = 20
#: The radius of the middle line of each curved template by its speed, 1 up, in mm, and how far it turns, in degrees.
CURVES: Final[dict[str, tuple[tuple[float, ...], int]]] = {
    "bank": ((80, 130, 180), 45),
    "turn": ((35, 62.5, 90), 90),
}
#: Kinds of manoeuvres: the template that each uses, its highest speed, and how far the ship turns besides at its end.
KINDS: Final[dict[str, tuple[str, int, int]]] = {
    "straight": ("straight", 5, 0),
    "bank": ("bank", 3, 0),
    "turn": ("turn", 3, 0),
    "kt": ("straight", 5, 180),
    "segnor's loop": ("bank", 3, 180),
    "talon roll": ("turn", 3, 90),
}
SIDES: Final = ("left", "right")


class Template(Struct, frozen=True):
    """A manoeuvre. speed: 1 up; kind: of KINDS; side: left or right, empty for one straight ahead."""

    speed: int
    kind: str
    side: str = ""

    def __str__(self) -> str:
        return f"{self.speed} {self.kind}{f' {self.side}' if self.side else ''}"

    @property
    def piece(self) -> str:
        """The template on the table: straight, bank or turn."""
        return KINDS[self.kind][0]

    @property
    def radius(self) -> float:
        """Of its middle line, in mm; 0 for a straight one."""
        return CURVES[self.piece][0][self.speed - 1] if self.piece in CURVES else 0.0

    @property
    def curve(self) -> int:
        """How far it turns, in degrees, clockwise above 0."""
        return 0 if self.piece not in CURVES else CURVES[self.piece][1] * (1 if self.side == "right" else -1)

    @property
    def length(self) -> float:
        """Of its middle line, in mm."""
        return self.radius * radians(abs(self.curve)) if self.curve else float(LENGTH * self.speed)

    @property
    def last(self) -> int:
        """How far the ship turns besides at its end, in degrees clockwise."""
        degrees = KINDS[self.kind][2]
        return -degrees if self.side == "left" and degrees < 180 else degrees


#: Every manoeuvre, in the order in which a file lists them.
TEMPLATES: Final = tuple(
    Template(speed, kind, side)
    for kind, (piece, most, _) in KINDS.items()
    for speed in range(1, most + 1)
    for side in (SIDES if piece in CURVES else ("",))
)

_BY_NAME: Final = {str(each): each for each in TEMPLATES}
_HOW: Final = (
    "Write a template such as 2 straight, 3 bank left, 1 turn right, 4 kt, 2 segnor's loop left or 3 talon roll right."
)


def known_template(text: str) -> Template | None:
    """The manoeuvre of that name; None for any other words."""
    return _BY_NAME.get(" ".join(text.lower().split()))


def read_template(text: str) -> Template:
    """A manoeuvre as people write it: `2 bank left`. Raises UnreadableError."""
    found = known_template(text)
    if found is None:
        raise UnreadableError(
            f"{quoted(text.strip())} is not a template. {_HOW} Straights and kt go up to 5; all others go up to 3."
        )
    return found


def need_template(base: Base) -> None:
    """Refuse a huge base, which goes by a tool of its own. Raises NotAllowedError."""
    if base.token is None:
        raise NotAllowedError(f"A huge base such as {base.name} does not use these templates.")


class Pose(Struct, frozen=True):
    """Where a base is on its way, seen from its beginning: its middle to the right and ahead, in mm.

    turned: clockwise, in degrees.
    """

    right: float
    ahead: float
    turned: float


def way(base: Base, template: Template) -> float:
    """How far the middle of a base goes, in mm."""
    return float(base.length) + template.length


def pose(base: Base, template: Template, along: float) -> Pose:
    """Where a base is after its middle has gone so far, 0 up to `way`, in mm; a turn at the end is still to come."""
    curve = template.curve
    if not curve:
        return Pose(0.0, along, 0.0)
    half, length, radius = float(base.length) / 2, template.length, template.radius
    before, on = min(along, half), min(max(along - half, 0.0), length)
    after = max(along - half - length, 0.0)
    side = 1 if curve > 0 else -1
    part = on / length
    if part == 1.0:
        turn = turned(Decimal(abs(curve)))
        sine, cosine = turn.sine, turn.cosine
    else:
        angle = part * abs(curve) * pi / 180
        sine, cosine = sin(angle), cos(angle)
    right = radius * (1 - cosine) + after * sine
    ahead = before + radius * sine + after * cosine
    return Pose(side * right, ahead, side * part * abs(curve))


def put(start: Placement, reached: Pose, *, turn: int = 0) -> Placement:
    """A base on the table after a way, its place and facing to a thousandth. turn: clockwise at the end, in degrees."""
    turn_there = turned(start.facing)
    right = reached.right * turn_there.cosine + reached.ahead * turn_there.sine
    up = reached.ahead * turn_there.cosine - reached.right * turn_there.sine
    x, y, facing = (
        _rounded(DIGITS.add(here, _exact(more)))
        for here, more in ((start.x, right), (start.y, up), (start.facing, reached.turned + turn))
    )
    return Placement(start.base, x, y, within_a_turn(facing))


def flown(start: Placement, template: Template) -> Placement:
    """Where a base ends by a template, with nothing in its way. Raises NotAllowedError for a huge one."""
    need_template(start.base)
    return put(start, pose(start.base, template, way(start.base, template)), turn=template.last)


def middle_line(base: Base, template: Template, along: float | None = None) -> tuple[Point, ...]:
    """The template's middle line, as far as the middle of the base has gone beyond its front edge, about the base."""
    half, end = float(base.length) / 2, template.length if along is None else along - float(base.length) / 2
    end = min(max(end, 0.0), template.length)
    steps = 64 if template.curve else 1
    found = (pose(base, template, half + end * step / steps) for step in range(steps + 1))
    return tuple((each.right, each.ahead) for each in found)


def _exact(number: float) -> Decimal:
    """A measured number to 9 places: what is equal on paper is rounded alike on whatever computer."""
    return Decimal(f"{number:.9f}")


def _rounded(number: Decimal) -> Decimal:
    return Decimal(plainly(round(number, PLACES)))


def steps_of(base: Base, template: Template, *, stopped: bool = False) -> Iterator[str]:
    """How a way is worked out, on paper. stopped: another ship is in the way, and so it does not turn at the end."""
    half = plainly(base.length / 2)
    if template.curve:
        way = (
            f"{abs(template.curve)} degrees to the {template.side} on a radius of {plainly(_exact(template.radius))} mm"
        )
    else:
        way = f"{plainly(_exact(template.length))} mm of template"
    yield f"The middle of the base goes {half} mm ahead, then {way}, then another {half} mm ahead."
    if template.last and not stopped:
        side = "" if template.last == 180 else f" to the {template.side}"
        yield f"At the end, the base turns by {abs(template.last)} degrees{side}."
