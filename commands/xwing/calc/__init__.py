"""`sits calc xwing`: arcs, ranges, relations and turrets, each with why it is so and a picture.

A place is BASE@X,Y,FACING, or a name from a file of places, as `sums.named_places` tells.
"""

from __future__ import annotations

from typing import Final

from commands.verbs import Verb

__all__ = ["VERBS"]

_HERE: Final = "commands.xwing.calc"

#: What each is for in a line of the group's help, and lines to type.
VERBS: Final = (
    Verb(
        "arc",
        f"{_HERE}.measured:arc",
        "Which arcs of a base hold another, how much of it, at what range.",
        (
            "sits calc xwing arc small@0,0,0 medium@-60,140.5,30",
            "sits calc xwing arc Red Blue --places table.toml --svg arcs.svg",
        ),
    ),
    Verb(
        "range",
        f"{_HERE}.measured:range_",
        "How far apart two bases are, and the range band.",
        ("sits calc xwing range small@0,0,0 large@150,150,45",),
    ),
    Verb(
        "relation",
        f"{_HERE}.stood:relation",
        "Whether a base is behind another, in front of it, or flanking it.",
        ("sits calc xwing relation small@200,10,0 medium@0,0,0",),
    ),
    Verb(
        "firing",
        f"{_HERE}.stood:firing",
        "Which firing arcs there are, and which of them hold a target.",
        (
            "sits calc xwing firing small@0,0,0 medium@-60,140.5,30 --shaded front --turret left,right",
            "sits calc xwing firing small@0,0,0 small@0,-90,0 --shaded front --upgrade rear",
        ),
    ),
    Verb(
        "rotate",
        f"{_HERE}.stood:rotate",
        "Where a turret may be rotated to.",
        ("sits calc xwing rotate left,right front,rear", "sits calc xwing rotate front left"),
    ),
)
