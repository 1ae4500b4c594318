"""A scenario file of Star Wars hex combat with one of everything, and what is wrong with others like it."""

from __future__ import annotations

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.starwars.cards.sample_cards import SAMPLES
from sits_es.rules.starwars.setting_up.scenario import read_scenario

#: A corvette, an interceptor and a patrol boat that begin in one hex, an asteroid field and a gas cloud.
PATROL = """\
rules = "starwars"
title = "A patrol"
rounds = 3
initiative = "rolled"
[players.red]
name = "Anna"
[players.blue]
side = "Blues"
[[starships]]
name = "Courier"
class = "Sample corvette"
player = "red"
at = "3A 2C"
facing = "D"
speed = 2
initiative = "2 ability 1 boost"
[[starships]]
name = "Raider"
class = "Sample interceptor"
player = "blue"
at = "0A"
facing = "A"
speed = 6
crew = { agility = 5 }
[[starships]]
name = "Jackal"
class = "Sample patrol boat"
player = "blue"
at = ""
facing = "B"
speed = 0
[[terrain]]
name = "Belt"
kind = "asteroid-field"
setback = 1
hexes = ["2A", "2A 1B", "1F"]
[[terrain]]
name = "Veil"
kind = "gas-cloud"
setback = 2
centre = "4D"
radius = 1
"""


def faults(text: str) -> tuple[str, ...]:
    """Every fault of a scenario file."""
    with pytest.raises(UnreadableError) as refusal:
        read_scenario(text, "patrol.toml", SAMPLES.classes())
    return refusal.value.problems
