"""A scenario file of SFB 'n3D with one of everything, and what is wrong with others like it."""

from __future__ import annotations

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.cards.samples import sample_classes
from sits_es.rules.sfb.scenario.scenario import read_scenario

CHASE = """\
rules = "sfb"
title = "A chase"
run = 16
turns = 3
[players.red]
name = "Anna"
[players.blue]
side = "Blues"
[[units]]
name = "Kestrel"
class = "Sample cruiser"
player = "red"
place = "100,0.5,-3"
facing = "yaw 180 pitch -10"
speed = 12.5
thrust = 1
inertia = "-0.5,0,0"
crew = "outstanding"
[[units]]
name = "Wasp"
class = "Sample fighter"
player = "red"
aboard = "Kestrel"
[[units]]
name = "Gate"
class = "Sample base"
player = "blue"
hex = "2215"
facing = "A"
rotation = "yaw 7.5 roll -2"
[[units]]
name = "Mine 1"
class = "Sample mine"
player = "blue"
place = "0,0,0"
[[bodies]]
name = "Haven"
kind = "planet"
place = "50,0,0"
radius = 0.15
atmosphere = 0.1999
class_m = true
[[bodies]]
name = "Maw"
kind = "black hole"
place = "0,10000,0"
size = 40
[[rings]]
name = "Band"
around = "Haven"
inner = 0.5
outer = 1.2
thick = 0.01
[asteroids]
rows = ["-20,0,5,1/3", "30,34,16,0.66667", "1,2,3,1.5"]
[[webs]]
player = "blue"
anchors = ["Gate", "Haven"]
traditional = 3.5
"""


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        read_scenario(text, "chase.toml", sample_classes())
    return refusal.value.problems
