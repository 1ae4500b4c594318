"""The commands that only Star Wars hex combat has."""

from typing import Final

from commands.verbs import Verb

_HERE: Final = "commands.starwars.calc"

#: What each sum is for, in a line of the group's help.
SUMS: Final = (
    Verb("range", f"{_HERE}:range_", "The range band of a target."),
    Verb("arc", f"{_HERE}:arc", "Firing arcs that hold a target, and open shield zones."),
    Verb("fly", f"{_HERE}:fly", "Carry out a Fly manoeuvre and find its illegal steps."),
    Verb("pool", f"{_HERE}:pool", "The chances of a pool of narrative dice."),
    Verb("result", f"{_HERE}:result", "The result of a throw of narrative dice."),
    Verb("terrain", f"{_HERE}:terrain", "What terrain does to a check and to a starship."),
    Verb("advantage", f"{_HERE}:advantage", "The check to Gain the Advantage."),
)

#: Its sums, below `sits calc starwars`.
CALC: Final = Verb(
    "starwars",
    "commands.starwars:SUMS",
    """Work out ranges, arcs, flight, terrain and pools of dice for Star Wars.

    sits calc starwars fly "F F R F L" --silhouette 4 --speed 3 --facing A
    sits calc starwars pool "2 ability 1 proficiency 2 difficulty"
    """,
)
