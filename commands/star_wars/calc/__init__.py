"""`sits calc sw`: the sums of Star Wars hex combat, each with the steps that a player takes on paper."""

from __future__ import annotations

from typing import Final

from commands.verbs import Verb

__all__ = ["VERBS"]

_HERE: Final = "commands.star_wars.calc"

#: What each is for in a line of the group's help, and lines to type.
VERBS: Final = (
    Verb("range", f"{_HERE}.aim:range_", "The range band of a target.", ('sits calc sw range "3A 2C"',)),
    Verb(
        "arc",
        f"{_HERE}.aim:arc",
        "Firing arcs that hold a target, and open shield zones.",
        (
            'sits calc sw arc "2B" --facing A --target-facing D',
            "sits calc sw arc 0A --facing A --target-facing C --toward B",
        ),
    ),
    Verb(
        "fly",
        f"{_HERE}.helm:fly",
        "Carry out a Fly manoeuvre, and find its faults.",
        (
            'sits calc sw fly "F F R F L" --silhouette 4 --speed 3 --facing A',
            'sits calc sw fly F F L L L --silhouette 6 --speed 4 --facing A --occupied "2A=5" --well 1A',
        ),
    ),
    Verb(
        "pool",
        f"{_HERE}.dice:pool",
        "The chances of a pool of narrative dice.",
        (
            'sits calc sw pool "2 ability 1 proficiency 2 difficulty"',
            "sits calc sw pool 1 ability 1 difficulty --upgrade 1 --upgrade-difficulty 0",
        ),
    ),
    Verb(
        "result",
        f"{_HERE}.dice:result",
        "What thrown narrative dice come to.",
        ("sits calc sw result ability:sa proficiency:triumph difficulty:tt challenge:despair",),
    ),
    Verb(
        "terrain",
        f"{_HERE}.hazards:terrain",
        "What terrain does to a check and to a starship.",
        (
            "sits calc sw terrain asteroid-field --hexes 5 --silhouette 4 --setback 1 --threat 2 --armour 3",
            "sits calc sw terrain gas-cloud --skill gunnery --difficulty 2",
        ),
    ),
    Verb(
        "advantage",
        f"{_HERE}.helm:advantage",
        "The check to Gain the Advantage.",
        (
            (
                "sits calc sw advantage --agility 3 --piloting 2 --speed 5 --their-agility 2 --their-piloting 1 "
                "--their-speed 3 --silhouette 3 --hexes 1"
            ),
        ),
    ),
)
