"""The commands that only X-Wing has."""

from typing import Final

from commands.verbs import Verb

_HERE: Final = "commands.xwing.calc"

#: What each sum is for, in a line of the group's help.
SUMS: Final = (
    Verb("arc", f"{_HERE}:arc", "Which of a base's arcs hold another base, how much of it, and at what range."),
    Verb("range", f"{_HERE}:range_", "How far apart two bases are, and the range band."),
    Verb("relation", f"{_HERE}:relation", "Whether a base is behind another, in front of it, or flanking it."),
    Verb("firing", f"{_HERE}:firing", "A ship's firing arcs, and which of them hold a target."),
    Verb("move", f"{_HERE}:move", "Where a base ends up after a template, and which way it faces."),
    Verb("rotate", f"{_HERE}:rotate", "Where a turret may be rotated to."),
)

#: Its sums, below `sits calc xwing`.
CALC: Final = Verb(
    "xwing",
    "commands.xwing:SUMS",
    """Measure arcs, ranges, relations and moves of X-Wing bases on a table.

    sits calc xwing arc small@0,0,0 medium@-60,140.5,30
    sits calc xwing move small@0,0,0 2 bank left
    sits calc xwing rotate left,right front,rear
    """,
)
