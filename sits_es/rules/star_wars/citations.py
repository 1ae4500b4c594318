"""Where a rule stands, as players read it below an explanation or a sum: on the printed page, or house."""

from __future__ import annotations

from typing import Final, Literal

from sits_es.sentences import listed

#: The headings of the printed page.
PageHeading = Literal[
    "Space Combat",
    "Range Band",
    "Fly Maneuver",
    "Gain the Advantage",
    "Asteroid Field",
    "Gas Cloud",
    "Gravity Well",
]


def printed(*headings: PageHeading) -> str:
    """Headings of the printed page, one at least, as a rule is cited by them: `the printed page, "Fly Maneuver"`."""
    quoted = (f'"{heading}"' for heading in headings)
    return f"the printed page, {listed(quoted)}"


#: What several explanations and sums cite: the page first, then what fills its gaps.
RANGE_BANDS: Final = f"{printed('Range Band')}; house: nothing is in range beyond 20 hexes"
FLY: Final = f"{printed('Fly Maneuver', 'Space Combat', 'Gravity Well')}; house: large starships and occupied hexes"
ARCS_AND_ZONES: Final = f"{printed('Space Combat')}; house: how arcs and zones are parted"
ONE_HEX: Final = "house: in one hex a side from A to F is named for each attack"
GAIN_THE_ADVANTAGE: Final = f"{printed('Gain the Advantage')}; {ONE_HEX}"
ASTEROID_HARM: Final = f"{printed('Asteroid Field')}; house: armour counts against each net threat"
GAS_CLOUD: Final = f"{printed('Gas Cloud')}; house: the checks of the starship in it are harder"
GRAVITY_WELL: Final = f"{printed('Gravity Well')}; house: entering a hex takes its movement"
TERRAIN_SETBACK: Final = "house: as many as the scenario says"
