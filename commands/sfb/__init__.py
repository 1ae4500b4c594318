"""The commands that only SFB 'n3D has."""

from typing import Final

from commands.verbs import Verb

_HERE: Final = "commands.sfb.calc"

#: What each sum is for, in a line of the group's help.
SUMS: Final = (
    Verb("bearing", f"{_HERE}:bearing", "Range, bearing, arcs and mounts; what bears, and what is in the way."),
    Verb("mounts", f"{_HERE}:mounts", "The mounts of a group of weapons."),
    Verb("turnmode", f"{_HERE}:turnmode", "How far a unit may turn in an impulse."),
    Verb("move", f"{_HERE}:move", "Where a unit is after one or more impulses."),
    Verb("seek", f"{_HERE}:seek", "How a seeking weapon moves in an impulse."),
    Verb("schedule", f"{_HERE}:schedule", "The impulses in which mines, rings and asteroids act on a unit."),
    Verb("explosion", f"{_HERE}:explosion", "What an explosion does at a given range."),
    Verb("web", f"{_HERE}:web", "A strand's length and cost, and what its web does."),
    Verb("sphere", f"{_HERE}:sphere", "Whether a unit meets an expanding sphere, and how strong the sphere is."),
    Verb("pull", f"{_HERE}:pull", "The pull of a black hole."),
    Verb("orbit", f"{_HERE}:orbit", "The facing and turns of a ship in a standard orbit."),
    Verb("het", f"{_HERE}:het", "The facing after a breakdown, from six dice."),
    Verb("hex", f"{_HERE}:hex_", "Convert a printed hex and facing to a place and angles."),
)

#: Its sums, below `sits calc sfb`.
CALC: Final = Verb(
    "sfb",
    "commands.sfb:SUMS",
    """Work out bearings, movement, explosions and webs for SFB 'n3D.

    sits calc sfb bearing 0,0,0 3,0.5,-1 --facing "yaw 20 roll 90" --weapon FX/top
    sits calc sfb move 0,0,0 --facing "yaw 60" --speed 10 --thrust 1
    """,
)
